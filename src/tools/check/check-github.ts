import type { TextOutput } from "../../io/output-buffer.ts";
import type { RulesIssue } from "../../rules/rules-error.ts";
import { shownPath } from "../../text/messages/paths.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable, printableText } from "../../text/messages/printable.ts";
import { annotation, MAX_ANNOTATIONS, placeOf } from "../../text/messages/workflow-commands.ts";
import type { Gate } from "./check-gate.ts";
import { type CheckCoverage, type CheckResult, type CheckUnmatchedLines, countsOf } from "./check-result.ts";
import * as inWords from "./check-words.ts";
import { type CheckFinding, LEVELS, type Level } from "./finding.ts";
import type { CheckChanges } from "./rules-comparison.ts";

/** New templates leave room for this many other errors. */
const MAX_OTHER_ERRORS = 5;
/** How many new templates that got no annotation of their own are listed, and how many renamed rules. */
const MAX_LISTED = 100;
const COMMANDS: Readonly<Record<Level, string>> = { error: "error", warning: "warning", info: "notice" };

/**
 * Writes the findings as workflow commands, which GitHub shows as annotations of the rules file. GitHub shows only the
 * first few of each level for a step, and only the first few of all for a job. So lines that a baseline does not know
 * come first, then errors, and inclusions come last, because nothing is wrong with them. Yields wherever the output may
 * be flushed.
 */
export function* writeGithub(output: TextOutput, result: CheckResult<Buffer>, gate: Gate): Generator<void> {
  for (const line of linesOf(result, gate)) {
    output.text(line);
    yield;
  }
}

function* linesOf(result: CheckResult<Buffer>, gate: Gate): Generator<string> {
  const { issues, omitted, findings, comparedAll, coverage, baseline, against } = result;
  const path = result.files?.[0] ?? result.path;
  if (coverage !== undefined && gate.newLines !== undefined) yield* newTemplates(coverage, result, gate);
  if (gate.noLines !== undefined) yield annotation("error", { file: path, title: "NO_LINES" }, gate.noLines);
  if (gate.shortfall !== undefined) yield annotation("error", { file: path, title: "FAIL_UNDER" }, gate.shortfall);
  if (against !== undefined) yield* changedLines(path, against);
  for (const issue of issues) yield located("error", path, issue, `${issue.message}\nhelp: ${issue.help}`);
  if (omitted > 0) yield annotation("error", { file: path }, `and ${counted(omitted, "more problem")}`);
  const { findings: serious, notes } = inWords.notesOf(findings);
  for (const level of LEVELS) for (const finding of serious) if (finding.level === level) yield found(path, finding);
  for (const note of notes) if (!isInclusion(note)) yield* noted(path, note);
  // What a baseline knows needs no annotation.
  if (coverage !== undefined && baseline === undefined)
    for (const template of coverage.lineTemplates.toSorted(byEvent).slice(0, MAX_ANNOTATIONS))
      yield unmatched("notice", "UNMATCHED", coverage, template);
  for (const note of notes) if (isInclusion(note)) yield* noted(path, note);
  if (!comparedAll) yield annotation("notice", { file: path }, inWords.NOT_COMPARED);
  for (const phrase of inWords.edits(result)) yield `${printable(result.path)}: ${phrase}\n`;
  const compared = inWords.baseline(result, gate);
  if (compared !== undefined) yield `${shownPath(gate.baseline!.path)}: ${compared}\n`;
  const rate = coverage === undefined ? "" : `, ${inWords.rate(coverage)} of the lines matched`;
  yield `checked ${printable(result.path)}: ${inWords.problems(result) ?? "no problems"}${rate}\n`;
}

/** Lines with a stack trace come first. */
function byEvent(a: CheckUnmatchedLines<Buffer>, b: CheckUnmatchedLines<Buffer>): number {
  return Number(b.followed !== undefined) - Number(a.followed !== undefined);
}

/** An error for each new template, as many as GitHub shows, and a notice that lists the rest. */
function* newTemplates(
  coverage: CheckCoverage<Buffer>,
  result: CheckResult<Buffer>,
  { shortfall }: Gate,
): Generator<string> {
  const changes = result.against?.changes.length ?? 0;
  const others = countsOf(result).error + changes + (shortfall === undefined ? 0 : 1);
  const added = coverage.lineTemplates.filter(({ isNew }) => isNew);
  // Exceptions, then the rarest: what a program writes often is seldom what went wrong.
  added.sort((a, b) => byEvent(a, b) || a.count - b.count);
  const errors = added.slice(0, MAX_ANNOTATIONS - Math.min(others, MAX_OTHER_ERRORS));
  for (const template of errors) yield unmatched("error", "NEW_UNMATCHED", coverage, template);
  const rest = added.slice(errors.length);
  const { linesOfOtherTemplates } = coverage;
  const restLines = rest.reduce((sum, { count, followed = 0 }) => sum + count + followed, linesOfOtherTemplates);
  if (restLines === 0) return;
  const listed = rest.slice(0, MAX_LISTED).map(({ template }) => printableText(template));
  if (rest.length > listed.length || coverage.linesOfOtherTemplates > 0) listed.push("…");
  const message = `${counted(restLines, "more line")} that the baseline does not know:`;
  yield annotation("notice", { title: "NEW_UNMATCHED" }, [message, ...listed].join("\n"));
}

/** Errors for pairs of rules with changed lines, as many as GitHub shows, and notices of the rest and of new names. */
function* changedLines(path: string, { lines, changes, renamed }: CheckChanges): Generator<string> {
  const shown = changes.slice(0, MAX_ANNOTATIONS);
  for (const change of shown) {
    const place = { file: change.new?.file ?? path, ...(change.new && { line: change.new.line }), title: "CHANGED" };
    const outputs = change.samples.flatMap((sample) => [
      `- ${printableText(sample.old)}`,
      `+ ${printableText(sample.new)}`,
    ]);
    const message = `${counted(change.count, "line")}: ${inWords.change(change)}`;
    yield annotation("error", place, [message, ...outputs].join("\n"));
  }
  const rest = lines - shown.reduce((sum, { count }) => sum + count, 0);
  if (rest > 0) yield annotation("notice", { title: "CHANGED" }, `${counted(rest, "more line")} changed`);
  const [first] = renamed;
  if (first === undefined) return;
  const listed = renamed.slice(0, MAX_LISTED).map(inWords.renamed);
  if (renamed.length > listed.length) listed.push("…");
  const place = { file: first.new.file ?? path, line: first.new.line, title: "RENAMED" };
  yield annotation("notice", place, [counted(renamed.length, "renamed rule"), ...listed].join("\n"));
}

function located(level: Level, path: string, one: RulesIssue | CheckFinding, text: string): string {
  const { code, file = path, line, column, length } = one;
  return annotation(COMMANDS[level], { file, line, col: column, endColumn: column + length, title: code }, text);
}

function found(file: string, finding: CheckFinding): string {
  return located(finding.level, file, finding, textOf(finding));
}

function isInclusion({ findings }: inWords.Note): boolean {
  return findings[0]!.code === "INCLUDED";
}

function noted(file: string, { findings, summary }: inWords.Note): string[] {
  if (summary === undefined) return findings.map((finding) => found(file, finding));
  const { shared } = summary;
  const place = { file: shared?.file ?? file, ...(shared && { line: shared.line }), title: findings[0]!.code };
  return [annotation("notice", place, `${summary.message}\n${inWords.namesIn(findings)}`)];
}

function unmatched(
  command: "error" | "notice",
  title: string,
  coverage: CheckCoverage<Buffer>,
  lineTemplate: CheckUnmatchedLines<Buffer>,
): string {
  const { sample, count, file, line } = lineTemplate;
  const what = count === 1 ? "this line" : `this line and ${count - 1} like it`;
  const lines = [
    `${inWords.unmatchedBy(coverage)} ${what}:`,
    printableText(sample),
    inWords.followed(lineTemplate),
    inWords.noRule(lineTemplate),
  ];
  return annotation(command, { ...placeOf(file, line), title }, lines.filter((text) => text !== undefined).join("\n"));
}

function textOf({ message, help, witness, expectations }: CheckFinding): string {
  const lines = [message];
  for (const { what, isField, expected, actual } of expectations) {
    const part = `${isField ? "field " : ""}${printable(what)}`;
    lines.push(`${part}: expected ${printable(expected)}`, `${part}: actual   ${printable(actual)}`);
  }
  if (witness !== undefined) lines.push(`such as: ${printable(witness)}`);
  if (help !== undefined) lines.push(`help: ${help}`);
  return lines.join("\n");
}
