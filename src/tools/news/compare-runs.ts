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
import { findReplacements } from "./replacements.ts";
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
      const runs = await GoodRuns.read(log, { files, options, by, isStored: old !== undefined }, logs.length > 1);
      saved = old && runs.format(old);
      compared.push(await runs.compare(log.failed));
      unknown = unknown.filter((name) => runs.table.text.unknown.includes(name));
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
    return (await GoodRuns.read(logs, { files, options, by, isStored: true })).format(old);
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
    const runs = await GoodRuns.read(log, { files, options, by, isStored: false });
    const { unknown } = runs.table.text;
    if (unknown.length > 0) throw new UnknownFieldError(unknown, fieldsOf(by.rulebook.linePatterns));
    const followed = runs.follow(log.failed.name, writer);
    await followed.read(log.failed, runs.options);
    followed.end();
    await writer.flush();
    return followed.told;
  } finally {
    files.close();
  }
}

/** How lines are read, what they are compared by, and whether what is known of them will be stored. */
interface Reading {
  readonly files: RereadableFiles;
  readonly options: ReadOptions;
  readonly by: ComparedBy | undefined;
  readonly isStored: boolean;
}

/** Good runs that were read. */
class GoodRuns {
  readonly table: ShapeTable;
  readonly options: ReadOptions;
  private readonly stored: readonly StoredTable[];
  private readonly runs: Run[] = [];
  private readonly files: RereadableFiles;

  private constructor({ stored = [] }: GoodLogs, { files, options, by, isStored }: Reading) {
    // Rules are for lines without escape sequences. Shapes have none, and lines are shown as they are.
    this.options = { ...options, stripAnsi: by !== undefined && by.rulebook.rules.length > 0 };
    this.files = files;
    this.table = new ShapeTable(this.options, by, isStored || stored.length > 0 ? MAX_KNOWN_BYTES : undefined);
    this.stored = stored.map(({ name, known }) => new StoredTable(name, known));
    for (const [i, table] of this.stored.entries()) table.addTo(this.table, i);
  }

  static async read(logs: GoodLogs, reading: Reading, mayBeEmpty = false): Promise<GoodRuns> {
    const runs = new GoodRuns(logs, reading);
    for (const log of logs.good) await runs.add(log);
    if (mayBeEmpty) return runs;
    const reason = "is empty, so it is no good run";
    const [table, log] = [runs.stored, runs.runs].map((sources) =>
      sources.findIndex(({ shapes }) => shapes.length === 0),
    );
    if (table !== -1) throw new NamedError(shownPath(runs.stored[table!]!.name), reason);
    if (log !== -1) throw logs.good[log!]!.failure(new LogError(reason));
    return runs;
  }

  private async add(log: Log): Promise<void> {
    const { table, stored, runs } = this;
    const source = stored.length + runs.length;
    table.runCount++;
    const take = (shape: number, index: number): void => table.addGood(shape, source, index);
    runs.push(await Run.read(log, this.files, table, this.options, take));
  }

  async compare(failed: Log): Promise<ComparedLog> {
    const { table, stored, runs } = this;
    const lines = new FailedLines(table);
    const take = (shape: number, index: number, isPart: boolean): void => lines.take(shape, index, isPart);
    const run = await Run.read(failed, this.files, table, this.options, take);
    const log = new ComparedLog(table, stored, runs, run, lines);
    findReplacements(log);
    return log;
  }

  follow(name: string, writer: FollowWriter): FollowedLog {
    return new FollowedLog(this.table, this.stored, this.runs, name, writer);
  }

  /** What is to be stored of them. */
  format(old: KnownLines): string {
    return formatTable(this.table, [...this.stored, ...this.runs], old);
  }
}
