import { join } from "node:path";
import type { Engine } from "../engines/engine.ts";
import type { Workload } from "../workloads/workload.ts";
import { difference } from "./difference.ts";
import { peakMemory } from "./peak-memory.ts";
import { type Run, timed } from "./timed.ts";
import { WorkloadFiles } from "./workload-files.ts";

/** What was measured of one engine on one workload: seconds, one figure a round. */
export interface Samples {
  readonly engine: Engine;
  /** Of the log that it was given. */
  readonly lines: number;
  readonly cpu: number[];
  readonly wall: number[];
  /** CPU time on an empty log, none for an engine that measures itself. */
  readonly startUp: number[];
  /** In MB. */
  readonly peakMemory: number | undefined;
  /** How its output differs from ours, if it should not and does. */
  readonly difference: string | undefined;
}

/**
 * Runs all engines on a workload, in turns, so that what slows the machine for a while slows them all. A first turn that
 * does not count warms the file cache and compares the outputs; in each other every process reads its log anew.
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
  const run = (engine: Engine, count: number): Run => {
    const result = timed(engine.command(files.ofLines(count)), output);
    return engine.measuresItself ? { ...result, cpu: JSON.parse(result.messages).cpu as number } : result;
  };

  const expected = new Map<number, string>();
  const expectedOutput = (count: number): string => {
    const path = join(folder, `expected-${count}`);
    if (!expected.has(count)) timed(ours.command(files.ofLines(count)), path);
    expected.set(count, path);
    return path;
  };

  const samples = engines.map((engine): Samples => {
    const count = engine.lines(lines, workload.rules.length);
    const peak = peakMemory(engine.command(files.ofLines(count)), output);
    return {
      engine,
      lines: count,
      cpu: [],
      wall: [],
      startUp: [],
      peakMemory: engine.measuresItself ? undefined : peak,
      difference: engine.normalizes ? difference(output, expectedOutput(count)) : undefined,
    };
  });
  for (let round = 0; round < rounds; round++) {
    for (const { engine, lines, cpu, wall, startUp } of samples) {
      const result = run(engine, lines);
      cpu.push(result.cpu);
      wall.push(result.wall);
      if (!engine.measuresItself) startUp.push(run(engine, 0).cpu);
    }
  }
  return samples;
}
