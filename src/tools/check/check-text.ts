import { addFrame, addReport } from "../../rules/rules-error.ts";
import { sampleStart } from "../../run/line-templates.ts";
import { commonFolder, commonStart } from "../../text/messages/columns.ts";
import { STANDARD_STREAM, shownPath } from "../../text/messages/paths.ts";
import { counted, quoted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import type { Style } from "../../text/messages/text-rows.ts";
import { type Gate, problemsInWords } from "./check-gate.ts";
import type { CheckCoverage, CheckResult, CheckUnmatchedLines } from "./check-result.ts";
import {
  baselineInWords,
  changeInWords,
  examplesInWords,
  NOT_COMPARED,
  type Note,
  namesIn,
  noRuleInWords,
  notExamined,
  notesOf,
  numberedRule,
  rateInWords,
  renamedInWords,
  unmatchedBy,
} from "./check-words.ts";
import type { CheckFinding, Level } from "./finding.ts";
import type { CheckChangedLine, CheckChanges } from "./rules-comparison.ts";

const MAX_TEMPLATES = 10;
/** How many of the templates are shown that a baseline lacks. They are what the check is run for. */
const MAX_NEW_TEMPLATES = 100;
/** How many of the rules are named that a rule lost lines to. */
const MAX_WINNERS = 5;
/** How many notes are shown. Errors and warnings are all shown. */
const MAX_NOTES = 20;
/** How many pairs of rules are shown, and how many rules with a new name. */
const MAX_CHANGES = 20;
const MAX_RENAMED = 10;
const STYLES: Readonly<Record<Level, Style>> = { error: "removed", warning: "changed", info: "heading" };

/**
 * Writes what is new, the coverage of the logs and then the findings, for people. Yields wherever the output may be
 * flushed.
 */
export function* writeText(layout: TextLayout, result: CheckResult<Buffer>, gate: Gate): Generator<void> {
  const { path, issues, findings, comparedAll, rules, coverage, examples, baseline, against } = result;
  if (issues.length > 0) {
    addReport(layout, result);
    return;
  }
  const file = printable(path);
  if (coverage !== undefined) {
    if (gate.baseline !== undefined) yield* addNew(layout, coverage, gate, gate.baseline);
    if (against !== undefined) yield* addChanges(layout, against);
    yield* addRules(layout, coverage);
    yield* addUnmatched(layout, coverage, gate);
  }
  const { findings: shown, notes } = notesOf(findings);
  for (const finding of shown) {
    addFinding(layout, file, finding);
    yield;
  }
  for (const note of notes.slice(0, MAX_NOTES)) {
    addNote(layout, file, note);
    yield;
  }
  const remaining = notes.length - MAX_NOTES;
  if (remaining > 0) layout.text(`and ${counted(remaining, "more note")}; --format json shows all\n\n`);
  if (!comparedAll) addLabelled(layout, `${file}: `, NOT_COMPARED);
  for (const phrase of examples === undefined ? [] : examplesInWords(examples)) {
    addLabelled(layout, `${file}: `, phrase);
  }
  if (coverage !== undefined) {
    const { lines, matched } = coverage;
    layout.text(`${counted(lines, "line")}, ${matched} matched: ${rateInWords(coverage)}\n`);
  }
  if (baseline !== undefined && gate.baseline !== undefined && gate.noLines === undefined) {
    const { path, isUpdated } = gate.baseline;
    addLabelled(layout, `${shownPath(path)}: `, baselineInWords(baseline, isUpdated));
  }
  addLabelled(layout, `${file}: `, `${counted(rules.length, "rule")}, ${problemsInWords(result) ?? "no problems"}`);
}

/** Where lines are that are shown as samples. The folder that their logs share is shown once. */
class SampleLocations {
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
function* addChanges(layout: TextLayout, against: CheckChanges): Generator<void> {
  const { path, lines, changes, linesOfOtherPairs, renamed } = against;
  const width = countWidth(lines);
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

/** Adds the table of the lines that each rule won, and that it lost to other rules. */
function* addRules(layout: TextLayout, coverage: CheckCoverage<Buffer>): Generator<void> {
  const width = countWidth(coverage.lines);
  const add = (won: string, lost: string, label: string, text: string): void => {
    addLabelled(layout, `${won.padStart(width)}${lost.padStart(width)}  ${label}`, text);
  };
  layout.begin("heading");
  add("won", "lost", "", "rule");
  layout.end("heading");
  for (const rule of coverage.rules) {
    const { catchAll, won, followed, lost, lostToOthers } = rule;
    const total = lost.reduce((sum, { count }) => sum + count, lostToOthers);
    const following = followed === 0 ? "" : `, and ${counted(followed, "line")} that followed`;
    add(String(won), String(total), "", `${numberedRule(rule)}${catchAll ? ", a catch-all" : ""}${following}`);
    for (const winner of lost.slice(0, MAX_WINNERS)) add("", String(winner.count), "  to ", numberedRule(winner));
    const others = lost.slice(MAX_WINNERS);
    if (others.length > 0 || lostToOthers > 0) {
      const rest = others.reduce((sum, { count }) => sum + count, lostToOthers);
      const which = lostToOthers > 0 ? "other rules" : counted(others.length, "other rule");
      add("", String(rest), "  to ", which);
    }
    yield;
  }
  const { linesNotExamined } = coverage;
  if (linesNotExamined > 0) addLabelled(layout, "  note: ", notExamined(linesNotExamined));
  layout.text("\n");
}

/** Adds the templates that the baseline lacks. */
function* addNew(
  layout: TextLayout,
  coverage: CheckCoverage<Buffer>,
  gate: Gate,
  { path, isUpdated }: NonNullable<Gate["baseline"]>,
): Generator<void> {
  const templates = coverage.lineTemplates.filter(({ isNew }) => isNew);
  if (templates.length === 0) return;
  const heading = `that ${unmatchedBy(coverage)} and ${shownPath(path)} ${isUpdated ? "lacked" : "lacks"}, by their template`;
  const otherLines = coverage.linesOfOtherTemplates;
  yield* addTemplates(layout, coverage, { heading, templates, otherLines, limit: MAX_NEW_TEMPLATES });
  const help = [suggestion(gate, templates), isUpdated ? undefined : "add them to the baseline with --update-baseline"];
  addHelp(layout, help);
  layout.text("\n");
}

/** Adds the templates of the unmatched lines; with a baseline, those that it knows. */
function* addUnmatched(layout: TextLayout, coverage: CheckCoverage<Buffer>, gate: Gate): Generator<void> {
  const baseline = gate.baseline?.path;
  const { lineTemplates, linesOfOtherTemplates } = coverage;
  const templates = baseline === undefined ? lineTemplates : lineTemplates.filter(({ isNew }) => !isNew);
  if (templates.length === 0) return;
  const known = baseline === undefined ? "" : ` and ${shownPath(baseline)} knows`;
  const heading = `that ${unmatchedBy(coverage)}${known}, by their template`;
  const otherLines = baseline === undefined ? linesOfOtherTemplates : 0;
  yield* addTemplates(layout, coverage, { heading, templates, otherLines, limit: MAX_TEMPLATES });
  if (baseline === undefined) addHelp(layout, [suggestion(gate, templates)]);
  layout.text("\n");
}

/** Templates of unmatched lines that are shown together. */
interface TemplateTable {
  readonly heading: string;
  readonly templates: readonly CheckUnmatchedLines<Buffer>[];
  /** How many lines have other templates that belong here. */
  readonly otherLines: number;
  /** How many templates are shown. */
  readonly limit: number;
}

/** Adds templates. Their common start is shown once, and left out of the samples. */
function* addTemplates(
  layout: TextLayout,
  coverage: CheckCoverage<Buffer>,
  { heading, templates, otherLines, limit }: TemplateTable,
): Generator<void> {
  const width = countWidth(coverage.lines);
  const add = (count: string, addText: () => void): void => {
    layout.text(`${count.padStart(width)}  `);
    layout.hang();
    addText();
    layout.text("\n");
  };
  const shown = templates.slice(0, limit);
  const locations = new SampleLocations(shown.map(({ file }) => file));
  const shared = layout.columns === Number.POSITIVE_INFINITY ? 0 : commonStart(shown, ({ template }) => template);
  layout.begin("heading");
  add("lines", () => layout.text(`${heading}${locations.folder}`));
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
    add(String(count), () => {
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
    const reason = noRuleInWords(lineTemplate);
    if (reason !== undefined) add("", () => layout.text(reason));
    layout.end("faint");
    yield;
  }
  const remaining = templates.slice(limit).reduce((sum, { count }) => sum + count, otherLines);
  if (remaining > 0) add(String(remaining), () => layout.text("of other templates"));
}

/** How to have rules written for lines with these templates; undefined if none can be. */
function suggestion({ suggesting }: Gate, templates: readonly CheckUnmatchedLines<Buffer>[]): string | undefined {
  const fit = templates.filter((template) => noRuleInWords(template) === undefined);
  if (fit.length === 0) return undefined;
  const lines = fit.length === templates.length ? "them" : "the others";
  return `write rules for ${lines}: ${suggesting([...new Set(fit.map(({ file }) => file))])}`;
}

function addHelp(layout: TextLayout, ways: readonly (string | undefined)[]): void {
  const known = ways.filter((way) => way !== undefined);
  if (known.length > 0) addLabelled(layout, "  help: ", known.join("; or "));
}

function addFinding(layout: TextLayout, file: string, finding: CheckFinding): void {
  const { line, column, message, help, witness, expectations } = finding;
  addMessage(layout, `${file}:${line}:${column}: `, finding, message);
  addFrame(layout, finding);
  for (const { what, isField, expected, actual } of expectations) {
    layout.text(`  ${isField ? `field ${quoted(what)}` : what}\n`);
    addStyled(layout, "    expected  ", expected, "added");
    addStyled(layout, "    actual    ", actual, "removed");
  }
  addExample(layout, witness);
  if (help !== undefined) addLabelled(layout, "  help: ", help);
  layout.text("\n");
}

/** Adds a note. The summary of several is placed at the rule that they share, and names the other rules. */
function addNote(layout: TextLayout, file: string, { summary, findings }: Note): void {
  const [first] = findings;
  if (summary === undefined) {
    addFinding(layout, file, first!);
    return;
  }
  addMessage(layout, `${file}${summary.line === undefined ? "" : `:${summary.line}`}: `, first!, summary.message);
  addLabelled(layout, "  ", namesIn(findings));
  addExample(layout, first!.witness);
  layout.text("\n");
}

function addMessage(layout: TextLayout, place: string, { level, code }: CheckFinding, message: string): void {
  layout.text(place);
  layout.hang();
  layout.styled(STYLES[level], level);
  layout.text(`: ${message} [${code}]\n`);
}

function addExample(layout: TextLayout, witness: string | undefined): void {
  if (witness !== undefined) addStyled(layout, "  such as: ", witness, "heading");
}

function addStyled(layout: TextLayout, label: string, text: string, style: Style): void {
  layout.text(label);
  layout.hang();
  layout.begin(style);
  layout.bytes(Buffer.from(text === "" ? "(nothing)" : text));
  layout.end(style);
  layout.text("\n");
}

/** Adds a label and a text. Further rows of the text are indented below its start. */
function addLabelled(layout: TextLayout, label: string, text: string): void {
  layout.text(label);
  layout.hang();
  layout.message(`${text}\n`);
}

/** The width of a column of counts, which are at most the number of lines. */
function countWidth(lines: number): number {
  return Math.max(7, String(lines).length + 1);
}
