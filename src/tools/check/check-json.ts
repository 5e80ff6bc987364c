import type { TextOutput } from "../../io/text-output.ts";
import type { RulesIssue } from "../../rules/rules-error.ts";
import type { LineTemplate } from "../../run/line-templates.ts";
import { matchedLinesOf } from "../../run/statistics.ts";
import type { JsonWriter } from "../../text/messages/json.ts";
import type { AddedExamples } from "./add-examples.ts";
import type { CheckReport } from "./check.ts";
import { countsOf, LEFT_OUT } from "./check-summary.ts";
import type { Coverage } from "./coverage.ts";
import type { CheckFinding, RuleReference } from "./finding.ts";
import type { CheckChanges } from "./rules-comparison.ts";

/**
 * Writes the findings for programs: one JSON object per line, the summary last. Yields wherever the output may be
 * flushed.
 */
export function* writeJson({ json }: TextOutput, checked: CheckReport): Generator<void> {
  const { path, issues, findings, rules, coverage, examples, baseline, against } = checked;
  const templates = coverage?.lineTemplates ?? [];
  const added = baseline === undefined ? [] : templates.filter(({ isNew }) => isNew);
  yield* addTemplates(json, added, true);
  if (against !== undefined) yield* addChanges(json, against);
  for (const issue of issues) {
    json.beginObject();
    json.text("kind", "error");
    addLocated(json, path, issue);
    json.endLine();
  }
  for (const finding of findings) {
    addFinding(json, path, finding);
    yield;
  }
  if (coverage !== undefined) yield* addRules(json, rules, coverage);
  yield* addTemplates(json, templates.slice(added.length), baseline && false);
  if (examples !== undefined) yield* addExampleResults(json, examples);
  addSummary(json, checked);
}

function addFinding(json: JsonWriter, path: string, finding: CheckFinding): void {
  const { level, rule, follower, others, witness, expectations } = finding;
  json.beginObject();
  json.text("kind", level);
  addLocated(json, path, finding);
  if (rule !== undefined) json.text("rule", rule.name);
  if (follower !== undefined) json.value("follower", follower);
  if (others.length > 0) {
    json.beginList("others");
    for (const other of others) {
      json.beginObject();
      addRule(json, other);
      json.endObject();
    }
    json.endList();
  }
  if (witness !== undefined) json.text("witness", witness);
  if (expectations.length > 0) addExpectations(json, expectations);
  json.endLine();
}

function addExpectations(json: JsonWriter, expectations: CheckFinding["expectations"]): void {
  json.beginList("expectations");
  for (const { what, isField, expected, actual } of expectations) {
    json.beginObject();
    if (isField) json.text("field", what);
    else json.value("output", true);
    json.text("expected", expected);
    json.text("actual", actual);
    json.endObject();
  }
  json.endList();
}

type Located = Pick<CheckFinding, "line" | "column" | "length" | "message" | "help"> | RulesIssue;

function addLocated(json: JsonWriter, path: string, located: Located & { readonly code: string }): void {
  const { code, line, column, length, message, help } = located;
  json.text("code", code);
  json.text("file", path);
  json.value("line", line);
  json.value("column", column);
  json.value("length", length);
  json.text("message", message);
  if (help !== undefined) json.text("help", help);
}

function addRule(json: JsonWriter, { name, line }: RuleReference): void {
  json.text("rule", name);
  json.value("line", line);
}

function* addRules(json: JsonWriter, rules: readonly RuleReference[], coverage: Coverage): Generator<void> {
  for (const [index, { catchAll, won, followed, lost, lostToOthers }] of coverage.rules.entries()) {
    json.beginObject();
    json.text("kind", "rule");
    addRule(json, rules[index]!);
    if (catchAll) json.value("catch_all", true);
    json.value("won", won);
    json.value("followed", followed);
    json.beginList("lost");
    for (const { to, count } of lost) {
      json.beginObject();
      addRule(json, rules[to]!);
      json.value("count", count);
      json.endObject();
    }
    json.endList();
    json.value("lost_to_others", lostToOthers);
    json.endLine();
    yield;
  }
}

/** Adds templates of unmatched lines. `isNew` is undefined without a baseline. */
function* addTemplates(
  json: JsonWriter,
  templates: readonly LineTemplate[],
  isNew: boolean | undefined,
): Generator<void> {
  for (const { template, count, sample, log, line, flaw } of templates) {
    json.beginObject();
    json.text("kind", "unmatched");
    if (isNew !== undefined) json.value("new", isNew);
    json.value("count", count);
    json.text("file", log);
    json.value("line", line);
    json.bytes("template", template);
    json.bytes("sample", sample);
    if (flaw !== undefined) json.text("no_text", flaw);
    json.endLine();
    yield;
  }
}

function* addExampleResults(json: JsonWriter, { added, leftOut }: AddedExamples): Generator<void> {
  for (const { rule, line, output, from } of added) {
    json.beginObject();
    json.text("kind", "example");
    addRule(json, rule);
    json.beginObject("example");
    json.text("line", line);
    json.text("output", output);
    json.endObject();
    json.beginObject("from");
    json.text("file", from.file);
    json.value("line", from.line);
    json.endObject();
    json.endLine();
    yield;
  }
  for (const { rule, code } of leftOut) {
    json.beginObject();
    json.text("kind", "no_example");
    addRule(json, rule);
    json.text("code", code);
    json.text("message", LEFT_OUT[code]);
    json.endLine();
    yield;
  }
}

function* addChanges(json: JsonWriter, { changes, renamed }: CheckChanges): Generator<void> {
  for (const { old, new: next, count, outputs, samples } of changes) {
    json.beginObject();
    json.text("kind", "change");
    addRuleOrNull(json, "old", old);
    addRuleOrNull(json, "new", next);
    json.value("count", count);
    json.value("outputs", outputs);
    json.beginList("samples");
    for (const { file, line, original, old: before, new: after } of samples) {
      json.beginObject();
      json.text("file", file);
      json.value("line", line);
      json.bytes("original", original);
      json.bytes("old", before);
      json.bytes("new", after);
      json.endObject();
    }
    json.endList();
    json.endLine();
    yield;
  }
  for (const { old, new: next, count } of renamed) {
    json.beginObject();
    json.text("kind", "renamed");
    addRuleOrNull(json, "old", old);
    addRuleOrNull(json, "new", next);
    json.value("count", count);
    json.endLine();
    yield;
  }
}

function addRuleOrNull(json: JsonWriter, name: string, rule: RuleReference | undefined): void {
  if (rule === undefined) {
    json.value(name, null);
    return;
  }
  json.beginObject(name);
  addRule(json, rule);
  json.endObject();
}

function addSummary(json: JsonWriter, checked: CheckReport): void {
  const { path, rules, comparedAll, coverage, baseline, against } = checked;
  const counts = countsOf(checked);
  json.beginObject();
  json.text("kind", "summary");
  json.text("file", path);
  json.value("rules", rules.length);
  json.value("compared_all", comparedAll);
  json.value("errors", counts.error);
  json.value("warnings", counts.warning);
  json.value("infos", counts.info);
  if (coverage !== undefined) {
    const { lines, matched, matchRate } = matchedLinesOf(coverage.statistics);
    json.value("lines", lines);
    json.value("matched", matched);
    json.value("match_rate", matchRate);
    json.value("lines_of_other_templates", coverage.linesOfOtherTemplates);
    json.value("lines_not_examined", coverage.linesNotExamined);
  }
  if (baseline !== undefined) {
    json.value("new_lines", baseline.newLines);
    json.value("new_templates", baseline.newTemplates);
    json.value("known_templates", baseline.knownTemplates);
    json.value("gone_templates", baseline.goneTemplates);
  }
  if (against !== undefined) {
    json.value("changed_lines", against.lines);
    json.value("changed_lines_of_other_pairs", against.linesOfOtherPairs);
    json.value("renamed_rules", against.renamed.length);
  }
  json.endLine();
}
