import type { ReadOptions } from "../../io/line-text.ts";
import type { Log } from "../../run/log.ts";
import { type Block, findBlocks, selectBlocks } from "./blocks.ts";
import { describeChanges } from "./changes.ts";
import { ComparedLines, FailedLines, STATE } from "./failed-lines.ts";
import { findEarlyEnd, findNotReached } from "./not-reached.ts";
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
  const endedEarly = findEarlyEnd(lines);
  let blocks = findBlocks(lines);
  if (blocks.length > 0 || endedEarly !== undefined) {
    lines.tellDoubtful();
    blocks = findBlocks(lines);
  }
  const selected = selectBlocks(blocks);
  const changes = describeChanges(lines);
  return {
    lines,
    blocks,
    selected,
    changes,
    toldChanges: changes.filter((change) => change.told),
    notReached: findNotReached(lines),
    endedEarly,
  };
}
export type { Block };
export { STATE };
