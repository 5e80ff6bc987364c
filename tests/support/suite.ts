import { suite as uvuSuite } from "uvu";

type Test = ReturnType<typeof uvuSuite>;

/**
 * Defines a suite of tests and registers it. uvu ends with success when a suite forgets its `.run()`, or has no test, and
 * does not say why a hook failed; with this there is nothing to forget.
 */
export function suite(name: string, define: (test: Test) => void): void {
  const test = uvuSuite(name);
  let tests = 0;
  const counted = <Arguments extends unknown[]>(register: (...args: Arguments) => void) => {
    return (...args: Arguments): void => {
      tests++;
      register(...args);
    };
  };
  const before: Test["before"] = Object.assign((hook: Parameters<Test["before"]>[0]) => {
    test.before(async (context) => {
      try {
        await hook(context);
      } catch (error) {
        console.error(`the suite "${name}" could not begin:`, error);
        throw error;
      }
    });
  }, test.before);
  define(Object.assign(counted(test), test, { before, skip: counted(test.skip), only: counted(test.only) }));
  if (tests === 0) throw new Error(`the suite "${name}" has no test`);
  test.run();
}
