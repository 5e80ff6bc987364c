// Finds the parts of a text that vary by nature: times, ids, addresses and numbers. docs/reference/masks.md defines
// them.

import {
  AT_SIGN,
  byteAt,
  COLON,
  COMMA,
  DASH,
  DOT,
  isAlphanumeric,
  isCapital,
  isDigit,
  isHexDigit,
  isSign,
  SLASH,
  SMALL_E,
  SMALL_V,
  ZERO,
} from "../bytes/ascii.ts";
import { ESCAPE, EscapeSequences } from "../bytes/escape-sequences.ts";
import { ipEnds, uuidEnds } from "../bytes/identifiers.ts";
import {
  afterIdRun,
  afterPadding,
  domainEnd,
  isIdByte,
  isIdRun,
  isIdWord,
  isMailByte,
  isPrefixedHex,
  MIN_RUN_BYTES,
  temporaryPathEnd,
  tokenEnd,
} from "../bytes/ids.ts";
import { durationEnd } from "../bytes/units.ts";
import { dateTimeEnds, mayGoOn } from "../date-times/date-time-ends.ts";
import { beginsName, NAME_STARTS } from "../date-times/names.ts";
import { HexRow } from "./hex-row.ts";
import { escapeEnd, hasDecimals, isFourPartVersion, isNumberEnd, isWordStart, newsEnd, saysNothing } from "./news.ts";

/** What the letters and digits of a word are; a combination says that it has some of each. */
export const DIGIT = 1;
/** One of the letters that are hexadecimal digits. */
const HEX_LETTER = 2;
export const OTHER_LETTER = 4;

/** By byte; 0 for a byte that is in no word. */
const CLASSES = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (isDigit(byte)) return DIGIT;
  if (isHexDigit(byte)) return HEX_LETTER;
  return isAlphanumeric(byte) ? OTHER_LETTER : 0;
});

/** By byte: 1 if it may come behind a joint. */
const BEHIND_JOINT = Uint8Array.from({ length: 256 }, (_, byte) => (byte === COLON || isHexDigit(byte) ? 1 : 0));

/** Bytes that the search stops at. It runs over all others, which are most. */
const NUMBER = 1;
/** A capital letter with which the name of a month or a weekday begins. */
const NAME = 2;
/** A mark in an address. */
const JOINT = 3;
/** A mark of a path, a mail address or an escape sequence. */
const OTHER_MARK = 4;

const SIGNS = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (isDigit(byte)) return NUMBER;
  if (NAME_STARTS.has(byte)) return NAME;
  if (byte === COLON || byte === DASH) return JOINT;
  return byte === SLASH || byte === AT_SIGN || byte === ESCAPE ? OTHER_MARK : 0;
});

/** The only word of a letter and digits with which a date-time begins looks like this. */
const DATE_WITH_LETTER = "I0504";
const SMALL_T = 0x74;

const MIN_HEX_LENGTH = 6;
const MIN_LAST_DIGITS = 2;
const MAC_PAIRS = 6;
const UUID_START_LENGTH = 8;
const MAX_IPV4_DIGITS = 3;
const MAX_IPV6_DIGITS = 4;

/** Where what two searches must know is in memory. */
type KnownPlaces = Readonly<
  Record<"at" | "start" | "from" | "last" | "runEnd" | "slashRunEnd" | "mailEnd" | "rowEnd", number>
>;

/**
 * The varying parts of a text, from left to right. They do not overlap, and none is in an escape sequence for
 * terminals. Finding all of them takes time linear in the length of the text.
 */
export class VaryingParts {
  /** The part that `next` found lies from `from` up to `to`. `mask` is one of `MASK_INDEX`. */
  mask: number = MASK_INDEX.n;
  from = 0;
  /** Until one is found, where the text begins. */
  to = 0;

  bytes: Uint8Array = new Uint8Array();
  /** Where the text begins, or goes on after an escape sequence. */
  start = 0;
  end = 0;
  /** Where the search goes on. Never inside a word, but behind the digits with which it begins. */
  protected at = 0;
  private readonly ends: number[] = [];
  private readonly sequences = new EscapeSequences();
  private readonly row = new HexRow();
  /** Up to here there are no more ids, with slashes and without, mail addresses and tokens. */
  private slashRunEnd = 0;
  private runEnd = 0;
  private mailEnd = 0;
  private tokenEnd = 0;

  /** Begins with another text, which must not change until the last part is found. */
  begin(bytes: Uint8Array, start: number, end: number): void {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.at = start;
    this.to = start;
    this.sequences.begin(bytes, end);
    this.row.begin(start);
    this.slashRunEnd = start;
    this.runEnd = start;
    this.mailEnd = start;
    this.tokenEnd = start;
  }

  /** Finds the next part, or returns false if there is none. */
  next(): boolean {
    const { bytes, end } = this;
    if (this.at < this.row.end && this.foundInRow()) return true;
    for (let i = this.at; i < end; i++) {
      const sign = SIGNS[bytes[i]!]!;
      if (sign === 0) continue;
      if (sign === NUMBER) {
        if (this.foundAround(i)) return true;
        i = this.at - 1;
      } else if (sign !== JOINT || (i + 1 < end && BEHIND_JOINT[bytes[i + 1]!] !== 0)) {
        if (this.foundAt(i, sign)) return true;
        if (this.at > i) i = this.at - 1;
      }
    }
    this.at = end;
    return false;
  }

  /**
   * Finds the next part in place of another search: what that knows is in `known`, at these addresses, and what both
   * know now is written there. Returns the mask, or -1 if there is none.
   */
  nextFrom(known: Int32Array, places: KnownPlaces): number {
    const { at, start, from, last, runEnd, slashRunEnd, mailEnd, rowEnd } = places;
    this.at = known[at >> 2]!;
    this.to = known[last >> 2]!;
    this.runEnd = known[runEnd >> 2]!;
    this.slashRunEnd = known[slashRunEnd >> 2]!;
    this.mailEnd = known[mailEnd >> 2]!;
    if (!this.next()) return -1;
    known[at >> 2] = this.at;
    known[start >> 2] = this.start;
    known[from >> 2] = this.from;
    known[last >> 2] = this.to;
    known[runEnd >> 2] = this.runEnd;
    known[slashRunEnd >> 2] = this.slashRunEnd;
    known[mailEnd >> 2] = this.mailEnd;
    known[rowEnd >> 2] = this.row.end;
    return this.mask;
  }

  /** Finds the part at the next word of the row that was found last. */
  private foundInRow(): boolean {
    while (this.at < this.row.end) {
      if (!this.isInWord(this.at)) this.at++;
      else if (this.foundIn(this.at, this.at, 0)) return true;
    }
    return false;
  }

  /** Finds the part of the word around its first digit. */
  private foundAround(i: number): boolean {
    const { bytes } = this;
    const stop = this.afterDigits(i + 1);
    if (isNumberEnd(bytes, stop, this.end) && isWordStart(this, i)) return this.foundPlain(i, stop);
    let from = i;
    let classes = DIGIT;
    for (; from > this.at && CLASSES[bytes[from - 1]!] !== 0; from--) classes |= CLASSES[bytes[from - 1]!]!;
    return this.foundIn(from, stop, classes);
  }

  /** Finds what a number is that ends with its word, and behind which nothing goes on. */
  protected foundPlain(at: number, stop: number): boolean {
    this.at = stop;
    if (this.mayBeTime(at, stop, DIGIT) && this.found(MASK_INDEX.time, at, this.timeEnd(at))) return true;
    const mayTell = !saysNothing(this, at);
    if (mayTell && newsEnd(this, at, stop, true) !== -1) return false;
    if (this.row.has(this.bytes, at, stop, this.end)) return this.found(MASK_INDEX.hex, at, stop);
    if (mayTell && this.foundId(at, stop, DIGIT)) return true;
    return this.found(MASK_INDEX.n, this.withSign(at), stop);
  }

  /** Finds the part that begins with the name or the mark at `i`, or the one around it. */
  private foundAt(i: number, sign: number): boolean {
    const { bytes, end } = this;
    if (sign === NAME) {
      const isWordStart = i === this.at || CLASSES[bytes[i - 1]!] === 0;
      return isWordStart && beginsName(bytes, i, end) && this.foundIn(i, i, 0);
    }
    if (sign === JOINT) {
      const isDouble = bytes[i] === COLON && byteAt(bytes, i + 1, end) === COLON;
      if (isDouble && !this.isInWord(i - 1)) return this.found(MASK_INDEX.ip, i, this.ipv6End(i));
      let from = i;
      while (from > this.at && CLASSES[bytes[from - 1]!] === HEX_LETTER) from--;
      return from < i && !this.isInWord(from - 1) && this.foundIn(from, i, HEX_LETTER);
    }
    if (bytes[i] === SLASH) return this.foundPath(i);
    if (bytes[i] === AT_SIGN) return this.foundMail(i);
    // What follows an escape sequence is a text of its own, which nothing before it changes.
    this.start = this.sequences.endOf(i);
    this.at = this.start;
    this.to = this.start;
    return false;
  }

  /** Finds the temporary path that begins with the slash at `at`. */
  protected foundPath(at: number): boolean {
    const { bytes, end } = this;
    const next = byteAt(bytes, at + 1, end);
    if ((next !== SMALL_T && next !== SMALL_V) || this.isInWord(at - 1)) return false;
    return this.found(MASK_INDEX.tmp, at, temporaryPathEnd(bytes, at, end));
  }

  /**
   * Finds the part that begins with the word from `at` on. The search goes on after both. What is before `known` has
   * these classes.
   */
  private foundIn(at: number, known: number, knownClasses: number): boolean {
    const { bytes, end } = this;
    let stop = known;
    let classes = knownClasses;
    for (; stop < end; stop++) {
      const found = CLASSES[bytes[stop]!]!;
      if (found === 0) break;
      classes |= found;
    }
    this.at = stop;
    return this.foundWord(at, stop, classes);
  }

  /** Finds the part that begins with this word, or that it is in. */
  protected foundWord(at: number, stop: number, classes: number): boolean {
    const { bytes, end } = this;
    const isHex = classes < OTHER_LETTER;
    const hasDigit = (classes & DIGIT) !== 0;
    if (hasDigit) {
      const afterEscape = escapeEnd(this, at, stop);
      if (afterEscape !== -1) {
        this.at = afterEscape;
        return false;
      }
    }
    if (isHex && this.foundAddress(at, stop, classes)) return true;
    if (this.mayBeTime(at, stop, classes) && this.found(MASK_INDEX.time, at, this.timeEnd(at))) return true;
    if (hasDigit) {
      if (stop < end && (bytes[stop] === AT_SIGN || isMailByte(bytes[stop]!)) && this.foundMailBehind(stop))
        return true;
      const news = isDigit(bytes[stop - 1]!) || bytes[at] === ZERO ? newsEnd(this, at, stop, classes === DIGIT) : -1;
      if (news !== -1) {
        this.at = news;
        return false;
      }
    }
    if (isHex && (this.row.has(bytes, at, stop, end) || this.isHexWord(stop - at, classes)))
      return this.found(MASK_INDEX.hex, at, stop);
    return hasDigit && (this.foundId(at, stop, classes) || this.foundNumber(at, stop, classes));
  }

  protected mayBeTime(at: number, stop: number, classes: number): boolean {
    const { bytes, end } = this;
    if (isDigit(bytes[at]!)) return mayGoOn(bytes, at, classes === DIGIT ? stop : this.afterDigits(at), end);
    if (!isCapital(bytes[at]!)) return false;
    return stop - at === DATE_WITH_LETTER.length || beginsName(bytes, at, end);
  }

  /** Finds the UUID or the address that begins with this word, which consists of hexadecimal digits. */
  protected foundAddress(at: number, stop: number, classes: number): boolean {
    const { bytes, end } = this;
    const length = stop - at;
    const mark = byteAt(bytes, stop, end);
    if (mark !== DASH && mark !== DOT && mark !== COLON) return false;
    const after = byteAt(bytes, stop + 1, end);
    if (mark === DASH && length === UUID_START_LENGTH && this.found(MASK_INDEX.uuid, at, this.uuidEnd(at))) return true;
    if (mark === DOT)
      return classes === DIGIT && length <= MAX_IPV4_DIGITS && this.found(MASK_INDEX.ip, at, this.ipv4End(at));
    if (isHexDigit(after) && length === 2 && this.foundPairs(at, mark)) return true;
    const mayBeIpv6 = (isHexDigit(after) || after === COLON) && mark === COLON && length <= MAX_IPV6_DIGITS;
    return mayBeIpv6 && this.found(MASK_INDEX.ip, at, this.ipv6End(at));
  }

  /** Finds the mail address with an `@` behind the word that ends at `stop`, and what may be before one. */
  private foundMailBehind(stop: number): boolean {
    const { bytes, end } = this;
    if (stop < this.mailEnd) return false;
    let i = stop;
    while (i < end && isMailByte(bytes[i]!)) i++;
    this.mailEnd = i;
    return this.foundMail(i);
  }

  /** Finds the mail address whose `@` is at `at`. */
  protected foundMail(at: number): boolean {
    const { bytes } = this;
    const to = domainEnd(bytes, at, this.end);
    if (to === -1) return false;
    let from = at;
    while (from > this.to && isMailByte(bytes[from - 1]!)) from--;
    while (from < at && !this.isInWord(from)) from++;
    return from < at && this.found(MASK_INDEX.email, from, to);
  }

  /** Finds the id that this word is, or that it is in, or the token that begins with it. */
  private foundId(at: number, stop: number, classes: number): boolean {
    const { bytes, end } = this;
    if (bytes[at] === SMALL_E && at >= this.tokenEnd) {
      const token = tokenEnd(bytes, at, end);
      if (token > 0) return this.found(MASK_INDEX.token, at, token);
      this.tokenEnd = Math.max(this.tokenEnd, ~token);
    }
    if (at >= this.runEnd && (stop - at >= MIN_RUN_BYTES || this.isInRun(at, stop)) && this.foundIdRun(at, stop))
      return true;
    const isId = classes > OTHER_LETTER && !isPrefixedHex(bytes, at, stop) && isIdWord(bytes, at, stop);
    return isId && durationEnd(bytes, at, end) === -1 && this.found(MASK_INDEX.id, at, stop);
  }

  /** Whether a byte of ids is before or behind the word. */
  private isInRun(at: number, stop: number): boolean {
    const { bytes, start, end } = this;
    return (at > start && isIdByte(bytes[at - 1]!, true)) || (stop < end && isIdByte(bytes[stop]!, true));
  }

  /** Finds the id that is the run around this word, with the slashes in it; or, if that is none, without them. */
  private foundIdRun(at: number, stop: number): boolean {
    const { bytes, end } = this;
    const limit = this.to;
    let from = at;
    while (from > limit && isIdByte(bytes[from - 1]!, false)) from--;
    const to = afterIdRun(bytes, stop, end, false);
    this.runEnd = to;
    if (
      at >= this.slashRunEnd &&
      ((from > limit && isIdByte(bytes[from - 1]!, true)) || (to < end && isIdByte(bytes[to]!, true)))
    ) {
      let slashFrom = from;
      while (slashFrom > limit && isIdByte(bytes[slashFrom - 1]!, true)) slashFrom--;
      this.slashRunEnd = afterIdRun(bytes, to, end, true);
      // With a slash in front it is a path.
      if (bytes[slashFrom] !== SLASH && this.foundIdFrom(slashFrom, this.slashRunEnd)) return true;
    }
    return this.foundIdFrom(from, to);
  }

  private foundIdFrom(from: number, to: number): boolean {
    const { bytes, end } = this;
    return isIdRun(bytes, from, to) && this.found(MASK_INDEX.id, from, afterPadding(bytes, to, end));
  }

  /** Finds the number that begins or ends this word, which has a digit. */
  private foundNumber(at: number, stop: number, classes: number): boolean {
    const { bytes, end } = this;
    if (!isDigit(bytes[at]!)) {
      const last = this.lastDigits(at, stop);
      return stop - last >= MIN_LAST_DIGITS && this.found(MASK_INDEX.n, last, this.afterDecimals(last, stop));
    }
    if (classes !== DIGIT && isPrefixedHex(bytes, at, stop)) return this.found(MASK_INDEX.hex, at, stop);
    const from = this.withSign(at);
    const digitsEnd = classes === DIGIT ? stop : this.afterDigits(at);
    const mayBeDuration = digitsEnd !== stop || byteAt(bytes, stop, end) === DOT;
    if (mayBeDuration && this.found(MASK_INDEX.duration, at, durationEnd(bytes, at, end))) return true;
    if (digitsEnd === stop)
      return this.found(MASK_INDEX.n, from, this.afterDecimals(at, this.afterThousands(at, stop)));
    const exponent = this.afterExponent(digitsEnd);
    if (exponent !== -1) return this.found(MASK_INDEX.n, from, exponent);
    if (!this.hasDigit(digitsEnd, stop)) return this.found(MASK_INDEX.n, from, digitsEnd);
    if (stop - this.lastDigits(at, stop) < MIN_LAST_DIGITS) return false;
    // What is behind the first number is read as a word of its own: `1920x1080`.
    this.at = digitsEnd;
    return this.found(MASK_INDEX.n, from, digitsEnd);
  }

  /** Where the digits begin with which the word from `at` up to `stop` ends. */
  private lastDigits(at: number, stop: number): number {
    let i = stop;
    while (i > at && isDigit(this.bytes[i - 1]!)) i--;
    return i;
  }

  /** The end of the groups of three digits, each after a comma, behind the digits from `at` up to `stop`. */
  private afterThousands(at: number, stop: number): number {
    const { bytes, end, start } = this;
    if (byteAt(bytes, stop, end) !== COMMA || stop - at > 3 || (at > start && bytes[at - 1] === COMMA)) return stop;
    let i = stop;
    while (byteAt(bytes, i, end) === COMMA && this.afterDigits(i + 1) === i + 4) i += 4;
    const mark = byteAt(bytes, i, end);
    if (mark === COMMA ? this.isInWord(i + 1) : this.isInWord(i)) return stop;
    // `25,192.168.9.212` is a number and an address.
    const decimalsEnd = mark === DOT ? this.afterDigits(i + 1) : end;
    return hasDecimals(bytes, decimalsEnd, end) ? stop : i;
  }

  /** Whether a word of this length and classes is a hexadecimal number by itself. */
  protected isHexWord(length: number, classes: number): boolean {
    return classes === (DIGIT | HEX_LETTER) && length >= MIN_HEX_LENGTH;
  }

  /** Sets the part, unless `to` is -1. */
  protected found(mask: number, from: number, to: number): boolean {
    if (to === -1) return false;
    this.mask = mask;
    this.from = from;
    this.to = to;
    if (to > this.at) this.at = to;
    return true;
  }

  protected timeEnd(at: number): number {
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
    return this.isInWord(stop) || hasDecimals(bytes, stop, end) || this.isVersion(at, stop) ? -1 : stop;
  }

  protected isVersion(at: number, to: number): boolean {
    return isFourPartVersion(this, at, to);
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

  /** The end of the number whose whole digits lie from `at` up to `stop`: that of its decimals, if it has any. */
  protected afterDecimals(at: number, stop: number): number {
    const { bytes, end } = this;
    if (!hasDecimals(bytes, stop, end) || this.isAfterNumberAndDot(at)) return stop;
    const decimalsEnd = this.afterDigits(stop + 1);
    // A number with several dots is a version or the like: each of its numbers is masked separately.
    if (hasDecimals(bytes, decimalsEnd, end)) return stop;
    const exponent = this.afterExponent(decimalsEnd);
    if (exponent !== -1) return exponent;
    const wordEnd = this.afterWord(decimalsEnd);
    if (this.hasDigit(decimalsEnd, wordEnd)) return stop;
    // What follows the digits in their word is a unit, with which no part begins.
    this.at = wordEnd;
    return decimalsEnd;
  }

  /** The end of the exponent at `at`, or -1 if there is none that ends with its word. */
  protected afterExponent(at: number): number {
    const { bytes, end } = this;
    if ((byteAt(bytes, at, end) | 0x20) !== SMALL_E) return -1;
    const from = isSign(byteAt(bytes, at + 1, end)) ? at + 2 : at + 1;
    const stop = this.afterDigits(from);
    return stop === from || this.isInWord(stop) ? -1 : stop;
  }

  /** Where the number at `at` begins: with its sign, if it has one. */
  protected withSign(at: number): number {
    return at > this.start && isSign(this.bytes[at - 1]!) && !this.isInWord(at - 2) ? at - 1 : at;
  }

  private isAfterNumberAndDot(at: number): boolean {
    const { bytes, start } = this;
    return at - 2 >= start && bytes[at - 1] === DOT && isDigit(bytes[at - 2]!);
  }

  protected afterDigits(at: number): number {
    let i = at;
    while (i < this.end && isDigit(this.bytes[i]!)) i++;
    return i;
  }

  private afterWord(at: number): number {
    let i = at;
    while (this.isInWord(i)) i++;
    return i;
  }

  protected hasDigit(from: number, to: number): boolean {
    for (let i = from; i < to; i++) if (isDigit(this.bytes[i]!)) return true;
    return false;
  }

  /** Whether there is a letter or a digit at `i`. */
  private isInWord(i: number): boolean {
    return i >= this.start && i < this.end && CLASSES[this.bytes[i]!] !== 0;
  }
}

export const MASK_DESCRIPTIONS = {
  time: "dates and times",
  duration: "durations of several units",
  uuid: "UUIDs",
  ip: "IPv4 and IPv6 addresses",
  mac: "MAC addresses",
  email: "mail addresses",
  token: "JSON web tokens",
  id: "ids of letters and digits",
  tmp: "paths of temporary files",
  hex: "hexadecimal numbers",
  n: "other numbers",
} as const;

export type MaskName = keyof typeof MASK_DESCRIPTIONS;

export const MASK_NAMES = Object.keys(MASK_DESCRIPTIONS) as readonly MaskName[];

/** The indexes of the names in `MASK_NAMES`. */
export const MASK_INDEX = Object.fromEntries(MASK_NAMES.map((name, i) => [name, i])) as Readonly<
  Record<MaskName, number>
>;

/** Masks of what is compared as a number. */
export const NUMBER_MASKS = ["n", "duration"] as const satisfies readonly MaskName[];

const MASKS_OF_TYPES: Readonly<Record<string, `<${MaskName}>`>> = {
  number: "<n>",
  float: "<n>",
  ip: "<ip>",
  mac: "<mac>",
  uuid: "<uuid>",
  timestamp: "<time>",
  hex: "<hex>",
};

/** What stands in outputs for values of a type that differ from run to run; undefined if they are shown. */
export function maskOfType(type: string | undefined): string | undefined {
  return type === undefined ? undefined : MASKS_OF_TYPES[type];
}
