import type { Parser } from "../parser.ts";
import { GramSet } from "../search/gram-set.ts";
import { type AnchorGroup, anchorsOf } from "./rule-anchors.ts";

/**
 * A rule that may win the line, or a search that finds such rules. A list of candidates is given by the best of them.
 */
export interface Candidate {
  /** The place in the order of precedence, 0 for the best; for a search, the best that it can find. */
  readonly rank: number;
  /** The rule's parser; a search has none. */
  readonly rule: Parser | undefined;
  readonly search: AnchorSearch | undefined;
  /** The next best of the same list. */
  readonly next: Candidate | undefined;
}

/**
 * A priority queue of candidates by rank. Takes whole sorted lists, which were built when the rules were loaded, so
 * adding a thousand rules with the same literals is one step. A binary heap orders the lists by the rank of their next
 * candidate.
 */
export class CandidateQueue {
  /** The next candidate of each list. */
  private readonly heap: Candidate[] = [];
  private length = 0;

  /** Leaves only the list that begins with a candidate. */
  begin(first: Candidate | undefined): void {
    this.length = 0;
    if (first !== undefined) this.add(first);
  }

  /** Adds the list that begins with a candidate. */
  add(first: Candidate): void {
    const { heap } = this;
    let i = this.length++;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (heap[parent]!.rank < first.rank) break;
      heap[i] = heap[parent]!;
      i = parent;
    }
    heap[i] = first;
  }

  /** Removes and returns the best candidate; undefined if none is left. */
  take(): Candidate | undefined {
    if (this.length === 0) return undefined;
    const best = this.heap[0]!;
    const top = best.next ?? this.heap[--this.length]!;
    this.sink(top);
    return best;
  }

  /** Puts a candidate in place of the first one, and moves it down to its place in the heap. */
  private sink(candidate: Candidate): void {
    const { heap, length } = this;
    let i = 0;
    for (let child = 1; child < length; child = 2 * i + 1) {
      if (child + 1 < length && heap[child + 1]!.rank < heap[child]!.rank) child++;
      if (candidate.rank < heap[child]!.rank) break;
      heap[i] = heap[child]!;
      i = child;
    }
    heap[i] = candidate;
  }
}

/** Searches a line for anchors, and so finds the rules that may match it. */
class AnchorSearch {
  private readonly anchors: GramSet;
  private readonly depth: number;
  /**
   * The rules of each anchor, and the list of candidates among them, which is made when a line first has the anchor.
   */
  private readonly rules: readonly (readonly RankedRule[])[];
  private readonly candidates: (Candidate | undefined)[];
  /** Every anchor has at least this many bytes of the line before and after it. */
  private readonly before: number;
  private readonly after: number;
  private readonly found: number[] = [];

  constructor({ length, anchors }: AnchorGroup<RankedRule>, depth: number) {
    this.anchors = new GramSet(
      length,
      anchors.map(({ anchor }) => anchor),
    );
    this.depth = depth;
    this.rules = anchors.map(({ rules }) => rules);
    this.candidates = anchors.map(() => undefined);
    this.before = leastOf(anchors.map(({ before }) => before));
    this.after = leastOf(anchors.map(({ after }) => after));
  }

  /** Adds the candidates for the line from `from` to `end` to the queue. */
  search(bytes: Uint8Array, from: number, end: number, queue: CandidateQueue): void {
    const { candidates, found } = this;
    const count = this.anchors.collect(bytes, from + this.before, end - this.after, found);
    for (let i = 0; i < count; i++) queue.add(candidates[found[i]!] ?? this.candidatesAt(found[i]!));
  }

  private candidatesAt(anchor: number): Candidate {
    const made = candidatesOf(this.rules[anchor]!, this.depth)!;
    this.candidates[anchor] = made;
    return made;
  }
}

function leastOf(numbers: readonly number[]): number {
  return numbers.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
}

/** A rule that may be chosen. */
interface RankedRule {
  /** Its place in the order of precedence, 0 for the best. */
  readonly rank: number;
  /** Equal literals are the same object. */
  readonly literals: readonly Uint8Array[];
  readonly parser: Parser;
}

/** Up to this many rules are tried directly, as a search would cost more. */
const MAX_UNSEARCHED_RULES = 2;

/** Rules that share an anchor are distinguished by a second anchor, and so on, down to this depth. */
const MAX_DEPTH = 4;

/** The list of candidates for rules, which must be in order of precedence; undefined if there are none. */
export function candidatesOf(rules: readonly RankedRule[], depth = 0): Candidate | undefined {
  if (rules.length <= MAX_UNSEARCHED_RULES || depth === MAX_DEPTH) return listOf(rules.map(ruleCandidate));
  const { groups, others } = anchorsOf(rules);
  return listOf([...groups.flatMap((group) => groupCandidates(group, depth)), ...others.map(ruleCandidate)]);
}

type Unlisted = Omit<Candidate, "next">;

function listOf(candidates: Unlisted[]): Candidate | undefined {
  let first: Candidate | undefined;
  for (const { rank, rule, search } of candidates.sort((a, b) => b.rank - a.rank)) {
    first = { rank, rule, search, next: first };
  }
  return first;
}

function ruleCandidate({ rank, parser }: RankedRule): Unlisted {
  return { rank, rule: parser, search: undefined };
}

function groupCandidates(group: AnchorGroup<RankedRule>, depth: number): Unlisted[] {
  const rules = group.anchors.flatMap(({ rules }) => rules);
  if (rules.length <= MAX_UNSEARCHED_RULES) return rules.map(ruleCandidate);
  const rank = rules.reduce((best, { rank }) => Math.min(best, rank), rules[0]!.rank);
  return [{ rank, rule: undefined, search: new AnchorSearch(group, depth + 1) }];
}
