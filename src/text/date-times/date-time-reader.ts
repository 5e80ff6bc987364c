import { afterDigits, byteAt, DOT, digits, isDigit, isPair, numberAt, shortNumberAt } from "../bytes/ascii.ts";
import { daysOf, isDay, nanosecondsOf, SECONDS_PER_DAY } from "./calendar.ts";
import { isPm } from "./clock.ts";
import { dateTimeEnds, isDateTimeStart, readDateTime } from "./date-time-ends.ts";
import { DATE, NOT_WRITTEN, newParts, PART } from "./date-time-forms.ts";
import { UNRESOLVED, WrittenDate, withShift } from "./written-date.ts";
import { zoneSeconds } from "./zones.ts";

const EPOCH_DIGITS = 10;
/** Nanoseconds have nine more. */
const MAX_COUNT_DIGITS = 19;

/**
 * Reads date-times as instants. The matcher knows which texts are date-times and where their parts are; this class
 * knows what the parts mean. It reads all forms that a field `timestamp` prefers to capture, except for a time without
 * a date. Years of two digits are 2000 to 2099. An hour of 24 begins the next day, and a second of 60 begins the next
 * minute.
 */
export class DateTimeReader {
  /** The last instant in seconds since 1970 in UTC, an integer, negative before 1970. */
  seconds = 0;
  /** The last instant's nanoseconds after that second, 0 to 999999999. */
  nanoseconds = 0;
  /** How many decimals the second was written with, 0 to 9. */
  decimals = 0;
  /** What the date-time leaves open: flags of `UNRESOLVED` and the shift of `withShift`, in one byte. */
  open = 0;
  /** Whether the bytes that were read last are a date-time, perhaps one without a day. */
  isDateTime = false;
  hasTimeOfDay = false;

  private readonly offset: number;
  private readonly parts = newParts();
  private readonly date = new WrittenDate();
  /** Recognises date-times in the same minute as the last one. `minute` is the beginning of that minute. */
  private readonly sameMinute = new SameMinute();
  private minute = 0;

  /** Date-times without a zone are `offsetSeconds` east of UTC, or west if it is negative: at most two days. */
  constructor(offsetSeconds: number) {
    this.offset = offsetSeconds;
  }

  /**
   * Reads the bytes from `from` up to `to` as a date-time. Returns false if they are not one, or if it has no day or
   * one that does not exist. The last instant then stays. Reads no other byte and allocates nothing.
   */
  read(bytes: Uint8Array, from: number, to: number): boolean {
    if (this.sameMinute.reads(bytes, from, to)) {
      this.seconds = this.minute + this.sameMinute.second;
      this.nanoseconds = this.sameMinute.nanoseconds;
      this.hasTimeOfDay = true;
      this.isDateTime = true;
      return true;
    }
    const { parts } = this;
    const form = readDateTime(bytes, from, to, parts);
    this.isDateTime = form !== undefined;
    if (form === undefined || form.date === DATE.none) return false;
    if (form.date === DATE.epoch) {
      this.readEpoch(bytes, to);
      return true;
    }
    this.hasTimeOfDay = parts[PART.hour] !== NOT_WRITTEN;
    const { date } = this;
    date.read(bytes, to, form, parts);
    if (!isDay(date.year, date.month, date.day)) return false;
    this.readFraction(bytes, to);
    const writtenDays = daysOf(date.year, date.month, date.day);
    const zoneAt = parts[PART.zone]!;
    const secondAt = parts[PART.second]!;
    const zone = zoneAt === NOT_WRITTEN ? this.offset : zoneSeconds(bytes, zoneAt, to);
    const second = pair(bytes, secondAt, to);
    const time = this.hour(bytes, to) * 3600 + pair(bytes, parts[PART.minute]!, to) * 60 + second;
    this.seconds = writtenDays * SECONDS_PER_DAY + time - zone;
    this.open = withShift(date.flags, Math.floor(this.seconds / SECONDS_PER_DAY) - writtenDays);
    this.minute = this.seconds - second;
    // Only date-times with a second of two digits below 60 have others like them that differ only in these digits.
    if (secondAt === NOT_WRITTEN || second >= 60 || !isPair(bytes, secondAt, to)) this.sameMinute.forget();
    else this.sameMinute.remember(bytes, from, to, secondAt, this.decimals);
    return true;
  }

  /**
   * Reads the bytes from `from` up to `to` as a number of milliseconds, microseconds or nanoseconds since 1970, by how
   * many digits there are before the point: 13, 16 or 19. Other texts with these digits are common in logs, so `read`
   * takes none of them. Returns false if they are no such number. The last instant then stays.
   */
  readCount(bytes: Uint8Array, from: number, to: number): boolean {
    const point = from + digits(bytes, from, to, MAX_COUNT_DIGITS);
    const decimals = point - from - EPOCH_DIGITS;
    if (decimals !== 3 && decimals !== 6 && decimals !== 9) return false;
    const further = byteAt(bytes, point, to) === DOT ? digits(bytes, point + 1, to, to - point - 1) : 0;
    if (to !== (further > 0 ? point + 1 + further : point)) return false;
    const kept = Math.min(further, 9 - decimals);
    const fraction = numberAt(bytes, from + EPOCH_DIGITS, decimals) * 10 ** kept + numberAt(bytes, point + 1, kept);
    this.seconds = numberAt(bytes, from, EPOCH_DIGITS);
    this.decimals = decimals + kept;
    this.nanoseconds = nanosecondsOf(fraction, this.decimals);
    this.open = UNRESOLVED.nothing;
    this.hasTimeOfDay = true;
    this.isDateTime = true;
    this.sameMinute.forget();
    return true;
  }

  private readEpoch(bytes: Uint8Array, to: number): void {
    const secondAt = this.parts[PART.second]!;
    // Read in two halves: ten digits exceed the runtime's small integers, which are faster.
    const half = EPOCH_DIGITS / 2;
    this.seconds = numberAt(bytes, secondAt, half) * 100_000 + numberAt(bytes, secondAt + half, half);
    this.readFraction(bytes, to);
    this.open = UNRESOLVED.nothing;
    this.hasTimeOfDay = true;
    this.sameMinute.forget();
  }

  private readFraction(bytes: Uint8Array, to: number): void {
    const fractionAt = this.parts[PART.fraction]!;
    this.decimals = fractionAt === NOT_WRITTEN ? 0 : digits(bytes, fractionAt, to, 9);
    this.nanoseconds = nanosecondsOf(numberAt(bytes, fractionAt, this.decimals), this.decimals);
  }

  private hour(bytes: Uint8Array, to: number): number {
    const meridiemAt = this.parts[PART.meridiem]!;
    const hour = pair(bytes, this.parts[PART.hour]!, to);
    // An hour beyond 12 belongs to a 24-hour clock, even if AM or PM follows.
    if (meridiemAt === NOT_WRITTEN || hour > 12) return hour;
    return (hour % 12) + (isPm(bytes[meridiemAt]!) ? 12 : 0);
  }
}

/** The number of one or two digits at `at`, or 0 if it is not written. */
function pair(bytes: Uint8Array, at: number, to: number): number {
  return at === NOT_WRITTEN ? 0 : shortNumberAt(bytes, at, to);
}

const FIVE = 0x35;
/** Longer texts are not remembered. Date-times are shorter. */
const MAX_LENGTH = 64;

/**
 * Remembers a date-time in order to recognise others that differ from it only in the second and its decimals. In logs,
 * this is usually true of the next date-time, and comparing takes a fraction of the time of reading.
 */
class SameMinute {
  /** The time after the minute in the last date-time for which `reads` was true: seconds, 0 to 59, and nanoseconds. */
  second = 0;
  nanoseconds = 0;

  private readonly text = new Uint8Array(MAX_LENGTH);
  private length = -1;
  /** Where the two digits of the second begin in the text, and how many decimals it has behind a mark. */
  private secondAt = 0;
  private decimals = 0;

  /** Remembers a date-time. Its second begins at `secondAt`, and has two digits and then `decimals` decimals. */
  remember(bytes: Uint8Array, from: number, to: number, secondAt: number, decimals: number): void {
    this.length = to - from;
    this.secondAt = secondAt - from;
    this.decimals = decimals;
    if (this.length > MAX_LENGTH) this.forget();
    for (let i = 0; i < this.length; i++) this.text[i] = bytes[from + i]!;
  }

  forget(): void {
    this.length = -1;
  }

  /** Reads a date-time of the same minute and form. Returns false if it is not one, or none is remembered. */
  reads(bytes: Uint8Array, from: number, to: number): boolean {
    const { text, secondAt, decimals, length } = this;
    if (to - from !== length) return false;
    const mark = secondAt + "00".length;
    for (let i = length - 1; i > mark + decimals; i--) if (bytes[from + i] !== text[i]) return false;
    if (mark < length && bytes[from + mark] !== text[mark]) return false;
    // Backwards, because the last digits are the most likely to differ.
    for (let i = secondAt - 1; i >= 0; i--) if (bytes[from + i] !== text[i]) return false;
    const second = from + secondAt;
    const fraction = from + mark + 1;
    // A second from 60 on belongs to the next minute.
    if (!isPair(bytes, second, to) || bytes[second]! > FIVE || digits(bytes, fraction, to, decimals) < decimals)
      return false;
    this.second = numberAt(bytes, second, 2);
    this.nanoseconds = nanosecondsOf(numberAt(bytes, fraction, decimals), decimals);
    return true;
  }
}

/** Later parts of a line are not searched for its time. */
const MAX_SEARCHED_BYTES = 1000;

const dateTimes = new DateTimeReader(0);
const ends: number[] = [];

/** The first date-time of a line that has a day, or its milliseconds since 1970; in seconds since then. */
export function firstTime(line: Buffer): number | undefined {
  const end = Math.min(line.length, MAX_SEARCHED_BYTES);
  for (let at = 0; at < end; at++) {
    if (!isDateTimeStart(line[at]!) || (at > 0 && isDigit(line[at]!) && isDigit(line[at - 1]!))) continue;
    const count = dateTimeEnds(line, at, end, ends);
    for (let i = 0; i < count; i++)
      if (dateTimes.read(line, at, ends[i]!)) return dateTimes.seconds + dateTimes.nanoseconds / 1e9;
    if (dateTimes.readCount(line, at, afterDigits(line, at, end)))
      return dateTimes.seconds + dateTimes.nanoseconds / 1e9;
  }
  return undefined;
}
