/** Turns the first `count` ends, found from the left, so that the largest comes first; gives the count. */
export function longestFirst(ends: number[], count: number): number {
  for (let low = 0, high = count - 1; low < high; low++, high--) {
    const end = ends[low]!;
    ends[low] = ends[high]!;
    ends[high] = end;
  }
  return count;
}
