import type { AddedExamples, LeftOutCode } from "../../check/add-examples.ts";
import type { CheckReport } from "../../check/check.ts";
import { formatRules, LEVELS, type Level, type RuleReference } from "../../check/finding.ts";
import { counted } from "../../diagnostics/phrases.ts";
import { MAX_EXAMPLE_BYTES } from "../../rules/limits.ts";

/** The message if comparing the rules took too long. */
export const NOT_COMPARED = "the rules took too long to compare; some that never win or include others may be missing";

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

/** Why rules got no example. */
export const LEFT_OUT: Readonly<Record<LeftOutCode, string>> = {
  NO_LINE: "no line in the logs",
  NO_READABLE_LINE: `none of the lines is UTF-8 without control characters and at most ${MAX_EXAMPLE_BYTES} bytes long`,
  EMPTY_LIST: "'examples' is an empty list",
  ALIAS: "written as an alias",
  LAYOUT: "no place for it was found where it changes nothing else",
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
