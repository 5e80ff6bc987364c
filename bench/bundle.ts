import { buildSync } from "esbuild";

/** Bundles programs into a folder as plain JavaScript (`.mjs`), so that none has to be compiled when it starts. */
export function bundlePrograms(programs: readonly string[], folder: string): void {
  buildSync({
    entryPoints: [...programs],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    packages: "external",
    platform: "node",
    target: "node20",
    format: "esm",
    logLevel: "warning",
  });
}
