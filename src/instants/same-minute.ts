import { isDigit } from "./bytes.ts";
import { nanosecondsOf } from "./clock.ts";

/** The longest text that is remembered; date-times are shorter. */
const LONGEST = 64;
const ZERO = 0x30;

/**
 * A date-time that was read, to tell one that is written as it is but for the second and its decimals: in logs that is mostly
 * the next one. Comparing it takes a fraction of reading it.
 */
export class SameMinute {
  /** What the last date-time that `reads` has told is past the minute: seconds from 0 to 59, and what is past these. */
  second = 0;
  nanoseconds = 0;

  private readonly text = new Uint8Array(LONGEST);
  private length = -1;
  /** Where in the text the second begins, in two digits, and where what follows its decimals does. */
  private secondAt = 0;
  private restAt = 0;
  private decimals = 0;

  /** Remembers a date-time whose second, of two digits, begins at `secondAt` and has so many decimals behind it. */
  remember(bytes: Uint8Array, from: number, to: number, secondAt: number, decimals: number): void {
    this.length = to - from;
    this.secondAt = secondAt - from;
    this.decimals = decimals;
    this.restAt = this.secondAt + "00".length + (decimals > 0 ? ".".length + decimals : 0);
    if (this.length > LONGEST) this.forget();
    for (let i = 0; i < this.length; i++) this.text[i] = bytes[from + i]!;
  }

  /** Remembers none. */
  forget(): void {
    this.length = -1;
  }

  /** Reads a date-time if it is of the same minute and written in the same way; false if not, or if none is remembered. */
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
