import {
  HASH_FACTOR,
  SECOND_HASH_FACTOR,
  viewOf,
  WORD_BYTES,
  wordHash,
  wordView,
} from "../../text/bytes/machine-words.ts";

/** Size of the hash table. */
const SLOTS_PER_GRAM = 4;

const NONE = -1;

/**
 * Searches for distinct grams of one length at once. A shift table finds where one may end, and a hash table says
 * which. Reads each byte a bounded number of times, whatever the text.
 */
export class GramSet {
  readonly length: number;
  readonly shiftTable: ShiftTable;
  /** Indexes of grams, by hash with linear probing. */
  readonly slots: Int32Array;
  readonly hashes: Int32Array;

  /** The grams must have `length` bytes: one, two, or four and more. `foundIn` returns indexes into their list. */
  constructor(length: number, grams: readonly Uint8Array[]) {
    this.length = length;
    this.shiftTable = new ShiftTable(length, grams);
    this.slots = new Int32Array(powerOfTwo(SLOTS_PER_GRAM * grams.length)).fill(NONE);
    this.hashes = new Int32Array(grams.length);
    for (const [index, gram] of grams.entries()) this.add(gram, index);
  }

  /**
   * The indexes of the grams between `from` and `end`. Finds every gram that is there, and may report one that is not,
   * when hashes collide.
   */
  foundIn(bytes: Uint8Array, from: number, end: number): Set<number> {
    const { length, shiftTable, slots, hashes } = this;
    const words = wordView(bytes);
    const found = new Set<number>();
    for (let at = from + length; at <= end; ) {
      const shift = shiftTable.shiftAt(words, at);
      at += shift;
      if (shift > 0) continue;
      const hash = gramHash(words, at, length);
      // Follows the whole chain, as different grams may share a hash.
      for (let slot = this.slotOf(hash); slots[slot] !== NONE; slot = (slot + 1) & (slots.length - 1))
        if (hashes[slots[slot]!] === hash) found.add(slots[slot]!);
      at++;
    }
    return found;
  }

  private add(gram: Uint8Array, index: number): void {
    const { length, slots } = this;
    const hash = gramHash(viewOf(gram), length, length);
    this.hashes[index] = hash;
    let slot = this.slotOf(hash);
    while (slots[slot] !== NONE) slot = (slot + 1) & (slots.length - 1);
    slots[slot] = index;
  }

  private slotOf(hash: number): number {
    return (hash ^ (hash >>> 15)) & (this.slots.length - 1);
  }
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
  const first = wordHash((Math.imul(last, SECOND_HASH_FACTOR) + words.getInt32(end - length, true)) | 0);
  return wordHash(
    (Math.imul(first, SECOND_HASH_FACTOR) + words.getInt32(end - ((length + WORD_BYTES) >> 1), true)) | 0,
  );
}

// A search for grams looks at the window of bytes that ends at an offset. A table says how far it may move on from
// there without missing the end of a gram (Horspool, 1980; Wu and Manber, 1994).

/** What a window is: a byte, a word, or a word and two bytes before it. */
export const WINDOWS = { byte: 1, word: 4, long: 6 } as const;

/** Grams of this length or more are searched by words, which are rarer in a text than single bytes. */
const MIN_LENGTH_FOR_WORDS = 8;

/** From so many grams on, words of a text are often among theirs by chance. */
const MANY_GRAMS = 64;

/** Windows that share an entry make a shift shorter, but no error. */
const ENTRIES_PER_GRAM = 256;

/** Leaves the upper bits of a hash, which are mixed best: as many as the largest table needs. */
export const KEY_SHIFT = 16;
const MAX_ENTRIES = 1 << (32 - KEY_SHIFT);

class ShiftTable {
  readonly window: number;
  /** By key; their number is a power of two. */
  readonly shifts: Uint8Array;
  private readonly lastEntry: number;

  /** The grams have `length` bytes. */
  constructor(length: number, grams: readonly Uint8Array[]) {
    const isLong = grams.length >= MANY_GRAMS;
    this.window = length < MIN_LENGTH_FOR_WORDS ? WINDOWS.byte : isLong ? WINDOWS.long : WINDOWS.word;
    const entries = Math.min(2 ** Math.ceil(Math.log2(ENTRIES_PER_GRAM * grams.length)), MAX_ENTRIES);
    this.shifts = new Uint8Array(this.window === WINDOWS.byte ? 256 : entries).fill(length - this.window + 1);
    this.lastEntry = this.shifts.length - 1;
    for (const gram of grams) {
      const words = viewOf(gram);
      for (let end = this.window; end <= length; end++) {
        const key = this.keyOf(words, end);
        this.shifts[key] = Math.min(this.shifts[key]!, length - end);
      }
    }
  }

  /** How far a search may move on from an offset; 0 if a gram may end there. */
  shiftAt(words: DataView, end: number): number {
    return this.shifts[this.keyOf(words, end)]!;
  }

  private keyOf(words: DataView, end: number): number {
    const { window, lastEntry } = this;
    if (window === WINDOWS.byte) return words.getUint8(end - 1);
    const hash = Math.imul(words.getInt32(end - WORD_BYTES, true), HASH_FACTOR);
    if (window === WINDOWS.word) return (hash >>> KEY_SHIFT) & lastEntry;
    return (Math.imul(hash ^ words.getInt32(end - WINDOWS.long, true), SECOND_HASH_FACTOR) >>> KEY_SHIFT) & lastEntry;
  }
}
