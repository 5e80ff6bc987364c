// Times of day. Positions are of the buffer. Each function gives the position after what it recognised, and marks the parts.

import { byteAt, COLON, COMMA, DOT, digits, isDigit, isPair, SPACE } from "../line/bytes.ts";
import type { DateTimeParts } from "./date-time-parts.ts";

const TWO = 0x32;
const FOUR = 0x34;
export const FIVE = 0x35;
export const SIX = 0x36;
const SMALL_A = 0x61;
const SMALL_M = 0x6d;
const SMALL_P = 0x70;

const MIN_LENGTH = "0:00:00".length;

/** The position after `H:MM:SS` or `HH:MM:SS`, up to 24:59:69; -1 without. */
export function wholeSeconds(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  if (at + MIN_LENGTH > end) return -1;
  const colon = bytes[at + 1] === COLON ? at + 1 : at + 2;
  if (bytes[colon] !== COLON || colon + 6 > end || !isHour(bytes, at, colon)) return -1;
  if (!isSixty(bytes, colon + 1, FIVE) || bytes[colon + 3] !== COLON || !isSixty(bytes, colon + 4, SIX)) return -1;
  parts.hourAt = at;
  parts.minuteAt = colon + 1;
  parts.secondAt = colon + 4;
  return colon + 6;
}

/** The position after `wholeSeconds` and the fraction, if there is one; -1 without a time. */
export function timeOfDay(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  const seconds = wholeSeconds(bytes, at, end, parts);
  return seconds < 0 ? -1 : fraction(bytes, seconds, end, parts);
}

/** The position after `H:MM` or `HH:MM` of any digits, -1 without. */
export function hourMinute(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  const minute = numberColon(bytes, at, end);
  if (minute < 0 || !isPair(bytes, minute, end)) return -1;
  parts.hourAt = at;
  parts.minuteAt = minute;
  return minute + 2;
}

/** The position after three numbers of one or two digits between colons, and a fraction; -1 without. */
export function unpaddedTime(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  const minute = numberColon(bytes, at, end);
  const second = minute < 0 ? -1 : numberColon(bytes, minute, end);
  const count = second < 0 ? 0 : digits(bytes, second, end, 2);
  if (count === 0) return -1;
  parts.hourAt = at;
  parts.minuteAt = minute;
  parts.secondAt = second;
  return fraction(bytes, second + count, end, parts);
}

/** The position after `HHMMSS` that no seventh digit follows, -1 without. */
export function sixDigitTime(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  if (digits(bytes, at, end, 7) !== 6) return -1;
  parts.hourAt = at;
  parts.minuteAt = at + 2;
  parts.secondAt = at + 4;
  return at + 6;
}

/** The position after `HH.MM.SS` and its decimals, -1 without. */
export function dottedTime(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  if (!isPair(bytes, at, end) || byteAt(bytes, at + 2, end) !== DOT) return -1;
  if (!isPair(bytes, at + 3, end) || byteAt(bytes, at + 5, end) !== DOT || !isPair(bytes, at + 6, end)) return -1;
  parts.hourAt = at;
  parts.minuteAt = at + 3;
  parts.secondAt = at + 6;
  return byteAt(bytes, at + 8, end) === DOT ? decimals(bytes, at + 8, end, parts) : at + 8;
}

/** The position after a fraction that starts at `i` with a dot, a comma or a colon; `i` itself without one. */
export function fraction(bytes: Uint8Array, i: number, end: number, parts: DateTimeParts): number {
  const mark = byteAt(bytes, i, end);
  return mark === DOT || mark === COMMA || mark === COLON ? decimals(bytes, i, end, parts) : i;
}

/** The position after one to nine digits that follow the mark at `i`; `i` itself when none does. */
export function decimals(bytes: Uint8Array, i: number, end: number, parts: DateTimeParts): number {
  const count = digits(bytes, i + 1, end, 9);
  if (count === 0) return i;
  parts.fractionAt = i + 1;
  return i + 1 + count;
}

/**
 * The position after AM or PM in any case, with or without dots, after a blank or at once; -1 without. No tail of a time
 * starts with a byte that its fraction could give back. So a tail stands where the time ends, or there is none.
 */
export function meridiem(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  const letter = byteAt(bytes, at, end) === SPACE ? at + 1 : at;
  const half = toSmall(byteAt(bytes, letter, end));
  if (half !== SMALL_A && half !== SMALL_P) return -1;
  let i = letter + 1;
  if (byteAt(bytes, i, end) === DOT) i++;
  if (toSmall(byteAt(bytes, i++, end)) !== SMALL_M) return -1;
  parts.meridiemAt = letter;
  return byteAt(bytes, i, end) === DOT ? i + 1 : i;
}

/** Whether a letter that `meridiem` marked is that of PM. */
export function isPm(letter: number): boolean {
  return toSmall(letter) === SMALL_P;
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

function toSmall(letter: number): number {
  return letter | 0x20;
}
