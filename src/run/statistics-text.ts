import { table } from "../text/messages/columns.ts";
import { type JsonWriter, jsonText } from "../text/messages/json.ts";
import { firstOf } from "../text/messages/phrases.ts";
import type { Statistics, StatisticsRule } from "./statistics.ts";

/** A log, or another input, by its name in messages. */
export interface NamedInput {
  readonly name: string;
}

/** A figure of a run: its title in the table, its key in JSON. */
interface Figure {
  readonly title: string;
  readonly name: string;
  /** How the table shows it, if not as a number. */
  readonly text?: (statistics: Statistics) => string;
}

/** In the order in which they are written. */
const FIGURES: Readonly<Record<keyof Statistics, Figure>> = {
  linesProcessed: { title: "Lines processed", name: "lines_processed" },
  linesMatched: { title: "Lines matched", name: "lines_matched" },
  matchRate: { title: "Match rate", name: "match_rate", text: percentage },
};

/** The counts that make a rate. */
export type RateCounts = Pick<Statistics, "linesProcessed" | "linesMatched">;

type StatisticsFormat = "table" | "json";

/** What is written of a run, or of several together. */
export interface ReportedStatistics extends Statistics {
  /** Undefined if it is not known of all runs. */
  readonly rules?: readonly StatisticsRule[];
}

/** The text of the statistics, with its last `\n`: a boxed table for people or a line of JSON for programs. */
export function statisticsReport(statistics: ReportedStatistics, format: StatisticsFormat): string {
  return format === "json" ? json(statistics) : statisticsTable(statistics);
}

/**
 * The match rate in percent, rounded down to at most one decimal. `100%` means that every line matched, and `0%` that
 * none did.
 */
export function percentage({ linesProcessed, linesMatched }: RateCounts): string {
  if (linesMatched === 0) return "0%";
  // A product of numbers could be rounded up to 100%.
  const tenths = Number((BigInt(linesMatched) * 1000n) / BigInt(linesProcessed));
  return tenths === 0 ? "<0.1%" : `${tenths / 10}%`;
}

function json(statistics: ReportedStatistics): string {
  return jsonText((json) => {
    json.beginObject();
    for (const [{ name }, value] of figuresOf(statistics)) json.value(name, value);
    if (statistics.rules !== undefined) addRules(json, statistics.rules);
    json.endLine();
  });
}

function addRules(json: JsonWriter, rules: readonly StatisticsRule[]): void {
  json.beginList("rules");
  for (const { name, lines, catchAll } of rules) {
    json.beginObject();
    json.text("name", name);
    json.value("lines", lines);
    if (catchAll) json.value("catch_all", true);
    json.endObject();
  }
  json.endList();
}

function statisticsTable(statistics: Statistics): string {
  return table([
    ["Metric", "Value"],
    ...figuresOf(statistics).map(([{ title, text }, value]) => [title, text?.(statistics) ?? String(value)]),
  ]);
}

function figuresOf(statistics: Statistics): (readonly [Figure, number])[] {
  return Object.entries(FIGURES).map(([key, figure]) => [figure, statistics[key as keyof Statistics]]);
}

/** The names that a message lists; the first tell which logs are meant. */
const MAX_NAMES = 3;

/** The message that these logs, or other inputs, have no lines. */
export function noLinesRead(inputs: readonly NamedInput[]): string {
  const names = inputs.map(({ name }) => name);
  return `${firstOf(names, MAX_NAMES)}: no lines were read`;
}
