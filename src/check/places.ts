import type { RulesSource } from "../normalization/rules-source.ts";
import { locationsOf } from "../rules/locations.ts";
import type { Draft, Finding, RuleReference } from "./finding.ts";

/** The rules by what messages call them. */
export function referencesOf({ rules, lines }: RulesSource): RuleReference[] {
  return rules.map(({ name }, i) => ({ name, line: lines[i]! }));
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
    const { line, column, length, frame, excerpt } = locations[i]!;
    return {
      level,
      code,
      rule: references[rule]!,
      follower,
      ...{ line, column, length, message, help, frame, excerpt },
      others: others.map((other) => references[other]!),
      witness,
      expectations,
    };
  });
}
