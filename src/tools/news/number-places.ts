// What stands around a number says whether it is the same in every run.

import {
  byteAt,
  COLON,
  DASH,
  DOT,
  EQUALS,
  isAlphanumeric,
  isDigit,
  isLetter,
  isSmall,
  PERCENT,
  QUOTE,
  SLASH,
  SPACE,
} from "../../text/bytes/ascii.ts";

/** Places of numbers, the more likely one is to be the same in every run, the higher. */
export const PLACE = { free: 0, count: 1, value: 2, fixed: 3, code: 4, version: 5 } as const;

export type Place = (typeof PLACE)[keyof typeof PLACE];

const ADDRESS_PARTS = 4;
/** Between the name of a code and the code there are at most so many bytes. */
const MAX_SEPARATORS = 4;
const CODES = ["status", "code", "exit", "errno", "signal"];
const HTTP = Buffer.from("HTTP/");

/** What kind of place the number from `from` up to `to` has in the text from `start` up to `end`. */
export function placeOf(bytes: Uint8Array, start: number, end: number, from: number, to: number): Place {
  const dots = dotsIn(bytes, from, to);
  if (dots === -1 || byteAt(bytes, to, end) === PERCENT) return PLACE.free;
  const before = from > start ? bytes[from - 1]! : SPACE;
  const isEnd = to === end || !isAlphanumeric(bytes[to]!);
  if (dots > 0) {
    const isVersion = dots > 1 ? !isAddress(bytes, from, to, dots) : isNamed(bytes, start, from);
    return isVersion && (!isLetter(before) || isAfterV(bytes, start, from)) ? PLACE.version : PLACE.free;
  }
  if (!isEnd) return PLACE.free;
  if (isLetter(before)) return to - from === 1 ? PLACE.fixed : PLACE.free;
  if (before === SLASH || byteAt(bytes, to, end) === SLASH) return PLACE.free;
  if (isStatus(bytes, start, from) || isCode(bytes, start, from)) return PLACE.code;
  return valuePlace(bytes, start, end, from, to);
}

/** How many dots a number has; -1 if it has other marks. */
function dotsIn(bytes: Uint8Array, from: number, to: number): number {
  let dots = 0;
  for (let i = from; i < to; i++) {
    if (bytes[i] === DOT) dots++;
    else if (!isDigit(bytes[i]!)) return -1;
  }
  return dots;
}

function isAddress(bytes: Uint8Array, from: number, to: number, dots: number): boolean {
  if (dots !== ADDRESS_PARTS - 1) return false;
  const parts = Buffer.from(bytes.subarray(from, to)).toString("latin1").split(".");
  return parts.every((part) => Number(part) < 256);
}

function isAfterV(bytes: Uint8Array, start: number, from: number): boolean {
  return (bytes[from - 1]! | 0x20) === 0x76 && (from - 1 === start || !isAlphanumeric(bytes[from - 2]!));
}

/** Whether a number of two parts follows `v`, `name/` or a capitalised name. */
function isNamed(bytes: Uint8Array, start: number, from: number): boolean {
  if (from === start) return false;
  const before = bytes[from - 1]!;
  if (isLetter(before)) return isAfterV(bytes, start, from);
  if (before !== SLASH && before !== SPACE && before !== DASH) return false;
  let i = from - 1;
  while (i > start && isLetter(bytes[i - 1]!)) i--;
  return i < from - 1 && (before === SLASH || !isSmall(bytes[i]!));
}

/** Whether a number follows `HTTP/1.1" `. */
function isStatus(bytes: Uint8Array, start: number, from: number): boolean {
  let i = from - 1;
  if (i <= start || bytes[i] !== SPACE) return false;
  i--;
  if (bytes[i] === QUOTE) i--;
  while (i > start && (isDigit(bytes[i]!) || bytes[i] === DOT)) i--;
  if (i - HTTP.length + 1 < start) return false;
  return HTTP.every((byte, k) => bytes[i - HTTP.length + 1 + k] === byte);
}

/** Whether the word before a number names a code. */
function isCode(bytes: Uint8Array, start: number, from: number): boolean {
  let i = from;
  while (i > start && from - i < MAX_SEPARATORS && !isAlphanumeric(bytes[i - 1]!)) i--;
  const stop = i;
  if (stop === from) return false;
  while (i > start && isLetter(bytes[i - 1]!)) i--;
  const name = Buffer.from(bytes.subarray(i, stop)).toString("latin1").toLowerCase();
  return CODES.some((code) => name.endsWith(code));
}

/**
 * A number may be the value of a key: of one alone in its line, as `key = 7` and `key: 7`, or of `key=7`, `"key": 7`.
 */
function valuePlace(bytes: Uint8Array, start: number, end: number, from: number, to: number): Place {
  let i = from;
  if (i > start && bytes[i - 1] === QUOTE) i--;
  while (i > start && bytes[i - 1] === SPACE) i--;
  if (i < start + 2 || (bytes[i - 1] !== EQUALS && bytes[i - 1] !== COLON)) return PLACE.count;
  const mark = bytes[--i];
  while (i > start && bytes[i - 1] === SPACE) i--;
  const stop = i;
  while (i > start && bytes[i - 1] !== SPACE) i--;
  const isKey = i < stop && (isAlphanumeric(bytes[stop - 1]!) || bytes[stop - 1] === QUOTE);
  if (!isKey) return PLACE.count;
  while (i > start && bytes[i - 1] === SPACE) i--;
  if (i === start && to === end) return PLACE.fixed;
  return mark === EQUALS || bytes[stop - 1] === QUOTE ? PLACE.value : PLACE.count;
}
