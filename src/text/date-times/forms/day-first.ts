// Forms that start with one or two digits: a day, a month, a year of two digits, or the hour of a time without a date.

import { byteAt, COLON, DASH, DOT, digits, isDigit, isPair, SLASH, SPACE } from "../../bytes/ascii.ts";
import { DATE_FORM, type DateTimeParts } from "../date-time-parts.ts";
import { monthBetween, yearBlank, yearComma } from "./calendar.ts";
import { hourMinute, timeOfDay } from "./clock.ts";
import { MONTH_EXPRESSION, month } from "./month-names.ts";
import { addEnd, addEndsWithBoth, addEndsWithMeridiem, addEndsWithZone } from "./tails.ts";

/** What comes before the time in those forms that name the month, as a regular expression. A zone may follow. */
export const DAY_FIRST_EXPRESSION = `\\d\\d?(?:/${MONTH_EXPRESSION}/\\d{4}[: ]|[ -]${MONTH_EXPRESSION}[ -]\\d{4} )`;

/** Adds the ends of date-times that start at `at` with exactly `width` digits, one or two. */
export function dayFirst(bytes: Uint8Array, at: number, width: number, end: number, parts: DateTimeParts): void {
  const i = at + width;
  switch (byteAt(bytes, i, end)) {
    case COLON:
      addEndsWithMeridiem(bytes, timeOfDay(bytes, at, end, parts), end, parts);
      return;
    case SLASH:
      if (isDigit(byteAt(bytes, i + 1, end))) slashed(bytes, at, width, end, parts);
      else addEndsWithZone(bytes, commonLog(bytes, at, i + 1, end, parts), end, parts);
      return;
    case DOT:
      addEnd(dotted(bytes, at, width, end, parts), parts);
      return;
    case DASH:
      if (width === 2 && isPair(bytes, i + 1, end)) {
        markMonthDay(at, i + 1, parts);
        addEnd(blankTime(bytes, i + 3, end, parts), parts);
        return;
      }
      addEndsWithZone(bytes, dayMonthYear(bytes, at, i, end, parts), end, parts);
      return;
    case SPACE:
      addEndsWithZone(bytes, dayMonthYear(bytes, at, i, end, parts), end, parts);
  }
}

/** Adds the ends of `M/D/YYYY …`, with or without seconds, `MM/DD/YY …` and `MM/DD …`. */
function slashed(bytes: Uint8Array, at: number, width: number, end: number, parts: DateTimeParts): void {
  const secondAt = at + width + 1;
  const second = digits(bytes, secondAt, end, 2);
  const isPadded = width === 2 && second === 2;
  const i = secondAt + second;
  markMonthDay(at, secondAt, parts);
  parts.form = DATE_FORM.monthOrDayFirst;
  if (byteAt(bytes, i, end) !== SLASH) {
    if (isPadded) addEnd(blankTime(bytes, i, end, parts), parts);
    return;
  }
  const time = yearComma(bytes, i + 1, end, parts);
  if (time >= 0) {
    addEndsWithBoth(bytes, timeOfDay(bytes, time, end, parts), end, parts);
    addEndsWithMeridiem(bytes, hourMinute(bytes, time, end, parts), end, parts);
    return;
  }
  if (!isPadded || !isPair(bytes, i + 1, end)) return;
  parts.form = DATE_FORM.monthOrYearFirst;
  parts.yearAt = i + 1;
  parts.yearWidth = 2;
  addEndsWithMeridiem(bytes, blankTime(bytes, i + 3, end, parts), end, parts);
}

/** The position after `D.M.YYYY HH:MM:SS` or `MM.DD HH:MM:SS`, or -1. */
function dotted(bytes: Uint8Array, at: number, width: number, end: number, parts: DateTimeParts): number {
  const secondAt = at + width + 1;
  const second = digits(bytes, secondAt, end, 2);
  const i = secondAt + second;
  if (second > 0 && byteAt(bytes, i, end) === DOT) {
    markMonthDay(secondAt, at, parts);
    const time = yearComma(bytes, i + 1, end, parts);
    return time < 0 ? -1 : timeOfDay(bytes, time, end, parts);
  }
  if (width !== 2 || second !== 2) return -1;
  markMonthDay(at, secondAt, parts);
  return blankTime(bytes, i, end, parts);
}

/** The position after `DD/Mon/YYYY:HH:MM:SS`, whose month must be at `monthAt`, or -1. */
function commonLog(bytes: Uint8Array, at: number, monthAt: number, end: number, parts: DateTimeParts): number {
  const year = month(bytes, monthAt, end, parts) + 1;
  if (year === 0 || byteAt(bytes, year - 1, end) !== SLASH || digits(bytes, year, end, 4) < 4) return -1;
  const mark = byteAt(bytes, year + 4, end);
  if (mark !== COLON && mark !== SPACE) return -1;
  parts.form = DATE_FORM.calendar;
  parts.dayAt = at;
  parts.yearAt = year;
  return timeOfDay(bytes, year + 5, end, parts);
}

/** The position after `DD-Mon-YYYY HH:MM:SS`, with dashes or blanks, the first of which must be at `i`; or -1. */
function dayMonthYear(bytes: Uint8Array, at: number, i: number, end: number, parts: DateTimeParts): number {
  const year = monthBetween(bytes, i, end, parts);
  const time = year < 0 ? -1 : yearBlank(bytes, year, end, parts);
  if (time < 0) return -1;
  parts.form = DATE_FORM.calendar;
  parts.dayAt = at;
  return timeOfDay(bytes, time, end, parts);
}

function markMonthDay(monthAt: number, dayAt: number, parts: DateTimeParts): void {
  parts.form = DATE_FORM.calendar;
  parts.monthAt = monthAt;
  parts.dayAt = dayAt;
}

/** The position after a blank and a time of day, or -1. */
function blankTime(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  return byteAt(bytes, at, end) === SPACE ? timeOfDay(bytes, at + 1, end, parts) : -1;
}
