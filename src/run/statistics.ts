import { countsAsMatched, type Rulebook, rulesOfLinePatterns } from "./rulebook.ts";

/** Counts of lines read and matched so far. Those of parts of a log add up to those of the log. */
export interface Statistics {
  readonly linesProcessed: number;
  readonly linesMatched: number;
  /** `linesMatched / linesProcessed`, from 0 to 1 and not rounded; 0 if there were no lines. */
  readonly matchRate: number;
}

/** The same as other results call it. */
export interface MatchedLines {
  /** How many lines were read. */
  readonly lines: number;
  readonly matched: number;
  /** `matched / lines`, from 0 to 1 and not rounded; 0 if there were no lines. */
  readonly matchRate: number;
}

export function matchedLinesOf({ linesProcessed, linesMatched, matchRate }: Statistics): MatchedLines {
  return { lines: linesProcessed, matched: linesMatched, matchRate };
}

/** How many lines a rule has: those that it won, and those that its followers matched. */
export interface StatisticsRule {
  readonly name: string;
  /** The path of its file, if there are several. */
  readonly file?: string;
  readonly lines: number;
  /** Present if the rule is a catch-all. Its lines count as unmatched. */
  readonly catchAll?: true;
}

/** Statistics with the lines of each rule. */
export interface RunStatistics extends Statistics {
  /** All rules in the order of their files. Without the catch-alls, their lines add up to `linesMatched`. */
  readonly rules: readonly StatisticsRule[];
}

export function statisticsOf(counts: Omit<Statistics, "matchRate">): Statistics {
  const { linesProcessed, linesMatched } = counts;
  return { ...counts, matchRate: linesProcessed === 0 ? 0 : linesMatched / linesProcessed };
}

/** How many lines were read: entry 0 counts lines that no pattern matches, entry i + 1 lines of line pattern i. */
export type Tally = Float64Array;

export function emptyTally({ linePatterns }: Rulebook): Tally {
  return new Float64Array(linePatterns.length + 1);
}

export function addTally(sum: Tally, tally: Tally): void {
  for (let i = 0; i < tally.length; i++) sum[i]! += tally[i]!;
}

/** The counts of what was read after `before`. */
export function tallySince(before: Tally, now: Tally): Tally {
  return now.map((count, i) => count - before[i]!);
}

export function linesOf(tally: Tally): number {
  return tally.reduce((sum, count) => sum + count);
}

export function runStatisticsOf(rulebook: Rulebook, tally: Tally): RunStatistics {
  const { rules, linePatterns } = rulebook;
  const lines = rules.map(() => 0);
  for (const [linePattern, rule] of rulesOfLinePatterns(rulebook).entries()) lines[rule]! += tally[linePattern + 1]!;
  const counted = rules.map(({ name, file }, rule): StatisticsRule => {
    const isCatchAll = !countsAsMatched(linePatterns[rule]);
    return { name, ...(file !== undefined && { file }), lines: lines[rule]!, ...(isCatchAll && { catchAll: true }) };
  });
  const linesMatched = counted.reduce((sum, { lines, catchAll }) => (catchAll ? sum : sum + lines), 0);
  return { ...statisticsOf({ linesProcessed: linesOf(tally), linesMatched }), rules: counted };
}
