import { COLON, countDigits, DASH, LETTER_T, PLUS, writeDigits } from "../bytes/ascii.ts";
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
  const second = SCRATCH.toString("latin1", 0, writeSecond(seconds, SCRATCH, 0));
  return `${second}${decimals > 0 ? `.${String(nanoseconds).padStart(9, "0").slice(0, decimals)}` : ""}Z`;
}

/** No second is longer. */
export const MAX_SECOND_BYTES = 32;

const SCRATCH = Buffer.alloc(MAX_SECOND_BYTES);

/** Writes the beginning of what `formatInstant` gives, up to the second, at `target[at]`. Returns its end. */
export function writeSecond(seconds: number, target: Uint8Array, at: number): number {
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
