// The sets of characters that regular expressions name, as sets of bytes, and how two engines differ in them.

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

const HORIZONTAL_BLANK = bytesWhere((byte) => byte === 0x20 || byte === 0x09 || byte === 0xa0);
const VERTICAL_BLANK = bytesWhere((byte) => (byte >= 0x0a && byte <= 0x0d) || byte === 0x85);

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

/** How the regular expressions of an engine are written. */
export interface Dialect {
  /** Whether `%{NAME}` stands for another expression, and `(?<name>…)` is a field. */
  readonly hasFields: boolean;
  /** Whether a character beyond ASCII is one character. Otherwise each byte of its UTF-8 is. */
  readonly hasUnicode: boolean;
  /** Whether sets of characters can contain others, `[a[bc]]`, and be intersected, `[a&&b]`. */
  readonly hasNestedSets: boolean;
  /** Whether `{,3}` is a quantifier. */
  readonly hasOpenBounds: boolean;
  /** The sets that letters after a backslash stand for. */
  readonly sets: Readonly<Record<string, ByteSet>>;
  /** The characters that letters after a backslash stand for. */
  readonly controls: Readonly<Record<string, string>>;
}

const SETS = { d: DIGIT, D: complement(DIGIT), s: BLANK, S: NON_BLANK };
const CONTROLS = { n: "\n", t: "\t", r: "\r", f: "\f", e: "\x1b", a: "\x07" };

/** The engine of grok, with characters in UTF-8. */
export const ONIGURUMA: Dialect = {
  hasFields: true,
  hasUnicode: true,
  hasNestedSets: true,
  hasOpenBounds: true,
  sets: { ...SETS, w: WORD, W: complement(ASCII_WORD), h: HEX_DIGIT, H: complement(HEX_DIGIT) },
  controls: { ...CONTROLS, v: "\v" },
};

/** PCRE without UTF-8, as syslog-ng uses it: it knows only bytes. */
export const PCRE: Dialect = {
  hasFields: false,
  hasUnicode: false,
  hasNestedSets: false,
  hasOpenBounds: false,
  sets: {
    ...{ ...SETS, w: ASCII_WORD, W: complement(ASCII_WORD), N: ANY },
    ...{ h: HORIZONTAL_BLANK, H: complement(HORIZONTAL_BLANK), v: VERTICAL_BLANK, V: complement(VERTICAL_BLANK) },
  },
  controls: CONTROLS,
};

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
