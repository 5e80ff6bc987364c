// Times of day. Positions are of the buffer; each function gives the position after what it recognised.

import { byteAt, COLON, COMMA, DOT, digits, isDigit, isPair } from "../line/bytes.ts";

const TWO = 0x32;
const FOUR = 0x34;
export const FIVE = 0x35;
export const SIX = 0x36;

const SHORTEST = "0:00:00".length;

/** The position after `H:MM:SS` or `HH:MM:SS`, up to 24:59:69; -1 without. */
export function wholeSeconds(bytes: Uint8Array, at: number, end: number): number {
  if (at + SHORTEST > end) return -1;
  const colon = bytes[at + 1] === COLON ? at + 1 : at + 2;
  if (bytes[colon] !== COLON || colon + 6 > end || !isHour(bytes, at, colon)) return -1;
  return isSixty(bytes, colon + 1, FIVE) && bytes[colon + 3] === COLON && isSixty(bytes, colon + 4, SIX)
    ? colon + 6
    : -1;
}

/** The position after `wholeSeconds` and the fraction, if there is one; -1 without a time. */
export function timeOfDay(bytes: Uint8Array, at: number, end: number): number {
  const seconds = wholeSeconds(bytes, at, end);
  return seconds < 0 ? -1 : fraction(bytes, seconds, end);
}

/** The position after `H:MM` or `HH:MM` of any digits, -1 without. */
export function hourMinute(bytes: Uint8Array, at: number, end: number): number {
  const minute = numberColon(bytes, at, end);
  return minute >= 0 && isPair(bytes, minute, end) ? minute + 2 : -1;
}

/** The position after three numbers of one or two digits between colons, and a fraction; -1 without. */
export function unpaddedTime(bytes: Uint8Array, at: number, end: number): number {
  const minute = numberColon(bytes, at, end);
  const second = minute < 0 ? -1 : numberColon(bytes, minute, end);
  const count = second < 0 ? 0 : digits(bytes, second, end, 2);
  return count === 0 ? -1 : fraction(bytes, second + count, end);
}

/** The position after `HHMMSS` that no seventh digit follows, -1 without. */
export function sixDigitTime(bytes: Uint8Array, at: number, end: number): number {
  return digits(bytes, at, end, 7) === 6 ? at + 6 : -1;
}

/** The position after a fraction that starts at `i` with a dot, a comma or a colon; `i` itself without one. */
export function fraction(bytes: Uint8Array, i: number, end: number): number {
  const mark = byteAt(bytes, i, end);
  return mark === DOT || mark === COMMA || mark === COLON ? decimals(bytes, i, end) : i;
}

/** The position after one to nine digits that follow the mark at `i`; `i` itself when none does. */
export function decimals(bytes: Uint8Array, i: number, end: number): number {
  const count = digits(bytes, i + 1, end, 9);
  return count === 0 ? i : i + 1 + count;
}

/** Whether the one or two digits between `at` and the colon are an hour of at most 24. */
export function isHour(bytes: Uint8Array, at: number, colon: number): boolean {
  const first = bytes[at]!;
  if (colon - at === 1) return isDigit(first);
  const second = bytes[at + 1]!;
  return isDigit(first) && isDigit(second) && (first < TWO || (first === TWO && second <= FOUR));
}

/** Whether two digits stand at `i`, the first of them `highest` at most. */
export function isSixty(bytes: Uint8Array, i: number, highest: number): boolean {
  return isDigit(bytes[i]!) && bytes[i]! <= highest && isDigit(bytes[i + 1]!);
}

/** The position after one or two digits and a colon, -1 without. */
function numberColon(bytes: Uint8Array, at: number, end: number): number {
  const count = digits(bytes, at, end, 2);
  return count > 0 && byteAt(bytes, at + count, end) === COLON ? at + count + 1 : -1;
}
