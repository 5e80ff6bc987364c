import fc from "fast-check";
import type { Element } from "../../src/matcher/pattern.ts";
import { typeReference } from "./field-types.ts";

/** All lines of these letters up to a length. */
export function linesUpTo(length: number, letters: string): Buffer[] {
  let longest = [""];
  const lines = [...longest];
  for (let i = 0; i < length; i++) {
    longest = longest.flatMap((line) => Array.from(letters, (letter) => line + letter));
    lines.push(...longest);
  }
  return lines.map((line) => Buffer.from(line));
}

const tinyElement: fc.Arbitrary<Element> = fc.oneof(
  fc.constantFrom("a", "b", "ab").map((text) => ({ text })),
  fc.constantFrom("timestamp", "x", "y").map((field) => ({ field })),
);

/** Rules with so few elements that lines of six letters can distinguish all of them. They contain no `c`. */
export const tinyRules: fc.Arbitrary<Element[][]> = fc.array(fc.array(tinyElement, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 6,
});

/** The pattern, and one that is like it or appears to match more lines. */
export function narrowed(special: readonly Element[]): fc.Arbitrary<Element[][]> {
  return fc.tuple(...special.map(widened)).map((general) => [[...special], general.flat()]);
}

function widened(element: Element): fc.Arbitrary<Element[]> {
  const same = fc.constant<Element[]>([element]);
  const any: Element[] = [{ field: "w" }];
  if ("field" in element && element.type !== undefined && "typeName" in element.type) {
    const { field, type } = element;
    const types = [type.typeName, ...typeReference(type.typeName).wider];
    const kinds = types.map((typeName): Element[] => [{ field, type: { typeName } }]);
    return fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...kinds) }, { weight: 1, arbitrary: fc.constant(any) });
  }
  if ("text" in element) return fc.oneof({ weight: 4, arbitrary: same }, { weight: 1, arbitrary: fc.constant(any) });
  if ("alternatives" in element) {
    const { alternatives } = element;
    const more: Element[] = [{ alternatives: [...alternatives, [{ text: "+" }]] }];
    return fc.oneof(same, fc.constant(more), fc.constant<Element[]>([{ alternatives: alternatives.toReversed() }]));
  }
  return same;
}
