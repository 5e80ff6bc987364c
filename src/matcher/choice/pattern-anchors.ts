// A pattern's anchor is a gram of its literal text: only lines that contain it can match the pattern. Here patterns are
// grouped by the anchors that were chosen for them.
import { TextMap } from "../search/text-map.ts";
import { type AnchorPlace, anchorChoiceFor, type HasLiterals, LONG } from "./anchor-choice.ts";

function lengthOf(literals: readonly Uint8Array[]): number {
  return literals.reduce((sum, { length }) => sum + length, 0);
}

/**
 * Makes long anchors longer, all as long as the shortest literal that holds one of them, but not beyond the longest
 * length: the longer they are, the more of a line a search skips. They keep their ends, which are rare, if they can.
 */
function lengthened<P extends HasLiterals>(places: readonly AnchorPlace<P>[]): AnchorPlace<P>[] {
  const [longest] = LONG;
  const least = LONG.at(-1)!;
  const isLong = ({ from, to }: AnchorPlace<P>): boolean => to - from >= least;
  const room = places.filter(isLong).map(({ pattern, index }) => pattern.literals[index]!.length);
  const length = room.reduce((shortest, one) => Math.min(shortest, one), longest);
  return places.map((place) => {
    if (!isLong(place)) return place;
    const from = Math.max(place.to - length, 0);
    return { ...place, from, to: from + length };
  });
}

/** Patterns that share an anchor. `before` and `after` are the minimum over these patterns. */
interface Anchored<P> {
  readonly anchor: Uint8Array;
  readonly patterns: P[];
  before: number;
  after: number;
}

/** Patterns whose anchors are of one length. */
export interface AnchorGroup<P> {
  readonly length: number;
  readonly anchors: readonly Anchored<P>[];
}

/**
 * Chooses an anchor for each pattern, and groups the patterns by anchor, in the order given. `others` have no literal
 * text that tells them from all other patterns, and so no anchor.
 */
export function anchorsOf<P extends HasLiterals>(patterns: readonly P[]): { groups: AnchorGroup<P>[]; others: P[] } {
  const choice = anchorChoiceFor(patterns);
  const groups = new Map<number, TextMap<Anchored<P>>>();
  const places: AnchorPlace<P>[] = [];
  const others: P[] = [];
  for (const pattern of patterns) {
    const place = choice.placeIn(pattern);
    if (place === undefined) others.push(pattern);
    else places.push(place);
  }
  for (const { pattern, index, from, to } of lengthened(places)) {
    const { literals } = pattern;
    const literal = literals[index]!;
    const anchor = literal.subarray(from, to);
    const before = lengthOf(literals.slice(0, index)) + from;
    const after = literal.length - to + lengthOf(literals.slice(index + 1));
    const group = groups.get(anchor.length) ?? new TextMap<Anchored<P>>();
    groups.set(anchor.length, group);
    const anchored = group.of(anchor, () => ({ anchor, before, after, patterns: [] }));
    anchored.patterns.push(pattern);
    anchored.before = Math.min(anchored.before, before);
    anchored.after = Math.min(anchored.after, after);
  }
  return {
    groups: Array.from(groups, ([length, anchors]) => ({ length, anchors: anchors.values() })),
    others,
  };
}
