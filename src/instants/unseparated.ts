// Shapes whose date is one run of digits: `241115 …`, `20241115 …`, and seconds since 1970.

import { COLON, DOT, LETTER_T, SPACE } from "./bytes.ts";
import { CENTURY, gap } from "./calendar.ts";
import { decimals, fraction, fractionButColon, sixDigitTime, threeNumbers, timeOfDay } from "./clock.ts";
import type { Draft } from "./draft.ts";
import { zone } from "./zone.ts";

/** Reads a date-time that starts with exactly six digits, `YYMMDD`. */
export function sixDigitDate(draft: Draft): boolean {
  draft.year = CENTURY + draft.number(2, 2);
  draft.month = draft.number(2, 2);
  draft.day = draft.number(2, 2);
  if (!draft.take(SPACE)) return false;
  if (sixDigitTime(draft)) return fractionButColon(draft);
  // MySQL pads the hour with a blank.
  draft.take(SPACE);
  return timeOfDay(draft);
}

/** Reads a date-time that starts with exactly eight digits, `YYYYMMDD`. */
export function eightDigitDate(draft: Draft): boolean {
  draft.year = draft.number(4, 4);
  draft.month = draft.number(2, 2);
  draft.day = draft.number(2, 2);
  if (draft.take(LETTER_T)) return sixDigitTime(draft) && fraction(draft) && zone(draft);
  if (!gap(draft)) return false;
  return sixDigitTime(draft) ? fractionButColon(draft) : threeNumbers(draft, 1, COLON) && fraction(draft);
}

/**
 * Reads seconds since 1970 that start with exactly `width` digits: ten, and a dot and decimals if they are there; or more, of
 * which those after the tenth are decimals. All of it is noted as a time of the first day of 1970.
 */
export function epoch(draft: Draft, width: number): boolean {
  // As two numbers: one of ten digits is more than the small integers of the runtime hold, which are faster.
  const high = draft.number(5, 5);
  const low = draft.number(5, 5);
  draft.year = 1970;
  draft.month = 1;
  draft.day = 1;
  draft.zone = 0;
  draft.second = high * 100_000 + low;
  if (width > 10) return decimals(draft, width - 10, width - 10);
  return !draft.take(DOT) || decimals(draft, 1, 9);
}
