// Converts days since 1970-01-01 to dates of the Gregorian calendar and back, for any year, by Howard Hinnant's
// algorithms `days_from_civil` and `civil_from_days` (https://howardhinnant.github.io/date_algorithms.html). `Date` was
// refused: it takes the years 0 to 99 for years of the 20th century, needs a new object for each day, and ends in the
// year 275760.
//
// In these algorithms a year begins in March, so that its last day is the leap day. An era is 400 years, which always
// have 146097 days.

import { COLON, countDigits, DASH, DOT, LETTER_T, LETTER_Z, PLUS, writeDigits } from "../bytes/ascii.ts";

export const SECONDS_PER_DAY = 86_400;

/** The year that a year of two digits is added to. */
export const CENTURY = 2000;

const DAYS_OF_400_YEARS = 146_097;
/** The days from 0000-03-01 to 1970-01-01. */
const DAYS_BEFORE_1970 = 719_468;

const DAYS_OF_MONTH = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

export function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1 || day > DAYS_OF_MONTH[month]!) return false;
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
}

/** The number of days from 1970-01-01 to a day. In years without February 29, that day counts as March 1. */
export function daysOf(year: number, month: number, day: number): number {
  const march = month > 2 ? year : year - 1;
  const era = Math.floor(march / 400);
  const yearOfEra = march - era * 400;
  // Small numbers are divided faster as integers.
  const dayOfYear = (((153 * (month > 2 ? month - 3 : month + 9) + 2) / 5) | 0) + day - 1;
  const dayOfEra = yearOfEra * 365 + ((yearOfEra / 4) | 0) - ((yearOfEra / 100) | 0) + dayOfYear;
  return era * DAYS_OF_400_YEARS + dayOfEra - DAYS_BEFORE_1970;
}

/** The day that is `days` days after 1970-01-01. */
export function civilDay(days: number) {
  const fromMarch = days + DAYS_BEFORE_1970;
  const era = Math.floor(fromMarch / DAYS_OF_400_YEARS);
  const dayOfEra = fromMarch - era * DAYS_OF_400_YEARS;
  const leapDays = Math.floor(dayOfEra / 1460) - Math.floor(dayOfEra / 36_524) + Math.floor(dayOfEra / 146_096);
  const yearOfEra = Math.floor((dayOfEra - leapDays) / 365);
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const fifths = Math.floor((5 * dayOfYear + 2) / 153);
  const month = fifths < 10 ? fifths + 3 : fifths - 9;
  return {
    year: era * 400 + yearOfEra + (month > 2 ? 0 : 1),
    month,
    day: dayOfYear - Math.floor((153 * fifths + 2) / 5) + 1,
  };
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

/** No second is longer. */
const MAX_SECOND_BYTES = 32;

/** An instant as `formatInstant` gives it, in bytes. Keeps the last second, because the next instant is often in it. */
export class InstantText {
  /** What `before` says, and after it the instant. */
  readonly bytes: Buffer;
  private readonly from: number;
  private second = Number.NaN;
  private secondEnd = 0;

  constructor(before = "") {
    const text = Buffer.from(before);
    this.from = text.length;
    this.bytes = Buffer.concat([text, Buffer.alloc(MAX_SECOND_BYTES + ".123456789Z".length)]);
  }

  /** Writes an instant, and returns where it ends. */
  write(seconds: number, nanoseconds: number, decimals: number): number {
    const { bytes } = this;
    if (seconds !== this.second) {
      this.second = seconds;
      this.secondEnd = writeSecond(seconds, bytes, this.from);
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

/** Writes the beginning of what `formatInstant` gives, up to the second, at `target[at]`. Returns its end. */
function writeSecond(seconds: number, target: Uint8Array, at: number): number {
  const days = Math.floor(seconds / SECONDS_PER_DAY);
  const { year, month, day } = civilDay(days);
  const time = seconds - days * SECONDS_PER_DAY;
  let end = writeYear(year, target, at);
  end = writePair(DASH, month, target, end);
  end = writePair(DASH, day, target, end);
  end = writePair(LETTER_T, Math.floor(time / 3600), target, end);
  end = writePair(COLON, Math.floor(time / 60) % 60, target, end);
  return writePair(COLON, time % 60, target, end);
}

function writeYear(year: number, target: Uint8Array, at: number): number {
  if (year >= 0 && year <= 9999) {
    writeDigits(year, target, at, at + 4);
    return at + 4;
  }
  const digits = Math.abs(year);
  const end = at + 1 + Math.max(6, countDigits(digits));
  target[at] = year < 0 ? DASH : PLUS;
  writeDigits(digits, target, at + 1, end);
  return end;
}

/** Writes a mark and the two digits of a number after it. */
function writePair(mark: number, value: number, target: Uint8Array, at: number): number {
  target[at] = mark;
  writeDigits(value, target, at + 1, at + 3);
  return at + 3;
}
