import { byteAt, DASH, DOT, isDigit, PLUS } from "../timestamp/bytes.ts";
import { RunType } from "./run-type.ts";
import { Stops } from "./stops.ts";

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
  readonly name = "float";
  // Starts that follow one another share all three parts, so each part has a last search of its own.
  private readonly whole = nonDigits();
  private readonly fraction = nonDigits();
  private readonly exponent = nonDigits();

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

  protected mayEnd(bytes: Uint8Array, place: number): boolean {
    return isDigit(bytes[place - 1]!);
  }

  reset(): void {
    this.whole.reset();
    this.fraction.reset();
    this.exponent.reset();
  }
}

function nonDigits(): Stops {
  return new Stops((byte) => !isDigit(byte));
}

function afterSign(bytes: Uint8Array, at: number, end: number): number {
  const byte = byteAt(bytes, at, end);
  return byte === PLUS || byte === DASH ? at + 1 : at;
}
