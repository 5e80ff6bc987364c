import { digits, isPair, numberAt, shortNumberAt } from "../matcher/line/bytes.ts";
import { isPm } from "../matcher/timestamp/clock.ts";
import { readDateTime } from "../matcher/timestamp/date-time-ends.ts";
import { DATE_FORM, DateTimeParts, NOT_WRITTEN } from "../matcher/timestamp/date-time-parts.ts";
import { zoneSeconds } from "../matcher/timestamp/zone.ts";
import { DAY, daysOf, isDay } from "./civil.ts";
import { nanosecondsOf } from "./format-instant.ts";
import { OPEN, withShift } from "./open.ts";
import { SameMinute } from "./same-minute.ts";
import { WrittenDate } from "./written-date.ts";

const EPOCH_DIGITS = 10;

/**
 * Reads date-times as instants. Which texts are date-times, and where their parts stand, is the matcher's knowledge; this
 * class knows what the parts mean together. It reads all forms that a field `timestamp` prefers to capture, except the bare
 * time of day, which names no day. A year of two digits is one of 2000 to 2099, and an hour of 24 or a second of 60 is the
 * beginning of the next day or minute.
 */
export class DateTimeReader {
  /** The instant last read: seconds since 1970 in UTC, a whole number, negative before. */
  seconds = 0;
  /** What is past the second, 0 to 999999999. */
  nanoseconds = 0;
  /** How many decimals of the second were written, 0 to 9. */
  decimals = 0;
  /** What is left open: flags of `OPEN` and the shift of `withShift`, in one byte. */
  open = 0;

  private readonly offset: number;
  private readonly parts = new DateTimeParts();
  private readonly date = new WrittenDate();
  /** The last date-time, and the beginning of its minute. */
  private readonly sameMinute = new SameMinute();
  private minute = 0;

  /** Date-times that name no zone are `offsetSeconds` east of UTC: at most two days, west if it is negative. */
  constructor(offsetSeconds: number) {
    this.offset = offsetSeconds;
  }

  /**
   * Reads the date-time from `bytes[from]` up to but not including `bytes[to]`, and looks at no other byte. Returns false if
   * it is none, or names no day or one that does not exist; then the instant last read stays. Allocates nothing.
   */
  read(bytes: Uint8Array, from: number, to: number): boolean {
    if (this.sameMinute.reads(bytes, from, to)) {
      this.seconds = this.minute + this.sameMinute.second;
      this.nanoseconds = this.sameMinute.nanoseconds;
      return true;
    }
    const { parts } = this;
    if (!readDateTime(bytes, from, to, parts) || parts.form === DATE_FORM.none) return false;
    if (parts.form === DATE_FORM.epoch) {
      this.readEpoch(bytes, to);
      return true;
    }
    const { date } = this;
    date.read(bytes, to, parts);
    if (!isDay(date.year, date.month, date.day)) return false;
    this.readFraction(bytes, to);
    const written = daysOf(date.year, date.month, date.day);
    const { zoneAt, secondAt } = parts;
    const zone = zoneAt === NOT_WRITTEN ? this.offset : zoneSeconds(bytes, zoneAt, to);
    const second = pair(bytes, secondAt, to);
    const time = this.hour(bytes, to) * 3600 + pair(bytes, parts.minuteAt, to) * 60 + second;
    this.seconds = written * DAY + time - zone;
    this.open = withShift(date.flags, Math.floor(this.seconds / DAY) - written);
    this.minute = this.seconds - second;
    // A second of one digit, or one of the next minute, says nothing about other date-times.
    if (secondAt === NOT_WRITTEN || second >= 60 || !isPair(bytes, secondAt, to)) this.sameMinute.forget();
    else this.sameMinute.remember(bytes, from, to, secondAt, this.decimals);
    return true;
  }

  private readEpoch(bytes: Uint8Array, to: number): void {
    const { secondAt } = this.parts;
    // As two numbers: one of ten digits is more than the small integers of the runtime hold, which are faster.
    const half = EPOCH_DIGITS / 2;
    this.seconds = numberAt(bytes, secondAt, half) * 100_000 + numberAt(bytes, secondAt + half, half);
    this.readFraction(bytes, to);
    this.open = OPEN.nothing;
    this.sameMinute.forget();
  }

  private readFraction(bytes: Uint8Array, to: number): void {
    const { fractionAt } = this.parts;
    this.decimals = fractionAt === NOT_WRITTEN ? 0 : digits(bytes, fractionAt, to, 9);
    this.nanoseconds = nanosecondsOf(numberAt(bytes, fractionAt, this.decimals), this.decimals);
  }

  private hour(bytes: Uint8Array, to: number): number {
    const { hourAt, meridiemAt } = this.parts;
    const hour = pair(bytes, hourAt, to);
    // An hour beyond 12 is on a clock of 24 hours, whatever follows it.
    if (meridiemAt === NOT_WRITTEN || hour > 12) return hour;
    return (hour % 12) + (isPm(bytes[meridiemAt]!) ? 12 : 0);
  }
}

/** A number of one or two digits; 0 if it is not written. */
function pair(bytes: Uint8Array, at: number, to: number): number {
  return at === NOT_WRITTEN ? 0 : shortNumberAt(bytes, at, to);
}
