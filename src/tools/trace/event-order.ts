import { NumberLists } from "../../text/collections/numbers.ts";
import type { EventTable } from "./event-table.ts";
import { Span } from "./span.ts";

/**
 * Returns the events in order of time. Events with equal times stay in the order of their numbers. This is a natural
 * merge sort, which starts with the runs that are already in order. Logs are nearly in order, so it takes few passes.
 * The runtime's own sort is slower: it calls a function for each comparison, which costs more than the comparison.
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
