import type { EventTable } from "./event-table.ts";

const NONE = 0xffffffff;

/** Events shared out among groups. The groups are in the order of their first events, and each keeps the order of its own. */
export class Groups {
  /** How many groups there are. */
  readonly size: number;

  /** The groups as the events have them, in their order. */
  private readonly numbers: Uint32Array;
  /** The events of all groups in turn, and where those of each end. */
  private readonly events: Uint32Array;
  private readonly ends: Uint32Array;

  /** `order` has all events. Their groups are numbered below `size`, and each has at least one event. */
  constructor(order: Uint32Array, events: EventTable, size: number) {
    this.size = size;
    this.numbers = new Uint32Array(size);
    const places = new Uint32Array(size).fill(NONE);
    // Beside each other, as they are looked up in another order than they lie in.
    const groups = new Uint32Array(order.length);
    for (let event = 0; event < order.length; event++) groups[event] = events.groupOf(event);
    const counts = new Uint32Array(size);
    let seen = 0;
    for (const event of order) {
      const group = groups[event]!;
      if (places[group] === NONE) {
        this.numbers[seen] = group;
        places[group] = seen++;
      }
      counts[places[group]!]!++;
    }
    // Each group's events are filled in from where the group before ends.
    this.ends = new Uint32Array(size);
    for (let place = 1; place < size; place++) this.ends[place] = this.ends[place - 1]! + counts[place - 1]!;
    this.events = new Uint32Array(order.length);
    for (const event of order) this.events[this.ends[places[groups[event]!]!]!++] = event;
  }

  /** The number of the group at a place, as its events have it. */
  number(place: number): number {
    return this.numbers[place]!;
  }

  /** The events of the group at a place. */
  eventsOf(place: number): Uint32Array {
    return this.events.subarray(place === 0 ? 0 : this.ends[place - 1]!, this.ends[place]!);
  }
}
