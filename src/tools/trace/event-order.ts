import type { EventTable } from "./event-table.ts";
import { type Duration, setDuration } from "./span.ts";

/**
 * Returns the events in order of time. Events with equal times stay in the order of their numbers. This is a natural
 * merge sort, which starts with the runs that are already in order. Logs are nearly in order, so it takes few passes.
 * The runtime's own sort was refused: it calls a function for each comparison, which costs more than the comparison
 * itself.
 */
export function timeOrder(events: EventTable): Uint32Array {
  const count = events.length;
  // Compact copies, so that only what is compared is read.
  const seconds = new Float64Array(count);
  const nanoseconds = new Uint32Array(count);
  for (let event = 0; event < count; event++) {
    seconds[event] = events.secondsOf(event);
    nanoseconds[event] = events.nanosecondsOf(event);
  }
  const isAfter = (a: number, b: number): boolean =>
    seconds[a]! > seconds[b]! || (seconds[a] === seconds[b] && nanoseconds[a]! > nanoseconds[b]!);

  let order = new Uint32Array(count);
  let merged = new Uint32Array(count);
  let ends: number[] = [];
  for (let event = 0; event < count; event++) {
    order[event] = event;
    if (event > 0 && isAfter(event - 1, event)) ends.push(event);
  }
  ends.push(count);
  while (ends.length > 1) {
    ends = mergePass(order, ends, isAfter, merged);
    [order, merged] = [merged, order];
  }
  return order;
}

/** Merges each pair of neighbouring runs. Returns the ends of the merged runs. */
function mergePass(
  order: Uint32Array,
  ends: readonly number[],
  isAfter: (a: number, b: number) => boolean,
  merged: Uint32Array,
): number[] {
  const mergedEnds: number[] = [];
  let from = 0;
  for (let run = 0; run < ends.length; run += 2) {
    const middle = ends[run]!;
    const to = ends[run + 1] ?? middle;
    let left = from;
    let right = middle;
    for (let at = from; at < to; at++) {
      const takesLeft = right === to || (left < middle && !isAfter(order[left]!, order[right]!));
      merged[at] = takesLeft ? order[left++]! : order[right++]!;
    }
    mergedEnds.push(to);
    from = to;
  }
  return mergedEnds;
}

const NONE = 0xffffffff;

/** What groups can be sorted by. */
export type GroupOrder = "span" | "time" | "events";

/**
 * The events of each group. Groups are in the order of their first events, and events keep their order within a group.
 */
export class EventGroups {
  /** How many groups there are. */
  readonly size: number;

  /** The numbers of the groups, in the order of the groups. */
  private readonly numbers: Uint32Array;
  /** The events of all groups, one group after the other. */
  private readonly members: Uint32Array;
  /** Where the events of each group end. */
  private readonly ends: Uint32Array;
  private readonly events: EventTable;

  /**
   * `order` holds all events. Their groups have numbers below `size`, and each group has at least one event. If they
   * are only parts of groups, `parts` has the group of each part, and `size` is the number of groups.
   */
  constructor(order: Uint32Array, events: EventTable, size: number, parts?: Uint32Array) {
    this.size = size;
    this.events = events;
    this.numbers = new Uint32Array(size);
    const ranks = new Uint32Array(size).fill(NONE);
    // A compact copy, because the groups are looked up in another order than they are stored in.
    const groups = new Uint32Array(order.length);
    for (let event = 0; event < order.length; event++) {
      const group = events.groupOf(event);
      groups[event] = parts === undefined ? group : parts[group]!;
    }
    const counts = new Uint32Array(size);
    let seen = 0;
    for (const event of order) {
      const group = groups[event]!;
      if (ranks[group] === NONE) {
        this.numbers[seen] = group;
        ranks[group] = seen++;
      }
      counts[ranks[group]!]!++;
    }
    // Each group is filled from where the group before it ends, and `ends` moves on with each event.
    this.ends = new Uint32Array(size);
    for (let rank = 1; rank < size; rank++) this.ends[rank] = this.ends[rank - 1]! + counts[rank - 1]!;
    this.members = new Uint32Array(order.length);
    for (const event of order) this.members[this.ends[ranks[groups[event]!]!]!++] = event;
  }

  /** The number of the group with this rank. */
  number(rank: number): number {
    return this.numbers[rank]!;
  }

  /** The events of the group with this rank. */
  eventsOf(rank: number): Uint32Array {
    return this.members.subarray(rank === 0 ? 0 : this.ends[rank - 1]!, this.ends[rank]!);
  }

  /**
   * The ranks of the groups, sorted by the time from the first to the last event, the longest first; by the number of
   * events, the most first; or by the time of the first event. Equal groups stay in order of time. For the span, groups
   * without times are last.
   */
  ranksBy(by: GroupOrder): Uint32Array {
    const ranks = Uint32Array.from({ length: this.size }, (_, rank) => rank);
    if (by === "time") return ranks;
    const keys = by === "span" ? this.spans() : ranks.map((rank) => this.eventsOf(rank).length);
    return ranks.sort((a, b) => keys[b]! - keys[a]! || a - b);
  }

  /** The spans of the groups in seconds; -1 for those without times. */
  private spans(): Float64Array {
    const { events } = this;
    const duration: Duration = { seconds: 0, nanoseconds: 0 };
    return Float64Array.from({ length: this.size }, (_, rank) => {
      const order = this.eventsOf(rank);
      const first = order.find((event) => events.hasTime(event));
      if (first === undefined) return -1;
      setDuration(duration, events, first, order.findLast((event) => events.hasTime(event))!);
      return duration.seconds + duration.nanoseconds / 1e9;
    });
  }
}
