import type fc from "fast-check";

/** The files that make up a case, by name: enough to reproduce it by hand. */
export type Files = Readonly<Record<string, string | Uint8Array>>;

/** Something to fuzz: how to make cases, and what must hold for each. */
export interface Target<Case> {
  readonly cases: fc.Arbitrary<Case>;
  /** Rejects if the case fails. The folder is empty and belongs to this case alone. */
  check(one: Case, folder: string): Promise<void>;
  files(one: Case): Files;
}
