// Parts of dates that several forms share. Unless its comment says otherwise, a function returns the position after
// what it recognises, or -1, and marks the parts.

import { byteAt, COMMA, DASH, DOT, digits, isDigit, isPair, SLASH, SPACE } from "../../bytes/ascii.ts";
import type { DateTimeParts } from "../date-time-parts.ts";
import { month } from "./month-names.ts";

/** Recognises `-MM-DD`, also with dots or slashes in place of the dashes. */
export function monthDay(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  const day = at + 4;
  if (!isPair(bytes, day, end) || !isDateMark(bytes[at]!) || !isDateMark(bytes[at + 3]!)) return -1;
  if (!isPair(bytes, at + 1, end)) return -1;
  parts.monthAt = at + 1;
  parts.dayAt = day;
  return day + 2;
}

/** Recognises the name of a month between two gaps, which are blanks or dashes. */
export function monthBetween(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  if (!isGap(byteAt(bytes, at, end))) return -1;
  const stop = month(bytes, at + 1, end, parts);
  return stop >= 0 && isGap(byteAt(bytes, stop, end)) ? stop + 1 : -1;
}

/** Recognises a day of one or two digits, or of a blank and one digit. */
export function dayOfMonth(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  parts.dayAt = at;
  if (isPair(bytes, at, end)) return at + 2;
  const digit = byteAt(bytes, at, end) === SPACE ? at + 1 : at;
  parts.dayAt = digit;
  return isDigit(byteAt(bytes, digit, end)) ? digit + 1 : -1;
}

/** What `dayOfMonth` recognises, as a regular expression. */
export const DAY_EXPRESSION = "[ \\d]?\\d";

/** Recognises a year of four digits and a blank. */
export function yearBlank(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  if (digits(bytes, at, end, 4) < 4 || byteAt(bytes, at + 4, end) !== SPACE) return -1;
  parts.yearAt = at;
  return at + 5;
}

/** Recognises a year of four digits, an optional comma and a blank. */
export function yearComma(bytes: Uint8Array, at: number, end: number, parts: DateTimeParts): number {
  if (digits(bytes, at, end, 4) < 4) return -1;
  const blank = byteAt(bytes, at + 4, end) === COMMA ? at + 5 : at + 4;
  if (byteAt(bytes, blank, end) !== SPACE) return -1;
  parts.yearAt = at;
  return blank + 1;
}

/** Whether `byte` is a blank or a dash. */
export function isGap(byte: number): boolean {
  return byte === SPACE || byte === DASH;
}

function isDateMark(byte: number): boolean {
  return byte === DASH || byte === DOT || byte === SLASH;
}
