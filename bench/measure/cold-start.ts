import { join } from "node:path";
import type { Engine } from "../engines/engine.ts";
import type { Workload } from "../workloads/workload.ts";
import { type Time, timed } from "./timed.ts";
import { inTurns } from "./turns.ts";
import { WorkloadFiles } from "./workload-files.ts";

const LINES = 10;
const ROUNDS = 9;

/** The cost of starting a command that does next to nothing. */
export interface Start {
  readonly name: string;
  readonly rounds: readonly Time[];
}

/** Starts an empty Node, and ours with the rules of each workload on logs of ten lines, in turns. */
export function measureColdStart(workloads: readonly Workload[], ours: Engine, folder: string): Start[] {
  const commands = [
    { name: "node -e 0", command: [process.execPath, "-e", "0"] },
    ...workloads.map((workload) => ({
      name: `ten lines, ${workload.rules.length} rules`,
      command: ours.command(new WorkloadFiles(workload, join(folder, workload.name)).ofLines(LINES)),
    })),
  ];
  const measured = inTurns(commands, ROUNDS, ({ command }) => {
    const { cpu, wall } = timed(command, join(folder, "output"));
    return { cpu, wall };
  });
  return commands.map(({ name }, i) => ({ name, rounds: measured[i]! }));
}
