import type { EventTable } from "./event-table.ts";

/** The time between two events. One object can serve any number of pairs. */
export class Elapsed {
  /** A whole number, at least 0. */
  seconds = 0;
  /** 0 to 999999999. */
  nanoseconds = 0;

  private readonly events: EventTable;

  constructor(events: EventTable) {
    this.events = events;
  }

  /** Measures the time from one event to another that is not earlier. */
  between(from: number, to: number): this {
    const { events } = this;
    this.seconds = events.secondsOf(to) - events.secondsOf(from);
    this.nanoseconds = events.nanosecondsOf(to) - events.nanosecondsOf(from);
    if (this.nanoseconds < 0) {
      this.seconds--;
      this.nanoseconds += 1e9;
    }
    return this;
  }
}
