// The skeleton of a text: its words and punctuation, with one sign for each part that is a value by its form. Lines
// with the same skeleton most likely come from the same statement of a program.

import { SPACE } from "../bytes/ascii.ts";
import { isUtf8 } from "../bytes/utf8.ts";
import { dateTimeEnd } from "../date-times/date-time-ends.ts";
import { MAX_DATE_DIGITS } from "../date-times/date-time-forms.ts";
import { MASK_INDEX, VaryingParts } from "../masks/varying-parts.ts";

/**
 * The characters of words, for the brackets of a regular expression. Texts are in Latin-1, where bytes beyond ASCII are
 * letters.
 */
export const WORD_CHARACTERS = "A-Za-z0-9_\\x80-\\xff";

/** The source of an expression for a word. Dots, dashes and `@` may be inside of it, and `$` also at its end. */
const WORD = `[${WORD_CHARACTERS}](?:[${WORD_CHARACTERS}.$@-]*[${WORD_CHARACTERS}$])?`;

/** Stands for a varying part. Control characters of a log are varying parts themselves, so no literal has this one. */
export const VARYING = "\0";

/** The longest text that is taken apart. What comes after it varies. */
const MAX_LENGTH = 4096;

/** How many different chunks are remembered. Most chunks of a log occur again and again. */
const MAX_CHUNKS = 100_000;
const MAX_CHUNK_LENGTH = 64;

const MONTH =
  "(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|" +
  "Nov(?:ember)?|Dec(?:ember)?)";
/** The source of an expression for dates and times that are no date-times for rules: each notation has its own. */
export const DATE =
  `(?<![A-Za-z0-9])(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]{0,6},? )?(?:${MONTH} {1,2}\\d{1,2}(?:,? \\d{4})?|` +
  `\\d{1,2}[ /-]${MONTH}[ /-]\\d{4})(?:,? \\d{1,2}:\\d{2}(?::\\d{2})?(?: [AP]M)?(?: (?:[A-Z]{2,3}T|UTC))?(?: \\d{4})?)?(?![A-Za-z0-9:]|\\.\\d)`;
/** A date of digits alone, such as `20251127`. */
export const DATE_OF_DIGITS = "(?:19|20)\\d\\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])";
const DATE_HERE = new RegExp(DATE, "y");

/** Where a date-time may begin. */
const DATE_START = new RegExp(
  `(?<![A-Za-z0-9])(?:\\d{1,${MAX_DATE_DIGITS}}(?![\\dA-Za-z])|[A-Z][a-z]{2,8})(?=[-/:. ,T])`,
  "g",
);
/** After what looks like a time: it is part of an address. */
const GOES_ON = /^[:-][0-9A-Za-z]/;

/** What the name of a client consists of, as RFC 9110 has it. */
const PRODUCT = "[A-Za-z][A-Za-z0-9_.-]{0,63}/\\d[A-Za-z0-9_.+-]{0,63}";
const COMMENT = '\\([^()"]{1,256}\\)';
/** Values with blanks in them: the request of an access log, a path in quotes, and the name of a client. */
const WITH_BLANKS = new RegExp(
  `(?<=")([A-Z]{3,20}) [^\\s"]+ (?=HTTP/\\d)|(?<=")[A-Za-z]:\\\\[^"]*(?=")|(?<![A-Za-z0-9/._-])${PRODUCT} ${COMMENT}(?: (?:${PRODUCT}|${COMMENT}))*`,
  "g",
);
const QUOTED = /"[^"]*"|^[^"]*"$|^HTTP\/\0"/g;
const WORD_OF_MESSAGE = /[A-Za-z]{2}/;

const URL = "[A-Za-z][A-Za-z0-9+.-]{0,31}://[^\\s\"'<>,;)\\]}|]*[^\\s\"'<>,;)\\]}|.:!?]";
const IN_PATH = '(?:(?!\\\\")[^\\s,;:\'"()\\[\\]{}<>=|])';
/**
 * A path begins a word and has a dot, a digit or a second slash, or begins what blanks or quotes surround. A slash
 * before an IPv4 address begins none.
 */
const PATH =
  "(?:(?<![^\\s\"'])/(?=[A-Za-z_])|" +
  `(?:[A-Za-z]:)?[/\\\\](?!\\d+\\.\\d+\\.\\d+\\.\\d)(?=${IN_PATH}*[.\\d/\\\\]))${IN_PATH}+(?:(?<=[?][^\\s?]*)=[^\\s"'<>]*)?`;
/** Relative paths, such as `a/b/c.txt`: with a digit, or at least three slashes. */
const RELATIVE_PATH =
  `(?=[\\w.$-]{1,255}[/\\\\]${IN_PATH}*(?:\\d|[/\\\\][^\\s/\\\\]*[/\\\\]))` +
  "[\\w.$-]{1,255}(?:[/\\\\][\\w.$@%+~-]+){2,}";
/** A host before its port. */
const HOST_BEFORE_PORT = "(?:[A-Za-z0-9_-]{1,63}\\.){2,9}[a-z]{2,63}(?=:\\d)";
/** Versions such as `2.36-9+deb12u1`. */
const VERSION = "\\d[\\w.-]{0,63}[+~]\\w[\\w.+~-]{0,63}(?<=\\w)";
/** Base64 that ends with its padding. One sign alone may be that of a key, unless capitals and digits are before it. */
export const BASE64 =
  "(?<![+/])(?=[A-Za-z0-9+/]+==|(?=[A-Za-z+/]*\\d)(?=[a-z0-9+/]*[A-Z])(?=[A-Z0-9+/]*[a-z])[A-Za-z0-9+/]{7,}=)" +
  "(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)(?![A-Za-z0-9+/=])";
/** What is one value as a whole, whatever values are in it. */
const WHOLE_VALUES = [URL, BASE64, PATH, RELATIVE_PATH, HOST_BEFORE_PORT, VERSION].join("|");
// Bounded: by `MAX_LENGTH`.
const WHOLE = new RegExp(`(?<![A-Za-z0-9])(?:${WHOLE_VALUES})`, "g");

const NUMBERS = `[+-]?\\d+(?:[.,:/x-]+\\d+)*(?![${WORD_CHARACTERS}]|[.@-]+[A-Za-z_])`;
const PIECE = new RegExp(`(?<![A-Za-z0-9\\x80-\\xff])(${NUMBERS})|(${WORD})|[\\s\\S]`, "gy");
const HOST = /^(?:[A-Za-z0-9_-]+\.)+[a-z]{2,}$/;
/**
 * A name that goes on behind a short number, such as `ext3_dirty_inode` or `log4j`. No name has a small letter alone
 * between capitals, or a capital at its end behind a small letter.
 */
const NAME = /^(?![0-9a-fA-F]+$|.*(?:[A-Z][a-z][A-Z]|[a-z][A-Z]$))[A-Za-z_]{2,}\d{1,2}_?[A-Za-z][A-Za-z_]*$/;
/** The parts of a word before the one with the first digit. */
const PREFIX = /^(?:[^0-9_.$@-]+[_.$@-]+)*/;

/** Control characters other than tabs do not belong in rules. */
const CONTROL = /[^\t -~\x80-\xff]/;
const BEYOND_ASCII = /[\x80-\xff]/;
/** What a chunk must have to hold a value. */
const TELLING = /[0-9/\\@:]|==|[^\t -~]/;

/** Makes skeletons of texts. */
export class Skeletons {
  private chunks = new Map<string, string>();

  /** The skeleton of a text without line breaks, in Latin-1. */
  readonly ofMessage = (text: string): string => {
    const bytes = Buffer.from(text, "latin1");
    return this.of(bytes, 0, bytes.length);
  };

  /** The skeleton of the bytes from `from` up to `to`, in Latin-1. Takes time linear in their number. */
  of(bytes: Buffer, from: number, to: number): string {
    if (to - from > MAX_LENGTH) {
      // A word that was cut would be another one.
      const blank = bytes.lastIndexOf(SPACE, from + MAX_LENGTH);
      // The varying part at the end may be empty. The blanks before it would then end the line, and no literal ends
      // with blanks.
      return `${withoutEndBlanks(this.of(bytes, from, blank > from ? blank : from + MAX_LENGTH))}${VARYING}`;
    }
    const text = bytes.toString("latin1", from, to);
    const rests: string[] = [];
    const values: string[] = [];
    const methods: string[] = [];
    let at = 0;
    for (const { index, 0: whole, 1: method } of text.matchAll(WITH_BLANKS)) {
      rests.push(this.withDates(text.slice(at, index), bytes, from + at, from + index));
      values.push(method === undefined ? VARYING : `${method} ${VARYING} `);
      if (method !== undefined) methods.push(method);
      at = index + whole.length;
    }
    rests.push(this.withDates(at === 0 ? text : text.slice(at), bytes, from + at, to));
    // Of a row of values, the method is one; in a message it is a word.
    const isRow =
      methods.length > 0 && !WORD_OF_MESSAGE.test(rests.map((rest) => rest.replace(QUOTED, "")).join(VARYING));
    return rests.reduce((all, rest, i) => {
      const value = values[i - 1]!;
      return `${all}${isRow && value !== VARYING ? `${VARYING} ${VARYING} ` : value}${rest}`;
    });
  }

  /** The skeleton of a text, which is that of these bytes. */
  private withDates(text: string, bytes: Buffer, from: number, to: number): string {
    let skeleton = "";
    let at = 0;
    for (const { index } of text.matchAll(DATE_START)) {
      if (index < at) continue;
      const timeEnd = dateTimeEnd(bytes, from + index, to);
      const end = timeEnd === -1 ? dateEnd(text, index) : timeEnd - from;
      if (end === -1) continue;
      if (GOES_ON.test(text.slice(end, end + 2))) continue;
      skeleton += `${this.ofChunks(text.slice(at, index))}${VARYING}`;
      at = end;
    }
    return skeleton + this.ofChunks(at === 0 ? text : text.slice(at));
  }

  private ofChunks(text: string): string {
    return TELLING.test(text) ? text.replace(/[^ ]+/g, this.ofChunk) : text;
  }

  private readonly ofChunk = (chunk: string): string => {
    if (chunk.length > MAX_CHUNK_LENGTH) return skeletonOf(chunk);
    let skeleton = this.chunks.get(chunk);
    if (skeleton === undefined) {
      skeleton = skeletonOf(chunk);
      if (this.chunks.size === MAX_CHUNKS) this.chunks = new Map();
      this.chunks.set(chunk, skeleton);
    }
    return skeleton;
  };
}

/** Where the date ends that begins here, or -1. */
function dateEnd(text: string, from: number): number {
  DATE_HERE.lastIndex = from;
  return DATE_HERE.test(text) ? DATE_HERE.lastIndex : -1;
}

function skeletonOf(chunk: string): string {
  if (!TELLING.test(chunk)) return chunk;
  // No text of a rules file has bytes that are not UTF-8.
  if (hasControl(chunk) || (BEYOND_ASCII.test(chunk) && !isUtf8(Buffer.from(chunk, "latin1")))) return VARYING;
  let skeleton = "";
  let at = 0;
  for (const { 0: whole, index } of chunk.matchAll(WHOLE)) {
    skeleton += withoutParts(chunk.slice(at, index)) + VARYING;
    at = index + whole.length;
  }
  return skeleton + withoutParts(chunk.slice(at));
}

const parts = new VaryingParts();

/** The skeleton of a text without paths: the parts that masks hide, and words with digits, are values. */
function withoutParts(text: string): string {
  const bytes = Buffer.from(text, "latin1");
  parts.begin(bytes, 0, bytes.length);
  let skeleton = "";
  let at = 0;
  while (parts.next()) {
    const { from, to, mask } = parts;
    if (mask === MASK_INDEX.n || mask === MASK_INDEX.duration || isJoined(text, from, to)) continue;
    skeleton += ofPieces(text.slice(at, from)) + VARYING;
    at = to;
  }
  return skeleton + ofPieces(text.slice(at));
}

const IN_WORD = new RegExp(`[${WORD_CHARACTERS}]`);
const JOINT = /[.$@-]/;

/** Whether the part is one of a longer word, as of a host's name: then it is no value of its own. */
function isJoined(text: string, from: number, to: number): boolean {
  const isWord = (i: number): boolean => i >= 0 && i < text.length && IN_WORD.test(text[i]!);
  const isJoint = (i: number): boolean => i >= 0 && i < text.length && JOINT.test(text[i]!);
  return isWord(from - 1) || isWord(to) || (isJoint(from - 1) && isWord(from - 2)) || (isJoint(to) && isWord(to + 1));
}

function ofPieces(text: string): string {
  let skeleton = "";
  for (const { 0: piece, 1: numbers, 2: word } of text.matchAll(PIECE))
    skeleton += numbers !== undefined ? VARYING : word !== undefined ? ofWord(word) : piece;
  return skeleton;
}

function ofWord(word: string): string {
  if (!/\d/.test(word) || NAME.test(word)) return word;
  if (HOST.test(word)) return VARYING;
  // A dash after another separator is a sign.
  return `${PREFIX.exec(word)![0].replace(/(?<=[_.$@])-$/, "")}${VARYING}`;
}

/** The text without the blanks at its end. Takes linear time. */
export function withoutEndBlanks(text: string): string {
  return text.replace(/(?<! ) +$/, "");
}

/** Whether a text in Latin-1 has control characters of ASCII other than tabs. */
export function hasControl(text: string): boolean {
  return CONTROL.test(text);
}

const CHUNK = new RegExp(`${DATE}|[^ ]+| +`, "g");

/** The chunks of a text, of which the last may be empty, with the blanks between them. A date is one chunk. */
export function chunksOf(text: string): string[] {
  if (!text.includes(" ")) return [text];
  const chunks = [""];
  for (const [chunk] of text.matchAll(CHUNK)) {
    if (chunk.startsWith(" ")) chunks.push(chunk, "");
    else chunks[chunks.length - 1] += chunk;
  }
  return chunks;
}
