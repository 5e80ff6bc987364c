// A shortcut for `Nov 15 10:00:02`, as syslog writes it. Like that in iso.ts it recognises no form of its own: whatever
// it rejects goes to the functions for all forms, which take several times as long.

import { wordView } from "../../bytes/machine-words.ts";
import type { DateTimeParts } from "../date-time-parts.ts";
import { isBlankDay, isDayClock } from "./day-clock.ts";
import { isMonthWord } from "./month-names.ts";
import { endsAfterSeconds } from "./tails.ts";

/** The length of `Mmm dd HH:MM:SS` and one more byte. */
const MIN_LENGTH = 16;

/**
 * As `dateTimeEnds`, but only for a date-time of this form with at least one byte after it. Fills `ends` and returns
 * their count, or -1 if there is no such date-time.
 */
export function syslogEnds(bytes: Uint8Array, at: number, end: number, ends: number[], scratch: DateTimeParts): number {
  if (at + MIN_LENGTH > end) return -1;
  const words = wordView(bytes);
  if (!isMonthWord(words.getInt32(at, true))) return -1;
  const day = words.getInt32(at + 4, true);
  const second = words.getInt32(at + 12, true);
  if (!isBlankDay(day) || !isDayClock(day, words.getInt32(at + 8, true), second)) return -1;
  return endsAfterSeconds(bytes, at + 15, second >>> 24, end, ends, scratch);
}
