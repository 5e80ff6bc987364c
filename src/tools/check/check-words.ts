// What texts for people and annotations say in the same words.

import { placedRule, type RuleReference } from "../../run/rule-references.ts";
import { percentage } from "../../run/statistics-text.ts";
import { groupBy } from "../../text/collections/polyfills.ts";
import { counted, firstOf, quoted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import { type CheckExamples, LEFT_OUT } from "./add-examples.ts";
import { type CheckCoverage, type CheckResult, type CheckUnmatchedLines, countsOf, type Gate } from "./check-result.ts";
import { type CheckFinding, formatRules, LEVELS } from "./finding.ts";
import type { CheckChange, CheckRenamedRule } from "./rules-comparison.ts";
import { type CheckUpdates, NOT_UPDATED } from "./update-examples.ts";

export const NOT_COMPARED = "the rules took too long to compare; some that never win or include others may be missing";

export function notExamined(lines: number): string {
  return `'lost' leaves out ${counted(lines, "line")}: too many rules would have to be tried on them`;
}

export function problems(result: CheckResult<Buffer>): string | undefined {
  const counts = countsOf(result);
  const words = LEVELS.filter((level) => level !== "info" && counts[level] > 0).map((level) =>
    counted(counts[level], level),
  );
  return words.length === 0 ? undefined : words.join(", ");
}

export function rate({ lines, matched }: CheckCoverage<Buffer>): string {
  return percentage({ linesProcessed: lines, linesMatched: matched });
}

/** How unmatched lines compare with a baseline, or how it was updated, in a phrase; undefined without lines. */
export function baseline({ baseline }: CheckResult<Buffer>, gate: Gate): string | undefined {
  if (baseline === undefined || gate.noLines !== undefined) return undefined;
  const { newTemplates, knownTemplates, goneTemplates } = baseline;
  if (!gate.baseline?.isUpdated) {
    const gone = goneTemplates === 0 ? "" : `, ${goneTemplates} not seen any more; --update-baseline removes them`;
    return `${counted(newTemplates, "new template")}, ${knownTemplates} known${gone}`;
  }
  const total = counted(newTemplates + knownTemplates, "template");
  return `${total}, ${newTemplates} added, ${goneTemplates} removed`;
}

/** What makes lines unmatched ones: a phrase that ends in its verb. */
export function unmatchedBy({ rules }: CheckCoverage<Buffer>): string {
  return rules.some(({ catchAll }) => catchAll) ? "no rule but a catch-all matches" : "no rule matches";
}

/** How many lines belong to unmatched ones, and what takes them; undefined if none do. */
export function followed({ count, followed }: CheckUnmatchedLines<Buffer>): string | undefined {
  if (followed === undefined) return undefined;
  const traces = count === 1 ? "its stack trace" : "their stack traces";
  return `with ${counted(followed, "more line")} of ${traces}, which a rule with 'sequence: stack_trace' takes`;
}

/** Why no rule can be suggested for unmatched lines, or undefined if one may be. */
export function noRule({ sample, noText, haveLineBreak }: CheckUnmatchedLines<Buffer>): string | undefined {
  if (noText !== undefined) return `no rule is tried, because the line ${printable(noText)}`;
  if (haveLineBreak) return "no rule is suggested, because the message has a line break";
  return sample.length === 0 ? "no rule is suggested, because the line is empty" : undefined;
}

/** What became of examples, in phrases. */
export function edits({ updates, examples }: CheckResult<Buffer>): string[] {
  return [...(updates ? updatesInWords(updates) : []), ...(examples ? examplesInWords(examples) : [])];
}

function examplesInWords({ added, leftOut }: CheckExamples): string[] {
  const examples = added.length === 1 ? "an example" : "examples";
  return [
    ...(added.length > 0 ? [`added ${examples} to ${formatRules(added.map(({ rule }) => rule))}`] : []),
    ...(added.length + leftOut.length === 0 ? ["no examples added: every rule has some"] : []),
    ...byReason(LEFT_OUT, leftOut, (some, reason) => {
      return `no example for ${formatRules(some.map(({ rule }) => rule))}: ${reason}`;
    }),
  ];
}

function updatesInWords({ updated, notUpdated }: CheckUpdates): string[] {
  const isPrevented = notUpdated.some(({ code }) => code !== "WRONG_BEFORE");
  return [
    ...(isPrevented ? ["no examples were written, because not all can be updated"] : []),
    ...(updated.length > 0 ? [`updated ${counted(updated.length, "example")}`] : []),
    ...(updated.length + notUpdated.length === 0 ? ["no examples updated: all hold"] : []),
    ...byReason(NOT_UPDATED, notUpdated, (some, reason) => {
      const places = some.map(({ place }) => place);
      return `not updated, because ${reason}: ${firstOf(places, MAX_NAMED)}`;
    }),
  ];
}

/** A phrase for each code that some of the items have. */
function byReason<Item extends { readonly code: string }>(
  reasons: Readonly<Record<string, string>>,
  items: readonly Item[],
  phrase: (some: readonly Item[], reason: string) => string,
): string[] {
  const groups = groupBy(items, ({ code }) => code);
  return Object.entries(reasons).flatMap(([code, reason]) => {
    const some = groups.get(code);
    return some === undefined ? [] : [phrase(some, reason)];
  });
}

/** A change of lines in a phrase: which rules won them, and whether the outputs changed. */
export function change({ old, new: next, count, outputs }: CheckChange): string {
  if (old !== undefined && old.name === next?.name) return `${numberedRule(next)} gives another output`;
  const rules = `${numberedRule(old)} → ${numberedRule(next)}`;
  if (outputs === count) return rules;
  return outputs === 0 ? `${rules}, with the same output` : `${rules}, ${outputs} with another output`;
}

export function renamed({ old, new: next, count }: CheckRenamedRule): string {
  return `${numberedRule(old)} → ${numberedRule(next)}, ${counted(count, "line")}`;
}

export function numberedRule(rule: RuleReference | undefined): string {
  return rule === undefined ? "no rule" : placedRule(rule);
}

const MAX_NAMED = 10;
/** This many notes that differ only in the rule are summed up in one. */
const MIN_SUMMARY = 3;

/** Findings that are told together: one, or several that differ only in the rule, with a message for all. */
export interface Note {
  readonly findings: readonly CheckFinding[];
  readonly summary?: string;
  /** The rule that all of them include. */
  readonly shared?: RuleReference | undefined;
}

/** Separates the findings of level info from the others, and sums them up as notes. Both keep the order of the file. */
export function notesOf(findings: readonly CheckFinding[]) {
  const infos = findings.filter(({ level }) => level === "info");
  // Inclusions must share the including rule.
  const alike = groupBy(infos, ({ code, others }) => JSON.stringify([code, ...(code === "INCLUDED" ? others : [])]));
  const notes = [...alike.values()].flatMap((group): Note[] => {
    if (group.length < MIN_SUMMARY) return group.map((finding) => ({ findings: [finding] }));
    const { code, others } = group[0]!;
    const shared = code === "INCLUDED" ? others[0] : undefined;
    const summary =
      shared === undefined
        ? `${group.length} rules won none of the lines`
        : `${group.length} rules are included in rule ${quoted(shared.name)}: their lines match it too, and they win`;
    return [{ findings: group, summary, shared }];
  });
  return { findings: findings.filter(({ level }) => level !== "info"), notes };
}

export function namesIn(findings: readonly CheckFinding[]): string {
  const names = findings.map(({ rule }) => numberedRule(rule));
  return firstOf(names, MAX_NAMED) + (names.length > MAX_NAMED ? "; --format json names all" : "");
}
