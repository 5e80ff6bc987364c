import { quoted } from "../diagnostics/quoted.ts";
import type { RulesSource } from "../normalization/rules-source.ts";
import type { Coverage } from "./coverage.ts";
import { failedExamples } from "./examples.ts";
import type { Draft, Finding, RuleReference } from "./finding.ts";
import { listed, rulesInWords } from "./in-words.ts";
import { nearPlaceholders } from "./near-placeholders.ts";
import { Order } from "./order.ts";
import { adjacentFields, sameNames } from "./pattern-findings.ts";
import { placed } from "./places.ts";
import { TimeLimit } from "./time-limit.ts";

const REMEDY = "remove it; or, if it is the more specific one, write it first or give it more text";

/** All that is to be told of the rules themselves. */
export interface CheckedRules {
  /** In the order of the file. */
  readonly findings: readonly Finding[];
  /** Whether all rules were compared; false for a file that is made up to take too long. */
  readonly comparedAll: boolean;
}

/** Compares the rules with each other up to the time limit; all else is looked for in any case. */
export function checkRules(
  source: RulesSource,
  references: readonly RuleReference[],
  limit = new TimeLimit(),
): CheckedRules {
  const { rules, rulebook } = source;
  const drafts: Draft[] = [
    ...failedExamples(rulebook, references),
    ...orderFindings(source, references, limit),
    ...shadowedFollowers(source, limit),
    ...adjacentFields(rules),
    ...nearPlaceholders(source),
    ...sameNames(rules, references),
  ];
  return { findings: placed(drafts, source, references), comparedAll: !limit.isReached };
}

function orderFindings(
  { rules, rulebook: { matcher } }: RulesSource,
  references: readonly RuleReference[],
  limit: TimeLimit,
): Draft[] {
  const patterns = rules.map(({ pattern }) => pattern);
  const order = new Order(patterns, matcher, limit);
  const name = (rule: number): string => quoted(rules[rule]!.name);
  const shadowed = order.shadowed();
  return [
    ...shadowed.map(
      ({ rule, by }): Draft => ({
        ...{ level: "error", code: "NEVER_WINS", rule, span: rules[rule]!.span, others: by },
        message: `rule ${name(rule)} can never win: ${named(references, by)} ${by.length === 1 ? "has" : "have"} all its lines`,
        help: REMEDY,
      }),
    ),
    ...order.inclusions(shadowed).map(
      ({ rule, in: other, witness }): Draft => ({
        ...{ level: "info", code: "INCLUDED", rule, span: rules[rule]!.span, others: [other], witness },
        message: `every line of rule ${name(rule)} is one of ${named(references, [other])} too; ${name(rule)} wins over it`,
      }),
    ),
  ];
}

/** Followers that can never match, as other followers of their rule have all their lines. */
function shadowedFollowers({ rules, rulebook: { followers } }: RulesSource, limit: TimeLimit): Draft[] {
  return rules.flatMap(({ name, followers: own }, rule) => {
    const matcher = followers[rule]?.matcher;
    if (matcher === undefined || own.length < 2) return [];
    const patterns = own.map(({ pattern }) => pattern);
    return new Order(patterns, matcher, limit).shadowed().map(({ rule: follower, by }): Draft => {
      const others = listed(by.map((other) => String(other + 1)));
      const haveAll = by.length === 1 ? `follower ${others} has` : `followers ${others} have`;
      return {
        ...{ level: "error", code: "NEVER_WINS", rule, follower: follower + 1, span: own[follower]!.span },
        message: `follower ${follower + 1} of rule ${quoted(name)} can never match: ${haveAll} all its lines`,
        help: REMEDY,
      };
    });
  });
}

/** The rules that won no line of the logs, without those that can never win one. */
export function rulesWithoutLines(
  source: RulesSource,
  references: readonly RuleReference[],
  findings: readonly Finding[],
  { statistics, rules }: Coverage,
): Finding[] {
  const lines = statistics.linesProcessed;
  if (lines === 0) return [];
  const hidden = findings.filter(({ code, follower }) => code === "NEVER_WINS" && follower === undefined);
  const idle = new Set(hidden.map(({ rule }) => rule));
  const drafts = rules.flatMap(({ won, lost }, rule): Draft[] => {
    if (won > 0 || idle.has(references[rule]!)) return [];
    const { name, span } = source.rules[rule]!;
    const others = lost.map(({ to }) => to);
    const losses = others.length === 0 ? "" : `; those that it matches go to ${named(references, others)}`;
    return [
      {
        ...{ level: "info", code: "NEVER_WON", rule, span, others },
        message: `rule ${quoted(name)} won none of the ${lines} ${lines === 1 ? "line" : "lines"}${losses}`,
      },
    ];
  });
  return placed(drafts, source, references);
}

function named(references: readonly RuleReference[], rules: readonly number[]): string {
  return rulesInWords(rules.map((rule) => references[rule]!));
}
