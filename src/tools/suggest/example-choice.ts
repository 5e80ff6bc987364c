import { MAX_EXAMPLE_BYTES } from "../../rules/rule.ts";
import { needsKey } from "../../rules/transforms/transform-registry.ts";
import type { WrittenExample } from "../../rules/write-rule.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { exampleOutput } from "../../run/template-renderer.ts";
import type { SuggestedRule } from "./suggested-rules.ts";

/**
 * Chooses an example for each rule: one of its lines that is UTF-8 and not too long to read. A rule without such a line
 * gets none, and one whose output depends on a key has no output. `first` is the index of the first of the rules in the
 * rulebook.
 */
export function examplesOf(
  rules: readonly SuggestedRule[],
  rulebook: Rulebook,
  first: number,
): Map<SuggestedRule, WrittenExample> {
  const examples = new Map<SuggestedRule, WrittenExample>();
  for (const [i, rule] of rules.entries()) {
    for (const { line } of rule.draft.samples) {
      const text = line.toString();
      if (line.length > MAX_EXAMPLE_BYTES || !Buffer.from(text).equals(line)) continue;
      if (rulebook.matcher.match(line, 0, line.length) !== first + i) continue;
      const linePattern = rulebook.linePatterns[first + i]!;
      const needsNames = linePattern.transforms?.flat().some(needsKey);
      const output = needsNames ? undefined : exampleOutput(linePattern, line, rulebook.matcher.bounds);
      examples.set(rule, { line: text, output });
      break;
    }
  }
  return examples;
}
