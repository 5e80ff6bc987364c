import type { Criterion } from "../../matcher/precedence.ts";
import type { Expectation } from "./expectation.ts";
import type { Fix } from "./suggest-fix.ts";

/** A field, and the bytes of the line that it captured, from `from` up to `to`. */
export interface CaptureSpan {
  readonly field: string;
  readonly from: number;
  readonly to: number;
}

/**
 * What decided between the winner and another rule that matched, and the two numbers that were compared. With
 * "sequence" both are 0: a follower belongs to the line before it, whatever rules match it.
 */
export interface Decision {
  readonly by: Criterion | "sequence";
  readonly winner: number;
  readonly loser: number;
}

/** A rule that matched but lost. */
export interface Loser {
  readonly linePattern: number;
  readonly decision: Decision;
}

/** A rule that does not match, and what it expected. */
export interface NearRule extends Expectation {
  readonly linePattern: number;
  /** How many of its elements matched, and how many it has. */
  readonly matched: number;
  readonly total: number;
  /** The smallest edits with which the rule matches the line and keeps its examples; undefined if none are known. */
  readonly fix: Fix | undefined;
}

/** Why a line was matched. Line patterns are given by their indexes in the rulebook. */
export interface WhyMatched {
  readonly linePattern: number;
  readonly captures: readonly CaptureSpan[];
  /** The number of the line that this one follows. */
  readonly follows: number | undefined;
  readonly losers: readonly Loser[];
}

/** Why a line counts as unmatched. */
export interface WhyUnmatched {
  /** The nearest of the rules that could have matched it, the nearest first. */
  readonly nearest: readonly NearRule[];
  /** How a catch-all took the line, which none of these matched; undefined if none did. */
  readonly caught: WhyMatched | undefined;
}

/** A rule that was asked about, which does not match the line. */
export interface BlockedRule extends NearRule {
  /** Why the rule would lose to the winner even with the edits; undefined if it would win, or without edits. */
  readonly losesThen: Decision | undefined;
}

/** What keeps a rule from winning a line: nothing, a stronger rule, or that it does not match. */
export type RuleVerdict = { readonly won: WhyMatched } | { readonly lost: Loser } | { readonly blocked: BlockedRule };

/** Why some rules won a line, or did not. */
export interface WhyRules {
  /** Who won the line, catch-alls included; undefined if no rule matches. */
  readonly winner: WhyMatched | undefined;
  /** One for each rule. */
  readonly verdicts: readonly RuleVerdict[];
}
