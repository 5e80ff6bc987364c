import { byteAt } from "../timestamp/bytes.ts";
import { isHexDigit } from "./hex-digit.ts";
import { RunType } from "./run-type.ts";
import { Stops } from "./stops.ts";

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
  readonly name = "hex";
  private readonly nonDigits = new Stops((byte) => !isHexDigit(byte));

  runEnd(bytes: Uint8Array, at: number, end: number): number {
    if (byteAt(bytes, at, end) === ZERO && (byteAt(bytes, at + 1, end) | 0x20) === SMALL_X) {
      const stop = this.nonDigits.next(bytes, at + 2, end);
      return stop > at + 2 ? stop : at + 1;
    }
    const stop = this.nonDigits.next(bytes, at, end);
    return stop > at ? stop : -1;
  }

  protected mayEnd(bytes: Uint8Array, place: number): boolean {
    return isHexDigit(bytes[place - 1]!);
  }

  reset(): void {
    this.nonDigits.reset();
  }
}
