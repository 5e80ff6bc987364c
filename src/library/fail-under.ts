// What `--fail-under` asks of a run.

import type { Statistics } from "../run/statistics.ts";
import { type NamedInput, noLinesRead, percentage } from "../run/statistics-text.ts";

/** An exact percentage: all its digits as one whole number, and how many of them are decimals. `97.5` is 975 with 1. */
export interface Percentage {
  readonly text: string;
  readonly digits: bigint;
  readonly decimals: number;
}

/** The message if fewer lines matched than `--fail-under` asks for, by exact numbers; undefined if enough did. */
export function shortfall(
  counts: Omit<Statistics, "matchRate">,
  { text, digits, decimals }: Percentage,
  inputs: readonly NamedInput[],
): string | undefined {
  const { linesProcessed, linesMatched } = counts;
  const matched = BigInt(linesMatched) * 100n * 10n ** BigInt(decimals);
  if (linesProcessed > 0 && matched >= digits * BigInt(linesProcessed)) return undefined;
  const found = linesProcessed === 0 ? noLinesRead(inputs) : `the match rate is ${percentage(counts)}`;
  return `${found}, --fail-under asks for ${text}%`;
}
