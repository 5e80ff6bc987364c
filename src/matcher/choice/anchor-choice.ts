// A rule's anchor is a gram of its literal text by which the lines that it may match are found. It should be rare, lest it
// lead to the rule on lines of others, and long, since a search for longer ones skips more of a line.
import { GRAM_LENGTHS, type GramLength } from "../search/gram-hash.ts";
import type { Literal } from "../search/literal.ts";
import { GramCounts } from "./gram-counts.ts";

/** What an anchor of each length costs for every rule that has it, as a multiple of the cheapest. */
const WEIGHTS = { 8: 1, 4: 4, 2: 24, 1: 64 } as const satisfies Record<GramLength, number>;

/**
 * How much more an anchor costs whose last two bytes stand in all rules than one whose last two stand in no other: the end
 * is where a search stops to look.
 */
const COMMON_END = 0.5;

/** An anchor that costs only so much more than the best there could be is good enough. */
const GOOD = 0.02;

export interface HasLiterals {
  readonly literals: readonly Literal[];
}

/** Where a rule has its anchor. */
export interface Place {
  readonly anchor: Uint8Array;
  /** Literal bytes of the rule before and after it. */
  readonly before: number;
  readonly after: number;
}

/** A gram of a literal, and what it would cost as an anchor. */
interface Offer {
  readonly cost: number;
  readonly length: GramLength;
  readonly end: number;
}

/** Chooses anchors for rules by the counts of their grams. */
export class AnchorChoice {
  private readonly rules: number;
  /** How many rules have a literal. */
  private readonly literals = new Map<Literal, number>();
  private readonly counts = new Map<GramLength, GramCounts>();
  private readonly offers = new Map<Literal, Offer>();

  constructor(rules: readonly HasLiterals[]) {
    this.rules = rules.length;
    for (const { literals } of rules) {
      for (const literal of new Set(literals)) this.literals.set(literal, (this.literals.get(literal) ?? 0) + 1);
    }
  }

  /** The best place of a rule; undefined when each of its grams is in all rules. */
  placeIn({ literals }: HasLiterals): Place | undefined {
    let best: Offer = NONE;
    let index = 0;
    for (const [i, literal] of literals.entries()) {
      const offer = this.offerOf(literal);
      if (offer.cost >= best.cost) continue;
      best = offer;
      index = i;
    }
    return best === NONE ? undefined : place(literals, index, best.end - best.length, best.end);
  }

  private offerOf(literal: Literal): Offer {
    const known = this.offers.get(literal) ?? this.bestIn(literal.bytes);
    this.offers.set(literal, known);
    return known;
  }

  private bestIn(text: Uint8Array): Offer {
    let best: Offer = NONE;
    for (const length of GRAM_LENGTHS) {
      const weight = WEIGHTS[length];
      if (weight >= best.cost) break;
      if (text.length < length) continue;
      const counts = this.countsOf(length).in(text);
      const pairs = length < 4 ? [] : this.countsOf(2).in(text);
      for (let i = 0; i < counts.length && best.cost > weight + GOOD; i++) {
        const count = counts[i]!;
        if (count >= this.rules) continue;
        const end = i + length;
        const commonness = (pairs[end - 2] ?? 0) / this.rules;
        const cost = count * weight + COMMON_END * commonness;
        if (cost < best.cost) best = { cost, length, end };
      }
    }
    return best;
  }

  private countsOf(length: GramLength): GramCounts {
    const known = this.counts.get(length) ?? new GramCounts(length, this.literals);
    this.counts.set(length, known);
    return known;
  }
}

const NONE: Offer = { cost: Number.POSITIVE_INFINITY, length: 1, end: 0 };

function place(literals: readonly Literal[], index: number, from: number, to: number): Place {
  const bytesOf = (some: readonly Literal[]): number => some.reduce((sum, { length }) => sum + length, 0);
  const { bytes } = literals[index]!;
  return {
    anchor: bytes.subarray(from, to),
    before: bytesOf(literals.slice(0, index)) + from,
    after: bytes.length - to + bytesOf(literals.slice(index + 1)),
  };
}
