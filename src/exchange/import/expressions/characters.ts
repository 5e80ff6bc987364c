// The sets of characters that regular expressions name, as sets of bytes.

import { type ByteSet, bytesWhere, isSubset } from "../../../text/bytes/byte-set.ts";

export const DIGIT = asciiWhere(/\d/);
export const HEX_DIGIT = asciiWhere(/[0-9A-Fa-f]/);
const ASCII_WORD = asciiWhere(/\w/);
/** What words consist of. Characters beyond ASCII count as letters. */
export const WORD = bytesWhere((byte) => byte >= 0x80 || ASCII_WORD[byte] === 1);
export const BLANK = bytesWhere((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
export const NON_BLANK = complement(BLANK);
/** What `[^ ]` matches, by which blanks are meant. */
export const NON_SPACE = bytesWhere((byte) => byte !== 0x20);
/** What `.` matches. */
export const ANY = bytesWhere(() => true);

/** The classes of POSIX, `[:alpha:]`. */
export const POSIX: ReadonlyMap<string, ByteSet> = new Map([
  ["alpha", asciiWhere(/[A-Za-z]/)],
  ["digit", DIGIT],
  ["alnum", asciiWhere(/[A-Za-z\d]/)],
  ["upper", asciiWhere(/[A-Z]/)],
  ["lower", asciiWhere(/[a-z]/)],
  ["space", BLANK],
  ["blank", asciiWhere(/[ \t]/)],
  ["punct", asciiWhere(/[!-/:-@[-`{-~]/)],
  ["xdigit", HEX_DIGIT],
  ["word", ASCII_WORD],
  ["print", asciiWhere(/[ -~]/)],
  ["graph", asciiWhere(/[!-~]/)],
  ["cntrl", asciiWhere(/\p{Cc}/u)],
]);

/** The sets that letters after a backslash stand for in grok's engine, Oniguruma. */
export const SETS: ReadonlyMap<string, ByteSet> = new Map([
  ["d", DIGIT],
  ["D", complement(DIGIT)],
  ["s", BLANK],
  ["S", NON_BLANK],
  ["w", WORD],
  ["W", complement(ASCII_WORD)],
  ["h", HEX_DIGIT],
  ["H", complement(HEX_DIGIT)],
]);

/** All bytes that are not in a set. */
export function complement(set: ByteSet): ByteSet {
  return bytesWhere((byte) => set[byte] === 0);
}

export function isSame(a: ByteSet, b: ByteSet): boolean {
  return isSubset(a, b) && isSubset(b, a);
}

function asciiWhere(expression: RegExp): ByteSet {
  return bytesWhere((byte) => byte < 0x80 && expression.test(String.fromCharCode(byte)));
}
