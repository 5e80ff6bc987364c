// Rules that were imported together, as they win lines from each other here.

import { Matcher } from "../../matcher/matcher.ts";
import { type Element, pattern, TIMESTAMP_FIELD } from "../../matcher/pattern.ts";
import { precedenceOrder } from "../../matcher/precedence.ts";
import { MAX_FIELDS } from "../../rules/rule.ts";
import { addToGroup } from "../../text/collections/polyfills.ts";
import { quoted } from "../../text/messages/phrases.ts";
import {
  type GivenExample,
  type Imported,
  type ImportedRule,
  importLocationText,
  isLeftOut,
  type Located,
} from "./imported.ts";

type Rule = Located<ImportedRule>;

/**
 * The same rules, without those that cannot be loaded and those that could never win, as they say the same as one
 * before them. Each example is left to the rule that wins it. Remarks say which examples are lost, and where a rule
 * wins over one that the other tool tries first.
 */
export function checkedRules(all: readonly Located<Imported>[]): Located<Imported>[] {
  const remarks = new Map<object, string[]>();
  const lists = new Map<object, Rule[]>();
  for (const rule of all) if (rule.list !== undefined && !isLeftOut(rule)) addToGroup(lists, rule.list, rule);
  for (const list of lists.values())
    for (const [rule, first] of overtaken(list)) {
      const { line, column } = first.location;
      addToGroup(remarks, rule, `wins over the pattern at ${line}:${column}, which grok tries first`);
    }
  const firsts = new Map<string, Rule>();
  const kept = all.map((rule): Located<Imported> => {
    if (isLeftOut(rule)) return rule;
    if (sizeOf(rule.elements) > MAX_FIELDS)
      return { ...rule, reason: `has more than ${MAX_FIELDS} fields and alternatives` };
    const key = keyOf(rule.elements);
    const first = firsts.get(key);
    if (first !== undefined)
      return { ...rule, reason: `takes the same lines as the pattern at ${importLocationText(first.location)}` };
    firsts.set(key, rule);
    return rule;
  });
  const examples = wonExamples([...firsts.values()], remarks);
  return kept.map((rule) => {
    if (isLeftOut(rule)) return rule;
    return { ...rule, examples: examples.get(rule) ?? [], remarks: [...rule.remarks, ...(remarks.get(rule) ?? [])] };
  });
}

/** How many fields and alternatives there are, as rules files count them. */
function sizeOf(elements: readonly Element[]): number {
  return elements.reduce((sum, element) => {
    if ("alternatives" in element) return element.alternatives.reduce((all, branch) => all + 1 + sizeOf(branch), sum);
    return "field" in element ? sum + 1 : sum;
  }, 0);
}

/** Equal for patterns that differ only in the names of fields. One of these names decides what its field takes. */
function keyOf(elements: readonly Element[]): string {
  return JSON.stringify(elements, (key, value) => (key === "field" && value !== TIMESTAMP_FIELD ? "" : value));
}

/** The rules of a list that win over one before them, with the weakest of these. */
function overtaken(list: readonly Rule[]): Map<Rule, Rule> {
  const order = precedenceOrder(list.map(({ elements }) => pattern(elements)));
  const rank = new Map(order.map((i, rank) => [list[i]!, rank]));
  const found = new Map<Rule, Rule>();
  let weakest = list[0]!;
  for (const rule of list) {
    if (rank.get(rule)! < rank.get(weakest)!) found.set(rule, weakest);
    else weakest = rule;
  }
  return found;
}

/** The examples that rules win with the right values, and remarks on those that are lost. */
function wonExamples(rules: readonly Rule[], remarks: Map<object, string[]>): Map<object, GivenExample[]> {
  const won = new Map<object, GivenExample[]>();
  const sharedBy = new Map<GivenExample, Rule[]>();
  for (const rule of rules) for (const example of rule.examples ?? []) addToGroup(sharedBy, example, rule);
  if (sharedBy.size === 0) return won;
  const patterns = rules.map(({ elements }) => pattern(elements));
  const matcher = new Matcher(patterns);
  for (const [example, own] of sharedBy) {
    const bytes = Buffer.from(example.line);
    const i = matcher.match(bytes, 0, bytes.length);
    const winner = rules[i];
    const isOwn = winner !== undefined && own.includes(winner);
    // Other names are those of values that the rule sets, which say nothing about its pattern.
    const fields = new Map(
      [...(example.fields ?? [])].flatMap(([name, value]) => {
        const field = winner?.names?.get(name);
        return field === undefined ? [] : [[field, value] as const];
      }),
    );
    const isRight = [...fields].every(([field, value]) => {
      const at = 2 * patterns[i]!.fields.indexOf(field);
      return bytes.toString("utf8", matcher.bounds[at], matcher.bounds[at + 1]) === value;
    });
    if (isOwn && isRight) addToGroup(won, winner, { ...example, fields });
    else if (winner === undefined || isOwn) addToGroup(remarks, own[0]!, `lost: the example ${quoted(example.text)}`);
    else
      addToGroup(remarks, own[0]!, `lost: an example that the pattern at ${importLocationText(winner.location)} wins`);
  }
  return won;
}
