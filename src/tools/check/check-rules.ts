import { isAny, type Pattern, type PatternElement } from "../../matcher/pattern.ts";
import { isInNameOnly } from "../../rules/in-name-only.ts";
import { IMPORT_GROK } from "../../rules/notation.ts";
import { fieldNamesOf, type Rule, rewritesOf } from "../../rules/rule.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import type { RuleReference } from "../../run/rule-references.ts";
import { nearestOr } from "../../text/messages/nearest.ts";
import { counted, listed, quoted } from "../../text/messages/phrases.ts";
import type { CheckResult } from "./check-result.ts";
import type { Coverage } from "./coverage.ts";
import { failedExamples } from "./example-findings.ts";
import { type CheckFinding, formatRules, locateFindings, type PendingFinding } from "./finding.ts";
import { outputPlaceholders } from "./output-placeholders.ts";
import { ComparisonLimit, PatternOrder } from "./pattern-order.ts";

const HELP = "remove it; or, if it is the more specific one, write it first or give it more text";
const IN_NAME_ONLY = "in name only: nothing in its pattern tells its lines from others";
const IN_NAME_ONLY_HELP = "give it a word of its lines, or 'catch_all: true', so that they do not count as matched";
const CATCH_ALL_HELP = "remove it; or, if it is the more specific one, leave 'catch_all: true' out";

/** Checks the rules. The limit bounds only the comparison of rules with each other. */
export function checkRules(
  source: LoadedRules,
  references: readonly RuleReference[],
  limit = new ComparisonLimit(),
): Pick<CheckResult, "findings" | "comparedAll"> {
  const { rules, rulebook } = source;
  const pending: PendingFinding[] = [
    ...failedExamples(rulebook, references),
    ...orderFindings(source, references, limit),
    ...shadowedFollowers(source, limit),
    ...adjacentFields(rules),
    ...inNameOnly(rules),
    ...outputPlaceholders(source),
    ...foundByLoader(source),
    ...sameNames(rules, references),
  ];
  return { findings: locateFindings(pending, source, references), comparedAll: !limit.isReached };
}

/** What was found while the rules were read. It belongs to the rule that contains it, if any. */
function foundByLoader({ rules, findings }: LoadedRules): PendingFinding[] {
  const fields = fieldNamesOf(rules);
  return findings.map((finding): PendingFinding => {
    const { code, span } = finding;
    const rule = rules.findLastIndex((one) => one.span.start <= span.start);
    const common = { level: "warning", code, span, ...(rule !== -1 && { rule }) } as const;
    if (finding.code === "BRACED_NAME") {
      const { source, reason, help } = finding.near;
      if (help === IMPORT_GROK)
        return { ...common, message: `${quoted(`%${source}`)} is no pattern of grok: ${reason}`, help };
      const message = `${quoted(source)} is text in this pattern: ${reason}`;
      return { ...common, message, help: `${help}; for the text itself write the element { text: ${quoted(source)} }` };
    }
    const { name } = finding;
    const message = `'fields' describes ${quoted(name)}, but no pattern has such a field`;
    return { ...common, message, help: nearestOr([name], fields, "remove it") };
  });
}

function orderFindings(
  { rules, rulebook: { matcher } }: LoadedRules,
  references: readonly RuleReference[],
  limit: ComparisonLimit,
): PendingFinding[] {
  const patterns = rules.map(({ pattern }) => pattern);
  const order = new PatternOrder(patterns, matcher, limit);
  const name = (rule: number): string => quoted(rules[rule]!.name);
  const shadowed = order.shadowed();
  return [
    ...shadowed.map(
      ({ rule, by }): PendingFinding => ({
        ...{ level: "error", code: "NEVER_WINS", rule, span: rules[rule]!.span, others: by },
        message: `rule ${name(rule)} can never win: ${formatReferences(references, by)} ${matchAll(by)}`,
        help: rules[rule]!.pattern.isCatchAll ? CATCH_ALL_HELP : HELP,
      }),
    ),
    ...order.inclusions(shadowed).map(
      ({ rule, in: other, witness }): PendingFinding => ({
        ...{ level: "info", code: "INCLUDED", rule, span: rules[rule]!.span, others: [other], witness },
        message: `every line of rule ${name(rule)} matches ${formatReferences(references, [other])} too; ${name(rule)} wins`,
      }),
    ),
  ];
}

function matchAll({ length }: readonly number[]): string {
  return `${length === 1 ? "matches" : "match"} all its lines`;
}

/** Followers that can never match, because other followers of the same rule match all their lines. */
function shadowedFollowers({ rules, rulebook: { followers } }: LoadedRules, limit: ComparisonLimit): PendingFinding[] {
  return rules.flatMap(({ name, followers: own }, rule) => {
    const matcher = followers[rule]?.matcher;
    if (matcher === undefined || own.length < 2) return [];
    const patterns = own.map(({ pattern }) => pattern);
    return new PatternOrder(patterns, matcher, limit).shadowed().map(({ rule: follower, by }): PendingFinding => {
      const numbers = by.map((other) => String(other + 1));
      const others = `${by.length === 1 ? "follower" : "followers"} ${listed(numbers, "and")}`;
      return {
        ...{ level: "error", code: "NEVER_WINS", rule, follower: follower + 1, span: own[follower]!.span },
        message: `follower ${follower + 1} of rule ${quoted(name)} can never match: ${others} ${matchAll(by)}`,
        help: HELP,
      };
    });
  });
}

/** Fields of any text that directly precede another such field, and so capture nothing. */
function adjacentFields(rules: readonly Rule[]): PendingFinding[] {
  return rules.flatMap((leader, rule) =>
    rewritesOf(leader).flatMap((one, i) =>
      adjacentIn(one.pattern).map(({ first, second, index }): PendingFinding => {
        const [before, after] = [first, second].map((field) => quoted(one.pattern.fields[field]!));
        const owner = `${i === 0 ? "" : `follower ${i} of `}rule ${quoted(leader.name)}`;
        return {
          ...{ level: "warning", code: "ADJACENT_FIELDS", rule, span: one.fieldSpans[index]! },
          ...(i > 0 && { follower: i }),
          message: `in ${owner} the field ${before} captures nothing, because ${after} follows directly`,
          help: "write the text between them, give the first a type, or leave one of them out",
        };
      }),
    ),
  );
}

interface Pair {
  readonly first: number;
  readonly second: number;
  /** The index of the second among all fields as written. Alternatives may contain one field several times. */
  readonly index: number;
}

function adjacentIn({ timestamp, elements }: Pattern): Pair[] {
  const pairs = adjacentElements(elements, { count: 0 });
  // A field `timestamp` captures a date-time, so the field before it captures what precedes the date-time.
  return pairs.filter(({ first, second }) => first !== timestamp && second !== timestamp);
}

/** `passed` counts the fields that are written before these elements. */
function adjacentElements(elements: readonly PatternElement[], passed: { count: number }): Pair[] {
  return elements.flatMap((element, i): Pair[] => {
    if ("branches" in element) return element.branches.flatMap((branch) => adjacentElements(branch, passed));
    if (!("field" in element)) return [];
    const index = passed.count++;
    const before = elements[i - 1];
    return isAny(element) && isAny(before) ? [{ first: before.field, second: element.field, index }] : [];
  });
}

/**
 * Rules that match in name only, and are no catch-alls. A follower that begins with a text or a type is bound to the
 * indentation or the mark of its lines; one that begins with anything takes what comes after the rule's line.
 */
function inNameOnly(rules: readonly Rule[]): PendingFinding[] {
  return rules.flatMap((leader, rule) =>
    rewritesOf(leader).flatMap((one, follower): PendingFinding[] => {
      const { pattern, span } = one;
      if (pattern.isCatchAll || !isInNameOnly(pattern)) return [];
      const common = { level: "warning", code: "IN_NAME_ONLY", rule, span: one.fieldSpans[0] ?? span } as const;
      if (follower === 0)
        return [{ ...common, message: `rule ${quoted(leader.name)} matches ${IN_NAME_ONLY}`, help: IN_NAME_ONLY_HELP }];
      if (!isAny(pattern.elements[0])) return [];
      const message = `follower ${follower} of rule ${quoted(leader.name)} matches ${IN_NAME_ONLY}`;
      return [{ ...common, follower, message, help: "begin it with the indentation or a word of its lines" }];
    }),
  );
}

function sameNames(rules: readonly Rule[], references: readonly RuleReference[]): PendingFinding[] {
  const first = new Map<string, number>();
  return rules.flatMap(({ name, span }, rule): PendingFinding[] => {
    const other = first.get(name);
    if (other === undefined) {
      first.set(name, rule);
      return [];
    }
    return [
      {
        ...{ level: "warning", code: "SAME_NAME", rule, span, others: [other] },
        message: `${formatRules([references[other]!])} has this name too`,
        help: "give each rule its own name: messages and explain records identify rules by name",
      },
    ];
  });
}

/** Rules that won no line, except those that can never win one, and catch-alls, which should win none. */
export function rulesWithoutLines(
  source: LoadedRules,
  references: readonly RuleReference[],
  findings: readonly CheckFinding[],
  { statistics, rules }: Coverage,
): CheckFinding[] {
  const lines = statistics.linesProcessed;
  if (lines === 0) return [];
  const hidden = findings.filter(({ code, follower }) => code === "NEVER_WINS" && follower === undefined);
  const neverWinning = new Set(hidden.map(({ rule }) => rule));
  const pending = rules.flatMap(({ won, lost }, rule): PendingFinding[] => {
    const { name, span, pattern } = source.rules[rule]!;
    if (won > 0 || pattern.isCatchAll || neverWinning.has(references[rule]!)) return [];
    const others = lost.map(({ to }) => to);
    const losses = others.length === 0 ? "" : `; the lines it matches go to ${formatReferences(references, others)}`;
    return [
      {
        ...{ level: "info", code: "NEVER_WON", rule, span, others },
        message: `rule ${quoted(name)} won none of the ${counted(lines, "line")}${losses}`,
      },
    ];
  });
  return locateFindings(pending, source, references);
}

function formatReferences(references: readonly RuleReference[], rules: readonly number[]): string {
  return formatRules(rules.map((rule) => references[rule]!));
}
