import type { EventTable } from "./event-table.ts";

/** The time range and the files of a group of events. One object can measure any number of groups. */
export class EventRange {
  /** How many events there are. */
  count = 0;
  /** The first event with a time of its own, or -1. */
  first = -1;
  /** The last event with a time of its own, or -1. */
  last = -1;
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

  constructor(events: EventTable, files: number) {
    this.events = events;
    this.lastLines = new Uint32Array(files);
    this.lastGroups = new Uint32Array(files);
  }

  /** Measures a group of events, in order of time. Overwrites what was measured before. */
  measure(order: Uint32Array): void {
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
  }
}
