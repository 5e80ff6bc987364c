import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

/** Modules find files that lie beside them, also when they are bundled. */
const ownUrl: Plugin = {
  name: "own-url",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: `const __url = ${JSON.stringify(pathToFileURL(path).href)};${readFileSync(path, "utf8")}`,
      loader: "ts",
    }));
  },
};

/** For packages that are CommonJS, in a bundle that is not. */
export const REQUIRE = {
  js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
};

/**
 * Builds test files, and gives what Node is to run for each. Started by tsx, module by module, a file would take up to a
 * second before its first test; so it takes a tenth. Coverage needs the modules: in a bundle c8 takes lines for run that
 * were not.
 */
export async function bundleTests(tests: string, files: readonly string[]): Promise<(file: string) => string[]> {
  if (process.env.NODE_V8_COVERAGE !== undefined) return (file) => ["--import", "tsx", join(tests, "..", file)];
  const outdir = join(tests, ".built");
  rmSync(outdir, { recursive: true, force: true });
  await build({
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
    // It looks for its program beside itself.
    external: ["esbuild"],
    banner: REQUIRE,
    define: { "import.meta.url": "__url" },
    plugins: [ownUrl],
    logLevel: "warning",
  });
  return (file) => ["--enable-source-maps", join(outdir, relative("tests", file).replace(/\.ts$/, ".mjs"))];
}
