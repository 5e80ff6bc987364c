import type { Checked } from "../../check/check.ts";
import type { Coverage } from "../../check/coverage.ts";
import type { Finding, RuleReference } from "../../check/finding.ts";
import { jsonBytes, jsonString } from "../../diagnostics/json.ts";
import type { Issue } from "../../rules/issue.ts";
import type { TextOutput } from "../../text/text-output.ts";
import { countsOf } from "./summary.ts";

/** What was found, for programs: an object a line, and the summary last. Yields wherever the output may be flushed. */
export function* writeJson(output: TextOutput, checked: Checked): Generator<void> {
  const { path, issues, findings, rules, coverage } = checked;
  const file = jsonString(path);
  for (const issue of issues) output.text(`{"kind": "error", ${placeText(file, issue)}}\n`);
  for (const finding of findings) {
    output.text(findingText(file, finding));
    yield;
  }
  if (coverage !== undefined) yield* addCoverage(output, rules, coverage);
  output.text(summaryText(file, checked));
}

function findingText(file: string, finding: Finding): string {
  const { level, rule, follower, others, witness, expectations } = finding;
  const members = [`{"kind": "${level}", ${placeText(file, finding)}, "rule": ${jsonString(rule.name)}`];
  if (follower !== undefined) members.push(`"follower": ${follower}`);
  if (others.length > 0) members.push(`"others": [${others.map(ruleText).join(", ")}]`);
  if (witness !== undefined) members.push(`"witness": ${jsonString(witness)}`);
  if (expectations.length > 0) {
    const texts = expectations.map(({ what, isField, expected, actual }) => {
      const subject = isField ? `"field": ${jsonString(what)}` : '"output": true';
      return `{${subject}, "expected": ${jsonString(expected)}, "actual": ${jsonString(actual)}}`;
    });
    members.push(`"expectations": [${texts.join(", ")}]`);
  }
  return `${members.join(", ")}}\n`;
}

type Placed = Pick<Finding, "line" | "column" | "length" | "message" | "help"> | Issue;

function placeText(file: string, placed: Placed & { readonly code: string }): string {
  const { code, line, column, length, message, help } = placed;
  const place = `"file": ${file}, "line": ${line}, "column": ${column}, "length": ${length}`;
  const remedy = help === undefined ? "" : `, "help": ${jsonString(help)}`;
  return `"code": "${code}", ${place}, "message": ${jsonString(message)}${remedy}`;
}

function ruleText({ name, line }: RuleReference): string {
  return `{"rule": ${jsonString(name)}, "line": ${line}}`;
}

function* addCoverage(output: TextOutput, rules: readonly RuleReference[], coverage: Coverage): Generator<void> {
  for (const [index, { won, followed, lost, lostToOthers }] of coverage.rules.entries()) {
    const { name, line } = rules[index]!;
    const losses = lost.map(({ to, count }) => {
      const winner = rules[to]!;
      return `{"rule": ${jsonString(winner.name)}, "line": ${winner.line}, "count": ${count}}`;
    });
    const counts = `"won": ${won}, "followed": ${followed}, "lost": [${losses.join(", ")}], "lost_to_others": ${lostToOthers}`;
    output.text(`{"kind": "rule", "rule": ${jsonString(name)}, "line": ${line}, ${counts}}\n`);
    yield;
  }
  for (const { shape, count, sample, log, line } of coverage.shapes) {
    const texts = `${[...jsonBytes("shape", shape)].join("")}, ${[...jsonBytes("sample", sample)].join("")}`;
    output.text(`{"kind": "unmatched", "count": ${count}, "file": ${jsonString(log)}, "line": ${line}, ${texts}}\n`);
    yield;
  }
}

function summaryText(file: string, checked: Checked): string {
  const counts = countsOf(checked);
  const levels = `"errors": ${counts.error}, "warnings": ${counts.warning}, "infos": ${counts.info}`;
  const whole = `"rules": ${checked.rules.length}, "compared_all": ${checked.comparedAll}`;
  const opening = `{"kind": "summary", "file": ${file}, ${whole}, ${levels}`;
  if (checked.coverage === undefined) return `${opening}}\n`;
  const { linesProcessed, linesMatched, matchRate } = checked.coverage.statistics;
  const statistics = `"lines_processed": ${linesProcessed}, "lines_matched": ${linesMatched}, "match_rate": ${matchRate}`;
  return `${opening}, ${statistics}, "lines_of_other_shapes": ${checked.coverage.linesOfOtherShapes}}\n`;
}
