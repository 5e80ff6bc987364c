import { NumberList, NumberLists, type PairNumbers } from "../../text/collections/numbers.ts";
import type { LineKeys } from "./line-keys.ts";
import type { Side } from "./side.ts";

/**
 * The lines of each group of a log, in the order of the log. Takes four bytes for each line and eight for each group.
 */
export class LineGroups extends NumberLists {
  /** The groups that have lines, in the order of their first lines. */
  readonly order: Uint32Array;

  /** `groups[i]` is the group of line i, a number below `count`. */
  constructor(groups: Uint32Array, count: number) {
    super(count, (take) => {
      for (let i = 0; i < groups.length; i++) take(groups[i]!, i);
    });
    const order = new NumberList();
    for (let i = 0; i < groups.length; i++) if (this.at(groups[i]!, 0) === i) order.push(groups[i]!);
    this.order = order.values();
  }
}

/** The groups of one log, and the keys of its lines. */
export interface Grouped {
  readonly grouping: LineGroups;
  /** Equal for lines with equal outputs, if the numbers of aliases do not count. */
  readonly bareKeys: Uint32Array;
  /** Equal for lines with equal outputs, if aliases are numbered within their groups. */
  readonly keys: Uint32Array;
}

/** The groups of a log, with the keys by which they are paired. */
export function groupedLines(side: Side, { hasAliases, groups }: LineKeys, numbers: PairNumbers): Grouped {
  const grouping = new LineGroups(side.groups.values(), groups);
  const bareKeys = side.keys.values();
  if (!hasAliases) return { grouping, bareKeys, keys: bareKeys };
  const keys = new Uint32Array(bareKeys.length);
  for (const group of grouping.order) {
    const values = new Map<number, number>();
    for (const line of grouping.of(group)) {
      let key = numbers.of(bareKeys[line]!, 0);
      for (let at = side.valuesFrom(line); at < side.valueEnds.at(line); at++) {
        const value = side.values.at(at);
        const number = values.get(value) ?? values.size + 1;
        values.set(value, number);
        key = numbers.of(key, number);
      }
      keys[line] = key;
    }
  }
  return { grouping, bareKeys, keys };
}
