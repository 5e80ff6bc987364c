import type { Parser } from "../parser.ts";

/** A rule that may win the line, or a search that leads to such rules. */
export interface Candidate<T> {
  /** The rule's place in the order of precedence, 0 for the best; of a search, the best that it may lead to. */
  readonly rank: number;
  /** The rule's parser; a search has none. */
  readonly parser: Parser<T> | undefined;
  readonly search: Search<T> | undefined;
}

/** Finds candidates by what stands in the line. */
export interface Search<T> {
  /** Adds to the queue the candidates of the line at `from` to `end`. */
  search(bytes: Uint8Array, from: number, end: number, queue: CandidateQueue<T>): void;
}

/** Candidates in the order of their ranks. */
export class CandidateQueue<T> {
  /** The best last. */
  private readonly candidates: Candidate<T>[] = [];
  private length = 0;

  clear(): void {
    this.length = 0;
  }

  add(candidate: Candidate<T>): void {
    const { candidates } = this;
    let i = this.length++;
    while (i > 0 && candidates[i - 1]!.rank < candidate.rank) {
      candidates[i] = candidates[i - 1]!;
      i--;
    }
    candidates[i] = candidate;
  }

  /** Takes the best out; undefined when none is left. */
  take(): Candidate<T> | undefined {
    return this.length === 0 ? undefined : this.candidates[--this.length];
  }
}
