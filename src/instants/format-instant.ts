import { civilDay, DAY } from "./civil.ts";

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
