// A rule's anchor is a piece of its literal text by which the lines that it may match are found. It should be rare, lest
// it lead to the rule on lines of others, and long, since a search for longer pieces skips more of a line.
import { GramCounts } from "./gram-counts.ts";

/** The lengths of anchors, with what a line costs for each rule that is tried in vain, in the same unit. */
const LENGTHS = [
  { length: 8, weight: 1 },
  { length: 4, weight: 4 },
  { length: 2, weight: 24 },
  { length: 1, weight: 64 },
] as const;

/** Rules that have one anchor. */
export interface Anchored<R> {
  readonly anchor: Uint8Array;
  readonly rules: R[];
}

/** Rules by their anchors. */
export interface Anchors<R> {
  /** Lists of anchors of one length. */
  readonly groups: readonly (readonly Anchored<R>[])[];
  /** Rules without an anchor that some other rule has not as well. */
  readonly others: readonly R[];
}

interface Literals {
  readonly literals: readonly Uint8Array[];
}

/** Finds an anchor for each rule. */
export function anchorsOf<R extends Literals>(rules: readonly R[]): Anchors<R> {
  const counts = new Map<number, GramCounts>();
  const lists = rules.map(({ literals }) => literals);
  const countsOf = (length: number): GramCounts => {
    const known = counts.get(length) ?? new GramCounts(length, lists);
    counts.set(length, known);
    return known;
  };
  const groups = new Map<number, Map<string, Anchored<R>>>();
  const others: R[] = [];
  for (const rule of rules) {
    const anchor = anchorOf(rule.literals, rules.length, countsOf);
    if (anchor === undefined) {
      others.push(rule);
      continue;
    }
    const group = groups.get(anchor.length) ?? new Map<string, Anchored<R>>();
    groups.set(anchor.length, group);
    const key = latin1.decode(anchor);
    const anchored = group.get(key) ?? { anchor, rules: [] };
    group.set(key, anchored);
    anchored.rules.push(rule);
  }
  return { groups: Array.from(groups.values(), (group) => [...group.values()]), others };
}

const latin1 = new TextDecoder("latin1");

/** The piece of these literals that costs least; none that all rules have. */
function anchorOf(
  literals: readonly Uint8Array[],
  rules: number,
  countsOf: (length: number) => GramCounts,
): Uint8Array | undefined {
  let best: Uint8Array | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const { length, weight } of LENGTHS) {
    if (weight >= least) break;
    for (const literal of literals) {
      if (literal.length < length) continue;
      const counts = countsOf(length);
      for (let place = 0; place + length <= literal.length; place++) {
        const count = counts.at(literal, place);
        if (count === rules || count * weight >= least) continue;
        least = count * weight;
        best = literal.subarray(place, place + length);
      }
    }
  }
  return best;
}
