// Types whose texts may be cut short almost anywhere: words, and numbers of several forms.

import {
  byteAt,
  DOT,
  isDigit,
  isHexDigit,
  isSign,
  isWhiteSpace,
  SMALL_E,
  SMALL_X,
  ZERO,
} from "../../text/bytes/ascii.ts";
import { type ByteSet, bytesWhere } from "../../text/bytes/byte-set.ts";
import { type Line, Stops } from "../line.ts";
import { RunType } from "./type-matcher.ts";

/** ASCII digits. */
export const DIGITS = bytesWhere(isDigit);

/** ASCII white space. */
export const WHITE_SPACE = bytesWhere(isWhiteSpace);

/** Bytes that are not ASCII white space. */
export const NON_BLANKS = bytesWhere((byte) => WHITE_SPACE[byte] === 0);

/** Bytes of `NON_BLANKS` that begin a character in UTF-8, which excludes continuation bytes. */
export const CHARACTER_STARTS = bytesWhere((byte) => NON_BLANKS[byte] === 1 && (byte & 0xc0) !== 0x80);

/**
 * One or more bytes of a set, such as digits or the characters of a word. A text ends before one of the inner bytes or
 * with its run. If the inner bytes are those that begin a character, no character is cut in two.
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

  mayEnd(bytes: Uint8Array, offset: number, end: number): boolean {
    return offset === end || this.inner[bytes[offset]!] === 1 || this.members[bytes[offset]!] === 0;
  }
}

/**
 * One or more hexadecimal digits, with or without `0x` or `0X` before them.
 *
 * A text ends with a digit, and each beginning of a text that ends with a digit is a text too, even the `0` of `0x`. So
 * a position may be an end if a digit stands before it. A byte lies in at most two runs, so the runs of a line have a
 * number of ends that is linear in the line:
 *
 *     ab0x1f
 *     ├─┤         the run of the starts `a` and `b`
 *       ├──┤      the run of the starts `0`, `1` and `f`
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

  mayEnd(bytes: Uint8Array, offset: number): boolean {
    return isHexDigit(bytes[offset - 1]!);
  }
}

/**
 * Digits with or without a sign, a fraction and an exponent: `5`, `-1.5`, `.5`, `6.02e+23`. A dot is followed by a
 * digit.
 *
 * A text ends with a digit, and each beginning of a text that ends with a digit is a text too. So a position may be an
 * end if a digit stands before it. Runs may overlap:
 *
 *     1.2.3
 *     ├─┤         the run of the starts `1` and the first dot
 *       ├─┤       the run of the starts `2`, the second dot and `3`
 *
 * A digit lies in at most three runs: once as a whole digit, once as a decimal, and once as a digit of an exponent. So
 * the runs of a line have a number of ends that is linear in the line.
 */
export class FloatType extends RunType {
  readonly first = bytesWhere((byte) => isDigit(byte) || isSign(byte) || byte === DOT);
  readonly inner = bytesWhere((byte) => isDigit(byte) || byte === DOT || (byte | 0x20) === SMALL_E);
  private readonly nonDigits: Stops;

  constructor(line: Line) {
    super();
    this.nonDigits = new Stops(line, (byte) => !isDigit(byte));
  }

  runEnd(bytes: Uint8Array, at: number, end: number): number {
    const from = afterSign(bytes, at, end);
    const point = this.nonDigits.next(bytes, from, end);
    const fraction = byteAt(bytes, point, end) === DOT ? this.nonDigits.next(bytes, point + 1, end) : point;
    const mantissa = fraction > point + 1 ? fraction : point;
    if (mantissa === from) return -1;
    if ((byteAt(bytes, mantissa, end) | 0x20) !== SMALL_E) return mantissa;
    const power = afterSign(bytes, mantissa + 1, end);
    const stop = this.nonDigits.next(bytes, power, end);
    return stop > power ? stop : mantissa;
  }

  mayEnd(bytes: Uint8Array, offset: number): boolean {
    return isDigit(bytes[offset - 1]!);
  }
}

function afterSign(bytes: Uint8Array, at: number, end: number): number {
  return isSign(byteAt(bytes, at, end)) ? at + 1 : at;
}
