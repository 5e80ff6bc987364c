import fc from "fast-check";
import { CASE_SHARE, isWhole, ONLY, RUNS, SEED, seedOf } from "./run-settings.ts";

fc.configureGlobal({ seed: SEED, reporter: report });

/** Throws the error of the counterexample, which holds the difference. */
function report<Values>(details: fc.RunDetails<Values>): void {
  if (!details.failed) return;
  const message = fc.defaultReportMessage(details);
  const error = details.errorInstance;
  if (!(error instanceof Error)) throw new Error(message);
  error.message = `${message}\n${error.message}`;
  throw error;
}

/** The share of the size of hostile input. Below a third, some of it would no longer be hostile. */
const SIZE_SHARE = Math.min(1, Math.max(RUNS, 0.33));

/** How many random cases to run, in a test that runs `full` ones with `--runs 1`. */
export function caseCount(full: number): number {
  return Math.ceil(full * RUNS);
}

/**
 * Fails unless a test met with what it is about more than `least` times, if it ran all of its random cases. Fewer cases
 * must meet with it at least once where that cannot fail by chance.
 */
export function assertReached(count: number, least: number, what: string): void {
  const expected = RUNS * least;
  const bound = isWhole ? expected : expected >= 10 ? 0 : -1;
  if (count <= bound) throw new Error(`only ${count} ${what}, not more than ${bound}`);
}

/**
 * Some of a few cases, each of which takes long: all with `--runs 1` and above, else that share of them, but at least a
 * fifth, chosen by the seed and the name. With `--only` all, because the tests are chosen by their names.
 */
export function someOf<Case>(cases: readonly Case[], name: string): Case[] {
  if (isWhole || ONLY !== undefined) return [...cases];
  const [chosen] = fc.sample(fc.shuffledSubarray([...cases], { minLength: cases.length }), {
    seed: seedOf(name),
    numRuns: 1,
  });
  return chosen!.slice(0, Math.ceil(CASE_SHARE * cases.length));
}

/** A size of hostile input: all of it with `--runs 1` and above, else that share of it, but at least a third. */
export function shareOf(full: number): number {
  return Math.ceil(full * SIZE_SHARE);
}

/** A third of a size, and more with `--runs` up to all of it. For patterns and lines where the cost is quadratic. */
export function sizeUpTo(full: number): number {
  return Math.min(full, Math.ceil(full * 0.33 * Math.sqrt(Math.max(1, RUNS))));
}

type Parameters<Values> = Omit<fc.Parameters<Values>, "seed">;

/** Checks a property as `fc.assert` does, with the seed of this run and `--runs` times the number of cases. */
export function assertProperty<Values>(
  property: fc.IAsyncProperty<Values>,
  parameters?: Parameters<Values>,
): Promise<void>;
export function assertProperty<Values>(property: fc.IProperty<Values>, parameters?: Parameters<Values>): void;
export function assertProperty<Values>(
  property: fc.IRawProperty<Values>,
  { numRuns = 100, ...parameters }: Parameters<Values> = {},
): Promise<void> | void {
  return fc.assert(property as fc.IProperty<Values>, { ...parameters, numRuns: caseCount(numRuns) });
}
