import { isDigit } from "./bytes.ts";
import { OPEN } from "./open.ts";

/** The year as of which a date without one is read. It has a February 29. */
const ANY_YEAR = 2000;

const NO_BYTES = new Uint8Array(0);

/**
 * A date-time while it is read: the bytes that are left, and what has been read so far, as written. Each function that reads
 * a part takes its bytes away, and says whether they were there.
 */
export class Draft {
  year = 0;
  month = 0;
  day = 0;
  hour = 0;
  minute = 0;
  second = 0;
  nanoseconds = 0;
  decimals = 0;
  /** Seconds east of UTC. */
  zone = 0;
  /** Flags of `OPEN`. */
  open = 0;

  /** Where the second begins, if it has two digits and its decimals follow at once; else -1. */
  secondAt = -1;

  /** Where the bytes that are left begin. */
  at = 0;
  private to = 0;
  private bytes: Uint8Array = NO_BYTES;

  /** Begins with another text. Its time is midnight and its zone `zone`, until others are read. */
  begin(bytes: Uint8Array, from: number, to: number, zone: number): void {
    this.bytes = bytes;
    this.at = from;
    this.to = to;
    this.hour = 0;
    this.minute = 0;
    this.second = 0;
    this.nanoseconds = 0;
    this.decimals = 0;
    this.zone = zone;
    this.open = 0;
    this.secondAt = -1;
  }

  /** Notes that no year is written. */
  leaveYearOpen(): void {
    this.year = ANY_YEAR;
    this.open |= OPEN.year;
  }

  /** Whether no byte is left. */
  isDone(): boolean {
    return this.at === this.to;
  }

  /** The next byte, -1 where the text has ended. */
  peek(): number {
    return this.at < this.to ? this.bytes[this.at]! : -1;
  }

  /** Takes the next byte away and gives it; -1 where the text has ended. */
  next(): number {
    return this.at < this.to ? this.bytes[this.at++]! : -1;
  }

  /** Takes the next byte away if it is this one. */
  take(byte: number): boolean {
    if (this.at >= this.to || this.bytes[this.at] !== byte) return false;
    this.at++;
    return true;
  }

  /** Takes the next byte away if it is one of these two. */
  takeEither(one: number, other: number): boolean {
    return this.take(one) || this.take(other);
  }

  /** How many digits come next, counted up to `most`. */
  digits(most: number): number {
    const stop = Math.min(this.at + most, this.to);
    let i = this.at;
    while (i < stop && isDigit(this.bytes[i]!)) i++;
    return i - this.at;
  }

  /** Takes up to `most` digits away and gives their number; takes none and gives -1 when there are not even `least`. */
  number(least: number, most: number): number {
    const stop = Math.min(this.at + most, this.to);
    let value = 0;
    let i = this.at;
    while (i < stop && isDigit(this.bytes[i]!)) value = value * 10 + this.bytes[i++]! - 0x30;
    if (i - this.at < least) return -1;
    this.at = i;
    return value;
  }
}
