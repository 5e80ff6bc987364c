// Numbers and words with digits that say what a program is or how it went, and do not vary from run to run: versions,
// codes in places that say so, escapes and names. docs/reference/masks.md defines them.

import {
  afterDigits,
  BACKSLASH,
  byteAt,
  CLOSING_BRACKET,
  DASH,
  DOT,
  digitsStart,
  isAlphanumeric,
  isCapital,
  isDigit,
  isHexDigit,
  isLetter,
  isSmall,
  OPENING_BRACKET,
  PERCENT,
  QUOTE,
  SLASH,
  SMALL_U,
  SMALL_V,
  SMALL_X,
  SPACE,
  UNDERSCORE,
  ZERO,
} from "../bytes/ascii.ts";
import { bytesOf } from "../bytes/byte-set.ts";
import { isPrefixedHex } from "../bytes/ids.ts";
import { DURATION_UNITS, SIZE_UNITS, unitText } from "../bytes/units.ts";

const LESS_THAN = 0x3c;
/** Longer words in front of a number are not looked at. */
const MAX_NAME_BYTES = 16;
/** Between a code and the word that says so, there may be so many marks: `"status": "404"`. */
const MAX_MARKS = 4;
const MARK = 1;
/** Between a name and its number: `SHA-256`, `x86_64`. */
const JOINT = 2;
const BEFORE_SLASH = 4;
const BRACKET = 8;
/** What a byte before a word may say of it. */
const PLACES = Uint8Array.from({ length: 256 }, (_, byte) => {
  const character = String.fromCharCode(byte);
  if (" =:\"'(".includes(character)) return MARK;
  if (byte === DASH) return MARK | JOINT;
  if (byte === UNDERSCORE) return JOINT;
  return byte === SLASH ? BEFORE_SLASH : byte === OPENING_BRACKET ? BRACKET : 0;
});
const MAX_CODE_DIGITS = 5;
const HTTP_STATUS_DIGITS = 3;
/** Numbers with more digits are no part of a version, and fewer are in the second part of one with two. */
const MAX_FIRST_DIGITS = 5;
const MAX_SECOND_DIGITS = 3;
const MAX_DIGITS_AFTER_NAME = 2;
const MIN_VERSION_PARTS = 3;

/** Words whose number is a code, each with another last letter. They also end longer names: `statusCode`. */
const CODE_WORDS = byLastLetter(["status", "code", "exit", "errno", "signal"]);
/** Words whose letters and digits are a code: `error TS2345`. */
const MESSAGE_WORDS = byLastLetter(["error", "warning"]);
const VERSION_WORDS = byLastLetter(["version"]);
const HTTP = byLastLetter(["http"]);

/** Names, each with the numbers that stay behind it. */
const NAMES =
  "8859 1 2 5 9 15; aarch 32 64; adler 32; advapi 32; aes 128 192 256; amd 64; argon 2; arm 32 64; base 16 32 36 " +
  "58 62 64 85; blake 2 3; chacha 20; cp 437 850 852 866 932 936 1250 1251 1252; crc 8 16 32 64; curve 25519 448; " +
  "ed 25519 448; es 256 384 512; f 16 32 64; fat 12 16 32; float 16 32 64; gb 2312 18030; group 14 15 16 17 18; h " +
  "264 265; hs 256 384 512; i 8 16 32 64 128 386 486 586 686; int 8 16 32 64 128; iso 8601 8859 27001; kernel 32; " +
  "latin 1 2 9; md 4 5; mips 32 64; nat 44 46 64; nistp 256 384 521; p 256 384 521; poly 1305; ppc 32 64; ps 256 " +
  "384 512; regsvr 32; ripemd 128 160 256 320; riscv 32 64; rs 256 384 512; rsa 1024 2048 3072 4096; rundll 32; s " +
  "390; sha 1 2 3 224 256 384 512; sparc 32 64; system 32; syswow 64; u 8 16 32 64 128; ucs 2 4; uint 8 16 32 64 " +
  "128; user 32; utf 7 8 16 32; win 16 32 64; windows 1250 1251 1252; wow 64; x 11 32 64 86 500 509 25519 448; " +
  "x86 32 64";

const NAMES_BY_NUMBER = new Map<number, Set<string>>();
/** By number: the bits of the last letters of its names. Numbers of three digits or more share places. */
export const LAST_LETTERS_BY_NUMBER: Int32Array = new Int32Array(116);
for (const [name, ...numbers] of NAMES.split("; ").map((entry) => entry.split(" ")))
  for (const number of numbers.map(Number)) {
    NAMES_BY_NUMBER.set(number, (NAMES_BY_NUMBER.get(number) ?? new Set()).add(name!));
    LAST_LETTERS_BY_NUMBER[placeOf(number)]! |= letterBit(name!.charCodeAt(name!.length - 1));
  }

function placeOf(number: number): number {
  return number < 100 ? number : 100 + (number & 15);
}

/** One of 32 bits for a letter, whether small or capital, or another byte. */
function letterBit(byte: number): number {
  return 1 << (byte & 31);
}

/** Where a text may be looked at: `bytes` from `start` up to `end`. */
interface Span {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/**
 * The end of what stays of a text, and begins with the word with digits from `at` up to `stop`; -1 if the word says
 * nothing of this kind. `isNumber` says whether it is digits alone. Takes time linear in what stays.
 */
export function newsEnd(span: Span, at: number, stop: number, isNumber: boolean): number {
  if (isNumber && stop - at > MAX_FIRST_DIGITS) return -1;
  const { bytes, start, end } = span;
  if (hasDecimals(bytes, stop, end) && isDigit(bytes[stop - 1]!)) {
    const version = versionEnd(span, at, stop);
    if (version !== -1) return version;
  }
  const place = at > start ? PLACES[bytes[at - 1]!]! : 0;
  if (place === 0) return !isNumber && isName(span, at, stop, false) ? stop : -1;
  const mayBeCode = isNumber || isCapital(bytes[at]!) || bytes[at] === ZERO;
  if ((place & MARK) !== 0 && mayBeCode && isAfterCodeWord(span, at, stop, isNumber)) return stop;
  if ((place & JOINT) !== 0 && isNumber) {
    const code = stop - at === 1 && byteAt(bytes, stop, end) === DASH ? messageCodeEnd(span, at, stop) : -1;
    if (code !== -1) return code;
  } else if ((place & BEFORE_SLASH) !== 0) {
    if (isNumber && stop - at <= 2 && isWordBefore(span, at - 1, HTTP)) return stop;
  } else if ((place & BRACKET) !== 0 && byteAt(bytes, stop, end) === CLOSING_BRACKET && isCode(bytes, at, stop))
    return stop;
  return (!isNumber || (place & JOINT) !== 0) && isName(span, at, stop, isNumber) ? stop : -1;
}

/** Whether a dot and a digit are at `at`. */
export function hasDecimals(bytes: Uint8Array, at: number, end: number): boolean {
  return at + 1 < end && bytes[at] === DOT && isDigit(bytes[at + 1]!);
}

/**
 * The end of the escape with which a word begins, after its sign: `2F` of `%2F`, `x2F` of `\\x2F`, and `u002F` of
 * `\\u002F`; -1 if it begins with none.
 */
export function escapeEnd({ bytes, start }: Span, at: number, stop: number): number {
  const sign = at > start ? bytes[at - 1] : -1;
  const letter = sign === BACKSLASH ? bytes[at] : -1;
  if (sign !== PERCENT && letter !== SMALL_X && letter !== SMALL_U) return -1;
  const from = sign === PERCENT ? at : at + 1;
  const count = letter === SMALL_U ? 4 : 2;
  let i = from;
  while (i < from + count && i < stop && isHexDigit(bytes[i]!)) i++;
  return i === from + count ? i : -1;
}

/** Whether a word is capital letters and then digits, such as `E1001`. */
function isCode(bytes: Uint8Array, at: number, stop: number): boolean {
  let i = at;
  while (i < stop && isCapital(bytes[i]!)) i++;
  return i > at && i < stop && afterDigits(bytes, i, stop) === stop;
}

/** The end of a code such as `%ASA-4-402119`, if the word, a digit with dashes around it, is its severity. */
function messageCodeEnd({ bytes, start, end }: Span, at: number, stop: number): number {
  let i = at - 1;
  const limit = Math.max(start, i - 2 * MAX_NAME_BYTES);
  while (i > limit && isCodeByte(bytes[i - 1]!)) i--;
  if (i === at - 1 || i === start || bytes[i - 1] !== PERCENT) return -1;
  let to = stop + 1;
  while (to < end && isCodeByte(bytes[to]!)) to++;
  return to > stop + 1 && !isSmall(byteAt(bytes, to, end)) ? to : -1;
}

function isCodeByte(byte: number): boolean {
  return isCapital(byte) || isDigit(byte) || byte === UNDERSCORE || byte === DASH;
}

/** Whether the word, behind a mark, is a code, and the word before it says so. */
function isAfterCodeWord(span: Span, at: number, stop: number, isNumber: boolean): boolean {
  const { bytes, start, end } = span;
  const to = beforeMarks(span, at);
  if (to === start) return false;
  const isCoded =
    isWordBefore(span, to, CODE_WORDS) ||
    (isNumber ? isAfterHttp(span, at, stop) : isWordBefore(span, to, MESSAGE_WORDS));
  if (!isCoded) return false;
  // Decimals make it a measurement.
  if (hasDecimals(bytes, stop, end)) return false;
  return isNumber ? stop - at <= MAX_CODE_DIGITS : isPrefixedHex(bytes, at, stop) || isCode(bytes, at, stop);
}

/** Whether the number is three digits, with a blank and `HTTP`, `HTTP/1.1` or `HTTP/1.1"` before it. */
function isAfterHttp(span: Span, at: number, stop: number): boolean {
  const { bytes, start } = span;
  if (stop - at !== HTTP_STATUS_DIGITS || bytes[at - 1] !== SPACE) return false;
  let i = at - 1;
  if (isWordBefore(span, i, HTTP)) return true;
  if (i > start && bytes[i - 1] === QUOTE) i--;
  const to = i;
  while (i > start && to - i < 3 && (isDigit(bytes[i - 1]!) || bytes[i - 1] === DOT)) i--;
  return i < to && i > start && bytes[i - 1] === SLASH && isWordBefore(span, i - 1, HTTP);
}

/**
 * Whether one of these words, in small letters, ends at `to`, with no letter or digit before it; or, after a small
 * letter, with a capital one.
 */
function isWordBefore({ bytes, start }: Span, to: number, words: readonly (string | undefined)[]): boolean {
  const word = to > start ? words[bytes[to - 1]! | 0x20] : undefined;
  if (word === undefined || !endsWith(bytes, start, to, word)) return false;
  const from = to - word.length;
  if (from === start || !isAlphanumeric(bytes[from - 1]!)) return true;
  return isSmall(bytes[from - 1]!) && isCapital(bytes[from]!);
}

/** Whether a text of small letters and digits, or the same in capital letters, ends at `to`. */
function endsWith(bytes: Uint8Array, start: number, to: number, text: string): boolean {
  let i = text.length;
  const from = to - i;
  while (i > 0 && from + i > start && (bytes[from + i - 1]! | 0x20) === text.charCodeAt(i - 1)) i--;
  return i === 0;
}

function byLastLetter(words: readonly string[]): readonly (string | undefined)[] {
  const table: (string | undefined)[] = new Array(256).fill(undefined);
  for (const word of words) table[word.charCodeAt(word.length - 1)] = word;
  return table;
}

/** The end of the version that begins in the word from `at` up to `stop`, behind which are a dot and a digit. */
function versionEnd(span: Span, at: number, stop: number): number {
  const { bytes, end } = span;
  const before = at > span.start ? bytes[at - 1] : -1;
  // Erlang's processes are `<0.32572.1>`.
  if (before === LESS_THAN || (before === DOT && at - 2 >= span.start && isDigit(bytes[at - 2]!))) return -1;
  const first = digitsStart(bytes, at, stop);
  const isAfterV = first === at + 1 && (bytes[at]! | 0x20) === SMALL_V;
  if (stop - first > (first === at || isAfterV ? MAX_FIRST_DIGITS : MAX_DIGITS_AFTER_NAME)) return -1;
  let parts = 1;
  let to = stop;
  while (hasDecimals(bytes, to, end)) {
    to = afterDigits(bytes, to + 1, end);
    parts++;
  }
  if (parts < MIN_VERSION_PARTS) {
    if (to - stop - 1 > MAX_SECOND_DIGITS) return -1;
    const isPrefixed = isAfterV || (stop - first === 1 && !isDigit(bytes[at]!));
    const isNamed = first > at ? isPrefixed : isAfterName(span, at) && !hasUnit(bytes, to, end);
    if (!isNamed) return -1;
  }
  return suffixEnd(bytes, to, end);
}

const ZEROS = ".0.0.0";

/** Whether what looks like an IPv4 address is a version: `version 1.2.3.4`, `Chrome/120.0.0.0`. */
export function isFourPartVersion(span: Span, at: number, to: number): boolean {
  const { bytes, start } = span;
  if (at === start) return false;
  if (bytes[at - 1] === SLASH) return endsWith(bytes, start, to, ZEROS) && isNameBefore(span, at - 1);
  return isAfterVersionWord(span, at);
}

function isAfterVersionWord(span: Span, at: number): boolean {
  const to = beforeMarks(span, at);
  return to < at && isWordBefore(span, to, VERSION_WORDS);
}

/** Where the marks begin that end at `at`. */
function beforeMarks({ bytes, start }: Span, at: number): number {
  let to = at;
  while (to > start && at - to < MAX_MARKS && (PLACES[bytes[to - 1]!]! & MARK) !== 0) to--;
  return to;
}

/** Whether a word that begins with a letter, and is no folder, ends at `to`, where a slash is. */
function isNameBefore({ bytes, start }: Span, to: number): boolean {
  const from = wordStart(bytes, start, to);
  return from < to && !isDigit(bytes[from]!) && (from === start || bytes[from - 1] !== SLASH);
}

/** Where the word begins that ends at `to`; `to` if there is none, or a longer one than names are. */
function wordStart(bytes: Uint8Array, start: number, to: number): number {
  let from = to;
  while (from > start && to - from <= MAX_NAME_BYTES && isAlphanumeric(bytes[from - 1]!)) from--;
  return to - from > MAX_NAME_BYTES ? to : from;
}

/** Whether a name is before the number at `at`, and a mark between them. */
function isAfterName(span: Span, at: number): boolean {
  const { bytes, start } = span;
  if (at === start) return false;
  if (isAfterVersionWord(span, at)) return true;
  const mark = bytes[at - 1]!;
  if (mark === SLASH) return isNameBefore(span, at - 1);
  if (mark !== SPACE && mark !== DASH && mark !== UNDERSCORE) return false;
  const from = wordStart(bytes, start, at - 1);
  return from < at - 1 && isCapital(bytes[from]!);
}

/** Whether a unit is behind the number that ends at `to`, at once or after a blank. */
function hasUnit(bytes: Uint8Array, to: number, end: number): boolean {
  if (byteAt(bytes, to, end) === PERCENT) return true;
  const from = byteAt(bytes, to, end) === SPACE ? to + 1 : to;
  let i = from;
  while (i < end && isLetter(bytes[i]!)) i++;
  if (i === from) return false;
  if (from === to) return i === end || !isDigit(bytes[i]!);
  const unit = unitText(bytes, from, i);
  return DURATION_UNITS.has(unit) || SIZE_UNITS.has(unit) || unit === "percent";
}

/** The end of a version with its suffix: letters, digits and marks, of which the last is no mark. */
function suffixEnd(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < end && (isAlphanumeric(bytes[i]!) || SUFFIX_MARKS[bytes[i]!] === 1)) i++;
  while (i > at && SUFFIX_MARKS[bytes[i - 1]!] === 1) i--;
  return i;
}

const SUFFIX_MARKS = bytesOf("-.+_~");

/** Whether the digits with which the word ends are those of a name: `sha256`, `utf-8`, `x86_64`. */
function isName({ bytes, start }: Span, at: number, stop: number, isNumber: boolean): boolean {
  let first = stop;
  let number = 0;
  for (let unit = 1; first > at && isDigit(bytes[first - 1]!); first--, unit *= 10) {
    if (stop - first >= MAX_FIRST_DIGITS) return false;
    number += unit * (bytes[first - 1]! - ZERO);
  }
  // A single digit at the end of a word stays anyway.
  if (stop - first < (isNumber ? 1 : 2) || bytes[first] === ZERO) return false;
  // A number by itself belongs to the name before the mark.
  const to = isNumber ? at - 1 : first;
  // Most numbers are of no name, so that their letters are not looked at.
  const lastLetters = LAST_LETTERS_BY_NUMBER[placeOf(number)]!;
  if (to === start || (lastLetters & letterBit(bytes[to - 1]!)) === 0) return false;
  return NAMES_BY_NUMBER.get(number)?.has(unitText(bytes, wordStart(bytes, start, to), to)) ?? false;
}
