// Names of months and weekdays in English. They are looked up as words of four bytes, which needs no strings.

import { byteAt, isSmall, SPACE } from "../bytes/ascii.ts";

export const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"];
export const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** The names as regular expressions. */
export const MONTH_EXPRESSION = `(?:${MONTHS.map((name) => (name.length > 3 ? `${name}?` : name)).join("|")})`;
export const WEEKDAY_EXPRESSION = `(?:${WEEKDAYS.join("|")})`;

/** By the second and third letter of a name, which no two names of a list share: its three letters and a blank. */
const MONTH_WORDS = wordsOf(MONTHS);
const WEEKDAY_WORDS = wordsOf(WEEKDAYS);

/** By the same letters: the number of the month. */
const MONTH_NUMBERS = new Uint8Array(1 << 10);
for (const [i, name] of MONTHS.entries()) MONTH_NUMBERS[lastTwoLetters(wordOf(name))] = i + 1;

/** By number of the month: the fourth letter that it may have (June, July, Sept), or -2, which equals no byte. */
const FOURTH_LETTERS = [-2, ...MONTHS.map((name) => name.charCodeAt(3) || -2)];

/** By byte: 1 if it may come after the first three letters of a name, as part of it or after it. */
const AFTER_THREE_LETTERS = Uint8Array.from({ length: 256 }, (_, byte) =>
  isSmall(byte) && !FOURTH_LETTERS.includes(byte) ? 0 : 1,
);

/** Whether a name may begin at `i`: a check that most words fail. */
export function mayBeName(bytes: Uint8Array, i: number, end: number): boolean {
  return i + 3 < end && AFTER_THREE_LETTERS[bytes[i + 3]!] === 1;
}

/** Whether the name of a month or a weekday begins at `i`. */
export function beginsName(bytes: Uint8Array, i: number, end: number): boolean {
  const word = threeLetters(bytes, i, end);
  return isMonthWord(word) || isWeekdayWord(word);
}

/** The bytes with which names begin. */
export const NAME_STARTS: ReadonlySet<number> = new Set([...MONTHS, ...WEEKDAYS].map((name) => name.charCodeAt(0)));

/** Whether a word, whose lowest byte is the first one, is the three letters of a month and a blank. */
export function isMonthWord(word: number): boolean {
  return MONTH_WORDS[lastTwoLetters(word)] === word;
}

export function isWeekdayWord(word: number): boolean {
  return WEEKDAY_WORDS[lastTwoLetters(word)] === word;
}

/** The number, 1 to 12, of the month whose name begins at `i`, or 0 if none does. */
export function monthNumber(bytes: Uint8Array, i: number, end: number): number {
  const word = threeLetters(bytes, i, end);
  return isMonthWord(word) ? MONTH_NUMBERS[lastTwoLetters(word)]! : 0;
}

/** The position after a month at `i`, whose `isMonthWord` is known to hold. */
export function afterMonth(word: number, bytes: Uint8Array, i: number, end: number): number {
  return byteAt(bytes, i + 3, end) === FOURTH_LETTERS[MONTH_NUMBERS[lastTwoLetters(word)]!] ? i + 4 : i + 3;
}

/** Three bytes and a blank, whatever stands there, as a word; 0 if the line ends before. */
export function threeLetters(bytes: Uint8Array, i: number, end: number): number {
  return i + 3 > end ? 0 : bytes[i]! | (bytes[i + 1]! << 8) | (bytes[i + 2]! << 16) | (SPACE << 24);
}

function wordOf(name: string): number {
  return threeLetters(Buffer.from(name), 0, 3);
}

function lastTwoLetters(word: number): number {
  return ((word >>> 3) & 0x3e0) | ((word >>> 16) & 0x1f);
}

/** By the last two letters: the word of the name. By all others, that of the first name, which is no match either. */
function wordsOf(names: readonly string[]): Int32Array {
  const words = new Int32Array(1 << 10).fill(wordOf(names[0]!));
  for (const name of names) words[lastTwoLetters(wordOf(name))] = wordOf(name);
  return words;
}
