import fc from "fast-check";
import type { Target } from "./target.ts";

/** The seed of a case. It differs between runs and between cases. */
export function caseSeed(seed: number, index: number): number {
  let hash = Math.imul(seed, 0x9e3779b1) ^ Math.imul(index + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return hash ^ (hash >>> 13);
}

/** The case that a worker makes from this seed, for when the worker is lost. */
export function caseOf<Case>({ cases }: Target<Case>, seed: number, index: number): Case {
  return fc.sample(cases, { seed: caseSeed(seed, index), numRuns: 1 })[0]!;
}
