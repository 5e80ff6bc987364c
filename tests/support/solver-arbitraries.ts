import fc from "fast-check";
import type { Element, FieldType } from "../../src/matcher/pattern.ts";
import { TYPE_NAMES } from "../../src/matcher/types/type-registry.ts";
import { typeReference } from "./field-types.ts";

const literal = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "1", " ", ".", ":", "-", "ab", "aa", "11") },
  { weight: 2, arbitrary: fc.constantFrom('"', "[", "]", "0x", "1 ", " a", "a1a", "::", "é", ":1", "10:0", "e") },
);

const names = fc.oneof(
  { weight: 1, arbitrary: fc.constant("timestamp") },
  { weight: 6, arbitrary: fc.constantFrom("p", "q", "r", "s", "t", "u", "v", "w") },
);

const typed: fc.Arbitrary<FieldType> = fc.constantFrom(...TYPE_NAMES).map((typeName) => ({ typeName }));

const values: fc.Arbitrary<FieldType> = fc
  .uniqueArray(fc.constantFrom("a", "ab", "aba", "1", "12", "é", " ", "b1", "", "11:"), { minLength: 1, maxLength: 5 })
  .map((values) => ({ values }));

const field: fc.Arbitrary<Element> = fc
  .tuple(
    names,
    fc.oneof(
      { weight: 4, arbitrary: fc.constant(undefined) },
      { weight: 5, arbitrary: typed },
      { weight: 2, arbitrary: values },
    ),
  )
  .map(([field, type]) => ({ field, ...(type && { type }) }));

const text: fc.Arbitrary<Element> = literal.map((text) => ({ text }));

/** How deep alternatives may be nested. */
function sequence(depth: number, minLength: number, maxLength: number): fc.Arbitrary<Element[]> {
  const branches =
    depth === 0
      ? []
      : [
          {
            weight: 2,
            arbitrary: fc
              .array(sequence(depth - 1, 0, 3), { minLength: 1, maxLength: 3 })
              .map((alternatives): Element => ({ alternatives })),
          },
          {
            weight: 1,
            arbitrary: sequence(depth - 1, 1, 3).map((branch): Element => ({ alternatives: [branch, []] })),
          },
        ];
  const element = fc.oneof({ weight: 4, arbitrary: text }, { weight: 5, arbitrary: field }, ...branches);
  return fc.array(element, { minLength, maxLength });
}

/** Patterns with every sort of element, where no element object occurs twice. */
export const structured: fc.Arbitrary<Element[]> = fc.oneof(sequence(1, 1, 6), sequence(2, 1, 4), sequence(3, 1, 3));

const short = fc.string({ unit: fc.constantFrom("a", "b", "1", " ", "."), maxLength: 3 });
const typedText = fc.constantFrom(...TYPE_NAMES.flatMap((name) => typeReference(name).short));
const filling = fc.oneof(
  { weight: 4, arbitrary: short },
  { weight: 2, arbitrary: typedText },
  { weight: 1, arbitrary: literal },
);

function lineOf(elements: readonly Element[]): fc.Arbitrary<string> {
  return fc.tuple(...elements.map(textOf)).map((texts) => texts.join(""));
}

function textOf(element: Element): fc.Arbitrary<string> {
  if ("text" in element) return fc.constant(element.text);
  if ("alternatives" in element) return fc.oneof(...element.alternatives.map(lineOf));
  if (element.type !== undefined) {
    return fc.constantFrom(
      ...("values" in element.type ? element.type.values : typeReference(element.type.typeName).short),
    );
  }
  return element.field === "timestamp"
    ? fc.oneof(fc.constantFrom(...typeReference("timestamp").short), filling)
    : filling;
}

/** Lines that one of the patterns matches or nearly matches, and random ones. */
export function structuredLine(patterns: readonly (readonly Element[])[]): fc.Arbitrary<string> {
  const made = fc.constantFrom(...patterns).chain(lineOf);
  const spoiled = fc.tuple(made, fc.nat(), fc.nat({ max: 2 }), filling).map(([line, place, cut, extra]) => {
    const at = place % (line.length + 1);
    return line.slice(0, at) + extra + line.slice(at + cut);
  });
  const noise = fc.array(fc.oneof(literal, filling), { maxLength: 6 }).map((parts) => parts.join(""));
  return fc.oneof({ weight: 5, arbitrary: made }, { weight: 4, arbitrary: spoiled }, { weight: 1, arbitrary: noise });
}
