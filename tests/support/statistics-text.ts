// Statistics as tests expect them of the command.
import type { Statistics, StatisticsRule } from "../../src/index.ts";

type Counts = Pick<Statistics, "linesProcessed" | "linesMatched">;

/** The line of JSON for these statistics, without its end. */
export function statisticsJson({ linesProcessed, linesMatched }: Counts, rules?: readonly StatisticsRule[]): string {
  const figures = `"lines_processed": ${linesProcessed}, "lines_matched": ${linesMatched}`;
  const rate = linesProcessed === 0 ? 0 : linesMatched / linesProcessed;
  const items = rules?.map(({ name, lines }) => `{"name": ${JSON.stringify(name)}, "lines": ${lines}}`);
  return `{${figures}, "match_rate": ${rate}${items === undefined ? "" : `, "rules": [${items.join(", ")}]`}}`;
}

/** The table of these statistics, with `rate` for the match rate, as it follows the lines of a run. */
export function statisticsTable({ linesProcessed, linesMatched }: Counts, rate: string): string {
  const width = Math.max("Value".length, String(linesProcessed).length);
  const rule = "─".repeat(width + 2);
  return `
┌─────────────────┬${rule}┐
│ Metric          │ ${"Value".padEnd(width)} │
├─────────────────┼${rule}┤
│ Lines processed │ ${String(linesProcessed).padStart(width)} │
│ Lines matched   │ ${String(linesMatched).padStart(width)} │
│ Match rate      │ ${rate.padStart(width)} │
└─────────────────┴${rule}┘
`;
}
