import { join } from "node:path";
import type { Engine } from "../engines/engine.ts";
import type { Workload } from "../workloads/workload.ts";
import { difference } from "./difference.ts";
import { timedWithMemory } from "./peak-memory.ts";
import { timed } from "./timed.ts";
import { WorkloadFiles } from "./workload-files.ts";

/** What was measured of one engine on one workload in one round, in seconds. */
export interface Round {
  readonly cpu: number;
  readonly wall: number;
  /** CPU time on an empty log; none for an engine that measures itself. */
  readonly startUp: number | undefined;
  /** In MB. */
  readonly peakMemory: number | undefined;
}

export interface Samples {
  readonly engine: Engine;
  /** Of the log that it was given. */
  readonly lines: number;
  readonly rounds: Round[];
  /** How its output differs from ours, if it should not and does. */
  difference: string | undefined;
}

/**
 * Runs all engines on a workload, in turns, so that what slows the machine for a while slows them all; every process
 * reads its log anew. The outputs of the first round are compared with ours.
 */
export function measureRounds(
  workload: Workload,
  engines: readonly Engine[],
  ours: Engine,
  { lines, rounds }: { readonly lines: number; readonly rounds: number },
  folder: string,
): Samples[] {
  const files = new WorkloadFiles(workload, folder);
  const output = join(folder, "output");
  const samples = engines.map((engine): Samples => {
    const count = engine.lines(lines, workload.rules.length);
    return { engine, lines: count, rounds: [], difference: undefined };
  });
  for (const count of new Set(samples.map((sample) => sample.lines))) {
    timed(ours.command(files.ofLines(count)), expectedOutput(folder, count));
  }
  for (let round = 0; round < rounds; round++) {
    for (const sample of samples) {
      sample.rounds.push(measureRound(sample, files, output));
      if (round > 0 || !sample.engine.normalizes) continue;
      sample.difference = difference(output, expectedOutput(folder, sample.lines));
    }
  }
  return samples;
}

function measureRound({ engine, lines }: Samples, files: WorkloadFiles, output: string): Round {
  if (engine.measuresItself) {
    const { wall, messages } = timed(engine.command(files.ofLines(lines)), output);
    return { cpu: JSON.parse(messages).cpu as number, wall, startUp: undefined, peakMemory: undefined };
  }
  const startUp = timed(engine.command(files.ofLines(0)), output).cpu;
  const { cpu, wall, peakMemory } = timedWithMemory(engine.command(files.ofLines(lines)), output);
  return { cpu, wall, startUp, peakMemory };
}

function expectedOutput(folder: string, lines: number): string {
  return join(folder, `expected-${lines}`);
}
