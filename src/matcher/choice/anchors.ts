// A pattern's anchor is a gram of its literal text: only lines that contain it can match the pattern. An anchor should
// be rare, so that it seldom leads to the pattern in vain, and long, because a search for long grams skips more of a
// line.

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

/** The cost of an anchor by its length, for each pattern that has it, relative to the cheapest. */
const WEIGHTS = { 16: 1, 12: 1, 8: 1, 4: 4, 2: 24, 1: 64 } as const;

type GramLength = keyof typeof WEIGHTS;

/** Each gram length needs a search of its own, so all patterns share one of the long lengths. */
const LONG = [16, 12, 8] as const;
const SHORT = [4, 2, 1] as const;

/** Patterns without a long anchor are tried on each line, or searched for, which costs as much as so many of them. */
const MAX_OTHERS = 2;

/**
 * The extra cost of an anchor whose last four bytes occur in all patterns. A search stops wherever the end of an anchor
 * might be, so a common end makes it stop often.
 */
const COMMON_END = 0.5;

/** An anchor that costs at most this much more than the best possible is taken at once. */
const GOOD_ENOUGH_COST = 0.02;

/** A gram of a literal. */
interface Gram {
  readonly literal: Uint8Array;
  readonly length: number;
  readonly end: number;
  /** What it costs as an anchor. */
  readonly cost: number;
}

/**
 * Chooses an anchor for each pattern, and groups the patterns by anchor, in the order given. `others` have no literal
 * text that tells them from all other patterns, and so no anchor.
 */
export function anchorsOf(patterns: readonly RankedPattern[]): { groups: AnchorGroup[]; others: RankedPattern[] } {
  const groups = new Map<number, TextMap<Anchored>>();
  const others: RankedPattern[] = [];
  for (const [i, gram] of lengthened(bestGrams(patterns)).entries()) {
    const pattern = patterns[i]!;
    if (gram === undefined) {
      others.push(pattern);
      continue;
    }
    const { literal, length, end } = gram;
    const index = pattern.literals.indexOf(literal);
    const before = lengthOf(pattern.literals.slice(0, index)) + end - length;
    const after = literal.length - end + lengthOf(pattern.literals.slice(index + 1));
    const group = groups.get(length) ?? new TextMap<Anchored>();
    groups.set(length, group);
    const anchor = literal.subarray(end - length, end);
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

function lengthOf(literals: readonly Uint8Array[]): number {
  return literals.reduce((sum, { length }) => sum + length, 0);
}

/** The cheapest gram of each pattern: a short one, or one of the long length that nearly all patterns have. */
function bestGrams(patterns: readonly RankedPattern[]): readonly (Gram | undefined)[] {
  /** How many patterns have each literal. */
  const literals = new Map<Uint8Array, number>();
  for (const pattern of patterns)
    for (const literal of new Set(pattern.literals)) literals.set(literal, (literals.get(literal) ?? 0) + 1);
  const counts = remembering((length: GramLength) => new GramCounts(length, literals));
  let best: (Gram | undefined)[] = [];
  let fewest = Number.POSITIVE_INFINITY;
  for (const long of LONG) {
    const lengths = [long, ...SHORT];
    const gramOf = remembering((literal: Uint8Array) => bestIn(literal, lengths, counts, patterns.length));
    const found = patterns.map((pattern) => cheapest(pattern.literals.map(gramOf)));
    const others = Math.min(found.filter((gram) => gram?.length !== long).length, MAX_OTHERS);
    if (others < fewest) [best, fewest] = [found, others];
    if (fewest === 0) break;
  }
  return best;
}

/** A function that makes the value of a key once. */
function remembering<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, Value>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key)!;
  };
}

/** The first of the cheapest. */
function cheapest(grams: readonly (Gram | undefined)[]): Gram | undefined {
  return grams.reduce((best, gram) => (gram && !(best && best.cost <= gram.cost) ? gram : best), undefined);
}

function bestIn(
  literal: Uint8Array,
  lengths: readonly GramLength[],
  countsOf: (length: GramLength) => GramCounts,
  patternCount: number,
): Gram | undefined {
  let best: Gram | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const length of lengths) {
    const weight = WEIGHTS[length];
    if (weight >= least) break;
    if (literal.length < length) continue;
    const counts = countsOf(length).of(literal);
    for (let end = length; end <= literal.length && least > weight + GOOD_ENOUGH_COST; end++) {
      const count = counts[end - length]!;
      if (count >= patternCount || count * weight >= least) continue;
      const commonness = length < 4 ? 0 : countsOf(4).at(literal, end) / patternCount;
      const cost = count * weight + COMMON_END * commonness;
      if (cost >= least) continue;
      best = { literal, length, end, cost };
      least = cost;
    }
  }
  return best;
}

/**
 * Makes long anchors longer, all as long as the shortest literal that holds one of them, but not beyond the longest
 * length: the longer they are, the more of a line a search skips. They keep their ends, which are rare, if they can.
 */
function lengthened(grams: readonly (Gram | undefined)[]): readonly (Gram | undefined)[] {
  const isLong = (gram: Gram | undefined): gram is Gram => gram !== undefined && gram.length >= LONG.at(-1)!;
  const length = grams.filter(isLong).reduce<number>((least, { literal }) => Math.min(least, literal.length), LONG[0]);
  return grams.map((gram) => (isLong(gram) ? { ...gram, length, end: Math.max(gram.end, length) } : gram));
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
