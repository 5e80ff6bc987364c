import type { ReadOptions } from "../../io/line-text.ts";
import type { Log } from "../../run/log.ts";
import { type Block, findBlocks, selectBlocks } from "./blocks.ts";
import { ComparedLines, FailedLines, STATE } from "./failed-lines.ts";
import { Run } from "./run.ts";
import { ShapeTable } from "./shape-table.ts";

export async function compareRuns(good: readonly Log[], failed: Log, options: ReadOptions = {}) {
  const table = new ShapeTable();
  const runs: Run[] = [];
  for (const [i, log] of good.entries())
    runs.push(await Run.read(log, table, options, (shape, index) => table.addGood(shape, i, index)));
  const collected = new FailedLines(table);
  const run = await Run.read(failed, table, options, (shape, index, part) => collected.take(shape, index, part));
  const lines = new ComparedLines(table, runs, run, collected);
  const blocks = findBlocks(lines);
  const selected = selectBlocks(blocks);
  return { lines, blocks, selected };
}
export type { Block };
export { STATE };
