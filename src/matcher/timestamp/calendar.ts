// Parts of dates that several shapes share. Each function gives the position after what it recognised.

import { byteAt, COMMA, DASH, DOT, digits, isPair, SLASH, SPACE } from "../line/bytes.ts";
import { month } from "./names.ts";

/** The position after `-MM-DD`, where each mark is a dash, a dot or a slash; -1 without. */
export function monthDay(bytes: Uint8Array, at: number, end: number): number {
  const day = at + 4;
  if (!isPair(bytes, day, end) || !isDateMark(bytes[at]!) || !isDateMark(bytes[at + 3]!)) return -1;
  return isPair(bytes, at + 1, end) ? day + 2 : -1;
}

/** The position after a month's name with a blank or a dash on either side, -1 without. */
export function monthBetween(bytes: Uint8Array, at: number, end: number): number {
  if (!isGap(byteAt(bytes, at, end))) return -1;
  const stop = month(bytes, at + 1, end);
  return stop >= 0 && isGap(byteAt(bytes, stop, end)) ? stop + 1 : -1;
}

/** The position after four digits and a blank, -1 without. */
export function yearBlank(bytes: Uint8Array, at: number, end: number): number {
  return digits(bytes, at, end, 4) === 4 && byteAt(bytes, at + 4, end) === SPACE ? at + 5 : -1;
}

/** The position after four digits, a comma or none, and a blank; -1 without. */
export function yearComma(bytes: Uint8Array, at: number, end: number): number {
  if (digits(bytes, at, end, 4) < 4) return -1;
  const blank = byteAt(bytes, at + 4, end) === COMMA ? at + 5 : at + 4;
  return byteAt(bytes, blank, end) === SPACE ? blank + 1 : -1;
}

/** Whether `byte` is a blank or a dash. */
export function isGap(byte: number): boolean {
  return byte === SPACE || byte === DASH;
}

function isDateMark(byte: number): boolean {
  return byte === DASH || byte === DOT || byte === SLASH;
}
