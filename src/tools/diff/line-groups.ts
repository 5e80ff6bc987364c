import { NumberList } from "../../text/collections/numbers.ts";

/**
 * The lines of each group of a log, in the order of the log. Takes four bytes for each line and eight for each group.
 */
export class LineGroups {
  /** The groups that have lines, in the order of their first lines. */
  readonly order = new NumberList();

  private readonly starts: Uint32Array;
  private readonly members: Uint32Array;

  /** `groups[i]` is the group of line i, a number below `count`. */
  constructor(groups: Uint32Array, count: number) {
    this.starts = new Uint32Array(count + 1);
    for (const group of groups) this.starts[group + 1]!++;
    for (let group = 0; group < count; group++) this.starts[group + 1]! += this.starts[group]!;
    this.members = new Uint32Array(groups.length);
    const next = this.starts.slice();
    for (let i = 0; i < groups.length; i++) {
      const group = groups[i]!;
      if (next[group] === this.starts[group]) this.order.push(group);
      this.members[next[group]!++] = i;
    }
  }

  /** The indexes of a group's lines. */
  lines(group: number): Uint32Array {
    return this.members.subarray(this.starts[group], this.starts[group + 1]);
  }

  size(group: number): number {
    return this.starts[group + 1]! - this.starts[group]!;
  }
}
