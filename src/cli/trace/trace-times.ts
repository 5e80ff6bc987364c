import { digitsOf } from "../../streams/digits.ts";
import type { Elapsed } from "../../trace/elapsed.ts";
import type { TextOutput } from "../text-output.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The nanoseconds in a unit of the last of so many decimals. */
const UNITS = [1e9, 1e8, 1e7, 1e6, 1e5, 1e4, 1e3, 1e2, 1e1, 1];

/** Adds a duration as one says it: `333 ms`, `2.345 s`, `12 min 05 s`, `1 h 02 min`, `3 d 04 h`; what is smaller is cut off. */
export function addDuration(output: TextOutput, { seconds, nanoseconds }: Elapsed): void {
  if (seconds === 0 && nanoseconds > 0) {
    addFractional(output, Math.floor(nanoseconds / 1e6), nanoseconds % 1e6, 6);
    output.text(" ms");
  } else if (seconds < MINUTE) {
    addFractional(output, seconds, decimalsOf(nanoseconds, 3), 3);
    output.text(" s");
  } else if (seconds < HOUR) {
    addTwo(output, seconds, MINUTE, " min ", 1, " s");
  } else if (seconds < DAY) {
    addTwo(output, seconds, HOUR, " h ", MINUTE, " min");
  } else {
    addTwo(output, seconds, DAY, " d ", HOUR, " h");
  }
}

/** Adds a duration in seconds as JSON writes a number, exact. */
export function addSeconds(output: TextOutput, { seconds, nanoseconds }: Elapsed): void {
  addFractional(output, seconds, nanoseconds, 9);
}

/** Adds a time since another as a clock shows it, with so many decimals: `0.011`, `1:02.345`, `1:01:02.345`. */
export function addSince(output: TextOutput, { seconds, nanoseconds }: Elapsed, decimals: number): void {
  if (seconds >= HOUR) {
    output.number(Math.floor(seconds / HOUR));
    output.text(":");
  }
  if (seconds >= MINUTE) {
    output.number(Math.floor(seconds / MINUTE) % 60, seconds >= HOUR ? 2 : 1);
    output.text(":");
  }
  output.number(seconds % MINUTE, seconds >= MINUTE ? 2 : 1);
  if (decimals === 0) return;
  output.text(".");
  output.number(decimalsOf(nanoseconds, decimals), decimals);
}

/** How many characters that are with a sign. */
export function sinceWidth(seconds: number, decimals: number): number {
  const fraction = decimals === 0 ? 0 : 1 + decimals;
  if (seconds >= HOUR) return "+".length + digitsOf(Math.floor(seconds / HOUR)) + ":00:00".length + fraction;
  if (seconds >= MINUTE) return "+".length + digitsOf(Math.floor(seconds / MINUTE)) + ":00".length + fraction;
  return "+".length + digitsOf(seconds) + fraction;
}

/** The decimals of a second, so many of them, as a whole number. */
export function decimalsOf(nanoseconds: number, decimals: number): number {
  return Math.floor(nanoseconds / UNITS[decimals]!);
}

/** Adds a number of so many decimals, without those that say nothing. */
function addFractional(output: TextOutput, whole: number, fraction: number, decimals: number): void {
  output.number(whole);
  if (fraction === 0) return;
  let digits = decimals;
  let rest = fraction;
  for (; rest % 10 === 0; rest /= 10) digits--;
  output.text(".");
  output.number(rest, digits);
}

/** Adds how often a unit goes into the seconds, and in two digits how often the next smaller unit goes into what is left. */
function addTwo(output: TextOutput, seconds: number, unit: number, name: string, next: number, nextName: string): void {
  output.number(Math.floor(seconds / unit));
  output.text(name);
  output.number(Math.floor((seconds % unit) / next), 2);
  output.text(nextName);
}
