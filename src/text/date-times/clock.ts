// Times of day. A function returns the position in the buffer after what it recognises, or -1.

import { byteAt, COLON, DOT, digits, isDigit, SMALL_M, SPACE } from "../bytes/ascii.ts";

const TWO = 0x32;
const FOUR = 0x34;
const FIVE = 0x35;
const SIX = 0x36;
const SMALL_A = 0x61;
const SMALL_P = 0x70;

const MIN_LENGTH = "0:00:00".length;

/** `H:MM:SS` or `HH:MM:SS`, up to 24:59:69. */
export function afterSeconds(bytes: Uint8Array, at: number, end: number): number {
  if (at + MIN_LENGTH > end) return -1;
  const colon = bytes[at + 1] === COLON ? at + 1 : at + 2;
  if (bytes[colon] !== COLON || colon + 6 > end || !isHour(bytes, at, colon)) return -1;
  if (!isPairUpTo(bytes, colon + 1, FIVE) || bytes[colon + 3] !== COLON || !isPairUpTo(bytes, colon + 4, SIX))
    return -1;
  return colon + 6;
}

/** What `afterSeconds` recognises, with a fraction after it, as a regular expression. */
export const TIME_EXPRESSION = "(?:[01]?\\d|2[0-4]):[0-5]\\d:[0-6]\\d(?:[.,:]\\d{1,9})?";

/** A mark at `i` and one to nine digits. Returns `i` if there are none. */
export function afterDecimals(bytes: Uint8Array, i: number, end: number): number {
  const count = digits(bytes, i + 1, end, 9);
  return count === 0 ? i : i + 1 + count;
}

/** AM or PM in any case, with or without dots, and with or without a blank before it. */
export function afterMeridiem(bytes: Uint8Array, at: number, end: number): number {
  const letter = byteAt(bytes, at, end) === SPACE ? at + 1 : at;
  const half = toLowerCase(byteAt(bytes, letter, end));
  if (half !== SMALL_A && half !== SMALL_P) return -1;
  let i = letter + 1;
  if (byteAt(bytes, i, end) === DOT) i++;
  if (toLowerCase(byteAt(bytes, i++, end)) !== SMALL_M) return -1;
  return byteAt(bytes, i, end) === DOT ? i + 1 : i;
}

/** Whether what `afterMeridiem` found has a dot at its end, which may also belong to what follows. */
export function endsWithDot(bytes: Uint8Array, stop: number): boolean {
  return stop > 0 && bytes[stop - 1] === DOT;
}

/** Whether the first letter of AM or PM is the P. */
export function isPm(letter: number): boolean {
  return toLowerCase(letter) === SMALL_P;
}

/** Whether there are one or two digits between `at` and the colon that are an hour of at most 24. */
function isHour(bytes: Uint8Array, at: number, colon: number): boolean {
  const first = bytes[at]!;
  if (colon - at === 1) return isDigit(first);
  const second = bytes[at + 1]!;
  return isDigit(first) && isDigit(second) && (first < TWO || (first === TWO && second <= FOUR));
}

/** Whether there are two digits at `i`, the first at most `max`, a character code. */
function isPairUpTo(bytes: Uint8Array, i: number, max: number): boolean {
  return isDigit(bytes[i]!) && bytes[i]! <= max && isDigit(bytes[i + 1]!);
}

function toLowerCase(letter: number): number {
  return letter | 0x20;
}
