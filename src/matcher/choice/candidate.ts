import type { Parser } from "../parser.ts";
import { GramSet } from "../search/gram-set.ts";
import type { AnchorGroup } from "./anchors.ts";

/** A rule that may win the line, or a search that leads to such rules. */
export interface Candidate<T> {
  /** The rule's place in the order of precedence, 0 for the best; of a search, the best that it may lead to. */
  readonly rank: number;
  /** The rule's parser; a search has none. */
  readonly rule: Parser<T> | undefined;
  readonly search: AnchorSearch<T> | undefined;
}

/** Candidates, the best first. */
export type Candidates<T> = readonly Candidate<T>[];

/**
 * Candidates in the order of their ranks. What is added are whole lists, as they were made when the rules were loaded, so a
 * thousand rules that nothing tells apart are added in one step. The lists are a binary heap by the rank of the next
 * candidate in each.
 */
export class CandidateQueue<T> {
  private readonly lists: Candidates<T>[] = [];
  /** How many candidates were taken from each list. */
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

  /** Takes the best out; undefined when none is left. */
  take(): Candidate<T> | undefined {
    if (this.length === 0) return undefined;
    const list = this.lists[0]!;
    const taken = this.taken[0]!++;
    if (taken + 1 === list.length) this.move(--this.length, 0);
    if (this.length > 1) this.sink();
    return list[taken];
  }

  /** Brings the first list to its place. */
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

/** Looks in a line for what rules must have in it, and so finds those that may match. */
export class AnchorSearch<T> {
  private readonly anchors: GramSet;
  /** What each anchor leads to. */
  private readonly candidates: readonly Candidates<T>[];
  /** So many bytes of a line stand before and after the anchor of each of the rules. */
  private readonly before: number;
  private readonly after: number;
  private readonly found: number[] = [];

  constructor({ length, anchors }: AnchorGroup<unknown>, candidates: readonly Candidates<T>[]) {
    this.anchors = new GramSet(
      length,
      anchors.map(({ anchor }) => anchor),
    );
    this.candidates = candidates;
    this.before = leastOf(anchors.map(({ before }) => before));
    this.after = leastOf(anchors.map(({ after }) => after));
  }

  /** Adds to the queue the candidates of the line at `from` to `end`. */
  search(bytes: Uint8Array, from: number, end: number, queue: CandidateQueue<T>): void {
    const { candidates, found } = this;
    const count = this.anchors.collect(bytes, from + this.before, end - this.after, found);
    for (let i = 0; i < count; i++) queue.add(candidates[found[i]!]!);
  }
}

function leastOf(numbers: readonly number[]): number {
  return numbers.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
}
