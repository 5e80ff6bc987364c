import { type AliasedLogs, NO_VALUE } from "./aliased-lines.ts";
import { Assignment } from "./assignment.ts";
import { type Bags, bagsOf } from "./bags.ts";
import { contextGraph } from "./context-graph.ts";
import type { Renaming } from "./renaming.ts";

/** How often pairs are looked for among the values that are left. */
const MAX_ROUNDS = 4;

/** This many steps of a search cost as much as matching a line. */
const STEPS_PER_LINE = 16;

/** The share of the steps that may be taken to make a graph. */
const STEPS_OF_GRAPH = 1 / 2;

/** The pairs of values with the most contexts in common, and what finding them has cost. */
interface ContextPairs {
  readonly renaming: Renaming;
  /** Whether no other pairs have more contexts in common. */
  readonly isBest: boolean;
  /** In lines. */
  readonly cost: number;
}

/**
 * Pairs the values of a field anew, so that as many contexts as possible are common to the values of each pair, and
 * keeps the pairs of other fields. Where several are equally good, values with equal texts stay together, then those
 * that `current` pairs.
 *
 * Values with equal contexts can be paired at once: the number of differing contexts is a distance, so passing by an
 * equal value never helps. Only the values that are left need a search, which costs about `maxCost` lines at most.
 */
export function pairByContexts(
  logs: AliasedLogs,
  field: number,
  current: Renaming,
  same: Renaming,
  maxCost: number,
): ContextPairs {
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
  const costOfBags = logs.old.values.length + logs.next.values.length;
  const maxSteps = STEPS_PER_LINE * (maxCost - costOfBags);
  let [isBest, steps] = [false, 0];
  for (let round = 0; round < MAX_ROUNDS && !isBest && steps < maxSteps; round++) {
    const graph = contextGraph(
      bags,
      olds.filter((old) => renaming.partners[old] === NO_VALUE),
      news.filter((next) => !renaming.isTaken(next)),
      [same, current],
      STEPS_OF_GRAPH * (maxSteps - steps),
    );
    const assignment = new Assignment(graph, Math.max(maxSteps - steps - graph.steps, graph.steps));
    steps += graph.steps + assignment.steps;
    isBest = round === 0 && graph.isComplete && assignment.isBest;
    if (graph.targets.length === 0) break;
    for (const [left, right] of assignment.partners.entries()) {
      if (right !== NO_VALUE) graph.pair(renaming, left, right);
    }
  }
  return { renaming, isBest, cost: costOfBags + steps / STEPS_PER_LINE };
}

/** Pairs the first old value that has certain contexts with the first new one that has them, and so on. */
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
