// What is known of a line: why a rule won it, or what keeps rules from matching it. Texts for people are written from
// an Explanation; JSON and what the library returns are the parts of it that `answerJson` and `explainedLine` take.

import type { Criterion } from "../../matcher/precedence.ts";
import { asBytes, asText, type CapturedFields, fieldsByName } from "../../run/record-builder.ts";
import type { Fix } from "./suggest-fix.ts";

/** A field, and where its capture is in the line, from `from` up to `to`. */
export interface CaptureSpan {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/**
 * What decided between the winner and another rule that matched, and the two numbers that were compared; with "order"
 * the positions of the rules in the file, from 0. With "sequence" both are 0: a follower belongs to the line before it,
 * whatever rules match it.
 */
export interface Decision {
  readonly by: Criterion | "sequence";
  readonly winner: number;
  readonly loser: number;
}

/** A rule, by its name, and the path of its file if there are several. */
interface NamedRule {
  readonly rule: string;
  readonly ruleFile?: string;
}

/** A rule that matched a line but lost it to another. */
interface LosingRule extends NamedRule {
  readonly decision: Decision;
}

/** A rule that does not match a line, and what it expected. */
interface NearbyRule extends NamedRule {
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
      readonly ruleFile?: string;
      readonly fields: CapturedFields<Line>;
      /** In the order of the rule's fields. */
      readonly captures: readonly (CaptureSpan & { readonly value: Line })[];
      readonly lost: readonly LosingRule[];
      readonly catchAll?: true;
      /** The rules nearest to the line of a catch-all. */
      readonly nearest?: readonly NearbyRule[];
    }
  | {
      readonly rule: undefined;
      /** At most three, the nearest first. */
      readonly nearest: readonly NearbyRule[];
    };

/** A rule, or its followers. */
export interface RuleEntry extends NamedRule {
  /** Whether these are its followers, and whether it is a catch-all. */
  readonly follower: true | undefined;
  readonly catchAll: true | undefined;
  readonly linePattern: number;
}

export interface LostRule extends RuleEntry, LosingRule {}

export interface WonRule extends RuleEntry {
  readonly captures: readonly CaptureSpan[];
  /** The number of the line that this one follows. */
  readonly follows: number | undefined;
  readonly lost: readonly LostRule[];
}

/** A rule that does not match, and what is known besides. */
export interface NearRule extends RuleEntry, NearbyRule {
  /** Whether nothing that resembles what was expected was found, although it could have been anywhere from there on. */
  readonly isMissing: boolean;
  /** Whether a part of the line was not examined, because that would have taken too long. */
  readonly isGivenUp: boolean;
  /** The smallest edits with which the rule matches the line and keeps its examples; undefined if none are known. */
  readonly fix: Fix | undefined;
}

/** What keeps a rule from winning a line: nothing, a stronger rule, or that it does not match. */
export type Verdict =
  | (RuleEntry & { readonly verdict: "won" })
  | (LostRule & { readonly verdict: "lost" })
  | (NearRule & {
      readonly verdict: "mismatch";
      /** Why the rule would lose to the winner even with the edits; undefined if it would win, or without edits. */
      readonly losesThen: Decision | undefined;
    });

/** Why a line was won, or not. Offsets count its bytes. */
export interface Explanation {
  /** Who won the line, a catch-all included; undefined if no rule matches. */
  readonly won: WonRule | undefined;
  /** If the line counts as unmatched: the nearest of the rules that could have matched it, the nearest first. */
  readonly nearest?: readonly NearRule[];
  /** A verdict for each rule that was asked about; `nearest` is then left out. */
  readonly asked?: readonly Verdict[];
  /** Why the line holds no text for rules, in words that follow its name. Nothing else is known of it then. */
  readonly flaw?: string;
}

export interface LineAnswer {
  readonly line: number;
  readonly original: Buffer;
  /** If the line stands for others: how many there are, itself included, and the template that they have in common. */
  readonly count?: number;
  readonly template?: Buffer;
  /** How many further lines belong to these, as the frames of stack traces do. */
  readonly followed?: number;
  readonly why: Explanation;
}

/** What the library returns for a line, of which these are the bytes. */
export function explainedLine<Line extends string | Uint8Array>(
  line: Line,
  bytes: Buffer,
  { won, nearest }: Explanation,
): ExplainedLine<Line> {
  const inLine = <Span extends { readonly from: number; readonly to: number }>(span: Span): Span => {
    if (typeof line !== "string") return span;
    const [from, to] = [span.from, span.to].map((byte) => bytes.toString("utf8", 0, byte).length);
    return { ...span, from: from!, to: to! };
  };
  const near = nearest?.map((one) => inLine(nearbyRule(one)));
  if (won === undefined) return { rule: undefined, nearest: near ?? [] };
  const captures = won.captures.map((span) => {
    const { name, from, to } = inLine(span);
    const value = typeof line === "string" ? line.slice(from, to) : asBytes(bytes, from, to);
    return { name, value: value as Line, from, to };
  });
  return {
    ...namedRule(won),
    fields: fieldsByName(captures),
    captures,
    lost: won.lost.map((lost) => ({ ...namedRule(lost), decision: lost.decision })),
    ...(near && { catchAll: true, nearest: near }),
  };
}

function namedRule({ rule, ruleFile }: NamedRule): NamedRule {
  return { rule, ...(ruleFile !== undefined && { ruleFile }) };
}

function nearbyRule({ matched, total, from, to, expected, edits, ...rule }: NearRule): NearbyRule {
  return { ...namedRule(rule), matched, total, from, to, expected, edits };
}

/** The JSON object of an answer. Members that are undefined are left out. */
export function answerJson({ line, original, count, followed, template, why }: LineAnswer): object {
  const entry = ({ follower, catchAll, ...rule }: RuleEntry): object => ({ ...namedRule(rule), follower, catchAll });
  const lostRule = (lost: LostRule): object => ({ ...entry(lost), ...lost.decision });
  const nearRule = (near: NearRule): object => ({ ...entry(near), ...nearbyRule(near) });
  const verdictJson = (one: Verdict): object => {
    const { verdict } = one;
    if (verdict === "lost") return { verdict, ...lostRule(one) };
    return verdict === "won" ? { verdict, ...entry(one) } : { verdict, ...nearRule(one), losesThen: one.losesThen };
  };
  const { won, nearest, asked, flaw } = why;
  return {
    kind: asked !== undefined ? "rules" : count === undefined ? "line" : "template",
    line,
    original,
    count,
    followed: followed || undefined,
    template,
    ...(won === undefined ? { rule: null } : entry(won)),
    follows: won?.follows,
    captures: won?.captures.map(({ name, from, to }) => ({ name, value: asText(original, from, to), from, to })),
    lost: won?.lost.map(lostRule),
    nearest: nearest?.map(nearRule),
    asked: asked?.map(verdictJson),
    noText: flaw,
  };
}
