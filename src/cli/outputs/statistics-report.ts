import { type JsonWriter, jsonText } from "../../diagnostics/json.ts";
import { table } from "../../diagnostics/table.ts";
import type { Statistics } from "../../normalization/statistics.ts";
import type { Percentage } from "../options/option-values.ts";

export type StatisticsFormat = "table" | "json";

/** The statistics as they are written: a boxed table for people or a line of JSON for programs, with its last `\n`. */
export function statisticsReport(statistics: Statistics, format: StatisticsFormat): string {
  return format === "json" ? json(statistics) : statisticsTable(statistics);
}

/**
 * The match rate in percent, rounded down to at most one decimal: `100%` says that every line matched, and `0%` that
 * none did.
 */
export function percentage({ linesProcessed, linesMatched }: Statistics): string {
  if (linesMatched === 0) return "0%";
  const tenths = Math.floor((linesMatched * 1000) / linesProcessed);
  return tenths === 0 ? "<0.1%" : `${tenths / 10}%`;
}

/** What is said when fewer lines matched than `--fail-under` asks for, else undefined. The counts are compared unrounded. */
export function shortfall(statistics: Statistics, { text, digits, decimals }: Percentage): string | undefined {
  const { linesProcessed, linesMatched } = statistics;
  const matched = BigInt(linesMatched) * 100n * 10n ** BigInt(decimals);
  if (linesProcessed > 0 && matched >= digits * BigInt(linesProcessed)) return undefined;
  const found = linesProcessed === 0 ? "no lines were read" : `the match rate is ${percentage(statistics)}`;
  return `${found}, --fail-under asks for ${text}%`;
}

/** The members that tell statistics, in whatever object they stand. */
export function addStatistics(json: JsonWriter, { linesProcessed, linesMatched, matchRate }: Statistics): void {
  json.value("lines_processed", linesProcessed);
  json.value("lines_matched", linesMatched);
  json.value("match_rate", matchRate);
}

function json(statistics: Statistics): string {
  return jsonText((json) => {
    json.beginObject();
    addStatistics(json, statistics);
    json.endLine();
  });
}

function statisticsTable(statistics: Statistics): string {
  return table([
    ["Metric", "Value"],
    ["Lines processed", String(statistics.linesProcessed)],
    ["Lines matched", String(statistics.linesMatched)],
    ["Match rate", percentage(statistics)],
  ]);
}
