import { fractionOf } from "../../text/date-times/calendar.ts";
import type { EventTable } from "./event-table.ts";

export interface Duration {
  seconds: number;
  /** 0 to 999999999. */
  nanoseconds: number;
}

/** Sets a duration to the time from one event to another that is not earlier. */
export function setDuration(duration: Duration, events: EventTable, from: number, to: number): void {
  duration.seconds = events.secondsOf(to) - events.secondsOf(from);
  duration.nanoseconds = events.nanosecondsOf(to) - events.nanosecondsOf(from);
  if (duration.nanoseconds >= 0) return;
  duration.seconds--;
  duration.nanoseconds += 1e9;
}

/** What a group of events spans: how much time, and which files. One object can measure any number of groups. */
export class Span implements Duration {
  count = 0;
  /** The first event with a time of its own, or -1. */
  first = -1;
  /** The last event with a time of its own, or -1. */
  last = -1;
  /** The time from the first to the last, if they have times. */
  seconds = 0;
  nanoseconds = 0;
  /** The maximum number of decimals of a second in these times. */
  decimals = 0;
  /** The file numbers, in the order of their first events. */
  files: number[] = [];

  /** The greatest line number in each of these files, by file number. */
  readonly lastLines: Uint32Array;

  private readonly events: EventTable;
  /** For each file, the last group that had events of it. */
  private readonly lastGroups: Uint32Array;
  private group = 0;

  constructor(events: EventTable) {
    this.events = events;
    this.lastLines = new Uint32Array(events.files.length);
    this.lastGroups = new Uint32Array(events.files.length);
  }

  /** Measures a group of events, in order of time. Overwrites what was measured before. */
  measure(order: Uint32Array): this {
    const { events, lastGroups, lastLines } = this;
    const group = ++this.group;
    this.count = order.length;
    this.first = this.last = -1;
    this.decimals = 0;
    this.files.length = 0;
    for (const event of order) {
      const file = events.fileOf(event);
      if (lastGroups[file] !== group) {
        lastGroups[file] = group;
        lastLines[file] = 0;
        this.files.push(file);
      }
      const line = events.lineOf(event);
      if (line > lastLines[file]!) lastLines[file] = line;
      if (!events.hasTime(event)) continue;
      if (this.first === -1) this.first = event;
      this.last = event;
      const decimals = events.decimalsOf(event);
      if (decimals > this.decimals) this.decimals = decimals;
    }
    if (this.first !== -1) setDuration(this, events, this.first, this.last);
    return this;
  }

  /** The time from the first to the last in seconds; undefined without times. */
  get inSeconds(): number | undefined {
    return this.first === -1 ? undefined : this.seconds + this.nanoseconds / 1e9;
  }

  /** When the events begin and end, and the names of their files. */
  facts(): { readonly start: string | undefined; readonly end: string | undefined; readonly files: string[] } {
    const { events, first, last } = this;
    const timeOf = (event: number): string | undefined => (event === -1 ? undefined : events.timeOf(event));
    return { start: timeOf(first), end: timeOf(last), files: this.files.map((file) => events.files[file]!) };
  }
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
  return `${Math.floor(seconds / unit)} ${name} ${twoDigits(Math.floor((seconds % unit) / next))} ${nextName}`;
}

/** The time since another event as a clock shows it, with `decimals` decimals: `0.011`, `1:02.345`, `1:01:02.345`. */
export function sinceText({ seconds, nanoseconds }: Duration, decimals: number): string {
  const [hours, minutes] = [Math.floor(seconds / HOUR), Math.floor(seconds / MINUTE) % 60];
  const larger = hours > 0 ? `${hours}:${twoDigits(minutes)}:` : minutes > 0 ? `${minutes}:` : "";
  const whole = larger + (larger === "" ? seconds : twoDigits(seconds % MINUTE));
  return decimals === 0 ? whole : `${whole}.${String(fractionOf(nanoseconds, decimals)).padStart(decimals, "0")}`;
}

function twoDigits(number: number): string {
  return String(number).padStart(2, "0");
}
