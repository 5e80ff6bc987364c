import { NumberList } from "../../../text/collections/numbers.ts";
import type { WeightedGraph } from "./assignment.ts";
import type { Bags } from "./bags.ts";
import type { Renaming } from "./renaming.ts";

/** The maximum number of edges in a graph, or some for each value. An edge takes eight bytes. */
const MAX_EDGES = 4_000_000;

/** If there could be more, each value has only some: this many, or more if there are few values. */
const MIN_EDGES_OF_VALUE = 8;

/** Then only this many of the values with a context are examined, or more if there are few contexts. */
const MIN_VALUES_OF_CONTEXT = 16;

/**
 * Old and new values as the vertices of a graph. The weight of an edge is how many contexts its values have in common.
 */
interface ContextGraph extends WeightedGraph {
  /** Whether any two values with a common context have an edge. */
  readonly isComplete: boolean;
  /** How many contexts of values were examined to make it. */
  readonly steps: number;
  /** Pairs the values of two vertices. */
  pair(renaming: Renaming, left: number, right: number): void;
}

/** The values that have a context, by their indexes, which ascend, and how often each has it. */
interface Holders {
  readonly indexes: number[];
  readonly counts: number[];
}

/**
 * The graph of some old and new values. The first edges of a value lead to the partners that it has in `preferred`.
 * Making a graph takes about `maxSteps`, or a few steps for each context if those are more.
 */
export function contextGraph(
  bags: { readonly old: Bags; readonly next: Bags },
  olds: Uint32Array,
  news: Uint32Array,
  preferred: readonly Renaming[],
  maxSteps: number,
): ContextGraph {
  const isOldLeft = olds.length <= news.length;
  const [lefts, rights] = isOldLeft ? [olds, news] : [news, olds];
  const [leftBags, rightBags] = isOldLeft ? [bags.old, bags.next] : [bags.next, bags.old];
  const holders = holdersOf(rights, rightBags);
  const [contexts, shared] = countShared(lefts, leftBags, holders);
  const maxShared = Math.min(maxSteps, MAX_EDGES);
  const isComplete = shared <= maxShared;
  const perContext = isComplete
    ? Number.POSITIVE_INFINITY
    : Math.max(MIN_VALUES_OF_CONTEXT, Math.floor(maxShared / contexts));
  const candidates = new Candidates(holders, rights.length);
  const partners = preferredPartners(lefts, rights, preferred, isOldLeft);
  const edges = edgesOf({ lefts, rights, leftBags, rightBags, candidates, partners, perContext });
  return {
    leftCount: lefts.length,
    rightCount: rights.length,
    ...edges,
    isComplete,
    steps: contexts + candidates.steps + edges.targets.length,
    pair(renaming, left, right) {
      if (isOldLeft) renaming.tryPair(lefts[left]!, rights[right]!);
      else renaming.tryPair(rights[right]!, lefts[left]!);
    },
  };
}

/** What edges are made of. */
interface Ends {
  readonly lefts: Uint32Array;
  readonly rights: Uint32Array;
  readonly leftBags: Bags;
  readonly rightBags: Bags;
  readonly candidates: Candidates;
  /** The preferred partners of a left value. */
  readonly partners: (left: number) => readonly number[];
  /** How many values of a context are looked at. If that is not limited, all edges are found. */
  readonly perContext: number;
}

function edgesOf({ lefts, rights, leftBags, rightBags, candidates, partners, perContext }: Ends) {
  const isComplete = perContext === Number.POSITIVE_INFINITY;
  const starts = new Uint32Array(lefts.length + 1);
  const [targets, weights] = [new NumberList(), new NumberList()];
  for (const [i, left] of lefts.entries()) {
    const own = contextsOf(leftBags, left);
    candidates.lookFor(own, Math.floor((i * rights.length) / lefts.length), perContext);
    const found = isComplete ? candidates.all() : candidates.best(Math.max(MIN_EDGES_OF_VALUE, perContext >> 2));
    for (const right of withFirst(partners(i), found)) {
      const weight = isComplete ? candidates.hits[right]! : commonCount(own, contextsOf(rightBags, rights[right]!));
      if (weight === 0) continue;
      targets.push(right);
      weights.push(weight);
    }
    starts[i + 1] = targets.length;
  }
  return { starts, targets: targets.values(), weights: weights.values() };
}

function contextsOf({ starts, contexts }: Bags, value: number): Uint32Array {
  return contexts.subarray(starts[value]!, starts[value + 1]!);
}

function holdersOf(values: Uint32Array, bags: Bags): Map<number, Holders> {
  const holders = new Map<number, Holders>();
  for (const [i, value] of values.entries()) {
    for (const context of contextsOf(bags, value)) {
      const known = holders.get(context);
      if (known === undefined) {
        holders.set(context, { indexes: [i], counts: [1] });
      } else if (known.indexes[known.indexes.length - 1] === i) {
        known.counts[known.counts.length - 1]!++;
      } else {
        known.indexes.push(i);
        known.counts.push(1);
      }
    }
  }
  return holders;
}

/** How many contexts some values have, and how often another value has the same context. */
function countShared(values: Uint32Array, bags: Bags, holders: ReadonlyMap<number, Holders>): [number, number] {
  let [all, shared] = [0, 0];
  for (const value of values) {
    const contexts = contextsOf(bags, value);
    all += contexts.length;
    for (const context of contexts) shared += holders.get(context)?.indexes.length ?? 0;
  }
  return [all, shared];
}

/** Looks up the partners that a left value has among the right ones, all by their indexes. */
function preferredPartners(
  lefts: Uint32Array,
  rights: Uint32Array,
  preferred: readonly Renaming[],
  isOldLeft: boolean,
): (left: number) => number[] {
  const [leftIndexes, rightIndexes] = [lefts, rights].map((values) => new Map(Array.from(values, (v, i) => [v, i])));
  const partners = Array.from(lefts, (): number[] => []);
  for (const renaming of preferred) {
    for (const old of isOldLeft ? lefts : rights) {
      const next = renaming.partners[old]!;
      const [left, right] = isOldLeft ? [old, next] : [next, old];
      const [i, j] = [leftIndexes!.get(left), rightIndexes!.get(right)];
      if (i !== undefined && j !== undefined && !partners[i]!.includes(j)) partners[i]!.push(j);
    }
  }
  return (left) => partners[left]!;
}

/** The preferred indexes, and then the others. */
function* withFirst(first: readonly number[], all: Uint32Array): Generator<number> {
  yield* first;
  for (const index of all) if (!first.includes(index)) yield index;
}

/** The indexes of the values that could be the partner of one value. */
class Candidates {
  /** How many contexts each value has in common with it, of those that were examined. */
  readonly hits: Uint32Array;
  /** How many values were examined. */
  steps = 0;
  private readonly holders: ReadonlyMap<number, Holders>;
  private readonly found: Uint32Array;
  private count = 0;

  constructor(holders: ReadonlyMap<number, Holders>, valueCount: number) {
    this.holders = holders;
    this.hits = new Uint32Array(valueCount);
    this.found = new Uint32Array(valueCount);
  }

  /** Looks for values with some of these contexts: for each context those around an index, at most `perContext`. */
  lookFor(contexts: Uint32Array, index: number, perContext: number): void {
    const { hits, found, holders } = this;
    for (let n = 0; n < this.count; n++) hits[found[n]!] = 0;
    this.count = 0;
    for (let at = 0; at < contexts.length; ) {
      const context = contexts[at]!;
      const from = at;
      while (at < contexts.length && contexts[at] === context) at++;
      const held = holders.get(context);
      if (held === undefined) continue;
      const { indexes, counts } = held;
      const start = Math.max(0, Math.min(lowerBound(indexes, index), indexes.length - perContext));
      const end = Math.min(indexes.length, start + perContext);
      for (let n = start; n < end; n++) {
        const other = indexes[n]!;
        if (hits[other] === 0) found[this.count++] = other;
        hits[other]! += Math.min(at - from, counts[n]!);
      }
      this.steps += end - start;
    }
  }

  /** All that were found, ascending. */
  all(): Uint32Array {
    return this.found.subarray(0, this.count).sort();
  }

  /** The `count` of them with the most hits, ascending. */
  best(count: number): Uint32Array {
    const { hits } = this;
    const all = this.all();
    if (all.length <= count) return all;
    return Uint32Array.from(all, (index) => index)
      .sort((a, b) => hits[b]! - hits[a]! || a - b)
      .subarray(0, count)
      .sort();
  }
}

/** The index of the first of some ascending numbers, from an index on, that is not less than a number. */
function lowerBound(numbers: ArrayLike<number>, number: number, from = 0): number {
  let [low, high] = [from, numbers.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** How many numbers two ascending lists have in common. This takes long only if both are long. */
function commonCount(one: Uint32Array, other: Uint32Array): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let common = 0;
  let at = 0;
  for (const number of short) {
    at = lowerBound(long, number, at);
    if (long[at] !== number) continue;
    common++;
    at++;
  }
  return common;
}
