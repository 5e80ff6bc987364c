// Shortcuts for `Nov 15 10:00:02`, as syslog writes it, and `Fri Nov 15 10:00:02 2024`, as ctime does. Like that in
// iso.ts they recognise no form of their own: whatever they reject goes to the functions for all forms, which take
// several times as long.

import { byteAt, isAlphanumeric, isDigit, SPACE } from "../../bytes/ascii.ts";
import { FOUR_DIGITS, wordView } from "../../bytes/machine-words.ts";
import type { DateTimeParts } from "../date-time-parts.ts";
import { isBlankDay, isDayClock } from "./day-clock.ts";
import { isMonthWord, isWeekdayWord } from "./month-names.ts";
import { endsAfterSeconds } from "./tails.ts";

/** The length of `Mmm dd HH:MM:SS` and one more byte. */
const MIN_SYSLOG_LENGTH = 16;

const CTIME_LENGTH = "Www Mmm dd HH:MM:SS YYYY".length;

/** The first two digits of a year, which are the lower half of a word: `19` or `20`. */
const NINETEEN = 0x3931;
const TWENTY = 0x3032;

/**
 * As `dateTimeEnds`, but only for a date-time of the form that syslog writes, with at least one byte after it. Fills
 * `ends` and returns their count, or -1 if there is no such date-time.
 */
export function syslogEnds(bytes: Uint8Array, at: number, end: number, ends: number[], scratch: DateTimeParts): number {
  if (at + MIN_SYSLOG_LENGTH > end) return -1;
  const words = wordView(bytes);
  if (!isMonthWord(words.getInt32(at, true))) return -1;
  const day = words.getInt32(at + 4, true);
  const second = words.getInt32(at + 12, true);
  if (!isBlankDay(day) || !isDayClock(day, words.getInt32(at + 8, true), second)) return -1;
  return endsAfterSeconds(bytes, at + 15, second >>> 24, end, ends, scratch);
}

/**
 * As `dateTimeEnds`, but only for a date-time of the form that ctime writes. Fills `ends` and returns their count, or
 * -1 if there is no such date-time.
 */
export function ctimeEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  if (at + CTIME_LENGTH > end) return -1;
  const words = wordView(bytes);
  if (!isWeekdayWord(words.getInt32(at, true)) || !isMonthWord(words.getInt32(at + 4, true))) return -1;
  const day = words.getInt32(at + 8, true);
  const second = words.getInt32(at + 16, true);
  if (!isBlankDay(day) || second >>> 24 !== SPACE || !isDayClock(day, words.getInt32(at + 12, true), second)) return -1;
  const year = words.getInt32(at + 20, true);
  const century = year & 0xffff;
  if (FOUR_DIGITS.misfit(year) !== 0 || (century !== NINETEEN && century !== TWENTY)) return -1;
  const next = byteAt(bytes, at + CTIME_LENGTH, end);
  if (isDigit(next)) return -1;

  let count = 0;
  if (!isAlphanumeric(next)) ends[count++] = at + CTIME_LENGTH;
  ends[count++] = at + 19;
  return count;
}
