import { markDifferences } from "./differing.ts";
import { slideRuns } from "./slide.ts";

/**
 * A maximal run of elements that differ: the elements of the new sequence replace those of the old. Either may be
 * empty.
 */
export interface Hunk {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** Turns one sequence into another. The unmarked elements are equal in both, pair by pair. */
export class EditScript {
  /** For each element of the old sequence, 1 if it is removed. */
  readonly removed: Uint8Array;
  /** For each element of the new sequence, 1 if it is added. */
  readonly added: Uint8Array;
  /** How many steps the search for it took beyond reading the sequences. */
  steps = 0;

  constructor(removed: Uint8Array, added: Uint8Array) {
    this.removed = removed;
    this.added = added;
  }

  /** Yields the hunks in order. There is at least one pair of equal elements between two hunks. */
  *hunks(): Generator<Hunk, void, undefined> {
    const { removed, added } = this;
    let oldTo = 0;
    let newTo = 0;
    for (;;) {
      let oldFrom = oldTo;
      let newFrom = newTo;
      while (oldFrom < removed.length && removed[oldFrom] === 0 && added[newFrom] === 0) {
        oldFrom++;
        newFrom++;
      }
      oldTo = oldFrom;
      newTo = newFrom;
      while (oldTo < removed.length && removed[oldTo] === 1) oldTo++;
      while (newTo < added.length && added[newTo] === 1) newTo++;
      if (oldTo === oldFrom && newTo === newFrom) return;
      yield { oldFrom, oldTo, newFrom, newTo };
    }
  }
}

/**
 * Finds a short edit script from one sequence of numbers below `classes` to another, in linear time. The script is a
 * shortest one if there are at most 1024 differences, or more if they are sparse. Elements that the other side lacks
 * altogether do not count towards that limit.
 *
 * Swapping the sequences swaps removed and added elements, and changes nothing else. If the swap also renumbers the
 * elements, the caller must pass an `order` of unequal elements that does not depend on their numbers.
 */
export function editScript(
  old: Uint32Array,
  next: Uint32Array,
  classes: number,
  order: (a: number, b: number) => number = (a, b) => a - b,
): EditScript {
  const removed = new Uint8Array(old.length);
  const added = new Uint8Array(next.length);
  const shorter = Math.min(old.length, next.length);
  let prefix = 0;
  while (prefix < shorter && old[prefix] === next[prefix]) prefix++;
  let suffix = 0;
  while (suffix < shorter - prefix && old[old.length - 1 - suffix] === next[next.length - 1 - suffix]) suffix++;
  const script = new EditScript(removed, added);
  if (prefix + suffix === old.length && prefix + suffix === next.length) return script;

  // Among equally short scripts the search prefers one side. To treat both alike, the elements decide which side that
  // is.
  const isMirrored = old.length === next.length ? order(old[prefix]!, next[prefix]!) > 0 : old.length > next.length;
  const [xs, ys] = isMirrored ? [next, old] : [old, next];
  const [xMarks, yMarks] = isMirrored ? [added, removed] : [removed, added];
  script.steps = markDifferences(
    xs.subarray(prefix, xs.length - suffix),
    ys.subarray(prefix, ys.length - suffix),
    classes,
    xMarks.subarray(prefix, xs.length - suffix),
    yMarks.subarray(prefix, ys.length - suffix),
  );
  slideRuns(xs, xMarks, yMarks);
  slideRuns(ys, yMarks, xMarks);
  return script;
}
