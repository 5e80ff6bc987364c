// What a date-time leaves open is settled from the instant and its flags alone, by whole days: the day that was written is
// known (see open.ts), and time of day and zone stay as they are. Where both are open the order is settled first, as which
// year is the nearest depends on the day.

import { CENTURY } from "./calendar.ts";
import { civilDay, DAY, daysOf } from "./civil.ts";
import { OPEN, shiftOf } from "./open.ts";

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
