import type { CheckReport } from "../../check/check.ts";
import { LEVELS, type Level } from "../../check/finding.ts";
import { counted } from "../../diagnostics/quoted.ts";

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
