// A date-time may leave its year open, or the order of day and month. What it leaves open must be kept for each event
// until more of its file is known, so it is packed into one byte. The lower half has flags. The upper half has the
// shift, which is the number of days from the written day to the instant's day in UTC: a zone, an hour of 24, or a form
// whose minutes may be 60 to 99 can move an instant to another day, while year and order belong to the written day.
//
// The instant and this byte suffice to settle the date later. They give the written day. Once its year or order is
// settled, the instant moves by whole days, and the time of day and the zone stay the same. If both are open, settle
// the order first, because the nearest year depends on the day.

import { isDigit, numberAt, shortNumberAt } from "../bytes/ascii.ts";
import { CENTURY, civilDay, daysOf, isDay, SECONDS_PER_DAY } from "./calendar.ts";
import { DATE, type DateTimeForm, NOT_WRITTEN, PART } from "./date-time-forms.ts";
import { nameAt } from "./names.ts";

/** Flags for what a date-time leaves open, and for what it implies about other dates of its file. */
export const UNRESOLVED = {
  nothing: 0,
  /** No year is written. The year 2000 was assumed. */
  year: 1,
  /** The date can be read in another order, see `otherOrder`. It was read month first. */
  order: 2,
  /** The date can only be read in an order that is not month first. So this holds for dates like it as well. */
  notMonthFirst: 4,
  /** With `order` or `notMonthFirst`: three numbers of two digits, whose other order is year first. */
  shortYear: 8,
} as const;

/** Packs the flags and the shift, -8 to 7 days. Leaves the shift out if the flags leave nothing to settle. */
export function withShift(flags: number, days: number): number {
  return (flags & (UNRESOLVED.year | UNRESOLVED.order)) === 0 ? flags : flags | ((days & 15) << 4);
}

/** The number of days from the written day to the instant's day in UTC. */
export function shiftOf(open: number): number {
  return (open << 24) >> 28;
}

/**
 * Moves the instant of a date-time without a year into this year. February 29 becomes March 1 if the year does not have
 * it, so that it stays after all other days of February.
 */
export function withYear(seconds: number, open: number, year: number): number {
  const written = writtenDay(seconds, open);
  const { month, day } = civilDay(written);
  return moved(seconds, written, daysOf(year, month, day));
}

/** As `withYear`, in the year that brings the instant nearest to `reference`; the earlier one of two. */
export function nearestYear(seconds: number, open: number, reference: number): number {
  const { year } = civilDay(Math.floor(reference / SECONDS_PER_DAY));
  const same = withYear(seconds, open, year);
  const earlier = same <= reference ? same : withYear(seconds, open, year - 1);
  const later = same <= reference ? withYear(seconds, open, year + 1) : same;
  return reference - earlier <= later - reference ? earlier : later;
}

/** The instant of a date-time in its other order: year first if it has a short year, else day first. */
export function otherOrder(seconds: number, open: number): number {
  const written = writtenDay(seconds, open);
  const { year, month, day } = civilDay(written);
  const other =
    (open & UNRESOLVED.shortYear) === 0 ? daysOf(year, day, month) : daysOf(CENTURY + month, day, year - CENTURY);
  return moved(seconds, written, other);
}

/** The written day, in days since 1970-01-01, of an instant with what its date-time leaves open. */
export function writtenDay(seconds: number, open: number): number {
  return Math.floor(seconds / SECONDS_PER_DAY) - shiftOf(open);
}

function moved(seconds: number, from: number, to: number): number {
  return seconds + (to - from) * SECONDS_PER_DAY;
}

/** The year assumed for a date without one. It has a February 29. */
const ASSUMED_YEAR = 2000;

/** The day of a date-time as it is written, and what it leaves open. */
export class WrittenDate {
  year = 0;
  month = 0;
  day = 0;
  /** Flags of `UNRESOLVED`. */
  flags = 0;

  /** Reads the date of a date-time of a form that has one and is no epoch. The resulting day may not exist. */
  read(bytes: Uint8Array, to: number, { date, yearWidth }: DateTimeForm, parts: readonly number[]): void {
    const yearAt = parts[PART.year]!;
    const monthAt = parts[PART.month]!;
    this.flags = UNRESOLVED.nothing;
    this.year = ASSUMED_YEAR;
    if (yearAt === NOT_WRITTEN) this.flags = UNRESOLVED.year;
    else this.year = numberAt(bytes, yearAt, yearWidth) + (yearWidth === 2 ? CENTURY : 0);
    this.month = isDigit(bytes[monthAt]!) ? shortNumberAt(bytes, monthAt, to) : nameAt(bytes, monthAt, to);
    this.day = shortNumberAt(bytes, parts[PART.day]!, to);
    if (date === DATE.monthOrDayFirst) this.settleMonthOrDayFirst();
    else if (date === DATE.monthOrYearFirst) this.settleMonthOrYearFirst();
  }

  // Dates of numbers with slashes are read month first if that day exists, unless they begin with a year of four
  // digits. Most tools that write such dates mean that, and all that add AM or PM do.

  private settleMonthOrDayFirst(): void {
    const { year, month, day } = this;
    const isDayFirst = isDay(year, day, month);
    if (isDay(year, month, day)) {
      if (isDayFirst && month !== day) this.flags |= UNRESOLVED.order;
      return;
    }
    this.month = day;
    this.day = month;
    this.flags |= UNRESOLVED.notMonthFirst;
  }

  /** Does not consider day first: most dates with a year of two digits can also be read year first. */
  private settleMonthOrYearFirst(): void {
    const { year, month, day } = this;
    const isYearFirst = isDay(CENTURY + month, day, year - CENTURY);
    if (isDay(year, month, day)) {
      const isSame = month === day && day === year - CENTURY;
      if (isYearFirst && !isSame) this.flags |= UNRESOLVED.order | UNRESOLVED.shortYear;
      return;
    }
    this.year = CENTURY + month;
    this.month = day;
    this.day = year - CENTURY;
    this.flags |= UNRESOLVED.notMonthFirst | UNRESOLVED.shortYear;
  }
}
