// A shortcut for `Nov 15 10:00:02`, as syslog writes it. Like that in iso.ts it recognises no form of its own: whatever
// it rejects goes to the functions for all forms, which take twice as long.

import { isDigit, SPACE } from "../../bytes/ascii.ts";
import type { DateTimeParts } from "../date-time-parts.ts";
import { fraction, isClock } from "./clock.ts";
import { month } from "./month-names.ts";
import { isInside } from "./tails.ts";
import { zone } from "./zone.ts";

/** The length of `Mmm dd HH:MM:SS` and one more byte. */
const MIN_LENGTH = 16;

/**
 * As `dateTimeEnds`, but only for a date-time of this form with at least one byte after it. Fills `ends` and returns
 * their count, or -1 if there is no such date-time.
 */
export function syslogEnds(bytes: Uint8Array, at: number, end: number, ends: number[], scratch: DateTimeParts): number {
  if (at + MIN_LENGTH > end || bytes[at + 3] !== SPACE || bytes[at + 6] !== SPACE) return -1;
  const isTime = isClock(bytes, at + 7);
  const isDay = (bytes[at + 4] === SPACE || isDigit(bytes[at + 4]!)) && isDigit(bytes[at + 5]!);
  if (!isTime || !isDay || month(bytes, at, end, scratch) !== at + 3) return -1;

  const core = fraction(bytes, at + 15, end, scratch);
  const zoned = zone(bytes, core, end, scratch);
  let count = 0;
  if (zoned >= 0 && !isInside(bytes, zoned, end)) ends[count++] = zoned;
  if (!isInside(bytes, core, end)) ends[count++] = core;
  return count;
}
