import type { Start } from "../measure/cold-start.ts";
import { median } from "../measure/median.ts";
import { figure, table } from "./table.ts";

/** Starts in milliseconds, and as multiples of the first, which is an empty Node. */
export function coldStartTable(starts: readonly Start[]): string {
  const empty = median(starts[0]!.cpu);
  const rows = starts.map(({ name, cpu, wall }) => [
    name,
    figure(1000 * median(cpu), 0),
    figure(1000 * median(wall), 0),
    figure(median(cpu) / empty, 2),
  ]);
  return table(["cold start", "CPU ms", "wall ms", "÷ node"], rows);
}
