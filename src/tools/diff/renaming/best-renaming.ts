import type { AliasedLogs, KeyedLines } from "./aliased-lines.ts";
import { costOfMatching, type LineMatching } from "./line-matching.ts";
import { Renaming } from "./renaming.ts";

/** All searches of a comparison together may match `MIN_EFFORT` lines, or all lines `PASSES` times if that is more. */
const MIN_EFFORT = 4_000_000;
const PASSES = 32;

/** A search that has matched this share of them without much gain is given up. */
const MAX_EFFORT_WITHOUT_GAIN = 1 / 2;

/** A gain below this share of the lines that may differ needlessly is not much. */
const MIN_GAIN = 1 / 4;

/** How often a search may match the lines in any case: less often if most lines always differ. */
const MIN_PASSES = 16;
const MIN_PASSES_IF_MOST_DIFFER = 8;

/** What the searches of one comparison may cost, in lines. */
export class Effort {
  /** What is left for all searches. */
  lines: number;
  /** What one search may cost without much gain. */
  readonly linesWithoutGain: number;

  /** `lineCount` is the number of lines of both logs. */
  constructor(lineCount: number) {
    this.lines = Math.max(MIN_EFFORT, PASSES * lineCount);
    this.linesWithoutGain = MAX_EFFORT_WITHOUT_GAIN * this.lines;
  }
}

/** The best renaming so far, and whether looking for a better one pays. */
export class BestRenaming {
  renaming: Renaming;
  /** How many lines differ with it. */
  differing: number;
  /** The least number of lines that differ, whatever the renaming. */
  bound: number;
  readonly logs: AliasedLogs;
  /** Pairs values with equal texts. */
  readonly same: Renaming;
  /** Has no pairs. */
  readonly none: Renaming;
  readonly matching: LineMatching;
  /** What matching the lines once costs at least. */
  readonly cost: number;
  private readonly effort: Effort;
  private linesSpent = 0;
  private linesWithoutGain = 0;
  /** How many lines differed at the last substantial gain. */
  private differingBefore: number;

  constructor(logs: AliasedLogs, same: Renaming, matching: LineMatching, effort: Effort) {
    this.logs = logs;
    this.same = same;
    this.none = new Renaming(logs.old.count, logs.next.count);
    this.renaming = same;
    this.matching = matching;
    this.effort = effort;
    this.cost = costOfMatching(logs);
    this.differing = this.differingBefore = matching.differing(same.keys(logs));
    const fewest = Math.abs(logs.old.bareKeys.length - logs.next.bareKeys.length);
    this.bound = this.differing === fewest ? this.differing : matching.differing(this.none.looseKeys(logs));
    effort.lines -= matching.cost;
  }

  /** Whether no renaming is better, or looking for one would cost too much. */
  get isDone(): boolean {
    return this.differing <= this.bound || this.linesLeft < this.cost;
  }

  /** Keeps a renaming if fewer lines differ with it. Returns whether they do. */
  try(renaming: Renaming): boolean {
    const differing = this.charged(() => this.matching.differing(renaming.keys(this.logs)));
    if (differing >= this.differing) return false;
    if (this.differingBefore - differing >= MIN_GAIN * (this.differingBefore - this.bound)) {
      this.differingBefore = differing;
      this.linesWithoutGain = 0;
    }
    this.differing = differing;
    this.renaming = renaming;
    return true;
  }

  /** Has lines with equal keys matched. */
  match(keyed: KeyedLines, take: (i: number, j: number, isCertain: boolean) => void): void {
    this.charged(() => this.matching.match(this.logs, keyed, take));
  }

  /** Begins a different search. */
  beginSearch(): void {
    this.linesWithoutGain = 0;
  }

  /** What the search may still cost, in lines, unless it gains much. */
  get linesLeft(): number {
    const { effort, linesWithoutGain, linesSpent } = this;
    const left = Math.min(effort.linesWithoutGain - linesWithoutGain, effort.lines);
    return Math.max(left, this.minPasses * this.cost - linesSpent);
  }

  /** Counts work that costs as much as matching this number of lines. */
  spend(lines: number): void {
    this.effort.lines -= lines;
    this.linesWithoutGain += lines;
    this.linesSpent += lines;
  }

  /** Runs `work`, and counts what matching costs in it. */
  charged<T>(work: () => T): T {
    const { matching } = this;
    const before = matching.cost;
    const result = work();
    this.spend(matching.cost - before);
    return result;
  }

  /** Records that no renaming is better than the best one. */
  prove(): void {
    this.bound = this.differing;
  }

  private get minPasses(): number {
    const { old, next } = this.logs;
    const doMostDiffer = 2 * this.differing > old.bareKeys.length + next.bareKeys.length;
    return doMostDiffer ? MIN_PASSES_IF_MOST_DIFFER : MIN_PASSES;
  }
}
