import type { Statistics } from "../../src/index.ts";

/** The table of these statistics, with `rate` for the match rate, as it follows the lines of a run. */
export function statisticsTable(
  { linesProcessed, linesMatched }: Pick<Statistics, "linesProcessed" | "linesMatched">,
  rate: string,
): string {
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
