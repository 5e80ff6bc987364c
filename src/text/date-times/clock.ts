// Times of day. A function returns the position in the buffer after what it recognises.

import { byteAt, COLON, DOT, digits, isPair, numberAt, SMALL_M, SPACE } from "../bytes/ascii.ts";

const FIVE = 0x35;
const SIX = 0x36;
const SMALL_A = 0x61;
const SMALL_P = 0x70;

/** What `afterSeconds` recognises as a regular expression, and the same with a fraction after it. */
export const SECONDS_EXPRESSION = "(?:[01]?\\d|2[0-4]):[0-5]\\d:[0-6]\\d";
export const TIME_EXPRESSION = `${SECONDS_EXPRESSION}(?:[.,:]\\d{1,9})?`;

/** After `H:MM:SS` or `HH:MM:SS`, up to 24:59:69; or -1. */
export function afterSeconds(bytes: Uint8Array, at: number, end: number): number {
  const width = digits(bytes, at, end, 2);
  const minute = at + width + 1;
  const second = minute + 3;
  if (width === 0 || !isPair(bytes, second, end) || bytes[minute - 1] !== COLON || bytes[second - 1] !== COLON)
    return -1;
  const isTime = isPair(bytes, minute, end) && bytes[minute]! <= FIVE && bytes[second]! <= SIX;
  return isTime && numberAt(bytes, at, width) <= 24 ? second + 2 : -1;
}

/** After AM or PM in any case, with or without dots, and with or without a blank before it; `at` for none. */
export function afterMeridiem(bytes: Uint8Array, at: number, end: number): number {
  const letter = byteAt(bytes, at, end) === SPACE ? at + 1 : at;
  const half = byteAt(bytes, letter, end) | 0x20;
  if (half !== SMALL_A && half !== SMALL_P) return at;
  const next = byteAt(bytes, letter + 1, end) === DOT ? letter + 2 : letter + 1;
  if ((byteAt(bytes, next, end) | 0x20) !== SMALL_M) return at;
  return byteAt(bytes, next + 1, end) === DOT ? next + 2 : next + 1;
}

/** Whether the first letter of AM or PM is the P. */
export function isPm(letter: number): boolean {
  return (letter | 0x20) === SMALL_P;
}
