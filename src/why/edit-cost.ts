import { type Element, pattern } from "../matcher/pattern.ts";
import { literalBytes } from "../matcher/precedence.ts";

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
