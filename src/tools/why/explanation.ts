import type { Criterion } from "../../matcher/precedence.ts";
import { asBytes, type CapturedFields, fieldsByName } from "../../run/record-builder.ts";
import type { Rulebook } from "../../run/rulebook.ts";
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

/** A field, its capture, and where the capture is in the line, from `from` up to `to`. */
interface ExplainedCapture<Line extends string | Uint8Array = string> {
  readonly name: string;
  readonly value: Line;
  readonly from: number;
  readonly to: number;
}

/** A rule that matched a line but lost it to another. */
interface LosingRule {
  readonly rule: string;
  /**
   * What decided, and the two numbers that were compared; with "order" the positions of the rules in the file, from 0.
   */
  readonly decision: Decision;
}

/** A rule that does not match a line, and what it expected. */
interface NearbyRule {
  readonly rule: string;
  /** How many of its elements matched, and how many it has. */
  readonly matched: number;
  readonly total: number;
  /** The offset in the line where something else was expected, and the end of what was found instead. */
  readonly from: number;
  readonly to: number;
  /** What was expected: a phrase for each alternative. */
  readonly expected: readonly string[];
  /**
   * What to do so that the rule matches the line and keeps its examples: a sentence for each edit. Empty if no small
   * edit was found.
   */
  readonly edits: readonly string[];
}

/**
 * Why a rule won a line, or none matched it. If a catch-all took the line, it counts as unmatched, and there are both
 * `captures` and `nearest`. Offsets count bytes of a line given as bytes, and UTF-16 code units of text.
 */
export type ExplainedLine<Line extends string | Uint8Array = string> =
  | {
      readonly rule: string;
      /** What the fields captured, as in a NormalizedLine. */
      readonly fields: CapturedFields<Line>;
      /** In the order of the rule's fields. */
      readonly captures: readonly ExplainedCapture<Line>[];
      readonly lost: readonly LosingRule[];
      /** Present if the rule is a catch-all. */
      readonly catchAll?: true;
      /** The rules nearest to the line of a catch-all. */
      readonly nearest?: readonly NearbyRule[];
    }
  | {
      readonly rule: undefined;
      /** At most three, the nearest first. */
      readonly nearest: readonly NearbyRule[];
    };

/** Explains lines one by one. */
interface Explaining {
  begin(): void;
  explain(bytes: Buffer, start: number, end: number): WhyMatched | WhyUnmatched;
}

/** Explains one line by itself, with the names of the rules. */
export function explainedLine<Line extends string | Uint8Array>(
  { linePatterns }: Rulebook,
  why: Explaining,
  line: Line,
): ExplainedLine<Line> {
  const bytes = Buffer.from(line as string);
  why.begin();
  const explanation = why.explain(bytes, 0, bytes.length);
  const nameOf = (linePattern: number): string => linePatterns[linePattern]!.name;
  const offsetOf = (byte: number): number => (typeof line === "string" ? bytes.toString("utf8", 0, byte).length : byte);
  const nearbyRule = ({ linePattern, matched, total, from, to, expected, fix }: NearRule): NearbyRule => {
    const edits = fix?.edits.map(({ description }) => description) ?? [];
    return { rule: nameOf(linePattern), matched, total, from: offsetOf(from), to: offsetOf(to), expected, edits };
  };
  const nearest = "nearest" in explanation ? explanation.nearest.map(nearbyRule) : undefined;
  const won = "nearest" in explanation ? explanation.caught : explanation;
  if (won === undefined) return { rule: undefined, nearest: nearest ?? [] };
  const { linePattern, losers } = won;
  const captures = won.captures.map(({ field, ...span }) => {
    const [from, to] = [offsetOf(span.from), offsetOf(span.to)];
    const value = typeof line === "string" ? line.slice(from, to) : asBytes(bytes, from, to);
    return { name: field, value: value as Line, from, to };
  });
  const lost = losers.map(({ linePattern, decision }) => ({ rule: nameOf(linePattern), decision }));
  return {
    rule: nameOf(linePattern),
    fields: fieldsByName(captures),
    captures,
    lost,
    ...(nearest && { catchAll: true, nearest }),
  };
}
