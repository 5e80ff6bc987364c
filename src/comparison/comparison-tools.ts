import type { ComparisonKeys } from "./comparison-keys.ts";
import type { FieldComparison } from "./field-comparison.ts";

/** How many lines of either log have been found in the other. */
export interface Tally {
  same: number;
}

/** What all ways of comparing lines need, whether the lines are in order, in groups, or counted. */
export interface ComparisonTools {
  readonly keys: ComparisonKeys;
  readonly fields: FieldComparison;
  /** How many lines that are the same are given before and after those that differ. */
  readonly context: number;
  /** Is kept up to date as differences are found. */
  readonly tally: Tally;
}
