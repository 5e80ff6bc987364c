import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../engines/engine.ts";
import type { Workload } from "../workloads/workload.ts";
import { type Cost, costOf } from "./cost.ts";
import { difference } from "./difference.ts";
import { timed } from "./timed.ts";
import { inTurns } from "./turns.ts";
import { WorkloadFiles } from "./workload-files.ts";

const JOBS = [1, 2];
/** Threads are for large logs, so the usual log is repeated this many times. */
const TIMES = 5;

/** What our command took with this many jobs. */
export interface JobsRun {
  readonly jobs: number;
  readonly rounds: readonly Cost[];
  /** How its output differs from that of a plain run. */
  readonly difference: string | undefined;
}

/** Runs our command on a large log with one job and with two. Undefined if the command has no --jobs. */
export function measureJobs(
  workload: Workload,
  ours: Engine,
  { lines, rounds }: { readonly lines: number; readonly rounds: number },
  folder: string,
): JobsRun[] | undefined {
  const files = new WorkloadFiles(workload, folder);
  const command = (jobs: number, log: string): string[] => [
    ...ours.command({ ...files.ofLines(0), log }),
    "--jobs",
    String(jobs),
  ];
  if (!succeeds(command(1, files.ofLines(0).log))) return undefined;

  const log = join(folder, "large.log");
  const content = readFileSync(files.ofLines(lines).log);
  for (let i = 0; i < TIMES; i++) appendFileSync(log, content);
  const expected = join(folder, "expected");
  timed(ours.command({ ...files.ofLines(0), log }), expected);
  const output = (jobs: number): string => join(folder, `output-${jobs}`);
  const measured = inTurns(JOBS, rounds, (jobs) => costOf(command(jobs, log), output(jobs)));
  return JOBS.map((jobs, i) => ({ jobs, rounds: measured[i]!, difference: difference(output(jobs), expected) }));
}

function succeeds([program, ...args]: readonly string[]): boolean {
  return spawnSync(program!, args, { stdio: "ignore" }).status === 0;
}
