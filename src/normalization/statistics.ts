/** Counts of lines read and matched so far. */
export interface Statistics {
  readonly linesProcessed: number;
  readonly linesMatched: number;
  /** `linesMatched / linesProcessed`, from 0 to 1 and not rounded; 0 if there were no lines. */
  readonly matchRate: number;
}

/** Adds the rate to the counts. */
export function statisticsOf(linesProcessed: number, linesMatched: number): Statistics {
  return { linesProcessed, linesMatched, matchRate: linesProcessed === 0 ? 0 : linesMatched / linesProcessed };
}
