// Shapes that start with a capital: a month (`Nov 15 …`), a day of the week (`Fri …`), or glog's letter (`I1115 …`).

import { byteAt, COMMA, DASH, digits, isDigit, isPair, isSmall, SPACE } from "../line/bytes.ts";
import { monthBetween, monthDay, yearBlank, yearComma } from "./calendar.ts";
import { timeOfDay, wholeSeconds } from "./clock.ts";
import { bare, withBoth, withZone } from "./ends.ts";
import { month, weekday, zoneName } from "./names.ts";

/** The letters glog writes for its severities. */
const SEVERITIES = Array.from("IWEFD", (letter) => letter.charCodeAt(0));

/** The ends of date-times that start at `at` with a capital letter. */
export function nameFirst(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const second = byteAt(bytes, at + 1, end);
  if (isDigit(second)) return SEVERITIES.includes(bytes[at]!) ? severity(bytes, at + 1, end, ends) : 0;
  if (!isSmall(second)) return 0;
  const monthEnd = month(bytes, at, end);
  if (monthEnd >= 0) return byteAt(bytes, monthEnd, end) === SPACE ? monthFirst(bytes, monthEnd + 1, end, ends) : 0;
  const dayEnd = weekday(bytes, at, end);
  return dayEnd >= 0 ? weekdayFirst(bytes, dayEnd, end, ends) : 0;
}

/** The ends of what follows glog's letter: `MMDD HH:MM:SS`. */
function severity(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const time = yearBlank(bytes, at, end);
  return time < 0 ? 0 : bare(timeOfDay(bytes, time, end), ends, 0);
}

/** The ends of what follows a month and a blank: `15 HH:MM:SS`, `15 YYYY HH:MM:SS`, `15, YYYY HH:MM:SS`. */
function monthFirst(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const day = dayOfMonth(bytes, at, end);
  if (day < 0) return 0;
  const mark = byteAt(bytes, day, end);
  if (mark === SPACE) {
    const time = yearBlank(bytes, day + 1, end);
    return withZone(bytes, timeOfDay(bytes, time < 0 ? day + 1 : time, end), end, ends, 0);
  }
  if (mark !== COMMA || bytes[at] === SPACE || byteAt(bytes, day + 1, end) !== SPACE) return 0;
  const time = yearComma(bytes, day + 2, end);
  return time < 0 ? 0 : withBoth(bytes, timeOfDay(bytes, time, end), end, ends, 0);
}

/** The ends of what follows a day of the week. */
function weekdayFirst(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const date = byteAt(bytes, at, end) === COMMA ? at + 1 : at;
  if (byteAt(bytes, date, end) !== SPACE) return 0;
  const width = digits(bytes, date + 1, end, 4);
  const i = date + 1 + width;
  if (width === 1 || width === 2) return withZone(bytes, mailDate(bytes, i, end), end, ends, 0);
  if (date > at) return 0;
  if (width === 4) return withZone(bytes, dashedDate(bytes, i, end), end, ends, 0);
  return width === 0 ? calendarTime(bytes, i, end, ends) : 0;
}

/** The position after `-Mon-YYYY HH:MM:SS` with blanks or dashes and two or four digits of the year, -1 without. */
function mailDate(bytes: Uint8Array, at: number, end: number): number {
  const year = monthBetween(bytes, at, end);
  if (year < 0) return -1;
  const width = digits(bytes, year, end, 4);
  if ((width !== 2 && width !== 4) || byteAt(bytes, year + width, end) !== SPACE) return -1;
  return wholeSeconds(bytes, year + width + 1, end);
}

/** The position after `-MM-DD HH:MM:SS`, -1 without. */
function dashedDate(bytes: Uint8Array, at: number, end: number): number {
  const date = monthDay(bytes, at, end);
  if (date < 0 || bytes[at] !== DASH || bytes[at + 3] !== DASH || byteAt(bytes, date, end) !== SPACE) return -1;
  return timeOfDay(bytes, date + 1, end);
}

/** The ends of `Nov 15 HH:MM:SS`, with and without the year that may close it. */
function calendarTime(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const monthEnd = month(bytes, at, end);
  if (monthEnd < 0 || byteAt(bytes, monthEnd, end) !== SPACE) return 0;
  const day = dayOfMonth(bytes, monthEnd + 1, end);
  if (day < 0 || byteAt(bytes, day, end) !== SPACE) return 0;
  const time = timeOfDay(bytes, day + 1, end);
  if (time < 0) return 0;
  return bare(time, ends, bare(closingYear(bytes, time, end), ends, 0));
}

/** The position after a zone's name, if there is one, and a year of 1900 to 2099; -1 without. */
function closingYear(bytes: Uint8Array, at: number, end: number): number {
  if (byteAt(bytes, at, end) !== SPACE) return -1;
  const zone = zoneName(bytes, at + 1, end);
  const year = zone < 0 ? at + 1 : zone + 1;
  if (byteAt(bytes, year - 1, end) !== SPACE || digits(bytes, year, end, 5) !== 4) return -1;
  const century = (bytes[year]! - 0x30) * 10 + bytes[year + 1]! - 0x30;
  return century === 19 || century === 20 ? year + 4 : -1;
}

/** The position after a day of one or two digits, or of one and a blank before it; -1 without. */
function dayOfMonth(bytes: Uint8Array, at: number, end: number): number {
  if (isPair(bytes, at, end)) return at + 2;
  const digit = byteAt(bytes, at, end) === SPACE ? at + 1 : at;
  return isDigit(byteAt(bytes, digit, end)) ? digit + 1 : -1;
}
