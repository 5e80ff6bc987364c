import type { Statistics } from "../run/statistics.ts";
import {
  noLinesRead,
  percentage,
  type ReportedStatistics,
  readStatistics,
  statisticsReport,
  sumOf,
} from "../run/statistics-text.ts";
import { type LogInput, logOfInput } from "./inputs.ts";
import type { Percentage } from "./option-values.ts";

/** Adds up the statistics in files. Rejects with an AggregateError of the errors of all files that hold none. */
export async function addStatistics(inputs: readonly LogInput[]): Promise<ReportedStatistics> {
  const errors: unknown[] = [];
  const all: ReportedStatistics[] = [];
  for (const input of inputs)
    await readStatistics(logOfInput(input)).then(
      (statistics) => all.push(...statistics),
      (error) => errors.push(error),
    );
  if (errors.length > 0) throw new AggregateError(errors);
  return sumOf(all);
}

export function statisticsText(statistics: ReportedStatistics, format: "text" | "json"): string {
  return statisticsReport(statistics, format === "json" ? "json" : "table");
}

/** The message if fewer lines matched than `--fail-under` asks for, by exact numbers; undefined if enough did. */
export function shortfall(
  counts: Omit<Statistics, "matchRate">,
  { text, digits, decimals }: Percentage,
  inputs: readonly { readonly name: string }[],
): string | undefined {
  const { linesProcessed, linesMatched } = counts;
  const matched = BigInt(linesMatched) * 100n * 10n ** BigInt(decimals);
  if (linesProcessed > 0 && matched >= digits * BigInt(linesProcessed)) return undefined;
  const found = linesProcessed === 0 ? noLinesRead(inputs) : `the match rate is ${percentage(counts)}`;
  return `${found}, --fail-under asks for ${text}%`;
}
