// What texts for people and annotations say in the same words.

import { placedRule, type RuleReference } from "../../run/rule-references.ts";
import { percentage } from "../../run/statistics-text.ts";
import { addToGroup } from "../../text/collections/polyfills.ts";
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

export function edits({ updates, examples }: CheckResult<Buffer>): string[] {
  return [...(updates ? updatesInWords(updates) : []), ...(examples ? examplesInWords(examples) : [])];
}

function examplesInWords({ added, leftOut }: CheckExamples): string[] {
  const phrases: string[] = [];
  if (added.length > 0) {
    const examples = added.length === 1 ? "an example" : "examples";
    phrases.push(`added ${examples} to ${formatRules(added.map(({ rule }) => rule))}`);
  }
  if (added.length === 0 && leftOut.length === 0) phrases.push("no examples added: every rule has some");
  for (const [code, reason] of Object.entries(LEFT_OUT)) {
    const rules = leftOut.flatMap((one): RuleReference[] => (one.code === code ? [one.rule] : []));
    if (rules.length > 0) phrases.push(`no example for ${formatRules(rules)}: ${reason}`);
  }
  return phrases;
}

function updatesInWords({ updated, notUpdated }: CheckUpdates): string[] {
  const isPrevented = notUpdated.some(({ code }) => code !== "WRONG_BEFORE");
  const phrases = isPrevented ? ["no examples were written, because not all can be updated"] : [];
  if (updated.length > 0) phrases.push(`updated ${counted(updated.length, "example")}`);
  if (updated.length + notUpdated.length === 0) phrases.push("no examples updated: all hold");
  for (const [code, reason] of Object.entries(NOT_UPDATED)) {
    const places = notUpdated.flatMap((one) => (one.code === code ? [one.place] : []));
    if (places.length > 0) phrases.push(`not updated, because ${reason}: ${firstOf(places, MAX_NAMED)}`);
  }
  return phrases;
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

/** A note on one rule, or on several rules that share it. */
export interface Note {
  readonly findings: readonly CheckFinding[];
  /** The message for all findings, and the rule that they share; undefined for a single finding. */
  readonly summary: { readonly message: string; readonly shared: RuleReference | undefined } | undefined;
}

/** Separates the findings of level info from the others, and sums them up as notes. Both keep the order of the file. */
export function notesOf(findings: readonly CheckFinding[]): {
  findings: readonly CheckFinding[];
  notes: readonly Note[];
} {
  const alike = new Map<string, CheckFinding[]>();
  for (const finding of findings) {
    const { level, code, others } = finding;
    // Inclusions must share the including rule.
    const key = code === "INCLUDED" ? JSON.stringify([code, ...others]) : code;
    if (level === "info") addToGroup(alike, key, finding);
  }
  const notes = [...alike.values()].flatMap((group): Note[] =>
    group.length < MIN_SUMMARY
      ? group.map((finding) => ({ findings: [finding], summary: undefined }))
      : [{ findings: group, summary: summaryOf(group) }],
  );
  return { findings: findings.filter(({ level }) => level !== "info"), notes };
}

export function namesIn(findings: readonly CheckFinding[]): string {
  const names = findings.map(({ rule }) => numberedRule(rule));
  return firstOf(names, MAX_NAMED) + (names.length > MAX_NAMED ? "; --format json names all" : "");
}

function summaryOf(alike: readonly CheckFinding[]): NonNullable<Note["summary"]> {
  const [{ code, others }] = alike as [CheckFinding];
  const [other] = others;
  if (code === "INCLUDED" && other !== undefined) {
    const message = `${alike.length} rules are included in rule ${quoted(other.name)}: their lines match it too, and they win`;
    return { message, shared: other };
  }
  return { message: `${alike.length} rules won none of the lines`, shared: undefined };
}
