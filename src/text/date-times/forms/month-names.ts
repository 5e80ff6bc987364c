// Names of months, days and zones are looked up by codes, which are numbers made of their bytes. This needs no strings.

import { byteAt, isSmall, SPACE } from "../../bytes/ascii.ts";
import type { DateTimeParts } from "../date-time-parts.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"];

/** By number of the month: the code of its first three letters. No name has the code -1. */
const MONTH_CODES = [-1, ...MONTHS.map((name) => nameCode(name.slice(0, 3)))];

/** The number of a month by its second and third letter, which no two months share. Of other letters, 0. */
const MONTH_NUMBERS = new Uint8Array(1 << 10);
for (const [number, code] of MONTH_CODES.entries()) MONTH_NUMBERS[lastTwoLetters(code)] = number;

/** By the same letters: the first three letters of a month and a blank, as a word. Where no month has them, another. */
const MONTH_WORDS = wordsOf(MONTH_CODES.slice(1));

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

const WEEKDAY_NAMES = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
const WEEKDAYS = new Set(WEEKDAY_NAMES.map(nameCode));

/** By the second and third letter: the name of a day and a blank, as a word. By all others, another of these words. */
const WEEKDAY_WORDS = wordsOf([...WEEKDAYS]);

/** What `month` and `weekday` recognise, as regular expressions. */
export const MONTH_EXPRESSION = `(?:${MONTHS.map((name) => name.slice(0, 3) + (name.length > 3 ? `${name[3]}?` : "")).join("|")})`;
export const WEEKDAY_EXPRESSION = `(?:${WEEKDAY_NAMES.join("|")})`;

/** The position after the name of a month, or -1. */
export function month(bytes: Uint8Array, i: number, end: number, parts: DateTimeParts): number {
  const number = monthNumber(bytes, i, end);
  if (number === 0) return -1;
  parts.monthAt = i;
  return byteAt(bytes, i + 3, end) === FOURTH_LETTERS[number] ? i + 4 : i + 3;
}

/** The number, 1 to 12, of the month whose name begins at `i`, or 0 if none does. */
export function monthNumber(bytes: Uint8Array, i: number, end: number): number {
  const code = threeLetters(bytes, i, end);
  const number = MONTH_NUMBERS[lastTwoLetters(code)]!;
  return MONTH_CODES[number] === code ? number : 0;
}

/** Whether a word, whose lowest byte is the first one, is the three letters of a month and a blank. */
export function isMonthWord(word: number): boolean {
  return MONTH_WORDS[lastTwoOfWord(word)] === word;
}

/** The same for a day of the week. */
export function isWeekdayWord(word: number): boolean {
  return WEEKDAY_WORDS[lastTwoOfWord(word)] === word;
}

/** As `lastTwoLetters`, of the three letters with which a word begins. */
function lastTwoOfWord(word: number): number {
  return ((word >>> 3) & 0x3e0) | ((word >>> 16) & 0x1f);
}

/** By the last two letters of some codes: the word of the code. By all others: one of these words. */
function wordsOf(codes: readonly number[]): Int32Array {
  const words = new Int32Array(1 << 10).fill(wordOf(codes[0]!));
  for (const code of codes) words[lastTwoLetters(code)] = wordOf(code);
  return words;
}

/** The word that the three letters of a code and a blank are. */
function wordOf(code: number): number {
  return (SPACE << 24) | ((code & 0xff) << 16) | (code & 0xff00) | (code >> 16);
}

function lastTwoLetters(code: number): number {
  return ((code >> 3) & 0x3e0) | (code & 0x1f);
}

/** The position after the three letters of a day of the week, or -1. */
export function weekday(bytes: Uint8Array, i: number, end: number): number {
  return WEEKDAYS.has(threeLetters(bytes, i, end)) ? i + 3 : -1;
}

function threeLetters(bytes: Uint8Array, i: number, end: number): number {
  if (i + 3 > end) return 0;
  return appendLetter(appendLetter(appendLetter(0, bytes[i]!), bytes[i + 1]!), bytes[i + 2]!);
}

/** The code of a name of up to four ASCII letters. */
export function nameCode(name: string): number {
  let code = 0;
  for (let i = 0; i < name.length; i++) code = appendLetter(code, name.charCodeAt(i));
  return code;
}

/** The code of a name with another letter appended. */
export function appendLetter(code: number, letter: number): number {
  return (code << 8) | letter;
}
