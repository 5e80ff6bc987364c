import { GRAM_LENGTHS, type GramLength } from "../search/gram-hash.ts";
import { AnchorChoice, type HasLiterals, type Place } from "./anchor-choice.ts";

/** Rules that share an anchor. `before` and `after` are the least of any of them. */
export interface Anchored<R> extends Place {
  readonly rules: readonly R[];
}

/** Rules whose anchors are of one length. */
export interface AnchorGroup<R> {
  readonly length: GramLength;
  readonly anchors: readonly Anchored<R>[];
}

/** Rules by their anchors. */
export interface Anchors<R> {
  readonly groups: readonly AnchorGroup<R>[];
  /** Rules without an anchor: they have no literal text but what all rules have. */
  readonly others: readonly R[];
}

const latin1 = new TextDecoder("latin1");

/** Rules, in the order in which they are given, by the anchors that are chosen for them. */
export function anchorsOf<R extends HasLiterals>(rules: readonly R[]): Anchors<R> {
  const choice = new AnchorChoice(rules);
  const groups = new Map(GRAM_LENGTHS.map((length) => [length, new Map<string, Place & { rules: R[] }>()]));
  const others: R[] = [];
  for (const rule of rules) {
    const place = choice.placeIn(rule);
    if (place === undefined) {
      others.push(rule);
      continue;
    }
    const group = groups.get(place.anchor.length as GramLength)!;
    const key = latin1.decode(place.anchor);
    const known = group.get(key) ?? { ...place, rules: [] };
    known.rules.push(rule);
    group.set(key, {
      ...known,
      before: Math.min(known.before, place.before),
      after: Math.min(known.after, place.after),
    });
  }
  return {
    groups: Array.from(groups, ([length, anchors]) => ({ length, anchors: [...anchors.values()] })),
    others,
  };
}
