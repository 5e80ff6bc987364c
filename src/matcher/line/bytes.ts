// The bytes that date-times and other types are made of. Everything here reads a line inside a larger buffer: what lies at or beyond
// `end` is not there, so a line is judged alike wherever it stands.

export const SPACE = 0x20;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const DASH = 0x2d;
export const DOT = 0x2e;
export const SLASH = 0x2f;
export const COLON = 0x3a;
export const LETTER_T = 0x54;

const ZERO = 0x30;
const UNDERSCORE = 0x5f;

/** The byte at `i`, -1 where the line has ended. */
export function byteAt(bytes: Uint8Array, i: number, end: number): number {
  return i < end ? bytes[i]! : -1;
}

// What lies below a range wraps around to above it, so that one comparison tells.

/** Whether `byte` is an ASCII digit. */
export function isDigit(byte: number): boolean {
  return (byte - 0x30) >>> 0 < 10;
}

/** Whether `byte` is a capital ASCII letter. */
export function isCapital(byte: number): boolean {
  return (byte - 0x41) >>> 0 < 26;
}

/** Whether `byte` is a small ASCII letter. */
export function isSmall(byte: number): boolean {
  return (byte - 0x61) >>> 0 < 26;
}

/** Whether `byte` is a hexadecimal digit of either case. */
export function isHexDigit(byte: number): boolean {
  return isDigit(byte) || ((byte | 0x20) - 0x61) >>> 0 < 6;
}

/** Whether `byte` is an ASCII letter or digit. */
export function isAlphanumeric(byte: number): boolean {
  // In ASCII, capital and small letters differ in one bit.
  return isDigit(byte) || isSmall(byte | 0x20);
}

/** Whether `byte` is one of those between which a regular expression's `\b` sees no boundary. */
export function isWord(byte: number): boolean {
  return isAlphanumeric(byte) || byte === UNDERSCORE;
}

/** How many digits stand at `i`, counted up to `most`. */
export function digits(bytes: Uint8Array, i: number, end: number, most: number): number {
  const stop = Math.min(i + most, end);
  let after = i;
  while (after < stop && isDigit(bytes[after]!)) after++;
  return after - i;
}

/** Whether two digits stand at `i`. */
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
