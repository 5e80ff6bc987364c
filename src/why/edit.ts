import { type Element, type Part, type Pattern, pattern } from "../matcher/pattern.ts";
import { literalBytes } from "../matcher/precedence.ts";
import type { Mismatch } from "./walk.ts";

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

/** A pattern, a line that it does not match, and where. */
export interface Attempt {
  readonly elements: readonly Element[];
  readonly line: Buffer;
  readonly mismatch: Mismatch;
}

/** A small change of a pattern: `inserted` in place of `removed` elements from `index` on. */
export interface Edit {
  readonly index: number;
  readonly removed: number;
  readonly inserted: readonly Element[];
  /** How far it takes the pattern from what it was. Of two edits the one that costs less is told. */
  readonly cost: number;
  /** What to do, in words, with elements as they are written in a rules file. */
  readonly description: string;
}

/** The elements with the edit made. */
export function edited(elements: readonly Element[], { index, removed, inserted }: Edit): Element[] {
  return elements.toSpliced(index, removed, ...inserted);
}

/** What an edit costs, besides the bytes of text that it changes. */
export const COST = {
  /** To write a text longer, by what stands beside it in the line. */
  beside: 2,
  /** One value more for a field. */
  value: 2,
  /** Another type for a field. */
  type: 2.5,
  /** No type for a field that has one. */
  untyped: 3,
  /** One field more. */
  added: 4,
  /** Elements made optional. */
  optional: 5,
  /** A field in place of a text. */
  field: 6,
  /** An edit after which nothing tells where one field ends and the next begins. */
  blurred: 20,
  /** A field in place of the rest of the rule. */
  rest: 50,
  /** Each byte of text that no line needs any more. */
  byte: 1 / 8,
};

/** What it costs that no line needs the text of these elements any more. */
export function textLost(elements: readonly Element[]): number {
  return COST.byte * literalBytes(pattern(elements));
}
