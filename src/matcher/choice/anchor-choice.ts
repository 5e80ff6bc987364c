// A rule's anchor is a gram of its literal text by which the lines that it may match are found. It should be rare, lest it
// lead to the rule on lines of others, and long, since a search for longer ones skips more of a line.
import type { GramLength } from "../search/gram-set.ts";
import type { Literal } from "../search/literal.ts";
import { GramCounts } from "./gram-counts.ts";

/** What an anchor of each length costs for every rule that has it, as a multiple of the cheapest. */
const WEIGHTS = { 16: 1, 12: 1, 8: 1, 4: 4, 2: 24, 1: 64 } as const satisfies Record<GramLength, number>;

/** Grams of different lengths take a search each. So of the long ones only one length is used for all rules. */
const LONG = [16, 12, 8] as const;
const SHORT = [4, 2, 1] as const;

/** Of more rules than this the long grams have so many blocks in common with any text that a search skips little. */
const MANY = 500;

/** Rules that each have an anchor of their own have a load of 1 each. */
const NEARLY_UNIQUE = 1.1;

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
  /** What it costs beside what its end does. */
  readonly load: number;
  readonly cost: number;
  readonly length: GramLength;
  readonly end: number;
}

/**
 * The choice of anchors with the longest grams of which nearly every rule has one that no other rule has. Without such a
 * length, the choice that leads to the fewest rules in vain.
 */
export function anchorChoiceFor(rules: readonly HasLiterals[]): AnchorChoice {
  if (rules.length > MANY) return new AnchorChoice(rules, 8);
  let best: AnchorChoice | undefined;
  for (const length of LONG) {
    const choice = new AnchorChoice(rules, length);
    if (best === undefined || choice.load(rules) < best.load(rules)) best = choice;
    if (choice.load(rules) <= NEARLY_UNIQUE * rules.length) break;
  }
  return best!;
}

/** Chooses anchors for rules by the counts of their grams. */
export class AnchorChoice {
  private readonly rules: number;
  private readonly lengths: readonly GramLength[];
  /** How many rules have a literal. */
  private readonly literals = new Map<Literal, number>();
  private readonly counts = new Map<GramLength, GramCounts>();
  private readonly offers = new Map<Literal, Offer>();
  /** The counts of a literal's grams, and of its pairs. */
  private readonly ofGrams: number[] = [];
  private readonly ofPairs: number[] = [];

  constructor(rules: readonly HasLiterals[], long: GramLength) {
    this.rules = rules.length;
    this.lengths = [long, ...SHORT];
    for (const { literals } of rules) {
      for (const literal of new Set(literals)) this.literals.set(literal, (this.literals.get(literal) ?? 0) + 1);
    }
  }

  /** How many rules all anchors together lead to, each weighed by its length. */
  load(rules: readonly HasLiterals[]): number {
    return rules.reduce((sum, { literals }) => {
      const { load } = this.bestOf(literals);
      return sum + (load === Number.POSITIVE_INFINITY ? this.rules : load);
    }, 0);
  }

  /** The best place of a rule; undefined when each of its grams is in all rules. */
  placeIn({ literals }: HasLiterals): Place | undefined {
    const best = this.bestOf(literals);
    if (best === NONE) return undefined;
    const index = literals.findIndex((literal) => this.offerOf(literal) === best);
    return place(literals, index, best.end - best.length, best.end);
  }

  private bestOf(literals: readonly Literal[]): Offer {
    let best: Offer = NONE;
    for (const literal of literals) {
      const offer = this.offerOf(literal);
      if (offer.cost < best.cost) best = offer;
    }
    return best;
  }

  private offerOf(literal: Literal): Offer {
    let offer = this.offers.get(literal);
    if (offer === undefined) {
      offer = this.bestIn(literal.bytes);
      this.offers.set(literal, offer);
    }
    return offer;
  }

  private bestIn(text: Uint8Array): Offer {
    let best: Offer = NONE;
    for (const length of this.lengths) {
      const weight = WEIGHTS[length];
      if (weight >= best.cost) break;
      if (text.length < length) continue;
      const { ofGrams, ofPairs } = this;
      const grams = this.countsOf(length).in(text, ofGrams);
      if (length >= 4) this.countsOf(2).in(text, ofPairs);
      for (let i = 0; i < grams && best.cost > weight + GOOD; i++) {
        const count = ofGrams[i]!;
        if (count >= this.rules) continue;
        const end = i + length;
        const commonness = length < 4 ? 0 : ofPairs[end - 2]! / this.rules;
        const load = count * weight;
        const cost = load + COMMON_END * commonness;
        if (cost < best.cost) best = { load, cost, length, end };
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

const NONE: Offer = { load: Number.POSITIVE_INFINITY, cost: Number.POSITIVE_INFINITY, length: 1, end: 0 };

function place(literals: readonly Literal[], index: number, from: number, to: number): Place {
  const bytesOf = (some: readonly Literal[]): number => some.reduce((sum, { length }) => sum + length, 0);
  const { bytes } = literals[index]!;
  return {
    anchor: bytes.subarray(from, to),
    before: bytesOf(literals.slice(0, index)) + from,
    after: bytes.length - to + bytesOf(literals.slice(index + 1)),
  };
}
