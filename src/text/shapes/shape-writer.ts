// The shape of a line: its text without what varies from run to run, coarser than masks. docs/reference/shapes.md
// defines it.

import {
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
  SLASH,
  SPACE,
} from "../bytes/ascii.ts";
import { colourEnd, ESCAPE } from "../bytes/escape-sequences.ts";
import { uuidEnds } from "../bytes/identifiers.ts";
import { afterIdRun, isIdRun, isPrefixedHex, temporaryPathEnd } from "../bytes/ids.ts";
import { DURATION_UNITS, SIZE_UNITS, unitText } from "../bytes/units.ts";
import { NumberList } from "../collections/numbers.ts";
import { dateTimeEnds, isDateTimeStart } from "../date-times/date-time-ends.ts";

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
    // A word that may be an id begins here, in the line and in the shape.
    let idFrom = start;
    let idAt = 0;
    let isIdChecked = false;
    for (let i = start; i < end; ) {
      const byte = source[i]!;
      const kind = CLASSES[byte]!;
      if ((kind & WORD) !== 0) {
        // Most words are copied as they are.
        const wordAt = at;
        let stop = i;
        let kinds = 0;
        for (let next = kind; (next & WORD) !== 0; next = stop < end ? CLASSES[source[stop]!]! : 0) {
          kinds |= next;
          target[at++] = source[stop++]!;
        }
        if ((kinds & DIGIT) === 0 && SPECIAL_LENGTHS[Math.min(stop - i, MAX_SPECIAL_LENGTH + 1)] === 0) {
          i = stop;
          continue;
        }
        at = wordAt;
        const dateEnd = this.dateEnd(source, i, stop, end);
        if (dateEnd !== -1) {
          at = this.put(TIME, at);
          i = dateEnd;
          idFrom = i;
          idAt = at;
          isIdChecked = false;
          continue;
        }
        if (stop - i === 2 || stop - i === 8) {
          const hexEnd = stop - i === 2 ? hexPairsEnd(source, i, end) : this.uuidEnd(source, i, stop, end);
          if (hexEnd !== -1) {
            target[at++] = ANY_NUMBER;
            this.note(0, 0);
            i = hexEnd;
            idFrom = i;
            idAt = at;
            isIdChecked = false;
            continue;
          }
        }
        if ((kinds & DIGIT) === 0) {
          at += stop - i;
          i = stop;
          continue;
        }
        if (!isIdChecked) {
          isIdChecked = true;
          const idEnd = afterIdRun(source, idFrom, end, true);
          if (isIdRun(source, idFrom, idEnd)) {
            at = this.put(ID, idAt);
            i = idEnd;
            continue;
          }
        }
        at = this.putWord(source, i, stop, end, at);
        i = this.after;
        continue;
      }
      if ((kind & BLANK) !== 0) {
        i++;
        while (i < end && (CLASSES[source[i]!]! & BLANK) !== 0) i++;
        if (i < end) target[at++] = SPACE;
        isIdChecked = false;
        idFrom = i;
        idAt = at;
        continue;
      }
      if (byte === SLASH) {
        const pathEnd = temporaryPathEnd(source, i, end);
        if (pathEnd !== -1 && !(i > start && (CLASSES[source[i - 1]!]! & WORD) !== 0)) {
          at = this.put(TEMPORARY_PATH, at);
          i = pathEnd;
          continue;
        }
      }
      if ((byte === ESCAPE || (byte === 0x5b && colourEnd(source, i, end) !== -1)) && !isStripped) return false;
      let stop = i + 1;
      if ((kind & RULE) !== 0) while (stop < end && source[stop] === byte) stop++;
      const count = Math.min(stop - i, MAX_EQUAL_MARKS);
      for (let n = 0; n < count; n++) {
        target[at++] = byte;
        if (byte === ANY_NUMBER) this.note(0, 0);
      }
      i = stop;
      if ((kind & ID_MARK) === 0) {
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
  private putWord(source: Uint8Array, from: number, stop: number, end: number, begin: number): number {
    const target = this.bytes;
    let at = begin;
    const whole = wholeNumberEnd(source, from, stop);
    if (whole !== -1) {
      this.after = whole;
      target[at++] = ANY_NUMBER;
      this.note(0, 0);
      return at;
    }
    let i = from;
    let pairs = 0;
    let pairsAt = at;
    let numbersBefore = 0;
    while (i < stop) {
      if (!isDigit(source[i]!)) {
        // Single letters between numbers are those of an id or of a hexadecimal number.
        if (i + 1 < stop && isDigit(source[i + 1]!) && (i === from || isDigit(source[i - 1]!))) {
          if (pairs === 0) {
            pairsAt = at;
            numbersBefore = this.numbers.length;
          }
          pairs++;
        } else pairs = 0;
        target[at++] = source[i++]!;
        continue;
      }
      const numberFrom = i;
      i = numberEnd(source, i, end);
      if (numberFrom === from) i = exponentEnd(source, i, end);
      if (i > stop) {
        stop = i;
        while (stop < end && (CLASSES[source[stop]!]! & WORD) !== 0) stop++;
      }
      const unitEnd = this.unitEnd(source, i, stop, end, at === this.durationEnd);
      if (unitEnd > 0 || unitEnd < -1) {
        const isDuration = unitEnd > 0;
        if (
          isDuration &&
          this.durationEnd >= 0 &&
          at - this.durationEnd <= 1 &&
          isBlankOrNothing(target, this.durationEnd, at)
        ) {
          at = this.durationEnd;
        } else {
          at = this.put(isDuration ? DURATION : SIZE, dropPadding(target, at));
          if (isDuration) this.durationEnd = at;
        }
        i = Math.abs(unitEnd);
        pairs = 0;
        if (i >= stop) break;
        continue;
      }
      if (pairs >= 2) {
        at = pairsAt;
        this.numbers.length = numbersBefore;
        this.note(0, 0);
      } else {
        at = dropPadding(target, at);
        this.note(numberFrom, i);
      }
      target[at++] = ANY_NUMBER;
    }
    this.after = i;
    return at;
  }

  /**
   * The end of the unit of the number that ends at `at`: positive for a duration, negative for a size; -1 for none.
   * The word of the number ends at `stop`. It may follow a duration at once.
   */
  private unitEnd(source: Uint8Array, at: number, stop: number, end: number, isInDuration: boolean): number {
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

  private dateEnd(source: Uint8Array, at: number, stop: number, end: number): number {
    if (!isDateTimeStart(source[at]!) || !mayBeDate(source, at, stop, end)) return -1;
    return dateTimeEnds(source, at, end, this.ends) > 0 ? this.ends[0]! : -1;
  }

  private uuidEnd(source: Uint8Array, at: number, stop: number, end: number): number {
    if (byteAt(source, stop, end) !== DASH || uuidEnds(source, at, end, this.ends) === 0) return -1;
    const to = this.ends[0]!;
    return to < end && (CLASSES[source[to]!]! & WORD) !== 0 ? -1 : to;
  }

  private put(text: Uint8Array, at: number): number {
    const target = this.bytes;
    for (let i = 0; i < text.length; i++) target[at + i] = text[i]!;
    return at + text.length;
  }

  private note(from: number, to: number): void {
    if (this.numbers.length >= 2 * MAX_NUMBERS) return;
    this.numbers.push(from);
    this.numbers.push(to);
  }

  private reserve(source: Uint8Array, start: number, end: number): void {
    const length = end - start;
    // `1s` becomes `<duration>`: five bytes for one.
    if (5 * length + MAX_GROWTH <= this.bytes.length) return;
    if (length <= MAX_USUAL_BYTES) this.bytes = Buffer.allocUnsafeSlow(10 * length + MAX_GROWTH);
    else {
      const needed = length + MAX_GROWTH * (countNumbers(source, start, end) + 1);
      if (needed > this.bytes.length) this.bytes = Buffer.allocUnsafeSlow(needed);
    }
  }
}

/** Whether a date-time may begin with the word from `at` up to `stop`. */
function mayBeDate(source: Uint8Array, at: number, stop: number, end: number): boolean {
  if (!isDigit(source[at]!)) {
    const after = byteAt(source, stop, end);
    return stop - at <= MAX_NAME_BYTES && (after === SPACE || after === COMMA);
  }
  let i = at + 1;
  while (i < stop && isDigit(source[i]!)) i++;
  const digits = i - at;
  const mark = byteAt(source, i, end);
  const next = byteAt(source, i + 1, end);
  switch (mark) {
    case COLON:
      return digits <= 2 && byteAt(source, i + 3, end) === COLON;
    case DOT:
      return digits === 4 || digits === 10 || (digits === 2 && isDigit(byteAt(source, i + 2, end)));
    case SLASH:
    case DASH:
      return digits !== 3 && (isDigit(next) || isCapital(next));
    case SPACE:
      return isCapital(next) ? digits <= 2 : isDigit(next) && digits >= 4;
    default:
      return digits >= 8;
  }
}

/** The end of the hexadecimal number that the word from `from` up to `stop` is; -1 if it is none. */
function wholeNumberEnd(source: Uint8Array, from: number, stop: number): number {
  if (isPrefixedHex(source, from, stop)) return stop;
  if (stop - from < MIN_HEX_DIGITS) return -1;
  let hasLetter = false;
  for (let i = from; i < stop; i++) {
    const byte = source[i]!;
    if (!isHexDigit(byte)) return -1;
    if (!isDigit(byte)) hasLetter = true;
  }
  return hasLetter ? stop : -1;
}

/** The end of the number that begins at `at`, with its further parts after dots, commas and colons. */
function numberEnd(source: Uint8Array, at: number, end: number): number {
  let i = at;
  for (;;) {
    while (i < end && isDigit(source[i]!)) i++;
    const mark = byteAt(source, i, end);
    if ((mark !== 0x2e && mark !== 0x2c && mark !== 0x3a) || !isDigit(byteAt(source, i + 1, end))) return i;
    i++;
  }
}

/** The end of the exponent behind a number that ends at `at`, if its word ends with it; else `at`. */
function exponentEnd(source: Uint8Array, at: number, end: number): number {
  if ((byteAt(source, at, end) | 0x20) !== 0x65) return at;
  const sign = byteAt(source, at + 1, end);
  const from = sign === 0x2b || sign === 0x2d ? at + 2 : at + 1;
  let i = from;
  while (i < end && isDigit(source[i]!)) i++;
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

function isBlankOrNothing(target: Uint8Array, from: number, to: number): boolean {
  return from === to || target[from] === SPACE;
}

function isUnitByte(byte: number): boolean {
  return isSmall(byte | 0x20) || byte >= 0x80;
}
