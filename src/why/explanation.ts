import type { Rulebook } from "../normalization/rulebook.ts";
import type { Expectation } from "./expectation.ts";
import type { Fix } from "./suggest-fix.ts";

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
  readonly fix: Fix | undefined;
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

/** A rule that matched a line and lost it. */
export interface LosingRule {
  readonly rule: string;
  /** What decided, and the two numbers that were compared; with "order" the places of the rules in the file, from 0. */
  readonly decision: Decision;
}

/** A rule that does not match a line, and what would have to be different. */
export interface NearbyRule {
  readonly rule: string;
  /** How many of its elements matched, of how many. */
  readonly matched: number;
  readonly total: number;
  /** In bytes of the line: where something else was expected, and where what was found instead ends. */
  readonly from: number;
  readonly to: number;
  /** What was expected, in words: one for each alternative. */
  readonly expected: readonly string[];
  /** What to do so that the rule matches the line, in words; empty if nothing small is known. */
  readonly edits: readonly string[];
}

/** Why a rule won a line, or none matched it. */
export type ExplainedLine =
  | {
      readonly rule: string;
      /** In the order of the rule's fields; places in the line in bytes. */
      readonly captures: readonly CaptureSpan[];
      readonly lost: readonly LosingRule[];
    }
  | {
      readonly rule: undefined;
      /** At most three, the nearest first. */
      readonly nearest: readonly NearbyRule[];
    };

/** What was found out about a line, with the names of the rules. */
export function explainedLine({ kinds }: Rulebook, why: WhyMatched | WhyUnmatched): ExplainedLine {
  const nameOf = (kind: number): string => kinds[kind]!.name;
  if ("nearest" in why) {
    const nearest = why.nearest.map(({ kind, matched, total, from, to, expected, fix }): NearbyRule => {
      const edits = fix?.edits.map(({ description }) => description) ?? [];
      return { rule: nameOf(kind), matched, total, from, to, expected, edits };
    });
    return { rule: undefined, nearest };
  }
  const { kind, captures, losers } = why;
  const lost = losers.map(({ kind, decision }) => ({ rule: nameOf(kind), decision }));
  return { rule: nameOf(kind), captures, lost };
}
