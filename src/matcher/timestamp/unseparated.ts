// Shapes whose date is one run of digits: `241115 …`, `20241115 …`, and seconds since 1970.

import { byteAt, COLON, DOT, isDigit, LETTER_T, SPACE } from "../line/bytes.ts";
import { isGap } from "./calendar.ts";
import { decimals, fraction, sixDigitTime, timeOfDay, unpaddedTime } from "./clock.ts";
import { bare, withZone } from "./ends.ts";

/** The ends of date-times whose leading `YYMMDD` stands right before `at`. */
export function sixDigitDate(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  if (byteAt(bytes, at, end) !== SPACE) return 0;
  const seconds = sixDigitTime(bytes, at + 1, end);
  if (seconds >= 0) return bare(fractionButColon(bytes, seconds, end), ends, 0);
  // MySQL pads the hour with a blank.
  const hour = byteAt(bytes, at + 1, end) === SPACE ? at + 2 : at + 1;
  return bare(timeOfDay(bytes, hour, end), ends, 0);
}

/** The ends of date-times whose leading `YYYYMMDD` stands right before `at`. */
export function eightDigitDate(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const mark = byteAt(bytes, at, end);
  if (mark !== LETTER_T && !isGap(mark)) return 0;
  const seconds = sixDigitTime(bytes, at + 1, end);
  if (mark === LETTER_T) return seconds < 0 ? 0 : withZone(bytes, fraction(bytes, seconds, end), end, ends, 0);
  if (seconds >= 0) return bare(fractionButColon(bytes, seconds, end), ends, 0);
  return bare(unpaddedTime(bytes, at + 1, end), ends, 0);
}

/** The end of an epoch whose digits stand right before `at`: in seconds (10 digits) it may have decimals. */
export function epoch(bytes: Uint8Array, at: number, width: number, end: number, ends: number[]): number {
  const stop = width === 10 && byteAt(bytes, at, end) === DOT ? decimals(bytes, at, end) : at;
  const next = byteAt(bytes, stop, end);
  return next === DOT || isDigit(next) ? 0 : bare(stop, ends, 0);
}

function fractionButColon(bytes: Uint8Array, at: number, end: number): number {
  return byteAt(bytes, at, end) === COLON ? at : fraction(bytes, at, end);
}
