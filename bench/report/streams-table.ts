import { medianTime } from "../measure/median.ts";
import type { Stream } from "../measure/streamed-memory.ts";
import { COST_TITLES, costCells } from "./cost-cells.ts";
import { figure, table } from "./table.ts";

/** What our command takes for more and more input. */
export function streamsTable(streams: readonly Stream[]): string {
  const rows = streams.map(({ megabytes, rounds }) => [
    `${figure(megabytes, 0)} MB`,
    ...costCells(rounds),
    figure(megabytes / medianTime(rounds).cpu, 0),
  ]);
  return table(["from a pipe into a pipe", ...COST_TITLES, "MB / CPU s"], rows);
}
