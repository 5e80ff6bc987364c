// Four bytes read at once as a word, which takes no longer than one byte: see docs/contributing/engine.md.

import { isDigit } from "./ascii.ts";

/** How many bytes a word has. */
export const WORD_BYTES = 4;

/**
 * An odd number with well mixed bits for multiplicative hashing (Knuth). Of 31 bits, so that it is a small integer.
 */
export const HASH_FACTOR = 0x1e3779b1;

/** Another one, for hashes of several words. */
export const SECOND_HASH_FACTOR = 0x25ebca6b;

/** A 32-bit hash of a word. Its upper bits are mixed best. */
export function wordHash(word: number): number {
  return Math.imul(word, HASH_FACTOR);
}

let newest: Uint8Array = new Uint8Array();
let newestView = viewOf(newest);
let other = newest;
let otherView = newestView;

/** The bytes as a view that reads several of them at once. The last two views are kept: most lines lie in one chunk. */
export function wordView(bytes: Uint8Array): DataView {
  if (bytes !== newest) renew(bytes);
  return newestView;
}

/** Makes the view of the bytes the newest one. */
function renew(bytes: Uint8Array): void {
  keepView(bytes, bytes === other ? otherView : viewOf(bytes));
}

/** Keeps a view of bytes, so that it need not be made. */
export function keepView(bytes: Uint8Array, view: DataView): void {
  if (bytes === newest) return;
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

// Shapes check four bytes at once. An example:
//
//   picture   9  :  5  9     a digit up to 9, a colon, a digit up to 5, a digit up to 9
//   word      7  :  3  0
//   values    7  0  3  0     the word XOR what is expected, here `0:00`
//   added     6  0  a  6     makes 0x10 or more of a digit beyond its limit
//   tested   f0 ff f0 f0     the bits that must be zero, both in the values and in their sums with what is added

const ZERO = 0x30;

/** What four bytes must look like. In its picture a digit is the greatest one allowed, and `?` stands for any byte. */
export class WordShape {
  private readonly expected: number;
  private readonly added: number;
  private readonly tested: number;

  constructor(picture: string) {
    let expected = 0;
    let added = 0;
    let tested = 0;
    for (let i = WORD_BYTES - 1; i >= 0; i--) {
      const byte = picture.charCodeAt(i);
      const isAny = picture[i] === "?";
      expected = (expected << 8) | (isDigit(byte) ? ZERO : isAny ? 0 : byte);
      added = (added << 8) | (isDigit(byte) ? 0x0f + ZERO - byte : 0);
      tested = (tested << 8) | (isDigit(byte) ? 0xf0 : isAny ? 0 : 0xff);
    }
    this.expected = expected;
    this.added = added;
    this.tested = tested;
  }

  /** Zero if a word, whose lowest byte is the first one, looks like this. */
  misfit(word: number): number {
    const values = word ^ this.expected;
    return (values | (values + this.added)) & this.tested;
  }
}

export const FOUR_DIGITS = new WordShape("9999");

/** The number of digits with which a word begins, at most four. */
export function leadingDigits(word: number): number {
  const misfit = FOUR_DIGITS.misfit(word);
  // A byte after one that is no digit may be wrong, as that one may carry into it.
  return misfit === 0 ? WORD_BYTES : (31 - Math.clz32(misfit & -misfit)) >>> 3;
}
