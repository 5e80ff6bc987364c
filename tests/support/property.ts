import fc from "fast-check";

/** From which all random cases of this process are made; `tests/run.ts` prints it and hands it over. */
const SEED = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** How many times the usual number of random cases there are: the option `--runs`. */
const RUNS = Number(process.env.TEST_RUNS ?? 1);

fc.configureGlobal({ seed: SEED, reporter: report });

/** Throws what the counterexample threw, as it knows the difference. */
function report<Values>(details: fc.RunDetails<Values>): void {
  if (!details.failed) return;
  const message = fc.defaultReportMessage(details);
  const error = details.errorInstance;
  if (!(error instanceof Error)) throw new Error(message);
  error.message = `${message}\n${error.message}`;
  throw error;
}

/** How many random cases a test makes that usually makes so many. */
export function caseCount(usual: number): number {
  return Math.ceil(usual * RUNS);
}

/** Two fifths of what is large, and with `--runs` up to all of it: for patterns and lines of which a test's cost is the square. */
export function sizeUpTo(full: number): number {
  return Math.min(full, Math.ceil(full * 0.4 * Math.sqrt(RUNS)));
}

type Parameters<Values> = Omit<fc.Parameters<Values>, "seed">;

/** Checks a property as `fc.assert` does, with the seed of this run and `--runs` times as many cases. */
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
