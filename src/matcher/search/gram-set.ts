import { viewOf, WORD_BYTES, wordHash, wordView } from "../../text/bytes/machine-words.ts";

/** Another odd number with well mixed bits, for hashes of several words. */
export const B = 0x25ebca6b;

/** Grams of this length or more are searched by words of four bytes, which are rarer in a text than single bytes. */
export const MIN_LENGTH_FOR_WORDS = 8;

/** Size of the table of words. Words that share an entry cost a look-up but no error. It must fit the nearest cache. */
const ENTRIES_PER_GRAM = 256;
const MAX_ENTRIES = 1 << 14;

/** Leaves the upper bits of a hash, which are mixed best, as many as the largest table needs. */
const KEY_SHIFT = 32 - 14;

/** Size of the hash table. */
const SLOTS_PER_GRAM = 4;

const NONE = -1;

/** The largest number of a search. */
const MAX_SEARCH = 0x7fffffff;

/**
 * Searches for distinct grams of one length at once. A shift table over words finds where one may end (Horspool, 1980;
 * Wu and Manber, 1994), and a hash table says which. Reads each byte a bounded number of times, whatever the text.
 */
export class GramSet {
  readonly length: number;
  readonly grams: readonly Uint8Array[];
  /** The last entry of `shift`, whose number of entries is a power of two. */
  private readonly lastEntry: number;
  /** By the byte or the word that ends at an offset: how far the search may move on without missing a gram. */
  private readonly shift: Uint8Array;
  /** Indexes of grams, by hash with linear probing. */
  readonly slots: Int32Array;
  readonly hashes: Int32Array;
  /** The grams that the last search found are at its front. */
  readonly found: Int32Array;
  /** By gram: the number of the last search that found it. */
  private readonly foundIn: Int32Array;
  private search = 0;

  /** The grams must have `length` bytes: one, two, or four and more. `collect` returns indexes into their list. */
  constructor(length: number, grams: readonly Uint8Array[]) {
    this.length = length;
    this.grams = grams;
    this.shift = this.usesWords
      ? new Uint8Array(Math.min(powerOfTwo(ENTRIES_PER_GRAM * grams.length), MAX_ENTRIES)).fill(length - WORD_BYTES + 1)
      : new Uint8Array(256).fill(length);
    this.lastEntry = this.shift.length - 1;
    this.slots = new Int32Array(powerOfTwo(SLOTS_PER_GRAM * grams.length)).fill(NONE);
    this.hashes = new Int32Array(grams.length);
    this.found = new Int32Array(grams.length);
    this.foundIn = new Int32Array(grams.length);
    for (const [index, gram] of grams.entries()) this.add(gram, index);
  }

  private get usesWords(): boolean {
    return this.length >= MIN_LENGTH_FOR_WORDS;
  }

  /**
   * Writes the indexes of the grams between `from` and `end` to the front of `found`, and returns their number. Finds
   * every gram that is there, and may report one that is not, when hashes collide.
   */
  collect(bytes: Uint8Array, from: number, end: number): number {
    if (this.search === MAX_SEARCH) this.beginAnew();
    this.search++;
    const words = wordView(bytes);
    return this.usesWords ? this.byWords(words, from, end) : this.byBytes(words, from, end);
  }

  private beginAnew(): void {
    this.foundIn.fill(0);
    this.search = 0;
  }

  private byWords(words: DataView, from: number, end: number): number {
    // Variables, because fields would be read at each step.
    const { length, shift, lastEntry } = this;
    const longest = length - WORD_BYTES + 1;
    const stop = end - WORD_BYTES;
    const far = stop - 3 * longest;
    let count = 0;
    for (let at = from + length - WORD_BYTES; at <= stop; ) {
      let step = shift[keyOf(words, at, lastEntry)]!;
      // Most steps are the longest. Several in one turn of the loop share its checks, and the processor does not wait
      // for what it reads.
      if (step === longest) {
        at += longest;
        if (at > far) continue;
        step = shift[keyOf(words, at, lastEntry)]!;
        if (step === longest) {
          at += longest;
          step = shift[keyOf(words, at, lastEntry)]!;
          if (step === longest) {
            at += longest;
            step = shift[keyOf(words, at, lastEntry)]!;
            if (step === longest) {
              at += longest;
              continue;
            }
          }
        }
      }
      at += step;
      if (at > stop) break;
      // Where a gram may end, a step leads to its end. If there was none, the same entry is read again.
      step = shift[keyOf(words, at, lastEntry)]!;
      at += step;
      if (step > 0) continue;
      count = this.lookUp(gramHash(words, at + WORD_BYTES, length), count);
      at++;
    }
    return count;
  }

  private byBytes(words: DataView, from: number, end: number): number {
    const { length, shift } = this;
    let count = 0;
    for (let last = from + length - 1; last < end; ) {
      const step = shift[words.getUint8(last)]!;
      last += step;
      if (step > 0) continue;
      last++;
      count = this.lookUp(gramHash(words, last, length), count);
    }
    return count;
  }

  /** Adds the grams with this hash that were not found before. Returns the new count. */
  private lookUp(hash: number, count: number): number {
    const { slots, hashes, found, foundIn, search } = this;
    let total = count;
    // Follows the whole chain, as different grams may share a hash.
    for (let slot = this.slotOf(hash); slots[slot] !== NONE; slot = (slot + 1) & (slots.length - 1)) {
      const index = slots[slot]!;
      if (hashes[index] !== hash || foundIn[index] === search) continue;
      foundIn[index] = search;
      found[total++] = index;
    }
    return total;
  }

  private add(gram: Uint8Array, index: number): void {
    const { length, usesWords, shift, slots } = this;
    const words = viewOf(gram);
    const keyBytes = usesWords ? WORD_BYTES : 1;
    for (let at = 0; at <= length - keyBytes; at++) {
      const key = usesWords ? keyOf(words, at, this.lastEntry) : words.getUint8(at);
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
function keyOf(words: DataView, at: number, lastEntry: number): number {
  return (wordHash(words.getInt32(at, true)) >>> KEY_SHIFT) & lastEntry;
}

/** The smallest power of two that is not less. */
function powerOfTwo(least: number): number {
  return 2 ** Math.ceil(Math.log2(least));
}

/** A 32-bit hash of the gram of these many bytes that ends before `end`. Its upper bits are mixed best. */
export function gramHash(words: DataView, end: number, length: number): number {
  if (length < WORD_BYTES) return wordHash(length === 2 ? words.getUint16(end - 2, true) : words.getUint8(end - 1));
  const last = wordHash(words.getInt32(end - WORD_BYTES, true));
  if (length === WORD_BYTES) return last;
  // Three words, which may overlap. Those of a longer gram leave bytes out, but hardly two grams differ in these alone.
  // `| 0` keeps the sums small integers.
  const first = wordHash((Math.imul(last, B) + words.getInt32(end - length, true)) | 0);
  return wordHash((Math.imul(first, B) + words.getInt32(end - ((length + WORD_BYTES) >> 1), true)) | 0);
}
