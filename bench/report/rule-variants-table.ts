import type { VariantRun } from "../measure/rule-variants.ts";
import { workOf } from "./figures.ts";
import { figure, table } from "./table.ts";

/**
 * Microseconds of CPU time that each engine takes for a line, without its start, by workload. The first workload has
 * the rules with types; the last columns say how many times as long it takes as each of the others. `÷ ours` compares
 * with the first engine. A dash means that the engine did not run.
 */
export function ruleVariantsTable(runs: readonly VariantRun[]): string {
  const workloads = [...new Set(runs.map(({ workload }) => workload))];
  const engines = [...new Set(runs.map(({ engine }) => engine))];
  const microseconds = (workload: string, engine: string): number => {
    const run = runs.find((run) => run.workload === workload && run.engine === engine);
    return run === undefined ? Number.NaN : (1e6 * workOf(run.rounds)) / run.lines;
  };
  const [typed, ...untyped] = workloads;
  const rows = engines.map((engine) => [
    engine,
    ...workloads.flatMap((workload) => {
      const own = microseconds(workload, engine);
      return [figure(own, 2), figure(own / microseconds(workload, engines[0]!), 2)];
    }),
    ...untyped.map((workload) => figure(microseconds(typed!, engine) / microseconds(workload, engine), 2)),
  ]);
  return table(
    [
      "µs per line",
      ...workloads.flatMap((workload) => [workload, "÷ ours"]),
      ...untyped.map((workload) => `typed ÷ ${shortName(workload, typed!)}`),
    ],
    rows,
  );
}

/** What a workload's name adds to that of the typed one. */
function shortName(workload: string, typed: string): string {
  return workload.startsWith(`${typed}-`) ? workload.slice(typed.length + 1) : workload;
}
