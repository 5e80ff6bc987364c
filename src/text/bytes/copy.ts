// Copies and comparisons of several words at a time.
//
// Each turn of a loop takes two words, both read before one is written. The last word may overlap the one before it.
// docs/contributing/engine.md says why.

import { keptWordsOf, viewOf, WORD_BYTES } from "./machine-words.ts";

/** From this length on, a method of the runtime copies or compares bytes faster than a loop over words. */
export const MIN_NATIVE_BYTES = 160;

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

/** Whether a byte is printable ASCII that a JSON string holds as it is. */
export function isPlain(byte: number): boolean {
  return byte >= SPACE && byte <= TILDE && !isEscaped(byte);
}

/** Whether it is printable ASCII that stands behind a backslash in a JSON string. */
export function isEscaped(byte: number): boolean {
  return byte === QUOTE || byte === BACKSLASH;
}

const SPACE = 0x20;
const QUOTE = 0x22;
export const BACKSLASH = 0x5c;
const TILDE = 0x7e;

// In each byte of a word.
const HIGH_BITS = 0x80808080;
const ONES = 0x01010101;
const SPACES = SPACE * ONES;
const QUOTES = QUOTE * ONES;
const BACKSLASHES = BACKSLASH * ONES;

/** Zero if all bytes of a word are plain. */
function otherBytes(word: number): number {
  const quotes = word ^ QUOTES;
  const backslashes = word ^ BACKSLASHES;
  // What is subtracted sets the highest bit of a byte that was smaller, and what is added that of the byte above `~`.
  const found = (word - SPACES) | (quotes - ONES) | (backslashes - ONES) | (word + ONES) | word;
  return found & HIGH_BITS;
}

/**
 * Copies bytes as `copyWords` does if all are plain: see `isPlain`. Returns false if one is not; some may be copied
 * then.
 */
export function copyIfPlain(source: DataView, from: number, to: number, target: DataView, at: number): boolean {
  const last = to - WORD_BYTES;
  let j = at;
  if (last < from) {
    for (let i = from; i < to; i++, j++) {
      const byte = source.getUint8(i);
      if (!isPlain(byte)) return false;
      target.setUint8(j, byte);
    }
    return true;
  }
  let i = from;
  for (; i < last - WORD_BYTES; i += 2 * WORD_BYTES, j += 2 * WORD_BYTES) {
    const first = source.getInt32(i, true);
    const second = source.getInt32(i + WORD_BYTES, true);
    if ((otherBytes(first) | otherBytes(second)) !== 0) return false;
    target.setInt32(j, first, true);
    target.setInt32(j + WORD_BYTES, second, true);
  }
  const final = source.getInt32(last, true);
  if (otherBytes(final) !== 0) return false;
  if (i < last) {
    const word = source.getInt32(i, true);
    if (otherBytes(word) !== 0) return false;
    target.setInt32(j, word, true);
  }
  target.setInt32(at + last - from, final, true);
  return true;
}

/** A text that is copied often. */
export class ReadyText {
  readonly bytes: Buffer;
  readonly words: DataView;

  constructor(text: string | Buffer) {
    this.bytes = Buffer.from(text);
    this.words = viewOf(this.bytes);
  }
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
    // The end of the text is among these, as `byteLength` of a view is slow.
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
