import { NumberLists } from "../../text/collections/numbers.ts";
import type { EventTable } from "./event-table.ts";
import { Span } from "./span.ts";

/** Returns the events in order of time. Events with equal times stay in the order of their numbers. */
export function timeOrder(events: EventTable): Uint32Array {
  // Compact copies, so that only what is compared is read.
  const seconds = new Float64Array(events.length);
  const nanoseconds = new Uint32Array(events.length);
  // Logs are nearly in order. The sort of arrays makes use of that, which the one of typed arrays does not.
  const order: number[] = [];
  for (let event = 0; event < events.length; event++) {
    seconds[event] = events.secondsOf(event);
    nanoseconds[event] = events.nanosecondsOf(event);
    order.push(event);
  }
  // Events without times are infinitely late, and the difference of two of them is no number.
  return Uint32Array.from(order.sort((a, b) => seconds[a]! - seconds[b]! || nanoseconds[a]! - nanoseconds[b]!));
}

const NONE = 0xffffffff;

export type GroupOrder = "span" | "time" | "events";

/**
 * The events of each group. Groups are ranked in the order of their first events, and events keep their order within a
 * group.
 */
export class EventGroups {
  /** The numbers of the groups, by rank. */
  readonly numbers: Uint32Array;
  readonly members: NumberLists;
  private readonly events: EventTable;

  /**
   * `order` holds all events. There are `size` groups, each with at least one event. The table has the number of an
   * event's group or, with `parts`, of a part, whose group is then in `parts`.
   */
  constructor(order: Uint32Array, events: EventTable, size: number, parts?: Uint32Array) {
    this.events = events;
    this.numbers = new Uint32Array(size);
    const ranks = new Uint32Array(size).fill(NONE);
    // A compact copy, because the groups are looked up in another order than they are stored in.
    const groups = new Uint32Array(order.length);
    for (let event = 0; event < order.length; event++) {
      const group = events.groupOf(event);
      groups[event] = parts === undefined ? group : parts[group]!;
    }
    let seen = 0;
    for (const event of order) {
      const group = groups[event]!;
      if (ranks[group] !== NONE) continue;
      this.numbers[seen] = group;
      ranks[group] = seen++;
    }
    this.members = new NumberLists(size, (take) => {
      for (const event of order) take(ranks[groups[event]!]!, event);
    });
  }

  /**
   * The ranks of the groups, sorted by the time from the first to the last event, the longest first; by the number of
   * events, the most first; or by the time of the first event. Equal groups stay in order of time. For the span, groups
   * without times are last.
   */
  ranksBy(by: GroupOrder): Uint32Array {
    const { members } = this;
    const ranks = Uint32Array.from(this.numbers.keys());
    if (by === "time") return ranks;
    const span = new Span(this.events);
    const keyOf = (rank: number): number =>
      by === "events" ? members.length(rank) : (span.measure(members.of(rank)).inSeconds ?? -1);
    const keys = Float64Array.from(ranks, keyOf);
    return ranks.sort((a, b) => keys[b]! - keys[a]! || a - b);
  }
}
