import { mkdirSync, writeFileSync } from "node:fs";
import { build, type Plugin } from "esbuild";
import { RANGE_SIZES, SIZES, SMALL_BUILD } from "./small-build.ts";

const smallSizes: Plugin = {
  name: "small-sizes",
  setup: ({ onLoad }) => {
    const contentsOf = (sizes: object): string =>
      Object.entries(sizes)
        .map(([name, size]) => `export const ${name} = ${size};\n`)
        .join("");
    onLoad({ filter: /\/src\/threads\/sizes\.ts$/ }, () => ({ contents: contentsOf(SIZES) }));
    onLoad({ filter: /\/src\/streams\/line-range-sizes\.ts$/ }, () => ({ contents: contentsOf(RANGE_SIZES) }));
  },
};

/** The exports of `small-engine.ts`. */
const ENGINE = `
  export { ParallelRun } from "./src/threads/parallel-run.ts";
  export { countLines, rangeChunks } from "./src/streams/line-range.ts";
  export { Processor } from "./src/index.ts";
`;

/** Makes the build that `small-build.ts` describes. */
export async function makeSmallBuild(): Promise<void> {
  const { bundleCommand, shared } = await import(new URL("../../scripts/bundles.mjs", import.meta.url).href);
  mkdirSync(`${SMALL_BUILD}/threads`, { recursive: true });
  writeFileSync(`${SMALL_BUILD}/threads/package.json`, '{ "type": "module" }');
  const engine = {
    ...shared,
    plugins: [smallSizes, ...shared.plugins],
    stdin: { contents: ENGINE, resolveDir: shared.absWorkingDir, loader: "ts" },
    format: "esm",
    outfile: `${SMALL_BUILD}/threads/engine.js`,
  };
  await Promise.all([bundleCommand(SMALL_BUILD, { plugins: [smallSizes] }), build(engine)]);
}
