import { printable } from "../diagnostics/printable.ts";

/** Everything that can be wrong with a rules file. docs/errors.md has a row for each code. */
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

/** One thing that is wrong with a rules file. All its texts are printable. */
export interface Issue {
  readonly code: IssueCode;
  /** Where it is: `rules.yaml:7:38`, or `rules[3].pattern` in rules given as an object. */
  readonly place: string;
  /**
   * Line and column count from 1; a column is a code point. For rules given as an object they refer to the text that
   * `JSON.stringify(object, null, 2)` makes of it.
   */
  readonly line: number;
  readonly column: number;
  /** In code points, at least 1, and at most up to the end of the line. */
  readonly length: number;
  /** What was found and what was expected. */
  readonly message: string;
  /** What to do about it. */
  readonly help: string;
  /** The line of the file, and the carets to be shown below it. */
  readonly frame: readonly [string, string];
}

/** A rules file cannot be used. The message is the whole report, with the path and all places. */
export class RulesError extends Error {
  override readonly name = "RulesError";
  readonly path: string;
  /** At most twenty, in order of place. */
  readonly issues: readonly Issue[];
  /** How many problems there are beyond these. */
  readonly omitted: number;

  constructor(path: string, issues: readonly Issue[], omitted: number) {
    super(report(path, issues, omitted));
    this.path = path;
    this.issues = issues;
    this.omitted = omitted;
  }
}

/** The text that users see: each issue with its place, frame and remedy, and the total if there are several. */
export function report(path: string, issues: readonly Issue[], omitted: number): string {
  const file = printable(path);
  const blocks = issues.map(({ place, message, code, frame, help }) =>
    [`${place}: ${message} [${code}]`, ...frame, `  help: ${help}`].join("\n"),
  );
  const total = issues.length + omitted;
  if (omitted > 0) blocks.push(`and ${omitted} more ${omitted === 1 ? "problem" : "problems"}`);
  if (total > 1) blocks.push(`${total} problems in ${file}`);
  return blocks.join("\n\n");
}
