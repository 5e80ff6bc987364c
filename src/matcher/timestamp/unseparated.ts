// Forms whose date is one run of digits: `241115 …`, `20241115 …`, and seconds since 1970.

import { byteAt, COLON, DOT, isDigit, LETTER_T, SPACE } from "../line/bytes.ts";
import { isGap } from "./calendar.ts";
import { decimals, fraction, sixDigitTime, timeOfDay, unpaddedTime } from "./clock.ts";
import { addEnd, addEndsWithZone } from "./ends.ts";
import { DATE_FORM, type Reading } from "./reading.ts";

/** Adds the ends of date-times that start at `start` with exactly six digits, `YYMMDD`. */
export function sixDigitDate(bytes: Uint8Array, start: number, end: number, reading: Reading): void {
  const at = start + 6;
  if (byteAt(bytes, at, end) !== SPACE) return;
  markDate(start, 2, reading);
  const seconds = sixDigitTime(bytes, at + 1, end, reading);
  if (seconds >= 0) {
    addEnd(fractionButColon(bytes, seconds, end, reading), reading);
    return;
  }
  // MySQL pads the hour with a blank.
  const hour = byteAt(bytes, at + 1, end) === SPACE ? at + 2 : at + 1;
  addEnd(timeOfDay(bytes, hour, end, reading), reading);
}

/** Adds the ends of date-times that start at `start` with exactly eight digits, `YYYYMMDD`. */
export function eightDigitDate(bytes: Uint8Array, start: number, end: number, reading: Reading): void {
  const at = start + 8;
  const mark = byteAt(bytes, at, end);
  if (mark !== LETTER_T && !isGap(mark)) return;
  markDate(start, 4, reading);
  const seconds = sixDigitTime(bytes, at + 1, end, reading);
  if (mark === LETTER_T) {
    if (seconds >= 0) addEndsWithZone(bytes, fraction(bytes, seconds, end, reading), end, reading);
  } else if (seconds >= 0) {
    addEnd(fractionButColon(bytes, seconds, end, reading), reading);
  } else {
    addEnd(unpaddedTime(bytes, at + 1, end, reading), reading);
  }
}

/** Adds the end of an epoch of exactly `width` digits. In seconds, which is ten digits, it may have decimals. */
export function epoch(bytes: Uint8Array, start: number, width: number, end: number, reading: Reading): void {
  const at = start + width;
  reading.form = DATE_FORM.epoch;
  reading.secondAt = start;
  if (width > 10) reading.fractionAt = start + 10;
  const stop = width === 10 && byteAt(bytes, at, end) === DOT ? decimals(bytes, at, end, reading) : at;
  const next = byteAt(bytes, stop, end);
  if (next !== DOT && !isDigit(next)) addEnd(stop, reading);
}

function markDate(start: number, yearWidth: number, reading: Reading): void {
  reading.form = DATE_FORM.calendar;
  reading.yearAt = start;
  reading.yearWidth = yearWidth;
  reading.monthAt = start + yearWidth;
  reading.dayAt = start + yearWidth + 2;
}

function fractionButColon(bytes: Uint8Array, at: number, end: number, reading: Reading): number {
  return byteAt(bytes, at, end) === COLON ? at : fraction(bytes, at, end, reading);
}
