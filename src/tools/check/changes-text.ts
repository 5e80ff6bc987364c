import { commonFolder } from "../../text/messages/columns.ts";
import { STANDARD_STREAM, shownPath } from "../../text/messages/paths.ts";
import { counted, quoted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import type { RuleReference } from "./finding.ts";
import type { CheckChange, CheckChangedLine, CheckChanges, CheckRenamedRule } from "./rules-comparison.ts";

/** How many pairs of rules are shown, and how many rules with a new name. */
const MAX_CHANGES = 20;
const MAX_RENAMED = 10;

/** Where lines are that are shown as samples. The folder that their logs share is shown once. */
export class SampleLocations {
  /** The folder as the end of a heading, or nothing. A single log is named whole. */
  readonly folder: string;
  private readonly start: number;

  constructor(logs: readonly string[]) {
    const folder = commonFolder(logs);
    const name = folder === STANDARD_STREAM ? "standard input" : printable(folder);
    this.folder = folder === "" ? "" : `, in ${name}`;
    this.start = folder.length;
  }

  of(log: string, line: number): string {
    const name = printable(log.slice(this.start));
    return name === "" ? `line ${line}` : `${name}:${line}`;
  }
}

/** Adds what an edit of the rules changes on the logs, for people. Yields wherever the output may be flushed. */
export function* addChanges(layout: TextLayout, against: CheckChanges): Generator<void> {
  const { path, lines, changes, linesOfOtherPairs, renamed } = against;
  const width = Math.max(7, String(lines).length + 1);
  const shown = changes.slice(0, MAX_CHANGES);
  const locations = new SampleLocations(shown.flatMap(({ samples }) => samples.map(({ file }) => file)));
  layout.begin("heading");
  const what = `${lines === 0 ? "none changed" : "that changed"}, against ${shownPath(path)}${locations.folder}`;
  addRow(layout, "lines".padStart(width), what);
  layout.end("heading");
  for (const change of shown) {
    addRow(layout, String(change.count).padStart(width), changeInWords(change));
    for (const sample of change.samples) addSample(layout, " ".repeat(width), locations, sample);
    yield;
  }
  const others = changes.slice(MAX_CHANGES).reduce((sum, { count }) => sum + count, linesOfOtherPairs);
  if (others > 0) addRow(layout, String(others).padStart(width), "of other pairs of rules");
  for (const rule of renamed.slice(0, MAX_RENAMED))
    addRow(layout, " ".repeat(width), `renamed: ${renamedInWords(rule)}`);
  const moreRenamed = renamed.length - MAX_RENAMED;
  if (moreRenamed > 0) addRow(layout, " ".repeat(width), `and ${counted(moreRenamed, "more renamed rule")}`);
  layout.text("\n");
}

/** A change of lines in a phrase: which rules won them, and whether the outputs changed. */
export function changeInWords({ old, new: next, count, outputs }: CheckChange): string {
  if (old !== undefined && old.name === next?.name) return `${ruleInWords(next)} gives another output`;
  const rules = `${ruleInWords(old)} → ${ruleInWords(next)}`;
  if (outputs === count) return rules;
  return outputs === 0 ? `${rules}, with the same output` : `${rules}, ${outputs} with another output`;
}

/** A rule that was renamed, in a phrase. */
export function renamedInWords({ old, new: next, count }: CheckRenamedRule): string {
  return `${ruleInWords(old)} → ${ruleInWords(next)}, ${counted(count, "line")}`;
}

function ruleInWords(rule: RuleReference | undefined): string {
  return rule === undefined ? "no rule" : `${quoted(rule.name)} (line ${rule.line})`;
}

function addRow(layout: TextLayout, count: string, text: string): void {
  layout.text(`${count}  `);
  layout.hang();
  layout.text(`${text}\n`);
}

function addSample(
  layout: TextLayout,
  indent: string,
  locations: SampleLocations,
  { file, line, original, old, new: next }: CheckChangedLine,
): void {
  layout.begin("faint");
  layout.text(`${indent}  ${locations.of(file, line)}: `);
  layout.hang();
  layout.bytes(original);
  layout.end("faint");
  layout.text("\n");
  if (old.equals(next)) return;
  addOutput(layout, `${indent}  - `, "removed", old);
  addOutput(layout, `${indent}  + `, "added", next);
}

function addOutput(layout: TextLayout, label: string, style: "removed" | "added", output: Buffer): void {
  layout.begin(style);
  layout.text(label);
  layout.hang();
  layout.bytes(output);
  layout.end(style);
  layout.text("\n");
}
