import { GRAM_LENGTHS, type GramLength } from "../search/gram-set.ts";
import { anchorChoiceFor, type HasLiterals } from "./anchor-choice.ts";

/** Rules that share an anchor. `before` and `after` are the least of any of them. */
export interface Anchored<R> {
  readonly anchor: Uint8Array;
  readonly rules: R[];
  before: number;
  after: number;
}

/** Rules whose anchors are of one length. */
export interface AnchorGroup<R> {
  readonly length: GramLength;
  readonly anchors: readonly Anchored<R>[];
}

const latin1 = new TextDecoder("latin1");

/**
 * Rules, in the order in which they are given, by the anchors that are chosen for them. The others have no anchor: there is
 * no literal text in them but what all rules have.
 */
export function anchorsOf<R extends HasLiterals>(rules: readonly R[]): { groups: AnchorGroup<R>[]; others: R[] } {
  const choice = anchorChoiceFor(rules);
  const groups = new Map(GRAM_LENGTHS.map((length) => [length, new Map<string, Anchored<R>>()]));
  const others: R[] = [];
  for (const rule of rules) {
    const place = choice.placeIn(rule);
    if (place === undefined) {
      others.push(rule);
      continue;
    }
    const { anchor, before, after } = place;
    const group = groups.get(anchor.length as GramLength)!;
    const key = latin1.decode(anchor);
    const known = group.get(key);
    if (known === undefined) {
      group.set(key, { anchor, before, after, rules: [rule] });
    } else {
      known.rules.push(rule);
      known.before = Math.min(known.before, before);
      known.after = Math.min(known.after, after);
    }
  }
  return {
    groups: Array.from(groups, ([length, anchors]) => ({ length, anchors: [...anchors.values()] })),
    others,
  };
}
