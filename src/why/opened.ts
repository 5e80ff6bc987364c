import type { Element } from "../matcher/pattern.ts";
import type { Stop } from "./walk.ts";
import type { Walker } from "./walker.ts";

/** A pattern with one of its alternatives taken for all there is. */
export interface Opened {
  readonly branch: readonly Element[];
  readonly opened: readonly Element[];
  /** Where that stopped. */
  readonly stop: Stop;
}

/** The branches of the alternatives at an index, if there are some; those that stop before them tell nothing. */
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
