import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Workload, writeWorkload } from "../workloads/workload.ts";
import { type Cost, costOf } from "./cost.ts";
import { inTurns } from "./turns.ts";

const COMMAND = [process.execPath, fileURLToPath(new URL("../../dist/normalizer.cjs", import.meta.url))];

/** What it takes to suggest rules for a log, and to run them. */
export interface Suggested {
  readonly name: string;
  readonly suggest: readonly Cost[];
  /** The plain command with the suggested rules. */
  readonly plain: readonly Cost[];
}

/** Suggests rules for a log of each workload, and runs them on it. */
export function measureSuggestions(
  workloads: readonly Workload[],
  { lines, rounds }: { readonly lines: number; readonly rounds: number },
  folder: string,
): Suggested[] {
  return workloads.map((workload) => {
    const { log } = writeWorkload(workload, lines, join(folder, "suggested"));
    const rules = join(folder, "suggested.yaml");
    const ways = [
      { command: [...COMMAND, "suggest", log], output: rules },
      { command: [...COMMAND, "-q", "-r", rules, log], output: join(folder, "output") },
    ];
    const [suggest, plain] = inTurns(ways, rounds, ({ command, output }) => costOf(command, output));
    return { name: workload.name, suggest: suggest!, plain: plain! };
  });
}
