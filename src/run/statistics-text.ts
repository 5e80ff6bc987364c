// Statistics as text: what people read, and the JSON that programs write, change, read again and add up.

import { NamedError, naming } from "../io/named-error.ts";
import { readWhole } from "../io/source.ts";
import { table } from "../text/messages/columns.ts";
import { jsonText, writeLine } from "../text/messages/json.ts";
import { shownPath } from "../text/messages/paths.ts";
import { described, firstOf, shortened } from "../text/messages/phrases.ts";
import { asOfLog, type Log } from "./log.ts";
import { type Statistics, type StatisticsRule, statisticsOf } from "./statistics.ts";

/** What is written of a run, or of several together. */
export interface ReportedStatistics extends Statistics {
  /** Undefined if it is not known of all runs. */
  readonly rules?: readonly StatisticsRule[];
}

/** The text of the statistics, with its last `\n`: a boxed table for people or a line of JSON for programs. */
export function statisticsReport(statistics: ReportedStatistics, format: "table" | "json"): string {
  if (format === "json") {
    return jsonText((json) => {
      for (const _ of writeLine(json, statistics));
    });
  }
  return table([
    ["Metric", "Value"],
    ["Lines processed", String(statistics.linesProcessed)],
    ["Lines matched", String(statistics.linesMatched)],
    ["Match rate", percentage(statistics)],
  ]);
}

/** In percent, rounded down to at most one decimal: `100%` is every line, and `0%` none. */
export function percentage({ linesProcessed, linesMatched }: Omit<Statistics, "matchRate">): string {
  if (linesMatched === 0) return "0%";
  // A product of numbers could be rounded up to 100%.
  const tenths = Number((BigInt(linesMatched) * 1000n) / BigInt(linesProcessed));
  return tenths === 0 ? "<0.1%" : `${tenths / 10}%`;
}

const MAX_NAMES = 3;

/** The message that these logs, or other inputs, have no lines. */
export function noLinesRead(inputs: readonly { readonly name: string }[]): string {
  const names = inputs.map(({ name }) => name);
  return `${firstOf(names, MAX_NAMES)}: no lines were read`;
}

/** Suffices for the statistics of thousands of runs. */
const MAX_SIZE = 64 * 1024 * 1024;

const MAX_SHOWN = 40;

/**
 * Reads the statistics in a file, one object a line. Rejects with a NamedError if a line holds no statistics, if the
 * file has none, or if it cannot be read.
 */
export async function readStatistics(file: Log): Promise<ReportedStatistics[]> {
  const tooLarge = "larger than 64 MiB, the limit for statistics";
  const bytes = await asOfLog(file, () => readWhole(file.open(), MAX_SIZE, tooLarge));
  const name = shownPath(file.name);
  // Drops a byte order mark, which some shells write before what they redirect into a file.
  const lines = new TextDecoder().decode(bytes).split("\n");
  const read = lines.flatMap((line, i) =>
    line.trim() === "" ? [] : [naming(`${name}:${i + 1}`, () => countsIn(parsed(line)))],
  );
  if (read.length > 0) return read;
  throw new NamedError(name, "has no statistics; the run that should have written them may have failed");
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error("not JSON; statistics are written with --stats-format json, one object on each line");
  }
}

/** Throws an Error for anything but statistics. */
export function countsIn(value: unknown): ReportedStatistics {
  const members = objectOf(value, "the statistics");
  const linesProcessed = countOf(members, "lines_processed");
  const linesMatched = countOf(members, "lines_matched");
  if (linesMatched > linesProcessed) throw new Error("'lines_matched' is greater than 'lines_processed'");
  // The rate follows from the counts. A wrong one shows that something else wrote the file.
  const rate = members.match_rate ?? 0;
  if (typeof rate !== "number" || rate < 0 || rate > 1)
    throw new Error(`'match_rate' is ${shown(rate)}; expected a number from 0 to 1`);
  const statistics = statisticsOf({ linesProcessed, linesMatched });
  if (members.rules === undefined) return statistics;
  const rules = rulesOf(members.rules);
  if (linesOfRules(rules.filter(({ catchAll }) => !catchAll)) !== linesMatched)
    throw new Error("the lines of the rules, without those of catch-alls, do not add up to 'lines_matched'");
  if (linesOfRules(rules) > linesProcessed) throw new Error("the rules have more lines than 'lines_processed'");
  return { ...statistics, rules };
}

function rulesOf(value: unknown): StatisticsRule[] {
  if (!Array.isArray(value)) throw new Error(`'rules' is ${shown(value)}; expected a list`);
  return value.map((item: unknown): StatisticsRule => {
    const members = objectOf(item, "a rule");
    const { name, file, catch_all: catchAll } = members;
    if (typeof name !== "string") throw new Error(`the name of a rule is ${shown(name)}; expected text`);
    if (file !== undefined && typeof file !== "string")
      throw new Error(`the file of a rule is ${shown(file)}; expected text`);
    if (catchAll !== undefined && catchAll !== true)
      throw new Error(`'catch_all' is ${shown(catchAll)}; expected true`);
    const lines = countOf(members, "lines");
    return { name, ...(file !== undefined && { file }), lines, ...(catchAll && { catchAll }) };
  });
}

function objectOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new Error(`found ${shown(value)}; expected an object for ${what}`);
}

function countOf(members: Readonly<Record<string, unknown>>, name: string): number {
  const value = members[name];
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return value;
  if (value === undefined) throw new Error(`'${name}' is missing`);
  throw new Error(`'${name}' is ${shown(value)}; expected a whole number from 0 to ${Number.MAX_SAFE_INTEGER}`);
}

function linesOfRules(rules: readonly StatisticsRule[]): number {
  return rules.reduce((sum, { lines }) => sum + lines, 0);
}

/** A wrong value for a message. JSON has no infinite numbers, and a list may be nested too deep to be written. */
function shown(value: unknown): string {
  if (typeof value === "number" || (typeof value === "object" && value !== null)) return described(value);
  return shortened(JSON.stringify(value) ?? "missing", MAX_SHOWN);
}

/**
 * Adds up statistics, those of rules by name and file. Where statistics have several rules of one name, the first of
 * them adds to the first of the others, the second to the second. The sum has rules only if all statistics have them.
 * Throws an Error if a sum would not be exact.
 */
export function sumOf(all: readonly ReportedStatistics[]): ReportedStatistics {
  const sum = (count: "linesProcessed" | "linesMatched"): number => exactSum(all.map((one) => one[count]));
  const statistics = statisticsOf({ linesProcessed: sum("linesProcessed"), linesMatched: sum("linesMatched") });
  const rules = all.map(({ rules }) => rules).filter((rules) => rules !== undefined);
  return rules.length < all.length ? statistics : { ...statistics, rules: rulesTogether(rules) };
}

function exactSum(counts: readonly number[]): number {
  const sum = counts.reduce((sum, count) => sum + count, 0);
  if (Number.isSafeInteger(sum)) return sum;
  throw new Error(`the counts add up to more than ${Number.MAX_SAFE_INTEGER}`);
}

/** The rules of all statistics, in the order of the first, and then of those that have others. */
function rulesTogether(all: readonly (readonly StatisticsRule[])[]): StatisticsRule[] {
  const together = new Map<string, StatisticsRule>();
  for (const rules of all) {
    const seen = new Map<string, number>();
    for (const rule of rules) {
      const name = JSON.stringify([rule.name, rule.file, rule.catchAll]);
      const occurrence = seen.get(name) ?? 0;
      seen.set(name, occurrence + 1);
      const key = `${occurrence} ${name}`;
      // Not more than the lines of all, whose sum is exact.
      together.set(key, { ...rule, lines: rule.lines + (together.get(key)?.lines ?? 0) });
    }
  }
  return [...together.values()];
}
