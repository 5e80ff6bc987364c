import type { ComparisonKeys } from "./comparison-keys.ts";
import { editScript, type Hunk } from "./edit-script/edit-script.ts";

/** Sequences with fewer lines than a quarter of all forms are not worth a table of all forms. */
const SPARSE = 4;

/**
 * The maximal runs of lines that differ between two sequences of lines, given by their forms. Exchanging the logs exchanges
 * removed and added, and nothing else.
 */
export function hunksOf(old: Uint32Array, next: Uint32Array, keys: ComparisonKeys): Iterable<Hunk> {
  if (old.length === next.length && old.every((key, i) => key === next[i])) return [];
  // Forms are numbered as they are seen, the old log's first, so their numbers would not be the same with the logs exchanged.
  const byBytes = (a: number, b: number): number => keys.bytes(a).compare(keys.bytes(b));
  if ((old.length + next.length) * SPARSE > keys.size) return editScript(old, next, keys.size, byBytes).hunks();
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

/** How many lines of either sequence are not in a hunk. */
export function sameIn(old: Uint32Array, next: Uint32Array, keys: ComparisonKeys): number {
  let same = old.length;
  for (const { oldFrom, oldTo } of hunksOf(old, next, keys)) same -= oldTo - oldFrom;
  return same;
}
