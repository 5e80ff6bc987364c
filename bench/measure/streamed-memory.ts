import { statSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../engines/engine.ts";
import type { Workload } from "../workloads/workload.ts";
import { type Cost, costOf } from "./cost.ts";
import { fromPipe, TO_PIPE } from "./plumbing.ts";
import { inTurns } from "./turns.ts";
import { WorkloadFiles } from "./workload-files.ts";

const MEGABYTES = [10, 100, 1000];
/** The size of the log that is sent repeatedly: about 10 MB. */
const BLOCK_LINES = 100_000;

/** What our command took for an input of some size. */
export interface Stream {
  readonly megabytes: number;
  readonly rounds: readonly Cost[];
}

/** Sends more and more data through our command, from a pipe into a pipe, up to a number of MB. */
export function measureStreams(
  workload: Workload,
  ours: Engine,
  { megabytes, rounds }: { readonly megabytes: number; readonly rounds: number },
  folder: string,
): Stream[] {
  const files = new WorkloadFiles(workload, folder).ofLines(BLOCK_LINES);
  const block = statSync(files.log).size / 1e6;
  const command = ours.command({ ...files, log: "-" });
  const sizes = [...MEGABYTES.filter((size) => size < megabytes), megabytes];
  const times = sizes.map((size) => Math.ceil(size / block));
  const measured = inTurns(times, rounds, (count) =>
    costOf(command, join(folder, "output"), fromPipe(files.log, TO_PIPE, count)),
  );
  return times.map((count, i) => ({ megabytes: count * block, rounds: measured[i]! }));
}
