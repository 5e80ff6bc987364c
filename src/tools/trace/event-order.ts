import { NumberLists } from "../../text/collections/numbers.ts";
import type { EventTable } from "./event-table.ts";
import { secondsIn, spanOf } from "./span.ts";

/** The events in order of time. Those with equal times stay in the order of their numbers. */
export function timeOrder(events: EventTable): Uint32Array {
  // Compact copies, so that only what is compared is read.
  const seconds = new Float64Array(events.length);
  const nanoseconds = new Uint32Array(events.length);
  const order: number[] = [];
  for (let event = 0; event < events.length; event++) {
    seconds[event] = events.secondsOf(event);
    nanoseconds[event] = events.nanosecondsOf(event);
    order.push(event);
  }
  // The sort of lists takes time in proportion to what is out of order. That of typed arrays does not.
  order.sort((a, b) => seconds[a]! - seconds[b]! || nanoseconds[a]! - nanoseconds[b]!);
  return Uint32Array.from(order);
}

export type GroupOrder = "span" | "time" | "events";

/** The numbers of groups, in some order, and the events of each group, in the order of all events. */
interface EventGroups {
  readonly numbers: readonly number[];
  readonly members: NumberLists;
}

/**
 * Divides events into groups, whose numbers are below `size`. These are sorted by the time from the first to the last
 * event, the longest first; by the number of events, the most first; or by the time of the first event. Equal groups
 * stay in order of time. For the span, groups without times are last.
 */
export function groupEvents(
  order: Uint32Array,
  size: number,
  groupOf: (event: number) => number,
  events: EventTable,
  by: GroupOrder,
): EventGroups {
  // They are looked up in another order than they are stored in.
  const groups = new Uint32Array(order.length);
  for (let event = 0; event < order.length; event++) groups[event] = groupOf(event);
  const members = new NumberLists(size, (take) => {
    for (const event of order) take(groups[event]!, event);
  });
  const isSeen = new Uint8Array(size);
  const numbers: number[] = [];
  for (const event of order) {
    const group = groups[event]!;
    if (isSeen[group] === 0) numbers.push(group);
    isSeen[group] = 1;
  }
  if (by === "time") return { numbers, members };
  const keys = Float64Array.from({ length: size }, (_, group) =>
    by === "events" ? members.length(group) : (secondsIn(spanOf(members.of(group), events)) ?? -1),
  );
  return { numbers: numbers.sort((a, b) => keys[b]! - keys[a]!), members };
}
