/** The possible lengths of grams, in bytes. */
export const GRAM_LENGTHS = [16, 12, 8, 4, 2, 1] as const;

export type GramLength = (typeof GRAM_LENGTHS)[number];

/** Odd numbers with well mixed bits for multiplicative hashing (Knuth). 31 bits, so that V8 keeps them as small integers. */
const A = 0x1e3779b1;
const B = 0x25ebca6b;

/** Grams of this length or more are searched by blocks of three bytes, which are rarer in a text than single bytes. */
const MIN_BLOCK_GRAM = 4;

/** Size of the block table. Blocks that share an entry cost a look-up but no error. */
const ENTRIES_PER_GRAM = 256;
const MAX_ENTRIES = 16_384;

/** Size of the hash table. */
const SLOTS_PER_GRAM = 4;

const NONE = -1;

/**
 * Searches for distinct grams of one length at once. A shift table over blocks of three bytes finds where one may end
 * (Horspool, 1980; Wu and Manber, 1994), and a hash table says which. Reads each byte a bounded number of times, whatever
 * the text.
 */
export class GramSet {
  private readonly length: GramLength;
  /** By the byte or block at a place: how far the search may move on without missing a gram. */
  private readonly shift: Uint8Array;
  /** Indexes of grams, by hash with linear probing. */
  private readonly slots: Int32Array;
  private readonly hashes: Int32Array;
  /** Whether each gram was found in this search; all 0 between searches. */
  private readonly isFound: Uint8Array;

  /** `collect` returns indexes into this list. */
  constructor(length: GramLength, grams: readonly Uint8Array[]) {
    this.length = length;
    this.shift = hasBlocks(length)
      ? new Uint8Array(Math.min(powerOfTwo(ENTRIES_PER_GRAM * grams.length), MAX_ENTRIES)).fill(length - 2)
      : new Uint8Array(256).fill(length);
    this.slots = new Int32Array(powerOfTwo(SLOTS_PER_GRAM * grams.length)).fill(NONE);
    this.hashes = new Int32Array(grams.length);
    this.isFound = new Uint8Array(grams.length);
    for (const [index, gram] of grams.entries()) this.add(gram, index);
  }

  /**
   * Writes the indexes of the grams between `from` and `end` to the front of `found`, and returns their number. Finds every
   * gram that is there, and may report one that is not, when hashes collide.
   */
  collect(bytes: Uint8Array, from: number, end: number, found: number[]): number {
    const { length, shift, isFound } = this;
    const mask = shift.length - 1;
    const isLong = hasBlocks(length);
    let count = 0;
    for (let last = from + length - 1; last < end; ) {
      const step = shift[isLong ? blockAt(bytes, last) & mask : bytes[last]!]!;
      last += step;
      if (step > 0) continue;
      last++;
      count = this.lookUp(gramHash(bytes, last, length), found, count);
    }
    for (let i = 0; i < count; i++) isFound[found[i]!] = 0;
    return count;
  }

  /** Adds the grams with this hash that were not found before. Returns the new count. */
  private lookUp(hash: number, found: number[], count: number): number {
    const { slots, hashes, isFound } = this;
    let total = count;
    // Follows the whole chain, as different grams may share a hash.
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
  return length >= MIN_BLOCK_GRAM;
}

/** The block that ends with the byte at `last`, as a number. */
function blockAt(bytes: Uint8Array, last: number): number {
  return (bytes[last - 2]! << 9) ^ (bytes[last - 1]! << 5) ^ bytes[last]!;
}

/** The smallest power of two that is not less. */
function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(least));
}

/** A 32-bit hash of the gram that ends before `end`. Its upper bits are mixed best. */
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
