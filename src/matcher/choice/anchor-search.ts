import { GramSet } from "../search/gram-set.ts";
import type { Candidate, CandidateQueue, Search } from "./candidate.ts";

/** Looks in a line for what rules must have in it, and so finds those that may match. */
export class AnchorSearch<T> implements Search<T> {
  private readonly anchors: GramSet;
  /** What each anchor leads to. */
  private readonly candidates: readonly (readonly Candidate<T>[])[];
  private readonly found: number[] = [];

  /** Anchors of one length, all different. */
  constructor(anchors: readonly Uint8Array[], candidates: readonly (readonly Candidate<T>[])[]) {
    this.anchors = new GramSet(anchors);
    this.candidates = candidates;
  }

  search(bytes: Uint8Array, from: number, end: number, queue: CandidateQueue<T>): void {
    const { candidates, found } = this;
    const count = this.anchors.collect(bytes, from, end, found);
    for (let i = 0; i < count; i++) {
      const next = candidates[found[i]!]!;
      for (let k = 0; k < next.length; k++) queue.add(next[k]!);
    }
  }
}
