// A shortcut for `2024-11-15 10:00:02`, by far the most common form. It checks each digit in its place, and does not
// mark the date. It recognises no form of its own: whatever it rejects goes to the functions for all forms, which take
// twice as long.

import { DASH, isDigit, LETTER_T, SPACE } from "../../bytes/ascii.ts";
import type { DateTimeParts } from "../date-time-parts.ts";
import { fraction, isClock } from "./clock.ts";
import { isInside } from "./tails.ts";
import { zone } from "./zone.ts";

/** The length of `YYYY-MM-DD HH:MM:SS` and one more byte. */
const MIN_LENGTH = 20;

/**
 * As `dateTimeEnds`, but only for a date-time of this form with at least one byte after it. Fills `ends` and returns
 * their count, or -1 if there is no such date-time.
 */
export function isoEnds(bytes: Uint8Array, at: number, end: number, ends: number[], scratch: DateTimeParts): number {
  if (at + MIN_LENGTH > end || bytes[at + 4] !== DASH || bytes[at + 7] !== DASH) return -1;
  const gap = bytes[at + 10];
  if (gap !== SPACE && gap !== LETTER_T) return -1;
  const isTime = isClock(bytes, at + 11);
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
