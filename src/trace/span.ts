import type { EventTable } from "./event-table.ts";

/** The time and the files that events stretch over. One object is used for group after group. */
export class Span {
  /** How many events there are. */
  count = 0;
  /** The first and the last event with a time of its own; -1 if none has one. */
  first = -1;
  last = -1;
  /** The most decimals of a second that are written in a time. */
  decimals = 0;
  /** The numbers of the files, in the order of their first events. */
  files: number[] = [];

  /** For each of those files the greatest line number. */
  readonly lastLines: Uint32Array;

  private readonly events: EventTable;
  /** For each file the number of the last group that had it. */
  private readonly seen: Uint32Array;
  private group = 0;

  constructor(events: EventTable, files: number) {
    this.events = events;
    this.lastLines = new Uint32Array(files);
    this.seen = new Uint32Array(files);
  }

  /** Measures events, given in the order of time. */
  measure(order: Uint32Array): void {
    const { events, seen, lastLines } = this;
    const group = ++this.group;
    this.count = order.length;
    this.first = -1;
    this.last = -1;
    this.decimals = 0;
    this.files.length = 0;
    for (const event of order) {
      const file = events.fileOf(event);
      if (seen[file] !== group) {
        seen[file] = group;
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
  }
}
