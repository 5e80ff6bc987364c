// The result for other programs: annotations for GitHub; JUnit XML, which GitLab, Jenkins and Azure read, with a test
// case for the file, for each rule, each example and each option that may fail a check, and without times, so that
// equal results are equal files; and Markdown for a comment.

import type { TextOutput } from "../../io/output-buffer.ts";
import { UniqueNames } from "../../rules/rule-names.ts";
import type { RulesIssue } from "../../rules/rules-error.ts";
import type { RuleReference } from "../../run/rule-references.ts";
import { addToGroup, groupBy } from "../../text/collections/polyfills.ts";
import { details, FencedLayout, fenced, MAX_COMMENT } from "../../text/messages/markdown.ts";
import { shownPath } from "../../text/messages/paths.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable, printableText } from "../../text/messages/printable.ts";
import { StringLayout, type TextLayout } from "../../text/messages/text-layout.ts";
import { annotation, MAX_ANNOTATIONS, placeOf } from "../../text/messages/workflow-commands.ts";
import { textInXml } from "../../text/messages/xml.ts";
import { type CheckCoverage, type CheckResult, type CheckUnmatchedLines, countsOf, type Gate } from "./check-result.ts";
import { addFinding, type CheckSection, sectionsOf, writeEnd } from "./check-text.ts";
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

function noted(file: string, { findings, summary, shared }: inWords.Note): string[] {
  if (summary === undefined) return findings.map((finding) => found(file, finding));
  const place = { file: shared?.file ?? file, ...(shared && { line: shared.line }), title: findings[0]!.code };
  return [annotation("notice", place, `${summary}\n${inWords.namesIn(findings)}`)];
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

interface Checked {
  readonly result: CheckResult<Buffer>;
  readonly gate: Gate;
  readonly examplePlaces: () => readonly (readonly string[])[];
}

interface TestCase {
  readonly suite: string;
  readonly name: string;
  readonly failure?: { readonly type: string; readonly message: string; readonly text: string } | undefined;
  readonly output: string;
}

/** The case of what is wrong with the file as a whole. */
const LOADING = "the rules load";
/** What the text has of an option, by the type of its failure. */
const SECTIONS: Readonly<Record<string, CheckSection["title"]>> = { BASELINE: "new lines", AGAINST: "changed lines" };

/** Writes the test cases. Yields wherever the output may be flushed. */
export function* writeJunit(output: TextLayout, checked: Checked): Generator<void> {
  const cases = [...casesOfRules(checked), ...casesOfOptions(checked)];
  output.text('<?xml version="1.0" encoding="UTF-8"?>\n');
  output.text(`<testsuites name="normalizer check"${attributesOf(cases)}>\n`);
  for (const [name, own] of groupBy(cases, ({ suite }) => suite)) {
    output.text(`  <testsuite name="${inXml(name)}"${attributesOf(own)}>\n`);
    for (const one of own) {
      output.text(xmlOf(one));
      yield;
    }
    output.text("  </testsuite>\n");
  }
  output.text("</testsuites>\n");
}

function* casesOfRules({ result, gate, examplePlaces }: Checked): Generator<TestCase> {
  const { path, issues, omitted, findings, rules } = result;
  if (issues.length > 0) {
    const text = sectionText(result, gate, "problems");
    yield { suite: path, name: LOADING, failure: failureOf(issues, issues.length + omitted, text), output: "" };
    return;
  }
  const caseOf = (suite: string, name: string, own: readonly CheckFinding[]): TestCase => {
    const textOf = (some: readonly CheckFinding[]): string => {
      const layout = new StringLayout();
      for (const finding of some) addFinding(layout, finding);
      return layout.toString();
    };
    const failed = own.filter(({ level }) => level === "error" || (gate.isStrict && level === "warning"));
    const others = own.filter((finding) => !failed.includes(finding));
    return { suite, name, failure: failureOf(failed, failed.length, textOf(failed)), output: textOf(others) };
  };
  const ofRule = new Map<RuleReference | undefined, CheckFinding[]>();
  for (const finding of findings) addToGroup(ofRule, finding.rule, finding);
  yield caseOf(path, LOADING, ofRule.get(undefined) ?? []);
  const unique = new UniqueNames();
  const places = examplePlaces();
  for (const [i, rule] of rules.entries()) {
    const name = unique.of(printable(rule.name));
    const own = ofRule.get(rule) ?? [];
    const { file = path } = rule;
    const others = own.filter(({ place }) => !places[i]!.includes(place));
    yield caseOf(file, name, others);
    for (const [number, at] of places[i]!.entries()) {
      const ofExample = own.filter(({ place }) => place === at);
      yield caseOf(file, unique.of(`${name}, example ${number + 1}`), ofExample);
    }
  }
}

function* casesOfOptions({ result, gate }: Checked): Generator<TestCase> {
  for (const { name, failure: message } of gate.options) {
    const type = name.slice(2, name.indexOf(" ")).replaceAll("-", "_").toUpperCase();
    const section = SECTIONS[type];
    const text = section === undefined ? "" : sectionText(result, gate, section);
    yield { suite: "logs", name, failure: message === undefined ? undefined : { type, message, text }, output: "" };
  }
}

function failureOf(problems: readonly (RulesIssue | CheckFinding)[], count: number, text: string): TestCase["failure"] {
  const [first] = problems;
  if (first === undefined) return undefined;
  const more = count > 1 ? `, and ${counted(count - 1, "more problem")}` : "";
  return { type: first.code, message: first.message + more, text };
}

function sectionText(result: CheckResult<Buffer>, gate: Gate, title: CheckSection["title"]): string {
  const layout = new StringLayout();
  for (const section of sectionsOf(result, gate)) if (section.title === title) for (const _ of section.write(layout));
  return layout.toString();
}

function attributesOf(cases: readonly TestCase[]): string {
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  return ` tests="${cases.length}" failures="${failures}" errors="0"`;
}

function xmlOf({ suite, name, failure, output }: TestCase): string {
  const attributes = `classname="${inXml(suite)}" name="${inXml(name)}"`;
  if (failure === undefined && output === "") return `    <testcase ${attributes}/>\n`;
  const { type, message, text } = failure ?? {};
  return [
    `    <testcase ${attributes}>`,
    ...(failure === undefined
      ? []
      : [`<failure type="${type}" message="${inXml(message!)}">${textInXml(text!.trimEnd())}</failure>`]),
    ...(output === "" ? [] : [`<system-out>${textInXml(output.trimEnd())}</system-out>`]),
    "    </testcase>\n",
  ].join("\n");
}

function inXml(text: string): string {
  return textInXml(printable(text));
}

/** By which a workflow finds its comment again. */
const MARK = "<!-- normalizer check -->";
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
  const ordered = [
    ...FIRST.flatMap((first) => sections.filter(({ title }) => title === first)),
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
