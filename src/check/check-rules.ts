import { quoted } from "../diagnostics/quoted.ts";
import type { Coverage } from "./coverage.ts";
import { failedExamples } from "./examples.ts";
import type { Draft, Finding, RuleReference } from "./finding.ts";
import { listed, rulesInWords } from "./in-words.ts";
import { adjacentFields, sameNames } from "./pattern-findings.ts";
import { placed } from "./places.ts";
import { Precedence } from "./precedence.ts";
import type { Source } from "./source.ts";

const REMEDY = "remove it; or, if it is the more special one, write it first or give it more text";

/** All that is to be told of the rules themselves, in the order of the file. */
export function checkRules(source: Source, references: readonly RuleReference[]): Finding[] {
  const { rulebook } = source;
  const { rules } = rulebook;
  const drafts: Draft[] = [
    ...failedExamples(rulebook, references),
    ...orderFindings(source, references),
    ...followersInVain(source),
    ...adjacentFields(rules),
    ...sameNames(rules, references),
  ];
  return placed(drafts, source, references);
}

function orderFindings({ rulebook: { rules, matcher } }: Source, references: readonly RuleReference[]): Draft[] {
  const precedence = new Precedence(
    rules.map(({ pattern }) => pattern),
    matcher,
  );
  const name = (rule: number): string => quoted(rules[rule]!.name);
  const shadowed = precedence.shadowed();
  return [
    ...shadowed.map(
      ({ rule, by }): Draft => ({
        ...{ level: "error", code: "NEVER_WINS", rule, at: rules[rule]!.at, others: by },
        message: `rule ${name(rule)} can never win: ${named(references, by)} ${by.length === 1 ? "has" : "have"} all its lines`,
        help: REMEDY,
      }),
    ),
    ...precedence.inclusions(shadowed).map(
      ({ rule, in: other, witness }): Draft => ({
        ...{ level: "info", code: "INCLUDED", rule, at: rules[rule]!.at, others: [other], witness },
        message: `every line of rule ${name(rule)} is one of ${named(references, [other])} too; ${name(rule)} wins it`,
      }),
    ),
  ];
}

/** Followers that can never match, as others of their rule have all their lines. */
function followersInVain({ rulebook: { rules, followers } }: Source): Draft[] {
  return rules.flatMap(({ name, at, followers: own }, rule) => {
    const matcher = followers[rule]?.matcher;
    if (matcher === undefined || own.length < 2) return [];
    const patterns = own.map(({ pattern }) => pattern);
    return new Precedence(patterns, matcher).shadowed().map(({ rule: follower, by }): Draft => {
      const others = listed(by.map((other) => String(other + 1)));
      return {
        ...{ level: "error", code: "NEVER_WINS", rule, at },
        message: `follower ${follower + 1} of rule ${quoted(name)} can never match: ${others} ${by.length === 1 ? "has" : "have"} all its lines`,
        help: REMEDY,
      };
    });
  });
}

/** The rules that won no line of the logs, but for those of which it is known that they can't. */
export function rulesWithoutLines(
  source: Source,
  references: readonly RuleReference[],
  findings: readonly Finding[],
  { statistics, rules }: Coverage,
): Finding[] {
  const lines = statistics.linesProcessed;
  if (lines === 0) return [];
  const idle = new Set(findings.filter(({ code }) => code === "NEVER_WINS").map(({ rule }) => rule));
  const drafts = rules.flatMap(({ won, lost }, rule): Draft[] => {
    if (won > 0 || idle.has(references[rule]!)) return [];
    const { name, at } = source.rulebook.rules[rule]!;
    const others = lost.map(({ to }) => to);
    const losses = others.length === 0 ? "" : `; those that it matches go to ${named(references, others)}`;
    return [
      {
        ...{ level: "info", code: "NEVER_WON", rule, at, others },
        message: `rule ${quoted(name)} won none of the ${lines} ${lines === 1 ? "line" : "lines"}${losses}`,
      },
    ];
  });
  return placed(drafts, source, references);
}

function named(references: readonly RuleReference[], rules: readonly number[]): string {
  return rulesInWords(rules.map((rule) => references[rule]!));
}
