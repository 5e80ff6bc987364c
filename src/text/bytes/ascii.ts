// The bytes that date-times and other types consist of. Functions that take `end` read a line inside a larger buffer
// and never look at or beyond `end`, so the result does not depend on what follows the line.

export const TAB = 0x09;
export const NEWLINE = 0x0a;
export const CARRIAGE_RETURN = 0x0d;
export const SPACE = 0x20;
export const QUOTE = 0x22;
export const PERCENT = 0x25;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const DASH = 0x2d;
export const DOT = 0x2e;
export const SLASH = 0x2f;
export const ZERO = 0x30;
export const COLON = 0x3a;
export const EQUALS = 0x3d;
export const AT_SIGN = 0x40;
export const LETTER_T = 0x54;
export const LETTER_Z = 0x5a;
export const OPENING_BRACKET = 0x5b;
export const BACKSLASH = 0x5c;
export const CLOSING_BRACKET = 0x5d;
export const UNDERSCORE = 0x5f;
export const SMALL_E = 0x65;
export const SMALL_M = 0x6d;
export const SMALL_U = 0x75;
export const SMALL_V = 0x76;
export const SMALL_X = 0x78;
export const OPENING_BRACE = 0x7b;
export const BAR = 0x7c;
export const CLOSING_BRACE = 0x7d;
const TILDE = 0x7e;
export const LAST_ASCII = 0x7f;

/** The byte at `i`, or -1 at the end of the line. */
export function byteAt(bytes: Uint8Array, i: number, end: number): number {
  return i < end ? bytes[i]! : -1;
}

/** Whether there is a line break, as in a message of several lines. */
export function hasLineBreak(bytes: Uint8Array, start: number, end: number): boolean {
  return bytes.subarray(start, end).includes(NEWLINE);
}

// Letters, digits and white space are those of ASCII. Values below a range wrap around to above it, so one comparison
// suffices.

export function isDigit(byte: number): boolean {
  return (byte - 0x30) >>> 0 < 10;
}

export function isWhiteSpace(byte: number): boolean {
  return byte === SPACE || (byte - 0x09) >>> 0 < 5;
}

export function isCapital(byte: number): boolean {
  return (byte - 0x41) >>> 0 < 26;
}

export function isSmall(byte: number): boolean {
  return (byte - 0x61) >>> 0 < 26;
}

export function isSign(byte: number): boolean {
  return byte === PLUS || byte === DASH;
}

export function isHexDigit(byte: number): boolean {
  return isDigit(byte) || ((byte | 0x20) - 0x61) >>> 0 < 6;
}

export function isAlphanumeric(byte: number): boolean {
  // In ASCII, upper and lower case differ in one bit.
  return isDigit(byte) || isSmall(byte | 0x20);
}

/** Whether `byte` is an ASCII letter, or part of a character that is not ASCII. */
export function isLetter(byte: number): boolean {
  return isSmall(byte | 0x20) || byte >= 0x80;
}

/** Whether `byte` matches `\w` in a regular expression. */
export function isWord(byte: number): boolean {
  return isAlphanumeric(byte) || byte === UNDERSCORE;
}

/** Whether `byte` belongs to a word for people: it matches `\w`, or is part of a character that is not ASCII. */
export function isInWord(byte: number): boolean {
  return isWord(byte) || byte >= 0x80;
}

/** The number of digits at `i`, at most `most`. */
export function digits(bytes: Uint8Array, i: number, end: number, most: number): number {
  return afterDigits(bytes, i, Math.min(i + most, end)) - i;
}

/** The offset behind the digits at `i`. */
export function afterDigits(bytes: Uint8Array, i: number, end: number): number {
  let after = i;
  while (after < end && isDigit(bytes[after]!)) after++;
  return after;
}

/** Where the digits begin that end at `to`, of those from `from` on. */
export function digitsStart(bytes: Uint8Array, from: number, to: number): number {
  let start = to;
  while (start > from && isDigit(bytes[start - 1]!)) start--;
  return start;
}

export function isPair(bytes: Uint8Array, i: number, end: number): boolean {
  return i + 2 <= end && isDigit(bytes[i]!) && isDigit(bytes[i + 1]!);
}

/** The number of exactly `width` digits that are known to stand at `i`. */
export function numberAt(bytes: Uint8Array, i: number, width: number): number {
  let value = 0;
  for (let at = i; at < i + width; at++) value = 10 * value + bytes[at]! - ZERO;
  return value;
}

/** The number of the two digits at `i`, or of one if no second follows. The first is known to stand there. */
export function shortNumberAt(bytes: Uint8Array, i: number, end: number): number {
  const first = bytes[i]! - ZERO;
  const second = byteAt(bytes, i + 1, end);
  return isDigit(second) ? 10 * first + second - ZERO : first;
}

const MAX_SMALL_INTEGER = 0x7fffffff;

/** The number of digits of the largest safe integer. */
export const MAX_DIGITS = 16;

export function countDigits(number: number): number {
  let digits = 1;
  for (let next = 10; next <= number; next *= 10) digits++;
  return digits;
}

/** Writes a non-negative integer into `target` from `from` up to `to`, with leading zeros. */
export function writeDigits(number: number, target: Uint8Array, from: number, to: number): void {
  let at = to - 1;
  let rest = number;
  for (; rest > MAX_SMALL_INTEGER; at--) {
    const tens = Math.floor(rest / 10);
    target[at] = ZERO + (rest - 10 * tens);
    rest = tens;
  }
  // Division in 32 bits takes a fraction of the time.
  for (; at >= from; at--) {
    const tens = (rest / 10) | 0;
    target[at] = ZERO + (rest - 10 * tens);
    rest = tens;
  }
}

/** How a JSON string holds a byte: as it is, behind a backslash, or in another way. */
export const IN_JSON = { plain: 0, escaped: 1, other: 2 } as const;

/** By byte: one of `IN_JSON`. Only printable ASCII is plain. */
export const JSON_FORMS: Uint8Array = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte < SPACE || byte > TILDE) return IN_JSON.other;
  return byte === QUOTE || byte === BACKSLASH ? IN_JSON.escaped : IN_JSON.plain;
});
