// Shortcuts for the four forms that most logs have. They check four bytes at once and mark no parts. None recognises a
// form of its own: whatever it rejects is looked up in the table of forms, which takes several times as long.

import { byteAt, COMMA, DOT, isAlphanumeric, isDigit, LETTER_T, SPACE } from "../bytes/ascii.ts";
import { FOUR_DIGITS, leadingDigits, WORD_BYTES, WordShape, wordView } from "../bytes/machine-words.ts";
import { afterDecimals, isFractionMark } from "./clock.ts";
import { isMonthWord, isWeekdayWord } from "./names.ts";
import { afterZone, mayBeginZone } from "./zones.ts";

// `2024-11-15 10:00:02`, `Nov 15 10:00:02` and `Fri Nov 15 10:00:02 2024` share three words: `15 1`, `0:00` and `:02`,
// which has one more byte.
const HOUR = new WordShape("?9?2");
const MINUTE = new WordShape("9:59");
const SECOND = new WordShape(":69?");

const MONTH = new WordShape("-99-");
const FIRST_OF_DAY = new WordShape("9???");
const DAY_HOUR = new WordShape("99 9");

const TWO = 0x32;
const FOUR = 0x34;

/** The first two digits of a year, which are the lower half of a word: `19` or `20`. */
const NINETEEN = 0x3931;
const TWENTY = 0x3032;

/** As `dateTimeEnds`, for a digit at `at`; -1 if these shortcuts do not decide. */
export function usualEndsFromDigit(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const count = isoEnds(bytes, at, end, ends);
  return count >= 0 ? count : twelveDigitEnds(bytes, at, end, ends);
}

/** The same for a capital letter. */
export function usualEndsFromLetter(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const count = syslogEnds(bytes, at, end, ends);
  return count >= 0 ? count : ctimeEnds(bytes, at, end, ends);
}

/** For `2024-11-15 10:00:02`, by far the most common form, and at least one byte after it. */
function isoEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  if (at + "YYYY-MM-DD HH:MM:SS.".length > end) return -1;
  const words = wordView(bytes);
  if (MONTH.misfit(words.getInt32(at + 4, true)) !== 0) return -1;
  const day = words.getInt32(at + 8, true);
  const second = words.getInt32(at + 16, true);
  if ((FOUR_DIGITS.misfit(words.getInt32(at, true)) | FIRST_OF_DAY.misfit(day)) !== 0) return -1;
  if (!isDayClock(day, words.getInt32(at + 12, true), second)) return -1;
  const gap = (day >>> 16) & 0xff;
  if (gap !== SPACE && gap !== LETTER_T) return -1;

  let count = endsAfterSeconds(bytes, at + 19, second >>> 24, end, ends);
  ends[count++] = at + 16;
  if (gap === SPACE) ends[count++] = at + 10;
  return count;
}

/** For `241115 100002`. */
function twelveDigitEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const stop = at + "YYMMDD HHMMSS".length;
  if (stop > end) return -1;
  const words = wordView(bytes);
  if (DAY_HOUR.misfit(words.getInt32(at + 4, true)) !== 0) return -1;
  const others = FOUR_DIGITS.misfit(words.getInt32(at, true)) | FOUR_DIGITS.misfit(words.getInt32(at + 8, true));
  if (others !== 0 || !isDigit(bytes[at + 12]!)) return -1;
  const next = byteAt(bytes, stop, end);
  if (isDigit(next) || next === DOT || next === COMMA) return -1;
  if (isAlphanumeric(next)) return 0;
  ends[0] = stop;
  return 1;
}

/** For `Nov 15 10:00:02`, as syslog writes it, and at least one byte after it. */
function syslogEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  if (at + "Mmm dd HH:MM:SS.".length > end) return -1;
  const words = wordView(bytes);
  if (!isMonthWord(words.getInt32(at, true))) return -1;
  const day = words.getInt32(at + 4, true);
  const second = words.getInt32(at + 12, true);
  if (!isBlankDay(day) || !isDayClock(day, words.getInt32(at + 8, true), second)) return -1;
  return endsAfterSeconds(bytes, at + 15, second >>> 24, end, ends);
}

/** For `Fri Nov 15 10:00:02 2024`, as ctime writes it. */
function ctimeEnds(bytes: Uint8Array, at: number, end: number, ends: number[]): number {
  const stop = at + "Www Mmm dd HH:MM:SS YYYY".length;
  if (stop > end) return -1;
  const words = wordView(bytes);
  if (!isWeekdayWord(words.getInt32(at, true)) || !isMonthWord(words.getInt32(at + 4, true))) return -1;
  const day = words.getInt32(at + 8, true);
  const second = words.getInt32(at + 16, true);
  if (!isBlankDay(day) || second >>> 24 !== SPACE || !isDayClock(day, words.getInt32(at + 12, true), second)) return -1;
  const year = words.getInt32(at + 20, true);
  const century = year & 0xffff;
  if (FOUR_DIGITS.misfit(year) !== 0 || (century !== NINETEEN && century !== TWENTY)) return -1;
  const next = byteAt(bytes, stop, end);
  if (isDigit(next)) return -1;

  let count = 0;
  if (!isAlphanumeric(next)) ends[count++] = stop;
  ends[count++] = at + 19;
  return count;
}

/** Whether three words are a day, any byte, and a time up to 24:59:69, except for the first digit of the day. */
function isDayClock(hour: number, minute: number, second: number): boolean {
  if ((HOUR.misfit(hour) | MINUTE.misfit(minute) | SECOND.misfit(second)) !== 0) return false;
  return hour >>> 24 !== TWO || (minute & 0xff) <= FOUR;
}

/** Whether a word begins with a digit or a blank, as a day after a month's name does, and has a blank after the day. */
function isBlankDay(word: number): boolean {
  const ten = word & 0xff;
  return ((word >>> 16) & 0xff) === SPACE && (isDigit(ten) || ten === SPACE);
}

/** The ends after seconds that end before `mark` at `at`: after a zone, and after the fraction or the seconds. */
function endsAfterSeconds(bytes: Uint8Array, at: number, mark: number, end: number, ends: number[]): number {
  let core = at;
  let next = mark;
  if (isFractionMark(mark)) {
    // One word has a fraction of up to three digits and the byte after it.
    const word = at + WORD_BYTES < end ? wordView(bytes).getInt32(at + 1, true) : 0;
    const count = leadingDigits(word);
    if (count > 0 && count < WORD_BYTES) {
      core = at + 1 + count;
      next = (word >>> (8 * count)) & 0xff;
    } else {
      core = afterDecimals(bytes, at, end);
      next = byteAt(bytes, core, end);
    }
  }
  let count = 0;
  if (mayBeginZone(bytes, core, next, end)) {
    const zoned = afterZone(bytes, core, end);
    if (zoned >= 0 && !isInside(bytes, zoned, end)) ends[count++] = zoned;
  }
  // A digit comes before.
  if (!isAlphanumeric(next)) ends[count++] = core;
  return count;
}

/** Whether a position lies between two letters or digits, where no date-time ends. */
export function isInside(bytes: Uint8Array, stop: number, end: number): boolean {
  return isAlphanumeric(byteAt(bytes, stop, end)) && isAlphanumeric(bytes[stop - 1]!);
}
