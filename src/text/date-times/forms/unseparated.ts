// Forms whose date has no separators: `241115 …`, `20241115 …`, and seconds since 1970.

import { byteAt, COLON, COMMA, DOT, isAlphanumeric, isDigit, LETTER_T, SPACE } from "../../bytes/ascii.ts";
import { FOUR_DIGITS, WordShape, wordView } from "../../bytes/machine-words.ts";
import { DATE_FORM, type DateTimeParts } from "../date-time-parts.ts";
import { isGap } from "./calendar.ts";
import { decimals, fraction, sixDigitTime, timeOfDay, unpaddedTime } from "./clock.ts";
import { addEnd, addEndsWithZone } from "./tails.ts";

const TWELVE_DIGITS_LENGTH = "YYMMDD HHMMSS".length;

const DAY_HOUR = new WordShape("99 9");

/** Six digits for the date and six for the time, as a regular expression. */
export const SIX_DIGITS_EXPRESSION = "\\d{6} \\d{6}(?!\\d)(?:[.,]\\d{1,9})?";

/**
 * As `dateTimeEnds`, but only for six digits for the date and six for the time: a shortcut like that in iso.ts. Fills
 * `ends` and returns their count, or -1 if there is no such date-time.
 */
export function twelveDigitEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  if (at + TWELVE_DIGITS_LENGTH > end) return -1;
  const words = wordView(bytes);
  if (DAY_HOUR.misfit(words.getInt32(at + 4, true)) !== 0) return -1;
  const others = FOUR_DIGITS.misfit(words.getInt32(at, true)) | FOUR_DIGITS.misfit(words.getInt32(at + 8, true));
  if (others !== 0 || !isDigit(bytes[at + 12]!)) return -1;
  const next = byteAt(bytes, at + TWELVE_DIGITS_LENGTH, end);
  if (isDigit(next) || next === DOT || next === COMMA) return -1;
  if (isAlphanumeric(next)) return 0;
  ends[0] = at + TWELVE_DIGITS_LENGTH;
  return 1;
}

/** Adds the ends of date-times that start at `start` with exactly six digits, `YYMMDD`. */
export function sixDigitDate(bytes: Uint8Array, start: number, end: number, parts: DateTimeParts): void {
  const at = start + 6;
  if (byteAt(bytes, at, end) !== SPACE) return;
  markDate(start, 2, parts);
  const seconds = sixDigitTime(bytes, at + 1, end, parts);
  if (seconds >= 0) {
    addEnd(fractionWithoutColon(bytes, seconds, end, parts), parts);
    return;
  }
  // MySQL pads the hour with a blank.
  const hour = byteAt(bytes, at + 1, end) === SPACE ? at + 2 : at + 1;
  addEnd(timeOfDay(bytes, hour, end, parts), parts);
}

/** Adds the ends of date-times that start at `start` with exactly eight digits, `YYYYMMDD`. */
export function eightDigitDate(bytes: Uint8Array, start: number, end: number, parts: DateTimeParts): void {
  const at = start + 8;
  const mark = byteAt(bytes, at, end);
  if (mark !== LETTER_T && !isGap(mark)) return;
  markDate(start, 4, parts);
  const seconds = sixDigitTime(bytes, at + 1, end, parts);
  if (mark === LETTER_T) {
    if (seconds >= 0) addEndsWithZone(bytes, fraction(bytes, seconds, end, parts), end, parts);
  } else if (seconds >= 0) {
    addEnd(fractionWithoutColon(bytes, seconds, end, parts), parts);
  } else {
    addEnd(unpaddedTime(bytes, at + 1, end, parts), parts);
  }
}

/** Adds the end of an epoch of exactly `width` digits. One of ten digits, which is in seconds, may have decimals. */
export function epoch(bytes: Uint8Array, start: number, width: number, end: number, parts: DateTimeParts): void {
  const at = start + width;
  parts.form = DATE_FORM.epoch;
  parts.secondAt = start;
  if (width > 10) parts.fractionAt = start + 10;
  const stop = width === 10 && byteAt(bytes, at, end) === DOT ? decimals(bytes, at, end, parts) : at;
  const next = byteAt(bytes, stop, end);
  if (next !== DOT && !isDigit(next)) addEnd(stop, parts);
}

function markDate(start: number, yearWidth: number, parts: DateTimeParts): void {
  parts.form = DATE_FORM.calendar;
  parts.yearAt = start;
  parts.yearWidth = yearWidth;
  parts.monthAt = start + yearWidth;
  parts.dayAt = start + yearWidth + 2;
}

/** As `fraction`, but a colon does not begin one. */
function fractionWithoutColon(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  return byteAt(bytes, at, end) === COLON ? at : fraction(bytes, at, end, parts);
}
