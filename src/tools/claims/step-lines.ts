import type { LineTime } from "../../run/line-time.ts";
import { doubled, NumberList, NumberLists } from "../../text/collections/numbers.ts";

const INITIAL_CAPACITY = 1024;

/** The lines of a log that have the id of a request. Takes 20 bytes for each, and half as much again while it grows. */
export class StepLines {
  private readonly groups = new NumberList();
  private readonly indexes = new NumberList();
  /** Twice the event, plus one if the time has no decimals. */
  private readonly events = new NumberList();
  private times = new Float64Array(INITIAL_CAPACITY);
  private lastGroup = 0;

  /** Adds a line. `time` is that of the line; undefined if it has none. */
  add(group: number, event: number, index: number, time: LineTime["instant"] | undefined): void {
    const { length } = this.groups;
    if (length === this.times.length) this.times = doubled(this.times);
    this.groups.push(group);
    this.indexes.push(index);
    this.events.push(2 * event + (time?.decimals === 0 ? 1 : 0));
    this.times[length] = time === undefined ? Number.NaN : time.seconds + time.nanoseconds / 1e9;
    this.lastGroup = Math.max(this.lastGroup, group);
  }

  /**
   * The rows of the lines of each request. They are in order of time if all have one, since the services of a system
   * log apart. Valid until the next one.
   */
  *requests(): Generator<Uint32Array> {
    const groups = this.groups.values();
    const lists = new NumberLists(this.lastGroup + 1, (take) => {
      for (let i = 0; i < groups.length; i++) take(groups[i]!, i);
    });
    for (let group = 0; group <= this.lastGroup; group++) {
      const rows = lists.of(group);
      if (rows.length === 0) continue;
      if (!this.isInOrder(rows)) rows.sort((a, b) => this.secondsBetween(b, a) || a - b);
      yield rows;
    }
  }

  eventOf(row: number): number {
    return this.events.at(row) >> 1;
  }

  /** The index of the line among the compared lines of its log. */
  indexOf(row: number): number {
    return this.indexes.at(row);
  }

  isWhole(row: number): boolean {
    return this.events.at(row) % 2 === 1;
  }

  /** NaN if a time is missing. Times in whole seconds are told from others by these alone. */
  secondsBetween(from: number, to: number): number {
    const [begin, end] = [this.times[from]!, this.times[to]!];
    return this.isWhole(from) || this.isWhole(to) ? Math.floor(end) - Math.floor(begin) : end - begin;
  }

  private isInOrder(rows: Uint32Array): boolean {
    let isInOrder = true;
    for (let i = 0; i < rows.length; i++) {
      if (Number.isNaN(this.times[rows[i]!]!)) return true;
      if (i > 0 && this.secondsBetween(rows[i - 1]!, rows[i]!) < 0) isInOrder = false;
    }
    return isInOrder;
  }
}
