// Names of months and weekdays in English. Their first three letters are looked up as numbers, which needs no strings.

import { byteAt } from "../bytes/ascii.ts";

export const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"];
export const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** The names as regular expressions. */
export const MONTH_EXPRESSION = `(?:${MONTHS.map((name) => (name.length > 3 ? `${name}?` : name)).join("|")})`;
export const WEEKDAY_EXPRESSION = `(?:${WEEKDAYS.join("|")})`;

/** The bytes with which names begin. */
export const NAME_STARTS: ReadonlySet<number> = new Set([...MONTHS, ...WEEKDAYS].map((name) => name.charCodeAt(0)));

/** What `nameAt` returns for weekdays. */
export const WEEKDAY = 13;

const LETTER_BITS = 5;
const NAMES = new Uint8Array(1 << (3 * LETTER_BITS));
for (const [i, name] of [...MONTHS, ...WEEKDAYS].entries())
  NAMES[placeOf(Buffer.from(name), 0)] = i < MONTHS.length ? i + 1 : WEEKDAY;

/** By number of the month: the fourth letter that it may have (June, July, Sept), or -2, which equals no byte. */
const FOURTH_LETTERS = [-2, ...MONTHS.map((name) => name.charCodeAt(3) || -2)];

/** The number, 1 to 12, of the month whose name begins at `i`; `WEEKDAY` for a weekday; or 0 if no name does. */
export function nameAt(bytes: Uint8Array, i: number, end: number): number {
  if (i + 3 > end) return 0;
  // A capital letter and two small ones, or a mark beside these, with which no name is.
  const areLetters = bytes[i]! >> LETTER_BITS === 2 && bytes[i + 1]! >> LETTER_BITS === 3;
  return areLetters && bytes[i + 2]! >> LETTER_BITS === 3 ? NAMES[placeOf(bytes, i)]! : 0;
}

/** The position after a month at `i`, which has this number. */
export function afterMonth(month: number, bytes: Uint8Array, i: number, end: number): number {
  return byteAt(bytes, i + 3, end) === FOURTH_LETTERS[month] ? i + 4 : i + 3;
}

function placeOf(bytes: Uint8Array, i: number): number {
  return ((bytes[i]! & 31) << (2 * LETTER_BITS)) | ((bytes[i + 1]! & 31) << LETTER_BITS) | (bytes[i + 2]! & 31);
}
