// Ids in lines of unknown formats. An id is known by its form: a UUID, a hexadecimal number, a token, a mixed word of
// letters and digits, all with the words that are joined to them, and a word with a number of three digits at its end;
// or by its key, such as `id` or `order_id`, if it has a digit.

import {
  COLON,
  DASH,
  DOT,
  digitsStart,
  EQUALS,
  isAlphanumeric,
  isCapital,
  isDigit,
  isSmall,
  QUOTE,
  SPACE,
  UNDERSCORE,
} from "../bytes/ascii.ts";
import { afterIdRun, isIdByte, isPrefixedHex } from "../bytes/ids.ts";
import { MASK_INDEX, VaryingParts } from "../masks/varying-parts.ts";

const [LETTER_I, LETTER_D, CAPITAL_I] = [..."idI"].map((letter) => letter.charCodeAt(0));

/** Fewer digits at the end of a word tell one of a few things of a kind: `worker-12`, `app2`. */
const MIN_LAST_DIGITS = 3;
/** A longer key is none. */
const MAX_KEY_BYTES = 64;
const MAX_VALUE_BYTES = 64;

/** What masks hide that is an id wherever it stands. */
const FORMS: ReadonlySet<number> = new Set([MASK_INDEX.uuid, MASK_INDEX.hex, MASK_INDEX.id, MASK_INDEX.token]);

/** The ids of a line, from left to right. They do not overlap. Finding all takes time linear in the line's length. */
export class LineIds {
  /** The id that `next` found is here from `from` up to `to`. One known by its key alone has it before it: `id=7`. */
  bytes: Buffer = Buffer.alloc(0);
  from = 0;
  to = 0;

  /** Where it is in the line. */
  placeFrom = 0;
  placeTo = 0;

  private readonly parts = new VaryingParts();
  private readonly keyed: Buffer = Buffer.alloc(MAX_KEY_BYTES + MAX_VALUE_BYTES + 1);
  private line: Buffer = this.bytes;
  private start = 0;
  private end = 0;
  private at = 0;

  /** Begins with another line, which must not change until the last id is found. */
  begin(bytes: Buffer, start: number, end: number): void {
    this.parts.begin(bytes, start, end);
    this.line = bytes;
    this.start = start;
    this.end = end;
    this.at = start;
  }

  /** Finds the next id, or returns false if there is none. */
  next(): boolean {
    const { parts, line: bytes, end } = this;
    while (parts.next()) {
      const { mask } = parts;
      if (parts.from < this.at || (mask !== MASK_INDEX.n && !FORMS.has(mask))) continue;
      let { from, to } = parts;
      // A UUID or a token is whole.
      if (mask !== MASK_INDEX.uuid && mask !== MASK_INDEX.token) {
        while (from > this.at && isIdByte(bytes[from - 1]!, false)) from--;
        to = Math.max(to, afterIdRun(bytes, to, end, false));
      }
      this.at = to;
      while (from < to && !isAlphanumeric(bytes[from]!)) from++;
      while (to > from && mask !== MASK_INDEX.id && !isAlphanumeric(bytes[to - 1]!)) to--;
      if (isPrefixedHex(bytes, from, to)) continue;
      this.placeFrom = from;
      this.placeTo = to;
      if (FORMS.has(mask) || isNumberedWord(bytes, from, to)) return this.found(bytes, from, to);
      if (this.foundByKey(bytes, from, to)) return true;
    }
    return false;
  }

  /** The id in Latin-1. */
  get text(): string {
    return this.bytes.toString("latin1", this.from, this.to);
  }

  private found(bytes: Buffer, from: number, to: number): true {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    return true;
  }

  /** Finds the value as an id if its key says so. The key may have quotes. */
  private foundByKey(bytes: Uint8Array, from: number, to: number): boolean {
    const { start, keyed } = this;
    let i = from - 1;
    if (i > start && bytes[i] === QUOTE) i--;
    while (i > start && bytes[i] === SPACE) i--;
    if (i <= start || (bytes[i] !== EQUALS && bytes[i] !== COLON)) return false;
    i--;
    while (i > start && bytes[i] === SPACE) i--;
    if (i > start && bytes[i] === QUOTE) i--;
    const keyEnd = i + 1;
    while (i >= start && keyEnd - i <= MAX_KEY_BYTES && isKeyByte(bytes[i]!)) i--;
    const keyFrom = i + 1;
    if (to - from > MAX_VALUE_BYTES || !saysId(bytes, keyFrom, keyEnd)) return false;
    keyed.set(bytes.subarray(keyFrom, keyEnd));
    const length = keyEnd - keyFrom;
    keyed[length] = EQUALS;
    keyed.set(bytes.subarray(from, to), length + 1);
    return this.found(keyed, 0, length + 1 + to - from);
  }
}

function isKeyByte(byte: number): boolean {
  return isIdByte(byte, false) || byte === DOT;
}

/** Whether a key is `id`, or ends with it as a word: `order_id`, `jobId`. */
function saysId(bytes: Uint8Array, from: number, to: number): boolean {
  const [i, d] = [bytes[to - 2]!, bytes[to - 1]!];
  if (to - from < 2 || (d | 0x20) !== LETTER_D || (i | 0x20) !== LETTER_I) return false;
  if (to - from === 2) return true;
  const before = bytes[to - 3]!;
  return before === UNDERSCORE || before === DASH || before === DOT || (i === CAPITAL_I && isSmall(before));
}

/** Whether the text begins with a letter and ends with three digits or more. */
function isNumberedWord(bytes: Uint8Array, from: number, to: number): boolean {
  const digitsFrom = digitsStart(bytes, from, to);
  return digitsFrom > from && to - digitsFrom >= MIN_LAST_DIGITS && !isDigit(bytes[from]!);
}

/** A longer text that is joined is no id. So searching for its end takes bounded time. */
const MAX_JOINED_BYTES = 256;

/**
 * The end of the id that begins at `at` or, if `length` bytes from there on are known to be of it, behind these. It
 * ends with a letter or a digit.
 */
export function idEnd(bytes: Uint8Array, at: number, length: number, end: number): number {
  let to = afterIdRun(bytes, at + length, Math.min(end, at + length + MAX_JOINED_BYTES), false);
  while (to > at + length && !isAlphanumeric(bytes[to - 1]!)) to--;
  return to;
}

/** Whether an id may begin at `at`, perhaps after others that it is joined to. */
export function isIdBegun(bytes: Uint8Array, at: number, start: number): boolean {
  return at === start || !isAlphanumeric(bytes[at - 1]!) || !isAlphanumeric(bytes[at]!);
}

/** Whether an id that begins at `at` is joined to nothing before it. */
export function isWholeId(bytes: Uint8Array, at: number, start: number): boolean {
  return at === start || !isIdByte(bytes[at - 1]!, false);
}

/** Whether the id from `at` up to `to` ends there, and is not joined to what follows. */
export function isIdEnded(bytes: Uint8Array, at: number, to: number, end: number): boolean {
  return !isAlphanumeric(bytes[to - 1]!) || idEnd(bytes, at, to - at, end) === to;
}

const FACTOR = 0x01000193;
const NUMBER_SIGN = 0x23;

/**
 * A number for ids that are alike: their words without digits are equal and so are the marks between them, and if there
 * is no such word, they have the same length.
 */
export function idKind(bytes: Uint8Array, from: number, to: number): number {
  let kind = 0;
  let hasName = false;
  for (let i = from; i < to; ) {
    const wordFrom = i;
    let hasDigit = false;
    for (; i < to && isAlphanumeric(bytes[i]!); i++) if (isDigit(bytes[i]!)) hasDigit = true;
    // The groups of a UUID may be without digits, too. Ids are rarely written in both cases.
    const isName = i - wordFrom > 1 && !hasDigit && !isHexGroup(bytes, wordFrom, i);
    if (isName) {
      hasName = true;
      for (let k = wordFrom; k < i; k++) kind = Math.imul(kind, FACTOR) ^ bytes[k]!;
    } else if (i > wordFrom) kind = Math.imul(kind, FACTOR) ^ NUMBER_SIGN;
    if (i < to) kind = Math.imul(kind, FACTOR) ^ bytes[i++]!;
  }
  return hasName ? kind : Math.imul(kind, FACTOR) ^ (to - from);
}

/** Whether these letters may be a group of four or twelve hexadecimal digits. */
function isHexGroup(bytes: Uint8Array, from: number, to: number): boolean {
  if (to - from < 4) return false;
  for (let i = from; i < to; i++) {
    const small = bytes[i]! | 0x20;
    if (small < 0x61 || small > 0x66 || isCapital(bytes[i]!) !== isCapital(bytes[from]!)) return false;
  }
  return true;
}

/** How many bytes say where an id stands. */
const MAX_CONTEXT_BYTES = 24;

/**
 * A number for where an id stands: the marks right before it, and the word before these if it has no digit. Ids that
 * stand after the same key, or at the same place of a header, have the same one.
 */
export function idContext(bytes: Uint8Array, at: number, start: number): number {
  const least = Math.max(start, at - MAX_CONTEXT_BYTES);
  let context = 0;
  let i = at - 1;
  for (; i >= least && !isAlphanumeric(bytes[i]!); i--) context = Math.imul(context, FACTOR) ^ bytes[i]!;
  let word = context;
  for (; i >= least && isAlphanumeric(bytes[i]!); i--) {
    if (isDigit(bytes[i]!)) return Math.imul(context, FACTOR) ^ NUMBER_SIGN;
    word = Math.imul(word, FACTOR) ^ bytes[i]!;
  }
  return word;
}
