import { GramSet } from "../search/gram-set.ts";
import type { AnchorGroup } from "./anchors.ts";
import type { Candidate, CandidateQueue, Search } from "./candidate.ts";

/** Looks in a line for what rules must have in it, and so finds those that may match. */
export class AnchorSearch<T> implements Search<T> {
  private readonly anchors: GramSet;
  /** What each anchor leads to. */
  private readonly candidates: readonly (readonly Candidate<T>[])[];
  /** So many bytes of a line stand before and after the anchor of each of the rules. */
  private readonly before: number;
  private readonly after: number;
  private readonly found: number[] = [];

  constructor({ length, anchors }: AnchorGroup<unknown>, candidates: readonly (readonly Candidate<T>[])[]) {
    this.anchors = new GramSet(
      length,
      anchors.map(({ anchor }) => anchor),
    );
    this.candidates = candidates;
    this.before = leastOf(anchors.map(({ before }) => before));
    this.after = leastOf(anchors.map(({ after }) => after));
  }

  search(bytes: Uint8Array, from: number, end: number, queue: CandidateQueue<T>): void {
    const { candidates, found } = this;
    const count = this.anchors.collect(bytes, from + this.before, end - this.after, found);
    for (let i = 0; i < count; i++) {
      const next = candidates[found[i]!]!;
      for (let k = 0; k < next.length; k++) queue.add(next[k]!);
    }
  }
}

function leastOf(numbers: readonly number[]): number {
  return numbers.reduce((least, one) => Math.min(least, one), Number.POSITIVE_INFINITY);
}
