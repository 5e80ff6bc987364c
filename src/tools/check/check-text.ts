import { addFrame, addReport } from "../../rules/rules-error.ts";
import { type LineTemplate, mayGetRule, sampleStart } from "../../run/line-templates.ts";
import { percentage } from "../../run/statistics-text.ts";
import { commonStart } from "../../text/messages/columns.ts";
import { shownPath } from "../../text/messages/paths.ts";
import { counted, quoted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { TextLayout } from "../../text/messages/text-layout.ts";
import type { Style } from "../../text/messages/text-rows.ts";
import { addChanges, SampleLocations } from "./changes-text.ts";
import type { CheckReport } from "./check.ts";
import {
  baselineInWords,
  examplesInWords,
  type Gate,
  NOT_COMPARED,
  noRuleInWords,
  notExamined,
  problemsInWords,
  unmatchedBy,
} from "./check-summary.ts";
import type { Coverage } from "./coverage.ts";
import type { CheckFinding, Level, RuleReference } from "./finding.ts";
import { type Note, namesIn, notesOf, numberedRule } from "./notes.ts";

const MAX_TEMPLATES = 10;
/** How many of the templates are shown that a baseline lacks. They are what the check is run for. */
const MAX_NEW_TEMPLATES = 100;
/** How many of the rules are named that a rule lost lines to. */
const MAX_WINNERS = 5;
/** How many notes are shown. Errors and warnings are all shown. */
const MAX_NOTES = 20;
const STYLES: Readonly<Record<Level, Style>> = { error: "removed", warning: "changed", info: "heading" };

/**
 * Writes what is new, the coverage of the logs and then the findings, for people. Yields wherever the output may be
 * flushed.
 */
export function* writeText(layout: TextLayout, checked: CheckReport, gate: Gate): Generator<void> {
  const { path, issues, findings, comparedAll, rules, coverage, examples, baseline, against } = checked;
  if (issues.length > 0) {
    addReport(layout, checked);
    return;
  }
  const file = printable(path);
  if (coverage !== undefined) {
    if (gate.baseline !== undefined) yield* addNew(layout, coverage, gate, gate.baseline);
    if (against !== undefined) yield* addChanges(layout, against);
    yield* addRules(layout, rules, coverage);
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
    const { linesProcessed, linesMatched } = coverage.statistics;
    layout.text(`${counted(linesProcessed, "line")}, ${linesMatched} matched: ${percentage(coverage.statistics)}\n`);
  }
  if (baseline !== undefined && gate.baseline !== undefined && gate.noLines === undefined) {
    const { path, isUpdated } = gate.baseline;
    addLabelled(layout, `${shownPath(path)}: `, baselineInWords(baseline, isUpdated));
  }
  addLabelled(layout, `${file}: `, `${counted(rules.length, "rule")}, ${problemsInWords(checked) ?? "no problems"}`);
}

/** Adds the table of the lines that each rule won, and that it lost to other rules. */
function* addRules(layout: TextLayout, rules: readonly RuleReference[], coverage: Coverage): Generator<void> {
  const width = countWidth(coverage);
  const add = (won: string, lost: string, label: string, text: string): void => {
    addLabelled(layout, `${won.padStart(width)}${lost.padStart(width)}  ${label}`, text);
  };
  layout.begin("heading");
  add("won", "lost", "", "rule");
  layout.end("heading");
  for (const [rule, { catchAll, won, followed, lost, lostToOthers }] of coverage.rules.entries()) {
    const total = lost.reduce((sum, { count }) => sum + count, lostToOthers);
    const following = followed === 0 ? "" : `, and ${counted(followed, "line")} that followed`;
    add(String(won), String(total), "", `${numberedRule(rules[rule]!)}${catchAll ? ", a catch-all" : ""}${following}`);
    for (const { to, count } of lost.slice(0, MAX_WINNERS)) add("", String(count), "  to ", numberedRule(rules[to]!));
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
  coverage: Coverage,
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
function* addUnmatched(layout: TextLayout, coverage: Coverage, gate: Gate): Generator<void> {
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
  readonly templates: readonly LineTemplate[];
  /** How many lines have other templates that belong here. */
  readonly otherLines: number;
  /** How many templates are shown. */
  readonly limit: number;
}

/** Adds templates. Their common start is shown once, and left out of the samples. */
function* addTemplates(
  layout: TextLayout,
  coverage: Coverage,
  { heading, templates, otherLines, limit }: TemplateTable,
): Generator<void> {
  const width = countWidth(coverage);
  const add = (count: string, addText: () => void): void => {
    layout.text(`${count.padStart(width)}  `);
    layout.hang();
    addText();
    layout.text("\n");
  };
  const shown = templates.slice(0, limit);
  const locations = new SampleLocations(shown.map(({ log }) => log));
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
    const { template, count, sample, log, line } = lineTemplate;
    add(String(count), () => {
      if (shared > 0) layout.styled("faint", "…");
      layout.bytes(template, shared);
    });
    layout.begin("faint");
    add("", () => {
      const start = sampleStart(lineTemplate, shared);
      layout.text(`${locations.of(log, line)}: `);
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
function suggestion({ suggesting }: Gate, templates: readonly LineTemplate[]): string | undefined {
  const fit = templates.filter(mayGetRule);
  if (fit.length === 0) return undefined;
  const lines = fit.length === templates.length ? "them" : "the others";
  return `write rules for ${lines}: ${suggesting([...new Set(fit.map(({ log }) => log))])}`;
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

function countWidth({ statistics }: Coverage): number {
  return Math.max(7, String(statistics.linesProcessed).length + 1);
}
