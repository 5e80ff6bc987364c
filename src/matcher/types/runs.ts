// Types whose texts may be cut short nearly anywhere: numbers of several kinds, and words.

import { type ByteSet, bytesWhere } from "../line/byte-set.ts";
import { byteAt, DASH, DOT, isDigit, isHexDigit, PLUS } from "../line/bytes.ts";
import type { Line } from "../line/line.ts";
import { RunType } from "./field-type.ts";
import { Stops } from "./stops.ts";

/** ASCII digits. */
export const DIGITS = bytesWhere(isDigit);

/** Bytes that are not ASCII white space. */
export const NON_BLANKS = bytesWhere((byte) => byte !== 0x20 && !(byte >= 0x09 && byte <= 0x0d));

/** Those of them that may follow a character: no continuation byte of UTF-8. */
export const CHARACTER_STARTS = bytesWhere((byte) => NON_BLANKS[byte] === 1 && (byte & 0xc0) !== 0x80);

/**
 * One or more bytes of a set, as many as stand there or fewer: digits, or a word. It ends before one of the inner bytes or
 * where the run does. So no character is cut in two where the inner bytes are those that begin one.
 */
export class SetType extends RunType {
  readonly first: ByteSet;
  readonly inner: ByteSet;
  override readonly members: ByteSet;
  private readonly others: Stops;

  constructor(line: Line, members: ByteSet, inner = members) {
    super();
    this.first = members;
    this.inner = inner;
    this.members = members;
    this.others = new Stops(line, (byte) => members[byte] === 0);
  }

  runEnd(bytes: Uint8Array, at: number, end: number): number {
    const stop = this.others.next(bytes, at, end);
    return stop > at ? stop : -1;
  }

  mayEnd(bytes: Uint8Array, place: number, end: number): boolean {
    return place === end || this.inner[bytes[place]!] === 1 || this.members[bytes[place]!] === 0;
  }
}

const ZERO = 0x30;
const SMALL_X = 0x78;

/**
 * Hexadecimal digits, one or more, with or without `0x` or `0X` before them.
 *
 * A text ends with a digit, and what begins one and ends with a digit is one too, the `0` of `0x` included. So an end is a
 * position after a digit. A start at such a `0` belongs to the run after the `x`, and the digits before it to one that ends
 * there: each byte lies in two runs at most, so that the ends of all runs are linear in the line.
 */
export class HexType extends RunType {
  readonly first = bytesWhere(isHexDigit);
  readonly inner = bytesWhere((byte) => isHexDigit(byte) || (byte | 0x20) === SMALL_X);
  private readonly nonDigits: Stops;

  constructor(line: Line) {
    super();
    this.nonDigits = new Stops(line, (byte) => !isHexDigit(byte));
  }

  runEnd(bytes: Uint8Array, at: number, end: number): number {
    if (byteAt(bytes, at, end) === ZERO && (byteAt(bytes, at + 1, end) | 0x20) === SMALL_X) {
      const stop = this.nonDigits.next(bytes, at + 2, end);
      return stop > at + 2 ? stop : at + 1;
    }
    const stop = this.nonDigits.next(bytes, at, end);
    return stop > at ? stop : -1;
  }

  mayEnd(bytes: Uint8Array, place: number): boolean {
    return isHexDigit(bytes[place - 1]!);
  }
}

const SMALL_E = 0x65;

/**
 * Digits with or without a sign, a fraction and an exponent: `5`, `-1.5`, `.5`, `6.02e+23`. A dot has a digit after it.
 *
 * A text ends with a digit, and what begins one and ends with a digit is one too. So an end is a position after a digit.
 * The starts of `1.2.3` are of two runs, as the first two cannot reach beyond `1.2`. A digit is in three runs at most,
 * so that the ends of all runs are linear in the line: what starts among its neighbours, or at their sign, reaches as far as
 * they do as whole digits; what starts before them has them as its fraction, and goes on with an exponent only, or as its
 * exponent, and ends there.
 */
export class FloatType extends RunType {
  readonly first = bytesWhere((byte) => isDigit(byte) || isSign(byte) || byte === DOT);
  readonly inner = bytesWhere((byte) => isDigit(byte) || byte === DOT || (byte | 0x20) === SMALL_E);
  // Starts that follow one another share all three parts, so each part has a last search of its own.
  private readonly whole: Stops;
  private readonly fraction: Stops;
  private readonly exponent: Stops;

  constructor(line: Line) {
    super();
    const nonDigits = (): Stops => new Stops(line, (byte) => !isDigit(byte));
    this.whole = nonDigits();
    this.fraction = nonDigits();
    this.exponent = nonDigits();
  }

  runEnd(bytes: Uint8Array, at: number, end: number): number {
    const from = afterSign(bytes, at, end);
    const point = this.whole.next(bytes, from, end);
    const fraction = byteAt(bytes, point, end) === DOT ? this.fraction.next(bytes, point + 1, end) : point;
    const mantissa = fraction > point + 1 ? fraction : point;
    if (mantissa === from) return -1;
    if ((byteAt(bytes, mantissa, end) | 0x20) !== SMALL_E) return mantissa;
    const power = afterSign(bytes, mantissa + 1, end);
    const stop = this.exponent.next(bytes, power, end);
    return stop > power ? stop : mantissa;
  }

  mayEnd(bytes: Uint8Array, place: number): boolean {
    return isDigit(bytes[place - 1]!);
  }
}

function afterSign(bytes: Uint8Array, at: number, end: number): number {
  return isSign(byteAt(bytes, at, end)) ? at + 1 : at;
}

/** Whether `byte` is a plus or a minus. */
export function isSign(byte: number): boolean {
  return byte === PLUS || byte === DASH;
}
