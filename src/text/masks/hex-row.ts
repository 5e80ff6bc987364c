import { byteAt, COLON, COMMA, DASH, DOT, isAlphanumeric, isDigit, isHexDigit, SPACE } from "../bytes/ascii.ts";

const IS_MARK = new Uint8Array(256);
for (const mark of [SPACE, COLON, COMMA, DASH, DOT]) IS_MARK[mark] = 1;
const MIN_WORD_BYTES = 2;
const MAX_WORD_BYTES = 16;
const MIN_WORDS = 3;

/**
 * Rows of words of two or more hexadecimal digits, with the same mark between them: `00 1f a0`. One of the words has
 * letters and digits, the first has a digit, and one without a digit is as long as the word before it.
 */
export class HexRow {
  /** Where the row that was found last ends. Words before it are in the row. */
  end = 0;
  /** Words that begin before this offset, and not in a row, begin none. */
  private checked = 0;

  begin(start: number): void {
    this.end = start;
    this.checked = start;
  }

  /** Whether a word of hexadecimal digits is in a row, or begins one. Words are asked for from left to right. */
  has(bytes: Uint8Array, at: number, wordEnd: number, end: number): boolean {
    if (at < this.end) return true;
    let stop = wordEnd;
    if (at < this.checked || stop + 1 >= end || IS_MARK[bytes[stop]!] === 0) return false;
    const mark = bytes[stop]!;
    if (!isHexDigit(bytes[stop + 1]!) || !isWordLength(stop - at)) return false;
    let words = 0;
    let isHex = false;
    let length = 0;
    let i = at;
    for (;;) {
      let to = i;
      let digits = 0;
      while (to < end && isHexDigit(bytes[to]!)) if (isDigit(bytes[to++]!)) digits++;
      const isWord = isWordLength(to - i) && (to === end || !isAlphanumeric(bytes[to]!));
      if (!isWord || (digits === 0 && to - i !== length)) break;
      this.checked = i;
      words++;
      if (digits > 0 && digits < to - i) isHex = true;
      length = to - i;
      stop = to;
      if (byteAt(bytes, to, end) !== mark) break;
      i = to + 1;
    }
    if (words < MIN_WORDS || !isHex) return false;
    this.end = stop;
    return true;
  }
}

function isWordLength(length: number): boolean {
  return length >= MIN_WORD_BYTES && length <= MAX_WORD_BYTES;
}
