// Checks four bytes at once, as optimised code takes as long for one byte as for a word of four. An example:
//
//   picture   9  :  5  9     a digit up to 9, a colon, a digit up to 5, a digit up to 9
//   word      7  :  3  0
//   values    7  0  3  0     the word XOR what is expected, here `0:00`
//   added     6  0  a  6     makes 0x10 or more of a digit beyond its limit
//   tested   f0 ff f0 f0     the bits that must be zero, both in the values and in their sums with what is added

import { isDigit } from "./ascii.ts";
import { HIGH_BITS, WORD_BYTES } from "./machine-words.ts";

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

/** In each byte of a word, the bit that makes an ASCII letter lowercase. */
const LETTER_CASE = 0x20202020;

/** The highest bit of each byte that is no hexadecimal digit. */
export function nonHexDigits(word: number): number {
  // Without its highest bit, no byte carries into the next one.
  const bytes = word & ~HIGH_BITS;
  const lowercase = bytes | LETTER_CASE;
  // The highest bit of a sum is set from a byte on: from `0`, from the one after `9`, from `a`, from the one after `f`.
  const digits = (bytes + 0x50505050) & ~(bytes + 0x46464646);
  const letters = (lowercase + 0x1f1f1f1f) & ~(lowercase + 0x19191919);
  return (~(digits | letters) | word) & HIGH_BITS;
}
