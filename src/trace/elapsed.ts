import type { EventTable } from "./event-table.ts";

/** The time between two events. One object is used for event after event. */
export class Elapsed {
  /** A whole number, not negative. */
  seconds = 0;
  /** 0 to 999999999. */
  nanoseconds = 0;

  private readonly events: EventTable;

  constructor(events: EventTable) {
    this.events = events;
  }

  /** Measures from one event to another, which is not the earlier one. */
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
