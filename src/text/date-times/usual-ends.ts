// Shortcuts for the forms that most logs have. They check four bytes at once and mark no parts. None recognises a
// form of its own: whatever it rejects is looked up in the table of forms, which takes several times as long.

import { byteAt, COLON, COMMA, DASH, DOT, isAlphanumeric, isDigit, LETTER_T, SLASH, SPACE } from "../bytes/ascii.ts";
import { FOUR_DIGITS, leadingDigits, WORD_BYTES, WordShape, wordView } from "../bytes/machine-words.ts";
import { afterDecimals, afterMeridiem, afterSeconds, endsWithDot, isFractionMark } from "./clock.ts";
import { isMonthWord, isWeekdayWord, threeLetters } from "./names.ts";
import { afterZone, endsWithMinutes, mayBeginZone } from "./zones.ts";

// `2024-11-15 10:00:02`, `Nov 15 10:00:02` and `Fri Nov 15 10:00:02 2024` share three words: `15 1`, `0:00` and `:02`,
// which has one more byte.
const HOUR = new WordShape("?9?2");
const MINUTE = new WordShape("9:59");
const SECOND = new WordShape(":69?");

const MONTH = new WordShape("-99-");
const FIRST_OF_DAY = new WordShape("9???");
const DAY_HOUR = new WordShape("99 9");

// `2024-11-15-10.00.02`
const DASHED_HOUR = new WordShape("99-9");
const DOTTED_MINUTE = new WordShape("9.99");
const DOTTED_SECOND = new WordShape(".99?");

// `15/Nov/2024:10:00:02` and `24/11/15 10:00:02`
const DAY_OF_NAME = new WordShape("99/?");
const YEAR_OF_NAME = new WordShape("/999");
const YEAR_MONTH = new WordShape("99/9");
const MONTH_DAY = new WordShape("9/99");

const TWO = 0x32;
const FOUR = 0x34;

/** The first two digits of a year, which are the lower half of a word: `19` or `20`. */
const NINETEEN = 0x3931;
const TWENTY = 0x3032;

/** The ends at a digit, or every end, as in date-time-ends.ts; -1 if these shortcuts do not decide. */
export function usualEndsFromDigit(bytes: Uint8Array, at: number, end: number, ends: number[], every: boolean): number {
  const count = isoEnds(bytes, at, end, ends, every);
  if (count >= 0 || at + "YYYY-MM-DD-".length > end) return count;
  if (bytes[at + 1] === SLASH || bytes[at + 2] === SLASH) return slashedEnds(bytes, at, end, ends, every);
  return bytes[at + 10] === DASH ? dottedTimeEnds(bytes, at, end, ends, every) : twelveDigitEnds(bytes, at, end, ends);
}

/** As `usualEndsFromDigit`, for digits before a slash. At least eleven bytes are there. */
function slashedEnds(bytes: Uint8Array, at: number, end: number, ends: number[], every: boolean): number {
  if (!isDigit(bytes[at + 3]!)) return accessLogEnds(bytes, at, end, ends, every);
  const hasShortYear = bytes[at + 2] === SLASH && bytes[at + 8] === SPACE;
  return hasShortYear ? shortYearEnds(bytes, at, end, ends, every) : monthFirstEnds(bytes, at, end, ends, every);
}

/** The same for a capital letter. */
export function usualEndsFromLetter(
  bytes: Uint8Array,
  at: number,
  end: number,
  ends: number[],
  every: boolean,
): number {
  const count = syslogEnds(bytes, at, end, ends, every);
  return count >= 0 ? count : ctimeEnds(bytes, at, end, ends, every);
}

/** For `2024-11-15 10:00:02`, by far the most common form, and at least one byte after it. */
function isoEnds(bytes: Uint8Array, at: number, end: number, ends: number[], every: boolean): number {
  if (at + "YYYY-MM-DD HH:MM:SS.".length > end) return -1;
  const words = wordView(bytes);
  if (MONTH.misfit(words.getInt32(at + 4, true)) !== 0) return -1;
  const day = words.getInt32(at + 8, true);
  const second = words.getInt32(at + 16, true);
  if ((FOUR_DIGITS.misfit(words.getInt32(at, true)) | FIRST_OF_DAY.misfit(day)) !== 0) return -1;
  if (!isDayClock(day, words.getInt32(at + 12, true), second)) return -1;
  const gap = (day >>> 16) & 0xff;
  if (gap !== SPACE && gap !== LETTER_T) return -1;

  let count = endsAfterSeconds(bytes, at + 19, second >>> 24, end, ends, every);
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

/** For `2024-11-15-10.00.02`, and at least one byte after it. */
function dottedTimeEnds(bytes: Uint8Array, at: number, end: number, ends: number[], every: boolean): number {
  if (at + "YYYY-MM-DD-HH.MM.SS.".length > end) return -1;
  const words = wordView(bytes);
  const second = words.getInt32(at + 16, true);
  const date = FOUR_DIGITS.misfit(words.getInt32(at, true)) | MONTH.misfit(words.getInt32(at + 4, true));
  const hour = DASHED_HOUR.misfit(words.getInt32(at + 8, true));
  if ((date | hour) !== 0) return -1;
  if ((DOTTED_MINUTE.misfit(words.getInt32(at + 12, true)) | DOTTED_SECOND.misfit(second)) !== 0) return -1;
  const core = second >>> 24 === DOT ? afterDecimals(bytes, at + 19, end) : at + 19;
  let count = 0;
  if (!isInside(bytes, core, end)) ends[count++] = core;
  if (every && core > at + 19) ends[count++] = at + 19;
  ends[count++] = at + 10;
  return count;
}

/** For `15/Nov/2024:10:00:02`, as servers write it into access logs, and at least one byte after it. */
function accessLogEnds(bytes: Uint8Array, at: number, end: number, ends: number[], every: boolean): number {
  if (at + "DD/Mmm/YYYY:HH:MM:SS ".length > end) return -1;
  const words = wordView(bytes);
  if (DAY_OF_NAME.misfit(words.getInt32(at, true)) !== 0) return -1;
  if (!isMonthWord(threeLetters(bytes, at + 3, end)) || YEAR_OF_NAME.misfit(words.getInt32(at + 6, true)) !== 0)
    return -1;
  const hour = words.getInt32(at + 9, true);
  const gap = (hour >>> 16) & 0xff;
  const second = words.getInt32(at + 17, true);
  if ((gap !== COLON && gap !== SPACE) || !isDayClock(hour, words.getInt32(at + 13, true), second)) return -1;
  return endsAfterSeconds(bytes, at + 20, second >>> 24, end, ends, every);
}

/** For `24/11/15 10:00:02`, and at least one byte after it. */
function shortYearEnds(bytes: Uint8Array, at: number, end: number, ends: number[], every: boolean): number {
  if (at + "YY/MM/DD HH:MM:SS.".length > end) return -1;
  const words = wordView(bytes);
  if ((YEAR_MONTH.misfit(words.getInt32(at, true)) | MONTH_DAY.misfit(words.getInt32(at + 4, true))) !== 0) return -1;
  const hour = words.getInt32(at + 6, true);
  const second = words.getInt32(at + 14, true);
  if (((hour >>> 16) & 0xff) !== SPACE || !isDayClock(hour, words.getInt32(at + 10, true), second)) return -1;
  const core = isFractionMark(second >>> 24) ? afterDecimals(bytes, at + 17, end) : at + 17;
  const meridiem = afterMeridiem(bytes, core, end);
  let count = 0;
  if (meridiem >= 0 && !isInside(bytes, meridiem, end)) ends[count++] = meridiem;
  if (every && endsWithDot(bytes, meridiem)) ends[count++] = meridiem - 1;
  if (!isInside(bytes, core, end)) ends[count++] = core;
  if (every && core > at + 17) ends[count++] = at + 17;
  return count;
}

/** For `11/15/2024 10:00:02 PM`, also with a month, a day and an hour of one digit. */
function monthFirstEnds(bytes: Uint8Array, at: number, end: number, ends: number[], every: boolean): number {
  if (at + "M/D/YYYY H:MM:SS".length > end) return -1;
  const day = afterShortAndSlash(bytes, at);
  const year = day < 0 ? -1 : afterShortAndSlash(bytes, day);
  if (year < 0 || year + "YYYY H:MM:SS".length > end) return -1;
  if (FOUR_DIGITS.misfit(wordView(bytes).getInt32(year, true)) !== 0 || bytes[year + 4] !== SPACE) return -1;
  const seconds = afterSeconds(bytes, year + 5, end);
  if (seconds < 0) return -1;
  const core = isFractionMark(byteAt(bytes, seconds, end)) ? afterDecimals(bytes, seconds, end) : seconds;
  const meridiem = afterMeridiem(bytes, core, end);
  const clock = meridiem < 0 ? core : meridiem;
  const zone = afterZone(bytes, clock, end);
  let count = 0;
  if (zone >= 0 && !isInside(bytes, zone, end)) ends[count++] = zone;
  if (every && endsWithMinutes(bytes, clock, zone)) ends[count++] = zone - ":MM".length;
  if (meridiem >= 0 && !isInside(bytes, meridiem, end)) ends[count++] = meridiem;
  if (every && endsWithDot(bytes, meridiem)) ends[count++] = meridiem - 1;
  if (!isInside(bytes, core, end)) ends[count++] = core;
  if (every && core > seconds) ends[count++] = seconds;
  ends[count++] = seconds - ":SS".length;
  return count;
}

/** The position after a digit at `at`, perhaps a second one, and a slash; or -1. At least three bytes are there. */
function afterShortAndSlash(bytes: Uint8Array, at: number): number {
  if (!isDigit(bytes[at]!)) return -1;
  if (bytes[at + 1] === SLASH) return at + 2;
  return isDigit(bytes[at + 1]!) && bytes[at + 2] === SLASH ? at + 3 : -1;
}

/** For `Nov 15 10:00:02`, as syslog writes it, and at least one byte after it. */
function syslogEnds(bytes: Uint8Array, at: number, end: number, ends: number[], every: boolean): number {
  if (at + "Mmm dd HH:MM:SS.".length > end) return -1;
  const words = wordView(bytes);
  if (!isMonthWord(words.getInt32(at, true))) return -1;
  const day = words.getInt32(at + 4, true);
  const second = words.getInt32(at + 12, true);
  if (!isBlankDay(day) || !isDayClock(day, words.getInt32(at + 8, true), second)) return -1;
  return endsAfterSeconds(bytes, at + 15, second >>> 24, end, ends, every);
}

/** For `Fri Nov 15 10:00:02 2024`, as ctime writes it, or with six decimals of the second, as Apache does. */
function ctimeEnds(bytes: Uint8Array, at: number, end: number, ends: number[], every: boolean): number {
  if (at + "Www Mmm dd HH:MM:SS YYYY".length > end) return -1;
  const words = wordView(bytes);
  if (!isWeekdayWord(words.getInt32(at, true)) || !isMonthWord(words.getInt32(at + 4, true))) return -1;
  const second = words.getInt32(at + 16, true);
  let core = at + 19;
  if (isFractionMark(second >>> 24)) {
    core += ".000000".length;
    // Looked at first: without a year there, the table reads everything again.
    if (core + " YYYY".length > end || bytes[core] !== SPACE) return -1;
    if (FOUR_DIGITS.misfit(words.getInt32(core + 1, true)) !== 0) return -1;
    if (afterDecimals(bytes, at + 19, end) !== core) return -1;
  }
  const day = words.getInt32(at + 8, true);
  if (!isBlankDay(day) || !isDayClock(day, words.getInt32(at + 12, true), second)) return -1;
  const next = byteAt(bytes, core, end);
  let count = 0;
  if (next === SPACE) {
    const stop = core + " YYYY".length;
    const year = stop > end ? 0 : words.getInt32(core + 1, true);
    const century = year & 0xffff;
    // The name of a zone may come before the year.
    if (FOUR_DIGITS.misfit(year) !== 0) return -1;
    if ((century === NINETEEN || century === TWENTY) && !isAlphanumeric(byteAt(bytes, stop, end))) ends[count++] = stop;
  }
  if (!isAlphanumeric(next)) ends[count++] = core;
  if (every && core > at + 19) ends[count++] = at + 19;
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
function endsAfterSeconds(
  bytes: Uint8Array,
  at: number,
  mark: number,
  end: number,
  ends: number[],
  every: boolean,
): number {
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
    if (every && endsWithMinutes(bytes, core, zoned)) ends[count++] = zoned - ":MM".length;
  }
  // A digit comes before.
  if (!isAlphanumeric(next)) ends[count++] = core;
  if (every && core > at) ends[count++] = at;
  return count;
}

/** Whether a position lies between two letters or digits, where no date-time ends. */
export function isInside(bytes: Uint8Array, stop: number, end: number): boolean {
  return isAlphanumeric(byteAt(bytes, stop, end)) && isAlphanumeric(bytes[stop - 1]!);
}
