// Searches that look at four bytes at once.

import { isDigit, isWhiteSpace } from "./ascii.ts";
import { HIGH_BITS, leadingDigits, WORD_BYTES, wordView } from "./machine-words.ts";

/** Larger buffers are searched in parts: beyond 2 GiB, Node's `indexOf` answers with a wrong, negative offset. */
export const MAX_SEARCHED_BYTES = 1024 * 1024 * 1024;

/** Beyond this many bytes, a method of the runtime finds a byte faster than a loop over words. */
const MAX_LOOP_BYTES = 256;

/** Each byte of a word 1. */
const ONES = 0x01010101;

/** Each byte the character after the blank. */
const AFTER_BLANKS = 0x21212121;

/**
 * The first offset from `from` up to `to` where a byte is less than `bound`, or `to` if there is none. The bound is at
 * most 128.
 */
export function firstBelow(bound: number, bytes: Uint8Array, from: number, to: number): number {
  const words = wordView(bytes);
  const bounds = Math.imul(bound, ONES);
  let i = from;
  for (const last = to - WORD_BYTES; i <= last; i += WORD_BYTES) {
    const word = words.getInt32(i, true);
    // The highest bit of each byte that is less. A byte after one that is less may be wrong, as it lends it a bit.
    const less = (word - bounds) & ~word & HIGH_BITS;
    if (less !== 0) return i + ((31 - Math.clz32(less & -less)) >>> 3);
  }
  while (i < to && bytes[i]! >= bound) i++;
  return i;
}

/** The first offset from `from` up to `to` where no ASCII digit is, or `to` if there is none. */
export function endOfDigits(bytes: Uint8Array, from: number, to: number): number {
  const words = wordView(bytes);
  // The loop counts the end of a word, since a sum is known to be a small integer. A word may go on after `to`, but not
  // after the bytes. None begins at `to` or later: what lies there may be megabytes of digits.
  const last = Math.min(bytes.length, to + WORD_BYTES - 1);
  let end = from + WORD_BYTES;
  for (; end <= last; end += WORD_BYTES) {
    const digits = leadingDigits(words.getInt32(end - WORD_BYTES, true));
    if (digits === WORD_BYTES) continue;
    const stop = end - WORD_BYTES + digits;
    return stop < to ? stop : to;
  }
  let i = end - WORD_BYTES;
  while (i < to && isDigit(bytes[i]!)) i++;
  return i < to ? i : to;
}

/** The first offset from `from` up to `to` where ASCII white space is, or `to` if there is none. */
export function endOfNonBlanks(bytes: Uint8Array, from: number, to: number): number {
  const words = wordView(bytes);
  // As in `endOfDigits`.
  const last = Math.min(bytes.length, to + 2 * WORD_BYTES - 1);
  let end = from + 2 * WORD_BYTES;
  for (; end <= last; end += 2 * WORD_BYTES) {
    const first = upToBlank(words.getInt32(end - 2 * WORD_BYTES, true));
    const second = upToBlank(words.getInt32(end - WORD_BYTES, true));
    if ((first | second) === 0) continue;
    const stop =
      first !== 0
        ? end - 1 - WORD_BYTES - (Math.clz32(first & -first) >>> 3)
        : end - 1 - (Math.clz32(second & -second) >>> 3);
    if (stop >= to) return to;
    if (isWhiteSpace(bytes[stop]!)) return stop;
    // Another control character, which is rare: the next word begins after it.
    end = stop + 1;
  }
  let i = end - 2 * WORD_BYTES;
  while (i < to && !isWhiteSpace(bytes[i]!)) i++;
  return i < to ? i : to;
}

/** The highest bit of the first byte that is a blank or less. Bits of later bytes may be wrong. */
function upToBlank(word: number): number {
  return (word - AFTER_BLANKS) & ~word & HIGH_BITS;
}

/** The first offset from `from` up to `to` where this byte is, or `to` if there is none. */
export function firstIndexOf(byte: number, bytes: Uint8Array, from: number, to: number): number {
  const words = wordView(bytes);
  const pattern = Math.imul(byte, ONES);
  const near = Math.min(to, from + MAX_LOOP_BYTES);
  let i = from;
  for (const last = near - WORD_BYTES; i <= last; i += WORD_BYTES) {
    const other = words.getInt32(i, true) ^ pattern;
    // The highest bit of each byte that is zero here. A byte after one that is zero may be wrong, as it lent it a bit.
    const zeros = (other - ONES) & ~other & HIGH_BITS;
    if (zeros !== 0) return i + ((31 - Math.clz32(zeros & -zeros)) >>> 3);
  }
  while (i < near && bytes[i] !== byte) i++;
  if (i < near || near === to) return i;
  for (; i < to; i += MAX_SEARCHED_BYTES) {
    // Only up to `to`: the buffer may go on for long after it.
    const further = bytes.subarray(i, Math.min(to, i + MAX_SEARCHED_BYTES)).indexOf(byte);
    if (further !== -1) return i + further;
  }
  return to;
}

/** The last offset from `from` up to `to` where this byte is, or `from - 1` if there is none. */
export function lastIndexOf(byte: number, bytes: Uint8Array, from: number, to: number): number {
  const words = wordView(bytes);
  const pattern = Math.imul(byte, ONES);
  let i = to - 2 * WORD_BYTES;
  for (; i >= from; i -= 2 * WORD_BYTES) {
    const first = zeroBytes(words.getInt32(i, true) ^ pattern);
    const second = zeroBytes(words.getInt32(i + WORD_BYTES, true) ^ pattern);
    if ((first | second) === 0) continue;
    return second !== 0 ? i + WORD_BYTES + ((31 - Math.clz32(second)) >>> 3) : i + ((31 - Math.clz32(first)) >>> 3);
  }
  for (i += 2 * WORD_BYTES - 1; i >= from && bytes[i] !== byte; i--);
  return i;
}

/** The highest bit of each byte that is zero: no lower bit of it is set, nor carried into the highest one. */
function zeroBytes(word: number): number {
  return ~(((word & ~HIGH_BITS) + ~HIGH_BITS) | word | ~HIGH_BITS);
}
