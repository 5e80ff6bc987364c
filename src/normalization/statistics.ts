/** Counts of lines. Those of parts of a log add up to those of the log. */
export interface LineCounts {
  readonly linesProcessed: number;
  readonly linesMatched: number;
}

export const NO_LINES: LineCounts = { linesProcessed: 0, linesMatched: 0 };

/** Counts of lines read and matched so far. */
export interface Statistics extends LineCounts {
  /** `linesMatched / linesProcessed`, from 0 to 1 and not rounded; 0 if there were no lines. */
  readonly matchRate: number;
}

/** Adds the rate to the counts. */
export function statisticsOf(counts: LineCounts): Statistics {
  const { linesProcessed, linesMatched } = counts;
  return { ...counts, matchRate: linesProcessed === 0 ? 0 : linesMatched / linesProcessed };
}

/** The counts of two parts together. */
export function addCounts(a: LineCounts, b: LineCounts): LineCounts {
  return combined(a, b, (one, other) => one + other);
}

/** The counts of what was read after `before`. */
export function countsSince(before: LineCounts, now: LineCounts): LineCounts {
  return combined(now, before, (one, other) => one - other);
}

function combined(a: LineCounts, b: LineCounts, combine: (a: number, b: number) => number): LineCounts {
  const names = Object.keys(NO_LINES) as (keyof LineCounts)[];
  return Object.fromEntries(names.map((name) => [name, combine(a[name], b[name])])) as unknown as LineCounts;
}
