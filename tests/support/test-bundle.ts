import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { makeSmallBuild } from "./make-small-build.ts";
import { SMALL_BUILD_VARIABLE } from "./small-build.ts";
import { folderOfRun } from "./test-runs.ts";

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

/** Its memory, its descriptors, the flags of V8, or functions that every file uses, as `counted.ts` replaces them. */
const MEASURES = /memoryUsage|\/proc\/self|setFlagsFromString|\/support\/(?:steps|counted)\.ts"/;

/** Test files that import this one, directly or not, need the build that it describes. */
const SMALL_BUILD_USER = "tests/support/small-build.ts";

/** Test files as Node can run them. */
export interface TestBundle {
  /** The path of a bundled test file. */
  pathOf(file: string): string;
  /** Whether a file looks at the process in which it runs, which then must not run others. */
  measuresProcess(file: string): boolean;
  /** Options of Node. */
  readonly options: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Bundles test files, and makes the small build if one of them needs it. When tsx loads a file module by module, its
 * first test starts after up to a second; a bundle takes a tenth of that. Coverage loads the modules, because in a
 * bundle c8 reports lines as covered that were not.
 */
export async function bundleTests(tests: string, files: readonly string[]): Promise<TestBundle> {
  const outdir = folderOfRun(join(tests, ".built"));
  const smallBuild = join(outdir, "small");
  const root = join(tests, "..");
  const measuresProcess = (file: string): boolean => MEASURES.test(readFileSync(join(root, file), "utf8"));
  const env = { [SMALL_BUILD_VARIABLE]: smallBuild };
  if (process.env.NODE_V8_COVERAGE !== undefined) {
    await makeSmallBuild(smallBuild);
    return { pathOf: (file) => join(root, file), measuresProcess, options: ["--import", "tsx"], env };
  }
  const { metafile } = await build({
    absWorkingDir: root,
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
  if (SMALL_BUILD_USER in metafile.inputs) await makeSmallBuild(smallBuild);
  const pathOf = (file: string): string => join(outdir, relative("tests", file).replace(/\.ts$/, ".mjs"));
  return { pathOf, measuresProcess, options: ["--enable-source-maps"], env };
}
