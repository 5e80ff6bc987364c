// A rule's anchor is a gram of its literal text by which the lines that it may match are found. It should be rare, lest it
// lead to the rule on lines of others, and long, since a search for longer ones skips more of a line.
import { GRAM_LENGTHS, type GramLength } from "../search/gram-hash.ts";
import { GramCounts } from "./gram-counts.ts";

/** What a line costs for each rule that has an anchor of this length, in the same unit. */
const WEIGHTS = { 8: 1, 4: 4, 2: 24, 1: 64 } as const satisfies Record<GramLength, number>;

/** How much better an anchor is that ends with a pair of bytes which no rule has, not one which all have. */
const RARE_END = 0.5;

interface HasLiterals {
  readonly literals: readonly Uint8Array[];
}

/** Where a rule has its anchor. */
interface Place {
  readonly anchor: Uint8Array;
  /** Literal bytes of the rule before and after it. */
  readonly before: number;
  readonly after: number;
}

/** Rules that have one anchor. */
export interface Anchored<R> extends Place {
  readonly rules: readonly R[];
}

export interface AnchorGroup<R> {
  readonly length: GramLength;
  readonly anchors: readonly Anchored<R>[];
}

/** Rules by their anchors. */
export interface Anchors<R> {
  readonly groups: readonly AnchorGroup<R>[];
  /** Rules that have nothing but what all of them have. */
  readonly others: readonly R[];
}

const latin1 = new TextDecoder("latin1");

/** Finds an anchor for each rule. Where rules share one, the places given are the least that hold for all of them. */
export function anchorsOf<R extends HasLiterals>(rules: readonly R[]): Anchors<R> {
  const choice = new AnchorChoice(rules.map(({ literals }) => literals));
  const groups = new Map(GRAM_LENGTHS.map((length) => [length, new Map<string, Place & { rules: R[] }>()]));
  const others: R[] = [];
  for (const rule of rules) {
    const place = choice.placeIn(rule.literals);
    if (place === undefined) {
      others.push(rule);
      continue;
    }
    const group = groups.get(place.anchor.length as GramLength)!;
    const key = latin1.decode(place.anchor);
    const { before, after, rules } = group.get(key) ?? { ...place, rules: [] };
    rules.push(rule);
    group.set(key, {
      anchor: place.anchor,
      before: Math.min(before, place.before),
      after: Math.min(after, place.after),
      rules,
    });
  }
  return {
    groups: Array.from(groups, ([length, anchors]) => ({ length, anchors: [...anchors.values()] })),
    others,
  };
}

/** Chooses anchors for rules by the counts of their grams. */
class AnchorChoice {
  private readonly rules: readonly (readonly Uint8Array[])[];
  private readonly counts = new Map<GramLength, GramCounts>();

  constructor(rules: readonly (readonly Uint8Array[])[]) {
    this.rules = rules;
  }

  /** The best place of the rule that has these literals; undefined when all of it is in all rules. */
  placeIn(literals: readonly Uint8Array[]): Place | undefined {
    let best: { literal: number; end: number; length: GramLength } | undefined;
    let least = Number.POSITIVE_INFINITY;
    for (const length of GRAM_LENGTHS) {
      const weight = WEIGHTS[length];
      if (weight >= least) break;
      for (let i = 0; i < literals.length; i++) {
        const text = literals[i]!;
        if (text.length < length) continue;
        const counts = this.countsOf(length);
        for (let end: number = length; end <= text.length; end++) {
          const count = counts.before(text, end);
          if (count === this.rules.length || count * weight >= least) continue;
          const cost = count * weight + this.commonness(text, end, length);
          if (cost >= least) continue;
          least = cost;
          best = { literal: i, end, length };
        }
      }
    }
    return best && place(literals, best.literal, best.end - best.length, best.end);
  }

  /** Where a search stops to look though nothing is there is decided by the grams' ends. */
  private commonness(text: Uint8Array, end: number, length: GramLength): number {
    return length < 4 ? 0 : (RARE_END * this.countsOf(2).before(text, end)) / this.rules.length;
  }

  private countsOf(length: GramLength): GramCounts {
    const known = this.counts.get(length) ?? new GramCounts(length, this.rules);
    this.counts.set(length, known);
    return known;
  }
}

function place(literals: readonly Uint8Array[], index: number, from: number, to: number): Place {
  const bytesOf = (texts: readonly Uint8Array[]): number => texts.reduce((sum, { length }) => sum + length, 0);
  const text = literals[index]!;
  return {
    anchor: text.subarray(from, to),
    before: bytesOf(literals.slice(0, index)) + from,
    after: text.length - to + bytesOf(literals.slice(index + 1)),
  };
}
