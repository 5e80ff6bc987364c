// Finds the parts of a text that vary by nature: times, ids, addresses and numbers. docs/reference/masks.md defines
// them.

import { byteAt, COLON, DASH, DOT, isAlphanumeric, isDigit, isHexDigit, isSign } from "../bytes/ascii.ts";
import { ESCAPE, EscapeSequences } from "../bytes/escape-sequences.ts";
import { ipEnds, uuidEnds } from "../bytes/identifiers.ts";
import { dateTimeEnds, mayGoOn } from "../date-times/date-time-ends.ts";
import { MAX_DATE_DIGITS } from "../date-times/date-time-forms.ts";

/** What the letters and digits of a word are; a combination says that it has some of each. */
const DIGIT = 1;
/** One of the letters that are hexadecimal digits. */
const HEX_LETTER = 2;
const OTHER_LETTER = 4;
const IN_WORD = DIGIT | HEX_LETTER | OTHER_LETTER;
/** A colon or an escape: no word contains it, but an address or an escape sequence may begin with it. */
const MARK = 8;

/** By byte; 0 for a byte that is in no word and begins nothing. */
const CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (isDigit(byte)) return DIGIT;
  if (isHexDigit(byte)) return HEX_LETTER;
  if (isAlphanumeric(byte)) return OTHER_LETTER;
  return byte === COLON || byte === ESCAPE ? MARK : 0;
});

const ZERO = 0x30;
const CAPITAL_Z = 0x5a;
const SMALL_E = 0x65;
const SMALL_X = 0x78;

const MIN_HEX_LENGTH = 6;
const MAC_PAIRS = 6;
const UUID_START_LENGTH = 8;
const MAX_IPV4_DIGITS = 3;
const MAX_IPV6_DIGITS = 4;

/**
 * The varying parts of a text, from left to right. They do not overlap, and none is in an escape sequence for
 * terminals. Finding all of them takes time linear in the length of the text, and allocates nothing.
 */
export class VaryingParts {
  /** The part that `next` found lies from `from` up to `to`. `mask` is one of `MASK_INDEX`. */
  mask: number = MASK_INDEX.n;
  from = 0;
  to = 0;

  private bytes: Uint8Array = new Uint8Array();
  /** Where the text begins, or goes on after an escape sequence. */
  private start = 0;
  private end = 0;
  /** Where the search goes on. Never inside a word. */
  private at = 0;
  private readonly ends: number[] = [];
  private readonly sequences = new EscapeSequences();

  /** Begins with another text, which must not change until the last part is found. */
  begin(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.at = start;
    this.sequences.begin(bytes, end);
  }

  /** Finds the next part, or returns false if there is none. */
  next(): boolean {
    const { bytes, end } = this;
    let i = this.at;
    while (i < end) {
      const first = CLASSES[bytes[i]!]!;
      if (first === 0) {
        i++;
        continue;
      }
      let stop = i + 1;
      if (first === MARK) {
        if (bytes[i] === ESCAPE) stop = this.afterSequence(i);
        this.at = stop;
        if (this.isAddressStart(i) && this.found(MASK_INDEX.ip, i, this.ipv6End(i))) return true;
      } else {
        let classes = first;
        for (; stop < end; stop++) {
          const found = CLASSES[bytes[stop]!]!;
          if (found === 0 || found === MARK) break;
          classes |= found;
        }
        // Most words begin with a small letter and are not hexadecimal numbers.
        if (first === DIGIT || classes < OTHER_LETTER || bytes[i]! <= CAPITAL_Z) {
          this.at = stop;
          if (this.wordPart(i, stop, classes)) return true;
        }
      }
      i = stop;
    }
    this.at = end;
    return false;
  }

  /** The offset after an escape sequence. What follows is a text of its own, which nothing before it changes. */
  private afterSequence(at: number): number {
    this.start = this.sequences.endOf(at);
    return this.start;
  }

  /** Whether an address may begin with the mark at `at`: the first of two colons. */
  private isAddressStart(at: number): boolean {
    const { bytes, end } = this;
    return bytes[at] === COLON && byteAt(bytes, at + 1, end) === COLON && !this.isInWord(at - 1);
  }

  /** Finds the part that begins with this word. If there is one, the search continues after both. */
  private wordPart(at: number, stop: number, classes: number): boolean {
    if (classes < OTHER_LETTER && this.partFromHexDigit(at, stop, classes)) return true;
    const { bytes } = this;
    const first = bytes[at]!;
    if (isDigit(first)) return this.partFromDigit(at, stop, classes);
    return first <= CAPITAL_Z && this.found(MASK_INDEX.time, at, this.timeEnd(at));
  }

  /** Finds a part that begins with this word, which consists of hexadecimal digits. */
  private partFromHexDigit(at: number, stop: number, classes: number): boolean {
    const { bytes, end } = this;
    const length = stop - at;
    const mark = byteAt(bytes, stop, end);
    const after = byteAt(bytes, stop + 1, end);
    if (mark === DASH && length === UUID_START_LENGTH && this.found(MASK_INDEX.uuid, at, this.uuidEnd(at))) return true;
    if (
      mark === DOT &&
      classes === DIGIT &&
      length <= MAX_IPV4_DIGITS &&
      this.found(MASK_INDEX.ip, at, this.ipv4End(at))
    )
      return true;
    if (isHexDigit(after) && (mark === DASH || mark === COLON) && length === 2 && this.foundPairs(at, mark))
      return true;
    if ((isHexDigit(after) || after === COLON) && mark === COLON && length <= MAX_IPV6_DIGITS) {
      if (this.found(MASK_INDEX.ip, at, this.ipv6End(at))) return true;
    }
    const isHex = length >= MIN_HEX_LENGTH && classes === (DIGIT | HEX_LETTER);
    return isHex && this.timeEnd(at) === -1 && this.found(MASK_INDEX.hex, at, stop);
  }

  /** Finds the time or the number that begins with the digit at `at`. */
  private partFromDigit(at: number, stop: number, classes: number): boolean {
    const digitsEnd = classes === DIGIT ? stop : this.afterDigits(at);
    const mayBeTime = digitsEnd - at <= MAX_DATE_DIGITS && mayGoOn(this.bytes, digitsEnd, this.end);
    if (mayBeTime && this.found(MASK_INDEX.time, at, this.timeEnd(at))) return true;
    const from = this.withSign(at);
    if (digitsEnd === stop) return this.found(MASK_INDEX.n, from, this.afterDecimals(at, stop));
    if (this.isPrefixedHex(at, stop)) return this.found(MASK_INDEX.hex, at, stop);
    const exponent = this.afterExponent(digitsEnd);
    if (exponent !== -1) return this.found(MASK_INDEX.n, from, exponent);
    return !this.hasDigit(digitsEnd, stop) && this.found(MASK_INDEX.n, from, digitsEnd);
  }

  /** Sets the part, unless `to` is -1. */
  private found(mask: number, from: number, to: number): boolean {
    if (to === -1) return false;
    this.mask = mask;
    this.from = from;
    this.to = to;
    if (to > this.at) this.at = to;
    return true;
  }

  private timeEnd(at: number): number {
    return dateTimeEnds(this.bytes, at, this.end, this.ends) > 0 ? this.ends[0]! : -1;
  }

  private uuidEnd(at: number): number {
    return uuidEnds(this.bytes, at, this.end, this.ends) > 0 && !this.isInWord(this.ends[0]!) ? this.ends[0]! : -1;
  }

  /** Finds pairs of hexadecimal digits, joined by `mark`. Six are a MAC address, and more some other binary value. */
  private foundPairs(at: number, mark: number): boolean {
    const { bytes, end } = this;
    let pairs = 0;
    let stop = at;
    for (let i = at; isHexDigit(byteAt(bytes, i, end)) && isHexDigit(byteAt(bytes, i + 1, end)); i = stop + 1) {
      if (this.isInWord(i + 2)) break;
      pairs++;
      stop = i + 2;
      if (byteAt(bytes, stop, end) !== mark) break;
    }
    return pairs >= MAC_PAIRS && this.found(pairs === MAC_PAIRS ? MASK_INDEX.mac : MASK_INDEX.hex, at, stop);
  }

  /** The end of the IPv4 address that begins at `at`, if it is not part of a longer sequence of numbers and dots. */
  private ipv4End(at: number): number {
    const { bytes, end } = this;
    if (this.isAfterNumberAndDot(at) || ipEnds(bytes, at, end, this.ends) === 0) return -1;
    const stop = this.ends[0]!;
    const goesOn = byteAt(bytes, stop, end) === DOT && isDigit(byteAt(bytes, stop + 1, end));
    return this.isInWord(stop) || goesOn ? -1 : stop;
  }

  /**
   * The end of the longest IPv6 address that begins at `at` and ends where a word may end. Names such as `fee::dad` and
   * `std::f64` are not addresses: an address has a digit, and does not follow two colons.
   */
  private ipv6End(at: number): number {
    const { bytes, ends } = this;
    if (at - 2 >= this.start && bytes[at - 1] === COLON && bytes[at - 2] === COLON) return -1;
    const count = ipEnds(bytes, at, this.end, ends);
    for (let i = 0; i < count; i++) if (!this.isInWord(ends[i]!)) return this.hasDigit(at, ends[i]!) ? ends[i]! : -1;
    return -1;
  }

  /** Whether the word is `0x` and hexadecimal digits. */
  private isPrefixedHex(at: number, stop: number): boolean {
    const { bytes } = this;
    if (bytes[at] !== ZERO || stop - at < 3 || (bytes[at + 1]! | 0x20) !== SMALL_X) return false;
    for (let i = at + 2; i < stop; i++) if (!isHexDigit(bytes[i]!)) return false;
    return true;
  }

  /** The end of the number whose whole digits lie from `at` up to `stop`: that of its decimals, if it has any. */
  private afterDecimals(at: number, stop: number): number {
    const { bytes, end } = this;
    if (byteAt(bytes, stop, end) !== DOT || this.isAfterNumberAndDot(at)) return stop;
    const decimals = stop + 1;
    const decimalsEnd = this.afterDigits(decimals);
    // A number with several dots is a version or the like: each of its numbers is masked separately.
    const goesOn = byteAt(bytes, decimalsEnd, end) === DOT && isDigit(byteAt(bytes, decimalsEnd + 1, end));
    if (decimalsEnd === decimals || goesOn) return stop;
    const exponent = this.afterExponent(decimalsEnd);
    if (exponent !== -1) return exponent;
    const wordEnd = this.afterWord(decimalsEnd);
    if (this.hasDigit(decimalsEnd, wordEnd)) return stop;
    // What follows the digits in their word is a unit, with which no part begins.
    this.at = wordEnd;
    return decimalsEnd;
  }

  /** The end of the exponent at `at`, or -1 if there is none that ends with its word. */
  private afterExponent(at: number): number {
    const { bytes, end } = this;
    if ((byteAt(bytes, at, end) | 0x20) !== SMALL_E) return -1;
    const from = isSign(byteAt(bytes, at + 1, end)) ? at + 2 : at + 1;
    const stop = this.afterDigits(from);
    return stop === from || this.isInWord(stop) ? -1 : stop;
  }

  /** Where the number at `at` begins: with its sign, if it has one. */
  private withSign(at: number): number {
    return at > this.start && isSign(this.bytes[at - 1]!) && !this.isInWord(at - 2) ? at - 1 : at;
  }

  private isAfterNumberAndDot(at: number): boolean {
    const { bytes, start } = this;
    return at - 2 >= start && bytes[at - 1] === DOT && isDigit(bytes[at - 2]!);
  }

  private afterDigits(at: number): number {
    let i = at;
    while (i < this.end && isDigit(this.bytes[i]!)) i++;
    return i;
  }

  private afterWord(at: number): number {
    let i = at;
    while (this.isInWord(i)) i++;
    return i;
  }

  private hasDigit(from: number, to: number): boolean {
    for (let i = from; i < to; i++) if (isDigit(this.bytes[i]!)) return true;
    return false;
  }

  /** Whether there is a letter or a digit at `i`. */
  private isInWord(i: number): boolean {
    return i >= this.start && i < this.end && (CLASSES[this.bytes[i]!]! & IN_WORD) !== 0;
  }
}

/** What each mask stands for. */
export const MASK_DESCRIPTIONS = {
  time: "dates and times",
  uuid: "UUIDs",
  ip: "IPv4 and IPv6 addresses",
  mac: "MAC addresses",
  hex: "hexadecimal numbers",
  n: "other numbers",
} as const;

export type MaskName = keyof typeof MASK_DESCRIPTIONS;

export const MASK_NAMES = Object.keys(MASK_DESCRIPTIONS) as readonly MaskName[];

/** The indexes of the names in `MASK_NAMES`. */
export const MASK_INDEX = { time: 0, uuid: 1, ip: 2, mac: 3, hex: 4, n: 5 } as const satisfies Record<MaskName, number>;

const MASKS_OF_TYPES: Readonly<Record<string, `<${MaskName}>`>> = {
  number: "<n>",
  float: "<n>",
  ip: "<ip>",
  uuid: "<uuid>",
  timestamp: "<time>",
  hex: "<hex>",
};

/** What stands in outputs for values of a type that differ from run to run; undefined if they are shown. */
export function maskOfType(type: string | undefined): string | undefined {
  return type === undefined ? undefined : MASKS_OF_TYPES[type];
}
