import { NumberList, NumberLists } from "../../text/collections/numbers.ts";

const NONE = 0xffffffff;

/**
 * The lines of each group of a log, in the order of the log, and the partners of the groups in another log. Takes four
 * bytes for each line and twelve for each group.
 */
export class LineGroups extends NumberLists {
  /** The groups that have lines, in the order of their first lines. */
  readonly order: Uint32Array;
  /** The keys of all lines of the log, in which the numbers of aliases do not count. */
  readonly bareKeys: Uint32Array;
  private readonly partners: Uint32Array;

  /** `groups[i]` is the group of line i, a number below `count`. */
  constructor(groups: Uint32Array, count: number, bareKeys: Uint32Array) {
    super(count, (take) => {
      for (let i = 0; i < groups.length; i++) take(groups[i]!, i);
    });
    const order = new NumberList();
    for (let i = 0; i < groups.length; i++) if (this.at(groups[i]!, 0) === i) order.push(groups[i]!);
    this.order = order.values();
    this.bareKeys = bareKeys;
    this.partners = new Uint32Array(count).fill(NONE);
  }

  /** The bare keys of the lines of a group, or these numbers of its lines. */
  keysOf(group: number, numbers = this.bareKeys): Uint32Array {
    return this.of(group).map((line) => numbers[line]!);
  }

  isOpen(group: number): boolean {
    return this.partners[group] === NONE;
  }

  /** The groups that have lines and no partner, in the order of their first lines. */
  get open(): Uint32Array {
    return this.order.filter((group) => this.isOpen(group));
  }

  /** The partner of a group in the other log. */
  partner(group: number): number | undefined {
    return this.isOpen(group) ? undefined : this.partners[group];
  }

  pair(group: number, other: LineGroups, partner: number): void {
    this.partners[group] = partner;
    other.partners[partner] = group;
  }
}
