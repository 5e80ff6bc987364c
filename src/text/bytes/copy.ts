// Copies and comparisons of bytes, which are short in most logs.

import { BACKSLASH, QUOTE, SPACE } from "./ascii.ts";
import { WORD_BYTES } from "./machine-words.ts";

/** Below this length, a loop copies or compares bytes faster than a method of the runtime. */
const MAX_LOOP_BYTES = 48;

/** Copies the bytes of `source` from `from` up to `to` to `target[at]`, where there must be room for them. */
export function copyBytes(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): void {
  if (to - from < MAX_LOOP_BYTES) {
    for (let i = from, j = at; i < to; i++, j++) target[j] = source[i]!;
  } else {
    target.set(source.subarray(from, to), at);
  }
}

/** Whether the `length` bytes at `a[aFrom]` and at `b[bFrom]` are equal. */
export function equalBytes(a: Buffer, aFrom: number, b: Uint8Array, bFrom: number, length: number): boolean {
  if (length >= MAX_LOOP_BYTES) return a.compare(b, bFrom, bFrom + length, aFrom, aFrom + length) === 0;
  for (let i = 0; i < length; i++) if (a[aFrom + i] !== b[bFrom + i]) return false;
  return true;
}

// In each byte of a word.
const HIGH_BITS = 0x80808080;
const ONES = 0x01010101;
const SPACES = SPACE * ONES;
const QUOTES = QUOTE * ONES;
const BACKSLASHES = BACKSLASH * ONES;

/** Zero if each byte of a word is printable ASCII that a JSON string holds as it is. */
function otherBytes(word: number): number {
  const quotes = word ^ QUOTES;
  const backslashes = word ^ BACKSLASHES;
  // What is subtracted sets the highest bit of a byte that was smaller, and what is added that of the byte above `~`.
  const found = (word - SPACES) | (quotes - ONES) | (backslashes - ONES) | (word + ONES) | word;
  return found & HIGH_BITS;
}

/**
 * Copies bytes, four at once, up to those among which one is not printable ASCII or not held by a JSON string as it is.
 * Returns how many it has copied. There must be room for all of them.
 */
export function copyPlain(source: DataView, from: number, to: number, target: DataView, at: number): number {
  let i = from;
  for (let j = at; i + WORD_BYTES <= to; i += WORD_BYTES, j += WORD_BYTES) {
    const word = source.getInt32(i, true);
    if (otherBytes(word) !== 0) break;
    target.setInt32(j, word, true);
  }
  return i - from;
}
