// A search for grams looks at the window of bytes that ends at an offset. A table says how far it may move on from
// there without missing the end of a gram (Horspool, 1980; Wu and Manber, 1994).
import { HASH_FACTOR, SECOND_HASH_FACTOR, viewOf, WORD_BYTES } from "../../text/bytes/machine-words.ts";

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

export class ShiftTable {
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
