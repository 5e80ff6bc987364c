import { inspect } from "node:util";
import { suite as uvuSuite } from "uvu";
import { CASE_SHARE, isWhole, ONLY, seedOf } from "./run-settings.ts";

type UvuTest = ReturnType<typeof uvuSuite>;
type Handler = Parameters<UvuTest>[1];

/** Defines a test. */
interface Test extends UvuTest {
  /**
   * Defines a test that takes long and is the same in every run. With less than all random cases, only a fifth of the
   * seeds run it; with `--only`, its name decides.
   */
  readonly costly: (name: string, handler: Handler) => void;
}

/** Begins the line of output that says why tests are skipped. */
export const SKIPPED = "skipped: ";

/**
 * Defines a suite of tests and registers it. uvu reports success if a suite has no test or its `.run()` was forgotten,
 * and does not show why a hook failed. This function takes care of all three. If `whySkipped` says that the suite
 * cannot run here, its tests are skipped, and the runner tells why.
 */
export function suite(name: string, define: (test: Test) => void, whySkipped?: string): void {
  const test = uvuSuite(name);
  let tests = 0;
  let chosen = 0;
  const counted =
    (register: UvuTest | UvuTest["only"]) =>
    (name: string, handler: Handler): void => {
      tests++;
      const isChosen = ONLY === undefined || name.includes(ONLY);
      if (isChosen) chosen++;
      (isChosen ? register : test.skip)(name, withPlainErrors(handler));
    };
  const costly: Test["costly"] = (name, handler) => {
    const isAmongSome = (seedOf(name) % 1000) / 1000 < CASE_SHARE;
    if (isWhole || ONLY !== undefined || isAmongSome) counted(test)(name, handler);
    else tests++;
  };
  const skip: Test["skip"] = (...args) => {
    tests++;
    test.skip(...args);
  };
  const before = (hook: Handler): void => {
    if (whySkipped !== undefined) return;
    test.before(async (context) => {
      if (chosen === 0) return;
      try {
        await hook(context);
      } catch (error) {
        console.error(`the suite "${name}" could not start:`, error);
        throw error;
      }
    });
  };
  if (whySkipped !== undefined) console.log(`${SKIPPED}${whySkipped}`);
  define(Object.assign(whySkipped === undefined ? counted(test) : skip, test, {
    before: Object.assign(before, test.before),
    costly: whySkipped === undefined ? costly : skip,
    only: counted(test.only),
    skip,
  }));
  if (tests === 0) throw new Error(`the suite "${name}" has no test`);
  test.run();
}

/**
 * uvu prints the message of an error and then its stack without the first line. A message of several lines would appear
 * twice, and that of node:assert, which holds the difference, a third time. Values that are not errors would not be
 * printed at all.
 */
function withPlainErrors(handler: Handler): Handler {
  return async (context) => {
    try {
      await handler(context);
    } catch (error) {
      if (!(error instanceof Error)) throw new Error(`threw ${inspect(error)}`);
      const frames = error.stack?.split("\n").filter((line) => /^ {4}at (?!.*\/node_modules\/)/.test(line)) ?? [];
      error.stack = ["", ...frames].join("\n");
      if ("generatedMessage" in error && error.generatedMessage === true) error.name = "Error";
      throw error;
    }
  };
}
