import { inspect } from "node:util";
import { suite as uvuSuite } from "uvu";

type Test = ReturnType<typeof uvuSuite>;
type Handler = Parameters<Test>[1];

/**
 * Defines a suite of tests and registers it. uvu ends with success when a suite forgets its `.run()` or has no test, and
 * does not say why a hook failed; with this there is nothing to forget.
 */
export function suite(name: string, define: (test: Test) => void): void {
  const test = uvuSuite(name);
  let tests = 0;
  const counted =
    (register: Test | Test["only"]) =>
    (name: string, handler: Handler): void => {
      tests++;
      register(name, withPlainErrors(handler));
    };
  const skip: Test["skip"] = (...args) => {
    tests++;
    test.skip(...args);
  };
  const before = (hook: Handler): void => {
    test.before(async (context) => {
      try {
        await hook(context);
      } catch (error) {
        console.error(`the suite "${name}" could not begin:`, error);
        throw error;
      }
    });
  };
  define(Object.assign(counted(test), test, {
    before: Object.assign(before, test.before),
    only: counted(test.only),
    skip,
  }));
  if (tests === 0) throw new Error(`the suite "${name}" has no test`);
  test.run();
}

/**
 * Of an error uvu shows the message, then the stack after its first line. A message of several lines would stand there
 * twice, and that of node:assert, which holds the difference, a third time as uvu sees it. What is no error it cannot show.
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
