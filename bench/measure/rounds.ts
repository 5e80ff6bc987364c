import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../engines/engine.ts";
import type { Workload } from "../workloads/workload.ts";
import { difference } from "./difference.ts";
import { measureRound, type Round } from "./round.ts";
import { timed } from "./timed.ts";
import { WorkloadFiles } from "./workload-files.ts";

export interface Samples {
  readonly engine: Engine;
  /** The number of lines in the log that it got. */
  readonly lines: number;
  readonly rounds: Round[];
  /** How its output differs from ours, if it does and should not. */
  difference: string | undefined;
}

/**
 * Runs all engines on a workload in turns, so that anything that slows the machine for a while slows all of them. Every
 * process reads its log anew. The outputs of the first round are compared with ours.
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
      sample.rounds.push(measureRound(sample.engine, sample.lines, (count) => files.ofLines(count), output));
      if (round > 0 || !sample.engine.normalizes) continue;
      writeAsOurs(sample.engine, output, workload.rules);
      sample.difference = difference(output, expectedOutput(folder, sample.lines));
    }
  }
  return samples;
}

function writeAsOurs({ asOurs }: Engine, output: string, rules: Workload["rules"]): void {
  if (asOurs !== undefined) writeFileSync(output, asOurs(readFileSync(output, "utf8"), rules));
}

function expectedOutput(folder: string, lines: number): string {
  return join(folder, `expected-${lines}`);
}
