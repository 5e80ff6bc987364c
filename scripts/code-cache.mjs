import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";

const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url));

/**
 * Makes the bundle normalizer.cjs in a folder into command.cjs, command.cache with V8's code for it, and launcher.cjs
 * in its place, which knows the cache by its size and checksum. The cache is made by a run with these arguments.
 */
export function addCodeCache(folder, args) {
  const bundle = readFileSync(`${folder}/normalizer.cjs`, "utf8").replace(/^#!.*\n/, "");
  writeFileSync(`${folder}/command.cjs`, `(function (require, __dirname) {${bundle}\n})`);
  rmSync(`${folder}/command.cache`, { force: true });
  // Options would become part of the cache, and V8 would refuse it in a run without them.
  const { NODE_OPTIONS: _, ...env } = process.env;
  execFileSync(process.execPath, [pathOf("write-code-cache.cjs"), folder, ...args], { env });
  const cache = readFileSync(`${folder}/command.cache`);
  const values = {
    __BUILDER__: `${process.version} ${process.platform} ${process.arch}`,
    __CACHE_SIZE__: cache.length,
    __CACHE_CHECKSUM__: crc32(cache),
  };
  const launcher = readFileSync(pathOf("launcher.cjs"), "utf8");
  const filled = launcher.replace(/__[A-Z_]*[A-Z]__/g, (name) => JSON.stringify(values[name]));
  writeFileSync(`${folder}/normalizer.cjs`, filled);
}
