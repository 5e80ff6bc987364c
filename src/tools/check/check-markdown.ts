import { details, FencedLayout, fenced, MAX_COMMENT } from "../../text/messages/markdown.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import type { Gate } from "./check-gate.ts";
import type { CheckResult } from "./check-result.ts";
import { type CheckSection, sectionsOf, writeEnd } from "./check-text.ts";

/** By which a workflow finds its comment again. */
const MARK = "<!-- normalizer check -->";
/** For the head, titles and fences. */
const MAX_HEAD = 6000;
/** What tells most comes first, and is shown at once. */
const FIRST: readonly CheckSection["title"][] = ["problems", "new lines", "changed lines"];

/** Writes the result as Markdown that fits into a comment. Yields wherever the output may be flushed. */
export function* writeMarkdown(output: TextLayout, result: CheckResult<Buffer>, gate: Gate): Generator<void> {
  const head = new FencedLayout(MAX_HEAD / 2);
  if (result.issues.length === 0) writeEnd(head, result, gate);
  for (const failure of gate.failures) head.text(`${failure}\n`);
  output.text(`${MARK}\n### The check of the rules ${gate.hasFailed ? "failed" : "passed"}\n`);
  if (head.rows.length > 0) output.text(fenced(head.rows));
  const sections = sectionsOf(result, gate);
  const first = sections.filter(({ title }) => FIRST.includes(title));
  const ordered = [
    ...first.toSorted((a, b) => FIRST.indexOf(a.title) - FIRST.indexOf(b.title)),
    ...sections.filter(({ title }) => !FIRST.includes(title)),
  ];
  let left = MAX_COMMENT - MAX_HEAD;
  for (const [i, { title, write }] of ordered.entries()) {
    // What a section does not need is left for those after it.
    const layout = new FencedLayout(left / (ordered.length - i));
    for (const _ of write(layout)) yield;
    if (layout.rows.length === 0) continue;
    left -= layout.rows.reduce((sum, row) => sum + row.length + 1, 0);
    output.text(details(title, fenced(layout.rows), FIRST.includes(title)));
  }
}
