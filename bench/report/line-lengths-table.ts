import type { LineLengths } from "../measure/line-lengths.ts";
import { median } from "../measure/median.ts";
import { bytesFigure } from "./bytes-figure.ts";
import type { Series } from "./plot.ts";
import { figure, table } from "./table.ts";

/** Nanoseconds of CPU time for a byte, by the length of the line. */
export function lineLengthsTable(kinds: readonly LineLengths[]): string {
  const rows = lineLengthsSeries(kinds).map(({ name, points }) => [
    name,
    ...points.map(([, nanoseconds]) => figure(nanoseconds, 2)),
  ]);
  return table(["ns per byte, in lines of", ...kinds[0]!.lengths.map(({ length }) => bytesFigure(length))], rows);
}

/** The same figures as lines of a plot. */
export function lineLengthsSeries(kinds: readonly LineLengths[]): Series[] {
  return kinds.map(({ name, lengths }) => ({
    name,
    points: lengths.map(({ length, rounds }) => [length, (1e9 * median(rounds)) / length]),
  }));
}
