import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { PROGRAMS } from "./all.ts";

const BUILT_COMMAND = fileURLToPath(new URL("../../dist/normalizer.cjs", import.meta.url));

/**
 * Puts into a folder a copy of the built command, so that a build meanwhile changes nothing, and the engines' programs
 * as plain JavaScript, so that none pays for a compiler when it starts.
 */
export async function bundleEngines(folder: string): Promise<void> {
  copyFileSync(BUILT_COMMAND, join(folder, "normalizer.cjs"));
  await build({
    entryPoints: PROGRAMS.map((name) => fileURLToPath(new URL(`programs/${name}.ts`, import.meta.url))),
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
