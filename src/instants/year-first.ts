// Shapes that start with four digits: `2024-11-15 …`, `2024/11/15 …`, `2024.11.15 …`, and glog's `1115 …`.

import { DASH, DOT, LETTER_T, SLASH, SPACE } from "./bytes.ts";
import { gap } from "./calendar.ts";
import { blankTime, decimals, hourMinute, threeNumbers, timeOfDay } from "./clock.ts";
import type { Draft } from "./draft.ts";
import { zone } from "./zone.ts";

/** Reads a date-time that starts with exactly four digits. */
export function yearFirst(draft: Draft): boolean {
  const start = draft.at;
  draft.year = draft.number(4, 4);
  const mark = draft.next();
  if (mark === SPACE) {
    draft.at = start;
    return monthDayTime(draft);
  }
  const from = draft.at;
  draft.month = draft.number(1, 2);
  const secondMark = draft.next();
  draft.day = draft.number(1, 2);
  if (!isDateMark(mark) || !isDateMark(secondMark)) return false;
  const isPadded = draft.at === from + "MM-DD".length;
  if (draft.isDone()) return isPadded;
  if (mark !== secondMark) return false;
  if (mark === SLASH) return gap(draft) && timeOfDay(draft) && zone(draft);
  if (!isPadded) return false;
  if (mark === DOT) return gap(draft) && timeOfDay(draft);
  return draft.take(DASH) ? dotted(draft) : draft.takeEither(SPACE, LETTER_T) && clockOrMinute(draft) && zone(draft);
}

/** Reads `MMDD HH:MM:SS`. */
export function monthDayTime(draft: Draft): boolean {
  draft.month = draft.number(2, 2);
  draft.day = draft.number(2, 2);
  draft.leaveYearOpen();
  return blankTime(draft);
}

function isDateMark(byte: number): boolean {
  return byte === DASH || byte === DOT || byte === SLASH;
}

/** Reads a time of day, or `HH:MM` alone. */
function clockOrMinute(draft: Draft): boolean {
  const from = draft.at;
  if (timeOfDay(draft)) return true;
  draft.at = from;
  return draft.digits(2) === 2 && hourMinute(draft);
}

/** Reads `HH.MM.SS` and its decimals, if there are some. */
function dotted(draft: Draft): boolean {
  return threeNumbers(draft, 2, DOT) && (!draft.take(DOT) || decimals(draft, 1, 9));
}
