// Forms that start with four digits: `2024-11-15 …`, `2024/11/15 …`, `2024.11.15 …`, and glog's `1115 …`.

import { byteAt, DASH, digits, LETTER_T, SLASH, SPACE } from "../../bytes/ascii.ts";
import { DATE_FORM, type DateTimeParts } from "../date-time-parts.ts";
import { isGap, monthDay } from "./calendar.ts";
import { dottedTime, fraction, hourMinute, timeOfDay, wholeSeconds } from "./clock.ts";
import { addEnd, addEndsWithZone } from "./tails.ts";

/** What comes before the time in the usual ones of these forms, as a regular expression. A zone may follow. */
export const YEAR_FIRST_EXPRESSION = "\\d{4}-\\d\\d-\\d\\d[T ]|\\d{4}/\\d\\d?/\\d\\d?[ -]";

/** Adds the ends of date-times that start at `at` with exactly four digits. */
export function yearFirst(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): void {
  const i = at + 4;
  const mark = byteAt(bytes, i, end);
  if (mark === SPACE) {
    addEnd(monthDayTime(bytes, at, end, parts), parts);
    return;
  }
  parts.form = DATE_FORM.calendar;
  parts.yearAt = at;
  const date = monthDay(bytes, i, end, parts);
  if (mark === SLASH) {
    addEndsWithZone(bytes, slashed(bytes, i, end, parts), end, parts);
  } else if (date >= 0 && bytes[i + 3] === mark) {
    if (mark === DASH) dashed(bytes, date, end, parts);
    else addEnd(dotted(bytes, date, end, parts), parts);
  }
  addEnd(date, parts);
}

/** The position after `MMDD HH:MM:SS`, or -1. The caller has checked the four digits and the blank. */
export function monthDayTime(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  parts.form = DATE_FORM.calendar;
  parts.monthAt = at;
  parts.dayAt = at + 2;
  return timeOfDay(bytes, at + 5, end, parts);
}

/** Adds the ends after `YYYY-MM-DD`, except that of the date itself. */
function dashed(bytes: Uint8Array, date: number, end: number, parts: DateTimeParts): void {
  const mark = byteAt(bytes, date, end);
  if (mark === DASH) {
    addEnd(dottedTime(bytes, date + 1, end, parts), parts);
    return;
  }
  if (mark !== SPACE && mark !== LETTER_T) return;
  const seconds = wholeSeconds(bytes, date + 1, end, parts);
  if (seconds < 0) {
    const minute = hourMinute(bytes, date + 1, end, parts);
    if (minute === date + 6) addEndsWithZone(bytes, minute, end, parts);
    return;
  }
  addEndsWithZone(bytes, fraction(bytes, seconds, end, parts), end, parts);
  // The time may also end after the minute if the hour has two digits. No zone can follow there, only the second's
  // colon.
  if (seconds === date + 9) addEnd(date + 6, parts);
}

/** The position after a gap and a time, which follow `YYYY.MM.DD`, or -1. */
function dotted(bytes: Uint8Array, date: number, end: number, parts: DateTimeParts): number {
  return isGap(byteAt(bytes, date, end)) ? timeOfDay(bytes, date + 1, end, parts) : -1;
}

/** The position after `/M/D HH:MM:SS`, with a month and a day of one or two digits, or -1. */
function slashed(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  const month = digits(bytes, at + 1, end, 2);
  if (month === 0 || byteAt(bytes, at + 1 + month, end) !== SLASH) return -1;
  const dayAt = at + 2 + month;
  const day = digits(bytes, dayAt, end, 2);
  if (day === 0 || !isGap(byteAt(bytes, dayAt + day, end))) return -1;
  parts.monthAt = at + 1;
  parts.dayAt = dayAt;
  return timeOfDay(bytes, dayAt + day + 1, end, parts);
}
