import type { CheckReport } from "../../check/check.ts";
import type { Coverage } from "../../check/coverage.ts";
import type { Finding, Level, RuleReference } from "../../check/finding.ts";
import { commonFolder, commonStart } from "../../diagnostics/common-start.ts";
import { counted, quoted } from "../../diagnostics/phrases.ts";
import { printable } from "../../diagnostics/printable.ts";
import type { TextLayout } from "../../diagnostics/text-layout.ts";
import type { Style } from "../../diagnostics/text-rows.ts";
import { addFrame, addReport } from "../../rules/rules-error.ts";
import { shellWord } from "../failure.ts";
import { DASH } from "../inputs/log-inputs.ts";
import { percentage } from "../outputs/statistics-report.ts";
import { type Note, notesOf } from "./notes.ts";
import { examplesInWords, NOT_COMPARED, problemsInWords, unmatchedBy } from "./summary.ts";

const MAX_TEMPLATES = 10;
/** How many of the rules are named that a rule lost lines to. */
const MAX_WINNERS = 5;
/** How many notes are shown. Errors and warnings are all shown. */
const MAX_NOTES = 20;
/** How many rules are named by a note on several rules. */
const MAX_NAMED = 10;
/** How many logs a command line has that people may copy. */
const MAX_NAMED_LOGS = 3;
const STYLES: Readonly<Record<Level, Style>> = { error: "removed", warning: "changed", info: "heading" };

/** Writes the coverage of the logs and then the findings, for people. Yields wherever the output may be flushed. */
export function* writeText(layout: TextLayout, checked: CheckReport): Generator<void> {
  const { path, issues, findings, comparedAll, rules, coverage, examples } = checked;
  if (issues.length > 0) {
    addReport(layout, checked);
    return;
  }
  const file = printable(path);
  if (coverage !== undefined) {
    yield* addRules(layout, rules, coverage);
    yield* addUnmatched(layout, coverage, path);
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
    add(String(won), String(total), "", `${nameOf(rules[rule]!)}${catchAll ? ", a catch-all" : ""}${following}`);
    for (const { to, count } of lost.slice(0, MAX_WINNERS)) add("", String(count), "  to ", nameOf(rules[to]!));
    const others = lost.slice(MAX_WINNERS);
    if (others.length > 0 || lostToOthers > 0) {
      const rest = others.reduce((sum, { count }) => sum + count, lostToOthers);
      const which = lostToOthers > 0 ? "other rules" : counted(others.length, "other rule");
      add("", String(rest), "  to ", which);
    }
    yield;
  }
  layout.text("\n");
}

/** Adds the templates of the unmatched lines. Their common start is shown once. */
function* addUnmatched(layout: TextLayout, coverage: Coverage, path: string): Generator<void> {
  const { statistics, lineTemplates, linesOfOtherTemplates } = coverage;
  if (statistics.linesProcessed === statistics.linesMatched) return;
  const width = countWidth(coverage);
  const add = (count: string, addText: () => void): void => {
    layout.text(`${count.padStart(width)}  `);
    layout.hang();
    addText();
    layout.text("\n");
  };
  const shown = lineTemplates.slice(0, MAX_TEMPLATES);
  const folder = commonFolder(shown.map(({ log }) => log));
  const shared = layout.columns === Number.POSITIVE_INFINITY ? 0 : commonStart(shown, ({ template }) => template);
  layout.begin("heading");
  const where = folder === "" ? "" : `, in ${folder === DASH ? "standard input" : printable(folder)}`;
  add("lines", () => layout.text(`that ${unmatchedBy(coverage)}, by their template${where}`));
  layout.end("heading");
  if (shared > 0) {
    add("", () => {
      layout.text("lines begin with ");
      layout.hang();
      layout.bytes(shown[0]!.template, 0, shared);
    });
  }
  for (const { template, count, sample, log, line } of shown) {
    add(String(count), () => {
      if (shared > 0) layout.styled("faint", "…");
      layout.bytes(template, shared);
    });
    const name = printable(log.slice(folder.length));
    layout.begin("faint");
    add("", () => {
      layout.text(name === "" ? `line ${line}: ` : `${name}:${line}: `);
      layout.bytes(sample);
      // The template above is shown in full.
      layout.limitToRow();
    });
    layout.end("faint");
    yield;
  }
  const others = lineTemplates.slice(MAX_TEMPLATES);
  const remaining = others.reduce((sum, { count }) => sum + count, linesOfOtherTemplates);
  if (remaining > 0) add(String(remaining), () => layout.text("of other templates"));
  addLabelled(
    layout,
    "  help: ",
    `write rules for them: normalizer suggest --rules ${shellWord(path)} ${logsOf(coverage)}`,
  );
  layout.text("\n");
}

/** The logs with lines that no rule matches, for a command line. */
function logsOf({ lineTemplates }: Coverage): string {
  const logs = [...new Set(lineTemplates.map(({ log }) => log))];
  return logs.length > MAX_NAMED_LOGS || logs.includes(DASH) ? "LOG" : logs.map(shellWord).join(" ");
}

function addFinding(layout: TextLayout, file: string, finding: Finding): void {
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
  const names = findings.slice(0, MAX_NAMED).flatMap(({ rule }) => (rule === undefined ? [] : [nameOf(rule)]));
  const remaining = findings.length - MAX_NAMED;
  addLabelled(
    layout,
    "  ",
    names.join(", ") + (remaining > 0 ? ` and ${remaining} more; --format json names all` : ""),
  );
  addExample(layout, first!.witness);
  layout.text("\n");
}

function addMessage(layout: TextLayout, place: string, { level, code }: Finding, message: string): void {
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
  layout.text(`${text}\n`);
}

function countWidth({ statistics }: Coverage): number {
  return Math.max(7, String(statistics.linesProcessed).length + 1);
}

function nameOf({ name, line }: RuleReference): string {
  return `${quoted(name)} (line ${line})`;
}
