// Whether the values of a field vary from run to run. docs/explanation/varying-fields.md has the reasons.
import type { SampledValue } from "./value-counts.ts";

/** A comparison of the values that a field has in two logs. */
export interface Variation {
  /** Of the lines of the log in which the field has fewer of them, the share whose values the other log lacks. */
  readonly newShare: number;
  /** The share that could be expected if each line had come into either log by chance. */
  readonly chanceShare: number;
}

/** A field varies if at least this share of its lines have new values. */
const NEARLY_ALL = 0.9;
/** Below this share, values are so frequent that chance has nearly all of them in both logs. */
const MIN_CHANCE = 0.2;
/**
 * New values are as many as by chance if there are less than this many times more, and less than this many times fewer.
 */
const TOLERANCE = 3;

/**
 * Compares the values of two logs, or a sample of them by which no value is sampled in one log only. `totals` are the
 * numbers of all values in each log. Returns undefined if either log has none.
 */
export function variationOf(
  values: Iterable<Pick<SampledValue, "counts">>,
  totals: readonly [number, number],
): Variation | undefined {
  const [old, next] = totals;
  if (old === 0 || next === 0) return undefined;
  const [shorter, longer] = old < next ? ([0, 1] as const) : ([1, 0] as const);
  const share = totals[shorter] / (old + next);
  let all = 0;
  let onlyShorter = 0;
  let expected = 0;
  for (const { counts } of values) {
    all += counts[shorter];
    if (counts[longer] === 0) onlyShorter += counts[shorter];
    // A value with n lines has all of them in the shorter log with probability share^n.
    const count = counts[0] + counts[1];
    expected += count * share ** count;
  }
  return all === 0 ? undefined : { newShare: onlyShorter / all, chanceShare: Math.min(1, expected / all) };
}

/**
 * Whether values vary from run to run: nearly all are new; or as many as chance would make new, which happens if the
 * values of one run have nothing to do with those of the other.
 */
export function varies({ newShare, chanceShare }: Variation): boolean {
  if (newShare >= NEARLY_ALL) return true;
  return chanceShare >= MIN_CHANCE && newShare * TOLERANCE >= chanceShare && newShare <= chanceShare * TOLERANCE;
}
