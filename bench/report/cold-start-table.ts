import type { Start } from "../measure/cold-start.ts";
import { medianTime } from "../measure/median.ts";
import { figure, table } from "./table.ts";

/** Starts in milliseconds, and as multiples of the first, which is an empty Node. */
export function coldStartTable(starts: readonly Start[]): string {
  const empty = medianTime(starts[0]!.rounds);
  const rows = starts.map(({ name, rounds }) => {
    const { cpu, wall } = medianTime(rounds);
    return [name, figure(1000 * cpu, 0), figure(1000 * wall, 0), figure(cpu / empty.cpu, 2)];
  });
  return table(["cold start", "CPU ms", "wall ms", "÷ node"], rows);
}
