import type { Element, Part, Pattern } from "../matcher/pattern.ts";

/** Elements of which `pattern` makes this pattern again, but for transforms. No two texts stand next to each other. */
export function elementsOf({ literals, fields, parts }: Pattern): Element[] {
  if (parts !== undefined) return parts.map((part) => elementOf(part, fields));
  return literals.flatMap((literal, i) => [
    ...(literal.length === 0 ? [] : [textOf(literal)]),
    ...(i < fields.length ? [{ field: fields[i]! }] : []),
  ]);
}

function elementOf(part: Part, fields: readonly string[]): Element {
  if ("literal" in part) return textOf(part.literal);
  if ("branches" in part) {
    return { alternatives: part.branches.map((branch) => branch.map((one) => elementOf(one, fields))) };
  }
  return { field: fields[part.field]!, ...(part.kind && { kind: part.kind }) };
}

function textOf(literal: Uint8Array): Element {
  return { text: Buffer.from(literal).toString() };
}
