import { frame } from "../diagnostics/frame.ts";
import { printable } from "../diagnostics/printable.ts";
import { type TextLayout, TextString } from "../diagnostics/text-layout.ts";
import type { Issue } from "./issue.ts";

/** What is wrong with a rules file: the first problems, and how many more there are. */
export interface Problems {
  readonly path: string;
  readonly issues: readonly Issue[];
  readonly omitted: number;
}

/** The problems as they are shown where no width is known, without the end of the last line. */
export function report(problems: Problems): string {
  const layout = new TextString();
  addReport(layout, problems);
  return layout.toString().slice(0, -1);
}

/** Adds the problems: each with its place, frame and remedy; more than one are counted. */
export function addReport(layout: TextLayout, { path, issues, omitted }: Problems): void {
  const file = printable(path);
  const notes: string[] = [];
  const total = issues.length + omitted;
  if (omitted > 0) notes.push(`and ${omitted} more ${omitted === 1 ? "problem" : "problems"}`);
  if (total > 1) notes.push(`${total} problems in ${file}`);
  for (const [i, issue] of issues.entries()) {
    if (i > 0) layout.text("\n");
    addIssue(layout, file, issue);
  }
  for (const note of notes) layout.text(`\n${note}\n`);
}

function addIssue(layout: TextLayout, file: string, issue: Issue): void {
  layout.text(`${file}:${issue.line}:${issue.column}: `);
  layout.hang();
  layout.text(`${issue.message} [${issue.code}]\n`);
  addFrame(layout, issue);
  layout.text("  help: ");
  layout.hang();
  layout.text(`${issue.help}\n`);
}

/** Adds the line of the file and the carets, as wide as the layout is. */
export function addFrame(layout: TextLayout, place: Pick<Issue, "line" | "length" | "excerpt" | "frame">): void {
  const { line, length, excerpt, frame: usual } = place;
  const isUsual = layout.columns === Number.POSITIVE_INFINITY;
  const rows = isUsual ? usual : frame(excerpt.text, line, excerpt.column, length, layout.columns);
  layout.text(`${rows.join("\n")}\n`);
}
