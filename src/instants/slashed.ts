// Dates of numbers between slashes, not with the year first. They are read month first unless no such day exists: most tools
// that write such dates mean that, and so do all that add AM and PM.

import { SLASH } from "./bytes.ts";
import { CENTURY, commaBlank, year } from "./calendar.ts";
import { isDay } from "./civil.ts";
import { blankTime, hourMinute, meridiem, timeOfDay } from "./clock.ts";
import type { Draft } from "./draft.ts";
import { OPEN } from "./open.ts";
import { zone } from "./zone.ts";

/** Reads what follows `first` and a slash: `D/YYYY …` to the second or minute; or `DD/YY …`, `DD …`, all of pairs. */
export function slashed(draft: Draft, first: number, isPair: boolean): boolean {
  const from = draft.at;
  const second = draft.number(1, 2);
  const isPadded = isPair && draft.at === from + 2;
  if (!draft.take(SLASH)) {
    draft.leaveYearOpen();
    return isPadded && monthOrDayFirst(draft, first, second) && blankTime(draft);
  }
  if (year(draft)) return monthOrDayFirst(draft, first, second) && commaBlank(draft) && clockOrMinute(draft);
  const third = draft.number(2, 2);
  if (!isPadded || third < 0 || !monthOrYearFirst(draft, first, second, third) || !blankTime(draft)) return false;
  meridiem(draft);
  return true;
}

/** Notes month and day. The year is known already. */
function monthOrDayFirst(draft: Draft, first: number, second: number): boolean {
  const isDayFirst = isDay(draft.year, second, first);
  if (isDay(draft.year, first, second)) {
    draft.month = first;
    draft.day = second;
    if (isDayFirst && first !== second) draft.open |= OPEN.order;
    return true;
  }
  draft.month = second;
  draft.day = first;
  draft.open |= OPEN.notMonthFirst;
  return isDayFirst;
}

/** Notes a date with a year of two digits. Day first is not considered: most of such dates fit year first as well. */
function monthOrYearFirst(draft: Draft, first: number, second: number, third: number): boolean {
  const isYearFirst = isDay(CENTURY + first, second, third);
  if (isDay(CENTURY + third, first, second)) {
    draft.year = CENTURY + third;
    draft.month = first;
    draft.day = second;
    const isSame = first === second && second === third;
    if (isYearFirst && !isSame) draft.open |= OPEN.order | OPEN.shortYear;
    return true;
  }
  draft.year = CENTURY + first;
  draft.month = second;
  draft.day = third;
  draft.open |= OPEN.notMonthFirst | OPEN.shortYear;
  return isYearFirst;
}

/** Reads a time of day with AM or PM, a zone, or both; or `H:MM` with AM or PM. */
function clockOrMinute(draft: Draft): boolean {
  const from = draft.at;
  if (timeOfDay(draft)) {
    meridiem(draft);
    return zone(draft);
  }
  draft.at = from;
  if (!hourMinute(draft)) return false;
  meridiem(draft);
  return true;
}
