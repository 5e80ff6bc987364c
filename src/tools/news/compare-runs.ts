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
import { formatTable, type GoodRuns, StoredTable } from "./stored-table.ts";

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
  const reader = new RunReader(options, by);
  try {
    const compared: ComparedLog[] = [];
    let unknown = by?.ignored ?? [];
    let saved: string | undefined;
    for (const log of logs) {
      // Of several logs some may be empty while all is well.
      const runs = await reader.readGood(log, old !== undefined, logs.length > 1);
      saved = old && formatTable(runs, old);
      const lines = new FailedLines(runs.table);
      const failed = await reader.read(log.failed, runs.table, (...line) => lines.take(...line));
      compared.push(new ComparedLog(runs, failed, lines));
      findReplacements(compared.at(-1)!);
      unknown = unknown.filter((name) => runs.table.text.unknown.includes(name));
    }
    reader.assertKnown(unknown);
    return { news: new News(compared, onlyGood), saved, close: () => reader.files.close() };
  } catch (error) {
    reader.files.close();
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
  const reader = new RunReader(options, by);
  try {
    return formatTable(await reader.readGood(logs, true), old);
  } finally {
    reader.files.close();
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
  const reader = new RunReader(options, by);
  try {
    const runs = await reader.readGood(log);
    reader.assertKnown(runs.table.text.unknown);
    const followed = new FollowedLog(runs, log.failed.name, writer);
    await followed.read(log.failed, reader.options);
    followed.end();
    await writer.flush();
    return followed.told;
  } finally {
    reader.files.close();
  }
}

/** Reads runs, as rules see them if there are any. */
class RunReader {
  readonly files: RereadableFiles;
  readonly options: ReadOptions;
  private readonly by: ComparedBy | undefined;

  constructor(options: ReadOptions, by: ComparedBy | undefined) {
    this.files = new RereadableFiles(options.signal, MAX_OPEN_FILES);
    // Rules are for lines without escape sequences. Shapes have none, and lines are shown as they are.
    this.options = { ...options, stripAnsi: by !== undefined && by.rulebook.rules.length > 0 };
    this.by = by;
  }

  read(log: Log, table: ShapeTable, take: Parameters<typeof Run.read>[4]): Promise<Run> {
    return Run.read(log, this.files, table, this.options, take);
  }

  /** Reads good runs. `isStored` says whether what is known of them will be stored. */
  async readGood(logs: GoodLogs, isStored = false, mayBeEmpty = false): Promise<GoodRuns> {
    const stored = (logs.stored ?? []).map(({ name, known }) => new StoredTable(name, known));
    const maxBytes = isStored || stored.length > 0 ? MAX_KNOWN_BYTES : undefined;
    const table = new ShapeTable(this.options, this.by, maxBytes);
    for (const [i, known] of stored.entries()) {
      known.addTo(table, i);
      if (!mayBeEmpty && known.shapes.length === 0) throw new NamedError(shownPath(known.name), EMPTY);
    }
    const good: Run[] = [];
    for (const log of logs.good) {
      const source = stored.length + good.length;
      table.runCount++;
      good.push(await this.read(log, table, (shape, index) => table.addGood(shape, source, index)));
      if (!mayBeEmpty && good.at(-1)!.length === 0) throw log.failure(new LogError(EMPTY));
    }
    return { table, stored, good };
  }

  assertKnown(unknown: readonly string[]): void {
    if (unknown.length > 0) throw new UnknownFieldError(unknown, fieldsOf(this.by!.rulebook.linePatterns));
  }
}

const EMPTY = "is empty, so it is no good run";
