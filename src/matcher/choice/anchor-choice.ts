// Which gram of its literals is the anchor of each pattern. An anchor should be rare, so that it seldom leads to the
// pattern in vain, and long, because a search for long grams skips more of a line.
import { WORD_BYTES } from "../../text/bytes/machine-words.ts";
import { GramCounts } from "./gram-counts.ts";

/** The cost of an anchor by its length, for each pattern that has it, relative to the cheapest. */
const WEIGHTS = { 16: 1, 12: 1, 8: 1, 4: 4, 2: 24, 1: 64 } as const;

type GramLength = keyof typeof WEIGHTS;

/** Each gram length needs a search of its own, so all patterns share one of the long lengths. */
export const LONG = [16, 12, 8] as const;
const SHORT = [4, 2, 1] as const;

/** Lengths are compared by what a line of this many bytes costs. */
const TYPICAL_LINE = 100;

/** To try a pattern in vain costs as much as this many steps of a search. Measured with the rules of the benches. */
const STEPS_PER_TRY = 16;

/** Patterns without a long anchor are tried on each line, or searched for, which costs as much as so many of them. */
const MAX_OTHER_TRIES = 2;

/** A length that costs at most this much more than the best possible is taken at once. */
const GOOD_ENOUGH_LENGTH = 1;

/**
 * The extra cost of an anchor whose last four bytes occur in all patterns. A search stops wherever the end of an anchor
 * might be, so a common end makes it stop often.
 */
const COMMON_END = 0.5;

/** An anchor that costs at most this much more than the best possible is taken at once. */
const GOOD_ENOUGH_COST = 0.02;

export interface HasLiterals {
  /** Equal literals are the same object. */
  readonly literals: readonly Uint8Array[];
}

/** Where an anchor is in the literals of its pattern: in the one with this index, from `from` up to `to`. */
export interface AnchorPlace<P> {
  readonly pattern: P;
  readonly index: number;
  readonly from: number;
  readonly to: number;
}

/** A gram of a literal, and what it would cost as an anchor. */
interface Offer {
  /** Its cost without that of a common end. */
  readonly load: number;
  readonly cost: number;
  readonly length: GramLength;
  readonly end: number;
  /** The length of the literal. */
  readonly room: number;
}

/** Chooses the length of long grams with which a line probably costs least. */
export function anchorChoiceFor(patterns: readonly HasLiterals[]): AnchorChoice {
  const counts = new LiteralCounts(patterns);
  let best: AnchorChoice | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const length of LONG) {
    const choice = new AnchorChoice(patterns.length, counts, length);
    const cost = choice.lineCost(patterns);
    if (best === undefined || cost < least) [best, least] = [choice, cost];
    if (cost <= searchCost(LONG[0], 1) + GOOD_ENOUGH_LENGTH) break;
  }
  return best!;
}

/** What a line costs, in steps of a search for anchors of this length which then tries so many patterns. */
function searchCost(length: number, tries: number): number {
  return TYPICAL_LINE / (length - WORD_BYTES + 1) + STEPS_PER_TRY * tries;
}

/** The counts of the grams in the literals of patterns. */
class LiteralCounts {
  /** How many patterns have each literal. */
  private readonly literals = new Map<Uint8Array, number>();
  private readonly counts = new Map<GramLength, GramCounts>();

  constructor(patterns: readonly HasLiterals[]) {
    for (const { literals } of patterns) {
      for (const literal of new Set(literals)) this.literals.set(literal, (this.literals.get(literal) ?? 0) + 1);
    }
  }

  /** For grams of this length. Made when they are first asked for. */
  of(length: GramLength): GramCounts {
    const known = this.counts.get(length) ?? new GramCounts(length, this.literals);
    this.counts.set(length, known);
    return known;
  }
}

/** Chooses anchors for patterns by the counts of their grams. */
class AnchorChoice {
  private readonly patternCount: number;
  private readonly counts: LiteralCounts;
  private readonly lengths: readonly GramLength[];
  private readonly offers = new Map<Uint8Array, Offer>();
  /** A buffer for the counts of a literal's grams. */
  private readonly ofGrams: number[] = [];

  constructor(patternCount: number, counts: LiteralCounts, long: GramLength) {
    this.patternCount = patternCount;
    this.counts = counts;
    this.lengths = [long, ...SHORT];
  }

  /** What a line costs on average if each pattern wins as many lines as any other. */
  lineCost(patterns: readonly HasLiterals[]): number {
    let length: number = LONG[0];
    let tries = 0;
    let others = 0;
    for (const { literals } of patterns) {
      const best = this.bestOf(literals);
      if (best.length === this.lengths[0]) {
        // Half of the patterns that share the winner's anchor are tried before it.
        tries += (best.load + 1) / 2 / patterns.length;
        length = Math.min(length, best.room);
      } else {
        others++;
      }
    }
    return searchCost(length, tries + Math.min(others, MAX_OTHER_TRIES));
  }

  /** The best anchor of a pattern, or undefined if all patterns contain each of its grams. */
  placeIn<P extends HasLiterals>(pattern: P): AnchorPlace<P> | undefined {
    const { literals } = pattern;
    const best = this.bestOf(literals);
    if (best === NONE) return undefined;
    const index = literals.findIndex((literal) => this.offerOf(literal) === best);
    return { pattern, index, from: best.end - best.length, to: best.end };
  }

  private bestOf(literals: readonly Uint8Array[]): Offer {
    let best: Offer = NONE;
    for (const literal of literals) {
      const offer = this.offerOf(literal);
      if (offer.cost < best.cost) best = offer;
    }
    return best;
  }

  private offerOf(literal: Uint8Array): Offer {
    let offer = this.offers.get(literal);
    if (offer === undefined) {
      offer = this.bestIn(literal);
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
      const { ofGrams } = this;
      const grams = this.counts.of(length).in(text, ofGrams);
      for (let i = 0; i < grams && best.cost > weight + GOOD_ENOUGH_COST; i++) {
        const count = ofGrams[i]!;
        const load = count * weight;
        if (count >= this.patternCount || load >= best.cost) continue;
        const end = i + length;
        const commonness = length < 4 ? 0 : this.counts.of(4).at(text, end) / this.patternCount;
        const cost = load + COMMON_END * commonness;
        if (cost < best.cost) best = { load, cost, length, end, room: text.length };
      }
    }
    return best;
  }
}

const NONE: Offer = { load: Number.POSITIVE_INFINITY, cost: Number.POSITIVE_INFINITY, length: 1, end: 0, room: 0 };
