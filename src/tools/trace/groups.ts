import type { EventTable } from "./event-table.ts";

const NONE = 0xffffffff;

/**
 * The events of each group. Groups are in the order of their first events, and events keep their order within a group.
 */
export class Groups {
  /** How many groups there are. */
  readonly size: number;

  /** The numbers of the groups, in the order of the groups. */
  private readonly numbers: Uint32Array;
  /** The events of all groups, one group after the other. */
  private readonly events: Uint32Array;
  /** Where the events of each group end. */
  private readonly ends: Uint32Array;

  /**
   * `order` holds all events. Their groups have numbers below `size`, and each group has at least one event. If they
   * are only parts of groups, `parts` has the group of each part, and `size` is the number of groups.
   */
  constructor(order: Uint32Array, events: EventTable, size: number, parts?: Uint32Array) {
    this.size = size;
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
    this.events = new Uint32Array(order.length);
    for (const event of order) this.events[this.ends[ranks[groups[event]!]!]!++] = event;
  }

  /** The number of the group with this rank. */
  number(rank: number): number {
    return this.numbers[rank]!;
  }

  /** The events of the group with this rank. */
  eventsOf(rank: number): Uint32Array {
    return this.events.subarray(rank === 0 ? 0 : this.ends[rank - 1]!, this.ends[rank]!);
  }
}
