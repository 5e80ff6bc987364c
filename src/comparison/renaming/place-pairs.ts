import { NumberList } from "../../collections/number-list.ts";
import { type AliasedLogs, NO_VALUE } from "./aliased-lines.ts";
import { Assignment, type WeightedGraph } from "./assignment.ts";
import { type Bags, bagsOf } from "./bags.ts";
import type { Renaming } from "./renaming.ts";

/** How many pairs of values with a place in common are looked at to make all edges. */
const MAX_SHARED_PLACES = 1_000_000;

/** If there are more, each value has so many edges at most. */
const MAX_EDGES = 8;

/** Among so many values with a place in common, only some are looked at. */
const MAX_VALUES_OF_PLACE = 16;

/** How often pairs are looked for among the values that are left. */
const MAX_ROUNDS = 4;

/** How many edges the search may look at for each value. */
const STEPS_PER_VALUE = 64;
const MIN_STEPS = 4_000_000;

/** The pairs of values that have most places in common, and what finding them has cost. */
export interface PlacePairs {
  readonly renaming: Renaming;
  /** Whether no other pairs have more places in common. */
  readonly isBest: boolean;
  /** In lines. */
  readonly cost: number;
}

/** So many steps of a search cost as much as matching a line. */
const STEPS_PER_LINE = 16;

/**
 * Pairs the values of a field anew, so that as many places as possible are common to the values of each pair, and keeps
 * the pairs of other fields. Where several are equally good, values with equal texts stay together, then those that
 * `current` pairs.
 *
 * Values with equal places can be paired at once: places differ as distances do, so it helps no value to pass by an equal
 * one. Only the values that are left need a search.
 */
export function pairByPlaces(logs: AliasedLogs, field: number, current: Renaming, same: Renaming): PlacePairs {
  const bags = bagsOf(logs, field, current);
  const renaming = current.without(logs.old.fields, field);
  const values = (fields: Uint32Array): Uint32Array =>
    Uint32Array.from(fields.keys()).filter((v) => fields[v] === field);
  const [olds, news] = [values(logs.old.fields), values(logs.next.fields)];
  for (const { partners } of [same, current]) {
    for (const old of olds) {
      const next = partners[old]!;
      if (next !== NO_VALUE && bags.old.classes[old] === bags.next.classes[next]) renaming.tryPair(old, next);
    }
  }
  pairEqual(olds, news, bags, renaming);
  const graphs = new PlaceGraphs(bags, [same, current]);
  let [isBest, steps] = [false, 0];
  const cost = (): number => logs.old.values.length + logs.next.values.length + steps / STEPS_PER_LINE;
  for (let round = 0; round < MAX_ROUNDS && !isBest; round++) {
    const graph = graphs.of(
      olds.filter((old) => renaming.partners[old] === NO_VALUE),
      news.filter((next) => !renaming.isTaken(next)),
    );
    steps += graph.steps;
    if (graph.targets.length === 0) return { renaming, isBest: round === 0, cost: cost() };
    const {
      partners,
      isBest: isSolved,
      steps: taken,
    } = new Assignment(graph, Math.max(MIN_STEPS, STEPS_PER_VALUE * graph.leftCount));
    steps += taken;
    isBest = round === 0 && graph.isComplete && isSolved;
    for (const [left, right] of partners.entries()) if (right !== NO_VALUE) graph.pair(renaming, left, right);
  }
  return { renaming, isBest, cost: cost() };
}

/** Pairs the first old value that has certain places with the first new one that has them, and so on. */
function pairEqual(
  olds: Uint32Array,
  news: Uint32Array,
  bags: { readonly old: Bags; readonly next: Bags },
  renaming: Renaming,
): void {
  const waiting = new Map<number, number[]>();
  for (let i = news.length - 1; i >= 0; i--) {
    const next = news[i]!;
    if (renaming.isTaken(next)) continue;
    const list = waiting.get(bags.next.classes[next]!);
    if (list === undefined) waiting.set(bags.next.classes[next]!, [next]);
    else list.push(next);
  }
  for (const old of olds) {
    if (renaming.partners[old] !== NO_VALUE) continue;
    const next = waiting.get(bags.old.classes[old]!)?.pop();
    if (next !== undefined) renaming.tryPair(old, next);
  }
}

interface PlaceGraph extends WeightedGraph {
  /** Whether it has an edge for each two values with a common place. */
  readonly isComplete: boolean;
  readonly steps: number;
  pair(renaming: Renaming, left: number, right: number): void;
}

/** Graphs of values. The weight of an edge is the number of places that its values have in common. */
class PlaceGraphs {
  private readonly bags: { readonly old: Bags; readonly next: Bags };
  private readonly preferred: readonly Renaming[];

  constructor(bags: { readonly old: Bags; readonly next: Bags }, preferred: readonly Renaming[]) {
    this.bags = bags;
    this.preferred = preferred;
  }

  of(olds: Uint32Array, news: Uint32Array): PlaceGraph {
    const { bags } = this;
    const isOldLeft = olds.length <= news.length;
    const [lefts, rights] = isOldLeft ? [olds, news] : [news, olds];
    const [leftBags, rightBags] = isOldLeft ? [bags.old, bags.next] : [bags.next, bags.old];
    const holders = holdersOf(rights, rightBags);
    let shared = 0;
    for (const left of lefts) for (const place of placesOf(leftBags, left)) shared += holders.get(place)?.length ?? 0;
    const isComplete = shared <= MAX_SHARED_PLACES;
    const starts = new Uint32Array(lefts.length + 1);
    const [targets, weights] = [new NumberList(), new NumberList()];
    const isPreferred = (left: number, right: number): boolean => {
      const [old, next] = isOldLeft ? [left, right] : [right, left];
      return this.preferred.some(({ partners }) => partners[old] === next);
    };
    for (const [i, left] of lefts.entries()) {
      const places = placesOf(leftBags, left);
      const found = isComplete
        ? allSharing(places, holders)
        : mostSharing(places, holders, Math.floor((i * rights.length) / lefts.length));
      const all = [...found].sort(
        (a, b) => Number(isPreferred(left, rights[b]!)) - Number(isPreferred(left, rights[a]!)) || a - b,
      );
      for (const right of all) {
        targets.push(right);
        weights.push(commonCount(places, placesOf(rightBags, rights[right]!)));
      }
      starts[i + 1] = targets.length;
    }
    return {
      leftCount: lefts.length,
      rightCount: rights.length,
      starts,
      targets: targets.values(),
      weights: weights.values(),
      isComplete,
      steps: Math.min(shared, MAX_SHARED_PLACES) + targets.length,
      pair(renaming, left, right) {
        if (isOldLeft) renaming.tryPair(lefts[left]!, rights[right]!);
        else renaming.tryPair(rights[right]!, lefts[left]!);
      },
    };
  }
}

function placesOf({ starts, places }: Bags, value: number): Uint32Array {
  return places.subarray(starts[value]!, starts[value + 1]!);
}

/** By place, the indexes of the values that have it, ascending. */
function holdersOf(values: Uint32Array, bags: Bags): Map<number, number[]> {
  const holders = new Map<number, number[]>();
  for (const [i, value] of values.entries()) {
    for (const place of placesOf(bags, value)) {
      const list = holders.get(place);
      if (list === undefined) holders.set(place, [i]);
      else if (list[list.length - 1] !== i) list.push(i);
    }
  }
  return holders;
}

function allSharing(places: Uint32Array, holders: ReadonlyMap<number, readonly number[]>): Set<number> {
  const found = new Set<number>();
  for (const place of places) for (const holder of holders.get(place) ?? []) found.add(holder);
  return found;
}

/** Those that share most of the places. Of the many that share a common place, those around an index. */
function mostSharing(
  places: Uint32Array,
  holders: ReadonlyMap<number, readonly number[]>,
  index: number,
): Iterable<number> {
  const hits = new Map<number, number>();
  for (const place of new Set(places)) {
    const list = holders.get(place) ?? [];
    const from = Math.min(lowerBound(list, index), Math.max(0, list.length - MAX_VALUES_OF_PLACE));
    for (const holder of list.slice(from, from + MAX_VALUES_OF_PLACE)) hits.set(holder, (hits.get(holder) ?? 0) + 1);
  }
  const best = [...hits].sort(([a, x], [b, y]) => y - x || a - b);
  return best.slice(0, MAX_EDGES).map(([holder]) => holder);
}

/** How many of some ascending numbers are less than a number. */
function lowerBound(numbers: readonly number[], number: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many numbers two ascending lists have in common. */
function commonCount(xs: Uint32Array, ys: Uint32Array): number {
  let common = 0;
  for (let i = 0, j = 0; i < xs.length && j < ys.length; ) {
    const difference = xs[i]! - ys[j]!;
    if (difference === 0) common++;
    if (difference <= 0) i++;
    if (difference >= 0) j++;
  }
  return common;
}
