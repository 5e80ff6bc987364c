import type { Checked } from "../../check/check.ts";
import { LEVELS, type Level } from "../../check/finding.ts";
import { counted } from "../../diagnostics/quoted.ts";

/** Said of a file whose rules take too long to be compared. */
export const NOT_COMPARED = "the rules took too long to compare; some that never win or include others may be missing";

/** How many findings there are of each level, an error of the loader being one. */
export function countsOf({ issues, omitted, findings }: Checked): Readonly<Record<Level, number>> {
  const counts = { error: issues.length + omitted, warning: 0, info: 0 };
  for (const { level } of findings) counts[level]++;
  return counts;
}

/** The errors and warnings in words; undefined if there are none. */
export function problemsInWords(checked: Checked): string | undefined {
  const counts = countsOf(checked);
  const words = LEVELS.filter((level) => level !== "info" && counts[level] > 0).map((level) =>
    counted(counts[level], level),
  );
  return words.length === 0 ? undefined : words.join(", ");
}
