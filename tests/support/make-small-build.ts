import { mkdirSync, writeFileSync } from "node:fs";
import { build, type Plugin } from "esbuild";
import { RANGE_SIZES, SIZES } from "./small-build.ts";

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

/** Makes the build that `small-build.ts` describes, in this folder. */
export async function makeSmallBuild(folder: string): Promise<void> {
  const { bundleCommand, shared } = await import(new URL("../../scripts/bundles.mjs", import.meta.url).href);
  mkdirSync(`${folder}/threads`, { recursive: true });
  writeFileSync(`${folder}/threads/package.json`, '{ "type": "module" }');
  const engine = {
    ...shared,
    plugins: [smallSizes, ...shared.plugins],
    stdin: { contents: ENGINE, resolveDir: shared.absWorkingDir, loader: "ts" },
    format: "esm",
    outfile: `${folder}/threads/engine.js`,
  };
  await Promise.all([bundleCommand(folder, { plugins: [smallSizes] }), build(engine)]);
}
