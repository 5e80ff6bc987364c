/** How many of the numbers, which ascend, are at most `max`. Takes logarithmic time. */
export function countUpTo(numbers: readonly number[], max: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! <= max) low = middle + 1;
    else high = middle;
  }
  return low;
}
