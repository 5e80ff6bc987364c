import { differing } from "./differing.ts";
import { slideRuns } from "./slide.ts";

/** A maximal run of differing elements: those of the old sequence are replaced by those of the new. Either may be empty. */
export interface Hunk {
  readonly oldFrom: number;
  readonly oldTo: number;
  readonly newFrom: number;
  readonly newTo: number;
}

/** What makes one sequence into another. The elements that are not marked are the same on both sides, pair by pair. */
export class EditScript {
  /** For each element of the old sequence, 1 if it is removed. */
  readonly removed: Uint8Array;
  /** For each element of the new sequence, 1 if it is added. */
  readonly added: Uint8Array;

  constructor(removed: Uint8Array, added: Uint8Array) {
    this.removed = removed;
    this.added = added;
  }

  /** The hunks in order. Between two of them is at least one pair of equal elements. */
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
 * A short edit script from one sequence of numbers below `classes` to another, in linear time. It is a shortest one if there
 * are at most 1024 differences, or more if they are sparse; elements that the other side has nowhere do not count as such.
 * Exchanging the sequences exchanges removed and added, and nothing else. If that also gives their elements other numbers,
 * `order` has to tell which of two unequal elements comes first, whatever their numbers.
 */
export function editScript(
  old: Uint32Array,
  fresh: Uint32Array,
  classes: number,
  order: (a: number, b: number) => number = (a, b) => a - b,
): EditScript {
  const removed = new Uint8Array(old.length);
  const added = new Uint8Array(fresh.length);
  const least = Math.min(old.length, fresh.length);
  let from = 0;
  while (from < least && old[from] === fresh[from]) from++;
  let same = 0;
  while (same < least - from && old[old.length - 1 - same] === fresh[fresh.length - 1 - same]) same++;
  const script = new EditScript(removed, added);
  if (from + same === old.length && from + same === fresh.length) return script;

  // Where several scripts are equally short, the search prefers one side. So it is given the sides in an order of their own.
  const isMirrored = old.length === fresh.length ? order(old[from]!, fresh[from]!) > 0 : old.length > fresh.length;
  const [xs, ys] = isMirrored ? [fresh, old] : [old, fresh];
  const [xMarks, yMarks] = isMirrored ? [added, removed] : [removed, added];
  differing(
    xs.subarray(from, xs.length - same),
    ys.subarray(from, ys.length - same),
    classes,
    xMarks.subarray(from, xs.length - same),
    yMarks.subarray(from, ys.length - same),
  );
  slideRuns(xs, xMarks, yMarks);
  slideRuns(ys, yMarks, xMarks);
  return script;
}
