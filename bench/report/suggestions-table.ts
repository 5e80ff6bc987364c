import { medianTime } from "../measure/median.ts";
import type { Suggested } from "../measure/suggestions.ts";
import { COST_TITLES, costCells } from "./cost-cells.ts";
import { figure, table } from "./table.ts";

/** What suggesting rules takes, also as a multiple of the CPU time of running them. */
export function suggestionsTable(suggested: readonly Suggested[]): string {
  const rows = suggested.flatMap(({ name, suggest, plain }) => {
    const ratio = medianTime(suggest).cpu / medianTime(plain).cpu;
    return [
      [`${name}: normalizer suggest`, ...costCells(suggest), figure(ratio, 2)],
      [`${name}: the rules that it gives`, ...costCells(plain), figure(1, 2)],
    ];
  });
  return table(["a log", ...COST_TITLES, "CPU ÷ plain"], rows);
}
