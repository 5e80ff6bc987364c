import type { ReadOptions } from "../../io/line-text.ts";
import { NamedError } from "../../io/named-error.ts";
import { RereadableFiles } from "../../io/rereadable.ts";
import { fieldsOf, UnknownFieldError } from "../../run/correlation.ts";
import type { Log } from "../../run/log.ts";
import { shownPath } from "../../text/messages/paths.ts";
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

/** How many logs stay open. Systems allow a process a few hundred open files. */
const MAX_OPEN_FILES = 32;

/** Runs that were read and compared. `close` must be called at the end. */
interface ComparedRuns {
  readonly news: News;
  close(): void;
}

/**
 * Compares the logs of a failed run with those of good ones, by rules if there are any. `onlyGood` names logs that all
 * good runs have and the failed one lacks. Rejects with a log's read error, with a NamedError if there is nothing in a
 * log of good runs, or with an UnknownFieldError if nothing has a field that is to be ignored.
 */
export async function compareRuns(
  logs: readonly LogOfRuns[],
  readOptions: ReadOptions = {},
  by?: ComparedBy,
  onlyGood: readonly string[] = [],
): Promise<ComparedRuns> {
  const options = readingOptions(readOptions, by);
  const files = new RereadableFiles(options.signal, MAX_OPEN_FILES);
  let unknown = by?.ignored ?? [];
  try {
    const compared: ComparedLines[] = [];
    for (const { failed, good } of logs) {
      const table = new ShapeTable(options, by);
      const goodRuns = await readGood(good, files, table, options);
      const lines = new FailedLines(table, goodRuns.length);
      const take = (shape: number, index: number, isPart: boolean): void => lines.take(shape, index, isPart);
      const empty = goodRuns.find(({ length }) => length === 0);
      // Of several logs some may be empty while all is well.
      if (empty !== undefined && logs.length === 1) throw emptyRun(empty);
      compared.push(new ComparedLines(table, goodRuns, await Run.read(failed, files, table, options, take), lines));
      unknown = unknown.filter((name) => table.text.unknown.includes(name));
    }
    if (unknown.length > 0) throw new UnknownFieldError(unknown, fieldsOf(by!.rulebook.linePatterns));
    return { news: new News(compared, onlyGood), close: () => files.close() };
  } catch (error) {
    files.close();
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
  const files = new RereadableFiles(options.signal, MAX_OPEN_FILES);
  const table = new ShapeTable(options, by);
  try {
    const runs = await readGood(good, files, table, options);
    const empty = runs.find(({ length }) => length === 0);
    if (empty !== undefined) throw emptyRun(empty);
    const { unknown } = table.text;
    if (unknown.length > 0) throw new UnknownFieldError(unknown, fieldsOf(by.rulebook.linePatterns));
    const followed = new FollowedLog(table, runs, failed.name, writer);
    await followed.read(failed, options);
    followed.end();
    await writer.flush();
    return followed.told;
  } finally {
    files.close();
  }
}

async function readGood(
  good: readonly Log[],
  files: RereadableFiles,
  table: ShapeTable,
  options: ReadOptions,
): Promise<Run[]> {
  const runs: Run[] = [];
  for (const [i, log] of good.entries()) {
    table.beginGood();
    runs.push(await Run.read(log, files, table, options, (shape, index) => table.addGood(shape, i, index)));
  }
  return runs;
}

function emptyRun({ name }: Run): NamedError {
  return new NamedError(shownPath(name), "is empty, so it is no good run");
}

/** Rules are for lines without escape sequences. Shapes have none, and lines are shown as they are. */
function readingOptions(options: ReadOptions, by: ComparedBy | undefined): ReadOptions {
  return { ...options, stripAnsi: by !== undefined && by.rulebook.rules.length > 0 };
}
