import { viewOf, WORD_BYTES, wordView } from "../../bytes/machine-words.ts";

/**
 * Odd numbers with well mixed bits for multiplicative hashing (Knuth). 31 bits, so that V8 keeps them as small
 * integers.
 */
const A = 0x1e3779b1;
const B = 0x25ebca6b;

/** Grams of this length or more are searched by words of four bytes, which are rarer in a text than single bytes. */
const MIN_LENGTH_FOR_WORDS = 8;

/** Size of the table of words. Words that share an entry cost a look-up but no error. It must fit the nearest cache. */
const ENTRIES_PER_GRAM = 256;
const MAX_ENTRIES = 16384;

/** Size of the hash table. */
const SLOTS_PER_GRAM = 4;

const NONE = -1;

/**
 * Searches for distinct grams of one length at once. A shift table over words finds where one may end (Horspool, 1980;
 * Wu and Manber, 1994), and a hash table says which. Reads each byte a bounded number of times, whatever the text.
 */
export class GramSet {
  private readonly length: number;
  private readonly usesWords: boolean;
  /** How many of the 32 bits of a hash are more than `shift` has entries for. */
  private readonly unusedBits: number;
  /** By the byte or the word that ends at an offset: how far the search may move on without missing a gram. */
  private readonly shift: Uint8Array;
  /** Indexes of grams, by hash with linear probing. */
  private readonly slots: Int32Array;
  private readonly hashes: Int32Array;
  /** Whether each gram was found in this search; all 0 between searches. */
  private readonly isFound: Uint8Array;

  /** The grams must have `length` bytes: one, two, or four and more. `collect` returns indexes into their list. */
  constructor(length: number, grams: readonly Uint8Array[]) {
    this.length = length;
    this.usesWords = length >= MIN_LENGTH_FOR_WORDS;
    this.shift = this.usesWords
      ? new Uint8Array(Math.min(powerOfTwo(ENTRIES_PER_GRAM * grams.length), MAX_ENTRIES)).fill(length - WORD_BYTES + 1)
      : new Uint8Array(256).fill(length);
    this.unusedBits = Math.clz32(this.shift.length - 1);
    this.slots = new Int32Array(powerOfTwo(SLOTS_PER_GRAM * grams.length)).fill(NONE);
    this.hashes = new Int32Array(grams.length);
    this.isFound = new Uint8Array(grams.length);
    for (const [index, gram] of grams.entries()) this.add(gram, index);
  }

  /**
   * Writes the indexes of the grams between `from` and `end` to the front of `found`, and returns their number. Finds
   * every gram that is there, and may report one that is not, when hashes collide.
   */
  collect(bytes: Uint8Array, from: number, end: number, found: number[]): number {
    const { isFound } = this;
    const words = wordView(bytes);
    const count = this.usesWords ? this.byWords(words, from, end, found) : this.byBytes(words, from, end, found);
    for (let i = 0; i < count; i++) isFound[found[i]!] = 0;
    return count;
  }

  private byWords(words: DataView, from: number, end: number, found: number[]): number {
    // Whatever does not change in the loop is a variable: V8 would read a field at each step.
    const { length, shift, unusedBits } = this;
    const longest = length - WORD_BYTES + 1;
    const stop = end - WORD_BYTES;
    let count = 0;
    for (let at = from + length - WORD_BYTES; at <= stop; ) {
      let step = shift[keyOf(words, at, unusedBits)]!;
      // Most steps are the longest. A constant does not wait for what was just read: the processor goes on at once.
      if (step === longest) {
        at += longest;
        continue;
      }
      at += step;
      if (at > stop) break;
      // Where a gram may end, a step leads to its end. If there was none, the same entry is read again.
      step = shift[keyOf(words, at, unusedBits)]!;
      at += step;
      if (step > 0) continue;
      count = this.lookUp(gramHash(words, at + WORD_BYTES, length), found, count);
      at++;
    }
    return count;
  }

  private byBytes(words: DataView, from: number, end: number, found: number[]): number {
    const { length, shift } = this;
    let count = 0;
    for (let last = from + length - 1; last < end; ) {
      const step = shift[words.getUint8(last)]!;
      last += step;
      if (step > 0) continue;
      last++;
      count = this.lookUp(gramHash(words, last, length), found, count);
    }
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
    const { length, usesWords, shift, slots } = this;
    const words = viewOf(gram);
    const keyBytes = usesWords ? WORD_BYTES : 1;
    for (let at = 0; at <= length - keyBytes; at++) {
      const key = usesWords ? keyOf(words, at, this.unusedBits) : words.getUint8(at);
      shift[key] = Math.min(shift[key]!, length - keyBytes - at);
    }
    const hash = gramHash(words, length, length);
    this.hashes[index] = hash;
    let slot = this.slotOf(hash);
    while (slots[slot] !== NONE) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = index;
  }

  private slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.slots.length - 1);
  }
}

/** The entry of the table of shifts for the word at an offset. */
function keyOf(words: DataView, at: number, unusedBits: number): number {
  return Math.imul(words.getInt32(at, true), A) >>> unusedBits;
}

/** The smallest power of two that is not less. */
function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(least));
}

/** A 32-bit hash of the gram of these many bytes that ends before `end`. Its upper bits are mixed best. */
export function gramHash(words: DataView, end: number, length: number): number {
  if (length < WORD_BYTES) return Math.imul(length === 2 ? words.getUint16(end - 2, true) : words.getUint8(end - 1), A);
  let hash = 0;
  const last = end - WORD_BYTES;
  for (let at = end - length; at < last; at += WORD_BYTES) {
    hash = Math.imul(Math.imul(hash, B) + words.getInt32(at, true), A);
  }
  // The last word may overlap the one before it.
  return Math.imul(Math.imul(hash, B) + words.getInt32(last, true), A);
}
