// The shape of a line: its text without what varies from run to run, coarser than masks. docs/reference/shapes.md
// defines it.

import {
  afterDigits,
  byteAt,
  COLON,
  COMMA,
  DASH,
  DOT,
  isAlphanumeric,
  isCapital,
  isDigit,
  isHexDigit,
  isSmall,
  isWhiteSpace,
  OPENING_BRACKET,
  SLASH,
  SPACE,
} from "../bytes/ascii.ts";
import { colourEnd, ESCAPE } from "../bytes/escape-sequences.ts";
import { uuidEnds } from "../bytes/identifiers.ts";
import { afterIdRun, isIdRun, isPrefixedHex, temporaryPathEnd } from "../bytes/ids.ts";
import { DURATION_UNITS, SIZE_UNITS, unitText } from "../bytes/units.ts";
import { NumberList } from "../collections/numbers.ts";
import { dateTimeEnd } from "../date-times/date-time-ends.ts";

/** What stands in a shape for a value that varies by nature. */
const TIME = Buffer.from("<time>");
const ID = Buffer.from("<id>");
const TEMPORARY_PATH = Buffer.from("<tmp>");
const SIZE = Buffer.from("<size>");
const DURATION = Buffer.from("<duration>");
const ANY_NUMBER = 0x23;

const OPENING: ReadonlySet<number> = new Set([0x28, 0x5b]);

/** Bytes of a word: ASCII letters and digits, and all bytes of other letters. */
const WORD = 1;
const DIGIT = 2;
/** Bytes of an id beside letters and digits. */
const ID_MARK = 4;
/** Bytes that are repeated to draw rules and progress. */
const RULE = 8;
const BLANK = 16;

const CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (isDigit(byte)) return WORD | DIGIT;
  if (isAlphanumeric(byte) || byte >= 0x80) return WORD;
  if (isWhiteSpace(byte)) return BLANK;
  const character = String.fromCharCode(byte);
  return ("+/_-".includes(character) ? ID_MARK : 0) | ("-=*_~.+#!>".includes(character) ? RULE : 0);
});

/** At most this many equal marks in a row tell lines apart. */
const MAX_EQUAL_MARKS = 3;
const MIN_HEX_DIGITS = 6;
/** Numbers after this many in a line are not noted. */
const MAX_NUMBERS = 64;
/** By how many bytes a number may become longer: `1s` becomes `<duration>`. */
const MAX_GROWTH = 8;
/** For longer lines the room is measured, not estimated. */
const MAX_USUAL_BYTES = 64 * 1024;
/** So many pairs of hexadecimal digits, with marks between them, are an address or a fingerprint. */
const MIN_HEX_PAIRS = 6;

/** Words of other lengths without a digit are neither a name in a date nor a part of a UUID or a MAC address. */
const MAX_SPECIAL_LENGTH = 8;
const SPECIAL_LENGTHS = Uint8Array.from({ length: MAX_SPECIAL_LENGTH + 2 }, (_, length) =>
  [2, 3, 4, MAX_SPECIAL_LENGTH].includes(length) ? 1 : 0,
);
/** A letter and four digits are the longest word with which a date begins that has a letter in front. */
const MAX_NAME_BYTES = 5;

const MAX_UNIT_BYTES = 12;
/** Most words behind a number are told from units by their first byte. */
const UNIT_STARTS = new Uint8Array(256);
for (const unit of [...DURATION_UNITS, ...SIZE_UNITS])
  for (const first of [unit, unit.toUpperCase()]) UNIT_STARTS[first.charCodeAt(0)] = 1;

/** Units of one letter follow their number at once, except for seconds. */
const LETTER_S = 0x73;
const CAPITAL_M = 0x4d;

/**
 * Writes shapes, one after the other. Takes time linear in the length of the line. A shape is never much longer than
 * its line.
 */
export class ShapeWriter {
  /** The last shape is `bytes` up to `length`. Valid until the next one. */
  bytes: Buffer = Buffer.allocUnsafeSlow(4096);
  length = 0;
  /**
   * Where the numbers of the last line begin and end in it, each pair for one `#` of the shape. Ids and hexadecimal
   * numbers are two zeros.
   */
  readonly numbers = new NumberList(2 * MAX_NUMBERS);

  private readonly ends: number[] = [];
  /** Where the last duration ends in the shape; -1 if there is none. */
  private durationEnd = -1;

  /**
   * Writes the shape of the text from `start` up to `end`. Returns false, and writes nothing, if there is an escape
   * sequence in it, even one whose escape was lost. `isStripped` says that all were cut.
   */
  write(source: Uint8Array, start: number, end: number, isStripped = false): boolean {
    this.reserve(source, start, end);
    this.numbers.length = 0;
    this.durationEnd = -1;
    const target = this.bytes;
    let at = 0;
    // A run that may be an id begins here, in the line and in the shape.
    let idFrom = start;
    let idAt = 0;
    let isIdChecked = false;
    for (let i = start; i < end; ) {
      const byte = source[i]!;
      const kind = CLASSES[byte]!;
      // What is no part of an id ends a run.
      let endsRun = (kind & (WORD | ID_MARK)) === 0;
      if ((kind & WORD) !== 0) {
        // Most words are copied as they are.
        const wordAt = at;
        const from = i;
        let kinds = 0;
        for (let next = kind; (next & WORD) !== 0; next = i < end ? CLASSES[source[i]!]! : 0) {
          kinds |= next;
          target[at++] = source[i++]!;
        }
        const hasDigit = (kinds & DIGIT) !== 0;
        if (!hasDigit && SPECIAL_LENGTHS[Math.min(i - from, MAX_SPECIAL_LENGTH + 1)] === 0) continue;
        const to = dateEnd(source, from, i, end);
        const hexTo = to === -1 ? this.hexEnd(source, from, i, end) : -1;
        if (to !== -1 || hexTo !== -1) {
          at = to === -1 ? this.putNumber(0, 0, wordAt) : this.put(TIME, wordAt);
          i = Math.max(to, hexTo);
          endsRun = true;
        } else if (hasDigit && !isIdChecked && isId(source, idFrom, afterIdRun(source, idFrom, end, true))) {
          at = this.put(ID, idAt);
          i = afterIdRun(source, idFrom, end, true);
          isIdChecked = true;
        } else if (hasDigit || isHexNumber(source, from, i)) {
          isIdChecked = true;
          at = this.putWord(source, from, i, end, wordAt);
          i = this.after;
        }
      } else if ((kind & BLANK) !== 0) {
        while (i < end && (CLASSES[source[i]!]! & BLANK) !== 0) i++;
        if (i < end) target[at++] = SPACE;
      } else {
        const pathEnd = byte === SLASH && !isInWord(source, i - 1, start) ? temporaryPathEnd(source, i, end) : -1;
        if (pathEnd !== -1) {
          at = this.put(TEMPORARY_PATH, at);
          i = pathEnd;
          continue;
        }
        const isEscape = byte === ESCAPE || (byte === OPENING_BRACKET && colourEnd(source, i, end) !== -1);
        if (isEscape && !isStripped) return false;
        let stop = i + 1;
        if ((kind & RULE) !== 0) while (stop < end && source[stop] === byte) stop++;
        for (let n = Math.min(stop - i, MAX_EQUAL_MARKS); n > 0; n--) {
          if (byte === ANY_NUMBER) at = this.putNumber(0, 0, at);
          else target[at++] = byte;
        }
        i = stop;
      }
      if (endsRun) {
        isIdChecked = false;
        idFrom = i;
        idAt = at;
      }
    }
    this.length = at;
    return true;
  }

  private after = 0;

  /** Writes a word that has digits, and what belongs to it: more numbers, and a unit. Sets `after` behind it. */
  private putWord(source: Uint8Array, from: number, to: number, end: number, begin: number): number {
    const target = this.bytes;
    this.after = to;
    if (isHexNumber(source, from, to)) return this.putNumber(0, 0, begin);
    let stop = to;
    let at = begin;
    let i = from;
    let pairs = 0;
    let pairsAt = at;
    let numbersBefore = 0;
    while (i < stop) {
      if (!isDigit(source[i]!)) {
        // Single letters between numbers are those of an id or of a hexadecimal number.
        const isSingle = i + 1 < stop && isDigit(source[i + 1]!) && (i === from || isDigit(source[i - 1]!));
        if (isSingle && pairs === 0) {
          pairsAt = at;
          numbersBefore = this.numbers.length;
        }
        pairs = isSingle ? pairs + 1 : 0;
        target[at++] = source[i++]!;
        continue;
      }
      const numberFrom = i;
      i = numberEnd(source, i, end);
      if (numberFrom === from) i = exponentEnd(source, i, end);
      if (i > stop) {
        stop = wordEnd(source, i, end);
      }
      const { durationEnd } = this;
      const unitEnd = unitEndOf(source, i, stop, end, at === durationEnd);
      if (unitEnd === -1) {
        if (pairs >= 2) {
          this.numbers.length = numbersBefore;
          at = this.putNumber(0, 0, pairsAt);
        } else at = this.putNumber(numberFrom, i, dropPadding(target, at));
        continue;
      }
      if (unitEnd < 0) at = this.put(SIZE, dropPadding(target, at));
      else if (at === durationEnd || (at - 1 === durationEnd && target[durationEnd] === SPACE)) at = durationEnd;
      else at = this.put(DURATION, dropPadding(target, at));
      if (unitEnd > 0) this.durationEnd = at;
      i = Math.abs(unitEnd);
      pairs = 0;
    }
    this.after = i;
    return at;
  }

  /** The end of the UUID, or of the pairs of hexadecimal digits, that begin with a word; -1 for none. */
  private hexEnd(source: Uint8Array, at: number, stop: number, end: number): number {
    if (stop - at === 2) return hexPairsEnd(source, at, end);
    if (stop - at !== MAX_SPECIAL_LENGTH || byteAt(source, stop, end) !== DASH) return -1;
    const count = uuidEnds(source, at, end, this.ends);
    return count === 0 || isInWord(source, this.ends[0]!, at, end) ? -1 : this.ends[0]!;
  }

  private put(text: Uint8Array, at: number): number {
    for (let i = 0; i < text.length; i++) this.bytes[at + i] = text[i]!;
    return at + text.length;
  }

  /** Writes what stands for a number, which is noted by its place in the line. */
  private putNumber(from: number, to: number, at: number): number {
    if (this.numbers.length < 2 * MAX_NUMBERS) {
      this.numbers.push(from);
      this.numbers.push(to);
    }
    this.bytes[at] = ANY_NUMBER;
    return at + 1;
  }

  /** Makes room for the longest shape: `1s` becomes `<duration>`, which is five bytes for one. */
  private reserve(source: Uint8Array, start: number, end: number): void {
    const length = end - start;
    if (5 * length + MAX_GROWTH <= this.bytes.length) return;
    const isUsual = length <= MAX_USUAL_BYTES;
    const needed = isUsual ? 10 * length : length + MAX_GROWTH * countNumbers(source, start, end);
    if (needed + MAX_GROWTH > this.bytes.length) this.bytes = Buffer.allocUnsafeSlow(needed + MAX_GROWTH);
  }
}

function isInWord(source: Uint8Array, at: number, start: number, end = source.length): boolean {
  return at >= start && at < end && (CLASSES[source[at]!]! & WORD) !== 0;
}

/**
 * The end of the unit of the number that ends at `at`: positive for a duration, negative for a size; -1 for none.
 * The word of the number ends at `stop`. It may follow a duration at once.
 */
function unitEndOf(source: Uint8Array, at: number, stop: number, end: number, isInDuration: boolean): number {
  let from = at;
  if (at === stop) {
    if (byteAt(source, at, end) !== SPACE) return -1;
    from = at + 1;
  }
  if (from >= end || UNIT_STARTS[source[from]!] === 0) return -1;
  let to = from;
  while (to < end && to - from <= MAX_UNIT_BYTES && isUnitByte(source[to]!)) to++;
  if (to - from > MAX_UNIT_BYTES) return -1;
  const next = byteAt(source, to, end);
  if (next !== -1 && (CLASSES[next]! & WORD) !== 0 && !(from === at && isDigit(next))) return -1;
  if (from !== at && to - from === 1 && source[from] !== LETTER_S) return -1;
  const unit = unitText(source, from, to);
  // `512M` is a size. `5m` are minutes, and so are those of `PT1H5M`.
  const isMega = to - from === 1 && source[from] === CAPITAL_M && !isInDuration && !isDigit(next);
  if (!isMega && DURATION_UNITS.has(unit)) return to;
  if (SIZE_UNITS.has(unit) && !isDigit(next)) return -to;
  return -1;
}

function dateEnd(source: Uint8Array, at: number, stop: number, end: number): number {
  return mayBeDate(source, at, stop, end) ? dateTimeEnd(source, at, end) : -1;
}

/** Whether the date-time that may begin with the word from `at` up to `stop` counts: long numbers are mostly none. */
function mayBeDate(source: Uint8Array, at: number, stop: number, end: number): boolean {
  if (!isDigit(source[at]!)) {
    const isShort = isCapital(source[at]!) && stop - at <= MAX_NAME_BYTES;
    return isShort && (byteAt(source, stop, end) === SPACE || byteAt(source, stop, end) === COMMA);
  }
  const width = afterDigits(source, at, stop) - at;
  const next = byteAt(source, at + width + 1, end);
  switch (byteAt(source, at + width, end)) {
    case COLON:
      return width <= 2;
    case DOT:
      return width === 4 || width === 10 || (width === 2 && isDigit(byteAt(source, at + 4, end)));
    case SLASH:
    case DASH:
      return width !== 3 && (isDigit(next) || isCapital(next));
    case SPACE:
      return isCapital(next) ? width <= 2 : isDigit(next) && width >= 4;
    default:
      return width >= 8;
  }
}

/** Whether a word is a hexadecimal number by itself. No English word is eight of its letters. */
function isHexNumber(source: Uint8Array, from: number, stop: number): boolean {
  if (isPrefixedHex(source, from, stop)) return true;
  let hasLetter = false;
  for (let i = from; i < stop; i++) {
    if (!isHexDigit(source[i]!)) return false;
    if (!isDigit(source[i]!)) hasLetter = true;
  }
  return hasLetter && stop - from >= MIN_HEX_DIGITS;
}

/** Whether such a run is an id. Hexadecimal numbers are none: how often their bytes change their kind is chance. */
function isId(source: Uint8Array, from: number, to: number): boolean {
  if (!isIdRun(source, from, to)) return false;
  for (let i = from; i < to; i++) {
    const stop = wordEnd(source, i, to);
    if (!isHexNumber(source, i, stop) && afterDigits(source, i, stop) < stop) return true;
    i = stop;
  }
  return false;
}

function wordEnd(source: Uint8Array, at: number, end: number): number {
  let i = at;
  while (i < end && (CLASSES[source[i]!]! & WORD) !== 0) i++;
  return i;
}

/**
 * The end of the number that begins at `at`, with its further parts after dots, commas and colons. The hexadecimal
 * number of `sha256:1a2b3c` is none of them.
 */
function numberEnd(source: Uint8Array, at: number, end: number): number {
  for (let i = at; ; i++) {
    i = afterDigits(source, i, end);
    const mark = byteAt(source, i, end);
    if ((mark !== 0x2e && mark !== 0x2c && mark !== COLON) || !isDigit(byteAt(source, i + 1, end))) return i;
    if (mark === COLON && isHexNumber(source, i + 1, wordEnd(source, i + 1, end))) return i;
  }
}

/** The end of the exponent behind a number that ends at `at`, if its word ends with it; else `at`. */
function exponentEnd(source: Uint8Array, at: number, end: number): number {
  if ((byteAt(source, at, end) | 0x20) !== 0x65) return at;
  const sign = byteAt(source, at + 1, end);
  const from = sign === 0x2b || sign === 0x2d ? at + 2 : at + 1;
  const i = afterDigits(source, from, end);
  return i === from || (i < end && (CLASSES[source[i]!]! & WORD) !== 0) ? at : i;
}

/** The end of the pairs of hexadecimal digits, joined by one kind of mark, that begin at `at`; -1 if these are few. */
function hexPairsEnd(source: Uint8Array, at: number, end: number): number {
  const mark = byteAt(source, at + 2, end);
  if (mark !== 0x3a && mark !== 0x2d) return -1;
  let pairs = 0;
  for (let i = at; ; i += 3) {
    if (!isHexDigit(byteAt(source, i, end)) || !isHexDigit(byteAt(source, i + 1, end))) break;
    const next = byteAt(source, i + 2, end);
    if (next !== -1 && (CLASSES[next]! & WORD) !== 0) break;
    pairs++;
    if (next !== mark) break;
  }
  return pairs >= MIN_HEX_PAIRS ? at + 3 * pairs - 1 : -1;
}

function countNumbers(source: Uint8Array, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) if (isDigit(source[i]!) && !(i > start && isDigit(source[i - 1]!))) count++;
  return count;
}

/** Where a number goes in the shape: the padding between it and an opening bracket is left out. */
function dropPadding(target: Uint8Array, at: number): number {
  return at >= 2 && target[at - 1] === SPACE && OPENING.has(target[at - 2]!) ? at - 1 : at;
}

function isUnitByte(byte: number): boolean {
  return isSmall(byte | 0x20) || byte >= 0x80;
}
