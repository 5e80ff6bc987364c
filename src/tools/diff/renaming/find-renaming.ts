import { NumberList, PairNumbers } from "../../../text/collections/numbers.ts";
import type { BySide } from "../difference.ts";
import { editScript } from "../edit-script/edit-script.ts";
import type { KeyedLines } from "../key-table.ts";
import { type AliasedLines, keysByLabels, NO_VALUE, Renaming } from "./renaming.ts";
import { pairByContexts } from "./shared-contexts.ts";

/** All searches of a comparison together may read `MIN_EFFORT` lines, or all lines `PASSES` times if that is more. */
const MIN_EFFORT = 4_000_000;
const PASSES = 32;

/** How often a search may read its lines in any case. */
const MIN_PASSES = 16;

/** What reading two empty logs costs, in lines. */
const COST_OF_EMPTY_LOGS = 30;

/** This many steps of aligning lines cost as much as reading a line. */
const STEPS_PER_LINE = 48;

/** How often lines are aligned again with the pairs that the last alignment has shown. */
const REFINEMENTS = 3;

/** How often the values of all fields are paired by their contexts, where those hold values of other fields. */
const MAX_ROUNDS = 4;

/** Up to this many open values of each log are paired in all ways that may be better. */
const MAX_VALUES = 10;
const MAX_BRANCHES = 4000;

/** Of more values, those of lines that differ are open, if these lines are no more than this. */
const MAX_OPEN_LINES = 256;

/** A value counts as new if more than this many others were seen since. */
const MAX_RECENCY = 64;

/** What the searches of one comparison may still cost, in lines. */
export class Effort {
  lines: number;
  /** What one part of a search may cost. */
  readonly share: number;

  /** There are so many lines in both logs. */
  constructor(lineCount: number) {
    this.lines = Math.max(MIN_EFFORT, PASSES * lineCount);
    this.share = this.lines / 2;
  }
}

/**
 * Finds out which values of the new log stand for which values of the old one, so that few lines differ. `same` has the
 * values with equal texts. They are paired unless another renaming explains more lines.
 *
 * If order counts, lines are aligned by what does not change if values are renamed, and aligned lines vote for the
 * pairs of their values. Otherwise values are paired by the lines that they have in common. Where there are few values,
 * all ways to pair them are tried at last.
 */
export function findRenaming(logs: BySide<AliasedLines>, same: Renaming, isOrdered: boolean, effort: Effort): Renaming {
  const search = new Search(logs, same, isOrdered, effort);
  search.begin();
  if (!isOrdered) search.pairByContexts();
  // Logs that are compared by counts are often in a similar order.
  search.pairByVotes();
  search.begin();
  search.tryAll();
  return search.best;
}

/** The best renaming so far, and the search for a better one. */
class Search {
  best: Renaming;
  private differing: number;
  /** The least number of lines that differ, whatever the renaming. */
  private bound: number;
  private readonly logs: BySide<AliasedLines>;
  private readonly same: Renaming;
  private readonly isOrdered: boolean;
  private readonly effort: Effort;
  /** What reading the lines once costs at least. */
  private readonly cost: number;
  /** The effort at which the search ends. */
  private minEffort = 0;

  constructor(logs: BySide<AliasedLines>, same: Renaming, isOrdered: boolean, effort: Effort) {
    const [olds, news] = [logs.old.bareKeys.length, logs.new.bareKeys.length];
    this.logs = logs;
    this.same = this.best = same;
    this.isOrdered = isOrdered;
    this.effort = effort;
    this.cost = COST_OF_EMPTY_LOGS + olds + news;
    this.differing = this.bound = this.count(same.keys(logs));
    if (this.bound > Math.abs(olds - news)) this.bound = this.count(this.none().looseKeys(logs));
  }

  /** Begins a part of the search. */
  begin(): void {
    const { effort, cost } = this;
    this.minEffort = effort.lines - Math.max(Math.min(effort.share, effort.lines), MIN_PASSES * cost);
  }

  /** Whether no renaming is better, or looking for one would cost too much. */
  private get isDone(): boolean {
    return this.differing <= this.bound || this.effort.lines - this.cost < this.minEffort;
  }

  private none(): Renaming {
    return new Renaming(this.logs.old.fields.length, this.logs.new.fields.length);
  }

  private try(renaming: Renaming): void {
    const differing = this.count(renaming.keys(this.logs));
    if (differing >= this.differing) return;
    this.differing = differing;
    this.best = renaming;
  }

  /** How many lines of both logs have no equal line in the other. */
  private count(keys: KeyedLines): number {
    if (this.isOrdered) return this.align(keys).differences;
    this.effort.lines -= this.cost;
    const counts = new Int32Array(keys.classes);
    for (const key of keys.old) counts[key]!++;
    for (const key of keys.new) counts[key]!--;
    return counts.reduce((sum, count) => sum + Math.abs(count), 0);
  }

  private align({ old, new: next, classes }: KeyedLines) {
    const script = editScript(old, next, classes);
    this.effort.lines -= COST_OF_EMPTY_LOGS + old.length + next.length + script.steps / STEPS_PER_LINE;
    return script;
  }

  /** Pairs values by the votes of lines that are aligned: beside the pairs of `same`, and without regard to these. */
  pairByVotes(): void {
    const { logs, same } = this;
    const hasSame = same.partners.some((partner) => partner !== NO_VALUE);
    for (const start of hasSame ? [same, this.none()] : [this.none()]) {
      for (const way of ["texts", "forward", "backward"] as const) {
        if (this.isDone) return;
        let voted = this.voted(way === "texts" ? start.looseKeys(logs) : keysByRecency(logs, way), start);
        for (let round = 0; !this.isDone; round++) {
          this.try(voted);
          if (round === REFINEMENTS || this.isDone) break;
          voted = this.voted(voted.looseKeys(logs), start);
        }
      }
    }
  }

  /** The pairs of `start`, and those that stand at the same places of the lines that are aligned by these keys. */
  private voted(keys: KeyedLines, start: Renaming): Renaming {
    const { old, new: next } = this.logs;
    const pairs = new PairNumbers();
    const votes = new NumberList();
    for (const [i, j] of this.align(keys).pairs()) {
      for (let at = old.starts[i]!, other = next.starts[j]!; at < old.starts[i + 1]!; at++, other++) {
        const pair = pairs.of(old.values[at]!, next.values[other]!);
        if (pair === votes.length) votes.push(0);
        votes.set(pair, votes.at(pair) + 1);
      }
    }
    // Of pairs with equally many votes, those with equal texts come first, then those that were seen first.
    const isSame = (pair: number): boolean => this.same.partners[pairs.first(pair)] === pairs.second(pair);
    const rank = votes.values().map((count, pair) => 2 * count + Number(isSame(pair)));
    const renaming = start.copy();
    for (const pair of Uint32Array.from(rank.keys()).sort((a, b) => rank[b]! - rank[a]! || a - b))
      renaming.tryPair(pairs.first(pair), pairs.second(pair));
    return renaming;
  }

  /**
   * Pairs the values of each field by their contexts. Where lines have several values, contexts hold other values, so
   * this is done again and again as long as it helps.
   */
  pairByContexts(): void {
    const { logs, same, effort } = this;
    const fields = [...new Set(logs.old.fields)];
    const rounds = hasSingleValues(logs.old) && hasSingleValues(logs.new) ? 1 : MAX_ROUNDS;
    let current = same;
    for (let round = 0; round < rounds && !this.isDone; round++) {
      const before = this.differing;
      for (const field of fields) {
        // Each pairing may take a share of what is left, so that the first one leaves enough for the others.
        const maxCost = (effort.lines - this.minEffort) / (2 * fields.length);
        const found = pairByContexts(logs, field, current, same, Math.max(maxCost, MIN_PASSES * this.cost));
        effort.lines -= found.cost;
        current = found.renaming;
      }
      this.try(current);
      if (this.differing === before) break;
    }
  }

  /**
   * Tries all renamings of the open values if these are few. A branch is left as soon as too many lines differ in it,
   * even with all undecided values counted as equal.
   */
  tryAll(): void {
    const { logs, best } = this;
    const [olds, news] = this.openValues();
    if (Math.max(olds.length, news.length) > MAX_VALUES) return;
    this.minEffort = Math.max(this.minEffort, this.effort.lines - MAX_BRANCHES * this.cost);
    const renaming = best.copy((value) => !olds.includes(value));
    const decide = (i: number): void => {
      if (this.isDone) return;
      const isComplete = i === olds.length;
      const value = isComplete ? logs.old.fields.length : olds[i]!;
      const differing = this.count(renaming.looseKeys(logs, value));
      if (differing >= this.differing) return;
      if (isComplete) {
        this.differing = differing;
        this.best = renaming.copy();
        return;
      }
      // The partner so far comes first: the better the first renamings are, the sooner other branches are left.
      const first = Math.max(news.indexOf(best.partners[value]!), 0);
      for (const other of [...news.slice(first), ...news.slice(0, first)]) {
        if (renaming.owners[other] !== NO_VALUE || logs.old.fields[value] !== logs.new.fields[other]) continue;
        renaming.pair(value, other);
        decide(i + 1);
        renaming.separate(value, other);
      }
      decide(i + 1);
    };
    decide(0);
  }

  /**
   * The values of each log that may have other partners in a better renaming: all if they are few. Of many, if order
   * counts and few lines differ, those at these lines, and their partners.
   */
  private openValues(): [olds: Uint32Array, news: Uint32Array] {
    const { logs, best } = this;
    const { partners, owners } = best;
    const areFew = Math.max(partners.length, owners.length) <= MAX_VALUES;
    if (areFew || !this.isOrdered || this.isDone || this.differing > MAX_OPEN_LINES)
      return [Uint32Array.from(partners.keys()), Uint32Array.from(owners.keys())];
    const { removed, added } = this.align(best.keys(logs));
    const olds = valuesAtMarks(logs.old, removed);
    const news = valuesAtMarks(logs.new, added);
    for (const [value, partner] of partners.entries()) {
      if (partner === NO_VALUE || !(olds.has(value) || news.has(partner))) continue;
      olds.add(value);
      news.add(partner);
    }
    return [Uint32Array.from(olds).sort(), Uint32Array.from(news).sort()];
  }
}

/**
 * The keys of lines whose values were last seen equally recently or, read backwards, will be seen equally soon. Recency
 * counts other values.
 */
function keysByRecency(logs: BySide<AliasedLines>, direction: "forward" | "backward"): KeyedLines {
  const [olds, news] = [recency(logs.old, direction), recency(logs.new, direction)];
  return keysByLabels(
    logs,
    (_, at) => olds[at]!,
    (_, at) => news[at]!,
  );
}

/** For each place of a value, how many others were seen since it last was. Keeps a list, the latest one in front. */
function recency({ values }: AliasedLines, direction: "forward" | "backward"): Uint32Array {
  const result = new Uint32Array(values.length);
  const latest: number[] = [];
  for (let n = 0; n < values.length; n++) {
    const at = direction === "forward" ? n : values.length - 1 - n;
    const index = latest.indexOf(values[at]!);
    result[at] = index === -1 ? MAX_RECENCY : index;
    if (index !== -1) latest.splice(index, 1);
    else if (latest.length === MAX_RECENCY) latest.pop();
    latest.unshift(values[at]!);
  }
  return result;
}

/** The values in the lines that are marked, and in those beside them that could have been marked in their place. */
function valuesAtMarks({ bareKeys, starts, values }: AliasedLines, marks: Uint8Array): Set<number> {
  const found = new Set<number>();
  const isLike = (line: number, other: number): boolean => marks[other] === 1 && bareKeys[other] === bareKeys[line];
  for (const line of bareKeys.keys()) {
    if (marks[line] === 0 && !isLike(line, line - 1) && !isLike(line, line + 1)) continue;
    for (let at = starts[line]!; at < starts[line + 1]!; at++) found.add(values[at]!);
  }
  return found;
}

function hasSingleValues({ starts }: AliasedLines): boolean {
  return starts.every((end, i) => i === 0 || end - starts[i - 1]! <= 1);
}
