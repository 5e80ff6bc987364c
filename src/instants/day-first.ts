// Shapes that start with one or two digits: a day, a month, or a year of two digits. A bare time starts so too, but
// names no day.

import { COLON, DASH, DOT, isDigit, SLASH, SPACE } from "./bytes.ts";
import { commaBlank, monthGap, year } from "./calendar.ts";
import { blankTime, timeOfDay } from "./clock.ts";
import type { Draft } from "./draft.ts";
import { month } from "./names.ts";
import { slashed } from "./slashed.ts";
import { zone } from "./zone.ts";

/** Reads a date-time that starts with one or two digits, with two if `isPair`. */
export function dayFirst(draft: Draft, isPair: boolean): boolean {
  const first = draft.number(1, 2);
  draft.day = first;
  if (draft.take(SLASH)) return isDigit(draft.peek()) ? slashed(draft, first, isPair) : commonLog(draft);
  if (draft.take(DOT)) return dotted(draft, isPair);
  if (draft.take(SPACE)) return monthYear(draft);
  if (!draft.take(DASH)) return false;
  return isDigit(draft.peek()) ? isPair && monthDay(draft, first, draft.number(2, 2)) : monthYear(draft);
}

/** Reads `Mon/YYYY:HH:MM:SS` and a zone. */
function commonLog(draft: Draft): boolean {
  if (!month(draft) || !draft.take(SLASH) || !year(draft) || !draft.takeEither(COLON, SPACE)) return false;
  return timeOfDay(draft) && zone(draft);
}

/** Reads `Mon-YYYY HH:MM:SS`, with a dash or a blank, and a zone. */
function monthYear(draft: Draft): boolean {
  return monthGap(draft) && year(draft) && blankTime(draft) && zone(draft);
}

/** Reads what follows `N.`: `M.YYYY HH:MM:SS` or, of pairs, `DD HH:MM:SS`. */
function dotted(draft: Draft, isPair: boolean): boolean {
  const from = draft.at;
  const second = draft.number(1, 2);
  if (!draft.take(DOT)) return isPair && draft.at === from + 2 && monthDay(draft, draft.day, second);
  draft.month = second;
  return year(draft) && commaBlank(draft) && timeOfDay(draft);
}

/** Notes a date without a year and reads ` HH:MM:SS`. */
function monthDay(draft: Draft, month: number, day: number): boolean {
  draft.month = month;
  draft.day = day;
  draft.leaveYearOpen();
  return blankTime(draft);
}
