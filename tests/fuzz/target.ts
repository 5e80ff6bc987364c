import type fc from "fast-check";

/** What a case is made of, by the names of files: enough to see by hand what happened. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Something to be fuzzed: cases, and what must hold of each. */
export interface Target<Case> {
  readonly cases: fc.Arbitrary<Case>;
  /** Rejects with what is wrong. The folder is empty, and there for this case alone. */
  check(one: Case, folder: string): Promise<void>;
  files(one: Case): Files;
}
