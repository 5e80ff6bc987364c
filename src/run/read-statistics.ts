// Statistics in JSON, as `--stats-format json` writes them and other programs may have changed them.

import { NamedError } from "../io/named-error.ts";
import { readWhole } from "../io/source.ts";
import { shownPath } from "../text/messages/paths.ts";
import { printable } from "../text/messages/printable.ts";
import type { Log } from "./log.ts";
import type { StatisticsRule } from "./statistics.ts";
import type { ReportedStatistics } from "./statistics-text.ts";

/** In bytes. It keeps memory bounded, and suffices for the statistics of thousands of runs. */
const MAX_SIZE = 64 * 1024 * 1024;

/** So much of a wrong value is shown. */
const MAX_SHOWN = 40;

/** One object of statistics, without the rate, which follows from the counts. */
export type ReadStatistics = Omit<ReportedStatistics, "matchRate">;

/**
 * Reads the statistics in a file, one object a line. Rejects with a NamedError if a line holds no statistics, if the
 * file has none, or if it cannot be read.
 */
export async function readStatistics(file: Log): Promise<ReadStatistics[]> {
  const lines = (await textOf(file)).split("\n");
  const read = lines.flatMap((line, i) =>
    line.trim() === "" ? [] : [statisticsIn(line, shownPath(file.name), i + 1)],
  );
  if (read.length > 0) return read;
  throw new NamedError(
    shownPath(file.name),
    "has no statistics; the run that should have written them may have failed",
  );
}

async function textOf(file: Log): Promise<string> {
  try {
    const bytes = await readWhole(file.open(), MAX_SIZE, "larger than 64 MiB, the limit for statistics");
    // Drops a byte order mark, which some shells write before what they redirect into a file.
    return new TextDecoder().decode(bytes);
  } catch (error) {
    throw file.failure(error);
  }
}

function statisticsIn(line: string, file: string, number: number): ReadStatistics {
  try {
    return countsIn(parsed(line));
  } catch (error) {
    throw new NamedError(`${file}:${number}`, error);
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Error("not JSON; statistics are written with --stats-format json, one object on each line");
  }
}

function countsIn(value: unknown): ReadStatistics {
  const members = objectOf(value, "the statistics");
  const linesProcessed = countOf(members, "lines_processed");
  const linesMatched = countOf(members, "lines_matched");
  if (linesMatched > linesProcessed) throw new Error("'lines_matched' is greater than 'lines_processed'");
  if (members.rules === undefined) return { linesProcessed, linesMatched };
  const rules = rulesOf(members.rules);
  if (linesOfRules(rules.filter(({ catchAll }) => !catchAll)) !== linesMatched)
    throw new Error("the lines of the rules, without those of catch-alls, do not add up to 'lines_matched'");
  if (linesOfRules(rules) > linesProcessed) throw new Error("the rules have more lines than 'lines_processed'");
  return { linesProcessed, linesMatched, rules };
}

function rulesOf(value: unknown): StatisticsRule[] {
  if (!Array.isArray(value)) throw new Error(`'rules' is ${shown(value)}; expected a list`);
  return value.map((item: unknown): StatisticsRule => {
    const members = objectOf(item, "a rule");
    const { name, catch_all: catchAll } = members;
    if (typeof name !== "string") throw new Error(`the name of a rule is ${shown(name)}; expected text`);
    if (catchAll !== undefined && catchAll !== true)
      throw new Error(`'catch_all' is ${shown(catchAll)}; expected true`);
    return { name, lines: countOf(members, "lines"), ...(catchAll && { catchAll }) };
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

function shown(value: unknown): string {
  const json = JSON.stringify(value) ?? "missing";
  return printable(json.length > MAX_SHOWN ? `${json.slice(0, MAX_SHOWN)}…` : json);
}
