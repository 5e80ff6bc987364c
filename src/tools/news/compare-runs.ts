import type { ReadOptions } from "../../io/line-text.ts";
import { RereadableFiles } from "../../io/rereadable.ts";
import { fieldsOf, UnknownFieldError } from "../../run/correlation.ts";
import type { KnownLines } from "../../run/known-lines.ts";
import type { Log } from "../../run/log.ts";
import { ComparedLog } from "./compared-log.ts";
import type { ComparedBy } from "./compared-text.ts";
import { FailedLines } from "./failed-lines.ts";
import { FollowedLog, type FollowWriter } from "./followed-log.ts";
import { type GoodLogs, readGoodRuns } from "./good-runs.ts";
import { News } from "./news.ts";
import type { ShapeTable } from "./shape-table.ts";
import { formatTable } from "./stored-table.ts";

/** A log of a failed run, and the same one of each good run. */
interface LogOfRuns extends GoodLogs {
  readonly failed: Log;
}

/** How many logs stay open. Systems allow a process a few hundred open files. */
const MAX_OPEN_FILES = 32;

/** Runs that were read and compared. `close` must be called at the end. */
export interface ComparedRuns {
  readonly news: News;
  /** What is to be stored of the good runs; undefined if nothing is. */
  readonly saved: string | undefined;
  close(): void;
}

/**
 * Compares the logs of a failed run with those of good ones, by rules if there are any. `onlyGood` names logs that all
 * good runs have and the failed one lacks. If the good runs are to be stored, `old` is what the file has now. Rejects
 * with a log's read error, also for an empty log of good runs, or with an UnknownFieldError if nothing has a field that
 * is to be ignored.
 */
export async function compareRuns(
  logs: readonly LogOfRuns[],
  options: ReadOptions = {},
  by?: ComparedBy,
  onlyGood: readonly string[] = [],
  old?: KnownLines,
): Promise<ComparedRuns> {
  const files = new RereadableFiles(options.signal, MAX_OPEN_FILES);
  try {
    const compared: ComparedLog[] = [];
    let saved: string | undefined;
    for (const log of logs) {
      // Of several logs some may be empty while all is well.
      const runs = await readGoodRuns(log, files, options, by, old !== undefined, logs.length > 1);
      saved = old && formatTable(runs.table, runs.sources, old);
      compared.push(new ComparedLog(runs, ...(await FailedLines.read(log.failed, files, runs))));
    }
    refuseUnknown(
      compared.map(({ table }) => table),
      by,
    );
    return { news: new News(compared, onlyGood), saved, close: () => files.close() };
  } catch (error) {
    files.close();
    throw error;
  }
}

/** What is to be stored of good runs, where `old` is what the file has now. Rejects as `compareRuns`. */
export async function storeRuns(
  logs: GoodLogs,
  options: ReadOptions,
  by: ComparedBy | undefined,
  old: KnownLines,
): Promise<string> {
  const files = new RereadableFiles(options.signal, MAX_OPEN_FILES);
  try {
    const { table, sources } = await readGoodRuns(logs, files, options, by, true);
    return formatTable(table, sources, old);
  } finally {
    files.close();
  }
}

/**
 * Reads good runs, and then the log, of which it has all that is new written at once; see `FollowedLog`. Rejects as
 * `compareRuns` does. Resolves to how much was told.
 */
export async function followRun(
  log: LogOfRuns,
  options: ReadOptions,
  by: ComparedBy,
  writer: FollowWriter,
): Promise<number> {
  const files = new RereadableFiles(options.signal, MAX_OPEN_FILES);
  try {
    const runs = await readGoodRuns(log, files, options, by);
    refuseUnknown([runs.table], by);
    const followed = new FollowedLog(runs, log.failed.name, writer);
    await followed.read(log.failed, runs.options);
    followed.end();
    await writer.flush();
    return followed.told;
  } finally {
    files.close();
  }
}

/** Throws an UnknownFieldError for fields that are to be ignored if nothing has them in any log. */
function refuseUnknown(tables: readonly ShapeTable[], by: ComparedBy | undefined): void {
  const unknown = (by?.ignored ?? []).filter((name) => tables.every(({ text }) => text.unknown.includes(name)));
  if (unknown.length > 0) throw new UnknownFieldError(unknown, fieldsOf(by!.rulebook.linePatterns));
}
