import { isAny, partsIn, textsIn } from "../../matcher/pattern.ts";
import { isInNameOnly } from "../../rules/in-name-only.ts";
import { spansIn } from "../../rules/node-reader.ts";
import {
  bracedTexts,
  IMPORT_GROK,
  isIdentifier,
  isType,
  transformCalled,
  unclosedBraces,
} from "../../rules/notation.ts";
import { fieldNamesOf, type Rule, rewritesOf } from "../../rules/rule.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import type { RuleReference } from "../../run/rule-references.ts";
import { nearest, nearestOr } from "../../text/messages/nearest.ts";
import { counted, listed, quoted } from "../../text/messages/phrases.ts";
import type { Coverage } from "./coverage.ts";
import { type CheckFinding, failedExamples, formatRules, locateFindings, type PendingFinding } from "./finding.ts";
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
): { findings: CheckFinding[]; comparedAll: boolean } {
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
  const errors = shadowed.map(({ rule, by }): PendingFinding => {
    const message = `rule ${name(rule)} can never win: ${formatReferences(references, by)} ${matchAll(by)}`;
    const help = patterns[rule]!.isCatchAll ? CATCH_ALL_HELP : HELP;
    return { level: "error", code: "NEVER_WINS", rule, span: rules[rule]!.span, others: by, message, help };
  });
  const notes = order.inclusions(shadowed).map(({ rule, in: other, witness }): PendingFinding => {
    const message = `every line of rule ${name(rule)} matches ${formatReferences(references, [other])} too; ${name(rule)} wins`;
    return { level: "info", code: "INCLUDED", rule, span: rules[rule]!.span, others: [other], witness, message };
  });
  return [...errors, ...notes];
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

/** The patterns of rules and their followers, with the words for each, and what its findings have in common. */
function rewritesIn(rules: readonly Rule[]) {
  return rules.flatMap((leader, rule) =>
    rewritesOf(leader).map((rewrite, follower) => ({
      rewrite,
      owner: `${follower === 0 ? "" : `follower ${follower} of `}rule ${quoted(leader.name)}`,
      about: { level: "warning", rule, ...(follower > 0 && { follower }) } as const,
    })),
  );
}

/** Fields of any text that directly precede another such field, and so capture nothing. */
function adjacentFields(rules: readonly Rule[]): PendingFinding[] {
  return rewritesIn(rules).flatMap(({ rewrite: { pattern, fieldSpans }, owner, about }) => {
    const { elements, fields, timestamp } = pattern;
    const ofFields = partsIn(elements).filter(({ part }) => "field" in part);
    return ofFields.flatMap(({ part, before }, i): PendingFinding[] => {
      if (!isAny(part) || !isAny(before)) return [];
      // A field `timestamp` captures a date-time, so the field before it captures what precedes the date-time.
      if (before.field === timestamp || part.field === timestamp) return [];
      const [first, second] = [before, part].map(({ field }) => quoted(fields[field]!));
      const message = `in ${owner} the field ${first} captures nothing, because ${second} follows directly`;
      const help = "write the text between them, give the first a type, or leave one of them out";
      return [{ ...about, code: "ADJACENT_FIELDS", span: fieldSpans[i]!, message, help }];
    });
  });
}

/**
 * Rules that match in name only, and are no catch-alls. A follower that begins with a text or a type is bound to the
 * indentation or the mark of its lines; one that begins with anything takes what comes after the rule's line.
 */
function inNameOnly(rules: readonly Rule[]): PendingFinding[] {
  return rewritesIn(rules).flatMap(({ rewrite: { pattern, span, fieldSpans }, owner, about }): PendingFinding[] => {
    if (pattern.isCatchAll || !isInNameOnly(pattern)) return [];
    const isFollower = about.follower !== undefined;
    if (isFollower && !isAny(pattern.elements[0])) return [];
    const help = isFollower ? "begin it with the indentation or a word of its lines" : IN_NAME_ONLY_HELP;
    const message = `${owner} matches ${IN_NAME_ONLY}`;
    return [{ ...about, code: "IN_NAME_ONLY", span: fieldSpans[0] ?? span, message, help }];
  });
}

function sameNames(rules: readonly Rule[], references: readonly RuleReference[]): PendingFinding[] {
  const firsts = new Map([...rules.entries()].reverse().map(([rule, { name }]) => [name, rule]));
  return rules.flatMap(({ name, span }, rule): PendingFinding[] => {
    const other = firsts.get(name)!;
    if (other === rule) return [];
    const message = `${formatRules([references[other]!])} has this name too`;
    const help = "give each rule its own name: messages and explain records identify rules by name";
    return [{ level: "warning", code: "SAME_NAME", rule, span, others: [other], message, help }];
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
    const message = `rule ${quoted(name)} won none of the ${counted(lines, "line")}${losses}`;
    return [{ level: "info", code: "NEVER_WON", rule, span, others, message }];
  });
  return locateFindings(pending, source, references);
}

function formatReferences(references: readonly RuleReference[], rules: readonly number[]): string {
  return formatRules(rules.map((rule) => references[rule]!));
}

/** How many different texts in braces, and after open ones, are looked at in each output. Real outputs have fewer. */
const MAX_TEXTS = 100;

/**
 * Finds texts in braces that are nearly a placeholder but that the output shows as they are. The loader refuses only
 * plain identifiers, because other texts in braces may be intended. Those that the pattern has too are intended: the
 * output repeats the line.
 */
function outputPlaceholders({ rules, text }: LoadedRules): PendingFinding[] {
  return rewritesIn(rules).flatMap(({ rewrite: { written, pattern }, owner, about }) => {
    if (!written?.text.includes("{")) return [];
    const spanOfNext = spansIn(text, written.span, written.text);
    const near = nearTexts(written.text, new Set(pattern.fields), textsIn(pattern.elements).flatMap(braceTexts));
    return near.map(({ source, start, reason, help }): PendingFinding => {
      const message = `in the output of ${owner}, ${quoted(source)} is plain text: ${reason}`;
      return { ...about, code: "NO_PLACEHOLDER", span: spanOfNext(source, start), message, help };
    });
  });
}

/** What is wrong with a text that is nearly a placeholder. */
interface Slip {
  readonly reason: string;
  readonly help: string;
}

/**
 * What follows each brace in a literal of a pattern, up to the next brace or the end of the literal. Never blank, and
 * without blanks at its end, which outputs may lack.
 */
function braceTexts(literal: string): string[] {
  return Array.from(literal.matchAll(/\{([^{}]*[^{}\s][^{}]*)/g), ([, following]) => following!.trimEnd());
}

/** The distinct texts that are nearly placeholders of these fields, unless they begin with one of `ofLine`. */
function nearTexts(text: string, fields: ReadonlySet<string>, ofLine: readonly string[]) {
  const near = new Map<string, Slip & { readonly source: string; readonly start: number }>();
  const seen = new Set<string>();
  const add = (content: string, source: string, start: number, slip: () => Slip | undefined): void => {
    if (seen.has(content) || seen.size === MAX_TEXTS || near.has(source)) return;
    seen.add(content);
    const found = ofLine.some((start) => content.startsWith(start)) ? undefined : slip();
    if (found !== undefined) near.set(source, { source, start, ...found });
  };
  // An identifier that is not a field is in double braces, so it is intended.
  for (const { content, start, end } of bracedTexts(text))
    if (!fields.has(content) && !isIdentifier(content))
      add(content, text.slice(start, end), start, () => slipIn(content, fields));
  seen.clear();
  // From left to right, so that the first of equal texts is reported.
  for (const { content, start } of [...unclosedBraces(text)].reverse()) {
    const name = [/^[^\s:|]+/, /^\w+/].map((word) => word.exec(content)?.[0] ?? "").find((word) => fields.has(word));
    if (name !== undefined)
      add(content, `{${name}`, start, () => ({ reason: "the brace is not closed", help: meant(name) }));
  }
  return [...near.values()].sort((a, b) => a.start - b.start);
}

/** What is wrong with a text between braces, if it was probably meant as a placeholder. */
function slipIn(content: string, fields: ReadonlySet<string>): Slip | undefined {
  const [, name = "", rest = ""] = /^([^\s:|]+)\s*(.*)$/s.exec(content.trim()) ?? [];
  if (!fields.has(name)) {
    const field = nearest(content, fields);
    return field === undefined ? undefined : { reason: "no field has that name", help: meant(field) };
  }
  const word = rest.replace(/^[\s:|]+/, "");
  const transform = transformCalled(word);
  // Other texts may be members of an object, as in `{ state: ready }`.
  const isFormat = /^(?:\|[\w\s.|-]*|:[^\s"'<,]*)?$/.test(rest) || transform !== undefined || isType(word);
  if (!isFormat) return undefined;
  const fieldsKey = `fields: { ${name}: { transform: ${transform} } }`;
  const help = transform === undefined ? "" : ` a transform is part of the rule: ${quoted(fieldsKey)}`;
  return { reason: "only a field's name alone makes a placeholder", help: meant(name) + help };
}

function meant(field: string): string {
  return `did you mean ${quoted(`{${field}}`)}?`;
}
