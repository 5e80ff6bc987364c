import { suite as uvuSuite } from "uvu";

type Test = ReturnType<typeof uvuSuite>;

/**
 * Defines a suite of tests and registers it. uvu ends with success when a suite forgets its `.run()`;
 * with this there is nothing to forget.
 */
export function suite(name: string, define: (test: Test) => void): void {
  const test = uvuSuite(name);
  define(test);
  test.run();
}
