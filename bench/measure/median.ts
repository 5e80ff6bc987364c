/** The middle of some numbers, or of the two in the middle the lower: a figure that was measured, not made up. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)]!;
}
