// Forms that start with one or two digits: a day, a month, a year of two digits, or the hour of a bare time.

import { byteAt, COLON, DASH, DOT, digits, isDigit, isPair, SLASH, SPACE } from "../line/bytes.ts";
import { monthBetween, yearBlank, yearComma } from "./calendar.ts";
import { hourMinute, timeOfDay } from "./clock.ts";
import { addEnd, addEndsWithBoth, addEndsWithMeridiem, addEndsWithZone } from "./ends.ts";
import { month } from "./names.ts";
import { DATE_FORM, type Reading } from "./reading.ts";

/** Adds the ends of date-times that start at `at` with exactly `width` digits, one or two. */
export function dayFirst(bytes: Uint8Array, at: number, width: number, end: number, reading: Reading): void {
  const i = at + width;
  switch (byteAt(bytes, i, end)) {
    case COLON:
      addEndsWithMeridiem(bytes, timeOfDay(bytes, at, end, reading), end, reading);
      return;
    case SLASH:
      if (isDigit(byteAt(bytes, i + 1, end))) slashed(bytes, at, width, end, reading);
      else addEndsWithZone(bytes, commonLog(bytes, at, i + 1, end, reading), end, reading);
      return;
    case DOT:
      addEnd(dotted(bytes, at, width, end, reading), reading);
      return;
    case DASH:
      if (width === 2 && isPair(bytes, i + 1, end)) {
        markMonthDay(at, i + 1, reading);
        addEnd(blankTime(bytes, i + 3, end, reading), reading);
        return;
      }
      addEndsWithZone(bytes, dayMonthYear(bytes, at, i, end, reading), end, reading);
      return;
    case SPACE:
      addEndsWithZone(bytes, dayMonthYear(bytes, at, i, end, reading), end, reading);
  }
}

/** Adds the ends of `M/D/YYYY …` to the second or minute, `MM/DD/YY …`, and `MM/DD …`. */
function slashed(bytes: Uint8Array, at: number, width: number, end: number, reading: Reading): void {
  const secondAt = at + width + 1;
  const second = digits(bytes, secondAt, end, 2);
  const isPadded = width === 2 && second === 2;
  const i = secondAt + second;
  markMonthDay(at, secondAt, reading);
  reading.form = DATE_FORM.monthOrDayFirst;
  if (byteAt(bytes, i, end) !== SLASH) {
    if (isPadded) addEnd(blankTime(bytes, i, end, reading), reading);
    return;
  }
  const time = yearComma(bytes, i + 1, end, reading);
  if (time >= 0) {
    addEndsWithBoth(bytes, timeOfDay(bytes, time, end, reading), end, reading);
    addEndsWithMeridiem(bytes, hourMinute(bytes, time, end, reading), end, reading);
    return;
  }
  if (!isPadded || !isPair(bytes, i + 1, end)) return;
  reading.form = DATE_FORM.monthOrYearFirst;
  reading.yearAt = i + 1;
  reading.yearWidth = 2;
  addEndsWithMeridiem(bytes, blankTime(bytes, i + 3, end, reading), end, reading);
}

/** The position after `D.M.YYYY HH:MM:SS` or `MM.DD HH:MM:SS`, -1 without. */
function dotted(bytes: Uint8Array, at: number, width: number, end: number, reading: Reading): number {
  const secondAt = at + width + 1;
  const second = digits(bytes, secondAt, end, 2);
  const i = secondAt + second;
  if (second > 0 && byteAt(bytes, i, end) === DOT) {
    markMonthDay(secondAt, at, reading);
    const time = yearComma(bytes, i + 1, end, reading);
    return time < 0 ? -1 : timeOfDay(bytes, time, end, reading);
  }
  if (width !== 2 || second !== 2) return -1;
  markMonthDay(at, secondAt, reading);
  return blankTime(bytes, i, end, reading);
}

/** The position after `DD/Mon/YYYY:HH:MM:SS`, whose month would be at `monthAt`; -1 without. */
function commonLog(bytes: Uint8Array, at: number, monthAt: number, end: number, reading: Reading): number {
  const year = month(bytes, monthAt, end, reading) + 1;
  if (year === 0 || byteAt(bytes, year - 1, end) !== SLASH || digits(bytes, year, end, 4) < 4) return -1;
  const mark = byteAt(bytes, year + 4, end);
  if (mark !== COLON && mark !== SPACE) return -1;
  reading.form = DATE_FORM.calendar;
  reading.dayAt = at;
  reading.yearAt = year;
  return timeOfDay(bytes, year + 5, end, reading);
}

/** The position after `DD-Mon-YYYY HH:MM:SS`, with dashes or blanks, the first of them at `i`; -1 without. */
function dayMonthYear(bytes: Uint8Array, at: number, i: number, end: number, reading: Reading): number {
  const year = monthBetween(bytes, i, end, reading);
  const time = year < 0 ? -1 : yearBlank(bytes, year, end, reading);
  if (time < 0) return -1;
  reading.form = DATE_FORM.calendar;
  reading.dayAt = at;
  return timeOfDay(bytes, time, end, reading);
}

function markMonthDay(monthAt: number, dayAt: number, reading: Reading): void {
  reading.form = DATE_FORM.calendar;
  reading.monthAt = monthAt;
  reading.dayAt = dayAt;
}

/** The position after a blank and a time of day, -1 without. */
function blankTime(bytes: Uint8Array, at: number, end: number, reading: Reading): number {
  return byteAt(bytes, at, end) === SPACE ? timeOfDay(bytes, at + 1, end, reading) : -1;
}
