// Shapes that start with a capital: a month (`Nov 15 …`), a day of the week (`Fri …`), or glog's letter (`I1115 …`).

import { COMMA, DASH, isCapital, SPACE } from "./bytes.ts";
import { CENTURY, commaBlank, gap, monthGap, year } from "./calendar.ts";
import { blankTime, meridiem, timeOfDay, wholeSeconds } from "./clock.ts";
import type { Draft } from "./draft.ts";
import { month, weekday } from "./names.ts";
import { monthDayTime } from "./year-first.ts";
import { zone, zoneName } from "./zone.ts";

/** The letters glog writes for its severities. */
const SEVERITIES = Array.from("IWEFD", (letter) => letter.charCodeAt(0));

/** Reads a date-time that starts with a capital letter. */
export function nameFirst(draft: Draft): boolean {
  const from = draft.at;
  if (month(draft)) return monthFirst(draft);
  draft.at = from;
  if (weekday(draft)) return weekdayFirst(draft);
  draft.at = from;
  return SEVERITIES.includes(draft.next()) && monthDayTime(draft);
}

/** Reads what follows a month: ` 15 HH:MM:SS`, ` 15 YYYY HH:MM:SS`, ` 15, YYYY HH:MM:SS`. */
function monthFirst(draft: Draft): boolean {
  if (!draft.take(SPACE)) return false;
  const isPadded = draft.take(SPACE);
  draft.day = draft.number(1, isPadded ? 1 : 2);
  if (draft.take(COMMA)) return !isPadded && commaYear(draft);
  if (!draft.take(SPACE)) return false;
  if (!year(draft)) draft.leaveYearOpen();
  else if (!draft.take(SPACE)) return false;
  return timeOfDay(draft) && zone(draft);
}

/** Reads ` YYYY HH:MM:SS`, AM or PM and a zone. */
function commaYear(draft: Draft): boolean {
  if (!draft.take(SPACE) || !year(draft) || !commaBlank(draft) || !timeOfDay(draft)) return false;
  meridiem(draft);
  return zone(draft);
}

/** Reads what follows a day of the week. */
function weekdayFirst(draft: Draft): boolean {
  const hasComma = draft.take(COMMA);
  if (!draft.take(SPACE)) return false;
  const width = draft.digits(4);
  if (width === 1 || width === 2) return mailDate(draft);
  if (hasComma) return false;
  return width === 4 ? dashedDate(draft) : calendarTime(draft);
}

/** Reads `15-Nov-2024 HH:MM:SS` with blanks or dashes and two or four digits of the year, and a zone. */
function mailDate(draft: Draft): boolean {
  draft.day = draft.number(1, 2);
  if (!gap(draft) || !monthGap(draft)) return false;
  if (!year(draft)) {
    const short = draft.number(2, 2);
    if (short < 0) return false;
    draft.year = CENTURY + short;
  }
  return draft.take(SPACE) && wholeSeconds(draft) && zone(draft);
}

/** Reads `YYYY-MM-DD HH:MM:SS` and a zone. */
function dashedDate(draft: Draft): boolean {
  draft.year = draft.number(4, 4);
  if (!draft.take(DASH)) return false;
  draft.month = draft.number(2, 2);
  if (!draft.take(DASH)) return false;
  draft.day = draft.number(2, 2);
  return blankTime(draft) && zone(draft);
}

/** Reads `Nov 15 HH:MM:SS` and, if they are there, a zone's name and a year. */
function calendarTime(draft: Draft): boolean {
  if (!month(draft) || !draft.take(SPACE)) return false;
  draft.day = draft.number(1, draft.take(SPACE) ? 1 : 2);
  if (!blankTime(draft)) return false;
  if (draft.isDone()) {
    draft.leaveYearOpen();
    return true;
  }
  if (!draft.take(SPACE)) return false;
  if (isCapital(draft.peek()) && !(zoneName(draft) && draft.take(SPACE))) return false;
  return year(draft) && draft.year >= 1900 && draft.year <= 2099;
}
