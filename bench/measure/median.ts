import type { Time } from "./timed.ts";

/** The middle one of some numbers, or the lower of the two in the middle, so that it is a figure that was measured. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)]!;
}

/** The median, if all figures are known. */
export function medianOfKnown(figures: readonly (number | undefined)[]): number | undefined {
  const known = figures.filter((figure) => figure !== undefined);
  return known.length > 0 ? median(known) : undefined;
}

/** The medians of CPU and wall time, each by itself. */
export function medianTime(times: readonly Time[]): Time {
  return { cpu: median(times.map(({ cpu }) => cpu)), wall: median(times.map(({ wall }) => wall)) };
}
