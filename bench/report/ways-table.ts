import type { MeasuredWay } from "../measure/cost.ts";
import { medianTime } from "../measure/median.ts";
import { COST_TITLES, costCells } from "./cost-cells.ts";
import { figure, table } from "./table.ts";

/** What each form of our command takes, as shares of the first one. */
export function waysTable(title: string, ways: readonly MeasuredWay[]): string {
  const plain = medianTime(ways[0]!.rounds);
  const rows = ways.map(({ name, rounds }) => {
    const { cpu, wall } = medianTime(rounds);
    return [name, ...costCells(rounds), figure(cpu / plain.cpu, 2), figure(wall / plain.wall, 2)];
  });
  return table([title, ...COST_TITLES, "CPU ÷ plain", "wall ÷ plain"], rows);
}
