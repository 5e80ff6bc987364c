// What `tests/run.ts` tells the processes of a run about it.
import { createHash } from "node:crypto";

/** The seed of all random cases in this process. `tests/run.ts` prints it and passes it on. */
export const SEED = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** The factor for the number of random cases, from the option `--runs`. */
export const RUNS = Number(process.env.TEST_RUNS ?? 1);

/** The option `--only`: tests whose name does not contain it are skipped. */
export const ONLY = process.env.TEST_ONLY;

/** Whether a run leaves nothing out: with `--runs 1` and above. */
export const isWhole = RUNS >= 1;

/** The share of cases that are costly and always the same. Not fewer, so that few random cases leave some of them. */
export const CASE_SHARE = Math.min(1, Math.max(RUNS, 0.2));

/** A whole number below 2^28 for a name, another one with another seed. */
export function seedOf(name: string): number {
  return Number.parseInt(createHash("sha256").update(`${SEED} ${name}`).digest("hex").slice(0, 7), 16);
}
