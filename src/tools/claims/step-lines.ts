import type { LineTime } from "../../run/line-time.ts";
import { NumberList, NumberLists } from "../../text/collections/numbers.ts";

const INITIAL_CAPACITY = 1024;

/** A line of a request. */
export interface StepLine {
  readonly event: number;
  /** The index among the compared lines of its log. */
  readonly index: number;
  /** In seconds; NaN if it has none. */
  readonly time: number;
  /** Whether its time has no decimals. */
  readonly isWhole: boolean;
}

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
    if (length === this.times.length) {
      const grown = new Float64Array(2 * length);
      grown.set(this.times);
      this.times = grown;
    }
    this.groups.push(group);
    this.indexes.push(index);
    this.events.push(2 * event + (time?.decimals === 0 ? 1 : 0));
    this.times[length] = time === undefined ? Number.NaN : time.seconds + time.nanoseconds / 1e9;
    this.lastGroup = Math.max(this.lastGroup, group);
  }

  /** The lines of each request. They are in order of time if all have one, since the services of a system log apart. */
  *requests(): Generator<readonly StepLine[]> {
    const groups = this.groups.values();
    const lists = new NumberLists(this.lastGroup + 1, (take) => {
      for (let i = 0; i < groups.length; i++) take(groups[i]!, i);
    });
    for (let group = 0; group <= this.lastGroup; group++) {
      if (lists.length(group) === 0) continue;
      const lines = Array.from(lists.of(group), (i): StepLine => {
        const event = this.events.at(i);
        return { event: event >> 1, index: this.indexes.at(i), time: this.times[i]!, isWhole: event % 2 === 1 };
      });
      yield isInOrder(lines) ? lines : lines.sort((a, b) => secondsBetween(b, a) || a.index - b.index);
    }
  }
}

function isInOrder(lines: readonly StepLine[]): boolean {
  return (
    lines.some(({ time }) => Number.isNaN(time)) ||
    lines.every((line, i) => !(secondsBetween(lines[i - 1] ?? line, line) < 0))
  );
}

/** Lines whose times are whole seconds are told from others by these alone. */
export function secondsBetween(from: StepLine, to: StepLine): number {
  return from.isWhole || to.isWhole ? Math.floor(to.time) - Math.floor(from.time) : to.time - from.time;
}
