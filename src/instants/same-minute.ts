import { isDigit } from "../matcher/line/bytes.ts";
import { nanosecondsOf } from "./format-instant.ts";

/** The longest text that is remembered; date-times are shorter. */
const MAX_LENGTH = 64;
const ZERO = 0x30;

/**
 * A date-time that was read, to recognise another that is written like it but for the second and its decimals: in logs mostly
 * the next one is. Comparing takes a fraction of the time of reading.
 */
export class SameMinute {
  /** What the date-time that `reads` was last true for is past the minute: seconds, 0 to 59, and nanoseconds. */
  second = 0;
  nanoseconds = 0;

  private readonly text = new Uint8Array(MAX_LENGTH);
  private length = -1;
  /** Where in the text the two digits of the second begin, and where what follows its decimals begins. */
  private secondAt = 0;
  private restAt = 0;
  private decimals = 0;

  /** Remembers a date-time whose second, of two digits, begins at `secondAt` and has so many decimals behind it. */
  remember(bytes: Uint8Array, from: number, to: number, secondAt: number, decimals: number): void {
    this.length = to - from;
    this.secondAt = secondAt - from;
    this.decimals = decimals;
    this.restAt = this.secondAt + "00".length + (decimals > 0 ? ".".length + decimals : 0);
    if (this.length > MAX_LENGTH) this.forget();
    for (let i = 0; i < this.length; i++) this.text[i] = bytes[from + i]!;
  }

  /** Remembers none. */
  forget(): void {
    this.length = -1;
  }

  /** Reads a date-time of the same minute that is written in the same way. False if it is none, or none is remembered. */
  reads(bytes: Uint8Array, from: number, to: number): boolean {
    const { text, secondAt, restAt, length } = this;
    if (to - from !== length) return false;
    for (let i = length - 1; i >= restAt; i--) if (bytes[from + i] !== text[i]) return false;
    // From the end, as that is what changes.
    for (let i = secondAt - 1; i >= 0; i--) if (bytes[from + i] !== text[i]) return false;
    const tens = bytes[from + secondAt]! - ZERO;
    const ones = bytes[from + secondAt + 1]!;
    // A second from 60 on is of the next minute.
    if (tens < 0 || tens > 5 || !isDigit(ones)) return false;
    const fraction = this.decimals === 0 ? 0 : this.fraction(bytes, from);
    if (fraction < 0) return false;
    this.second = 10 * tens + ones - ZERO;
    this.nanoseconds = nanosecondsOf(fraction, this.decimals);
    return true;
  }

  /** The decimals as a whole number; -1 if there are none where those of the remembered date-time are. */
  private fraction(bytes: Uint8Array, from: number): number {
    const mark = this.secondAt + "00".length;
    if (bytes[from + mark] !== this.text[mark]) return -1;
    let value = 0;
    for (let i = from + mark + 1; i < from + this.restAt; i++) {
      if (!isDigit(bytes[i]!)) return -1;
      value = value * 10 + bytes[i]! - ZERO;
    }
    return value;
  }
}
