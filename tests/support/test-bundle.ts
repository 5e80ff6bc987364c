import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { makeSmallBuild } from "./make-small-build.ts";

/** Lets modules find the files beside them even when they are bundled. */
const ownUrl: Plugin = {
  name: "own-url",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: `const __url = ${JSON.stringify(pathToFileURL(path).href)};${readFileSync(path, "utf8")}`,
      loader: "ts",
    }));
  },
};

/** Defines `require` for CommonJS packages inside an ES module bundle. */
export const REQUIRE = {
  js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
};

/** Test files that import this one, directly or not, need the build that it describes. */
const SMALL_BUILD_USER = "tests/support/small-build.ts";

/**
 * Bundles test files, makes the small build if one of them needs it, and returns for each the arguments for Node. When
 * tsx loads a file module by module, its first test starts after up to a second; a bundle takes a tenth of that.
 * Coverage loads the modules, because in a bundle c8 reports lines as covered that were not.
 */
export async function bundleTests(tests: string, files: readonly string[]): Promise<(file: string) => string[]> {
  const outdir = join(tests, ".built");
  rmSync(outdir, { recursive: true, force: true });
  if (process.env.NODE_V8_COVERAGE !== undefined) {
    await makeSmallBuild();
    return (file) => ["--import", "tsx", join(tests, "..", file)];
  }
  const { metafile } = await build({
    absWorkingDir: join(tests, ".."),
    entryPoints: [...files],
    outbase: "tests",
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    sourcemap: true,
    sourcesContent: false,
    // These look for files beside themselves.
    external: ["esbuild", "playwright-core", "axe-core"],
    banner: REQUIRE,
    define: { "import.meta.url": "__url" },
    plugins: [ownUrl],
    logLevel: "warning",
    metafile: true,
  });
  if (SMALL_BUILD_USER in metafile.inputs) await makeSmallBuild();
  return (file) => ["--enable-source-maps", join(outdir, relative("tests", file).replace(/\.ts$/, ".mjs"))];
}
