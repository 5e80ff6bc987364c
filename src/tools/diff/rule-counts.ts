import type { ComparisonRule, RuleSideCount } from "./difference.ts";
import type { Side, UnequalLines } from "./side.ts";

/**
 * How many lines each rule won on both sides, and how many of them have no equal line on the other side. The rules with
 * most such lines come first, and among equals those whose numbers of lines differ most. Unmatched lines come last,
 * with those of catch-alls. Rules of one name count as one; rules without lines are left out.
 */
export function ruleCounts(old: Side, next: Side, unequal: UnequalLines): ComparisonRule[] {
  const olds = countsOf(old, unequal.old);
  const news = countsOf(next, unequal.next);
  const none = { lines: 0, only: 0 };
  const counts = [...new Set([...olds.keys(), ...news.keys()])].map((rule): ComparisonRule => {
    const [before, after] = [olds.get(rule) ?? none, news.get(rule) ?? none];
    return { rule, old: before, new: after, difference: after.lines - before.lines };
  });
  return counts.sort(
    (a, b) =>
      Number(a.rule === undefined) - Number(b.rule === undefined) ||
      b.old.only + b.new.only - (a.old.only + a.new.only) ||
      Math.abs(b.difference) - Math.abs(a.difference),
  );
}

/** The counts of one side, by the name of the rule. */
function countsOf(side: Side, unequal: Uint8Array): Map<string | undefined, RuleSideCount> {
  const counts = new Map<string | undefined, { lines: number; only: number }>();
  for (const [i, isUnequal] of unequal.entries()) {
    const rule = side.countedRule(i);
    const count = counts.get(rule) ?? { lines: 0, only: 0 };
    count.lines++;
    count.only += isUnequal;
    counts.set(rule, count);
  }
  // Unmatched lines may be left out of the comparison, but not out of the counts.
  if (side.unmatched > 0) counts.set(undefined, { only: counts.get(undefined)?.only ?? 0, lines: side.unmatched });
  return counts;
}
