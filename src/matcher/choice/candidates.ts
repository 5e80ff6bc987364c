import type { Parser } from "../parser.ts";
import { GramSet } from "../search/gram-set.ts";
import type { Literal } from "../search/literal.ts";
import { type AnchorGroup, anchorsOf } from "./anchors.ts";

/** A rule that may win the line, or a search that finds such rules. */
interface Candidate<T> {
  /** The place in the order of precedence, 0 for the best; for a search, the best that it can find. */
  readonly rank: number;
  /** The rule's parser; a search has none. */
  readonly rule: Parser<T> | undefined;
  readonly search: AnchorSearch<T> | undefined;
}

/** Candidates, the best first. */
export type Candidates<T> = readonly Candidate<T>[];

/**
 * A priority queue of candidates by rank. Takes whole sorted lists, which were built when the rules were loaded, so adding a
 * thousand rules with the same literals is one step. A binary heap orders the lists by the rank of their next candidate.
 */
export class CandidateQueue<T> {
  private readonly lists: Candidates<T>[] = [];
  /** How many candidates have been taken from each list. */
  private readonly taken: number[] = [];
  private length = 0;

  clear(): void {
    this.length = 0;
  }

  add(list: Candidates<T>): void {
    let i = this.length++;
    const { rank } = list[0]!;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (this.rankAt(parent) < rank) break;
      this.move(parent, i);
      i = parent;
    }
    this.lists[i] = list;
    this.taken[i] = 0;
  }

  /** Removes and returns the best candidate; undefined if none is left. */
  take(): Candidate<T> | undefined {
    if (this.length === 0) return undefined;
    const list = this.lists[0]!;
    const taken = this.taken[0]!++;
    if (taken + 1 === list.length) this.move(--this.length, 0);
    if (this.length > 1) this.sink();
    return list[taken];
  }

  /** Moves the first list down to its place in the heap. */
  private sink(): void {
    const list = this.lists[0]!;
    const taken = this.taken[0]!;
    const { rank } = list[taken]!;
    let i = 0;
    for (;;) {
      let child = 2 * i + 1;
      if (child >= this.length) break;
      if (child + 1 < this.length && this.rankAt(child + 1) < this.rankAt(child)) child++;
      if (rank < this.rankAt(child)) break;
      this.move(child, i);
      i = child;
    }
    this.lists[i] = list;
    this.taken[i] = taken;
  }

  private rankAt(i: number): number {
    return this.lists[i]![this.taken[i]!]!.rank;
  }

  private move(from: number, to: number): void {
    this.lists[to] = this.lists[from]!;
    this.taken[to] = this.taken[from]!;
  }
}

/** Searches a line for anchors, and so finds the rules that may match it. */
class AnchorSearch<T> {
  private readonly anchors: GramSet;
  private readonly depth: number;
  /** The rules of each anchor, and the candidates among them, which are made when a line first has the anchor. */
  private readonly rules: readonly (readonly RankedRule<T>[])[];
  private readonly candidates: (Candidates<T> | undefined)[];
  /** Every anchor has at least this many bytes of the line before and after it. */
  private readonly before: number;
  private readonly after: number;
  private readonly found: number[] = [];

  constructor({ length, anchors }: AnchorGroup<RankedRule<T>>, depth: number) {
    this.anchors = new GramSet(
      length,
      anchors.map(({ anchor }) => anchor),
    );
    this.depth = depth;
    this.rules = anchors.map(({ rules }) => rules);
    this.candidates = this.rules.map(() => undefined);
    this.before = leastOf(anchors.map(({ before }) => before));
    this.after = leastOf(anchors.map(({ after }) => after));
  }

  /** Adds the candidates for the line from `from` to `end` to the queue. */
  search(bytes: Uint8Array, from: number, end: number, queue: CandidateQueue<T>): void {
    const { candidates, found } = this;
    const count = this.anchors.collect(bytes, from + this.before, end - this.after, found);
    for (let i = 0; i < count; i++) queue.add(candidates[found[i]!] ?? this.candidatesAt(found[i]!));
  }

  private candidatesAt(anchor: number): Candidates<T> {
    const candidates = candidatesOf(this.rules[anchor]!, this.depth);
    this.candidates[anchor] = candidates;
    return candidates;
  }
}

function leastOf(numbers: readonly number[]): number {
  return numbers.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
}

/** A rule that may be chosen. */
interface RankedRule<T> {
  /** Its place in the order of precedence, 0 for the best. */
  readonly rank: number;
  readonly literals: readonly Literal[];
  readonly parser: Parser<T>;
}

/** Up to this many rules are tried directly, as a search would cost more. */
const MAX_UNSEARCHED_RULES = 2;

/** Rules that share an anchor are distinguished by a second anchor, and so on, down to this depth. */
const MAX_DEPTH = 4;

/** The candidates for rules, which must be in order of precedence. */
export function candidatesOf<T>(rules: readonly RankedRule<T>[], depth = 0): Candidates<T> {
  if (rules.length <= MAX_UNSEARCHED_RULES || depth === MAX_DEPTH) return rules.map(ruleCandidate);
  const { groups, others } = anchorsOf(rules);
  const candidates = [...groups.flatMap((group) => groupCandidates(group, depth)), ...others.map(ruleCandidate)];
  return candidates.sort((a, b) => a.rank - b.rank);
}

function ruleCandidate<T>({ rank, parser }: RankedRule<T>): Candidate<T> {
  return { rank, rule: parser, search: undefined };
}

function groupCandidates<T>(group: AnchorGroup<RankedRule<T>>, depth: number): Candidate<T>[] {
  const rules = group.anchors.flatMap(({ rules }) => rules);
  if (rules.length <= MAX_UNSEARCHED_RULES) return rules.map(ruleCandidate);
  const rank = rules.reduce((best, { rank }) => Math.min(best, rank), rules[0]!.rank);
  return [{ rank, rule: undefined, search: new AnchorSearch(group, depth + 1) }];
}
