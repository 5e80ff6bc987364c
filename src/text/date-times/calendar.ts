// Days and instants of the Gregorian calendar. Dates have the years 0 to 9999, and what is made of them is at most a
// century away, which `Date` covers.

import { DOT, LETTER_Z, writeDigits } from "../bytes/ascii.ts";

export const SECONDS_PER_DAY = 86_400;
const MS_PER_DAY = 1000 * SECONDS_PER_DAY;

/** The year that a year of two digits is added to. */
export const CENTURY = 2000;

/** `Date.UTC` takes the years 0 to 99 for others. So many years later the calendar is the same. */
const SAME_CALENDAR_YEARS = 4000;
const SAME_CALENDAR_DAYS = 1_460_970;

const DAYS_OF_MONTH = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1 || day > DAYS_OF_MONTH[month]!) return false;
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
}

/** The number of days from 1970-01-01 to a day. In years without February 29, that day counts as March 1. */
export function daysOf(year: number, month: number, day: number): number {
  return Date.UTC(year + SAME_CALENDAR_YEARS, month - 1, day) / MS_PER_DAY - SAME_CALENDAR_DAYS;
}

/** The day that is `days` days after 1970-01-01. */
export function civilDay(days: number) {
  const date = new Date(days * MS_PER_DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** By number of decimals, 0 to 9: a unit of the last decimal in nanoseconds. */
const UNITS = [1e9, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1];

/** A fraction of a second in nanoseconds. It is given as an integer: 5 with two decimals is 0.05 seconds. */
export function nanosecondsOf(fraction: number, decimals: number): number {
  return fraction * UNITS[decimals]!;
}

/** The opposite of `nanosecondsOf`. Cuts off further decimals. */
export function fractionOf(nanoseconds: number, decimals: number): number {
  return Math.floor(nanoseconds / UNITS[decimals]!);
}

/**
 * Formats an instant in ISO 8601 and UTC, such as `2024-11-15T10:00:01.123Z`, with 0 to 9 decimals. Cuts off further
 * ones. A year before 0 or after 9999 has a sign and at least six digits, as in `Date.prototype.toISOString`.
 */
export function formatInstant(seconds: number, nanoseconds: number, decimals: number): string {
  return SCRATCH.bytes.toString("latin1", 0, SCRATCH.write(seconds, nanoseconds, decimals));
}

const LONGEST = "+010000-01-01T00:00:00.123456789Z";

/** An instant as `formatInstant` gives it, in bytes. Keeps the last second, because the next instant is often in it. */
export class InstantText {
  /** What `before` says, and after it the instant. */
  readonly bytes: Buffer;
  private readonly from: number;
  private second = Number.NaN;
  private secondEnd = 0;

  constructor(before = "") {
    this.from = Buffer.from(before).length;
    this.bytes = Buffer.from(before + LONGEST);
  }

  /** Writes an instant, and returns where it ends. */
  write(seconds: number, nanoseconds: number, decimals: number): number {
    const { bytes } = this;
    if (seconds !== this.second) {
      this.second = seconds;
      const text = Buffer.from(new Date(1000 * seconds).toISOString().slice(0, -".000Z".length));
      bytes.set(text, this.from);
      this.secondEnd = this.from + text.length;
    }
    let end = this.secondEnd;
    if (decimals > 0) {
      bytes[end] = DOT;
      writeDigits(fractionOf(nanoseconds, decimals), bytes, end + 1, end + 1 + decimals);
      end += 1 + decimals;
    }
    bytes[end] = LETTER_Z;
    return end + 1;
  }
}

const SCRATCH = new InstantText();
