import { locationsOf } from "../rules/locations.ts";
import type { Draft, Finding, RuleReference } from "./finding.ts";
import type { RulesSource } from "./rules-source.ts";

/** The rules by what messages call them. */
export function referencesOf({ text, rules }: RulesSource): RuleReference[] {
  const starts = [0];
  for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", end + 1)) starts.push(end + 1);
  return rules.map(({ name, span }) => ({ name, line: linesUpTo(starts, span.start) }));
}

/** The number of the line of a place: how many lines begin there or before. */
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
export function placed(
  drafts: readonly Draft[],
  { text }: RulesSource,
  references: readonly RuleReference[],
): Finding[] {
  const sorted = [...drafts].sort((a, b) => a.span.start - b.span.start);
  const locations = locationsOf(
    sorted.map(({ span }) => span),
    text,
  );
  return sorted.map(({ level, code, rule, follower, message, help, others = [], witness, expectations = [] }, i) => {
    const { line, column, length, frame } = locations[i]!;
    return {
      level,
      code,
      rule: references[rule]!,
      follower,
      ...{ line, column, length, message, help, frame },
      others: others.map((other) => references[other]!),
      witness,
      expectations,
    };
  });
}
