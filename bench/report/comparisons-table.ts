import type { ComparedWays } from "../measure/comparisons.ts";
import { medianTime } from "../measure/median.ts";
import { COST_TITLES, costCells } from "./cost-cells.ts";
import { figure, table } from "./table.ts";

/** What our way of comparing two logs takes, and the other way, as shares of the other. */
export function comparisonsTable(compared: readonly ComparedWays[]): string {
  const rows = compared.flatMap(({ name, ways }) => {
    const other = medianTime(ways.at(-1)!.rounds);
    return ways.map((way) => {
      const { cpu, wall } = medianTime(way.rounds);
      return [
        `${name}: ${way.name}`,
        ...costCells(way.rounds),
        figure(cpu / other.cpu, 2),
        figure(wall / other.wall, 2),
      ];
    });
  });
  return table(["two logs", ...COST_TITLES, "CPU ÷ GNU", "wall ÷ GNU"], rows);
}
