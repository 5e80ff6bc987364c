// A build of the command, its threads and the library as in dist/, but with small sizes for sharing a run among
// threads. Logs of some hundred KiB then do what takes 64 MiB in dist/. The test runner makes it once for all test
// files, if one of them imports this file.
import { pathToFileURL } from "node:url";

/** What replaces the sizes in src/run/threads/. */
export const SIZES = {
  MIN_PARALLEL_BYTES: 64 * 1024,
  BLOCK_BYTES: 32 * 1024,
  MAX_WAITING_BYTES: 64 * 1024,
  MAX_LOADING_MS: 2_000,
} as const;

/** What replaces the sizes in src/io/line-range.ts. */
export const RANGE_SIZES = {
  CHUNK_BYTES: 8 * 1024,
  EDGE_BYTES: 16,
} as const;

/** The files that declare them. */
export const SIZED_FILES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "src/run/threads/create-run.ts": { MIN_PARALLEL_BYTES: SIZES.MIN_PARALLEL_BYTES },
  "src/run/threads/parallel-run.ts": { BLOCK_BYTES: SIZES.BLOCK_BYTES },
  "src/run/threads/worker-pool.ts": { MAX_LOADING_MS: SIZES.MAX_LOADING_MS },
  "src/run/threads/block-matcher.ts": { MAX_WAITING_BYTES: SIZES.MAX_WAITING_BYTES },
  "src/io/line-range.ts": RANGE_SIZES,
};

/** The environment variable in which the runner names the folder of the build, one for each run of the tests. */
export const SMALL_BUILD_VARIABLE = "TEST_SMALL_BUILD";

const SMALL_BUILD = process.env[SMALL_BUILD_VARIABLE] ?? "";

/** The command, what it loads for several threads, and the program of these. */
export const SMALL_COMMAND = `${SMALL_BUILD}/normalizer.cjs`;
export const SMALL_PARALLEL = `${SMALL_BUILD}/parallel.cjs`;
export const SMALL_THREAD = `${SMALL_BUILD}/run/threads/thread.js`;

/** The URL of a module with parts of the library that start those threads. See `small-engine.ts`. */
export const ENGINE_URL = pathToFileURL(`${SMALL_BUILD}/threads/engine.js`).href;
