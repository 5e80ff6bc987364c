import { readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";

/** Modules find files that lie beside them, also when they are bundled. */
const ownUrl: Plugin = {
  name: "own-url",
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href)),
      loader: "ts",
    }));
  },
};

/**
 * Builds test files, and gives the path of each one's program. Started by tsx, module by module, a file would take up to a
 * second before its first test; so it takes a tenth.
 */
export async function bundleTests(tests: string, files: readonly string[]): Promise<(file: string) => string> {
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
    // For packages that are CommonJS.
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    plugins: [ownUrl],
    logLevel: "warning",
  });
  return (file) => join(outdir, relative("tests", file).replace(/\.ts$/, ".mjs"));
}
