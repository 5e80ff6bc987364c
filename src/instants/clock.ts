// Times of day. Where a shape allows numbers that no clock shows, they are kept: they roll over into the next minute, hour
// or day when all is added up.

import { COLON, COMMA, DOT, SPACE } from "./bytes.ts";
import { nanosecondsOf } from "./decimals.ts";
import type { Draft } from "./draft.ts";

const SMALL_A = 0x61;
const SMALL_M = 0x6d;
const SMALL_P = 0x70;

/** Reads `H:MM:SS` or `HH:MM:SS`, up to 24:59:69. */
export function wholeSeconds(draft: Draft): boolean {
  draft.hour = draft.number(1, 2);
  if (draft.hour < 0 || draft.hour > 24 || !draft.take(COLON)) return false;
  draft.minute = draft.number(2, 2);
  if (draft.minute < 0 || draft.minute > 59 || !draft.take(COLON)) return false;
  draft.secondAt = draft.at;
  draft.second = draft.number(2, 2);
  return draft.second >= 0 && draft.second <= 69;
}

/** Reads `wholeSeconds` and the fraction, if there is one. */
export function timeOfDay(draft: Draft): boolean {
  return wholeSeconds(draft) && fraction(draft);
}

/** Reads a blank and `timeOfDay`. */
export function blankTime(draft: Draft): boolean {
  return draft.take(SPACE) && timeOfDay(draft);
}

/** Reads `H:MM` or `HH:MM` of any digits. */
export function hourMinute(draft: Draft): boolean {
  draft.hour = draft.number(1, 2);
  if (draft.hour < 0 || !draft.take(COLON)) return false;
  draft.minute = draft.number(2, 2);
  return draft.minute >= 0;
}

/** Reads three numbers of two digits, or of `least` digits, with this mark between. */
export function threeNumbers(draft: Draft, least: number, mark: number): boolean {
  draft.hour = draft.number(least, 2);
  if (draft.hour < 0 || !draft.take(mark)) return false;
  draft.minute = draft.number(least, 2);
  if (draft.minute < 0 || !draft.take(mark)) return false;
  draft.second = draft.number(least, 2);
  return draft.second >= 0;
}

/** Reads `HHMMSS`; takes nothing away if there are fewer digits. */
export function sixDigitTime(draft: Draft): boolean {
  if (draft.digits(6) < 6) return false;
  draft.hour = draft.number(2, 2);
  draft.minute = draft.number(2, 2);
  draft.second = draft.number(2, 2);
  return true;
}

/** Reads a fraction that begins with a dot, a comma or a colon, if there is one. */
export function fraction(draft: Draft): boolean {
  return draft.take(COLON) ? decimals(draft, 1, 9) : fractionButColon(draft);
}

/** Reads a fraction that begins with a dot or a comma, if there is one. */
export function fractionButColon(draft: Draft): boolean {
  return draft.takeEither(DOT, COMMA) ? decimals(draft, 1, 9) : true;
}

/** Reads the decimals of a second, `least` to `most` of them. */
export function decimals(draft: Draft, least: number, most: number): boolean {
  const from = draft.at;
  const value = draft.number(least, most);
  if (value < 0) return false;
  draft.decimals = draft.at - from;
  draft.nanoseconds = nanosecondsOf(value, draft.decimals);
  return true;
}

/**
 * Reads AM or PM in any case, with or without dots, after a blank or at once; takes nothing away if there is neither.
 */
export function meridiem(draft: Draft): void {
  const from = draft.at;
  draft.take(SPACE);
  const half = toSmall(draft.next());
  draft.take(DOT);
  if ((half !== SMALL_A && half !== SMALL_P) || toSmall(draft.next()) !== SMALL_M) {
    draft.at = from;
    return;
  }
  draft.take(DOT);
  // An hour beyond 12 is on a clock of 24 hours, whatever follows it.
  if (half === SMALL_A && draft.hour === 12) draft.hour = 0;
  else if (half === SMALL_P && draft.hour < 12) draft.hour += 12;
}

function toSmall(letter: number): number {
  return letter | 0x20;
}
