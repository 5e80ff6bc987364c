// A pattern's anchor is a gram of its literal text: only lines that contain it can match the pattern. An anchor should
// be rare, so that it seldom leads to the pattern in vain, and long, because a search for long grams skips more of a
// line.

import { WORD_BYTES } from "../../text/bytes/machine-words.ts";
import type { Parser } from "../parser.ts";
import type { Pattern } from "../pattern.ts";
import { TextMap } from "../search/literal.ts";

/** A pattern that may be chosen. */
export interface RankedPattern {
  /** Its place in the order of precedence, 0 for the best. */
  readonly rank: number;
  /** Its place in the order in which the patterns were given. */
  readonly index: number;
  readonly pattern: Pattern;
  /** The literals of all its lines. Equal literals are the same object. */
  readonly literals: readonly Uint8Array[];
  readonly parser: Parser;
}

function lengthOf(literals: readonly Uint8Array[]): number {
  return literals.reduce((sum, { length }) => sum + length, 0);
}

/**
 * Makes long anchors longer, all as long as the shortest literal that holds one of them, but not beyond the longest
 * length: the longer they are, the more of a line a search skips. They keep their ends, which are rare, if they can.
 */
function lengthened(places: readonly AnchorPlace[]): AnchorPlace[] {
  const [longest] = LONG;
  const least = LONG.at(-1)!;
  const isLong = ({ from, to }: AnchorPlace): boolean => to - from >= least;
  const room = places.filter(isLong).map(({ pattern, index }) => pattern.literals[index]!.length);
  const length = room.reduce((shortest, one) => Math.min(shortest, one), longest);
  return places.map((place) => {
    if (!isLong(place)) return place;
    const from = Math.max(place.to - length, 0);
    return { ...place, from, to: from + length };
  });
}

/** Patterns that share an anchor. `before` and `after` are the minimum over these patterns. */
interface Anchored {
  readonly anchor: Uint8Array;
  readonly patterns: RankedPattern[];
  before: number;
  after: number;
}

/** Patterns whose anchors are of one length. */
export interface AnchorGroup {
  readonly length: number;
  readonly anchors: readonly Anchored[];
}

/**
 * Chooses an anchor for each pattern, and groups the patterns by anchor, in the order given. `others` have no literal
 * text that tells them from all other patterns, and so no anchor.
 */
export function anchorsOf(patterns: readonly RankedPattern[]): { groups: AnchorGroup[]; others: RankedPattern[] } {
  const choice = anchorChoiceFor(patterns);
  const groups = new Map<number, TextMap<Anchored>>();
  const places: AnchorPlace[] = [];
  const others: RankedPattern[] = [];
  for (const pattern of patterns) {
    const place = choice.placeIn(pattern);
    if (place === undefined) others.push(pattern);
    else places.push(place);
  }
  for (const { pattern, index, from, to } of lengthened(places)) {
    const { literals } = pattern;
    const literal = literals[index]!;
    const anchor = literal.subarray(from, to);
    const before = lengthOf(literals.slice(0, index)) + from;
    const after = literal.length - to + lengthOf(literals.slice(index + 1));
    const group = groups.get(anchor.length) ?? new TextMap<Anchored>();
    groups.set(anchor.length, group);
    const anchored = group.of(anchor, () => ({ anchor, before, after, patterns: [] }));
    anchored.patterns.push(pattern);
    anchored.before = Math.min(anchored.before, before);
    anchored.after = Math.min(anchored.after, after);
  }
  return {
    groups: Array.from(groups, ([length, anchors]) => ({ length, anchors: anchors.values() })),
    others,
  };
}

/** The cost of an anchor by its length, for each pattern that has it, relative to the cheapest. */
const WEIGHTS = { 16: 1, 12: 1, 8: 1, 4: 4, 2: 24, 1: 64 } as const;

type GramLength = keyof typeof WEIGHTS;

/** Each gram length needs a search of its own, so all patterns share one of the long lengths. */
const LONG = [16, 12, 8] as const;
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

/** Where an anchor is in the literals of its pattern: in the one with this index, from `from` up to `to`. */
interface AnchorPlace {
  readonly pattern: RankedPattern;
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
function anchorChoiceFor(patterns: readonly RankedPattern[]): AnchorChoice {
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

  constructor(patterns: readonly RankedPattern[]) {
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
  lineCost(patterns: readonly RankedPattern[]): number {
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
  placeIn(pattern: RankedPattern): AnchorPlace | undefined {
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

/** The number of counters. Two grams may share one, which is rare and harmless. */
const COUNTERS_PER_BYTE = 2;
const MIN_COUNTERS = 256;
const MAX_COUNTERS = 1 << 20;

/** The FNV prime: odd, with well mixed bits. */
const PRIME = 0x01000193;

/** Counts the grams of one length in texts. A count is an upper bound, as grams may share a counter. */
class GramCounts {
  private readonly length: number;
  private readonly counts: Uint32Array;
  /** What the oldest byte of a gram contributes to the hash. */
  private readonly oldest: number;

  /** Takes texts, each with its number of occurrences. */
  constructor(length: number, texts: ReadonlyMap<Uint8Array, number>) {
    this.length = length;
    let oldest = 1;
    for (let i = 0; i < length; i++) oldest = Math.imul(oldest, PRIME);
    this.oldest = oldest;
    let total = 0;
    for (const { length } of texts.keys()) total += length;
    this.counts = new Uint32Array(
      Math.min(
        Math.max(2 ** Math.ceil(Math.log2(COUNTERS_PER_BYTE * total)), MIN_COUNTERS),
        MAX_COUNTERS,
        256 ** length,
      ),
    );
    const ignored: number[] = [];
    for (const [text, times] of texts) this.count(text, times, ignored);
  }

  /** Writes the counts of a text's grams to the front of `counts`, and returns their number. */
  in(text: Uint8Array, counts: number[]): number {
    return this.count(text, 0, counts);
  }

  /** The count of the gram that ends before `end`. */
  at(text: Uint8Array, end: number): number {
    let hash = 0;
    for (let i = end - this.length; i < end; i++) hash = (Math.imul(hash, PRIME) + text[i]!) | 0;
    return this.counts[this.slotOf(hash)]!;
  }

  /**
   * Adds `times` to the counts of a text's grams, and writes them to `counts`. Uses a rolling hash (Karp and Rabin,
   * 1987), so each gram costs the same whatever its length.
   */
  private count(text: Uint8Array, times: number, counts: number[]): number {
    const { length, oldest } = this;
    let hash = 0;
    let grams = 0;
    for (let i = 0; i < text.length; i++) {
      hash = (Math.imul(hash, PRIME) + text[i]!) | 0;
      if (i >= length) hash = (hash - Math.imul(text[i - length]!, oldest)) | 0;
      if (i >= length - 1) counts[grams++] = this.counts[this.slotOf(hash)]! += times;
    }
    return grams;
  }

  private slotOf(hash: number): number {
    return (hash ^ (hash >>> 12)) & (this.counts.length - 1);
  }
}
