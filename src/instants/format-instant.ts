import { civilDay, DAY } from "./civil.ts";

/** The nanoseconds of a unit of the last decimal, by the number of decimals, 0 to 9. */
const UNITS = [1e9, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1];

/** The nanoseconds of a fraction of a second, which is written as a whole number of so many decimals. */
export function nanosecondsOf(fraction: number, decimals: number): number {
  return fraction * UNITS[decimals]!;
}

/** The fraction with so many decimals, as a whole number; those beyond are cut off. */
export function fractionOf(nanoseconds: number, decimals: number): number {
  return Math.floor(nanoseconds / UNITS[decimals]!);
}

/**
 * The instant in ISO 8601, in UTC: `2024-11-15T10:00:01.123Z`. It has as many decimals as are asked for, none to nine; more
 * are cut off. A year of more than four digits, or before 0, has a sign and at least six digits, as `Date` writes it.
 */
export function formatInstant(seconds: number, nanoseconds: number, decimals: number): string {
  const days = Math.floor(seconds / DAY);
  const { year, month, day } = civilDay(days);
  const time = seconds - days * DAY;
  const clock = `${pair(Math.floor(time / 3600))}:${pair(Math.floor(time / 60) % 60)}:${pair(time % 60)}`;
  const fraction = decimals > 0 ? `.${padded(nanoseconds, 9).slice(0, decimals)}` : "";
  return `${yearText(year)}-${pair(month)}-${pair(day)}T${clock}${fraction}Z`;
}

function yearText(year: number): string {
  if (year >= 0 && year <= 9999) return padded(year, 4);
  return `${year < 0 ? "-" : "+"}${padded(Math.abs(year), 6)}`;
}

function pair(value: number): string {
  return padded(value, 2);
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
