import { medianOfKnown } from "../measure/median.ts";
import type { RuleCount } from "../measure/rule-counts.ts";
import { workOf } from "./figures.ts";
import type { Series } from "./plot.ts";
import { figure, table } from "./table.ts";

/**
 * Microseconds of CPU time that each engine takes for a line, without its start, by the number of rules. For ours,
 * which is the first engine, also the start and the memory.
 */
export function ruleCountsTable(counts: readonly RuleCount[]): string {
  const [ours, ...others] = enginesOf(counts);
  const rows = ours!.map((our, i) => [
    String(our.rules),
    figure(startOf(our), 0),
    figure(medianOfKnown(our.rounds.map(({ peakMemory }) => peakMemory)), 0),
    figure(microseconds(our), 2),
    ...others.flatMap((counts) => {
      const other = microseconds(counts[i]!);
      return [figure(other, 2), figure(other / microseconds(our), 2)];
    }),
  ]);
  const titles = others.flatMap(([count]) => [count!.engine, "÷ ours"]);
  return table(["µs per line, by rules", "start ms", "peak MB", ours![0]!.engine, ...titles], rows);
}

/** The same figures as lines of a plot. */
export function ruleCountsSeries(counts: readonly RuleCount[]): Series[] {
  return enginesOf(counts).map((counts) => ({
    name: counts[0]!.engine,
    points: counts.map((count) => [count.rules, microseconds(count)]),
  }));
}

/** The measurements grouped by engine. */
function enginesOf(counts: readonly RuleCount[]): RuleCount[][] {
  const names = [...new Set(counts.map(({ engine }) => engine))];
  return names.map((name) => counts.filter(({ engine }) => engine === name));
}

function microseconds({ rounds, lines }: RuleCount): number {
  return (1e6 * workOf(rounds)) / lines;
}

function startOf({ rounds }: RuleCount): number {
  return 1000 * medianOfKnown(rounds.map(({ startUp }) => startUp?.cpu))!;
}
