import { isDigit } from "../bytes/ascii.ts";
import { nanosecondsOf } from "./format-instant.ts";

/** Longer texts are not remembered. Date-times are shorter. */
const MAX_LENGTH = 64;
const ZERO = 0x30;

/**
 * Remembers a date-time in order to recognise others that differ from it only in the second and its decimals. In logs,
 * this is usually true of the next date-time, and comparing takes a fraction of the time of reading.
 */
export class SameMinute {
  /** The time after the minute in the last date-time for which `reads` was true: seconds, 0 to 59, and nanoseconds. */
  second = 0;
  nanoseconds = 0;

  private readonly text = new Uint8Array(MAX_LENGTH);
  private length = -1;
  /** Where the two digits of the second begin in the text, and where its decimals end. */
  private secondAt = 0;
  private fractionEnd = 0;
  private decimals = 0;

  /** Remembers a date-time. Its second begins at `secondAt`, and has two digits and then `decimals` decimals. */
  remember(bytes: Uint8Array, from: number, to: number, secondAt: number, decimals: number): void {
    this.length = to - from;
    this.secondAt = secondAt - from;
    this.decimals = decimals;
    this.fractionEnd = this.secondAt + "00".length + (decimals > 0 ? ".".length + decimals : 0);
    if (this.length > MAX_LENGTH) this.forget();
    for (let i = 0; i < this.length; i++) this.text[i] = bytes[from + i]!;
  }

  /** Remembers no date-time. */
  forget(): void {
    this.length = -1;
  }

  /** Reads a date-time of the same minute and form. Returns false if it is not one, or none is remembered. */
  reads(bytes: Uint8Array, from: number, to: number): boolean {
    const { text, secondAt, fractionEnd, length } = this;
    if (to - from !== length) return false;
    for (let i = length - 1; i >= fractionEnd; i--) if (bytes[from + i] !== text[i]) return false;
    // Backwards, because the last digits are the most likely to differ.
    for (let i = secondAt - 1; i >= 0; i--) if (bytes[from + i] !== text[i]) return false;
    const tens = bytes[from + secondAt]! - ZERO;
    const ones = bytes[from + secondAt + 1]!;
    // A second from 60 on belongs to the next minute.
    if (tens < 0 || tens > 5 || !isDigit(ones)) return false;
    const fraction = this.decimals === 0 ? 0 : this.fraction(bytes, from);
    if (fraction < 0) return false;
    this.second = 10 * tens + ones - ZERO;
    this.nanoseconds = nanosecondsOf(fraction, this.decimals);
    return true;
  }

  /** The decimals as an integer, or -1 if they are not at the same offset as in the remembered date-time. */
  private fraction(bytes: Uint8Array, from: number): number {
    const mark = this.secondAt + "00".length;
    if (bytes[from + mark] !== this.text[mark]) return -1;
    let value = 0;
    for (let i = from + mark + 1; i < from + this.fractionEnd; i++) {
      if (!isDigit(bytes[i]!)) return -1;
      value = value * 10 + bytes[i]! - ZERO;
    }
    return value;
  }
}
