import type { ComparisonKeys } from "./comparison-keys.ts";
import { editScript, type Hunk } from "./edit-script/edit-script.ts";

/** If there are more keys than this for each line, it is not worth making a table of all keys. */
const MAX_KEYS_PER_LINE = 4;

/**
 * The maximal runs of lines that differ between two sequences of lines, given by their keys. Swapping the logs swaps
 * removed and added lines, and changes nothing else.
 */
export function hunksOf(old: Uint32Array, next: Uint32Array, keys: ComparisonKeys): Iterable<Hunk> {
  if (old.length === next.length && old.every((key, i) => key === next[i])) return [];
  // Keys are numbered as they are seen, the old log's first. Swapping the logs changes the numbers, but not this order.
  const byBytes = (a: number, b: number): number => keys.bytes(a).compare(keys.bytes(b));
  if ((old.length + next.length) * MAX_KEYS_PER_LINE > keys.size)
    return editScript(old, next, keys.size, byBytes).hunks();
  const seen: number[] = [];
  const numbers = new Map<number, number>();
  const numbered = (key: number): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, seen.length);
    return seen.push(key) - 1;
  };
  const [olds, news] = [old.map(numbered), next.map(numbered)];
  return editScript(olds, news, seen.length, (a, b) => byBytes(seen[a]!, seen[b]!)).hunks();
}

/** How many lines of either sequence are in no hunk. Calls `take` for each hunk. */
export function countSameInOrder(
  old: Uint32Array,
  next: Uint32Array,
  keys: ComparisonKeys,
  take?: (hunk: Hunk) => void,
): number {
  let same = old.length;
  for (const hunk of hunksOf(old, next, keys)) {
    same -= hunk.oldTo - hunk.oldFrom;
    take?.(hunk);
  }
  return same;
}
