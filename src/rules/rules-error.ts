import { frame } from "../text/messages/frame.ts";
import { counted } from "../text/messages/phrases.ts";
import { printable } from "../text/messages/printable.ts";
import { StringLayout, type TextLayout } from "../text/messages/text-layout.ts";
import { type LocatedText, type Location, locationsOf, type Span } from "./location.ts";

/**
 * Everything that can be wrong with a rules file. A new message is a call of `NodeReader.report`. A new code is a name
 * here, too, for which tests ask for a row in docs/reference/errors.md and an example.
 */
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
  "SPAN_END",
] as const;

export type RulesIssueCode = (typeof ISSUE_CODES)[number];

/** One thing that is wrong with a rules file. All its texts but the excerpt are printable. */
export interface RulesIssue extends Location {
  readonly code: RulesIssueCode;
  /** What was found and what was expected. */
  readonly message: string;
  /** What to do about it. */
  readonly help: string;
}

/** A rules file cannot be used. The message is the whole report, with the path and all locations. */
export class RulesError extends Error {
  override readonly name = "RulesError";
  readonly path: string;
  /** At most twenty, in the order of the file. */
  readonly issues: readonly RulesIssue[];
  /** How many issues there are beyond these. */
  readonly omitted: number;

  constructor(path: string, issues: readonly RulesIssue[], omitted: number) {
    const layout = new StringLayout();
    addReport(layout, { path, issues, omitted });
    // Without the end of the last line.
    super(layout.toString().slice(0, -1));
    this.path = path;
    this.issues = issues;
    this.omitted = omitted;
  }
}

/** What is wrong with rules that do not load: the first issues, and how many more there are. */
export type RulesIssues = Pick<RulesError, "path" | "issues" | "omitted">;

/** Of issues with one code and help, only the first ones are shown in the file. */
const MAX_FRAMES = 3;

/** Adds the problems with their locations, and their number. Of those that are alike, only the first have frames. */
export function addReport(layout: TextLayout, { path, issues, omitted }: RulesIssues): void {
  const file = printable(path);
  const notes: string[] = [];
  const total = issues.length + omitted;
  if (omitted > 0) notes.push(`and ${counted(omitted, "more problem")}`);
  notes.push(`${counted(total, "problem")} in ${file}`);
  const seen = new Map<string, number>();
  let wasShort = false;
  for (const issue of issues) {
    const codeAndHelp = `${issue.code} ${issue.help}`;
    const count = seen.get(codeAndHelp) ?? 0;
    seen.set(codeAndHelp, count + 1);
    const isShort = count >= MAX_FRAMES;
    if (issue !== issues[0] && !(isShort && wasShort)) layout.text("\n");
    wasShort = isShort;
    layout.labelled(`${issue.place}: `, `${issue.message} [${issue.code}]`);
    if (!isShort) addFrame(layout, issue);
    if (count === 0) layout.labelled("  help: ", issue.help);
  }
  for (const note of notes) layout.text(`\n${note}\n`);
}

/** Adds the line of the file and the carets, as wide as the layout is. */
export function addFrame(
  layout: TextLayout,
  { line, length, excerpt, frame: usual }: Omit<Location, "place" | "column">,
): void {
  const isUsual = layout.columns === Number.POSITIVE_INFINITY;
  const rows = isUsual ? usual : frame(excerpt.text, line, excerpt.column, length, layout.columns);
  layout.text(`${rows.join("\n")}\n`);
}

/** A rule says something that the language it is translated to cannot. Caught for each rule, which is then left out. */
export class LeftOut extends Error {}

/** What `work` returns, or the LeftOut that it throws. */
export function resultOrLeftOut<Result>(work: () => Result): Result | LeftOut {
  try {
    return work();
  } catch (error) {
    if (error instanceof LeftOut) return error;
    throw error;
  }
}

/** The words for an issue, and its span if looking closer gives a narrower one. */
export interface Wording {
  readonly message: string;
  readonly help: string;
  readonly span?: Span;
}

/** Something wrong in the source text. `issuesOf` gives it its wording and its location. */
export interface PendingIssue {
  readonly code: RulesIssueCode;
  readonly span: Span;
  /** It is real only if the text is valid YAML up to here: for a missing key, to the end of its mapping. */
  readonly until: number;
  /** A function if it takes time: a file may have a hundred thousand issues, and twenty are shown. */
  readonly wording: Wording | (() => Wording);
}

export function wordingOf({ wording }: PendingIssue): Wording {
  return typeof wording === "function" ? wording() : wording;
}

/** Gives issues of one file, which must be in order of their offsets, their wording and their locations. */
export function issuesOf(issues: readonly PendingIssue[], file: LocatedText): RulesIssue[] {
  const worded = issues.map((issue) => ({ code: issue.code, span: issue.span, ...wordingOf(issue) }));
  const spans = worded.map(({ span }) => span);
  return locationsOf(spans, [{ ...file, start: 0 }]).map(({ place, ...location }, i) => {
    const { code, message, help } = worded[i]!;
    return { code, place, message, help, ...location };
  });
}
