// The command, its threads and the library, built like those of dist/, but for the sizes by which a run is shared out among
// threads: what takes logs of 64 MiB there takes some hundred KiB here.
import { chmodSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { folder } from "./folder.ts";

/** What stands in for src/threads/sizes.ts. */
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

/** Builds into a folder of its own, of which this is the path. */
async function smallBuild(): Promise<string> {
  const { bundleCommand, shared } = await import(new URL("../../scripts/bundles.mjs", import.meta.url).href);
  const path = folder({ "threads/package.json": '{ "type": "module" }' });
  // Somebody else may have to run it.
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

/** The command, and the program of its threads, in which the sizes are small. */
export const SMALL_COMMAND = `${path}/normalizer.cjs`;
export const SMALL_THREAD = `${path}/threads/thread.js`;

/** What the library is made of, and starts those threads. */
export const { ParallelRun, Processor, countLines, partChunks }: Engine = await import(
  pathToFileURL(`${path}/threads/engine.js`).href
);
/** Where that lies, for programs that load it. */
export const ENGINE_URL = pathToFileURL(`${path}/threads/engine.js`).href;
