// The shortcuts for `2024-11-15 10:00:02`, `Nov 15 10:00:02` and `Fri Nov 15 10:00:02 2024` share three words: `15 1`,
// `0:00` and `:02`, which has one more byte.

import { isDigit, SPACE } from "../../bytes/ascii.ts";
import { WordShape } from "../../bytes/machine-words.ts";

const HOUR = new WordShape("?9?2");
const MINUTE = new WordShape("9:59");
const SECOND = new WordShape(":69?");

const TWO = 0x32;
const FOUR = 0x34;

/** Whether three words are a day, any byte, and a time up to 24:59:69, except for the first digit of the day. */
export function isDayClock(hour: number, minute: number, second: number): boolean {
  if ((HOUR.misfit(hour) | MINUTE.misfit(minute) | SECOND.misfit(second)) !== 0) return false;
  return hour >>> 24 !== TWO || (minute & 0xff) <= FOUR;
}

/** Whether a word begins with a digit or a blank, as a day after a month's name does, and has a blank after the day. */
export function isBlankDay(word: number): boolean {
  const ten = word & 0xff;
  return ((word >>> 16) & 0xff) === SPACE && (isDigit(ten) || ten === SPACE);
}
