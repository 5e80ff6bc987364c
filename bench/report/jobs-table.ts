import type { JobsRun } from "../measure/jobs.ts";
import { medianTime } from "../measure/median.ts";
import { COST_TITLES, costCells } from "./cost-cells.ts";
import { figure, table } from "./table.ts";

/** What our command takes with some number of jobs, as shares of the wall time with one. */
export function jobsTable(runs: readonly JobsRun[]): string {
  const one = medianTime(runs[0]!.rounds).wall;
  const rows = runs.map(({ jobs, rounds, difference }) => [
    `--jobs ${jobs}`,
    ...costCells(rounds),
    figure(medianTime(rounds).wall / one, 2),
    difference === undefined ? "equal" : "DIFFERS",
  ]);
  const differences = runs.filter(({ difference }) => difference !== undefined);
  return (
    table(["our command", ...COST_TITLES, "wall ÷ one", "output"], rows) +
    differences.map(({ jobs, difference }) => `\n--jobs ${jobs} differs at ${difference}\n`).join("")
  );
}
