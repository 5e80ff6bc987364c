import { NumberLists, PairNumbers } from "../../../text/collections/numbers.ts";
import { addToGroup } from "../../../text/collections/polyfills.ts";
import type { BySide } from "../difference.ts";
import { type AliasedLines, NO_VALUE, type Renaming } from "./renaming.ts";

/** Of the values with a context, so many are examined in any case. */
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
  /** By value, its contexts. */
  readonly lists: NumberLists;
  /** By value: equal numbers mean equal contexts. 0 for a value without any. */
  readonly classes: Uint32Array;
  /** By value, the one of the other log that it is paired with. */
  readonly partners: Uint32Array;
  /** The same in other renamings, whose pairs are preferred: those of the last one most. */
  readonly preferred: readonly Uint32Array[];
}

/**
 * Pairs the values of a field anew, so that the values of each pair have many contexts in common, and keeps the pairs
 * of other fields. Where several are equally good, values with equal texts stay together, then those that `current`
 * pairs. Costs about `maxCost` lines at most.
 *
 * Values with equal contexts can be paired at once: the number of differing contexts is a distance, so passing by an
 * equal value never helps. Of the others, those with most contexts choose first. That may leave a few contexts more
 * than the best pairs of all, which take a search many times as long.
 */
export function pairByContexts(
  logs: BySide<AliasedLines>,
  field: number,
  current: Renaming,
  same: Renaming,
  maxCost: number,
): { readonly renaming: Renaming; readonly cost: number } {
  const numbers = { lines: new PairNumbers(), repeated: new PairNumbers(), lists: new PairNumbers() };
  const renaming = current.copy((value) => logs.old.fields[value] !== field);
  const [old, next] = [
    {
      ...contextsOf(logs.old, field, (value) => current.looseOldLabel(value), numbers),
      ...{ partners: renaming.partners, preferred: [current.partners, same.partners] },
    },
    {
      ...contextsOf(logs.new, field, (value) => current.looseNewLabel(value), numbers),
      ...{ partners: renaming.owners, preferred: [current.owners, same.owners] },
    },
  ];
  for (const { partners } of [same, current]) {
    for (const [value, partner] of partners.entries()) {
      if (partner !== NO_VALUE && old.classes[value] === next.classes[partner] && old.classes[value] !== 0)
        renaming.tryPair(value, partner);
    }
  }
  pairEqual(old, next, renaming);
  const costOfContexts = logs.old.values.length + logs.new.values.length;
  const maxSteps = STEPS_PER_LINE * (maxCost - costOfContexts);
  const steps =
    freeValues(old).length <= freeValues(next).length
      ? pairAlike(old, next, numbers.repeated.size, maxSteps, (value, other) => renaming.pair(value, other))
      : pairAlike(next, old, numbers.repeated.size, maxSteps, (value, other) => renaming.pair(other, value));
  return { renaming, cost: costOfContexts + steps / STEPS_PER_LINE };
}

/** The contexts of the values of a field, by numbers that both logs share. Other values count as renamed. */
function contextsOf(
  { bareKeys, starts, values, fields }: AliasedLines,
  field: number,
  labelOf: (value: number) => number,
  numbers: Readonly<Record<"lines" | "repeated" | "lists", PairNumbers>>,
): Pick<Contexts, "lists" | "classes"> {
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

/** The values with contexts that have no partner yet. */
function freeValues({ classes, partners }: Contexts): Uint32Array {
  return Uint32Array.from(classes.keys()).filter((value) => classes[value] !== 0 && partners[value] === NO_VALUE);
}

/** Pairs the first old value that has certain contexts with the first new one that has them, and so on. */
function pairEqual(old: Contexts, next: Contexts, renaming: Renaming): void {
  const waiting = new Map<number, number[]>();
  for (const value of freeValues(next).reverse()) addToGroup(waiting, next.classes[value]!, value);
  for (const value of freeValues(old)) {
    const partner = waiting.get(old.classes[value]!)?.pop();
    if (partner !== undefined) renaming.pair(value, partner);
  }
}

/**
 * Pairs the values that are left: those with most contexts first, each with the free one that has most of these, too.
 * Returns how many contexts were examined: about `maxSteps`, or a few for each context if those are more.
 */
function pairAlike(
  left: Contexts,
  right: Contexts,
  contextCount: number,
  maxSteps: number,
  pair: (value: number, other: number) => void,
): number {
  const [values, others] = [freeValues(left), freeValues(right)];
  const holders = new NumberLists(contextCount, (take) => {
    for (const other of others) for (const context of right.lists.of(other)) take(context, other);
  });
  const size = ({ lists }: Contexts, value: number): number => lists.length(value);
  const all = values.reduce((sum, value) => sum + size(left, value), 0);
  const perContext = Math.max(MIN_VALUES_OF_CONTEXT, Math.floor(maxSteps / all));
  /** How many contexts each value has in common with the current one. */
  const hits = new Uint32Array(right.partners.length);
  let steps = all;
  const places = Uint32Array.from(values.keys());
  for (const i of places.sort((a, b) => size(left, values[b]!) - size(left, values[a]!) || a - b)) {
    const value = values[i]!;
    const found: number[] = [];
    for (const context of left.lists.of(value)) {
      const held = holders.of(context);
      // Of many values, those at a similar place of their log are the likeliest.
      const from = Math.floor((i / values.length) * Math.max(0, held.length - perContext));
      const near = held.subarray(from, from + perContext);
      for (const other of near) if (right.partners[other] === NO_VALUE && hits[other]!++ === 0) found.push(other);
      steps += near.length;
    }
    const preferred = left.preferred.map((partners) => partners[value]);
    const rank = (other: number): number => preferred.lastIndexOf(other);
    // Of those that have equally many, the one with the fewest others leaves these to other values.
    const order = (a: number, b: number): number =>
      hits[b]! - hits[a]! || rank(b) - rank(a) || size(right, a) - size(right, b) || a - b;
    if (found.length > 0)
      pair(
        value,
        found.reduce((best, other) => (order(best, other) <= 0 ? best : other)),
      );
    for (const other of found) hits[other] = 0;
  }
  return steps;
}
