import { join } from "node:path";
import type { Engine } from "../engines/engine.ts";
import { shortRulesFile } from "../workloads/rules-file.ts";
import type { Workload } from "../workloads/workload.ts";
import { type Time, timed } from "./timed.ts";
import { inTurns } from "./turns.ts";
import { WorkloadFiles } from "./workload-files.ts";

const LINES = 10;
const ROUNDS = 15;

/** The cost of starting a command that does next to nothing. */
export interface Start {
  readonly name: string;
  readonly rounds: readonly Time[];
}

/**
 * Starts an empty Node, and ours with the rules of each workload on logs of ten lines, in turns. The patterns are lists
 * of elements, and then in one line.
 */
export function measureColdStart(workloads: readonly Workload[], ours: Engine, folder: string): Start[] {
  const commandFor = (workload: Workload): readonly string[] =>
    ours.command(new WorkloadFiles(workload, join(folder, workload.name)).ofLines(LINES));
  const commands = [
    { name: "node -e 0", command: [process.execPath, "-e", "0"] },
    ...workloads.flatMap((workload) => {
      const short = { ...workload, name: `${workload.name}-short`, rulesText: shortRulesFile(workload.rules) };
      const name = `ten lines, ${workload.rules.length} rules`;
      return [
        { name, command: commandFor(workload) },
        { name: `${name}, each in one line`, command: commandFor(short) },
      ];
    }),
  ];
  const measured = inTurns(commands, ROUNDS, ({ command }) => {
    const { cpu, wall } = timed(command, join(folder, "output"));
    return { cpu, wall };
  });
  return commands.map(({ name }, i) => ({ name, rounds: measured[i]! }));
}
