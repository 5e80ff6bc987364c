import type { ReadOptions } from "../../io/line-text.ts";
import { NamedError } from "../../io/named-error.ts";
import { LogError } from "../../io/read-errors.ts";
import { RereadableFiles } from "../../io/rereadable.ts";
import { fieldsOf, UnknownFieldError } from "../../run/correlation.ts";
import { type KnownLines, MAX_KNOWN_BYTES } from "../../run/known-lines.ts";
import type { Log } from "../../run/log.ts";
import { shownPath } from "../../text/messages/paths.ts";
import { ComparedLog } from "./compared-log.ts";
import type { ComparedBy } from "./compared-text.ts";
import { FailedLines } from "./failed-lines.ts";
import { FollowedLog, type FollowWriter } from "./followed-log.ts";
import { News } from "./news.ts";
import { Run } from "./run.ts";
import { ShapeTable } from "./shape-table.ts";
import { formatTable, StoredTable } from "./stored-table.ts";

/** Good runs of a log: logs, and stored tables. */
export interface GoodLogs {
  readonly good: readonly Log[];
  readonly stored?: readonly { readonly name: string; readonly known: KnownLines }[];
}

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
  let unknown = by?.ignored ?? [];
  try {
    const compared: ComparedLog[] = [];
    let saved: string | undefined;
    for (const log of logs) {
      // Of several logs some may be empty while all is well.
      const runs = await readGood(log, files, options, by, old !== undefined, logs.length > 1);
      const { table, stored, good } = runs;
      saved = old && formatTable(table, [...stored, ...good], old);
      const lines = new FailedLines(table);
      const take = (shape: number, index: number, isOverwritten: boolean): void =>
        lines.take(shape, index, isOverwritten);
      const failed = await Run.read(log.failed, files, table, runs.options, false, take);
      compared.push(new ComparedLog(table, stored, good, failed, lines));
      unknown = unknown.filter((name) => table.text.unknown.includes(name));
    }
    if (unknown.length > 0) throw new UnknownFieldError(unknown, fieldsOf(by!.rulebook.linePatterns));
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
    const { table, stored, good } = await readGood(logs, files, options, by, true);
    return formatTable(table, [...stored, ...good], old);
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
    const runs = await readGood(log, files, options, by);
    const { table, stored, good } = runs;
    const { unknown } = table.text;
    if (unknown.length > 0) throw new UnknownFieldError(unknown, fieldsOf(by.rulebook.linePatterns));
    const followed = new FollowedLog(table, stored, good, log.failed.name, writer);
    await followed.read(log.failed, runs.options);
    followed.end();
    await writer.flush();
    return followed.told;
  } finally {
    files.close();
  }
}

/** Good runs that were read, and how. */
interface GoodRuns {
  readonly table: ShapeTable;
  readonly stored: readonly StoredTable[];
  readonly good: readonly Run[];
  readonly options: ReadOptions;
}

/** Reads good runs. `isStored` says whether what is known of them will be stored. */
async function readGood(
  logs: GoodLogs,
  files: RereadableFiles,
  reading: ReadOptions,
  by: ComparedBy | undefined,
  isStored = false,
  mayBeEmpty = false,
): Promise<GoodRuns> {
  // Rules are for lines without escape sequences. Shapes have none, and lines are shown as they are.
  const options = { ...reading, stripAnsi: by !== undefined && by.rulebook.rules.length > 0 };
  const stored = (logs.stored ?? []).map(({ name, known }) => new StoredTable(name, known));
  const table = new ShapeTable(options, by, isStored || stored.length > 0 ? MAX_KNOWN_BYTES : undefined);
  for (const [i, known] of stored.entries()) known.addTo(table, i);
  const good: Run[] = [];
  for (const log of logs.good) {
    const source = stored.length + good.length;
    table.runCount++;
    good.push(await Run.read(log, files, table, options, true, (shape, index) => table.addGood(shape, source, index)));
  }
  const reason = "is empty, so it is no good run";
  const [emptyTable, emptyLog] = [stored, good].map((runs) => runs.findIndex(({ shapes }) => shapes.length === 0));
  if (!mayBeEmpty && emptyTable !== -1) throw new NamedError(shownPath(stored[emptyTable!]!.name), reason);
  if (!mayBeEmpty && emptyLog !== -1) throw logs.good[emptyLog!]!.failure(new LogError(reason));
  return { table, stored, good, options };
}
