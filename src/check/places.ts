import { issuesOf } from "../rules/issues.ts";
import type { Rule } from "../rules/rule.ts";
import type { Draft, Finding, RuleReference } from "./finding.ts";
import type { Source } from "./source.ts";

/** What the rules of a file are told by. */
export function referencesOf({ text, rulebook }: Source): RuleReference[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return rulebook.rules.map(({ name, at }: Rule) => ({ name, line: linesUpTo(starts, at) }));
}

/** How many of the starts of lines are not beyond a place. */
function linesUpTo(starts: readonly number[], place: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (starts[middle]! <= place) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Findings with their places, in the order of the file. */
export function placed(drafts: readonly Draft[], { text }: Source, references: readonly RuleReference[]): Finding[] {
  const sorted = [...drafts].sort((a, b) => a.at - b.at);
  // The loader's own reckoning of places; to it they are problems whose words don't matter.
  const issues = issuesOf(
    sorted.map(({ at }) => {
      const end = text.indexOf("\n", at);
      const span = { start: at, end: end < 0 ? text.length : end };
      return { code: "NOT_YAML", span, until: at, account: () => ({ message: "", help: "" }) };
    }),
    text,
  );
  return sorted.map(({ level, code, rule, message, help, others = [], witness, expectations = [] }, i) => {
    const { line, column, length, frame } = issues[i]!;
    return {
      level,
      code,
      rule: references[rule]!,
      ...{ line, column, length, message, help, frame },
      others: others.map((other) => references[other]!),
      witness,
      expectations,
    };
  });
}
