import type { Expectation } from "./expectation.ts";
import type { Mend } from "./mend.ts";

/** A field, and where in the line what it captured lies: from a byte, up to but not including another. */
export interface CaptureSpan {
  readonly field: string;
  readonly from: number;
  readonly to: number;
}

/**
 * What decided between the winner and a rule that matched too, and the two numbers that were compared. With "sequence" there
 * are none, and both are 0: a line that follows another is its follower, whatever other rules say of it.
 */
export interface Decision {
  readonly by: "literal bytes" | "fields of any text" | "order" | "sequence";
  readonly winner: number;
  readonly loser: number;
}

/** A rule that matched and lost. */
export interface Loser {
  readonly kind: number;
  readonly decision: Decision;
}

/** A rule that does not match, and what would have to be different. */
export interface NearRule extends Expectation {
  readonly kind: number;
  /** How many of its elements matched, of how many. */
  readonly matched: number;
  readonly total: number;
  /** The smallest edits with which the rule matches the line; undefined if none are known. */
  readonly mend: Mend | undefined;
}

/** Why a line was matched. The kinds are those of the rulebook. */
export interface WhyMatched {
  readonly kind: number;
  readonly captures: readonly CaptureSpan[];
  /** The number of the line that this one follows. */
  readonly follows: number | undefined;
  readonly losers: readonly Loser[];
}

/** Why it was not: the rules that came nearest, the nearest first. */
export interface WhyUnmatched {
  readonly nearest: readonly NearRule[];
}
