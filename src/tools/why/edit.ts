import { type Element, pattern } from "../../matcher/pattern.ts";
import { literalBytes } from "../../matcher/precedence.ts";
import type { Mismatch } from "./walk.ts";

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
  /** How much it changes the pattern. The cheapest edit is suggested. */
  readonly cost: number;
  /** What to do, as a sentence. Elements are shown as they are written in a rules file. */
  readonly description: string;
}

/** The elements after the edit. */
export function edited(elements: readonly Element[], { index, removed, inserted }: Edit): Element[] {
  return elements.toSpliced(index, removed, ...inserted);
}

/** What an edit costs, besides the bytes of text that it changes. */
export const COST = {
  /** Extending a text by what is beside it in the line. */
  beside: 2,
  /** Keeping what is there beside what is written. */
  kept: 1,
  /** Adding a value to a field. */
  value: 2,
  /** Changing the type of a field. */
  type: 2.5,
  /** Removing the type of a field. */
  untyped: 3,
  /** Adding a field. */
  added: 4,
  /** Making elements optional. */
  optional: 5,
  /** Replacing a text by a field. */
  field: 6,
  /** Any edit after which nothing separates two fields of any text. */
  blurred: 20,
  /** Replacing the rest of the pattern by a field. */
  rest: 50,
  /** Each byte of literal text that lines no longer need to contain. */
  byte: 1 / 8,
};

/** The cost of dropping the literal text of these elements. */
export function textLost(elements: readonly Element[]): number {
  return COST.byte * literalBytes(pattern(elements));
}
