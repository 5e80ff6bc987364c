import { type AliasedLines, type AliasedLogs, type KeyedLines, NO_VALUE } from "./aliased-lines.ts";
import { scriptOf, toldLines } from "./alignment.ts";
import { Renaming } from "./renaming.ts";
import { keysByHistory, keysByRecency } from "./traits.ts";
import { Votes } from "./votes.ts";

/** How many lines may be aligned in all to find a renaming, and how many attempts are made in any case. */
const MAX_ALIGNED_LINES = 8_000_000;
const MIN_ATTEMPTS = 5;

/** How many exchanges of single values are tried where that did not help. */
const MAX_SWAPS = 2000;

/** How often the lines are aligned again by what the last alignment has taught. */
const REFINEMENTS = 3;

/**
 * Finds out which values of the new log stand for which values of the old one, so that few lines differ. `same` has the
 * values with equal texts. They are paired unless another renaming explains more lines.
 *
 * The best renaming is hard to find: it takes time that grows with the number of renamings. So lines are aligned by
 * what does not change if values are renamed, and aligned lines vote for the pairs of their values.
 */
export function findRenaming(logs: AliasedLogs, same: Renaming): Renaming {
  const search = new Search(logs, same);
  search.run();
  return search.best;
}

class Search {
  best: Renaming;
  private told: number;
  private readonly logs: AliasedLogs;
  private readonly same: Renaming;
  private readonly none: Renaming;
  /** No renaming can tell fewer lines. */
  private readonly bound: number;
  private attempts: number;
  private swaps = MAX_SWAPS;

  constructor(logs: AliasedLogs, same: Renaming) {
    this.logs = logs;
    this.same = same;
    this.none = new Renaming(logs.old.count, logs.next.count);
    this.best = same;
    const { old, next } = logs;
    this.attempts = Math.max(MIN_ATTEMPTS, MAX_ALIGNED_LINES / (1 + old.bareKeys.length + next.bareKeys.length));
    this.told = toldLines(scriptOf(same.keys(logs)));
    this.bound =
      this.told === Math.abs(old.bareKeys.length - next.bareKeys.length)
        ? this.told
        : toldLines(scriptOf(this.none.looseKeys(logs)));
  }

  run(): void {
    const hasSame = this.same.partners.some((partner) => partner !== NO_VALUE);
    const starts = hasSame ? [this.same, this.none] : [this.none];
    for (const start of starts) this.runFrom(start);
    while (!this.isDone && this.improve());
  }

  /** Tries to exchange the partners of values in lines that differ. Returns whether that has helped. */
  private improve(): boolean {
    const { logs, best, told } = this;
    const { removed, added } = scriptOf(best.keys(logs));
    const [olds, news] = [valuesOf(logs.old, removed), valuesOf(logs.next, added)];
    const allOld = all(logs.old.count),
      allNew = all(logs.next.count);
    for (const [xs, ys] of [
      [olds, news],
      [olds, allNew],
      [allOld, news],
    ] as const)
      for (const old of xs) {
        for (const next of ys) {
          if (this.isDone || this.swaps-- <= 0) return false;
          const renaming = best.copy();
          renaming.exchange(old, next);
          this.try(this.decided(this.votesBy(renaming.looseKeys(logs)), renaming));
          if (this.told < told) return true;
        }
      }
    return false;
  }

  private get isDone(): boolean {
    return this.told <= this.bound || this.attempts <= 0;
  }

  private runFrom(start: Renaming): void {
    const { logs } = this;
    const keyed = [
      () => start.looseKeys(logs),
      () => keysByHistory(logs),
      () => keysByRecency(logs, "forward"),
      () => keysByRecency(logs, "backward"),
    ];
    const all = new Votes();
    for (const [i, keys] of keyed.entries()) {
      if (this.isDone) return;
      const votes = new Votes();
      const aligned = keys();
      votes.addFrom(logs, aligned);
      all.addFrom(logs, aligned);
      this.refine(this.decided(votes, start), start);
      if (i > 0) this.refine(this.decided(all, start), start);
    }
  }

  /** Tries a renaming and those that follow from it. */
  private refine(renaming: Renaming, start: Renaming): void {
    let current = renaming;
    for (let round = 0; !this.isDone; round++) {
      this.try(current);
      if (round === REFINEMENTS || this.isDone) return;
      current = this.decided(this.votesBy(current.looseKeys(this.logs)), start);
    }
  }

  private votesBy(keyed: KeyedLines): Votes {
    const votes = new Votes();
    votes.addFrom(this.logs, keyed);
    return votes;
  }

  private decided(votes: Votes, start: Renaming): Renaming {
    votes.prefer(this.same.partners);
    return votes.decide(start.copy());
  }

  /** Keeps a renaming if it tells fewer lines than the best. */
  private try(renaming: Renaming): void {
    this.attempts--;
    const told = toldLines(scriptOf(renaming.keys(this.logs)));
    if (told >= this.told) return;
    this.told = told;
    this.best = renaming;
  }
}

/** The values of the marked lines, each once. */
function valuesOf({ starts, values }: AliasedLines, marks: Uint8Array): Set<number> {
  const found = new Set<number>();
  for (let i = 0; i < marks.length; i++) {
    if (marks[i] === 1) for (let at = starts[i]!; at < starts[i + 1]!; at++) found.add(values[at]!);
  }
  return found;
}

function all(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}
