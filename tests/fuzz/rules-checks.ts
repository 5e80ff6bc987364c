import assert from "node:assert/strict";
import type { CheckResult, Processor, RulesError, RulesIssue } from "../../src/index.ts";
import { ISSUE_CODES } from "../../src/rules/rules-error.ts";
import { checkPrintable } from "./bounds.ts";

const MAX_ISSUES = 20;

/** Checks that every issue of a file has a position, a message and help, and that `check` reports the same issues. */
export function checkRefusal(error: RulesError, checked: CheckResult, bytes: Buffer): void {
  const { issues, omitted } = error;
  assert.ok(issues.length > 0 && issues.length <= MAX_ISSUES, `${issues.length} issues`);
  assert.ok(omitted === 0 || issues.length === MAX_ISSUES);
  for (const issue of issues) {
    assert.ok(ISSUE_CODES.includes(issue.code));
    checkPrintable("the help", issue.help);
    checkTold(issue, bytes);
  }
  for (const line of error.message.split("\n")) if (line !== "") checkPrintable("the report", line);
  assert.deepEqual([checked.issues, checked.omitted, checked.findings], [issues, omitted, []]);
}

/** Checks that findings in rules that load are complete too. */
export function checkFindings({ issues, findings, rules }: CheckResult, bytes: Buffer): void {
  assert.equal(issues.length, 0);
  for (const finding of findings) {
    checkTold(finding, bytes);
    if (finding.help !== undefined) checkPrintable("the help", finding.help);
    assert.equal(finding.help === undefined, finding.level === "info");
    for (const other of [finding.rule ?? [], ...finding.others].flat()) {
      assert.ok(rules.some(({ name, line }) => name === other.name && line === other.line));
    }
  }
}

/** The lines of a file as positions count them: byte order marks are not columns, and an invalid byte is one column. */
function checkTold({ line, column, length, message, frame }: Omit<RulesIssue, "code" | "help">, bytes: Buffer): void {
  checkPrintable("the message", message);
  for (const one of frame) checkPrintable("the frame", one);
  assert.ok(frame[1].includes("^"), `no caret in ${JSON.stringify(frame)}`);
  const lines = new TextDecoder().decode(bytes).split("\n");
  assert.ok(Number.isInteger(line) && line >= 1 && line <= lines.length, `line ${line} of ${lines.length}`);
  const width = Array.from(lines[line - 1]!).length;
  assert.ok(column >= 1 && column <= width + 1, `column ${column} of ${width}`);
  assert.ok(length >= 1 && column + length <= width + 2, `${length} characters from column ${column} of ${width}`);
}

/** Checks that what `check` proves about the rules is true of these lines. */
export async function checkProofs(
  { findings, rules }: CheckResult,
  processor: Processor,
  lines: readonly string[],
): Promise<void> {
  const names = rules.map(({ name }) => name);
  const isOnly = (name: string): boolean => names.indexOf(name) === names.lastIndexOf(name);
  const winners = new Set(lines.map((line) => processor.normalize(line)?.rule));
  for (const { code, rule, follower, witness, others } of findings) {
    if (rule === undefined || follower !== undefined) continue;
    if (code === "NEVER_WINS" && isOnly(rule.name)) {
      assert.ok(!winners.has(rule.name), `rule ${JSON.stringify(rule.name)} can never win and does`);
    }
    if (witness === undefined) continue;
    const why = await processor.why(witness);
    assert.ok(why.rule !== undefined, `no rule matches ${JSON.stringify(witness)}`);
    const matching = [why.rule, ...why.lost.map((loser) => loser.rule)];
    for (const { name } of [rule, ...others]) assert.ok(matching.includes(name), `${name} does not match its witness`);
  }
}
