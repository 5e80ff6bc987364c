// A shortcut for `Fri Nov 15 10:00:02 2024`, as C's ctime and `date` write it. Like that in iso.ts it recognises no form
// of its own: whatever it rejects goes to the functions for all forms, which take several times as long.

import { byteAt, isAlphanumeric, isDigit, SPACE } from "../../bytes/ascii.ts";
import { wordView } from "../../bytes/machine-words.ts";
import { isBlankDay, isDayClock } from "./day-clock.ts";
import { isMonthWord, isWeekdayWord } from "./month-names.ts";
import { WordShape } from "./word-shape.ts";

const LENGTH = "Www Mmm dd HH:MM:SS YYYY".length;

const YEAR = new WordShape("9999");

/** The first two digits of a year, which are the lower half of a word: `19` or `20`. */
const NINETEEN = 0x3931;
const TWENTY = 0x3032;

/** As `dateTimeEnds`, but only for a date-time of this form. Fills `ends` and returns their count, or -1 if there is none. */
export function ctimeEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  if (at + LENGTH > end) return -1;
  const words = wordView(bytes);
  if (!isWeekdayWord(words.getInt32(at, true)) || !isMonthWord(words.getInt32(at + 4, true))) return -1;
  const day = words.getInt32(at + 8, true);
  const second = words.getInt32(at + 16, true);
  if (!isBlankDay(day) || second >>> 24 !== SPACE || !isDayClock(day, words.getInt32(at + 12, true), second)) return -1;
  const year = words.getInt32(at + 20, true);
  const century = year & 0xffff;
  if (YEAR.misfit(year) !== 0 || (century !== NINETEEN && century !== TWENTY)) return -1;
  const next = byteAt(bytes, at + LENGTH, end);
  if (isDigit(next)) return -1;

  let count = 0;
  if (!isAlphanumeric(next)) ends[count++] = at + LENGTH;
  ends[count++] = at + 19;
  return count;
}
