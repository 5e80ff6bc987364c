// Whether the values of a field vary from run to run. docs/explanation/varying-fields.md has the reasons.

import type { TypeName } from "../../matcher/types/type-registry.ts";
import type { SampledValue, ValueCounts } from "../../text/collections/value-counts.ts";
import { MAX_FEW_VALUES } from "../../text/messages/few-values.ts";
import type { FieldColumn } from "./field-columns.ts";

/** A comparison of the values that a field has in two logs. */
export interface Variation {
  /** In the log with fewer such lines: the share of lines whose value never occurs in the other log. */
  readonly newShare: number;
  /** The share that could be expected if each line had come into either log by chance. */
  readonly chanceShare: number;
}

/** Why the values do not tell whether a field varies: there are few of them, or chance would hardly make any new. */
export type Doubt = "few_values" | "chance";

/** Whether a field varies from run to run: yes, no, or why that is unclear. */
export type Verdict = boolean | Doubt;

/** A field varies if at least this share of its lines have new values. */
const NEARLY_ALL = 0.9;
/** Below this share, values are so frequent that chance has nearly all of them in both logs. */
const MIN_CHANCE = 0.2;
/** From this share on, values are so rare that those of the same work would be found in both logs far more often. */
const CLEAR_CHANCE = 0.5;
/** New values are as many as by chance if they are less than this many times more or fewer. */
const TOLERANCE = 3;
/** Values recur if they have this many lines on average. */
const MIN_LINES_PER_VALUE = 2;

/** The types whose values belong to a run by their nature, however few there are. */
const TYPES_OF_RUNS: ReadonlySet<TypeName> = new Set(["timestamp", "uuid"]);

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
export function variesBy({ newShare, chanceShare }: Variation): boolean | "chance" {
  if (newShare >= NEARLY_ALL) return true;
  const isByChance =
    chanceShare >= MIN_CHANCE && newShare * TOLERANCE >= chanceShare && newShare <= chanceShare * TOLERANCE;
  return isByChance && (chanceShare >= CLEAR_CHANCE || "chance");
}

/**
 * Whether a field varies from run to run. If a log has few values, that all are new may be a single event, such as an
 * outage in which each status changes, however many lines it has.
 */
export function verdictOn({ values, type }: Pick<FieldColumn, "values" | "type">, variation: Variation): Verdict {
  const verdict = variesBy(variation);
  if (verdict === false || (type.name !== undefined && TYPES_OF_RUNS.has(type.name))) return verdict;
  return hasFewValues(values) ? "few_values" : verdict;
}

/**
 * Whether both logs have the same values: a single one, in all lines; or several, each in as many lines. Then it is
 * the work that they belong to.
 */
export function isSameInBoth({ values, lines, empty }: Pick<FieldColumn, "values" | "lines" | "empty">): boolean {
  if (!values.isExact || lines[0] === 0 || lines[1] === 0) return false;
  const all = [...values.sampled()].map(({ counts }) => counts);
  if (all.length === 1) return empty[0] + empty[1] === 0 && all[0]![0] > 0 && all[0]![1] > 0;
  return all.length > 1 && empty[0] === empty[1] && all.every(([old, next]) => old === next);
}

/** Whether one of the logs has a single value, or few values that recur. */
function hasFewValues(values: ValueCounts): boolean {
  if (!values.isExact) return false;
  const distinct: [number, number] = [0, 0];
  for (const { counts } of values.sampled()) for (const side of [0, 1] as const) if (counts[side] > 0) distinct[side]++;
  return distinct.some(
    (count, side) =>
      count === 1 || (count <= MAX_FEW_VALUES && values.totals[side as 0 | 1] >= MIN_LINES_PER_VALUE * count),
  );
}
