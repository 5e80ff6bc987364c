import type { EventTable } from "./event-table.ts";

/** A time from one event to another. */
export interface Duration {
  /** A whole number, at least 0. */
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
  /** How many events there are. */
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
    this.first = -1;
    this.last = -1;
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

  /** When the events begin and end, and the names of their files. */
  facts(): { readonly start: string | undefined; readonly end: string | undefined; readonly files: string[] } {
    const { events, first, last } = this;
    const timeOf = (event: number): string | undefined => (event === -1 ? undefined : events.timeOf(event));
    return { start: timeOf(first), end: timeOf(last), files: this.files.map((file) => events.files[file]!) };
  }
}
