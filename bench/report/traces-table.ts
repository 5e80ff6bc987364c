import { medianTime } from "../measure/median.ts";
import type { TracedWay } from "../measure/traces.ts";
import { COST_TITLES, costCells } from "./cost-cells.ts";
import { figure, table } from "./table.ts";

/** What each form of tracing takes, as shares of the first way. */
export function tracesTable(ways: readonly TracedWay[]): string {
  const plain = medianTime(ways[0]!.rounds);
  const rows = ways.map(({ name, rounds }) => {
    const { cpu, wall } = medianTime(rounds);
    return [name, ...costCells(rounds), figure(cpu / plain.cpu, 2), figure(wall / plain.wall, 2)];
  });
  return table(["three logs", ...COST_TITLES, "CPU ÷ plain", "wall ÷ plain"], rows);
}
