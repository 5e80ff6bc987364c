// Shapes are told apart by how they begin: by the first byte, and if that is a digit by how many digits come first. The rest
// of a shape then has one reading, so that hardly anything is read twice.

import { isCapital } from "./bytes.ts";
import { dayFirst } from "./day-first.ts";
import type { Draft } from "./draft.ts";
import { nameFirst } from "./name-first.ts";
import { eightDigitDate, epoch, sixDigitDate } from "./unseparated.ts";
import { yearFirst } from "./year-first.ts";

/** One digit more than nanoseconds since 1970 have: no shape begins with more digits than those. */
const MOST_DIGITS = 20;

/**
 * Reads a date-time that names a day. If this is true and no byte is left, the text is one, provided that its day exists: a
 * day or month whose digits are missing is -1.
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
