import { fractionOf } from "../../text/date-times/calendar.ts";
import type { EventTable } from "./event-table.ts";

export interface Duration {
  readonly seconds: number;
  readonly nanoseconds: number;
}

/** The time from one event to another that is not earlier. */
export function durationBetween(events: EventTable, from: number, to: number): Duration {
  const seconds = events.secondsOf(to) - events.secondsOf(from);
  const nanoseconds = events.nanosecondsOf(to) - events.nanosecondsOf(from);
  return nanoseconds < 0 ? { seconds: seconds - 1, nanoseconds: nanoseconds + 1e9 } : { seconds, nanoseconds };
}

const NO_DURATION: Duration = { seconds: 0, nanoseconds: 0 };

type Span = ReturnType<typeof spanOf>;

/** What some events, in order of time, span: how much time, and which files. */
export function spanOf(order: Uint32Array, events: EventTable) {
  /** The numbers of the files, in the order of their first events. */
  const files: number[] = [];
  let lastFile = -1;
  /** The first and the last event with a time of its own, or -1. */
  let first = -1;
  let last = -1;
  /** The most decimals of a second in these times. */
  let decimals = 0;
  for (const event of order) {
    const file = events.fileOf(event);
    if (file !== lastFile && !files.includes(file)) files.push(file);
    lastFile = file;
    if (!events.hasTime(event)) continue;
    if (first === -1) first = event;
    last = event;
    decimals = Math.max(decimals, events.decimalsOf(event));
  }
  const duration = first === -1 ? NO_DURATION : durationBetween(events, first, last);
  return { first, last, duration, decimals, files };
}

/** The time from the first to the last event in seconds; undefined without times. */
export function secondsIn({ first, duration }: Span): number | undefined {
  return first === -1 ? undefined : duration.seconds + duration.nanoseconds / 1e9;
}

/** When the events begin and end, and the names of their files. */
export function factsOf(span: Span, events: EventTable) {
  return {
    start: events.timeOf(span.first),
    end: events.timeOf(span.last),
    durationSeconds: exactSeconds(span),
    files: span.files.map((file) => events.files[file]!),
  };
}

/** As `secondsIn`, rounded once: 1.1 seconds are the number that is written so. */
export function exactSeconds({ first, duration }: Span): number | undefined {
  return first === -1 ? undefined : Number(secondsText(duration));
}

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
function secondsText({ seconds, nanoseconds }: Duration): string {
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
  return `${Math.floor(seconds / unit)} ${name} ${twoDigits(Math.floor((seconds % unit) / next))} ${nextName}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
