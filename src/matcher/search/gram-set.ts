/** How long grams may be. */
export const GRAM_LENGTHS = [16, 12, 8, 4, 2, 1] as const;

export type GramLength = (typeof GRAM_LENGTHS)[number];

/** Odd numbers with well mixed bits, as multiplicative hashes want them (Knuth); as small integers, of 31 bits. */
const A = 0x1e3779b1;
const B = 0x25ebca6b;

/** Shorter grams are told from other text by single bytes, longer ones by blocks of three: a text has few of theirs. */
const BLOCKS_FROM = 4;

/** Entries of the table of blocks: for each gram, and at most. Blocks that share one cost a look, not a mistake. */
const ENTRIES = 256;
const MOST_ENTRIES = 16_384;

/** Slots of the hash table for each gram. */
const SPARSE = 4;

const NONE = -1;

/**
 * Grams of one length, all different, looked for at once. Where one may end is found by Horspool's table (1980) for
 * blocks of three bytes, as Wu and Manber have it (1994), and which one it is by a hash table. Reads each byte of a
 * text a bounded number of times, whatever the text.
 */
export class GramSet {
  private readonly length: GramLength;
  /** For the byte or block under a place: how far one may move on without missing a gram. */
  private readonly shift: Uint8Array;
  /** Indexes of grams, each at the first free slot from that of its hash on. */
  private readonly slots: Int32Array;
  private readonly hashes: Int32Array;
  /** By index, whether the gram was found; all 0 between searches. */
  private readonly isFound: Uint8Array;

  /** The set answers with indexes in this list. */
  constructor(length: GramLength, grams: readonly Uint8Array[]) {
    this.length = length;
    this.shift = hasBlocks(length)
      ? new Uint8Array(Math.min(powerOfTwo(ENTRIES * grams.length), MOST_ENTRIES)).fill(length - 2)
      : new Uint8Array(256).fill(length);
    this.slots = new Int32Array(powerOfTwo(SPARSE * grams.length)).fill(NONE);
    this.hashes = new Int32Array(grams.length);
    this.isFound = new Uint8Array(grams.length);
    for (const [index, gram] of grams.entries()) this.add(gram, index);
  }

  /**
   * Puts the index of each gram that stands somewhere from `from` to `end` into `found`, from its beginning on, and gives
   * their count. May name a gram that doesn't stand there, but leaves none out.
   */
  collect(bytes: Uint8Array, from: number, end: number, found: number[]): number {
    const { length, shift, isFound } = this;
    const mask = shift.length - 1;
    const isLong = hasBlocks(length);
    let count = 0;
    for (let last = from + length - 1; ; last++) {
      if (isLong) {
        for (let step = 1; last < end && step > 0; last += step) step = shift[blockAt(bytes, last) & mask]!;
      } else {
        for (let step = 1; last < end && step > 0; last += step) step = shift[bytes[last]!]!;
      }
      if (last >= end) break;
      count = this.lookUp(gramHash(bytes, last + 1, length), found, count);
    }
    for (let i = 0; i < count; i++) isFound[found[i]!] = 0;
    return count;
  }

  /** Adds the grams that have this hash and were not found before; gives the new count. */
  private lookUp(hash: number, found: number[], count: number): number {
    const { slots, hashes, isFound } = this;
    let total = count;
    // To the end of the chain: different grams may have one hash.
    for (let slot = this.slotOf(hash); slots[slot] !== NONE; slot = (slot + 1) & (slots.length - 1)) {
      const index = slots[slot]!;
      if (hashes[index] !== hash || isFound[index] === 1) continue;
      isFound[index] = 1;
      found[total++] = index;
    }
    return total;
  }

  private add(gram: Uint8Array, index: number): void {
    const { length, shift, slots } = this;
    const blocks = hasBlocks(length);
    for (let last = blocks ? 2 : 0; last < length; last++) {
      const key = blocks ? blockAt(gram, last) & (shift.length - 1) : gram[last]!;
      shift[key] = Math.min(shift[key]!, length - 1 - last);
    }
    const hash = gramHash(gram, length, length);
    this.hashes[index] = hash;
    let slot = this.slotOf(hash);
    while (slots[slot] !== NONE) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = index;
  }

  private slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.slots.length - 1);
  }
}

function hasBlocks(length: GramLength): boolean {
  return length >= BLOCKS_FROM;
}

/** The block whose last byte stands at a place, as a number. */
function blockAt(bytes: Uint8Array, last: number): number {
  return (bytes[last - 2]! << 9) ^ (bytes[last - 1]! << 5) ^ bytes[last]!;
}

/** The least that is as much or more. */
function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(least));
}

/** 32 bits that tell the gram of this length that ends before `end` from nearly all others; its upper bits do so best. */
export function gramHash(bytes: Uint8Array, end: number, length: GramLength): number {
  if (length >= 8) {
    let hash = 0;
    for (let at = end - length; at < end; at += 4) hash = Math.imul(Math.imul(hash, B) + wordAt(bytes, at), A);
    return hash;
  }
  if (length === 4) return Math.imul(wordAt(bytes, end - 4), A);
  return Math.imul(length === 2 ? (bytes[end - 2]! << 8) | bytes[end - 1]! : bytes[end - 1]!, A);
}

function wordAt(bytes: Uint8Array, at: number): number {
  return bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
}
