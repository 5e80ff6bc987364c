import { mkdirSync, writeFileSync } from "node:fs";
import { build, type Plugin } from "esbuild";
import { SIZES } from "./small-build.ts";

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
