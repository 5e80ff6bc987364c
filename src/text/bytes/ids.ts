// Texts that identify something and that nobody reads: ids of letters and digits, tokens, mail addresses, and paths of
// temporary files.

import {
  AT_SIGN,
  byteAt,
  DASH,
  DOT,
  EQUALS,
  isAlphanumeric,
  isDigit,
  isHexDigit,
  isSmall,
  PERCENT,
  PLUS,
  SLASH,
  SMALL_X,
  UNDERSCORE,
  ZERO,
} from "./ascii.ts";
import { equalBytes } from "./copy.ts";

/** A run of this length whose bytes change their kind often is an id. */
export const MIN_RUN_BYTES = 22;
const MIN_ID_DIGITS = 2;
const MIN_RUN_CHANGES = 0.35;

const DIGIT = 0;
const SMALL = 1;
const CAPITAL = 2;
const MARK = 3;

const KINDS = Uint8Array.from({ length: 256 }, (_, byte) =>
  isDigit(byte) ? DIGIT : isSmall(byte) ? SMALL : isAlphanumeric(byte) ? CAPITAL : MARK,
);

/** A letter, a digit, `_` or `-`; one of the marks of base64; and what may be in a mail address before the `@`. */
const ID = 1;
const SLASHES = 2;
const MAIL = 4;

const CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (isAlphanumeric(byte) || byte === UNDERSCORE || byte === DASH) return ID | MAIL;
  return (
    (byte === PLUS || byte === SLASH ? SLASHES : 0) | (byte === PLUS || byte === DOT || byte === PERCENT ? MAIL : 0)
  );
});

/** Whether a byte may be in an id: a letter, a digit, `_`, `-`, or one of the marks `+/` of base64. */
export function isIdByte(byte: number, hasSlashes = true): boolean {
  return (CLASSES[byte]! & (hasSlashes ? ID | SLASHES : ID)) !== 0;
}

export function isMailByte(byte: number): boolean {
  return (CLASSES[byte]! & MAIL) !== 0;
}

/** The end of the run of bytes of ids that begins at `from`. `hasSlashes` says whether `+` and `/` belong to it. */
export function afterIdRun(bytes: Uint8Array, from: number, end: number, hasSlashes: boolean): number {
  const inRun = hasSlashes ? ID | SLASHES : ID;
  let i = from;
  while (i < end && (CLASSES[bytes[i]!]! & inRun) !== 0) i++;
  return i;
}

/** Where the first dash of the id of a mail is. */
export const MAIL_ID_DASH = 6;
/** The lengths of such ids, each with the place of the second dash. */
const MAIL_IDS = [
  { length: 16, dash: 13 },
  { length: 23, dash: 18 },
] as const;
/** The shortest run that is an id. */
export const MIN_ID_RUN_BYTES = 16;

/**
 * Whether a run is the id of a mail, as Exim writes it: a time, a process and a fraction in base 62, such as
 * `1rXyZa-0006QX-Fa`.
 */
function isMailId(bytes: Uint8Array, from: number, to: number): boolean {
  if (bytes[from + MAIL_ID_DASH] !== DASH || !isDigit(bytes[from]!)) return false;
  const form = MAIL_IDS.find(({ length }) => length === to - from);
  if (form === undefined || bytes[from + form.dash] !== DASH || !isDigit(bytes[from + MAIL_ID_DASH + 1]!)) return false;
  const marks = bytes.subarray(from, to).filter((byte) => KINDS[byte] === MARK).length;
  return marks === 2 && bytes.subarray(from, from + MAIL_ID_DASH).some((byte) => !isDigit(byte));
}

/** Whether such a run is an id. */
export function isIdRun(bytes: Uint8Array, from: number, to: number): boolean {
  if (isMailId(bytes, from, to)) return true;
  const length = to - from;
  if (length < MIN_RUN_BYTES) return false;
  let digits = 0;
  let changes = 0;
  let before = MARK;
  for (let i = from; i < to; i++) {
    const kind = KINDS[bytes[i]!]!;
    if (kind === DIGIT) digits++;
    if (kind !== before && kind !== MARK && before !== MARK) changes++;
    before = kind;
  }
  return digits >= MIN_ID_DIGITS && changes >= MIN_RUN_CHANGES * length;
}

/** So many changes between letters and digits make a word an id, or of capital and small letters in a longer one. */
const MIN_WORD_CHANGES = 4;
const MIN_LONG_WORD_BYTES = 12;
const MAX_BYTES_FOR_CHANGE = 4;
/** So many small letters in a row make a word with capital letters a name. */
const MIN_NAME_LETTERS = 4;

/**
 * Whether a word of letters and digits is an id, as no name is. A small letter after a capital one is no change, as in
 * `Http11NioProtocol`; nor are numbers with `x` between them ids.
 */
export function isIdWord(bytes: Uint8Array, from: number, to: number): boolean {
  const length = to - from;
  if (length <= MIN_WORD_CHANGES) return false;
  let digits = 0;
  let turns = 0;
  let changes = 0;
  let hasName = false;
  let hasCapitals = false;
  let small = 0;
  let mostSmall = 0;
  let before = KINDS[bytes[from]!]!;
  for (let i = from; i < to; i++) {
    const kind = KINDS[bytes[i]!]!;
    if (kind === DIGIT) digits++;
    else if ((bytes[i]! | 0x20) !== SMALL_X) hasName = true;
    if (kind === CAPITAL) hasCapitals = true;
    small = kind === SMALL ? small + 1 : 0;
    if (small > mostSmall) mostSmall = small;
    if (kind !== before && !(before === CAPITAL && kind === SMALL)) changes++;
    if ((kind === DIGIT) !== (before === DIGIT)) turns++;
    before = kind;
  }
  if (digits < MIN_ID_DIGITS || !hasName || (hasCapitals && mostSmall >= MIN_NAME_LETTERS)) return false;
  const isLongId =
    length >= MIN_LONG_WORD_BYTES && changes >= MIN_WORD_CHANGES && MAX_BYTES_FOR_CHANGE * changes >= length;
  return turns >= MIN_WORD_CHANGES || isLongId;
}

/** Whether the word is `0x` and hexadecimal digits. */
export function isPrefixedHex(bytes: Uint8Array, at: number, stop: number): boolean {
  if (bytes[at] !== ZERO || stop - at < 3 || (bytes[at + 1]! | 0x20) !== SMALL_X) return false;
  for (let i = at + 2; i < stop; i++) if (!isHexDigit(bytes[i]!)) return false;
  return true;
}

/** The end of up to two `=`, which fill up base64, at `at`. */
export function afterPadding(bytes: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < at + 2 && byteAt(bytes, i, end) === EQUALS) i++;
  return i;
}

const TOKEN_START = Buffer.from("eyJ");

/**
 * The end of the JSON web token that begins at `at`: base64 of `{"` and two more parts. -1 if the text begins
 * otherwise; and if there is no token because of the byte at an offset, `~offset`, which is negative: then none begins
 * before it.
 */
export function tokenEnd(bytes: Uint8Array, at: number, end: number): number {
  if (!startsWith(bytes, at, end, TOKEN_START)) return -1;
  let i = at;
  for (let dots = 0; ; i++) {
    i = afterIdRun(bytes, i, end, false);
    if (dots === 2) return i;
    if (byteAt(bytes, i, end) !== DOT) return ~i;
    dots++;
  }
}

/** The end of the domain after the `@` at `at`: it ends with a dot and letters. -1 if there is none. */
export function domainEnd(bytes: Uint8Array, at: number, end: number): number {
  if (byteAt(bytes, at, end) !== AT_SIGN || at + 1 >= end || !isAlphanumeric(bytes[at + 1]!)) return -1;
  let i = at + 1;
  while (i < end && (isAlphanumeric(bytes[i]!) || bytes[i] === DASH || bytes[i] === DOT)) i++;
  while (i > at + 1 && !isAlphanumeric(bytes[i - 1]!)) i--;
  let label = i;
  while (label > at + 1 && KINDS[bytes[label - 1]!]! !== MARK && KINDS[bytes[label - 1]!]! !== DIGIT) label--;
  return label - 2 < at + 1 || i - label < 2 || bytes[label - 1] !== DOT ? -1 : i;
}

const TEMPORARY_FOLDERS = ["/tmp/", "/var/tmp/", "/var/folders/"].map((folder) => Buffer.from(folder));

/** The end of the temporary path that begins at `at`; -1 if none does. */
export function temporaryPathEnd(bytes: Uint8Array, at: number, end: number): number {
  for (const folder of TEMPORARY_FOLDERS) {
    if (!startsWith(bytes, at, end, folder)) continue;
    let i = at + folder.length;
    while (i < end && isPathByte(bytes[i]!)) i++;
    return i;
  }
  return -1;
}

function isPathByte(byte: number): boolean {
  return isIdByte(byte) || byte >= 0x80 || byte === DOT || byte === PERCENT || byte === AT_SIGN;
}

function startsWith(bytes: Uint8Array, at: number, end: number, text: Buffer): boolean {
  return at + text.length <= end && equalBytes(text, 0, bytes, at, text.length);
}
