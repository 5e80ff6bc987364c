import { mkdirSync, writeFileSync } from "node:fs";
import { build, type Plugin } from "esbuild";
import { SIZES, SMALL_BUILD } from "./small-build.ts";

const smallSizes: Plugin = {
  name: "small-sizes",
  setup: ({ onLoad }) => {
    const contents = Object.entries(SIZES).map(([name, size]) => `export const ${name} = ${size};\n`);
    onLoad({ filter: /\/src\/threads\/sizes\.ts$/ }, () => ({ contents: contents.join("") }));
  },
};

/** The exports of `small-engine.ts`. */
const ENGINE = `
  export { ParallelRun } from "./src/threads/parallel-run.ts";
  export { countLines, partChunks } from "./src/threads/part-chunks.ts";
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
