import { MAX_EXAMPLE_BYTES } from "../../rules/rule.ts";
import type { LineTemplate } from "../../run/line-templates.ts";
import type { NamedInput } from "../../run/statistics-text.ts";
import { noLinesRead } from "../../run/statistics-text.ts";
import { shownPath } from "../../text/messages/paths.ts";
import { counted, listed } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import type { AddedExamples, LeftOutCode } from "./add-examples.ts";
import type { BaselineResult } from "./baseline.ts";
import type { CheckReport } from "./check.ts";
import type { Coverage } from "./coverage.ts";
import { formatRules, LEVELS, type Level, type RuleReference } from "./finding.ts";
import type { CheckChanges } from "./rules-comparison.ts";

/** The message if comparing the rules took too long. */
export const NOT_COMPARED = "the rules took too long to compare; some that never win or include others may be missing";

/** The message if some lines were not examined for the rules that lost them. */
export function notExamined(lines: number): string {
  return `'lost' leaves out ${counted(lines, "line")}: too many rules would have to be tried on them`;
}

/** The number of findings of each level. Errors in the rules file count as errors. */
export function countsOf({ issues, omitted, findings }: CheckReport): Readonly<Record<Level, number>> {
  const counts = { error: issues.length + omitted, warning: 0, info: 0 };
  for (const { level } of findings) counts[level]++;
  return counts;
}

/** The numbers of errors and warnings as a phrase, or undefined if there are none. */
export function problemsInWords(checked: CheckReport): string | undefined {
  const counts = countsOf(checked);
  const words = LEVELS.filter((level) => level !== "info" && counts[level] > 0).map((level) =>
    counted(counts[level], level),
  );
  return words.length === 0 ? undefined : words.join(", ");
}

/** What the options of `check` make of its result. */
export interface Gate {
  /** The command line that writes rules for lines of these logs. */
  readonly suggesting: (logs: readonly string[]) => string;
  /** The baseline that was asked for, and whether it is updated. */
  readonly baseline: { readonly path: string; readonly isUpdated: boolean } | undefined;
  /** The message if unmatched lines have templates that the baseline lacks. */
  readonly newLines: string | undefined;
  /** The message if lines changed against older rules. */
  readonly changed: string | undefined;
  /**
   * The message if there were no lines to compare with the baseline or by older rules: an empty log is not good news.
   */
  readonly noLines: string | undefined;
  /** The message if fewer lines matched than asked for. */
  readonly shortfall: string | undefined;
}

/** The message if unmatched lines have templates that a baseline lacks, or undefined. */
export function newLinesInWords(path: string, { newTemplates, newLines }: BaselineResult): string | undefined {
  if (newLines === 0) return undefined;
  const [have, templates] = [newLines === 1 ? "has" : "have", newTemplates === 1 ? "a template" : "templates"];
  return `${counted(newLines, "unmatched line")} ${have} ${templates} that ${shownPath(path)} lacks`;
}

/** The message if no lines were read, though these options compare lines; or undefined. */
export function noLinesInWords(
  { coverage }: CheckReport,
  options: readonly string[],
  inputs: readonly NamedInput[],
): string | undefined {
  if (coverage === undefined || coverage.statistics.linesProcessed > 0 || options.length === 0) return undefined;
  return `${noLinesRead(inputs)}, so ${listed(options, "and")} compared nothing`;
}

/** The message if lines changed against older rules, or undefined. */
export function changedInWords({ path, lines }: CheckChanges): string | undefined {
  if (lines === 0) return undefined;
  return `${counted(lines, "line")} ${lines === 1 ? "has" : "have"} another rule or another output than with ${shownPath(path)}`;
}

/** How unmatched lines compare with a baseline, or how it was updated, in a phrase. */
export function baselineInWords(
  { newTemplates, knownTemplates, goneTemplates }: BaselineResult,
  isUpdated: boolean,
): string {
  if (!isUpdated) {
    const gone = goneTemplates === 0 ? "" : `, ${goneTemplates} not seen any more; --update-baseline removes them`;
    return `${counted(newTemplates, "new template")}, ${knownTemplates} known${gone}`;
  }
  const total = counted(newTemplates + knownTemplates, "template");
  return `${total}, ${newTemplates} added, ${goneTemplates} removed`;
}

/** What makes lines unmatched ones: a phrase that ends in its verb. */
export function unmatchedBy({ rules }: Coverage): string {
  return rules.some(({ catchAll }) => catchAll) ? "no rule but a catch-all matches" : "no rule matches";
}

/** Why no rule can be suggested for unmatched lines, or undefined if one may be. */
export function noRuleInWords({ template, flaw, haveLineBreak }: LineTemplate): string | undefined {
  if (flaw !== undefined) return `no rule is tried, because the line ${printable(flaw)}`;
  if (haveLineBreak) return "no rule is suggested, because the message has a line break";
  return template.length === 0 ? "no rule is suggested, because the line is empty" : undefined;
}

/** Why rules got no example. */
export const LEFT_OUT: Readonly<Record<LeftOutCode, string>> = {
  NO_LINE: "no line in the logs",
  NO_READABLE_LINE: `none of the lines is UTF-8 without control characters and at most ${MAX_EXAMPLE_BYTES} bytes long`,
  EMPTY_LIST: "'examples' is an empty list",
  ALIAS: "written as an alias",
  LAYOUT: "no place was found where adding it changes nothing else",
};

/** What became of the examples, in a phrase for each line. */
export function examplesInWords({ added, leftOut }: AddedExamples): string[] {
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
