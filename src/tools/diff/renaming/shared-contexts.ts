import { countUpTo, NumberList, NumberLists, PairNumbers } from "../../../text/collections/numbers.ts";
import { addToGroup } from "../../../text/collections/polyfills.ts";
import type { BySide } from "../difference.ts";
import { assign, type WeightedGraph } from "./assignment.ts";
import { type AliasedLines, NO_VALUE, type Renaming } from "./renaming.ts";

/** The maximum number of edges in a graph. If there could be more, each value has some. An edge takes eight bytes. */
const MAX_EDGES = 4_000_000;
const MIN_EDGES_OF_VALUE = 8;
/** Then only this many of the values with a context are examined, or more if there are few contexts. */
const MIN_VALUES_OF_CONTEXT = 16;

/** This many steps of a search cost as much as reading a line. */
const STEPS_PER_LINE = 16;

/** The labels of the value whose contexts are listed, and of others. */
const OWN = 0;
const OTHER = 1;

/**
 * Where each value occurs. A context is a line without this value: its bare key, where the value is in it, and how many
 * equal lines with the value came before, so that no value has a context twice.
 */
interface Contexts {
  /** By value, its contexts as ascending numbers. */
  readonly lists: NumberLists;
  /** By value: equal numbers mean equal contexts. 0 for a value without any. */
  readonly classes: Uint32Array;
}

/**
 * Pairs the values of a field anew, so that as many contexts as possible are common to the values of each pair, and
 * keeps the pairs of other fields. Where several are equally good, values with equal texts stay together, then those
 * that `current` pairs. Costs about `maxCost` lines at most.
 *
 * Values with equal contexts can be paired at once: the number of differing contexts is a distance, so passing by an
 * equal value never helps. Only the values that are left need a search.
 */
export function pairByContexts(
  logs: BySide<AliasedLines>,
  field: number,
  current: Renaming,
  same: Renaming,
  maxCost: number,
): { readonly renaming: Renaming; readonly cost: number } {
  const numbers = new ContextNumbers();
  const old = contextsOf(logs.old, field, (value) => current.looseOldLabel(value), numbers);
  const next = contextsOf(logs.new, field, (value) => current.looseNewLabel(value), numbers);
  const renaming = current.copy((value) => logs.old.fields[value] !== field);
  for (const { partners } of [same, current]) {
    for (const [value, partner] of partners.entries()) {
      if (partner !== NO_VALUE && old.classes[value] === next.classes[partner] && old.classes[value] !== 0)
        renaming.tryPair(value, partner);
    }
  }
  pairEqual(old, next, renaming);
  const costOfContexts = logs.old.values.length + logs.new.values.length;
  const maxSteps = STEPS_PER_LINE * (maxCost - costOfContexts);
  const olds = { ...old, free: freeValues(old, renaming.partners), preferred: [same.partners, current.partners] };
  const news = { ...next, free: freeValues(next, renaming.owners), preferred: [same.owners, current.owners] };
  const isOldLeft = olds.free.length <= news.free.length;
  const [left, right] = isOldLeft ? [olds, news] : [news, olds];
  const graph = graphOf(left, right, numbers.repeated.size, maxSteps / 2);
  const { partners, steps } = assign(graph, Math.max(maxSteps - graph.steps, graph.steps));
  for (const [i, j] of partners.entries()) {
    if (j === NO_VALUE) continue;
    const [one, other] = [left.free[i]!, right.free[j]!];
    renaming.pair(isOldLeft ? one : other, isOldLeft ? other : one);
  }
  return { renaming, cost: costOfContexts + (graph.steps + steps) / STEPS_PER_LINE };
}

/** The contexts of the values of a field. Other values in a line count as renamed. */
function contextsOf(
  { bareKeys, starts, values, fields }: AliasedLines,
  field: number,
  labelOf: (value: number) => number,
  numbers: ContextNumbers,
): Contexts {
  /** By place of a value: the context, or `NO_VALUE` for other fields and for a value that came before in the line. */
  const contexts = new Uint32Array(values.length).fill(NO_VALUE);
  for (let line = 0; line < bareKeys.length; line++) {
    const [from, to] = [starts[line]!, starts[line + 1]!];
    for (let at = from; at < to; at++) {
      const value = values[at]!;
      if (fields[value] !== field || values.indexOf(value, from) !== at) continue;
      let context = numbers.lines.of(bareKeys[line]!, 0);
      for (let other = from; other < to; other++) {
        context = numbers.lines.of(context, 1 + (values[other] === value ? OWN : OTHER + labelOf(values[other]!)));
      }
      contexts[at] = context;
    }
  }
  const lists = new NumberLists(fields.length, (take) => {
    for (const [at, context] of contexts.entries()) if (context !== NO_VALUE) take(values[at]!, context);
  });
  const classes = new Uint32Array(fields.length);
  for (const value of fields.keys()) {
    const own = lists.of(value).sort();
    let [before, nth] = [NO_VALUE, 0];
    for (const [i, context] of own.entries()) {
      nth = context === before ? nth + 1 : 0;
      before = context;
      own[i] = numbers.repeated.of(context, nth);
    }
    for (const context of own.sort()) classes[value] = numbers.lists.of(classes[value]!, context) + 1;
  }
  return { lists, classes };
}

/** The numbers of contexts and of their lists, which both logs share. */
class ContextNumbers {
  readonly lines = new PairNumbers();
  readonly repeated = new PairNumbers();
  readonly lists = new PairNumbers();
}

/** Pairs the first old value that has certain contexts with the first new one that has them, and so on. */
function pairEqual(old: Contexts, next: Contexts, renaming: Renaming): void {
  const waiting = new Map<number, number[]>();
  for (const value of freeValues(next, renaming.owners).reverse()) addToGroup(waiting, next.classes[value]!, value);
  for (const value of freeValues(old, renaming.partners)) {
    const partner = waiting.get(old.classes[value]!)?.pop();
    if (partner !== undefined) renaming.pair(value, partner);
  }
}

/** The values with contexts that have no partner yet. */
function freeValues({ classes }: Contexts, partners: Uint32Array): Uint32Array {
  return Uint32Array.from(classes.keys()).filter((value) => classes[value] !== 0 && partners[value] === NO_VALUE);
}

/** The values of a side that may still be paired, and their partners in renamings that are preferred. */
interface FreeValues extends Contexts {
  readonly free: Uint32Array;
  readonly preferred: readonly Uint32Array[];
}

type ContextGraph = WeightedGraph & {
  /** How many contexts of values were examined to make it. */
  readonly steps: number;
};

/**
 * The graph of the values without a partner. The weight of an edge is how many contexts its values have in common. The
 * first edges of a value lead to its preferred partners. Making it takes about `maxSteps`, or a few steps for each
 * context if those are more.
 */
function graphOf(left: FreeValues, right: FreeValues, contextCount: number, maxSteps: number): ContextGraph {
  const [leftCount, rightCount] = [left.free.length, right.free.length];
  /** By context, the indexes of the values that have it. */
  const holders = new NumberLists(contextCount, (take) => {
    for (const [index, value] of right.free.entries())
      for (const context of right.lists.of(value)) take(context, index);
  });
  let [all, shared] = [0, 0];
  for (const value of left.free) {
    for (const context of left.lists.of(value)) {
      all++;
      shared += holders.length(context);
    }
  }
  const maxShared = Math.min(maxSteps, MAX_EDGES);
  const isComplete = shared <= maxShared;
  const perContext = isComplete ? Infinity : Math.max(MIN_VALUES_OF_CONTEXT, Math.floor(maxShared / all));
  const perValue = Math.max(MIN_EDGES_OF_VALUE, perContext >> 2);
  const indexes = new Map(Array.from(right.free, (value, index) => [value, index]));
  const starts = new Uint32Array(leftCount + 1);
  const [targets, weights] = [new NumberList(), new NumberList()];
  let steps = all;
  /** The indexes of candidates, and how many of the examined contexts each has in common with the value. */
  const found: number[] = [];
  const hits = new Uint32Array(rightCount);
  for (const [i, value] of left.free.entries()) {
    for (const j of found) hits[j] = 0;
    found.length = 0;
    const own = left.lists.of(value);
    for (const context of own) {
      const held = holders.of(context);
      // Of many values, those at a similar place of their log are the likeliest.
      const from = held.length <= perContext ? 0 : Math.floor((i / leftCount) * (held.length - perContext));
      const to = Math.min(held.length, from + perContext);
      for (let n = from; n < to; n++) if (hits[held[n]!]!++ === 0) found.push(held[n]!);
      steps += to - from;
    }
    const preferred = left.preferred.map((partners) => indexes.get(partners[value]!)).filter((j) => j !== undefined);
    const others = isComplete ? found : found.toSorted((x, y) => hits[y]! - hits[x]!).slice(0, perValue);
    for (const j of new Set([...preferred, ...others])) {
      const weight = isComplete ? hits[j]! : commonCount(own, right.lists.of(right.free[j]!));
      if (weight === 0) continue;
      targets.push(j);
      weights.push(weight);
    }
    starts[i + 1] = targets.length;
  }
  steps += targets.length;
  return { leftCount, rightCount, starts, targets: targets.values(), weights: weights.values(), steps };
}

/** How many numbers two ascending lists have in common. This takes long only if both are long. */
function commonCount(one: Uint32Array, other: Uint32Array): number {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  let common = 0;
  for (const number of short) if (long[countUpTo(long, number) - 1] === number) common++;
  return common;
}
