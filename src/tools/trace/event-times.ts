import type { TextOutput } from "../../io/text-output.ts";
import { countDigits } from "../../text/bytes/ascii.ts";
import { formatInstant, fractionOf } from "../../text/date-times/calendar.ts";
import type { EventTable } from "./event-table.ts";
import type { Duration } from "./span.ts";

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A duration for people, rounded down: `333 ms`, `2.345 s`, `12 min 05 s`, `1 h 02 min`, `3 d 04 h`. */
export function durationText({ seconds, nanoseconds }: Duration): string {
  if (seconds === 0 && nanoseconds > 0) return `${decimal(Math.floor(nanoseconds / 1e6), nanoseconds % 1e6, 6)} ms`;
  if (seconds < MINUTE) return `${decimal(seconds, fractionOf(nanoseconds, 3), 3)} s`;
  if (seconds < HOUR) return twoUnits(seconds, MINUTE, "min", 1, "s");
  return seconds < DAY ? twoUnits(seconds, HOUR, "h", MINUTE, "min") : twoUnits(seconds, DAY, "d", HOUR, "h");
}

/** The seconds of a duration in its own digits, which a number may lack: all of them, and no exponent. */
export function secondsText({ seconds, nanoseconds }: Duration): string {
  return decimal(seconds, nanoseconds, 9);
}

/** A number without trailing zeros. `fraction` counts units of the last of `decimals` decimals. */
function decimal(whole: number, fraction: number, decimals: number): string {
  if (fraction === 0) return String(whole);
  let digits = decimals;
  let rest = fraction;
  for (; rest % 10 === 0; rest /= 10) digits--;
  return `${whole}.${String(rest).padStart(digits, "0")}`;
}

/** The seconds in whole units, and the rest in two digits of the next smaller unit. */
function twoUnits(seconds: number, unit: number, name: string, next: number, nextName: string): string {
  const rest = String(Math.floor((seconds % unit) / next)).padStart(2, "0");
  return `${Math.floor(seconds / unit)} ${name} ${rest} ${nextName}`;
}

/**
 * Adds the time since another event as a clock shows it, with `decimals` decimals: `0.011`, `1:02.345`, `1:01:02.345`.
 */
export function addSince(output: TextOutput, { seconds, nanoseconds }: Duration, decimals: number): void {
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
  output.number(fractionOf(nanoseconds, decimals), decimals);
}

/** The number of characters that `addSince` adds, plus one for a sign. */
export function sinceWidth(seconds: number, decimals: number): number {
  const fraction = decimals === 0 ? 0 : 1 + decimals;
  if (seconds >= HOUR) return "+".length + countDigits(Math.floor(seconds / HOUR)) + ":00:00".length + fraction;
  if (seconds >= MINUTE) return "+".length + countDigits(Math.floor(seconds / MINUTE)) + ":00".length + fraction;
  return "+".length + countDigits(seconds) + fraction;
}

/** Years between these have four digits. */
const YEAR_0 = -62_167_219_200;
const YEAR_10000 = 253_402_300_800;

/** The number of characters of a time in ISO 8601 with this number of decimals. Formats no usual one. */
export function instantWidth(seconds: number, decimals: number): number {
  const isUsual = seconds >= YEAR_0 && seconds < YEAR_10000;
  const whole = isUsual ? "2024-11-15T10:00:01Z" : formatInstant(seconds, 0, 0);
  return whole.length + (decimals > 0 ? ".".length + decimals : 0);
}

/**
 * Writes the times of events in ISO 8601, in UTC. Keeps the text of the last second, because the next event is often in
 * it.
 */
export class Instants {
  private readonly output: TextOutput;
  private readonly events: EventTable;
  private second = Number.NaN;
  /** The text of `second`, without the `Z`. */
  private text = "";

  constructor(output: TextOutput, events: EventTable) {
    this.output = output;
    this.events = events;
  }

  /** Adds the time of an event, which must have one, with as many decimals as its line has. */
  add(event: number): void {
    const { output, events } = this;
    output.text(this.secondText(event));
    const decimals = events.decimalsOf(event);
    if (decimals > 0) {
      output.text(".");
      output.number(fractionOf(events.nanosecondsOf(event), decimals), decimals);
    }
    output.text("Z");
  }

  private secondText(event: number): string {
    const second = this.events.secondsOf(event);
    if (second !== this.second) {
      this.second = second;
      this.text = formatInstant(second, 0, 0).slice(0, -"Z".length);
    }
    return this.text;
  }
}
