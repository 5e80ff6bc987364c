import type { ReadOptions } from "../../io/line-text.ts";
import { NamedError } from "../../io/named-error.ts";
import { RereadableFiles } from "../../io/rereadable.ts";
import { type KnownLines, MAX_KNOWN_BYTES } from "../../run/known-lines.ts";
import type { Log } from "../../run/log.ts";
import { shownPath } from "../../text/messages/paths.ts";
import { ComparedLines, FailedLines } from "./failed-lines.ts";
import { News } from "./news.ts";
import { Run } from "./run.ts";
import { ShapeTable } from "./shape-table.ts";
import { formatTable, StoredTable } from "./stored-table.ts";

/** The same log of good runs: as logs, and as files of known lines by their names. */
interface GoodLogs {
  readonly good: readonly Log[];
  readonly stored?: readonly { readonly name: string; readonly known: KnownLines }[];
}

/** A log of a failed run, and the same one of good runs. */
interface LogOfRuns extends GoodLogs {
  readonly failed: Log;
}

/** How many logs stay open. Systems allow a process a few hundred open files. */
const MAX_OPEN_FILES = 32;

/** Runs that were read and compared. `close` must be called at the end. */
interface ComparedRuns {
  readonly news: News;
  /** What is to be stored of the good runs; undefined if nothing is. */
  readonly saved: string | undefined;
  close(): void;
}

/**
 * Compares the logs of a failed run with those of good ones. `onlyGood` names logs that all good runs have and the
 * failed one lacks. If the good runs are to be stored, `old` is what the file has now. Rejects with a log's read error,
 * and with a NamedError if there is nothing in a log of good runs.
 */
export async function compareRuns(
  logs: readonly LogOfRuns[],
  options: ReadOptions = {},
  onlyGood: readonly string[] = [],
  old?: KnownLines,
): Promise<ComparedRuns> {
  const files = new RereadableFiles(options.signal, MAX_OPEN_FILES);
  try {
    const compared: ComparedLines[] = [];
    let saved: string | undefined;
    for (const log of logs) {
      // Of several logs some may be empty while all is well.
      const runs = await GoodRuns.read(log, files, options, {
        isStored: old !== undefined,
        mayBeEmpty: logs.length > 1,
      });
      saved = old && runs.format(old);
      compared.push(await runs.compare(log.failed));
    }
    return { news: new News(compared, onlyGood), saved, close: () => files.close() };
  } catch (error) {
    files.close();
    throw error;
  }
}

/** What is to be stored of good runs, where `old` is what the file has now. Rejects as `compareRuns`. */
export async function storeRuns(logs: GoodLogs, options: ReadOptions, old: KnownLines): Promise<string> {
  const files = new RereadableFiles(options.signal, MAX_OPEN_FILES);
  try {
    return (await GoodRuns.read(logs, files, options, { isStored: true, mayBeEmpty: false })).format(old);
  } finally {
    files.close();
  }
}

/** Good runs that were read. */
class GoodRuns {
  private readonly table: ShapeTable;
  private readonly stored: readonly StoredTable[];
  private readonly runs: Run[] = [];
  private readonly files: RereadableFiles;
  private readonly options: ReadOptions;

  private constructor({ stored = [] }: GoodLogs, files: RereadableFiles, options: ReadOptions, isStored: boolean) {
    // Shapes have no escape sequences, and lines are shown as they are.
    this.options = { ...options, stripAnsi: false };
    this.files = files;
    this.table = new ShapeTable(isStored || stored.length > 0 ? MAX_KNOWN_BYTES : undefined);
    this.stored = stored.map(({ name, known }) => new StoredTable(name, known));
    for (const [i, table] of this.stored.entries()) table.addTo(this.table, i);
  }

  static async read(
    logs: GoodLogs,
    files: RereadableFiles,
    options: ReadOptions,
    { isStored, mayBeEmpty }: { readonly isStored: boolean; readonly mayBeEmpty: boolean },
  ): Promise<GoodRuns> {
    const runs = new GoodRuns(logs, files, options, isStored);
    for (const log of logs.good) await runs.add(log);
    const empty = [...runs.stored, ...runs.runs].find(({ shapes }) => shapes.length === 0);
    if (empty !== undefined && !mayBeEmpty)
      throw new NamedError(shownPath(empty.name), "is empty, so it is no good run");
    return runs;
  }

  private async add(log: Log): Promise<void> {
    const { table, stored, runs } = this;
    const source = stored.length + runs.length;
    table.runCount++;
    table.beginGood();
    const take = (shape: number, index: number): void => table.addGood(shape, source, index);
    runs.push(await Run.read(log, this.files, table, this.options, take));
  }

  async compare(failed: Log): Promise<ComparedLines> {
    const { table, stored, runs } = this;
    const lines = new FailedLines(table);
    const take = (shape: number, index: number, isPart: boolean): void => lines.take(shape, index, isPart);
    const run = await Run.read(failed, this.files, table, this.options, take);
    return new ComparedLines(table, stored, runs, run, lines);
  }

  /** What is to be stored of them. */
  format(old: KnownLines): string {
    return formatTable(this.table, [...this.stored, ...this.runs], old);
  }
}
