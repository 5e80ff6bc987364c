import { addFrame, addReport } from "../../rules/rules-error.ts";
import { sampleStart } from "../../run/line-templates.ts";
import { commonFolder, commonStart } from "../../text/messages/columns.ts";
import { STANDARD_STREAM, shownPath } from "../../text/messages/paths.ts";
import { counted, quoted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import type { Style } from "../../text/messages/text-rows.ts";
import type { CheckCoverage, CheckResult, CheckUnmatchedLines, Gate } from "./check-result.ts";
import * as inWords from "./check-words.ts";
import type { CheckFinding, Level } from "./finding.ts";
import type { CheckChanges } from "./rules-comparison.ts";
import type { CheckUpdates } from "./update-examples.ts";

const UPDATING = "to accept what the rules give now";
const MAX_TEMPLATES = 10;
/** How many of the templates are shown that a baseline lacks. They are what the check is run for. */
const MAX_NEW_TEMPLATES = 100;
const MAX_WINNERS = 5;
/** How many notes are shown. Errors and warnings are all shown. */
const MAX_NOTES = 20;
const MAX_CHANGES = 20;
const MAX_RENAMED = 10;
const STYLES: Readonly<Record<Level, Style>> = { error: "removed", warning: "changed", info: "heading" };

/** A part of the result. Parts without anything to say write nothing. */
export interface CheckSection {
  readonly title:
    | "new lines"
    | "changed lines"
    | "lines of each rule"
    | "unmatched lines"
    | "updated examples"
    | "problems"
    | "notes";
  /** Yields wherever the output may be flushed. */
  write(layout: TextLayout): Iterable<void>;
}

/** Writes what is new, the coverage of the logs and the findings. Yields wherever the output may be flushed. */
export function* writeText(layout: TextLayout, result: CheckResult<Buffer>, gate: Gate): Generator<void> {
  for (const section of sectionsOf(result, gate)) yield* section.write(layout);
  if (result.issues.length === 0) writeEnd(layout, result, gate);
}

export function sectionsOf(result: CheckResult<Buffer>, gate: Gate): readonly CheckSection[] {
  const { path, issues, findings, coverage, against, updates } = result;
  const section = <Part>(
    title: CheckSection["title"],
    part: Part | undefined,
    write: (layout: TextLayout, part: Part) => Iterable<void>,
  ): CheckSection[] => (part === undefined ? [] : [{ title, write: (layout) => write(layout, part) }]);
  if (issues.length > 0) return section("problems", [result], (layout, all) => writeEach(layout, all, addReport));
  const { findings: shown, notes } = inWords.notesOf(findings);
  return [
    ...section("new lines", coverage, (layout, part) => addUnmatched(layout, part, gate, true)),
    ...section("changed lines", coverage && against, addChanges),
    ...section("lines of each rule", coverage, addRules),
    ...section("unmatched lines", coverage, (layout, part) => addUnmatched(layout, part, gate, false)),
    ...section("updated examples", updates, addUpdates),
    ...section("problems", shown, (layout, all) => writeEach(layout, all, addFinding)),
    ...section("notes", notes, (layout, all) => writeNotes(layout, printable(path), all)),
  ];
}

function* writeEach<Item>(
  layout: TextLayout,
  items: readonly Item[],
  add: (layout: TextLayout, item: Item) => void,
): Generator<void> {
  for (const item of items) {
    add(layout, item);
    yield;
  }
}

function* writeNotes(layout: TextLayout, file: string, notes: readonly inWords.Note[]): Generator<void> {
  yield* writeEach(layout, notes.slice(0, MAX_NOTES), (_, note) => addNote(layout, file, note));
  const remaining = notes.length - MAX_NOTES;
  if (remaining > 0) layout.text(`and ${counted(remaining, "more note")}; --format json shows all\n\n`);
}

export function writeEnd(layout: TextLayout, result: CheckResult<Buffer>, gate: Gate): void {
  const { path, comparedAll, rules, coverage } = result;
  const file = printable(path);
  if (!comparedAll) layout.labelled(`${file}: `, inWords.NOT_COMPARED);
  if (gate.updating !== undefined) layout.labelled("help: ", `${UPDATING}: ${gate.updating}`);
  for (const phrase of inWords.edits(result)) layout.labelled(`${file}: `, phrase);
  if (coverage !== undefined) {
    const { lines, matched } = coverage;
    layout.text(`${counted(lines, "line")}, ${matched} matched: ${inWords.rate(coverage)}\n`);
  }
  const baseline = inWords.baseline(result, gate);
  if (baseline !== undefined) layout.labelled(`${shownPath(gate.baseline!.path)}: `, baseline);
  layout.labelled(`${file}: `, `${counted(rules.length, "rule")}, ${inWords.problems(result) ?? "no problems"}`);
}

/** Where samples are. The folder that their logs share is the end of a heading; a single log is named whole. */
function sampleLocations(logs: readonly string[]) {
  const folder = commonFolder(logs);
  return {
    inFolder: folder === "" ? "" : `, in ${folder === STANDARD_STREAM ? "standard input" : printable(folder)}`,
    of: (log: string, line: number): string =>
      log === folder ? `line ${line}` : `${printable(log.slice(folder.length))}:${line}`,
  };
}

/** Adds what an edit of the rules changes on the logs, for people. Yields wherever the output may be flushed. */
function* addChanges(layout: TextLayout, against: CheckChanges): Generator<void> {
  const { path, lines, changes, linesOfOtherPairs, renamed } = against;
  const width = countWidth(lines);
  const shown = changes.slice(0, MAX_CHANGES);
  const locations = sampleLocations(shown.flatMap(({ samples }) => samples.map(({ file }) => file)));
  const add = counting(layout, lines);
  layout.begin("heading");
  add("lines", `${lines === 0 ? "none changed" : "that changed"}, against ${shownPath(path)}${locations.inFolder}`);
  layout.end("heading");
  for (const change of shown) {
    add(change.count, inWords.change(change));
    for (const { file, line, original, old, new: next } of change.samples) {
      const indent = " ".repeat(width + 2);
      addBytes(layout, `${indent}${locations.of(file, line)}: `, "faint", original);
      if (old.equals(next)) continue;
      addBytes(layout, `${indent}- `, "removed", old);
      addBytes(layout, `${indent}+ `, "added", next);
    }
    yield;
  }
  const others = changes.slice(MAX_CHANGES).reduce((sum, { count }) => sum + count, linesOfOtherPairs);
  if (others > 0) add(others, "of other pairs of rules");
  for (const rule of renamed.slice(0, MAX_RENAMED)) add("", `renamed: ${inWords.renamed(rule)}`);
  const moreRenamed = renamed.length - MAX_RENAMED;
  if (moreRenamed > 0) add("", `and ${counted(moreRenamed, "more renamed rule")}; --format json has all`);
  layout.text("\n");
}

function addBytes(layout: TextLayout, label: string, style: Style, bytes: Buffer): void {
  layout.begin(style);
  addRow(layout, label, () => {
    layout.bytes(bytes);
    layout.end(style);
  });
}

function* addRules(layout: TextLayout, coverage: CheckCoverage<Buffer>): Generator<void> {
  const width = countWidth(coverage.lines);
  const add = (won: string, lost: string, label: string, text: string): void => {
    layout.labelled(`${won.padStart(width)}${lost.padStart(width)}  ${label}`, text);
  };
  layout.begin("heading");
  add("won", "lost", "", "rule");
  layout.end("heading");
  for (const rule of coverage.rules) {
    const { catchAll, won, followed, lost, lostToOthers } = rule;
    const total = lost.reduce((sum, { count }) => sum + count, lostToOthers);
    const following = followed === 0 ? "" : `, and ${counted(followed, "line")} that followed`;
    add(String(won), String(total), "", `${inWords.numberedRule(rule)}${catchAll ? ", a catch-all" : ""}${following}`);
    for (const winner of lost.slice(0, MAX_WINNERS))
      add("", String(winner.count), "  to ", inWords.numberedRule(winner));
    const others = lost.slice(MAX_WINNERS);
    if (others.length > 0 || lostToOthers > 0) {
      const rest = others.reduce((sum, { count }) => sum + count, lostToOthers);
      const which = lostToOthers > 0 ? "other rules" : counted(others.length, "other rule");
      add("", String(rest), "  to ", which);
    }
    yield;
  }
  const { linesNotExamined } = coverage;
  if (linesNotExamined > 0) layout.labelled("  note: ", inWords.notExamined(linesNotExamined));
  layout.text("\n");
}

/**
 * Adds the templates of the unmatched lines; with a baseline, only those that are new or only the others. Their common
 * start is shown once, and left out of the samples.
 */
function* addUnmatched(
  layout: TextLayout,
  coverage: CheckCoverage<Buffer>,
  gate: Gate,
  areNew: boolean,
): Generator<void> {
  const { baseline } = gate;
  const templates = coverage.lineTemplates.filter(({ isNew = false }) => isNew === areNew);
  if (templates.length === 0) return;
  const verb = areNew ? (baseline?.isUpdated ? "lacked" : "lacks") : "knows";
  const known = baseline === undefined ? "" : ` and ${shownPath(baseline.path)} ${verb}`;
  const areKnown = baseline !== undefined && !areNew;
  const otherLines = areKnown ? 0 : coverage.linesOfOtherTemplates;
  const limit = areNew ? MAX_NEW_TEMPLATES : MAX_TEMPLATES;
  const add = counting(layout, coverage.lines);
  const shown = templates.slice(0, limit);
  const locations = sampleLocations(shown.map(({ file }) => file));
  const shared = layout.columns === Number.POSITIVE_INFINITY ? 0 : commonStart(shown, ({ template }) => template);
  layout.begin("heading");
  const heading = `that ${inWords.unmatchedBy(coverage)}${known}, by their template${locations.inFolder}`;
  add("lines", heading);
  layout.end("heading");
  if (shared > 0) {
    add("", () => {
      layout.text("lines begin with ");
      layout.hang();
      layout.bytes(shown[0]!.template, 0, shared);
    });
  }
  for (const lineTemplate of shown) {
    const { template, count, sample, file, line } = lineTemplate;
    add(count, () => {
      if (shared > 0) layout.styled("faint", "…");
      layout.bytes(template, shared);
    });
    layout.begin("faint");
    add("", () => {
      const start = sampleStart(lineTemplate, shared);
      layout.text(`${locations.of(file, line)}: `);
      layout.hang();
      if (start > 0) layout.text("…");
      layout.bytes(sample, start);
    });
    for (const words of [inWords.followed(lineTemplate), inWords.noRule(lineTemplate)])
      if (words !== undefined) add("", words);
    layout.end("faint");
    yield;
  }
  const remaining = templates.slice(limit).reduce((sum, { count, followed = 0 }) => sum + count + followed, otherLines);
  if (remaining > 0) add(remaining, "of other templates");
  const updating = areNew && !baseline?.isUpdated ? "add them to the baseline with --update-baseline" : undefined;
  const ways = [areKnown ? undefined : suggestion(gate, templates), updating].filter((way) => way !== undefined);
  if (ways.length > 0) layout.labelled("  help: ", ways.join("; or "));
  layout.text("\n");
}

/** How to have rules written for lines with these templates; undefined if none can be. */
function suggestion({ suggesting }: Gate, templates: readonly CheckUnmatchedLines<Buffer>[]): string | undefined {
  const fit = templates.filter((template) => inWords.noRule(template) === undefined);
  if (fit.length === 0) return undefined;
  const lines = fit.length === templates.length ? "them" : "the others";
  return `write rules for ${lines}: ${suggesting([...new Set(fit.map(({ file }) => file))])}`;
}

function* addUpdates(layout: TextLayout, { updated }: CheckUpdates): Generator<void> {
  if (updated.length === 0) return;
  layout.styled("heading", "examples that were updated");
  layout.text("\n");
  for (const [i, { rule, line, changes }] of updated.entries()) {
    if (rule !== updated[i - 1]?.rule) layout.labelled("  ", inWords.numberedRule(rule));
    addStyled(layout, "    ", line, "faint");
    for (const { what, isField, expected, actual } of changes) {
      const part = isField ? `field ${quoted(what)}: ` : "";
      addStyled(layout, `    - ${part}`, expected, "removed");
      addStyled(layout, `    + ${part}`, actual, "added");
    }
    yield;
  }
  layout.text("\n");
}

export function addFinding(layout: TextLayout, finding: CheckFinding): void {
  const { place, message, help, witness, expectations } = finding;
  addMessage(layout, `${place}: `, finding, message);
  addFrame(layout, finding);
  for (const { what, isField, expected, actual } of expectations) {
    layout.text(`  ${isField ? `field ${quoted(what)}` : what}\n`);
    addStyled(layout, "    expected  ", expected, "added");
    addStyled(layout, "    actual    ", actual, "removed");
  }
  if (witness !== undefined) addStyled(layout, "  such as: ", witness, "heading");
  if (help !== undefined) layout.labelled("  help: ", help);
  layout.text("\n");
}

/** Adds a note. The summary of several is placed at the rule that they share, and names the other rules. */
function addNote(layout: TextLayout, file: string, { findings, summary, shared }: inWords.Note): void {
  const [first] = findings;
  if (summary === undefined) {
    addFinding(layout, first!);
    return;
  }
  const place =
    shared === undefined ? file : `${shared.file === undefined ? file : printable(shared.file)}:${shared.line}`;
  addMessage(layout, `${place}: `, first!, summary);
  layout.labelled("  ", inWords.namesIn(findings));
  if (first!.witness !== undefined) addStyled(layout, "  such as: ", first!.witness, "heading");
  layout.text("\n");
}

function addMessage(layout: TextLayout, place: string, { level, code }: CheckFinding, message: string): void {
  addRow(layout, place, () => {
    layout.styled(STYLES[level], level);
    layout.text(`: ${message} [${code}]`);
  });
}

function addStyled(layout: TextLayout, label: string, text: string, style: Style): void {
  addRow(layout, label, () => {
    layout.begin(style);
    layout.bytes(Buffer.from(text === "" ? "(nothing)" : text));
    layout.end(style);
  });
}

/** Adds a label and what `addText` adds. Further rows of that are indented below its start. */
function addRow(layout: TextLayout, label: string, addText: () => void): void {
  layout.text(label);
  layout.hang();
  addText();
  layout.text("\n");
}

/** Adds rows that begin with a count, which is at most the number of lines. */
function counting(layout: TextLayout, lines: number): (count: number | string, content: string | (() => void)) => void {
  const width = countWidth(lines);
  return (count, content) =>
    addRow(layout, `${String(count).padStart(width)}  `, () => {
      if (typeof content === "string") layout.text(content);
      else content();
    });
}

function countWidth(lines: number): number {
  return Math.max(7, String(lines).length + 1);
}
