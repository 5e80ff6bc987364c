import { denseKeys } from "./dense-keys.ts";
import { editScript, type Hunk } from "./edit-script/edit-script.ts";
import type { KeyTable } from "./key-table.ts";
import type { SequencePair } from "./sequence-pairs.ts";
import type { UnequalLines } from "./side.ts";

/**
 * The maximal runs of lines that differ between two sequences of lines. Swapping the logs swaps removed and added
 * lines, and changes nothing else.
 */
export function hunksOf({ old: { keys: old }, next: { keys: next } }: SequencePair, keys: KeyTable): Iterable<Hunk> {
  if (old.length === next.length && old.every((key, i) => key === next[i])) return [];
  const dense = denseKeys(old, next, keys.size);
  // Keys are numbered as they are seen, the old log's first. Swapping the logs changes the numbers, but not this order.
  const byBytes = (a: number, b: number): number => keys.text(dense.keyOf(a)).compare(keys.text(dense.keyOf(b)));
  return editScript(dense.old, dense.next, dense.classes, byBytes).hunks();
}

/** How many lines of either sequence are in no hunk. Marks all others. */
export function countSameInOrder(pair: SequencePair, keys: KeyTable, unequal: UnequalLines): number {
  let same = pair.old.keys.length;
  for (const { oldFrom, oldTo, newFrom, newTo } of hunksOf(pair, keys)) {
    same -= oldTo - oldFrom;
    for (let i = oldFrom; i < oldTo; i++) pair.old.mark(i, unequal.old);
    for (let j = newFrom; j < newTo; j++) pair.next.mark(j, unequal.next);
  }
  return same;
}
