import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url));

/**
 * Makes the bundle normalizer.cjs in a folder into command.cjs, command.cache with V8's code for it, and launcher.cjs
 * in its place. The cache is made by a run with these arguments.
 */
export function addCodeCache(folder, args) {
  const bundle = readFileSync(`${folder}/normalizer.cjs`, "utf8").replace(/^#!.*\n/, "");
  writeFileSync(`${folder}/command.cjs`, `(function (require, __dirname) {${bundle}\n})`);
  const builder = JSON.stringify(`${process.version} ${process.platform} ${process.arch}`);
  const launcher = readFileSync(pathOf("launcher.cjs"), "utf8").replace("__BUILDER__", () => builder);
  writeFileSync(`${folder}/normalizer.cjs`, launcher);
  rmSync(`${folder}/command.cache`, { force: true });
  // Options would become part of the cache, and V8 would refuse it in a run without them.
  const { NODE_OPTIONS: _, ...env } = process.env;
  execFileSync(process.execPath, [pathOf("write-code-cache.cjs"), folder, ...args], { env });
}
