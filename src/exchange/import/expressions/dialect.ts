// How the regular expressions of two engines differ.

import { type ByteSet, bytesWhere } from "../../../text/bytes/byte-set.ts";
import { ANY, BLANK, complement, DIGIT, HEX_DIGIT, NON_BLANK, WORD } from "./expression.ts";

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

const ASCII_WORD = bytesWhere((byte) => byte < 0x80 && WORD[byte] === 1);
const HORIZONTAL_BLANK = bytesWhere((byte) => byte === 0x20 || byte === 0x09 || byte === 0xa0);
const VERTICAL_BLANK = bytesWhere((byte) => (byte >= 0x0a && byte <= 0x0d) || byte === 0x85);

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
    ...SETS,
    w: ASCII_WORD,
    W: complement(ASCII_WORD),
    h: HORIZONTAL_BLANK,
    H: complement(HORIZONTAL_BLANK),
    v: VERTICAL_BLANK,
    V: complement(VERTICAL_BLANK),
    N: ANY,
  },
  controls: CONTROLS,
};
