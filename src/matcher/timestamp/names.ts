// Names of months, days and zones are looked up by a number made of their letters: comparing bytes needs no string.
// Zone names are a closed list, since "any three or four capitals" would take the POST of an access log for a zone.

import { byteAt, isCapital, isWord } from "../line/bytes.ts";

/** Month by its first three letters, with the fourth letter that may follow (June, July, Sept). */
const MONTHS = new Map(
  ["Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"].map((name) => [
    codeOf(name.slice(0, 3)),
    name.charCodeAt(3),
  ]),
);

const WEEKDAYS = new Set(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"].map(codeOf));

const ZONES = new Set(
  [
    ...["UTC", "GMT", "CET", "CEST", "EET", "EEST", "WET", "WEST", "MSK", "BST", "IST", "JST", "KST"],
    ...["EST", "EDT", "CST", "CDT", "MST", "MDT", "PST", "PDT", "AKST", "AKDT", "HST"],
    ...["AEST", "AEDT", "ACST", "ACDT", "AWST", "NZST", "NZDT", "SAST", "SGT", "HKT"],
  ].map(codeOf),
);

const LONGEST_ZONE = 4;

/** The position after the name of a month, -1 without. */
export function month(bytes: Uint8Array, i: number, end: number): number {
  const fourth = MONTHS.get(threeLetters(bytes, i, end));
  if (fourth === undefined) return -1;
  return byteAt(bytes, i + 3, end) === fourth ? i + 4 : i + 3;
}

/** The position after the three letters of a day of the week, -1 without. */
export function weekday(bytes: Uint8Array, i: number, end: number): number {
  return WEEKDAYS.has(threeLetters(bytes, i, end)) ? i + 3 : -1;
}

/** The position after the name of a zone that ends as a word does, -1 without. */
export function zoneName(bytes: Uint8Array, i: number, end: number): number {
  let code = 0;
  let stop = i;
  let letter = byteAt(bytes, stop, end);
  while (isCapital(letter)) {
    if (stop - i === LONGEST_ZONE) return -1;
    code = append(code, letter);
    letter = byteAt(bytes, ++stop, end);
  }
  return !isWord(letter) && ZONES.has(code) ? stop : -1;
}

function threeLetters(bytes: Uint8Array, i: number, end: number): number {
  return i + 3 <= end ? append(append(append(0, bytes[i]!), bytes[i + 1]!), bytes[i + 2]!) : 0;
}

function codeOf(name: string): number {
  let code = 0;
  for (let i = 0; i < name.length; i++) code = append(code, name.charCodeAt(i));
  return code;
}

function append(code: number, byte: number): number {
  return (code << 8) | byte;
}
