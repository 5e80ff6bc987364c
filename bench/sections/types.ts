import { rmSync } from "node:fs";
import { join } from "node:path";
import { OTHER, OURS, RIVAL } from "../engines/all.ts";
import { measureRuleVariants } from "../measure/rule-variants.ts";
import { ruleVariantsTable } from "../report/rule-variants-table.ts";
import { realHeaders, typedHeaders } from "../workloads/real-headers.ts";
import type { Workload } from "../workloads/workload.ts";
import { writtenWorkloads } from "../workloads/written.ts";
import { type Bench, engineNamed, type Section } from "./section.ts";

/** Fewer lines than requested, because each is measured with several sets of rules. */
const LINES_DIVISOR = 2;

/** What types and alternatives cost: the same lines with and without them, for ours, another build and a rival. */
export const types: Section = {
  name: "types",
  run(bench) {
    const groups = chosen(bench);
    return groups.map((workloads) => measured(workloads, bench));
  },
};

/** Groups of workloads with the same lines, the one with types first. */
function chosen({ options: { only, data }, print }: Bench): (readonly Workload[])[] {
  const written = writtenWorkloads(join(data, "loghub"));
  if (written.length === 0) print("There is no loghub/ in the folder of --data: the written rules are left out\n");
  const groups = [[typedHeaders, realHeaders], ...written.map(({ typed, untyped }) => [typed, ...untyped])];
  return only.length === 0 ? groups : groups.filter(([typed]) => only.includes(typed!.name));
}

function measured(workloads: readonly Workload[], bench: Bench): unknown {
  const { options, engines, print } = bench;
  const builds = [engineNamed(OURS, bench), ...engines.filter(({ name }) => name === OTHER)];
  // Rivals get only rules with types: without them, expressions are nothing but `.*?`, which nobody careful writes.
  const rivals = [engineNamed(RIVAL, bench)];
  const lines = Math.ceil(options.lines / LINES_DIVISOR);
  const own = join(bench.folder, workloads[0]!.name);
  const runs = measureRuleVariants(workloads, builds, rivals, { lines, rounds: options.rounds }, own);
  rmSync(own, { recursive: true });
  print(ruleVariantsTable(runs));
  return runs;
}
