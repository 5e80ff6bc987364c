import { medianTime } from "../measure/median.ts";
import { FILE_TO_FILE, FILE_TO_PIPE, type Way } from "../measure/pipes.ts";
import { COST_TITLES, costCells } from "./cost-cells.ts";
import { figure, table } from "./table.ts";

/** What our command takes for each way to connect it, and its CPU time as multiples of the two plain ways. */
export function pipesTable(ways: readonly Way[]): string {
  const cpuOf = (name: string): number => medianTime(ways.find((way) => way.name === name)!.rounds).cpu;
  const rows = ways.map(({ name, rounds }) => [
    name,
    ...costCells(rounds),
    figure(medianTime(rounds).cpu / cpuOf(FILE_TO_FILE), 2),
    figure(medianTime(rounds).cpu / cpuOf(FILE_TO_PIPE), 2),
  ]);
  return table(["our command", ...COST_TITLES, `÷ ${FILE_TO_FILE}`, `÷ ${FILE_TO_PIPE}`], rows);
}
