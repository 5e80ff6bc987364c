import { join } from "node:path";
import type { Engine } from "../engines/engine.ts";
import type { Workload } from "../workloads/workload.ts";
import { timed } from "./timed.ts";
import { WorkloadFiles } from "./workload-files.ts";

const LINES = 10;
const ROUNDS = 9;

/** What it costs to start a command and do next to nothing: seconds, one figure a round. */
export interface Start {
  readonly name: string;
  readonly cpu: number[];
  readonly wall: number[];
}

/** Starts an empty Node and ours under the rules of each workload, in turns, on logs of ten lines. */
export function measureColdStart(workloads: readonly Workload[], ours: Engine, folder: string): Start[] {
  const commands = [
    { name: "node -e 0", command: [process.execPath, "-e", "0"] },
    ...workloads.map((workload) => ({
      name: `ten lines, ${workload.rules.length} rules`,
      command: ours.command(new WorkloadFiles(workload, join(folder, workload.name)).ofLines(LINES)),
    })),
  ];
  const starts = commands.map(({ name, command }) => ({ name, command, cpu: [] as number[], wall: [] as number[] }));
  for (let round = 0; round < ROUNDS; round++) {
    for (const { command, cpu, wall } of starts) {
      const run = timed(command, join(folder, "output"));
      cpu.push(run.cpu);
      wall.push(run.wall);
    }
  }
  return starts.map(({ name, cpu, wall }) => ({ name, cpu, wall }));
}
