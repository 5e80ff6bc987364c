import type { Element, Part, Pattern } from "../matcher/pattern.ts";

/** Elements of which `pattern` makes this pattern again, but for transforms. No two texts stand next to each other. */
export function elementsOf({ fields, parts }: Pattern): Element[] {
  return parts.map((part) => elementOf(part, fields));
}

function elementOf(part: Part, fields: readonly string[]): Element {
  if ("literal" in part) return { text: Buffer.from(part.literal).toString() };
  if ("branches" in part) {
    return { alternatives: part.branches.map((branch) => branch.map((one) => elementOf(one, fields))) };
  }
  return { field: fields[part.field]!, ...(part.kind && { kind: part.kind }) };
}
