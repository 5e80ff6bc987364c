/** What was read and matched so far. */
export interface Statistics {
  readonly linesProcessed: number;
  readonly linesMatched: number;
  /** Matched of processed, from 0 to 1 and not rounded; 0 when there were no lines. */
  readonly matchRate: number;
}

/** The counts with their rate. */
export function statisticsOf(linesProcessed: number, linesMatched: number): Statistics {
  return { linesProcessed, linesMatched, matchRate: linesProcessed === 0 ? 0 : linesMatched / linesProcessed };
}
