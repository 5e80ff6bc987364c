import type { ReadOptions } from "../../io/line-text.ts";
import type { Log } from "../../run/log.ts";
import { ComparedLines, FailedLines } from "./failed-lines.ts";
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

/** Compares the logs of a failed run with those of good ones. Rejects with a log's read error. */
export async function compareRuns(logs: readonly LogOfRuns[], options: ReadOptions = {}): Promise<ComparedRuns> {
  const runs: Run[] = [];
  const close = (): void => {
    for (const run of runs) run.close();
  };
  try {
    const compared: ComparedLines[] = [];
    for (const { failed, good } of logs) {
      const table = new ShapeTable();
      const goodRuns: Run[] = [];
      for (const [i, log] of good.entries()) {
        table.beginGood();
        const run = await Run.read(log, table, options, (shape, index) => table.addGood(shape, i, index));
        goodRuns.push(run);
        runs.push(run);
      }
      const lines = new FailedLines(table);
      const take = (shape: number, index: number, isPart: boolean): void => lines.take(shape, index, isPart);
      const run = await Run.read(failed, table, options, take);
      runs.push(run);
      compared.push(new ComparedLines(table, goodRuns, run, lines));
    }
    return { news: new News(compared), close };
  } catch (error) {
    close();
    throw error;
  }
}
