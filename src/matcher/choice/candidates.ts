import type { Parser } from "../parser.ts";
import { GramSet } from "../search/gram-set.ts";
import { type AnchorGroup, anchorsOf, type RankedPattern } from "./anchors.ts";

/**
 * A pattern that may win the line, or a search that finds such patterns. A list of candidates is given by the best of
 * them.
 */
export interface Candidate {
  /** The place in the order of precedence, 0 for the best; for a search, the best that it can find. */
  readonly rank: number;
  /** The pattern's parser; undefined if this is a search. */
  readonly parser: Parser | undefined;
  /** The search; undefined if this is a pattern. */
  readonly search: AnchorSearch | undefined;
  /** The next best of the same list. */
  readonly next: Candidate | undefined;
}

/**
 * A priority queue of candidates by rank. Takes whole sorted lists, each of which is built only once, so adding a
 * thousand patterns with the same literals is one step. The lists are in order of their first candidates, the best
 * last: hardly a line has more than two, and none more than it has bytes.
 */
export class CandidateQueue {
  private readonly lists: Candidate[] = [];

  /** Removes all lists. */
  clear(): void {
    this.lists.length = 0;
  }

  /** Adds the list that begins with a candidate. */
  add(first: Candidate): void {
    const { lists } = this;
    let at = lists.length;
    while (at > 0 && lists[at - 1]!.rank < first.rank) at--;
    lists.splice(at, 0, first);
  }

  /**
   * Returns the best of this list and those in the queue, which then holds the others; undefined if there is none. For
   * most lines this is the only list.
   */
  best(list: Candidate | undefined): Candidate | undefined {
    const top = this.lists.at(-1);
    if (top === undefined || (list !== undefined && list.rank < top.rank)) return list;
    this.lists.pop();
    if (list !== undefined) this.add(list);
    return top;
  }
}

/** Searches a line for anchors, and so finds the patterns that may match it. */
export class AnchorSearch {
  readonly anchors: GramSet;
  private readonly depth: number;
  /**
   * The patterns of each anchor, and the list of candidates among them, which is made when a line first has the anchor.
   */
  private readonly patterns: readonly (readonly RankedPattern[])[];
  private readonly candidates: (Candidate | undefined)[];
  /** Every anchor has at least this many bytes of the line before and after it. */
  readonly before: number;
  readonly after: number;

  constructor({ length, anchors }: AnchorGroup, depth: number) {
    this.anchors = new GramSet(
      length,
      anchors.map(({ anchor }) => anchor),
    );
    this.depth = depth;
    this.patterns = anchors.map(({ patterns }) => patterns);
    this.candidates = anchors.map(() => undefined);
    this.before = leastOf(anchors.map(({ before }) => before));
    this.after = leastOf(anchors.map(({ after }) => after));
  }

  /** Returns the best list of candidates for the line from `from` to `end`, and adds others to the queue. */
  search(bytes: Uint8Array, from: number, end: number, queue: CandidateQueue): Candidate | undefined {
    let best: Candidate | undefined;
    for (const anchor of this.anchors.foundIn(bytes, from + this.before, end - this.after)) {
      const list = this.candidatesOf(anchor);
      const isBest = best === undefined || list.rank < best.rank;
      if (best !== undefined) queue.add(isBest ? best : list);
      if (isBest) best = list;
    }
    return best;
  }

  /** The list of candidates that have an anchor. */
  candidatesOf(anchor: number): Candidate {
    const known = this.candidates[anchor];
    if (known !== undefined) return known;
    const made = candidatesOf(this.patterns[anchor]!, this.depth)!;
    this.candidates[anchor] = made;
    return made;
  }
}

function leastOf(numbers: readonly number[]): number {
  return numbers.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
}

/** Up to this many patterns are tried directly, as a search would cost more. */
const MAX_UNSEARCHED_PATTERNS = 2;

/** Patterns that share an anchor are distinguished by a second anchor, and so on, down to this depth. */
const MAX_DEPTH = 4;

/** The list of candidates for patterns, which must be in order of precedence; undefined if there are none. */
export function candidatesOf(patterns: readonly RankedPattern[], depth = 0): Candidate | undefined {
  const alone = ({ rank, parser }: RankedPattern) => ({ rank, parser, search: undefined });
  const isSearched = patterns.length > MAX_UNSEARCHED_PATTERNS && depth < MAX_DEPTH;
  const { groups, others } = isSearched ? anchorsOf(patterns) : { groups: [], others: patterns };
  const candidates: Omit<Candidate, "next">[] = others.map(alone);
  for (const group of groups) {
    const found = group.anchors.flatMap(({ patterns }) => patterns);
    if (found.length <= MAX_UNSEARCHED_PATTERNS) {
      candidates.push(...found.map(alone));
    } else {
      const rank = leastOf(found.map(({ rank }) => rank));
      candidates.push({ rank, parser: undefined, search: new AnchorSearch(group, depth + 1) });
    }
  }
  let first: Candidate | undefined;
  for (const { rank, parser, search } of candidates.sort((a, b) => b.rank - a.rank))
    first = { rank, parser, search, next: first };
  return first;
}
