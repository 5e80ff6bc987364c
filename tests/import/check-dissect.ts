// Whether random patterns of dissect do here what the documentation of Logstash and Elastic says that they do there.

import fc from "fast-check";
import { compareDissect, type DissectTally, dissectTrial } from "../support/dissect-reference.ts";

const PATTERNS = 4000;

/** Compares patterns, each with lines made for it, and fails for a difference that no comment tells. */
export async function checkDissect(seed: number): Promise<void> {
  const tally: DissectTally = { patterns: 0, carriedOver: 0, matched: 0, exact: 0, untold: [] };
  for (const trial of fc.sample(dissectTrial, { seed, numRuns: PATTERNS })) await compareDissect(trial, tally);
  const { patterns, carriedOver, matched, exact, untold } = tally;
  console.log(
    `dissect, seed ${seed}: ${carriedOver} of ${patterns} patterns carried over; ${matched} lines matched there, ${exact} exact`,
  );
  for (const one of untold.slice(0, 5)) console.log(`FAIL ${one}`);
  if (untold.length > 0 || exact === 0) process.exitCode = 1;
}
