// The result as JUnit XML, which GitLab, Jenkins and Azure read: a test case for the file, for each rule, each example
// and each option that may fail a check. It has no times, so that equal results are equal files.

import { UniqueNames } from "../../rules/rule-names.ts";
import type { RulesIssue } from "../../rules/rules-error.ts";
import type { RuleReference } from "../../run/rule-references.ts";
import { addToGroup, groupBy } from "../../text/collections/polyfills.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import { StringLayout, type TextLayout } from "../../text/messages/text-layout.ts";
import { textInXml } from "../../text/messages/xml.ts";
import type { Gate } from "./check-gate.ts";
import type { CheckResult } from "./check-result.ts";
import { addFinding, type CheckSection, sectionsOf } from "./check-text.ts";
import type { CheckFinding } from "./finding.ts";

interface Checked {
  readonly result: CheckResult<Buffer>;
  readonly gate: Gate;
  readonly examplePlaces: () => readonly (readonly string[])[];
}

interface TestCase {
  /** The rules file, or what the cases of options share. */
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
  output.text(`<testsuites name="normalizer check"${countsOf(cases)}>\n`);
  for (const [name, own] of groupBy(cases, ({ suite }) => suite)) {
    output.text(`  <testsuite name="${inXml(name)}"${countsOf(own)}>\n`);
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

function countsOf(cases: readonly TestCase[]): string {
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
