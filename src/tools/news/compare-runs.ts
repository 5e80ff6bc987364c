import type { ReadOptions } from "../../io/line-text.ts";
import { type KnownLines, MAX_KNOWN_BYTES } from "../../run/known-lines.ts";
import type { Log } from "../../run/log.ts";
import { ComparedLines, FailedLines } from "./failed-lines.ts";
import { News } from "./news.ts";
import { Run } from "./run.ts";
import { ShapeTable } from "./shape-table.ts";
import { formatTable, StoredTable } from "./stored-table.ts";

/** A file of known lines. */
interface StoredFile {
  readonly name: string;
  readonly known: KnownLines;
}

/** The same log of good runs, as logs and as stored. */
interface GoodLogs {
  readonly good: readonly Log[];
  readonly stored: readonly StoredFile[];
}

/** A log of a failed run, and the same one of good runs. */
interface LogOfRuns extends GoodLogs {
  readonly failed: Log;
}

/** Runs that were read and compared. `close` must be called at the end. */
interface ComparedRuns {
  readonly news: News;
  /** What is to be stored of the good runs; undefined if nothing is. */
  readonly saved: string | undefined;
  close(): void;
}

/**
 * Compares the logs of a failed run with those of good ones. If the good ones are to be stored, `old` is what the file
 * has now. Rejects with a log's read error.
 */
export async function compareRuns(
  logs: readonly LogOfRuns[],
  options: ReadOptions = {},
  old?: KnownLines,
): Promise<ComparedRuns> {
  const runs: Run[] = [];
  const close = (): void => {
    for (const run of runs) run.close();
  };
  try {
    const compared: ComparedLines[] = [];
    let saved: string | undefined;
    for (const log of logs) {
      const { table, stored, good } = await readGood(log, options, old !== undefined, runs);
      saved = old && formatTable(table, [...stored, ...good], old);
      const lines = new FailedLines(table);
      const take = (shape: number, index: number, isPart: boolean): void => lines.take(shape, index, isPart);
      const run = await Run.read(log.failed, table, options, take);
      runs.push(run);
      compared.push(new ComparedLines(table, stored, good, run, lines));
    }
    return { news: new News(compared), saved, close };
  } catch (error) {
    close();
    throw error;
  }
}

/** What is to be stored of good runs, where `old` is what the file has now. Rejects with a log's read error. */
export async function storeRuns(logs: GoodLogs, options: ReadOptions, old: KnownLines): Promise<string> {
  const runs: Run[] = [];
  try {
    const { table, stored, good } = await readGood(logs, options, true, runs);
    return formatTable(table, [...stored, ...good], old);
  } finally {
    for (const run of runs) run.close();
  }
}

/** Reads good runs, and adds them to `runs`, which must be closed. */
async function readGood(
  { good, stored }: GoodLogs,
  options: ReadOptions,
  isStored: boolean,
  runs: Run[],
): Promise<{ table: ShapeTable; stored: readonly StoredTable[]; good: readonly Run[] }> {
  const table = new ShapeTable(isStored || stored.length > 0 ? MAX_KNOWN_BYTES : undefined);
  const tables = stored.map(({ name, known }) => new StoredTable(name, known));
  for (const [i, stored] of tables.entries()) stored.addTo(table, i);
  table.runCount += good.length;
  const goodRuns: Run[] = [];
  for (const [i, log] of good.entries()) {
    const source = tables.length + i;
    table.beginGood();
    const run = await Run.read(log, table, options, (shape, index) => table.addGood(shape, source, index));
    goodRuns.push(run);
    runs.push(run);
  }
  return { table, stored: tables, good: goodRuns };
}
