import type { Checked } from "../../check/check.ts";
import type { Coverage } from "../../check/coverage.ts";
import type { Finding, Level, RuleReference } from "../../check/finding.ts";
import { printable } from "../../diagnostics/printable.ts";
import { quoted } from "../../diagnostics/quoted.ts";
import { report } from "../../rules/rules-error.ts";
import { counted } from "../../text/counted.ts";
import type { Style, TextOutput } from "../../text/text-output.ts";
import { percentage } from "../outputs/statistics-report.ts";
import { clipped } from "./clipped.ts";
import { NOT_COMPARED, problemsInWords } from "./summary.ts";

const WIDTH = 80;
const MAX_TEMPLATES = 10;
/** Of the rules to which a rule lost lines, so many are named. */
const MOST_WINNERS = 5;
/** So many findings that are only for information are shown; of the others all. */
const MOST_INFOS = 20;
const STYLES: Readonly<Record<Level, Style>> = { error: "removed", warning: "changed", info: "heading" };

/** What was found, for people. Yields wherever the output may be flushed. */
export function* writeText(output: TextOutput, checked: Checked): Generator<void> {
  const { path, issues, omitted, findings, comparedAll, rules, coverage } = checked;
  const file = printable(path);
  if (issues.length > 0) {
    output.text(`${report(path, issues, omitted)}\n`);
    return;
  }
  let infos = 0;
  for (const finding of findings) {
    if (finding.level === "info" && ++infos > MOST_INFOS) continue;
    addFinding(output, file, finding);
    yield;
  }
  if (infos > MOST_INFOS) output.text(`and ${counted(infos - MOST_INFOS, "more note")}; --format json shows all\n\n`);
  if (coverage !== undefined) yield* addCoverage(output, rules, coverage);
  if (!comparedAll) output.text(`${file}: ${NOT_COMPARED}\n`);
  const problems = problemsInWords(checked);
  output.text(`${file}: ${counted(rules.length, "rule")}, ${problems ?? "no problems"}\n`);
}

function addFinding(output: TextOutput, file: string, finding: Finding): void {
  const { level, code, line, column, message, help, frame, witness, expectations } = finding;
  output.text(`${file}:${line}:${column}: `);
  output.begin(STYLES[level]);
  output.text(level);
  output.end(STYLES[level]);
  output.text(`: ${message} [${code}]\n${frame.join("\n")}\n`);
  for (const { what, isField, expected, actual } of expectations) {
    output.text(`  ${isField ? `field ${quoted(what)}` : what}\n`);
    addMarked(output, "    expected  ", expected, "added");
    addMarked(output, "    actual    ", actual, "removed");
  }
  if (witness !== undefined) addMarked(output, "  such as: ", witness, "heading");
  if (help !== undefined) output.text(`  help: ${help}\n`);
  output.text("\n");
}

function addMarked(output: TextOutput, label: string, text: string, style: Style): void {
  output.text(label);
  output.begin(style);
  output.bytes(Buffer.from(text === "" ? "(nothing)" : text));
  output.end(style);
  output.text("\n");
}

function* addCoverage(output: TextOutput, rules: readonly RuleReference[], coverage: Coverage): Generator<void> {
  const { statistics, rules: counts, lineTemplates, linesOfOtherTemplates } = coverage;
  const { linesProcessed, linesMatched } = statistics;
  const width = Math.max(7, String(linesProcessed).length + 1);
  const columns = (won: string, lost: string): string => `${won.padStart(width)}${lost.padStart(width)}  `;
  addHeading(output, `${columns("won", "lost")}rule`);
  for (const [rule, { won, followed, lost, lostToOthers }] of counts.entries()) {
    const total = lost.reduce((sum, { count }) => sum + count, lostToOthers);
    const following = followed === 0 ? "" : `, and ${counted(followed, "line")} that followed`;
    output.text(`${columns(String(won), String(total))}${nameOf(rules[rule]!)}${following}\n`);
    for (const { to, count } of lost.slice(0, MOST_WINNERS)) {
      output.text(`${columns("", String(count))}  to ${nameOf(rules[to]!)}\n`);
    }
    const others = lost.slice(MOST_WINNERS);
    if (others.length > 0 || lostToOthers > 0) {
      const rest = others.reduce((sum, { count }) => sum + count, lostToOthers);
      const which = lostToOthers > 0 ? "other rules" : counted(others.length, "other rule");
      output.text(`${columns("", String(rest))}  to ${which}\n`);
    }
    yield;
  }
  output.text("\n");

  const unmatched = linesProcessed - linesMatched;
  if (unmatched > 0) {
    addHeading(output, `${"lines".padStart(width)}  that no rule matches, by their template`);
    for (const { template, count, sample, log, line } of lineTemplates.slice(0, MAX_TEMPLATES)) {
      output.text(`${String(count).padStart(width)}  ${clipped(template, WIDTH - width - 2)}\n`);
      output.begin("faint");
      const place = `${" ".repeat(width + 2)}${printable(log)}:${line}: `;
      output.text(`${place}${clipped(sample, Math.max(20, WIDTH - place.length))}\n`);
      output.end("faint");
    }
    const others = lineTemplates.slice(MAX_TEMPLATES);
    const left = others.reduce((sum, { count }) => sum + count, linesOfOtherTemplates);
    if (left > 0) output.text(`${String(left).padStart(width)}  of other templates\n`);
    output.text("\n");
    yield;
  }
  output.text(`${counted(linesProcessed, "line")}, ${linesMatched} matched: ${percentage(statistics)}\n`);
}

function addHeading(output: TextOutput, text: string): void {
  output.begin("heading");
  output.text(text);
  output.end("heading");
  output.text("\n");
}

function nameOf({ name, line }: RuleReference): string {
  return `${quoted(name)} (line ${line})`;
}
