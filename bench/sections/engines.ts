import { rmSync } from "node:fs";
import { join } from "node:path";
import { FLOOR, leftOut, OURS } from "../engines/all.ts";
import { measureRounds } from "../measure/rounds.ts";
import { engineTable } from "../report/engine-table.ts";
import { figuresOf } from "../report/figures.ts";
import { allWorkloads, realWorkloads, WORKLOADS, workloadNamed } from "../workloads/all.ts";
import type { Workload } from "../workloads/workload.ts";
import { type Bench, engineNamed, type Section } from "./section.ts";

/** All engines on all workloads. */
export const engines: Section = {
  name: "engines",
  run(bench) {
    const missing = leftOut();
    if (missing.length > 0) bench.print(`Not installed and left out: ${missing.join("; ")}\n`);
    return chosen(bench).map((workload) => measured(workload, bench));
  },
};

function chosen({ options: { only, data }, print }: Bench): readonly Workload[] {
  if (only.length > 0) return only.map((name) => workloadNamed(name, allWorkloads(data)));
  const real = realWorkloads(data);
  if (real.length === 0) print("There is no loghub/ in the folder of --data: real lines are left out\n");
  return [...WORKLOADS, ...real];
}

function measured(workload: Workload, bench: Bench): unknown {
  const { options, print } = bench;
  const own = join(bench.folder, workload.name);
  const able = bench.engines.filter(({ takes }) => takes === undefined || takes(workload.rules));
  const samples = measureRounds(workload, able, engineNamed(OURS, bench), options, own);
  rmSync(own, { recursive: true });
  const figures = samples.map((sample) => figuresOf(sample, options.lines));
  print(`### ${workload.name}: ${workload.rules.length} rules\n`);
  print(engineTable(figures, options.lines, OURS, FLOOR));
  const unable = bench.engines.filter((engine) => !able.includes(engine)).map(({ name }) => name);
  if (unable.length > 0) print(`Left out, because they can't express these rules: ${unable.join("; ")}\n`);
  return {
    workload: workload.name,
    rules: workload.rules.length,
    engines: figures.map((figure, i) => ({ ...figure, rounds: samples[i]!.rounds })),
  };
}
