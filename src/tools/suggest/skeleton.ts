// The skeleton of a text: its words and punctuation, with one sign for each part that looks like a value. Lines with
// the same skeleton most likely come from the same statement of a program.

import { isUtf8 } from "../../text/bytes/utf8.ts";
import { dateTimeEnds } from "../../text/date-times/date-time-ends.ts";
import { MAX_DATE_DIGITS } from "../../text/date-times/date-time-forms.ts";
import { MASK_INDEX, VaryingParts } from "../../text/masks/varying-parts.ts";

/**
 * The characters of words, for the brackets of a regular expression. Texts are in Latin-1, where bytes beyond ASCII are
 * letters.
 */
export const WORD_CHARACTERS = "A-Za-z0-9_\\x80-\\xff";

/** The source of an expression for a word. Dots, dashes and `@` may be inside of it, and `$` also at its end. */
export const WORD_EXPRESSION = `[${WORD_CHARACTERS}](?:[${WORD_CHARACTERS}.$@-]*[${WORD_CHARACTERS}$])?`;

/** Stands for a varying part. Control characters of a log are varying parts themselves, so no literal has this one. */
export const VARYING = "\0";

/** The longest text that is taken apart. What comes after it varies. */
const MAX_LENGTH = 8192;

/** How many different chunks are remembered. Most chunks of a log occur again and again. */
const MAX_CHUNKS = 100_000;
const MAX_CHUNK_LENGTH = 256;

const URL = "[A-Za-z][A-Za-z0-9+.-]{0,31}://[^\\s\"'<>,;)\\]}|]*[^\\s\"'<>,;)\\]}|.:!?]";
const IN_PATH = '(?:(?!\\\\")[^\\s,;:\'"()\\[\\]{}<>=|])';
/**
 * A path begins a word and has a dot, a digit or a second slash, or begins what blanks or quotes surround. A slash
 * before an IPv4 address begins none.
 */
const PATH = `(?:(?<![^\\s"'])/(?=[A-Za-z_])|(?:[A-Za-z]:)?[/\\\\](?!\\d+\\.\\d+\\.\\d+\\.\\d)(?=${IN_PATH}*[.\\d/\\\\]))${IN_PATH}+(?:(?<=[?][^\\s?]*)=[^\\s"'<>]*)?`;
const JOINED_NAMES = "[\\w.$-]{1,255}(?:[/\\\\][\\w.$@%+~-]+){2,}";
/** Relative paths, such as `a/b/c.txt`: with a digit, or at least three slashes. */
const RELATIVE_PATH = `(?=[\\w.$-]{1,255}[/\\\\]${IN_PATH}*(?:\\d|[/\\\\][^\\s/\\\\]*[/\\\\]))${JOINED_NAMES}`;
/** A host and a port. */
const HOST_PORT = "(?:[A-Za-z0-9_-]{1,63}\\.){2,9}[a-z]{2,63}(?=:\\d)";
const NUMBERS = `[+-]?\\d+(?:[.,:/x-]+\\d+)*(?![${WORD_CHARACTERS}]|[.@-]+[A-Za-z_])`;

const NOT_INSIDE = "(?<![A-Za-z0-9])";
/** What is one value as a whole, whatever values are in it. */
const WHOLE = new RegExp(`${NOT_INSIDE}(?:${URL}|${PATH}|${RELATIVE_PATH}|${HOST_PORT})`, "g");
const PIECE = new RegExp(`(?<![A-Za-z0-9\\x80-\\xff])(${NUMBERS})|(${WORD_EXPRESSION})|[\\s\\S]`, "gy");
/** Where a date-time may begin. */
const DATE_START = new RegExp(
  `(?<![A-Za-z0-9])(?:\\d{1,${MAX_DATE_DIGITS}}(?![\\dA-Za-z])|[A-Z][a-z]{2})(?=[-/:. ,T])`,
  "g",
);

/**
 * Values with blanks in them: the request of an access log, and the name of a client with its products and comments, as
 * RFC 9110 has them.
 */
const PRODUCT = "[A-Za-z][A-Za-z0-9_.-]{0,63}/\\d[A-Za-z0-9_.+-]{0,63}";
const COMMENT = '\\([^()"]{1,256}\\)';
const WITH_BLANKS = new RegExp(
  `(?<=")([A-Z]{3,20}) [^\\s"]+ (?=HTTP/\\d)|(?<![A-Za-z0-9/._-])${PRODUCT} ${COMMENT}(?: (?:${PRODUCT}|${COMMENT}))*`,
  "g",
);

const QUOTED = /"[^"]*"|^[^"]*"$|^HTTP\/\0"/g;
const WORD_OF_MESSAGE = /[A-Za-z]{2}/;

/** After what looks like a time: it is part of an address. */
const GOES_ON = /^[:-][0-9A-Za-z]/;

const HEX_DIGITS = /^[0-9a-fA-F]+$/;
const HOST = /^(?:[A-Za-z0-9_-]+\.)+[a-z]{2,}$/;
const PREFIX = /^(?:[^0-9_.$@-]+[_.$@-]+)*/;

/** What a byte says about its chunk: nothing, that the chunk ends here, or that it may hold a value. */
const PLAIN = 0;
const BLANK = 1;
const TELLING = 2;

const TAB = 0x09;
const DELETE = 0x7f;

/** Whether a byte is a control character of ASCII other than a tab. */
function isControl(byte: number): boolean {
  return (byte < 0x20 && byte !== TAB) || byte === DELETE;
}

const FIRST_BEYOND_ASCII = 0x80;
const BEYOND_ASCII = /[\x80-\xff]/;

const CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte === 0x20) return BLANK;
  return isControl(byte) || byte >= FIRST_BEYOND_ASCII || /[0-9/\\@:]/.test(String.fromCharCode(byte))
    ? TELLING
    : PLAIN;
});

/** Chunks of these bytes that have a digit at both ends are one value: numbers, and what is made of them. */
const NUMBER_CHUNK = /^\d(?:[\d.,:/x-]*\d)?$/;
/** A number or a name, perhaps after a key. It is taken apart as other chunks are, in a fraction of the time. */
const SIMPLE_CHUNK = /^([A-Za-z_-]+=)?(?:(\d+)|([A-Za-z_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?))$/;
/** UUIDs and MAC addresses, which may look like names, have these lengths. */
const ID_LENGTHS = new Set([36, 17]);
/** A chunk with more digits hardly ever comes again. */
const MAX_REMEMBERED_DIGITS = 4;

/** Makes skeletons of texts. */
export class Skeletons {
  private readonly ends: number[] = [];
  private chunks = new Map<string, string>();

  /** The skeleton of a text without line breaks, in Latin-1. */
  readonly ofMessage = (text: string): string => {
    const bytes = Buffer.from(text, "latin1");
    return this.of(bytes, 0, bytes.length);
  };

  /** The skeleton of the bytes from `from` up to `to`, in Latin-1. Takes time linear in their number. */
  of(bytes: Buffer, from: number, to: number): string {
    // The varying part at the end may be empty. The blanks before it would then end the line, and no literal ends with
    // blanks.
    if (to - from > MAX_LENGTH) return `${withoutEndBlanks(this.of(bytes, from, from + MAX_LENGTH))}${VARYING}`;
    const text = bytes.toString("latin1", from, to);
    if (!text.includes("/")) return this.withDates(text, bytes, from, to);
    const others: string[] = [];
    const wholes: (string | undefined)[] = [];
    let at = 0;
    for (const { index, 0: whole, 1: method } of text.matchAll(WITH_BLANKS)) {
      others.push(this.withDates(text.slice(at, index), bytes, from + at, from + index));
      wholes.push(method);
      at = index + whole.length;
    }
    others.push(this.withDates(at === 0 ? text : text.slice(at), bytes, from + at, to));
    // Of a row of values, the method is one; in a message it is a word.
    const isRow = !WORD_OF_MESSAGE.test(others.map((part) => part.replace(QUOTED, "")).join(VARYING));
    return others.reduce((all, part, i) => {
      const method = wholes[i - 1];
      return `${all}${method === undefined ? "" : `${isRow ? VARYING : method} `}${VARYING}${method === undefined ? "" : " "}${part}`;
    });
  }

  /** The skeleton of a text, which is that of these bytes. */
  private withDates(text: string, bytes: Buffer, from: number, to: number): string {
    let skeleton = "";
    let at = 0;
    for (const { index } of text.matchAll(DATE_START)) {
      if (index < at || dateTimeEnds(bytes, from + index, to, this.ends) === 0) continue;
      if (GOES_ON.test(text.slice(this.ends[0]! - from, this.ends[0]! - from + 2))) continue;
      skeleton += `${this.ofText(text, at, index)}${VARYING}`;
      at = this.ends[0]! - from;
    }
    return skeleton + this.ofText(text, at, text.length);
  }

  /**
   * The skeleton of part of a text without date-times. A text without a byte that may belong to a value is its own
   * skeleton.
   */
  private ofText(text: string, from: number, to: number): string {
    let skeleton = "";
    let done = from;
    let chunk = from;
    let isTelling = false;
    for (let i = from; i <= to; i++) {
      const byteClass = i === to ? BLANK : CLASSES[text.charCodeAt(i)]!;
      if (byteClass === PLAIN) continue;
      if (byteClass === TELLING) {
        isTelling = true;
        continue;
      }
      if (isTelling) {
        skeleton += text.slice(done, chunk) + this.ofChunk(text.slice(chunk, i));
        done = i;
        isTelling = false;
      }
      chunk = i + 1;
    }
    return done === 0 && to === text.length ? text : skeleton + text.slice(done, to);
  }

  private ofChunk(chunk: string): string {
    if (NUMBER_CHUNK.test(chunk)) return VARYING;
    const [, key = "", number, word] = SIMPLE_CHUNK.exec(chunk) ?? [];
    if (number !== undefined) return `${key}${VARYING}`;
    if (word !== undefined && !ID_LENGTHS.has(word.length)) return `${key}${ofWord(word)}`;
    if (chunk.length > MAX_CHUNK_LENGTH || digitCount(chunk) > MAX_REMEMBERED_DIGITS) return skeletonOf(chunk);
    let skeleton = this.chunks.get(chunk);
    if (skeleton === undefined) {
      skeleton = skeletonOf(chunk);
      if (this.chunks.size === MAX_CHUNKS) this.chunks = new Map();
      this.chunks.set(chunk, skeleton);
    }
    return skeleton;
  }
}

function digitCount(chunk: string): number {
  let count = 0;
  for (let i = 0; i < chunk.length; i++) if ((chunk.charCodeAt(i) - 0x30) >>> 0 < 10) count++;
  return count;
}

function skeletonOf(chunk: string): string {
  // Texts with control characters do not belong in rules, and bytes that are not UTF-8 cannot be in them.
  if (hasControl(chunk) || (BEYOND_ASCII.test(chunk) && !isUtf8(Buffer.from(chunk, "latin1")))) return VARYING;
  let skeleton = "";
  let at = 0;
  for (const { 0: whole, index } of chunk.matchAll(WHOLE)) {
    skeleton += withoutParts(chunk.slice(at, index)) + VARYING;
    at = index + whole.length;
  }
  return skeleton + withoutParts(chunk.slice(at));
}

const JOINED_BEHIND = new RegExp(`^[.$@-]*[${WORD_CHARACTERS}]`);
const JOINED_BEFORE = new RegExp(`[${WORD_CHARACTERS}][.$@-]?$`);
const parts = new VaryingParts();

/** The skeleton of a text without paths: the parts that masks hide, and words with digits, are values. */
function withoutParts(text: string): string {
  const bytes = Buffer.from(text, "latin1");
  parts.begin(bytes, 0, bytes.length);
  let skeleton = "";
  let at = 0;
  while (parts.next()) {
    if (parts.mask === MASK_INDEX.n || parts.mask === MASK_INDEX.duration) continue;
    // A part of a longer word, as of a host's name, is no value of its own.
    if (
      JOINED_BEHIND.test(text.slice(parts.to)) ||
      JOINED_BEFORE.test(text.slice(Math.max(at, parts.from - 2), parts.from))
    )
      continue;
    skeleton += ofPieces(text.slice(at, parts.from)) + VARYING;
    at = parts.to;
  }
  return skeleton + ofPieces(text.slice(at));
}

function ofPieces(text: string): string {
  let skeleton = "";
  for (const { 0: piece, 1: numbers, 2: word } of text.matchAll(PIECE))
    skeleton += numbers !== undefined ? VARYING : word !== undefined ? ofWord(word) : piece;
  return skeleton;
}

/** The text without the blanks at its end. Takes linear time. */
export function withoutEndBlanks(text: string): string {
  return text.replace(/(?<! ) +$/, "");
}

/** Whether a text in Latin-1 has control characters of ASCII other than tabs. */
export function hasControl(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (isControl(text.charCodeAt(i))) return true;
  return false;
}

/** A name that goes on behind a short number, such as `ext3_dirty_inode` or `log4j`. */
const NAME = /^[A-Za-z_]{2,}\d{1,2}_?[A-Za-z][A-Za-z_]*$/;

function ofWord(word: string): string {
  if (!/\d/.test(word) || (NAME.test(word) && !HEX_DIGITS.test(word))) return word;
  if (HOST.test(word)) return VARYING;
  // A dash after another separator is a sign.
  return `${PREFIX.exec(word)![0].replace(/(?<=[_.$@])-$/, "")}${VARYING}`;
}
