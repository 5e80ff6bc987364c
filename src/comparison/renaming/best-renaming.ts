import type { AliasedLogs, KeyedLines } from "./aliased-lines.ts";
import type { LineMatching } from "./line-matching.ts";
import { Renaming } from "./renaming.ts";

/** How many lines all searches of a comparison may match in all. */
const MAX_MATCHED_LINES = 8_000_000;

/** What matching two empty logs costs, in lines. */
export const COST_OF_MATCHING = 30;

/** How often lines are matched in any case: less often if most lines differ all the same. */
const MIN_MATCHINGS = 4;
const MIN_MATCHINGS_IF_MOST_DIFFER = 2;

/** A search that has matched so many lines without much gain is given up. */
const MAX_LINES_WITHOUT_GAIN = 1_000_000;

/** Less than this share of the lines that may differ needlessly is not much. */
const MIN_GAIN = 1 / 4;

/** What the searches of one comparison may still cost, in lines. */
export class Effort {
  lines = MAX_MATCHED_LINES;
}

/** The best renaming that was found so far, and whether it pays to look for a better one. */
export class BestRenaming {
  renaming: Renaming;
  /** How many lines differ with it. */
  told: number;
  /** With any renaming, at least so many lines differ. */
  bound: number;
  readonly logs: AliasedLogs;
  /** Pairs values with equal texts. */
  readonly same: Renaming;
  /** Has no pairs. */
  readonly none: Renaming;
  readonly matching: LineMatching;
  /** What matching the lines once costs. */
  readonly cost: number;
  private readonly effort: Effort;
  private matchings = 0;
  private linesWithoutGain = 0;
  /** How many lines differed when there was much gain for the last time. */
  private toldBefore: number;

  constructor(logs: AliasedLogs, same: Renaming, matching: LineMatching, effort: Effort) {
    this.logs = logs;
    this.same = same;
    this.none = new Renaming(logs.old.count, logs.next.count);
    this.renaming = same;
    this.matching = matching;
    this.effort = effort;
    const [oldLength, newLength] = [logs.old.bareKeys.length, logs.next.bareKeys.length];
    this.cost = COST_OF_MATCHING + oldLength + newLength;
    this.told = this.toldBefore = matching.differing(same.keys(logs));
    this.bound =
      this.told === Math.abs(oldLength - newLength) ? this.told : matching.differing(this.none.looseKeys(logs));
  }

  /** Whether no renaming is better, or looking for one would cost too much. */
  get isDone(): boolean {
    return this.told <= this.bound || (this.linesLeft <= 0 && this.matchings >= this.minMatchings);
  }

  /** Keeps a renaming if fewer lines differ with it. Returns whether they do. */
  try(renaming: Renaming): boolean {
    this.spend(this.cost);
    const told = this.matching.differing(renaming.keys(this.logs));
    if (told >= this.told) return false;
    if (this.toldBefore - told >= MIN_GAIN * (this.toldBefore - this.bound)) {
      this.toldBefore = told;
      this.linesWithoutGain = 0;
    }
    this.told = told;
    this.renaming = renaming;
    return true;
  }

  /** Has lines with equal keys matched. */
  match(keyed: KeyedLines, take: (i: number, j: number, isCertain: boolean) => void): void {
    this.matchings++;
    this.spend(this.cost);
    this.matching.match(this.logs, keyed, take);
  }

  /** Begins a search of another kind. */
  beginSearch(): void {
    this.linesWithoutGain = 0;
  }

  /** What the search may still cost, in lines, unless it gains much. */
  get linesLeft(): number {
    return Math.min(MAX_LINES_WITHOUT_GAIN - this.linesWithoutGain, this.effort.lines);
  }

  /** Counts work that costs as much as matching so many lines. */
  spend(lines: number): void {
    this.effort.lines -= lines;
    this.linesWithoutGain += lines;
  }

  /** Tells that no other renaming is better than the best one. */
  prove(): void {
    this.bound = this.told;
  }

  private get minMatchings(): number {
    const { old, next } = this.logs;
    const doMostDiffer = 2 * this.told > old.bareKeys.length + next.bareKeys.length;
    return doMostDiffer ? MIN_MATCHINGS_IF_MOST_DIFFER : MIN_MATCHINGS;
  }
}
