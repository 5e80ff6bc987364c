// A shortcut for `2024-11-15 10:00:02`, by far the most common form. It checks words of four bytes, and does not mark
// the parts. It recognises no form of its own: whatever it rejects goes to the functions for all forms, which take
// several times as long.

import { LETTER_T, SPACE } from "../../bytes/ascii.ts";
import { FOUR_DIGITS, WordShape, wordView } from "../../bytes/machine-words.ts";
import type { DateTimeParts } from "../date-time-parts.ts";
import { isDayClock } from "./day-clock.ts";
import { endsAfterSeconds } from "./tails.ts";

/** The length of `YYYY-MM-DD HH:MM:SS` and one more byte. */
const MIN_LENGTH = 20;

const MONTH = new WordShape("-99-");
const FIRST_OF_DAY = new WordShape("9???");

/**
 * As `dateTimeEnds`, but only for a date-time of this form with at least one byte after it. Fills `ends` and returns
 * their count, or -1 if there is no such date-time.
 */
export function isoEnds(bytes: Uint8Array, at: number, end: number, ends: number[], scratch: DateTimeParts): number {
  if (at + MIN_LENGTH > end) return -1;
  const words = wordView(bytes);
  if (MONTH.misfit(words.getInt32(at + 4, true)) !== 0) return -1;
  const day = words.getInt32(at + 8, true);
  const second = words.getInt32(at + 16, true);
  if ((FOUR_DIGITS.misfit(words.getInt32(at, true)) | FIRST_OF_DAY.misfit(day)) !== 0) return -1;
  if (!isDayClock(day, words.getInt32(at + 12, true), second)) return -1;
  const gap = (day >>> 16) & 0xff;
  if (gap !== SPACE && gap !== LETTER_T) return -1;

  let count = endsAfterSeconds(bytes, at + 19, second >>> 24, end, ends, scratch);
  ends[count++] = at + 16;
  if (gap === SPACE) ends[count++] = at + 10;
  return count;
}
