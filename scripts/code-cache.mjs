import { execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { crc32 } from "node:zlib";

/**
 * The V8 of Node 20 optimizes functions so early that short runs spend a fifth of their time on it. Later ones wait
 * longer themselves. The launcher sets the flag for the very V8 of this build only.
 */
const LATER = "--interrupt-budget=400000";
const isEager = /^11\./.test(process.versions.v8);

const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url));

/**
 * Makes the bundle normalizer.cjs in a folder into command.cjs, adds command.cache and named.cache with V8's code for
 * it and for named.cjs, and puts launcher.cjs in its place, which knows both by their sizes and checksums. They are
 * made by runs with these arguments: `plain` of the plain command, and `named` of several others. `words` are the names
 * of all others.
 */
export function addCodeCache(folder, { plain, named, words }) {
  const bundle = readFileSync(`${folder}/normalizer.cjs`, "utf8").replace(/^#!.*\n/, "");
  writeFileSync(`${folder}/command.cjs`, bundle);
  const values = {
    __EAGER_ENGINE__: isEager ? process.versions.v8 : undefined,
    __LATER__: LATER,
    __BUILDER__: `${process.version} ${process.platform} ${process.arch}`,
    __NAMED_WORDS__: words,
    __CACHES__: { command: codeCache(folder, "command", [plain]), named: codeCache(folder, "named", named) },
  };
  const launcher = readFileSync(pathOf("launcher.cjs"), "utf8");
  const filled = launcher.replace(/__[A-Z_]*[A-Z]__/g, (name) => JSON.stringify(values[name]));
  writeFileSync(`${folder}/normalizer.cjs`, filled);
}

/** Writes the cache of a file. Returns its size and its checksum. */
function codeCache(folder, name, commands) {
  const path = `${folder}/${name}.cache`;
  rmSync(path, { force: true });
  // Options would become part of the cache, and V8 would refuse it in a run without them.
  const { NODE_OPTIONS: _, ...env } = process.env;
  const args = commands.map((command) => JSON.stringify(command));
  execFileSync(process.execPath, [...(isEager ? [LATER] : []), pathOf("write-code-cache.cjs"), folder, name, ...args], {
    env,
  });
  const cache = readFileSync(path);
  return { size: cache.length, checksum: crc32(cache) };
}
