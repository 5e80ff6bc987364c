/**
 * Fills `ends` with every position where a text of some kind may end that starts exactly at `at`, and returns their
 * count. Positions are exclusive and refer to the buffer. They are distinct, greater than `at` and at most `end`, and
 * the largest comes first. Bytes before `at`, or from `end` on, do not matter.
 */
export type Ends = (bytes: Uint8Array, at: number, end: number, ends: number[]) => number;

/** Reverses the first `count` ends, which ascend, so that the largest comes first. Returns the count. */
export function longestFirst(ends: number[], count: number): number {
  for (let low = 0, high = count - 1; low < high; low++, high--) {
    const end = ends[low]!;
    ends[low] = ends[high]!;
    ends[high] = end;
  }
  return count;
}
