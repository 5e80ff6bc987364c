import { buildSync } from "esbuild";

/** Puts programs into a folder as plain JavaScript, named `.mjs`, so that none pays for a compiler when it starts. */
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
