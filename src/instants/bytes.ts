// The bytes that date-times are made of. The matcher has the like for recognising them; sharing it was refused, since
// rooms on the ground floor know nothing of each other.

export const SPACE = 0x20;
export const PLUS = 0x2b;
export const COMMA = 0x2c;
export const DASH = 0x2d;
export const DOT = 0x2e;
export const SLASH = 0x2f;
export const COLON = 0x3a;
export const LETTER_T = 0x54;
export const LETTER_Z = 0x5a;

/** Whether `byte` is an ASCII digit. */
export function isDigit(byte: number): boolean {
  // What lies below the range wraps around to above it, so that one comparison tells.
  return (byte - 0x30) >>> 0 < 10;
}

/** Whether `byte` is a capital ASCII letter. */
export function isCapital(byte: number): boolean {
  return (byte - 0x41) >>> 0 < 26;
}
