import { Elapsed } from "./elapsed.ts";
import type { EventTable } from "./event-table.ts";
import type { Groups } from "./groups.ts";

/** What groups can be sorted by. */
export const GROUP_ORDERS = ["span", "time", "events"] as const;

export type GroupOrder = (typeof GROUP_ORDERS)[number];

/**
 * The ranks of the groups, sorted by the time from the first to the last event, the longest first; by the number of
 * events, the most first; or by the time of the first event. Equal groups stay in order of time. For the span, groups
 * without times are last.
 */
export function groupOrder(groups: Groups, events: EventTable, by: GroupOrder): Uint32Array {
  const ranks = Uint32Array.from({ length: groups.size }, (_, rank) => rank);
  if (by === "time") return ranks;
  const keys = by === "span" ? spansOf(groups, events) : ranks.map((rank) => groups.eventsOf(rank).length);
  return ranks.sort((a, b) => keys[b]! - keys[a]! || a - b);
}

/** The spans of the groups in seconds; -1 for those without times. */
function spansOf(groups: Groups, events: EventTable): Float64Array {
  const elapsed = new Elapsed(events);
  return Float64Array.from({ length: groups.size }, (_, rank) => {
    const order = groups.eventsOf(rank);
    const first = order.find((event) => events.hasTime(event));
    if (first === undefined) return -1;
    const last = order.findLast((event) => events.hasTime(event))!;
    const { seconds, nanoseconds } = elapsed.between(first, last);
    return seconds + nanoseconds / 1e9;
  });
}
