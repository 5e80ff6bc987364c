// Times of day. Unless its comment says otherwise, a function returns the position in the buffer after what it
// recognises, or -1, and marks the parts.

import { byteAt, COLON, COMMA, DOT, digits, isDigit, isPair, SPACE } from "../../bytes/ascii.ts";
import { leadingDigits, WORD_BYTES, wordView } from "../../bytes/machine-words.ts";
import type { DateTimeParts } from "../date-time-parts.ts";

const TWO = 0x32;
const FOUR = 0x34;
const FIVE = 0x35;
const SIX = 0x36;
const SMALL_A = 0x61;
const SMALL_M = 0x6d;
const SMALL_P = 0x70;

const MIN_LENGTH = "0:00:00".length;

/** Recognises `H:MM:SS` or `HH:MM:SS`, up to 24:59:69. */
export function wholeSeconds(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  if (at + MIN_LENGTH > end) return -1;
  const colon = bytes[at + 1] === COLON ? at + 1 : at + 2;
  if (bytes[colon] !== COLON || colon + 6 > end || !isHour(bytes, at, colon)) return -1;
  if (!isPairUpTo(bytes, colon + 1, FIVE) || bytes[colon + 3] !== COLON || !isPairUpTo(bytes, colon + 4, SIX))
    return -1;
  parts.hourAt = at;
  parts.minuteAt = colon + 1;
  parts.secondAt = colon + 4;
  return colon + 6;
}

/** Recognises a time as `wholeSeconds` does, with an optional fraction. */
export function timeOfDay(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  const seconds = wholeSeconds(bytes, at, end, parts);
  return seconds < 0 ? -1 : fraction(bytes, seconds, end, parts);
}

/** What `timeOfDay` recognises, as a regular expression. */
export const TIME_EXPRESSION = "(?:[01]?\\d|2[0-4]):[0-5]\\d:[0-6]\\d(?:[.,:]\\d{1,9})?";

/** Recognises `H:MM` or `HH:MM`, with any digits. */
export function hourMinute(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  const minute = numberColon(bytes, at, end);
  if (minute < 0 || !isPair(bytes, minute, end)) return -1;
  parts.hourAt = at;
  parts.minuteAt = minute;
  return minute + 2;
}

/** Recognises three numbers of one or two digits, separated by colons, with an optional fraction. */
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

/** Recognises `HHMMSS` if no seventh digit follows. */
export function sixDigitTime(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  if (digits(bytes, at, end, 7) !== 6) return -1;
  parts.hourAt = at;
  parts.minuteAt = at + 2;
  parts.secondAt = at + 4;
  return at + 6;
}

/** Recognises `HH.MM.SS`, with optional decimals after another dot. */
export function dottedTime(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  if (!isPair(bytes, at, end) || byteAt(bytes, at + 2, end) !== DOT) return -1;
  if (!isPair(bytes, at + 3, end) || byteAt(bytes, at + 5, end) !== DOT || !isPair(bytes, at + 6, end)) return -1;
  parts.hourAt = at;
  parts.minuteAt = at + 3;
  parts.secondAt = at + 6;
  return byteAt(bytes, at + 8, end) === DOT ? decimals(bytes, at + 8, end, parts) : at + 8;
}

/** Recognises a fraction: a dot, a comma or a colon, then decimals. Returns `i` if there is none. */
export function fraction(bytes: Uint8Array, i: number, end: number, parts: DateTimeParts): number {
  return isFractionMark(byteAt(bytes, i, end)) ? decimals(bytes, i, end, parts) : i;
}

/** Whether a fraction may begin with this byte. */
export function isFractionMark(byte: number): boolean {
  return byte === DOT || byte === COMMA || byte === COLON;
}

/** Recognises one to nine digits after the mark at `i`. Returns `i` if there are none. */
export function decimals(bytes: Uint8Array, i: number, end: number, parts: DateTimeParts): number {
  const count = decimalCount(bytes, i + 1, end);
  if (count === 0) return i;
  parts.fractionAt = i + 1;
  return i + 1 + count;
}

/** The number of digits at `i`, at most nine. */
function decimalCount(bytes: Uint8Array, i: number, end: number): number {
  if (i + 2 * WORD_BYTES > end) return digits(bytes, i, end, 9);
  const words = wordView(bytes);
  const first = leadingDigits(words.getInt32(i, true));
  if (first < WORD_BYTES) return first;
  const second = leadingDigits(words.getInt32(i + WORD_BYTES, true));
  if (second < WORD_BYTES) return WORD_BYTES + second;
  return isDigit(byteAt(bytes, i + 2 * WORD_BYTES, end)) ? 9 : 8;
}

/**
 * Recognises AM or PM in any case, with or without dots, and with or without a blank before it. It only needs to look
 * where the time ends with its longest fraction: the fraction consists of a mark and digits, with which no tail begins.
 */
export function meridiem(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  const letter = byteAt(bytes, at, end) === SPACE ? at + 1 : at;
  const half = toLowerCase(byteAt(bytes, letter, end));
  if (half !== SMALL_A && half !== SMALL_P) return -1;
  let i = letter + 1;
  if (byteAt(bytes, i, end) === DOT) i++;
  if (toLowerCase(byteAt(bytes, i++, end)) !== SMALL_M) return -1;
  parts.meridiemAt = letter;
  return byteAt(bytes, i, end) === DOT ? i + 1 : i;
}

/** Whether a letter that `meridiem` marked is the P of PM. */
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

/** Whether there are two digits at `i`, the first of which is at most `max`, a character code. */
function isPairUpTo(bytes: Uint8Array, i: number, max: number): boolean {
  return isDigit(bytes[i]!) && bytes[i]! <= max && isDigit(bytes[i + 1]!);
}

/** Recognises one or two digits and a colon. Marks nothing. */
function numberColon(bytes: Uint8Array, at: number, end: number): number {
  const count = digits(bytes, at, end, 2);
  return count > 0 && byteAt(bytes, at + count, end) === COLON ? at + count + 1 : -1;
}

function toLowerCase(letter: number): number {
  return letter | 0x20;
}
