// Shapes that start with one or two digits: a day, a month, a year of two digits, or the hour of a bare time.

import { byteAt, COLON, DASH, DOT, digits, isDigit, isPair, SLASH, SPACE } from "../line/bytes.ts";
import { monthBetween, yearBlank, yearComma } from "./calendar.ts";
import { hourMinute, timeOfDay } from "./clock.ts";
import { bare, withBoth, withMeridiem, withZone } from "./ends.ts";
import { month } from "./names.ts";

/** The ends of date-times that start at `at` with exactly `width` digits, one or two. */
export function dayFirst(bytes: Uint8Array, at: number, width: number, end: number, ends: number[]): number {
  const i = at + width;
  switch (byteAt(bytes, i, end)) {
    case COLON:
      return withMeridiem(bytes, timeOfDay(bytes, at, end), end, ends, 0);
    case SLASH:
      return isDigit(byteAt(bytes, i + 1, end))
        ? slashed(bytes, i + 1, width, end, ends)
        : withZone(bytes, commonLog(bytes, i + 1, end), end, ends, 0);
    case DOT:
      return bare(dotted(bytes, i + 1, width, end), ends, 0);
    case DASH:
      if (width === 2 && isPair(bytes, i + 1, end)) return bare(blankTime(bytes, i + 3, end), ends, 0);
      return withZone(bytes, monthYear(bytes, i, end), end, ends, 0);
    case SPACE:
      return withZone(bytes, monthYear(bytes, i, end), end, ends, 0);
    default:
      return 0;
  }
}

/** The ends of what follows `N/`: `D/YYYY …` to the second or minute, `DD/YY …`, `DD …`. */
function slashed(bytes: Uint8Array, at: number, width: number, end: number, ends: number[]): number {
  const second = digits(bytes, at, end, 2);
  const isPadded = width === 2 && second === 2;
  const i = at + second;
  if (byteAt(bytes, i, end) !== SLASH) {
    return isPadded ? bare(blankTime(bytes, i, end), ends, 0) : 0;
  }
  const time = yearComma(bytes, i + 1, end);
  if (time >= 0) {
    const count = withBoth(bytes, timeOfDay(bytes, time, end), end, ends, 0);
    return withMeridiem(bytes, hourMinute(bytes, time, end), end, ends, count);
  }
  if (!isPadded || !isPair(bytes, i + 1, end)) return 0;
  return withMeridiem(bytes, blankTime(bytes, i + 3, end), end, ends, 0);
}

/** The position after what follows `N.`: `M.YYYY HH:MM:SS` or `DD HH:MM:SS`; -1 without. */
function dotted(bytes: Uint8Array, at: number, width: number, end: number): number {
  const second = digits(bytes, at, end, 2);
  const i = at + second;
  if (second > 0 && byteAt(bytes, i, end) === DOT) {
    const time = yearComma(bytes, i + 1, end);
    return time < 0 ? -1 : timeOfDay(bytes, time, end);
  }
  return width === 2 && second === 2 ? blankTime(bytes, i, end) : -1;
}

/** The position after `Mon/YYYY:HH:MM:SS`, -1 without. */
function commonLog(bytes: Uint8Array, at: number, end: number): number {
  const year = month(bytes, at, end) + 1;
  if (year === 0 || byteAt(bytes, year - 1, end) !== SLASH || digits(bytes, year, end, 4) < 4) return -1;
  const mark = byteAt(bytes, year + 4, end);
  return mark === COLON || mark === SPACE ? timeOfDay(bytes, year + 5, end) : -1;
}

/** The position after `-Mon-YYYY HH:MM:SS`, its dashes or blanks included; -1 without. */
function monthYear(bytes: Uint8Array, at: number, end: number): number {
  const year = monthBetween(bytes, at, end);
  const time = year < 0 ? -1 : yearBlank(bytes, year, end);
  return time < 0 ? -1 : timeOfDay(bytes, time, end);
}

/** The position after a blank and a time of day, -1 without. */
function blankTime(bytes: Uint8Array, at: number, end: number): number {
  return byteAt(bytes, at, end) === SPACE ? timeOfDay(bytes, at + 1, end) : -1;
}
