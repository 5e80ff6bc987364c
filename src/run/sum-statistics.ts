import type { ReadStatistics } from "./read-statistics.ts";
import { type StatisticsRule, statisticsOf } from "./statistics.ts";
import type { ReportedStatistics } from "./statistics-text.ts";

/**
 * Adds up statistics, those of rules by name. Where statistics have several rules of one name, the first of them adds
 * to the first of the others, the second to the second. The sum has rules only if all statistics have them. Throws an
 * Error if a sum would not be exact.
 */
export function sumOf(all: readonly ReadStatistics[]): ReportedStatistics {
  const sum = (count: "linesProcessed" | "linesMatched"): number => exactSum(all.map((one) => one[count]));
  const statistics = statisticsOf({ linesProcessed: sum("linesProcessed"), linesMatched: sum("linesMatched") });
  const rules = all.map(({ rules }) => rules).filter((rules) => rules !== undefined);
  return rules.length < all.length ? statistics : { ...statistics, rules: rulesTogether(rules) };
}

function exactSum(counts: readonly number[]): number {
  const sum = counts.reduce((sum, count) => sum + count, 0);
  if (Number.isSafeInteger(sum)) return sum;
  throw new Error(`the counts add up to more than ${Number.MAX_SAFE_INTEGER}`);
}

/** The rules of all statistics, in the order of the first, and then of those that have others. */
function rulesTogether(all: readonly (readonly StatisticsRule[])[]): StatisticsRule[] {
  const together = new Map<string, StatisticsRule>();
  for (const rules of all) {
    const seen = new Map<string, number>();
    for (const rule of rules) {
      const name = `${rule.catchAll ?? false} ${rule.name}`;
      const occurrence = seen.get(name) ?? 0;
      seen.set(name, occurrence + 1);
      const key = `${occurrence} ${name}`;
      // Not more than the lines of all, whose sum is exact.
      together.set(key, { ...rule, lines: rule.lines + (together.get(key)?.lines ?? 0) });
    }
  }
  return [...together.values()];
}
