import type { ReadOptions } from "../../io/line-text.ts";
import { fieldsOf, UnknownFieldError } from "../../run/correlation.ts";
import type { Log } from "../../run/log.ts";
import type { ComparedBy } from "./compared-text.ts";
import { ComparedLines, FailedLines } from "./failed-lines.ts";
import { FollowedLog, type FollowWriter } from "./followed-log.ts";
import { News } from "./news.ts";
import { Run } from "./run.ts";
import { ShapeTable } from "./shape-table.ts";

/** A log of a failed run, and the same one of each good run. */
interface LogOfRuns {
  readonly failed: Log;
  readonly good: readonly Log[];
}

/** Runs that were read and compared. `close` must be called at the end. */
interface ComparedRuns {
  readonly news: News;
  close(): void;
}

/**
 * Compares the logs of a failed run with those of good ones, by rules if there are any. Rejects with a log's read
 * error, or with an UnknownFieldError if nothing has a field that is to be ignored.
 */
export async function compareRuns(
  logs: readonly LogOfRuns[],
  given: ReadOptions = {},
  by?: ComparedBy,
): Promise<ComparedRuns> {
  const options = readingOptions(given, by);
  let unknown = by?.ignored ?? [];
  const runs: Run[] = [];
  const close = (): void => {
    for (const run of runs) run.close();
  };
  try {
    const compared: ComparedLines[] = [];
    for (const { failed, good } of logs) {
      const table = new ShapeTable(options, by);
      const from = runs.length;
      await readGood(good, table, options, runs);
      const goodRuns = runs.slice(from);
      const lines = new FailedLines(table);
      const take = (shape: number, index: number, isPart: boolean): void => lines.take(shape, index, isPart);
      const run = await Run.read(failed, table, options, take);
      runs.push(run);
      compared.push(new ComparedLines(table, goodRuns, run, lines));
      unknown = unknown.filter((name) => table.text.unknown.includes(name));
    }
    if (unknown.length > 0) throw new UnknownFieldError(unknown, fieldsOf(by!.rulebook.linePatterns));
    return { news: new News(compared), close };
  } catch (error) {
    close();
    throw error;
  }
}

/**
 * Reads good runs, and then the log, of which it has all that is new written at once; see `FollowedLog`. Rejects as
 * `compareRuns` does. Resolves to how much was told.
 */
export async function followRun(
  { failed, good }: LogOfRuns,
  given: ReadOptions,
  by: ComparedBy,
  writer: FollowWriter,
): Promise<number> {
  const options = readingOptions(given, by);
  const table = new ShapeTable(options, by);
  const runs: Run[] = [];
  try {
    await readGood(good, table, options, runs);
    const { unknown } = table.text;
    if (unknown.length > 0) throw new UnknownFieldError(unknown, fieldsOf(by.rulebook.linePatterns));
    const followed = new FollowedLog(table, runs, failed.name, writer);
    await followed.read(failed, options);
    followed.end();
    await writer.flush();
    return followed.told;
  } finally {
    for (const run of runs) run.close();
  }
}

/** Adds the good runs to those that were opened. */
async function readGood(good: readonly Log[], table: ShapeTable, options: ReadOptions, runs: Run[]): Promise<void> {
  for (const [i, log] of good.entries()) {
    table.beginGood();
    runs.push(await Run.read(log, table, options, (shape, index) => table.addGood(shape, i, index)));
  }
}

/** Rules are for lines without colours, as shapes are. */
function readingOptions(options: ReadOptions, by: ComparedBy | undefined): ReadOptions {
  return by !== undefined && by.rulebook.rules.length > 0 ? { ...options, stripAnsi: true } : options;
}
