// Recognises date-times from bytes. The first byte and the number of leading digits decide which form it can be. The
// rest of each form can be read in only one way, so nothing is tried twice, and the longest end is found first. Trying
// a regular expression for each form was refused: it would need a string for every line, and about sixty attempts.

import { COLON, DASH, DOT, digits, isCapital, isDigit, LETTER_T, SLASH, SPACE } from "../bytes/ascii.ts";
import { DateTimeParts } from "./date-time-parts.ts";
import { dayFirst } from "./forms/day-first.ts";
import { isoEnds } from "./forms/iso.ts";
import { nameFirst } from "./forms/name-first.ts";
import { ctimeEnds, syslogEnds } from "./forms/syslog.ts";
import { isInside } from "./forms/tails.ts";
import { eightDigitDate, epoch, sixDigitDate, twelveDigitEnds } from "./forms/unseparated.ts";
import { yearFirst } from "./forms/year-first.ts";

/** The digits of nanoseconds since 1970, the longest number with which a date-time begins. */
const MAX_LEADING_DIGITS = 19;

/** Whether a date-time may begin with this byte. */
export function isDateTimeStart(byte: number): boolean {
  return isDigit(byte) || isCapital(byte);
}

/** Used by `dateTimeEnds`, which needs only the ends. */
const scratch = new DateTimeParts();

/**
 * Fills `ends` with every position where a date-time may end that starts exactly at `at`, and returns their count.
 * Positions are exclusive and refer to the buffer. They are distinct and at most `end`, and the largest comes first.
 * Entries beyond the count mean nothing. Reads no byte before `at`, or from `end` on, where the line ends. Reads a
 * bounded number of bytes and allocates nothing.
 */
export function dateTimeEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  if (at >= end) return 0;
  const first = bytes[at]!;
  if (!isDateTimeStart(first)) return 0;
  const known = usualEnds(bytes, at, first, end, ends);
  if (known >= 0) return known;
  scratch.count = 0;
  addEnds(bytes, at, first, end, scratch);
  let count = 0;
  for (let i = 0; i < scratch.count; i++) {
    const stop = scratch.ends[i]!;
    if (!isInside(bytes, stop, end)) ends[count++] = stop;
  }
  return count;
}

/** The shortcuts for the most usual forms. As `dateTimeEnds`, or -1 if it is none of these. */
function usualEnds(bytes: Uint8Array, at: number, first: number, end: number, ends: number[]): number {
  const isNumber = isDigit(first);
  const count = isNumber ? isoEnds(bytes, at, end, ends, scratch) : syslogEnds(bytes, at, end, ends, scratch);
  if (count >= 0) return count;
  return isNumber ? twelveDigitEnds(bytes, at, end, ends) : ctimeEnds(bytes, at, end, ends);
}

/**
 * Whether a date-time that begins with the digits before `at` may go on there: a check that most numbers fail. Seconds
 * since 1970 need not go on.
 */
export function mayGoOn(bytes: Uint8Array, at: number, end: number): boolean {
  if (at + 1 >= end || AFTER_DIGITS[bytes[at]!] === 0) return false;
  const next = bytes[at + 1]!;
  return isDigit(next) || isCapital(next) || next === SPACE;
}

/** By byte: 1 if it may come after the digits with which a date-time begins. */
const AFTER_DIGITS = Uint8Array.from({ length: 256 }, (_, byte) =>
  [SPACE, DASH, DOT, SLASH, COLON, LETTER_T].includes(byte) ? 1 : 0,
);

/**
 * Whether the bytes from `from` up to `to` are exactly one date-time. If so, `parts` holds the offsets of its parts.
 * Reads no other byte and allocates nothing.
 */
export function readDateTime(bytes: Uint8Array, from: number, to: number, parts: DateTimeParts): boolean {
  parts.clear();
  if (from < to) addEnds(bytes, from, bytes[from]!, to, parts);
  return parts.count > 0 && parts.ends[0] === to;
}

/**
 * Adds the ends of date-times that start at `at`, where the byte `first` stands, including ends between two letters or
 * digits.
 */
function addEnds(bytes: Uint8Array, at: number, first: number, end: number, parts: DateTimeParts): void {
  if (!isDigit(first)) {
    if (isCapital(first)) nameFirst(bytes, at, end, parts);
    return;
  }
  const width = 1 + digits(bytes, at + 1, end, MAX_LEADING_DIGITS);
  switch (width) {
    case 1:
    case 2:
      dayFirst(bytes, at, width, end, parts);
      return;
    case 4:
      yearFirst(bytes, at, end, parts);
      return;
    case 6:
      sixDigitDate(bytes, at, end, parts);
      return;
    case 8:
      eightDigitDate(bytes, at, end, parts);
      return;
    case 10:
    case 13:
    case 16:
    case 19:
      epoch(bytes, at, width, end, parts);
      return;
  }
}
