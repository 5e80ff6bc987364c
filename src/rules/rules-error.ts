import { type Excerpt, frame } from "../text/messages/frame.ts";
import { counted } from "../text/messages/phrases.ts";
import { printable } from "../text/messages/printable.ts";
import { StringLayout, type TextLayout } from "../text/messages/text-layout.ts";

/** Everything that can be wrong with a rules file. docs/reference/errors.md has a row for each code. */
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

export type RulesIssueCode = (typeof ISSUE_CODES)[number];

/** One thing that is wrong with a rules file. All its texts but the excerpt are printable. */
export interface RulesIssue {
  readonly code: RulesIssueCode;
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
  /** The line of the file, and the carets to be shown below it. Both fit 80 columns. */
  readonly frame: readonly [string, string];
  /** What a frame of another width is made of. It may hold any characters. */
  readonly excerpt: Excerpt;
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
    super(report({ path, issues, omitted }));
    this.path = path;
    this.issues = issues;
    this.omitted = omitted;
  }
}

/** What is wrong with rules that do not load: the first issues, and how many more there are. */
export interface RulesIssues {
  readonly path: string;
  readonly issues: readonly RulesIssue[];
  readonly omitted: number;
}

/** The problems as they are shown where no width is known, without the end of the last line. */
function report(found: RulesIssues): string {
  const layout = new StringLayout();
  addReport(layout, found);
  return layout.toString().slice(0, -1);
}

/** Of issues with one code and remedy, only the first ones are shown in the file. */
const MAX_FRAMES = 3;

/**
 * Adds the problems, each with its location, and their number. A remedy is not repeated, nor are more than a few frames
 * of problems with the same code and remedy.
 */
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
    addHead(layout, issue);
    if (!isShort) addFrame(layout, issue);
    if (count === 0) addHelp(layout, issue);
  }
  for (const note of notes) layout.text(`\n${note}\n`);
}

function addHead(layout: TextLayout, { place, message, code }: RulesIssue): void {
  layout.text(`${place}: `);
  layout.hang();
  layout.text(`${message} [${code}]\n`);
}

function addHelp(layout: TextLayout, { help }: RulesIssue): void {
  layout.text("  help: ");
  layout.hang();
  layout.text(`${help}\n`);
}

/** Adds the line of the file and the carets, as wide as the layout is. */
export function addFrame(
  layout: TextLayout,
  location: Pick<RulesIssue, "line" | "length" | "excerpt" | "frame">,
): void {
  const { line, length, excerpt, frame: usual } = location;
  const isUsual = layout.columns === Number.POSITIVE_INFINITY;
  const rows = isUsual ? usual : frame(excerpt.text, line, excerpt.column, length, layout.columns);
  layout.text(`${rows.join("\n")}\n`);
}

/** A rule says something that the language it is translated to cannot. Caught for each rule, which is then left out. */
export class LeftOut extends Error {}
