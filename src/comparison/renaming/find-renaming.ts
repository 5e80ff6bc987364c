import { type AliasedLines, type AliasedLogs, type KeyedLines, NO_VALUE } from "./aliased-lines.ts";
import { IN_ORDER, type LineMatching, UNORDERED } from "./line-matching.ts";
import { pairByPlaces } from "./place-pairs.ts";
import { Renaming } from "./renaming.ts";
import { keysByHistory, keysByOccurrences, keysByRecency } from "./traits.ts";
import { Votes } from "./votes.ts";

/** How many lines all searches of a comparison may match in all. */
const MAX_MATCHED_LINES = 8_000_000;

/** What matching two empty logs costs, in lines. */
const COST_OF_MATCHING = 30;

/** How often lines are matched in any case. */
const MIN_MATCHINGS = 4;

/** How often the lines are matched again by what the last matching has taught. */
const REFINEMENTS = 3;

/** If there are at most so many values, all renamings are tried in the end. */
const MAX_VALUES_TO_TRY_ALL = 4;

/** How many exchanges of single values are tried where that did not help. */
const MAX_EXCHANGES = 400;

/** What the searches of one comparison may still cost, in lines. */
export class Effort {
  lines = MAX_MATCHED_LINES;
}

/**
 * Finds out which values of the new log stand for which values of the old one, so that few lines differ. `same` has the
 * values with equal texts. They are paired unless another renaming explains more lines.
 *
 * To be sure of the best renaming one has to try them all, which only a few values allow. Otherwise lines are matched by what does not change if values are
 * renamed, and matched lines vote for the pairs of their values.
 */
export function findRenaming(logs: AliasedLogs, same: Renaming, isOrdered: boolean, effort: Effort): Renaming {
  const search = new Search(logs, same, isOrdered ? IN_ORDER : UNORDERED, effort);
  search.run();
  return search.best;
}

class Search {
  best: Renaming;
  /** How many lines differ with the best renaming. */
  private told: number;
  private readonly logs: AliasedLogs;
  private readonly same: Renaming;
  private readonly none: Renaming;
  private readonly matching: LineMatching;
  private readonly effort: Effort;
  /** With any renaming, at least so many lines differ. */
  private readonly bound: number;
  private readonly cost: number;
  private matchings = 0;

  constructor(logs: AliasedLogs, same: Renaming, matching: LineMatching, effort: Effort) {
    this.logs = logs;
    this.same = same;
    this.none = new Renaming(logs.old.count, logs.next.count);
    this.best = same;
    this.matching = matching;
    this.effort = effort;
    const [oldLength, newLength] = [logs.old.bareKeys.length, logs.next.bareKeys.length];
    this.cost = COST_OF_MATCHING + oldLength + newLength;
    this.told = matching.differing(same.keys(logs));
    this.bound =
      this.told === Math.abs(oldLength - newLength) ? this.told : matching.differing(this.none.looseKeys(logs));
  }

  run(): void {
    if (this.matching === UNORDERED && this.pairByPlaces()) return;
    this.vote_all();
    if (this.matching === UNORDERED && this.pairByPlaces()) return;
    if (Math.max(this.logs.old.count, this.logs.next.count) <= MAX_VALUES_TO_TRY_ALL) this.tryAll(0, this.none);
    else for (let left = MAX_EXCHANGES; left > 0 && !this.isDone; ) left = this.exchange(left);
  }

  private pairByPlaces(): boolean {
    const { logs } = this;
    const fields = [...new Set(logs.old.fields)];
    const isSimple = hasSimpleLines(logs.old) && hasSimpleLines(logs.next);
    let isBest = isSimple;
    let current = this.best;
    for (let round = 0; round < 4 && !this.isDone; round++) {
      const before = this.told;
      for (const field of fields) {
        const found = pairByPlaces(logs, field, current, this.same);
        this.effort.lines -= this.cost + found.steps / 16;
        current = found.renaming;
        if (!found.isBest) isBest = false;
        this.try(current);
      }
      if (isSimple) return isBest;
      if (this.told === before) break;
    }
    return false;
  }

  private vote_all(): void {
    const hasSame = this.same.partners.some((partner) => partner !== NO_VALUE);
    for (const start of hasSame ? [this.same, this.none] : [this.none]) this.runFrom(start);
  }

  private get isDone(): boolean {
    return this.told <= this.bound || (this.effort.lines <= 0 && this.matchings >= MIN_MATCHINGS);
  }

  /** Looks for a renaming that has all pairs of another one. */
  private runFrom(start: Renaming): void {
    const { logs } = this;
    const ways = [
      () => start.looseKeys(logs),
      () => keysByHistory(logs),
      () => keysByRecency(logs, "forward"),
      () => keysByRecency(logs, "backward"),
      () => keysByOccurrences(logs),
    ];
    const all = new Votes();
    for (const [i, way] of ways.entries()) {
      if (this.isDone) return;
      const votes = new Votes();
      const keyed = way();
      this.vote(keyed, votes);
      this.refine(this.decided(votes, start), start);
      if (this.isDone) return;
      this.vote(keyed, all);
      if (i > 0) this.refine(this.decided(all, start), start);
    }
  }

  /** Tries a renaming and those that follow from it. */
  private refine(renaming: Renaming, start: Renaming): void {
    let current = renaming;
    for (let round = 0; !this.isDone; round++) {
      this.try(current);
      if (round === REFINEMENTS || this.isDone) return;
      current = this.followingFrom(current, start);
    }
  }

  /** Tries all renamings that pair the values from `value` on in any way, and the others as given. */
  private tryAll(value: number, renaming: Renaming): void {
    if (this.isDone) return;
    const { old, next } = this.logs;
    if (value === old.count) {
      this.try(renaming);
      return;
    }
    for (let other = 0; other < next.count; other++) {
      if (renaming.isTaken(other) || old.fields[value] !== next.fields[other]) continue;
      const paired = renaming.copy();
      paired.tryPair(value, other);
      this.tryAll(value + 1, paired);
    }
    this.tryAll(value + 1, renaming);
  }

  /**
   * Exchanges the partners of a value in a line that differs and of any other, until that helps. Tries at most `count`
   * exchanges, and returns how many it has left.
   */
  private exchange(count: number): number {
    const { logs, best, told } = this;
    const { old, next } = this.matching.unmatched(best.keys(logs));
    const [oldFirst, newFirst] = [valuesOf(logs.old, old), valuesOf(logs.next, next)];
    let left = count;
    for (const value of oldFirst) {
      for (const other of newFirst) {
        if (logs.old.fields[value] !== logs.next.fields[other]) continue;
        if (left-- === 0 || this.isDone) return 0;
        const renaming = best.copy();
        renaming.exchange(value, other);
        this.try(this.followingFrom(renaming, renaming));
        if (this.told < told) return left;
      }
    }
    return 0;
  }

  private followingFrom(renaming: Renaming, start: Renaming): Renaming {
    const votes = new Votes();
    this.vote(renaming.looseKeys(this.logs), votes);
    return this.decided(votes, start);
  }

  /** Has lines with equal keys vote. */
  private vote(keyed: KeyedLines, votes: Votes): void {
    this.matchings++;
    this.effort.lines -= this.cost;
    const { logs } = this;
    this.matching.match(logs, keyed, (i, j, isCertain) => votes.addFor(logs, i, j, isCertain));
  }

  private decided(votes: Votes, start: Renaming): Renaming {
    votes.prefer(this.same.partners);
    return votes.decide(start.copy());
  }

  /** Keeps a renaming if fewer lines differ with it than with the best. */
  private try(renaming: Renaming): void {
    this.effort.lines -= this.cost;
    const told = this.matching.differing(renaming.keys(this.logs));
    if (told >= this.told) return;
    this.told = told;
    this.best = renaming;
  }
}

/** All values, first those of the marked lines. */
function valuesOf({ starts, values, count }: AliasedLines, marks: Uint8Array): Set<number> {
  const found = new Set<number>();
  for (let i = 0; i < marks.length; i++) {
    if (marks[i] === 1) for (let at = starts[i]!; at < starts[i + 1]!; at++) found.add(values[at]!);
  }
  for (let value = 0; value < count && found.size < MAX_EXCHANGES; value++) found.add(value);
  return found;
}

/** Whether no line has several values. */
function hasSimpleLines({ starts }: AliasedLines): boolean {
  for (let i = 1; i < starts.length; i++) if (starts[i]! - starts[i - 1]! > 1) return false;
  return true;
}
