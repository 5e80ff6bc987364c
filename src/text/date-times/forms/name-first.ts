// Forms that start with a capital: a month (`Nov 15 …`), a day of the week (`Fri …`), or a glog severity (`I1115 …`).

import { byteAt, COMMA, DASH, digits, isDigit, isSmall, SPACE } from "../../bytes/ascii.ts";
import { DATE_FORM, type DateTimeParts } from "../date-time-parts.ts";
import { DAY_EXPRESSION, dayOfMonth, monthBetween, monthDay, yearBlank, yearComma } from "./calendar.ts";
import { TIME_EXPRESSION, timeOfDay, wholeSeconds } from "./clock.ts";
import { MONTH_EXPRESSION, mayBeName, month, WEEKDAY_EXPRESSION, weekday } from "./month-names.ts";
import { addEnd, addEndsWithBoth, addEndsWithZone } from "./tails.ts";
import { monthDayTime } from "./year-first.ts";
import { ZONE_NAME_EXPRESSION, zoneName } from "./zone.ts";

/** The letters of glog's severities. */
const SEVERITIES = Array.from("IWEFD", (letter) => letter.charCodeAt(0));

/** What comes before the time where a month comes first, as syslog writes it. A zone may follow. */
export const MONTH_FIRST_EXPRESSION = `${MONTH_EXPRESSION} ${DAY_EXPRESSION} (?:\\d{4} )?`;

/** The same with a weekday, as `date` writes it: the whole date-time, perhaps with a year. */
export const WEEKDAY_FIRST_EXPRESSION = `${WEEKDAY_EXPRESSION} ${MONTH_EXPRESSION} ${DAY_EXPRESSION} ${TIME_EXPRESSION}(?:(?: ${ZONE_NAME_EXPRESSION})? (?:19|20)\\d\\d(?!\\d))?`;

/** Adds the ends of date-times that start at `at` with a capital letter. */
export function nameFirst(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): void {
  const second = byteAt(bytes, at + 1, end);
  if (isDigit(second)) {
    if (SEVERITIES.includes(bytes[at]!)) addEnd(severity(bytes, at + 1, end, parts), parts);
    return;
  }
  if (!isSmall(second) || !mayBeName(bytes, at, end)) return;
  const monthEnd = month(bytes, at, end, parts);
  if (monthEnd >= 0) {
    if (byteAt(bytes, monthEnd, end) === SPACE) monthFirst(bytes, monthEnd + 1, end, parts);
    return;
  }
  const dayEnd = weekday(bytes, at, end);
  if (dayEnd >= 0) weekdayFirst(bytes, dayEnd, end, parts);
}

/** The position after `MMDD HH:MM:SS`, which follows glog's letter, or -1. */
function severity(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  if (digits(bytes, at, end, 4) < 4 || byteAt(bytes, at + 4, end) !== SPACE) return -1;
  return monthDayTime(bytes, at, end, parts);
}

/** Adds the ends after a month and a blank: of `15 HH:MM:SS`, `15 YYYY HH:MM:SS` and `15, YYYY HH:MM:SS`. */
function monthFirst(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): void {
  const day = dayOfMonth(bytes, at, end, parts);
  if (day < 0) return;
  parts.form = DATE_FORM.calendar;
  const mark = byteAt(bytes, day, end);
  if (mark === SPACE) {
    const time = yearBlank(bytes, day + 1, end, parts);
    addEndsWithZone(bytes, timeOfDay(bytes, time < 0 ? day + 1 : time, end, parts), end, parts);
    return;
  }
  if (mark !== COMMA || bytes[at] === SPACE || byteAt(bytes, day + 1, end) !== SPACE) return;
  const time = yearComma(bytes, day + 2, end, parts);
  if (time >= 0) addEndsWithBoth(bytes, timeOfDay(bytes, time, end, parts), end, parts);
}

/** Adds the ends after a day of the week. */
function weekdayFirst(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): void {
  const date = byteAt(bytes, at, end) === COMMA ? at + 1 : at;
  if (byteAt(bytes, date, end) !== SPACE) return;
  parts.form = DATE_FORM.calendar;
  const first = date + 1;
  const width = digits(bytes, first, end, 4);
  const i = first + width;
  if (width === 1 || width === 2) {
    parts.dayAt = first;
    addEndsWithZone(bytes, mailDate(bytes, i, end, parts), end, parts);
  } else if (date === at && width === 4) {
    parts.yearAt = first;
    addEndsWithZone(bytes, dashedDate(bytes, i, end, parts), end, parts);
  } else if (date === at && width === 0) {
    calendarTime(bytes, i, end, parts);
  }
}

/** The position after `-Mon-YYYY HH:MM:SS`, with dashes or blanks and a year of two or four digits, or -1. */
function mailDate(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  const year = monthBetween(bytes, at, end, parts);
  if (year < 0) return -1;
  const width = digits(bytes, year, end, 4);
  if ((width !== 2 && width !== 4) || byteAt(bytes, year + width, end) !== SPACE) return -1;
  parts.yearAt = year;
  parts.yearWidth = width;
  return wholeSeconds(bytes, year + width + 1, end, parts);
}

/** The position after `-MM-DD HH:MM:SS`, or -1. */
function dashedDate(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  const date = monthDay(bytes, at, end, parts);
  if (date < 0 || bytes[at] !== DASH || bytes[at + 3] !== DASH || byteAt(bytes, date, end) !== SPACE) return -1;
  return timeOfDay(bytes, date + 1, end, parts);
}

/** Adds the ends of `Nov 15 HH:MM:SS`, with and without a year after it. */
function calendarTime(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): void {
  const monthEnd = month(bytes, at, end, parts);
  if (monthEnd < 0 || byteAt(bytes, monthEnd, end) !== SPACE) return;
  const day = dayOfMonth(bytes, monthEnd + 1, end, parts);
  if (day < 0 || byteAt(bytes, day, end) !== SPACE) return;
  const time = timeOfDay(bytes, day + 1, end, parts);
  if (time < 0) return;
  addEnd(closingYear(bytes, time, end, parts), parts);
  addEnd(time, parts);
}

/** The position after an optional zone name and a year from 1900 to 2099, or -1. */
function closingYear(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  if (byteAt(bytes, at, end) !== SPACE) return -1;
  const zone = zoneName(bytes, at + 1, end, parts);
  const year = zone < 0 ? at + 1 : zone + 1;
  if (byteAt(bytes, year - 1, end) !== SPACE || digits(bytes, year, end, 5) !== 4) return -1;
  const century = (bytes[year]! - 0x30) * 10 + bytes[year + 1]! - 0x30;
  if (century !== 19 && century !== 20) return -1;
  parts.yearAt = year;
  return year + 4;
}
