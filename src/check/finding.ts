import type { Excerpt } from "../diagnostics/frame.ts";
import type { Span } from "../rules/problem.ts";

/** Everything that a check finds in a rules file that can be read. docs/checking.md has a row for each. */
export const FINDING_CODES = [
  "EXAMPLE_LOST",
  "EXAMPLE_DIFFERS",
  "COUNTEREXAMPLE_WON",
  "NEVER_WINS",
  "ADJACENT_FIELDS",
  "SAME_NAME",
  "INCLUDED",
  "NEVER_WON",
] as const;

export type FindingCode = (typeof FINDING_CODES)[number];

/** What an error tells of is wrong; of a warning, it is most probably not what was meant; the rest is for information. */
export const LEVELS = ["error", "warning", "info"] as const;

export type Level = (typeof LEVELS)[number];

/** A rule by its name, which others may have too, and the line of the file where it begins. */
export interface RuleReference {
  readonly name: string;
  readonly line: number;
}

/** What an example says must come of a line, and what does. */
export interface Expectation {
  /** `output`, or the name of a field. */
  readonly what: string;
  readonly isField: boolean;
  readonly expected: string;
  readonly actual: string;
}

/** One thing to be told of a rule. */
export interface Finding {
  readonly level: Level;
  readonly code: FindingCode;
  readonly rule: RuleReference;
  /** Which of the rule's followers it is about, counted from 1; undefined if it is about the rule's own lines. */
  readonly follower: number | undefined;
  /** Both start at 1; a column is a code point. */
  readonly line: number;
  readonly column: number;
  /** In code points, within the line; 1 at least. */
  readonly length: number;
  /** Printable, as is the help. */
  readonly message: string;
  /** What to do about it, where something is to be done. */
  readonly help: string | undefined;
  /** The line of the file and the carets under the place. Both fit 80 columns. */
  readonly frame: readonly [string, string];
  /** What a frame of another width is made of. It may hold any characters. */
  readonly excerpt: Excerpt;
  /** The other rules that it is about. */
  readonly others: readonly RuleReference[];
  /** Of an inclusion, a line that both rules match and the included one wins. It may hold any characters. */
  readonly witness: string | undefined;
  /** Of an example, what of it differs. It may hold any characters. */
  readonly expectations: readonly Expectation[];
}

/** A finding by the indexes of rules, before its place in the file is known. */
export interface Draft {
  readonly level: Level;
  readonly code: FindingCode;
  readonly rule: number;
  readonly follower?: number;
  /** Where it stands in the file. */
  readonly span: Span;
  readonly message: string;
  readonly help?: string;
  readonly others?: readonly number[];
  readonly witness?: string;
  readonly expectations?: readonly Expectation[];
}
