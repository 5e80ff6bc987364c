import type { ReadOptions } from "../../io/line-text.ts";
import { NamedError } from "../../io/named-error.ts";
import { RereadableFiles } from "../../io/rereadable.ts";
import type { Log } from "../../run/log.ts";
import { shownPath } from "../../text/messages/paths.ts";
import { ComparedLines, FailedLines } from "./failed-lines.ts";
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
 * Compares the logs of a failed run with those of good ones. `onlyGood` names logs that all good runs have and the
 * failed one lacks. Rejects with a log's read error, and with a NamedError if there is nothing in a log of good runs.
 */
export async function compareRuns(
  logs: readonly LogOfRuns[],
  readOptions: ReadOptions = {},
  onlyGood: readonly string[] = [],
): Promise<ComparedRuns> {
  // Shapes have no escape sequences, and lines are shown as they are.
  const options = { ...readOptions, stripAnsi: false };
  const files = new RereadableFiles(options.signal, MAX_OPEN_FILES);
  try {
    const compared: ComparedLines[] = [];
    for (const { failed, good } of logs) {
      const table = new ShapeTable();
      const goodRuns: Run[] = [];
      for (const [i, log] of good.entries()) {
        table.beginGood();
        goodRuns.push(await Run.read(log, files, table, options, (shape, index) => table.addGood(shape, i, index)));
      }
      const lines = new FailedLines(table, goodRuns.length);
      const take = (shape: number, index: number, isPart: boolean): void => lines.take(shape, index, isPart);
      const empty = goodRuns.find(({ length }) => length === 0);
      // Of several logs some may be empty while all is well.
      if (empty !== undefined && logs.length === 1)
        throw new NamedError(shownPath(empty.name), "is empty, so it is no good run");
      compared.push(new ComparedLines(table, goodRuns, await Run.read(failed, files, table, options, take), lines));
    }
    return { news: new News(compared, onlyGood), close: () => files.close() };
  } catch (error) {
    files.close();
    throw error;
  }
}
