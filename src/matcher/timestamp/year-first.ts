// Shapes that start with four digits: `2024-11-15 …`, `2024/11/15 …`, `2024.11.15 …`, and glog's `1115 …`.

import { byteAt, DASH, DOT, digits, isPair, LETTER_T, SLASH, SPACE } from "../line/bytes.ts";
import { isGap, monthDay } from "./calendar.ts";
import { decimals, fraction, hourMinute, timeOfDay, wholeSeconds } from "./clock.ts";
import { bare, withZone } from "./ends.ts";

/** The ends of date-times whose four leading digits stand right before `at`. */
export function yearFirst(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const mark = byteAt(bytes, at, end);
  if (mark === SPACE) return bare(timeOfDay(bytes, at + 1, end), ends, 0);
  const date = monthDay(bytes, at, end);
  let count = 0;
  if (mark === SLASH) {
    count = withZone(bytes, slashed(bytes, at, end), end, ends, 0);
  } else if (date >= 0 && bytes[at + 3] === mark) {
    count = mark === DASH ? dashed(bytes, date, end, ends) : dotted(bytes, date, end, ends);
  }
  return bare(date, ends, count);
}

/** The ends of what follows `YYYY-MM-DD`, its own excepted. */
function dashed(bytes: Uint8Array, date: number, end: number, ends: number[]): number {
  const mark = byteAt(bytes, date, end);
  if (mark === DASH) return bare(dottedTime(bytes, date + 1, end), ends, 0);
  if (mark !== SPACE && mark !== LETTER_T) return 0;
  const seconds = wholeSeconds(bytes, date + 1, end);
  if (seconds < 0) {
    const minute = hourMinute(bytes, date + 1, end);
    return minute === date + 6 ? withZone(bytes, minute, end, ends, 0) : 0;
  }
  const count = withZone(bytes, fraction(bytes, seconds, end), end, ends, 0);
  // The seconds' colon stands where the minute's zone would; the minute alone asks for two digits of the hour.
  return seconds === date + 9 ? bare(date + 6, ends, count) : count;
}

/** The ends of what follows `YYYY.MM.DD`, its own excepted. */
function dotted(bytes: Uint8Array, date: number, end: number, ends: number[]): number {
  return isGap(byteAt(bytes, date, end)) ? bare(timeOfDay(bytes, date + 1, end), ends, 0) : 0;
}

/** The position after `/M/D HH:MM:SS`, month and day of one or two digits; -1 without. */
function slashed(bytes: Uint8Array, at: number, end: number): number {
  const month = digits(bytes, at + 1, end, 2);
  if (month === 0 || byteAt(bytes, at + 1 + month, end) !== SLASH) return -1;
  const dayAt = at + 2 + month;
  const day = digits(bytes, dayAt, end, 2);
  return day > 0 && isGap(byteAt(bytes, dayAt + day, end)) ? timeOfDay(bytes, dayAt + day + 1, end) : -1;
}

/** The position after `HH.MM.SS` and its decimals, -1 without. */
function dottedTime(bytes: Uint8Array, at: number, end: number): number {
  if (!isPair(bytes, at, end) || byteAt(bytes, at + 2, end) !== DOT) return -1;
  if (!isPair(bytes, at + 3, end) || byteAt(bytes, at + 5, end) !== DOT || !isPair(bytes, at + 6, end)) return -1;
  return byteAt(bytes, at + 8, end) === DOT ? decimals(bytes, at + 8, end) : at + 8;
}
