// Builds the command, its threads and the library as in dist/, but with small sizes for sharing a run among threads.
// Logs of some hundred KiB then do what takes 64 MiB in dist/.
import { chmodSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { folder } from "./folder.ts";

/** Replaces src/threads/sizes.ts. */
export const SIZES = {
  MIN_PARALLEL_BYTES: 256 * 1024,
  PART_BYTES: 64 * 1024,
  CHUNK_BYTES: 16 * 1024,
  MAX_WAITING_BYTES: 128 * 1024,
} as const satisfies Record<keyof typeof import("../../src/threads/sizes.ts"), number>;

const smallSizes: Plugin = {
  name: "small-sizes",
  setup: ({ onLoad }) => {
    const contents = Object.entries(SIZES).map(([name, size]) => `export const ${name} = ${size};\n`);
    onLoad({ filter: /\/src\/threads\/sizes\.ts$/ }, () => ({ contents: contents.join("") }));
  },
};

const ENGINE = `
  export { ParallelRun } from "./src/threads/parallel-run.ts";
  export { countLines, partChunks } from "./src/threads/part-chunks.ts";
  export { Processor } from "./src/index.ts";
`;

type Engine = Pick<typeof import("../../src/threads/parallel-run.ts"), "ParallelRun"> &
  Pick<typeof import("../../src/threads/part-chunks.ts"), "countLines" | "partChunks"> &
  Pick<typeof import("../../src/index.ts"), "Processor">;

/** Builds into a new folder and returns its path. */
async function smallBuild(): Promise<string> {
  const { bundleCommand, shared } = await import(new URL("../../scripts/bundles.mjs", import.meta.url).href);
  const path = folder({ "threads/package.json": '{ "type": "module" }' });
  // Another user may have to run it.
  chmodSync(path, 0o755);
  const engine = {
    ...shared,
    plugins: [smallSizes, ...shared.plugins],
    stdin: { contents: ENGINE, resolveDir: shared.absWorkingDir, loader: "ts" },
    format: "esm",
    outfile: `${path}/threads/engine.js`,
  };
  await Promise.all([bundleCommand(path, { plugins: [smallSizes] }), build(engine)]);
  return path;
}

const path = await smallBuild();

/** The command with small sizes, what it loads for several threads, and the program of these. */
export const SMALL_COMMAND = `${path}/normalizer.cjs`;
export const SMALL_PARALLEL = `${path}/parallel.cjs`;
export const SMALL_THREAD = `${path}/threads/thread.js`;

/** The parts of the library that start those threads. */
export const { ParallelRun, Processor, countLines, partChunks }: Engine = await import(
  pathToFileURL(`${path}/threads/engine.js`).href
);
/** The URL of that module, for programs that load it. */
export const ENGINE_URL = pathToFileURL(`${path}/threads/engine.js`).href;
