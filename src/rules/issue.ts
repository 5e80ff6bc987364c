import type { Excerpt } from "../diagnostics/frame.ts";

/** Everything that can be wrong with a rules file. docs/errors.md has a row for each. */
export const ISSUE_CODES = [
  "NOT_UTF8",
  "NOT_YAML",
  "MULTIPLE_DOCUMENTS",
  "DUPLICATE_KEY",
  "ALIAS_BOMB",
  "MISSING_KEY",
  "MISSING_VALUE",
  "WRONG_TYPE",
  "EMPTY_VALUE",
  "LINE_BREAK",
  "FIELD_BRACE",
  "ELEMENT_KIND",
  "TOO_MANY_FIELDS",
  "UNKNOWN_TYPE",
  "UNKNOWN_TRANSFORM",
  "TRANSFORM_CONFLICT",
  "UNKNOWN_KEY",
  "UNKNOWN_PLACEHOLDER",
  "AMBIGUOUS_PLACEHOLDER",
] as const;

export type IssueCode = (typeof ISSUE_CODES)[number];

/** One thing that is wrong with a rules file, ready to be shown: every text in it but the excerpt is printable. */
export interface Issue {
  readonly code: IssueCode;
  /** Both start at 1; a column is a code point. */
  readonly line: number;
  readonly column: number;
  /** In code points, up to the line's end at most; 1 at least. */
  readonly length: number;
  /** What was found and what was expected. */
  readonly message: string;
  /** What to do about it. */
  readonly help: string;
  /** The line of the file and the carets under the place, to be shown one below the other. Both fit 80 columns. */
  readonly frame: readonly [string, string];
  /** What a frame of another width is made of. It may hold any characters. */
  readonly excerpt: Excerpt;
}
