import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { build, type Plugin } from "esbuild";
import { SIZED_FILES } from "./small-build.ts";

const smallSizes: Plugin = {
  name: "small-sizes",
  setup: ({ onLoad }) => {
    for (const [file, sizes] of Object.entries(SIZED_FILES)) {
      onLoad({ filter: new RegExp(`/${file.replaceAll(".", "\\.")}$`) }, ({ path }) => ({
        contents: Object.entries(sizes).reduce(withSize, readFileSync(path, "utf8")),
        loader: "ts",
      }));
    }
  },
};

/** The text of a file that gives a size another value. Throws an Error if it does not declare the size. */
function withSize(text: string, [name, size]: [string, number]): string {
  const declaration = new RegExp(`^const ${name} = [\\d *]+;$`, "m");
  if (!declaration.test(text)) throw new Error(`no file declares ${name} as this build replaces it`);
  return text.replace(declaration, `const ${name} = ${size};`);
}

/** The exports of `small-engine.ts`. */
const ENGINE = `
  export { ParallelRun } from "./src/run/threads/parallel-run.ts";
  export { countLines, rangeChunks } from "./src/io/line-range.ts";
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
