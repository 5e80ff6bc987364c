// Optimised code takes as long for one byte of an array as for four bytes of a view, because of the checks around it.

import { isDigit, isWhiteSpace } from "./ascii.ts";

/** How many bytes a word has. */
export const WORD_BYTES = 4;

/** From this length on, a method of the runtime copies or compares bytes faster than a loop over words. */
export const MIN_NATIVE_BYTES = 160;

/** Beyond this many bytes, a method of the runtime finds a byte faster than a loop over words. */
const MAX_LOOP_BYTES = 256;

/**
 * An odd number with well mixed bits for multiplicative hashing (Knuth). 31 bits, so that V8 keeps it as a small
 * integer.
 */
const HASH_FACTOR = 0x1e3779b1;

/** A 32-bit hash of a word. Its upper bits are mixed best. */
export function wordHash(word: number): number {
  return Math.imul(word, HASH_FACTOR);
}

let newest: Uint8Array = new Uint8Array();
let newestView = viewOf(newest);
let other = newest;
let otherView = newestView;

/** Each byte of a word 1, or its highest bit. */
const ONES = 0x01010101;
const HIGH_BITS = 0x80808080;

/** Each byte the digit 0, 6, its upper half, or the character after the blank. */
const ZEROS = 0x30303030;
const SIXES = 0x06060606;
const UPPER_HALVES = 0xf0f0f0f0;
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
  const { length } = bytes;
  // The end of the word counts, as it begins as a sum: V8 knows of a sum that it is a small number. A word may go on
  // after `to`, but not after the bytes.
  let end = from + WORD_BYTES;
  for (; end <= length; end += WORD_BYTES) {
    // The upper half of each byte is zero if it is a digit. A byte after one that is none may be wrong: it gets a bit.
    const value = words.getInt32(end - WORD_BYTES, true) ^ ZEROS;
    const others = (value | (value + SIXES)) & UPPER_HALVES;
    if (others === 0) continue;
    const stop = end - 1 - (Math.clz32(others & -others) >>> 3);
    return stop < to ? stop : to;
  }
  let i = end - WORD_BYTES;
  while (i < to && isDigit(bytes[i]!)) i++;
  return i < to ? i : to;
}

/** The first offset from `from` up to `to` where ASCII white space is, or `to` if there is none. */
export function endOfNonBlanks(bytes: Uint8Array, from: number, to: number): number {
  const words = wordView(bytes);
  const { length } = bytes;
  let end = from + 2 * WORD_BYTES;
  for (; end <= length; end += 2 * WORD_BYTES) {
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
  // Only up to `to`: the buffer may go on for long after it.
  const further = bytes.subarray(near, to).indexOf(byte);
  return further === -1 ? to : near + further;
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

/** The bytes as a view that reads several of them at once. The last two views are kept: most lines lie in one chunk. */
export function wordView(bytes: Uint8Array): DataView {
  if (bytes !== newest) renew(bytes);
  return newestView;
}

/** The four bytes from `at` on, as a word whose lowest byte is the first. From `end` on they count as zeros. */
export function wordFrom(bytes: Uint8Array, at: number, end: number): number {
  if (at + WORD_BYTES <= end) return wordView(bytes).getInt32(at, true);
  let word = 0;
  for (let i = end - 1; i >= at; i--) word = (word << 8) | bytes[i]!;
  return word;
}

/** Makes the view of the bytes the newest one. */
function renew(bytes: Uint8Array): void {
  const view = bytes === other ? otherView : viewOf(bytes);
  other = newest;
  otherView = newestView;
  newest = bytes;
  newestView = view;
}

/** One of the two views that `wordView` keeps, if it is of these bytes. */
export function keptWordsOf(bytes: Uint8Array): DataView | undefined {
  if (bytes === newest) return newestView;
  return bytes === other ? otherView : undefined;
}

export function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length);
}

// The loops below take two words in a turn, and the last word may overlap the one before it: the checks of another turn
// cost more than a word. In each turn both words are read before one is written, as optimised code checks a view anew
// after a write.

/** Copies the bytes of `from` up to `to` to `target` from `at` on, where there must be room. They must not overlap. */
export function copyWords(source: DataView, from: number, to: number, target: DataView, at: number): void {
  const length = to - from;
  if (length < WORD_BYTES) {
    copyFew(source, from, length, target, at);
    return;
  }
  if (length >= MIN_NATIVE_BYTES) {
    bytesOf(target).set(bytesOf(source).subarray(from, to), at);
    return;
  }
  const last = to - WORD_BYTES;
  let i = from;
  let j = at;
  for (; i < last - WORD_BYTES; i += 2 * WORD_BYTES, j += 2 * WORD_BYTES) {
    const first = source.getInt32(i, true);
    const second = source.getInt32(i + WORD_BYTES, true);
    target.setInt32(j, first, true);
    target.setInt32(j + WORD_BYTES, second, true);
  }
  const final = source.getInt32(last, true);
  if (i < last) target.setInt32(j, source.getInt32(i, true), true);
  target.setInt32(at + last - from, final, true);
}

/** Copies up to three bytes: the first, the middle and the last one, which may be the same. */
function copyFew(source: DataView, from: number, length: number, target: DataView, at: number): void {
  if (length === 0) return;
  const middle = length >>> 1;
  const last = length - 1;
  const firstByte = source.getUint8(from);
  const middleByte = source.getUint8(from + middle);
  const lastByte = source.getUint8(from + last);
  target.setUint8(at, firstByte);
  target.setUint8(at + middle, middleByte);
  target.setUint8(at + last, lastByte);
}

/** Whether the bytes of `source` from `from` up to `to` are those of `target` from `at` on. */
export function equalWords(source: Uint8Array, from: number, to: number, target: DataView, at: number): boolean {
  const words = keptWordsOf(source);
  const last = to - WORD_BYTES;
  if (words === undefined || last < from) {
    for (let i = from, j = at; i < to; i++, j++) if (source[i] !== target.getUint8(j)) return false;
    return true;
  }
  let i = from;
  let j = at;
  for (; i < last - WORD_BYTES; i += 2 * WORD_BYTES, j += 2 * WORD_BYTES) {
    const first = words.getInt32(i, true) ^ target.getInt32(j, true);
    if ((first | (words.getInt32(i + WORD_BYTES, true) ^ target.getInt32(j + WORD_BYTES, true))) !== 0) return false;
  }
  if (i < last && words.getInt32(i, true) !== target.getInt32(j, true)) return false;
  return words.getInt32(last, true) === target.getInt32(at + last - from, true);
}

/** Bytes, and perhaps a view of them. Bytes written just now have none: they are not read faster as words. */
export interface ByteSource {
  readonly bytes: Buffer;
  readonly words: DataView | undefined;
}

/**
 * Writes a text with fields inserted into it: field `slots[i]` comes after `text[ends[i] - 1]`. The text ends at the
 * last of `ends`. Field s is `sources[s]` from `bounds[2 * s]` up to `bounds[2 * s + 1]`. Writes at `target[at]`, where
 * there must be room, and returns the end.
 */
export function interleave(
  text: DataView,
  ends: readonly number[],
  slots: readonly number[],
  sources: readonly ByteSource[],
  bounds: readonly number[],
  target: DataView,
  at: number,
): number {
  let to = at;
  let from = 0;
  for (let i = 0; ; i++) {
    // The end of the text is among these, since optimised code calls a function for `byteLength` of a view.
    const end = ends[i]!;
    copyWords(text, from, end, target, to);
    to += end - from;
    if (i === slots.length) return to;
    from = end;
    const slot = slots[i]!;
    const start = bounds[2 * slot]!;
    const stop = bounds[2 * slot + 1]!;
    const { bytes, words } = sources[slot]!;
    if (words !== undefined) copyWords(words, start, stop, target, to);
    else copySingly(bytes, start, stop, target, to);
    to += stop - start;
  }
}

function copySingly(source: Uint8Array, from: number, to: number, target: DataView, at: number): void {
  if (to - from >= MIN_NATIVE_BYTES) bytesOf(target).set(source.subarray(from, to), at);
  else for (let i = from, j = at; i < to; i++, j++) target.setUint8(j, source[i]!);
}

function bytesOf({ buffer, byteOffset, byteLength }: DataView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}
