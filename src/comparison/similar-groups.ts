import type { LineGroups } from "./line-groups.ts";

/** Among more groups with a line than these, only those next to a group are its candidates. */
const MAX_GROUPS_OF_LINE = 16;

/** How many of a group's lines are looked up, the rarest first. */
const MAX_LOOKED_UP = 32;

/** How many candidates of a group are compared with it line by line: fewer if there are many groups. */
const MAX_CANDIDATES = 8;
const MIN_CANDIDATES = 2;
const MAX_CANDIDATES_IN_ALL = 400_000;

/** Candidates are looked for again among the groups that are left, so often at most. */
const MAX_ROUNDS = 4;

/** Groups whose sizes have a greater product are compared by how often each line occurs. */
const MAX_TABLE_SIZE = 4096;

/** The groups of one log that have no partner yet, in the order of their first lines. */
export interface OpenGroups {
  readonly grouping: LineGroups;
  /** The keys of all lines of the log, and the numbers of their templates. */
  readonly keys: Uint32Array;
  readonly template: (key: number) => number;
  readonly isOpen: (group: number) => boolean;
}

/** How much two groups have in common. */
interface Similarity {
  readonly old: number;
  readonly next: number;
  /** How many lines are alike: in order, if order counts. */
  readonly alike: number;
  /** How many lines have equal templates, likewise. */
  readonly templates: number;
  readonly size: number;
  /** How far the places of the groups among the open ones are from each other. */
  readonly distance: number;
  readonly sumOfPlaces: number;
}

/**
 * Pairs groups that have lines in common, the most similar ones first. Two groups can be a pair if at least half of the
 * lines of the smaller one are alike, or if some are and all have the same templates in the same order. For a pair that
 * has most lines in common few lines differ. Among equals the pair comes first whose groups would lose most with other
 * partners, then the one with more equal templates, then with fewer lines, then that whose places in both logs are
 * nearest.
 *
 * Takes time in proportion to the lines: for each group, only a few candidates are compared with it. They are the
 * groups that share most of its rare lines.
 */
export function pairSimilar(
  old: OpenGroups,
  next: OpenGroups,
  isOrdered: boolean,
  pair: (old: number, next: number) => void,
): void {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const [olds, news] = [new Shelf(old), new Shelf(next)];
    const similarities = similaritiesOf(olds, news, isOrdered);
    const choices = new Choices(similarities);
    const order = (a: Similarity, b: Similarity): number =>
      b.alike - a.alike ||
      choices.loss(b) - choices.loss(a) ||
      b.templates - a.templates ||
      a.size - b.size ||
      a.distance - b.distance ||
      a.sumOfPlaces - b.sumOfPlaces;
    let isAnyPaired = false;
    for (const { old: oldGroup, next: newGroup } of similarities.sort(order)) {
      if (!old.isOpen(oldGroup) || !next.isOpen(newGroup)) continue;
      pair(oldGroup, newGroup);
      isAnyPaired = true;
    }
    if (!isAnyPaired) return;
  }
}

/** The similarities of the candidates, each once. */
function similaritiesOf(olds: Shelf, news: Shelf, isOrdered: boolean): Similarity[] {
  const found = new Map<number, Similarity | undefined>();
  const add = (i: number, j: number): void => {
    const pair = i * news.groups.length + j;
    if (!found.has(pair)) found.set(pair, similarity(olds, i, news, j, isOrdered));
  };
  for (const [i, j] of candidates(olds, news)) add(i, j);
  for (const [j, i] of candidates(news, olds)) add(i, j);
  return [...found.values()].filter((one) => one !== undefined);
}

/** What each group could have in common with others. */
class Choices {
  private readonly old = new Map<number, TwoBest>();
  private readonly next = new Map<number, TwoBest>();

  constructor(similarities: readonly Similarity[]) {
    for (const { old, next, alike } of similarities) {
      this.old.set(old, twoBest(this.old.get(old), alike));
      this.next.set(next, twoBest(this.next.get(next), alike));
    }
  }

  /** How many equal lines the groups of a pair would lose if both had the best of their other partners. */
  loss({ old, next, alike }: Similarity): number {
    return 2 * alike - this.other(this.old.get(old)!, alike) - this.other(this.next.get(next)!, alike);
  }

  private other({ best, second }: TwoBest, alike: number): number {
    return alike === best ? second : best;
  }
}

interface TwoBest {
  readonly best: number;
  readonly second: number;
}

function twoBest({ best, second }: TwoBest = { best: 0, second: 0 }, alike: number): TwoBest {
  return alike > best ? { best: alike, second: best } : { best, second: Math.max(second, alike) };
}

/** The open groups of a log, by their places, and which of them have a line with a key. */
class Shelf {
  readonly groups: Uint32Array;
  private readonly open: OpenGroups;
  /** The places of the groups with each key, ascending and each once. */
  private readonly placesOfKey = new Map<number, number[]>();

  constructor(open: OpenGroups) {
    this.open = open;
    this.groups = open.grouping.order.values().filter((group) => open.isOpen(group));
    for (const [place, group] of this.groups.entries()) {
      for (const line of open.grouping.lines(group)) {
        const key = open.keys[line]!;
        const places = this.placesOfKey.get(key);
        if (places === undefined) this.placesOfKey.set(key, [place]);
        else if (places.at(-1) !== place) places.push(place);
      }
    }
  }

  keys(place: number): Uint32Array {
    return this.open.grouping.lines(this.groups[place]!).map((line) => this.open.keys[line]!);
  }

  template(key: number): number {
    return this.open.template(key);
  }

  placesOf(key: number): readonly number[] {
    return this.placesOfKey.get(key) ?? [];
  }
}

/** For each group of one shelf, the places of the groups of the other that share most of its rare lines. */
function candidates(own: Shelf, other: Shelf): [place: number, other: number][] {
  const found: [number, number][] = [];
  const hits = new Map<number, number>();
  const count = Math.floor(MAX_CANDIDATES_IN_ALL / Math.max(own.groups.length, other.groups.length));
  const perGroup = Math.max(MIN_CANDIDATES, Math.min(count, MAX_CANDIDATES));
  for (const place of own.groups.keys()) {
    hits.clear();
    const lists = Array.from(new Set(own.keys(place)), (key) => other.placesOf(key)).filter(({ length }) => length > 0);
    lists.sort((a, b) => a.length - b.length);
    for (const places of lists.slice(0, MAX_LOOKED_UP)) {
      for (const candidate of nearest(places, place)) hits.set(candidate, (hits.get(candidate) ?? 0) + 1);
    }
    const best = [...hits].sort(([a, x], [b, y]) => y - x || Math.abs(a - place) - Math.abs(b - place) || a - b);
    for (const [candidate] of best.slice(0, perGroup)) found.push([place, candidate]);
  }
  return found;
}

/** Those of many ascending places that are around a place. */
function nearest(places: readonly number[], place: number): readonly number[] {
  if (places.length <= MAX_GROUPS_OF_LINE) return places;
  let [low, high] = [0, places.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (places[middle]! < place) low = middle + 1;
    else high = middle;
  }
  const from = Math.max(0, Math.min(low - MAX_GROUPS_OF_LINE / 2, places.length - MAX_GROUPS_OF_LINE));
  return places.slice(from, from + MAX_GROUPS_OF_LINE);
}

/** How similar two groups are; undefined if they cannot be a pair. */
function similarity(olds: Shelf, i: number, news: Shelf, j: number, isOrdered: boolean): Similarity | undefined {
  const [old, next] = [olds.keys(i), news.keys(j)];
  const isSmall = isOrdered && old.length * next.length <= MAX_TABLE_SIZE;
  const common = isSmall ? commonInOrder : commonInAnyOrder;
  const alike = common(old, next);
  const templatesOf = (keys: Uint32Array, shelf: Shelf): Uint32Array => keys.map((key) => shelf.template(key));
  const templates = common(templatesOf(old, olds), templatesOf(next, news));
  const [smaller, larger] = [Math.min(old.length, next.length), Math.max(old.length, next.length)];
  if (alike === 0 || (2 * alike < smaller && templates < larger)) return undefined;
  return {
    old: olds.groups[i]!,
    next: news.groups[j]!,
    alike,
    templates,
    size: old.length + next.length,
    distance: Math.abs(i - j),
    sumOfPlaces: i + j,
  };
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
