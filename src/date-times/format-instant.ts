import { civilDay, SECONDS_PER_DAY } from "./civil.ts";

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
  const days = Math.floor(seconds / SECONDS_PER_DAY);
  const { year, month, day } = civilDay(days);
  const time = seconds - days * SECONDS_PER_DAY;
  const clock = `${pair(Math.floor(time / 3600))}:${pair(Math.floor(time / 60) % 60)}:${pair(time % 60)}`;
  const fraction = decimals > 0 ? `.${padded(nanoseconds, 9).slice(0, decimals)}` : "";
  return `${yearText(year)}-${pair(month)}-${pair(day)}T${clock}${fraction}Z`;
}

function yearText(year: number): string {
  if (year >= 0 && year <= 9999) return padded(year, 4);
  return `${year < 0 ? "-" : "+"}${padded(Math.abs(year), 6)}`;
}

const PAIRS = Array.from({ length: 60 }, (_, value) => padded(value, 2));

/** Two digits of a number below 60. */
function pair(value: number): string {
  return PAIRS[value]!;
}

function padded(value: number, width: number): string {
  return String(value).padStart(width, "0");
}
