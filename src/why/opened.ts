import type { Element } from "../matcher/pattern.ts";
import type { Stop } from "./walk.ts";
import type { Walker } from "./walker.ts";

/** A pattern in which one branch stands in place of its alternatives. */
export interface Opened {
  readonly branch: readonly Element[];
  readonly opened: readonly Element[];
  /** Where that stopped. */
  readonly stop: Stop;
}

/** The pattern with each branch of the alternatives at an index, if there are some; only those that stop there or later. */
export function openedAt(elements: readonly Element[], index: number, walker: Walker): Opened[] {
  const element = elements[index];
  if (element === undefined || !("alternatives" in element)) return [];
  return element.alternatives.flatMap((branch) => {
    const opened = elements.toSpliced(index, 1, ...branch);
    if (branch.length === 0 || walker.hasSpent(1)) return [];
    const stop = walker.walk(opened);
    return stop === undefined || stop.element < index ? [] : [{ branch, opened, stop }];
  });
}
