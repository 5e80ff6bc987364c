// Runs that are compared in memory, for tests of `diff --good`.
import { compareRuns } from "../../src/tools/news/compare-runs.ts";
import type { News } from "../../src/tools/news/news.ts";

/** A run: its name, and its text or bytes. */
export type TestRun = readonly [name: string, text: string | Buffer];

/** Compares runs, and gives what is new to the work. */
export async function withNews<Result>(
  good: readonly TestRun[],
  failed: TestRun,
  work: (news: News) => Result,
): Promise<Result> {
  const { news, close } = await compareRuns([{ good: good.map(logOf), failed: logOf(failed) }]);
  try {
    return work(news);
  } finally {
    close();
  }
}

function logOf([name, text]: TestRun) {
  return {
    name,
    path: undefined,
    onRead: undefined,
    failure: (error: unknown) => error as Error,
    async *open() {
      yield Buffer.from(text);
    },
  };
}
