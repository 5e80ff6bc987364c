// The shapes are told apart by how they begin: the first byte, and for digits the length of their leading run. What
// remains of a shape then has one reading, so that hardly anything is read twice.

import { isCapital } from "./bytes.ts";
import { dayFirst } from "./day-first.ts";
import type { Draft } from "./draft.ts";
import { nameFirst } from "./name-first.ts";
import { eightDigitDate, epoch, sixDigitDate } from "./unseparated.ts";
import { yearFirst } from "./year-first.ts";

/** Nanoseconds since 1970, the longest leading run of digits, and one more. */
const MOST_DIGITS = 20;

/**
 * Reads a date-time that names a day. True with no byte left means that the text is one if its day exists: a day or a
 * month of which the digits are missing is -1.
 */
export function dateTime(draft: Draft): boolean {
  const width = draft.digits(MOST_DIGITS);
  switch (width) {
    case 0:
      return isCapital(draft.peek()) && nameFirst(draft);
    case 1:
    case 2:
      return dayFirst(draft, width === 2);
    case 4:
      return yearFirst(draft);
    case 6:
      return sixDigitDate(draft);
    case 8:
      return eightDigitDate(draft);
    case 10:
    case 13:
    case 16:
    case 19:
      return epoch(draft, width);
    default:
      return false;
  }
}
