import { join } from "node:path";
import type { Engine } from "../engines/engine.ts";
import type { Workload } from "../workloads/workload.ts";
import { measureRound, type Round } from "./round.ts";
import { inTurns } from "./turns.ts";
import { WorkloadFiles } from "./workload-files.ts";

/** What an engine took for one workload. */
export interface VariantRun {
  readonly workload: string;
  readonly engine: string;
  /** The number of lines in the log that it got. */
  readonly lines: number;
  readonly rounds: readonly Round[];
}

/** Runs engines on workloads with the same lines, all in turns. Rivals run on the first workload only. */
export function measureRuleVariants(
  workloads: readonly Workload[],
  engines: readonly Engine[],
  rivals: readonly Engine[],
  { lines, rounds }: { readonly lines: number; readonly rounds: number },
  folder: string,
): VariantRun[] {
  const runs = workloads.flatMap((workload, i) => {
    const files = new WorkloadFiles(workload, join(folder, workload.name));
    return [...engines, ...(i === 0 ? rivals : [])].map((engine) => ({
      workload: workload.name,
      engine,
      lines: engine.lines(lines, workload.rules.length),
      files,
    }));
  });
  const measured = inTurns(runs, rounds, (run) =>
    measureRound(run.engine, run.lines, (count) => run.files.ofLines(count), join(folder, "output")),
  );
  return runs.map(({ workload, engine, lines }, i) => ({
    workload,
    engine: engine.name,
    lines,
    rounds: measured[i]!,
  }));
}
