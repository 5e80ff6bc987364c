// What a date-time leaves open has to be kept for each event until more of its file is known. So it is one byte: flags, and
// in the upper half the shift, the days from the day that was written to that of the instant in UTC. An hour of 24, a zone
// or the 99 minutes of a sloppy clock can all shift the day; year and order are those of the day that was written.
//
// It is settled from the instant and that byte alone, by whole days: the day that was written follows from both, and time of
// day and zone stay as they are. Where year and order are open the order is settled first, as which year is the nearest
// depends on the day.

import { CENTURY, civilDay, DAY, daysOf } from "./civil.ts";

/** Flags of what a date-time leaves open, and of what it tells about the other dates of its file. */
export const OPEN = {
  nothing: 0,
  /** No year is written; it was read as of 2000. */
  year: 1,
  /** The date has another reading, `otherOrder`; it was read month first. */
  order: 2,
  /** The date has one reading, and that is not month first. So dates of the same kind are not month first either. */
  notMonthFirst: 4,
  /** With one of the former two: the date is three numbers of two digits, and its other order is year first. */
  shortYear: 8,
} as const;

/** The flags with the shift, -8 to 7 days, if they leave something to settle that needs it. */
export function withShift(flags: number, days: number): number {
  return (flags & (OPEN.year | OPEN.order)) === 0 ? flags : flags | ((days & 15) << 4);
}

/** The days from the day that was written to that of the instant in UTC. */
export function shiftOf(open: number): number {
  return (open << 24) >> 28;
}

/**
 * The instant of a date-time without a year, moved into this year. February 29 becomes March 1 in a year that lacks it: so it
 * stays after the other days of its February.
 */
export function withYear(seconds: number, open: number, year: number): number {
  const written = writtenDay(seconds, open);
  const { month, day } = civilDay(written);
  return moved(seconds, written, daysOf(year, month, day));
}

/** As `withYear`, in the year that brings the instant nearest to `reference`; of two the earlier. */
export function nearestYear(seconds: number, open: number, reference: number): number {
  const { year } = civilDay(Math.floor(reference / DAY));
  const same = withYear(seconds, open, year);
  const earlier = same <= reference ? same : withYear(seconds, open, year - 1);
  const later = same <= reference ? withYear(seconds, open, year + 1) : same;
  return reference - earlier <= later - reference ? earlier : later;
}

/** The instant of a date-time whose order is open, read the other way: year first with a short year, else day first. */
export function otherOrder(seconds: number, open: number): number {
  const written = writtenDay(seconds, open);
  const { year, month, day } = civilDay(written);
  const other = (open & OPEN.shortYear) === 0 ? daysOf(year, day, month) : daysOf(CENTURY + month, day, year - CENTURY);
  return moved(seconds, written, other);
}

/** The day that was written, in days from 1970-01-01, of an instant and what its date-time leaves open. */
export function writtenDay(seconds: number, open: number): number {
  return Math.floor(seconds / DAY) - shiftOf(open);
}

function moved(seconds: number, from: number, to: number): number {
  return seconds + (to - from) * DAY;
}
