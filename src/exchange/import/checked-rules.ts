// Rules that were imported together, as their check would have them.

import { Matcher } from "../../matcher/matcher.ts";
import { type Element, pattern, TIMESTAMP_FIELD } from "../../matcher/pattern.ts";
import type { WrittenExample } from "../../rules/write-rule.ts";
import { type Imported, type ImportedRule, importLocationText, isLeftOut } from "./imported.ts";

/**
 * A rule that says the same as one before it would never win, so it is left out. An example that another rule wins is
 * lost, with a remark.
 */
export function checkedRules(all: readonly Imported[]): Imported[] {
  const firsts = new Map<string, ImportedRule>();
  const distinct = all.map((rule): Imported => {
    if (isLeftOut(rule)) return rule;
    const key = keyOf(rule.elements);
    const first = firsts.get(key);
    if (first === undefined) firsts.set(key, rule);
    else return { ...rule, reason: `takes the same lines as the pattern at ${importLocationText(first.location)}` };
    return rule;
  });
  return withoutLostExamples(distinct);
}

/** Equal for patterns that differ only in the names of fields. One of these names decides what its field takes. */
function keyOf(elements: readonly Element[]): string {
  return JSON.stringify(elements, (key, value) => (key === "field" && value !== TIMESTAMP_FIELD ? "" : value));
}

function withoutLostExamples(all: readonly Imported[]): Imported[] {
  const rules = all.filter((one): one is ImportedRule => !isLeftOut(one));
  if (rules.every(({ examples = [] }) => examples.length === 0)) return [...all];
  const matcher = new Matcher(rules.map(({ elements }) => pattern(elements)));
  return all.map((rule) => {
    if (isLeftOut(rule) || rule.examples === undefined) return rule;
    const examples: WrittenExample[] = [];
    const remarks = [...rule.remarks];
    for (const example of rule.examples) {
      const bytes = Buffer.from(example.line);
      const winner = rules[matcher.match(bytes, 0, bytes.length)];
      if (winner === rule) examples.push(example);
      else if (winner !== undefined)
        remarks.push(`lost: an example that the pattern at ${importLocationText(winner.location)} wins`);
    }
    return { ...rule, examples, remarks };
  });
}
