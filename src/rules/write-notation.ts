// Elements as texts in notation.
import type { Element, FieldElement } from "../matcher/pattern.ts";
import { nearPlaceholders } from "./near-placeholders.ts";
import { parseNotation } from "./notation.ts";

type PlainElement = Exclude<Element, { alternatives: unknown }>;

/**
 * The elements as one text; undefined if the notation cannot say them, or if a reader would take one of their texts for
 * a placeholder, of which `check` would warn.
 */
export function notationOf(elements: readonly PlainElement[]): string | undefined {
  const text = elements.map((element) => ("text" in element ? element.text : placeholderOf(element))).join("");
  // Texts may look like placeholders, also together with their neighbours; and names and values may hold anything.
  return isSame(parseNotation(text), elements) && nearPlaceholders(text).length === 0 ? text : undefined;
}

/** The elements with texts in notation, as few as possible, in place of those that it can say. */
export function withNotation(elements: readonly Element[]): (string | Element)[] {
  const items: (string | Element)[] = [];
  let run: PlainElement[] = [];
  const endRun = (): void => {
    if (run.length > 0) items.push(notationOf(run)!);
    run = [];
  };
  for (const element of elements) {
    const isPlain = !("alternatives" in element);
    if (isPlain && notationOf([...run, element]) !== undefined) {
      run.push(element);
      continue;
    }
    endRun();
    if (isPlain && notationOf([element]) !== undefined) run.push(element);
    else items.push(element);
  }
  endRun();
  return items;
}

/** Whether alternatives are what `optional` stands for. */
export function isOptional({ alternatives }: Extract<Element, { alternatives: unknown }>): boolean {
  return alternatives.length === 2 && alternatives[1]!.length === 0;
}

function placeholderOf({ field, type }: FieldElement): string {
  if (type === undefined) return `{${field}}`;
  return `{${field}:${"values" in type ? type.values.join("|") : type.typeName}}`;
}

function isSame(parsed: ReturnType<typeof parseNotation>, elements: readonly PlainElement[]): boolean {
  const joined: (string | FieldElement)[] = [];
  for (const element of elements) {
    if (!("text" in element)) joined.push(element);
    else if (typeof joined.at(-1) === "string") joined.push(`${joined.pop()}${element.text}`);
    else joined.push(element.text);
  }
  const meant = joined.map((one) =>
    typeof one === "string" ? ["text", one] : ["field", one.field, typeKey(one.type)],
  );
  const read = parsed.map((one) => {
    if ("text" in one) return ["text", one.text];
    const { field, type, values } = one;
    return ["field", field, typeKey(values ? { values } : type === undefined ? undefined : { typeName: type })];
  });
  return JSON.stringify(meant) === JSON.stringify(read);
}

function typeKey(type: FieldElement["type"]): unknown {
  return type === undefined ? null : "values" in type ? [...type.values] : type.typeName;
}
