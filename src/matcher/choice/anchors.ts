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
  const offerOf = offersFor(patterns);
  const groups = new Map<number, TextMap<Anchored>>();
  const places: AnchorPlace[] = [];
  const others: RankedPattern[] = [];
  for (const pattern of patterns) {
    const best = bestOf(pattern, offerOf);
    const index = pattern.literals.findIndex((literal) => offerOf(literal) === best);
    if (best === NONE) others.push(pattern);
    else places.push({ pattern, index, from: best.end - best.length, to: best.end });
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

const NONE: Offer = { load: Number.POSITIVE_INFINITY, cost: Number.POSITIVE_INFINITY, length: 1, end: 0, room: 0 };

/** What costs least in a literal. */
type Offers = (literal: Uint8Array) => Offer;

/** A function that makes the value of a key once. */
function remembering<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

/** Offers grams of the short lengths, and of the long one with which a line probably costs least. */
function offersFor(patterns: readonly RankedPattern[]): Offers {
  /** How many patterns have each literal. */
  const literals = new Map<Uint8Array, number>();
  for (const pattern of patterns)
    for (const literal of new Set(pattern.literals)) literals.set(literal, (literals.get(literal) ?? 0) + 1);
  const counts = remembering((length: GramLength) => new GramCounts(length, literals));
  let best: Offers = () => NONE;
  let least = Number.POSITIVE_INFINITY;
  for (const long of LONG) {
    const lengths = [long, ...SHORT];
    const offers = remembering((literal: Uint8Array) => bestIn(literal, lengths, counts, patterns.length));
    const cost = lineCost(patterns, long, offers);
    if (cost < least) [best, least] = [offers, cost];
    if (cost <= searchCost(LONG[0], 1) + GOOD_ENOUGH_LENGTH) break;
  }
  return best;
}

/** What a line costs, in steps of a search for anchors of this length which then tries so many patterns. */
function searchCost(length: number, tries: number): number {
  return TYPICAL_LINE / (length - WORD_BYTES + 1) + STEPS_PER_TRY * tries;
}

/** What a line costs on average if each pattern wins as many lines as any other. */
function lineCost(patterns: readonly RankedPattern[], long: GramLength, offerOf: Offers): number {
  const best = patterns.map((pattern) => bestOf(pattern, offerOf));
  const found = best.filter(({ length }) => length === long);
  const others = Math.min(best.length - found.length, MAX_OTHER_TRIES);
  // Half of the patterns that share the winner's anchor are tried before it.
  const tries = found.reduce((sum, { load }) => sum + (load + 1) / 2 / patterns.length, others);
  const length = found.reduce<number>((least, { room }) => Math.min(least, room), LONG[0]);
  return searchCost(length, tries);
}

function bestOf({ literals }: RankedPattern, offerOf: Offers): Offer {
  let best = NONE;
  for (const literal of literals) if (offerOf(literal).cost < best.cost) best = offerOf(literal);
  return best;
}

function bestIn(
  text: Uint8Array,
  lengths: readonly GramLength[],
  countsOf: (length: GramLength) => GramCounts,
  patternCount: number,
): Offer {
  let best = NONE;
  for (const length of lengths) {
    const weight = WEIGHTS[length];
    if (weight >= best.cost) break;
    if (text.length < length) continue;
    const counts = countsOf(length).of(text);
    for (let i = 0; i + length <= text.length && best.cost > weight + GOOD_ENOUGH_COST; i++) {
      const load = counts[i]! * weight;
      if (counts[i]! >= patternCount || load >= best.cost) continue;
      const end = i + length;
      const commonness = length < 4 ? 0 : countsOf(4).at(text, end) / patternCount;
      const cost = load + COMMON_END * commonness;
      if (cost < best.cost) best = { load, cost, length, end, room: text.length };
    }
  }
  return best;
}

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
  /** Those of the last text. */
  private readonly last: number[] = [];

  /** Takes texts, each with its number of occurrences. */
  constructor(length: number, texts: ReadonlyMap<Uint8Array, number>) {
    this.length = length;
    let oldest = 1;
    for (let i = 0; i < length; i++) oldest = Math.imul(oldest, PRIME);
    this.oldest = oldest;
    const wanted = 2 ** Math.ceil(Math.log2(COUNTERS_PER_BYTE * lengthOf([...texts.keys()])));
    this.counts = new Uint32Array(Math.min(Math.max(wanted, MIN_COUNTERS), MAX_COUNTERS, 256 ** length));
    for (const [text, times] of texts) this.of(text, times);
  }

  /** The count of the gram that ends before `end`. */
  at(text: Uint8Array, end: number): number {
    let hash = 0;
    for (let i = end - this.length; i < end; i++) hash = (Math.imul(hash, PRIME) + text[i]!) | 0;
    return this.counts[this.slotOf(hash)]!;
  }

  /**
   * The counts of a text's grams, after adding `times` to them; valid until the next call. Uses a rolling hash (Karp
   * and Rabin, 1987), so each gram costs the same whatever its length.
   */
  of(text: Uint8Array, times = 0): readonly number[] {
    const { length, oldest, last } = this;
    let hash = 0;
    for (let i = 0; i < text.length; i++) {
      hash = (Math.imul(hash, PRIME) + text[i]!) | 0;
      if (i >= length) hash = (hash - Math.imul(text[i - length]!, oldest)) | 0;
      if (i >= length - 1) last[i - length + 1] = this.counts[this.slotOf(hash)]! += times;
    }
    return last;
  }

  private slotOf(hash: number): number {
    return (hash ^ (hash >>> 12)) & (this.counts.length - 1);
  }
}
