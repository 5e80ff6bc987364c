import { append, codeOf } from "./codes.ts";
import type { Draft } from "./draft.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"];

/** The number of a month by its first three letters. */
const NUMBERS = new Map(MONTHS.map((name, i) => [codeOf(name.slice(0, 3)), i + 1]));

/** The fourth letter that may follow (June, July, Sept), by the number of the month; -1, which no byte is, for none. */
const FOURTH = [-1, ...MONTHS.map((name) => name.charCodeAt(3) || -1)];

const WEEKDAYS = new Set(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map(codeOf));

/** Reads the name of a month. */
export function month(draft: Draft): boolean {
  const number = NUMBERS.get(threeLetters(draft));
  if (number === undefined) return false;
  draft.month = number;
  draft.take(FOURTH[number]!);
  return true;
}

/** Reads the three letters of a day of the week, which say nothing that the date does not. */
export function weekday(draft: Draft): boolean {
  return WEEKDAYS.has(threeLetters(draft));
}

function threeLetters(draft: Draft): number {
  return append(append(append(0, draft.next()), draft.next()), draft.next());
}
