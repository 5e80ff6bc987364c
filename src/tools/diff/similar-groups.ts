import { countUpTo, NumberList, NumberLists, PairNumbers } from "../../text/collections/numbers.ts";
import type { LineGroups } from "./line-groups.ts";

/** Among more groups with a line than these, only those next to a group are its candidates. */
const MAX_GROUPS_OF_LINE = 16;

/** How many of a group's lines are looked up, the rarest first. */
const MAX_LOOKED_UP = 32;

/** How many candidates of a group are compared with it line by line: fewer if there are many groups. */
const MAX_CANDIDATES = 8;
const MIN_CANDIDATES = 2;
const MAX_CANDIDATES_IN_ALL = 400_000;

/** How often candidates are looked for again among the groups that are left. */
const MAX_ROUNDS = 4;

/** Groups whose sizes have a greater product are compared by how often each line occurs. */
const MAX_TABLE_SIZE = 4096;

/** The groups of one log that have no partner yet, in the order of their first lines. */
interface GroupsToPair {
  readonly grouping: LineGroups;
  /** The keys of all lines of the log, and the numbers of their templates. */
  readonly keys: Uint32Array;
  /** All keys of both logs are below this. */
  readonly keyCount: number;
  readonly template: (key: number) => number;
  readonly isOpen: (group: number) => boolean;
}

/**
 * Pairs groups that have lines in common, the most similar ones first. Two groups can be a pair if at least half of the
 * lines of the smaller one are alike, or if some are and all have the same templates in the same order. A pair with the
 * most lines in common leaves few that differ. Among equals, the first pair is the one whose groups would lose most
 * with other partners; then the one with more equal templates, with fewer lines, with the nearest indexes.
 *
 * Takes time in proportion to the lines: for each group, only a few candidates are compared with it. They are the
 * groups that share most of its rare lines. Holds only numbers for them: a few dozen bytes for each pair of candidates.
 */
export function pairSimilar(
  old: GroupsToPair,
  next: GroupsToPair,
  isOrdered: boolean,
  pair: (old: number, next: number) => void,
): void {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [olds, news] = [new OpenGroups(old), new OpenGroups(next)];
    let isAnyPaired = false;
    for (const [i, j] of new Similarities(olds, news, isOrdered).bestFirst()) {
      const [oldGroup, newGroup] = [olds.groups[i]!, news.groups[j]!];
      if (!old.isOpen(oldGroup) || !next.isOpen(newGroup)) continue;
      pair(oldGroup, newGroup);
      isAnyPaired = true;
    }
    if (!isAnyPaired) return;
  }
}

/** How much the groups at these indexes have in common, if they are candidates for each other. */
class Similarities {
  private readonly olds: OpenGroups;
  private readonly news: OpenGroups;
  private readonly isOrdered: boolean;
  private readonly pairs = new PairNumbers();
  /**
   * By the number of the pair, how many lines are alike: in order, if order counts. 0 if the groups cannot be a pair.
   */
  private readonly alike = new NumberList();
  /** By the number of the pair, how many lines have equal templates: in order, if order counts. */
  private readonly templates = new NumberList();

  constructor(olds: OpenGroups, news: OpenGroups, isOrdered: boolean) {
    this.olds = olds;
    this.news = news;
    this.isOrdered = isOrdered;
    forEachCandidate(olds, news, (i, j) => this.add(i, j));
    forEachCandidate(news, olds, (j, i) => this.add(i, j));
  }

  /** The indexes of the groups that can be pairs. */
  *bestFirst(): Generator<readonly [i: number, j: number]> {
    const { olds, news, pairs } = this;
    const [alike, templates] = [this.alike.values(), this.templates.values()];
    const losses = this.losses();
    const size = (pair: number): number => olds.size(pairs.first(pair)) + news.size(pairs.second(pair));
    const distance = (pair: number): number => Math.abs(pairs.first(pair) - pairs.second(pair));
    const sumOfIndexes = (pair: number): number => pairs.first(pair) + pairs.second(pair);
    const order = Uint32Array.from(alike.keys()).filter((pair) => alike[pair]! > 0);
    order.sort(
      (a, b) =>
        alike[b]! - alike[a]! ||
        losses[b]! - losses[a]! ||
        templates[b]! - templates[a]! ||
        size(a) - size(b) ||
        distance(a) - distance(b) ||
        sumOfIndexes(a) - sumOfIndexes(b),
    );
    for (const pair of order) yield [pairs.first(pair), pairs.second(pair)];
  }

  /** How many equal lines the groups of each pair would lose if both had the best of their other partners. */
  private losses(): Int32Array {
    const [old, next] = [new BestTwo(this.olds.groups.length), new BestTwo(this.news.groups.length)];
    const alike = this.alike.values();
    for (const [pair, lines] of alike.entries()) {
      old.add(this.pairs.first(pair), lines);
      next.add(this.pairs.second(pair), lines);
    }
    return Int32Array.from(
      alike,
      (lines, pair) =>
        2 * lines - old.other(this.pairs.first(pair), lines) - next.other(this.pairs.second(pair), lines),
    );
  }

  private add(i: number, j: number): void {
    if (this.pairs.of(i, j) < this.alike.length) return;
    const [old, next] = [this.olds.keys(i), this.news.keys(j)];
    const isSmall = this.isOrdered && old.length * next.length <= MAX_TABLE_SIZE;
    const common = isSmall ? commonInOrder : commonInAnyOrder;
    const alike = common(old, next);
    const templatesOf = (keys: Uint32Array, groups: OpenGroups): Uint32Array => keys.map((key) => groups.template(key));
    const templates = common(templatesOf(old, this.olds), templatesOf(next, this.news));
    const [smaller, larger] = [Math.min(old.length, next.length), Math.max(old.length, next.length)];
    this.alike.push(2 * alike < smaller && templates < larger ? 0 : alike);
    this.templates.push(templates);
  }
}

/** For each index, the two greatest numbers that were added for it. */
class BestTwo {
  private readonly best: Uint32Array;
  private readonly second: Uint32Array;

  constructor(count: number) {
    this.best = new Uint32Array(count);
    this.second = new Uint32Array(count);
  }

  add(index: number, number: number): void {
    const best = this.best[index]!;
    if (number > best) [this.best[index], this.second[index]] = [number, best];
    else this.second[index] = Math.max(this.second[index]!, number);
  }

  /** The greatest number that was added besides this one. */
  other(index: number, number: number): number {
    return number === this.best[index] ? this.second[index]! : this.best[index]!;
  }
}

/** The open groups of a log, by index, and which of them have a line with a given key. */
class OpenGroups {
  readonly groups: Uint32Array;
  private readonly open: GroupsToPair;
  /** By key, the indexes of the groups with it, ascending and each once. */
  private readonly indexes: NumberLists;

  constructor(open: GroupsToPair) {
    this.open = open;
    this.groups = open.grouping.order.filter((group) => open.isOpen(group));
    this.indexes = new NumberLists(open.keyCount, (take) => this.forEachKey(take));
  }

  keys(index: number): Uint32Array {
    return this.open.grouping.of(this.groups[index]!).map((line) => this.open.keys[line]!);
  }

  /** How many lines the group has. */
  size(index: number): number {
    return this.open.grouping.length(this.groups[index]!);
  }

  template(key: number): number {
    return this.open.template(key);
  }

  groupsWith(key: number): Uint32Array {
    return this.indexes.of(key);
  }

  /** Calls `take` once for each key of each group, in the order of the groups. */
  private forEachKey(take: (key: number, index: number) => void): void {
    const latest = new Int32Array(this.open.keyCount).fill(-1);
    for (const [index, group] of this.groups.entries()) {
      for (const line of this.open.grouping.of(group)) {
        const key = this.open.keys[line]!;
        if (latest[key] === index) continue;
        latest[key] = index;
        take(key, index);
      }
    }
  }
}

/** Calls `take` for each group of one log with the groups of the other that share most of its rare lines. */
function forEachCandidate(own: OpenGroups, other: OpenGroups, take: (index: number, other: number) => void): void {
  const hits = new Map<number, number>();
  const count = Math.floor(MAX_CANDIDATES_IN_ALL / Math.max(own.groups.length, other.groups.length));
  const perGroup = Math.max(MIN_CANDIDATES, Math.min(count, MAX_CANDIDATES));
  for (const index of own.groups.keys()) {
    hits.clear();
    const lists = Array.from(new Set(own.keys(index)), (key) => other.groupsWith(key)).filter(
      ({ length }) => length > 0,
    );
    lists.sort((a, b) => a.length - b.length);
    for (const indexes of lists.slice(0, MAX_LOOKED_UP)) {
      for (const candidate of nearest(indexes, index)) hits.set(candidate, (hits.get(candidate) ?? 0) + 1);
    }
    const best = [...hits].sort(([a, x], [b, y]) => y - x || Math.abs(a - index) - Math.abs(b - index) || a - b);
    for (const [candidate] of best.slice(0, perGroup)) take(index, candidate);
  }
}

/** Of many ascending indexes, those nearest to an index. */
function nearest(indexes: Uint32Array, index: number): Uint32Array {
  if (indexes.length <= MAX_GROUPS_OF_LINE) return indexes;
  const before = countUpTo(indexes, index - 1);
  const from = Math.max(0, Math.min(before - MAX_GROUPS_OF_LINE / 2, indexes.length - MAX_GROUPS_OF_LINE));
  return indexes.subarray(from, from + MAX_GROUPS_OF_LINE);
}

/** The length of a longest common subsequence. */
function commonInOrder(old: Uint32Array, next: Uint32Array): number {
  const row = new Uint32Array(next.length + 1);
  for (const x of old) {
    let diagonal = 0;
    for (let j = 0; j < next.length; j++) {
      const above = row[j + 1]!;
      row[j + 1] = x === next[j] ? diagonal + 1 : Math.max(above, row[j]!);
      diagonal = above;
    }
  }
  return row[next.length]!;
}

function commonInAnyOrder(old: Uint32Array, next: Uint32Array): number {
  const [olds, news] = [old.slice().sort(), next.slice().sort()];
  let common = 0;
  for (let i = 0, j = 0; i < olds.length && j < news.length; ) {
    const difference = olds[i]! - news[j]!;
    if (difference === 0) common++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return common;
}
