import type { Cost } from "../measure/cost.ts";
import { medianOfKnown, medianTime } from "../measure/median.ts";
import { figure } from "./table.ts";

export const COST_TITLES = ["CPU s", "wall s", "peak MB"];

/** The medians of what a command took, as cells of a table. */
export function costCells(rounds: readonly Cost[]): string[] {
  const { cpu, wall } = medianTime(rounds);
  return [figure(cpu, 3), figure(wall, 3), figure(medianOfKnown(rounds.map((round) => round.peakMemory)), 0)];
}
