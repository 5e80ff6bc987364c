import { countUpTo, NumberList, NumberLists, PairNumbers } from "../../text/collections/numbers.ts";
import type { KeyTable } from "./line-keys.ts";

const NONE = 0xffffffff;

/**
 * The lines of each group of a log, in the order of the log, and the partners of the groups in another log. Takes four
 * bytes for each line and twelve for each group.
 */
export class LineGroups extends NumberLists {
  /** The groups that have lines, in the order of their first lines. */
  readonly order: Uint32Array;
  /** The keys of all lines of the log, in which the numbers of aliases do not count. */
  readonly bareKeys: Uint32Array;
  private readonly partners: Uint32Array;

  /** `groups[i]` is the group of line i, a number below `count`. */
  constructor(groups: Uint32Array, count: number, bareKeys: Uint32Array) {
    super(count, (take) => {
      for (let i = 0; i < groups.length; i++) take(groups[i]!, i);
    });
    const order = new NumberList();
    for (let i = 0; i < groups.length; i++) if (this.at(groups[i]!, 0) === i) order.push(groups[i]!);
    this.order = order.values();
    this.bareKeys = bareKeys;
    this.partners = new Uint32Array(count).fill(NONE);
  }

  keysOf(group: number, numbers = this.bareKeys): Uint32Array {
    return this.of(group).map((line) => numbers[line]!);
  }

  isOpen(group: number): boolean {
    return this.partners[group] === NONE;
  }

  /** The groups that have lines and no partner, in the order of their first lines. */
  get open(): Uint32Array {
    return this.order.filter((group) => this.isOpen(group));
  }

  partner(group: number): number | undefined {
    return this.isOpen(group) ? undefined : this.partners[group];
  }

  pair(group: number, other: LineGroups, partner: number): void {
    this.partners[group] = partner;
    other.partners[partner] = group;
  }
}

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

/** Groups with more lines are large, and so is a list that is so many times as long as another. */
const MIN_LARGE = 64;

/** Groups whose sizes have a greater product are compared by how often each line occurs. */
const MAX_TABLE_SIZE = 4096;

/**
 * Pairs groups that have lines in common, the most similar ones first. Two groups can be a pair if at least half of the
 * lines of the smaller one are alike, or if some are and all have the same templates in the same order. A pair with the
 * most lines in common leaves few that differ. Takes time in proportion to the lines: a group is compared only with the
 * few that share most of its rare lines.
 */
export function pairSimilar(
  old: LineGroups,
  next: LineGroups,
  keys: Pick<KeyTable, "size" | "template">,
  isOrdered: boolean,
): void {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [olds, news] = [openGroups(old, keys.size), openGroups(next, keys.size)];
    let isAnyPaired = false;
    for (const { i, j } of candidates(olds, news, keys, isOrdered)) {
      const [oldGroup, newGroup] = [olds.groups[i]!, news.groups[j]!];
      if (!old.isOpen(oldGroup) || !next.isOpen(newGroup)) continue;
      old.pair(oldGroup, next, newGroup);
      isAnyPaired = true;
    }
    if (!isAnyPaired) return;
  }
}

type OpenGroups = ReturnType<typeof openGroups>;

/** The open groups of a log, by index, the keys of each, and which of them have a line with a given key. */
function openGroups(log: LineGroups, keyCount: number) {
  const groups = log.open;
  const keys = (index: number): Uint32Array => log.keysOf(groups[index]!);
  /** By key, the indexes of the groups with it, ascending and each once. */
  const withKey = new NumberLists(keyCount, (take) => {
    const latest = new Int32Array(keyCount).fill(-1);
    for (const index of groups.keys()) {
      for (const key of keys(index)) {
        if (latest[key] !== index) take(key, index);
        latest[key] = index;
      }
    }
  });
  const sizeOf = (index: number): number => log.of(groups[index]!).length;
  return { groups, keys, sizeOf, withKey };
}

/** Sorted keys of groups. Those of large groups are kept, as many small ones may be compared with one. */
class SortedKeys {
  private readonly large = new Map<number, Uint32Array>();
  private readonly keysOf: (index: number) => Uint32Array;

  constructor(keysOf: (index: number) => Uint32Array) {
    this.keysOf = keysOf;
  }

  of(index: number): Uint32Array {
    const known = this.large.get(index);
    if (known !== undefined) return known;
    const keys = this.keysOf(index).sort();
    if (keys.length > MIN_LARGE) this.large.set(index, keys);
    return keys;
  }
}

/** The indexes of two groups that can be a pair. */
interface Candidate {
  readonly i: number;
  readonly j: number;
  /** How many lines are alike, and how many have equal templates: in order, if order counts. */
  readonly alike: number;
  readonly templates: number;
  /** How many lines both have. */
  readonly size: number;
}

function candidates(
  olds: OpenGroups,
  news: OpenGroups,
  keys: Pick<KeyTable, "template">,
  isOrdered: boolean,
): Candidate[] {
  const pairs = new PairNumbers();
  const found: Candidate[] = [];
  const templatesOf = (log: OpenGroups, index: number): Uint32Array => log.keys(index).map((key) => keys.template(key));
  const [sortedOlds, sortedNews] = [olds, news].map((log) => new SortedKeys(log.keys)) as [SortedKeys, SortedKeys];
  const [oldTemplates, newTemplates] = [olds, news].map(
    (log) => new SortedKeys((index) => templatesOf(log, index)),
  ) as [SortedKeys, SortedKeys];
  const add = (i: number, j: number): void => {
    const { size } = pairs;
    if (pairs.of(i, j) < size) return;
    const [smaller, larger] = [olds.sizeOf(i), news.sizeOf(j)].sort((a, b) => a - b) as [number, number];
    const isTable = isOrdered && smaller * larger <= MAX_TABLE_SIZE;
    const alike = isTable
      ? commonInOrder(olds.keys(i), news.keys(j))
      : commonInAnyOrder(sortedOlds.of(i), sortedNews.of(j));
    const templates = isTable
      ? commonInOrder(templatesOf(olds, i), templatesOf(news, j))
      : commonInAnyOrder(oldTemplates.of(i), newTemplates.of(j));
    const canBe = alike > 0 && (2 * alike >= smaller || templates === larger);
    if (canBe) found.push({ i, j, alike, templates, size: smaller + larger });
  };
  forEachCandidate(olds, news, add);
  forEachCandidate(news, olds, (j, i) => add(i, j));
  return found.sort(
    (a, b) =>
      b.alike - a.alike ||
      b.templates - a.templates ||
      a.size - b.size ||
      Math.abs(a.i - a.j) - Math.abs(b.i - b.j) ||
      a.i + a.j - (b.i + b.j),
  );
}

/** Calls `take` for each group of one log with the groups of the other that share most of its rare lines. */
function forEachCandidate(own: OpenGroups, other: OpenGroups, take: (index: number, other: number) => void): void {
  const hits = new Map<number, number>();
  const count = Math.floor(MAX_CANDIDATES_IN_ALL / Math.max(own.groups.length, other.groups.length));
  const perGroup = Math.max(MIN_CANDIDATES, Math.min(count, MAX_CANDIDATES));
  for (const index of own.groups.keys()) {
    hits.clear();
    const lists = Array.from(new Set(own.keys(index)), (key) => other.withKey.of(key)).filter(
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

/** How many numbers two sorted lists have in common. If one is far shorter, the time is in proportion to that one. */
function commonInAnyOrder(a: Uint32Array, b: Uint32Array): number {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  const isFarShorter = MIN_LARGE * short.length < long.length;
  let common = 0;
  for (let i = 0, j = 0; i < short.length && j < long.length; ) {
    const difference = short[i]! - long[j]!;
    if (difference > 0 && isFarShorter) {
      j = countUpTo(long, short[i]! - 1);
      continue;
    }
    if (difference === 0) common++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return common;
}
