// A short cut for the commonest form by far, `2024-11-15 10:00:02`: its digits are checked where they must stand. It adds
// no form and marks no date. What it does not take is left to the functions that know all forms, at twice the cost.

import { COLON, DASH, isDigit, LETTER_T, SPACE } from "../line/bytes.ts";
import { FIVE, fraction, isHour, isSixty, SIX } from "./clock.ts";
import type { DateTimeParts } from "./date-time-parts.ts";
import { isInside } from "./ends.ts";
import { zone } from "./zone.ts";

/** `YYYY-MM-DD HH:MM:SS` and one byte more. */
const ENOUGH = 20;

/**
 * As `dateTimeEnds`, for a date-time of this form that does not end the line: fills `ends` and gives their count, or
 * -1 when it is not one.
 */
export function isoEnds(bytes: Uint8Array, at: number, end: number, ends: number[], scratch: DateTimeParts): number {
  if (at + ENOUGH > end || bytes[at + 4] !== DASH || bytes[at + 7] !== DASH) return -1;
  const gap = bytes[at + 10];
  if ((gap !== SPACE && gap !== LETTER_T) || bytes[at + 13] !== COLON || bytes[at + 16] !== COLON) return -1;
  const isTime = isHour(bytes, at + 11, at + 13) && isSixty(bytes, at + 14, FIVE) && isSixty(bytes, at + 17, SIX);
  const isDate =
    isDigit(bytes[at]!) &&
    isDigit(bytes[at + 1]!) &&
    isDigit(bytes[at + 2]!) &&
    isDigit(bytes[at + 3]!) &&
    isDigit(bytes[at + 5]!) &&
    isDigit(bytes[at + 6]!) &&
    isDigit(bytes[at + 8]!) &&
    isDigit(bytes[at + 9]!);
  if (!isTime || !isDate) return -1;

  const core = fraction(bytes, at + 19, end, scratch);
  const zoned = zone(bytes, core, end, scratch);
  let count = 0;
  if (zoned >= 0 && !isInside(bytes, zoned, end)) ends[count++] = zoned;
  if (!isInside(bytes, core, end)) ends[count++] = core;
  ends[count++] = at + 16;
  if (gap === SPACE) ends[count++] = at + 10;
  return count;
}
