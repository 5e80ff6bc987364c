// Whether dist/ is what the sources would give, by their contents, and whether it may be replaced: `npm test` builds
// only if it must, and no build takes dist/ away from running tests or from another build.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { tsImport } from "tsx/esm/api";

const root = fileURLToPath(new URL("..", import.meta.url));

/** All that `build.mjs` reads. The versions of what is installed stand in package-lock.json. */
const SOURCES = [
  ...["src", "scripts", "schema", "examples/rules-that-last"],
  ...["package.json", "package-lock.json", "tsconfig.json", "tsconfig.build.json"],
];
const CACHE = join(root, "node_modules/.cache/log-line-normalizer");
const STAMP = join(CACHE, "build");
/** Holds the process of the build that runs. */
const LOCK = join(CACHE, "building");

/** Waits until no other build runs, and keeps others waiting until this process ends. */
export async function lockBuild() {
  const { isRunning } = await testRuns();
  mkdirSync(CACHE, { recursive: true });
  for (;;) {
    try {
      writeFileSync(LOCK, String(process.pid), { flag: "wx" });
      process.on("exit", () => rmSync(LOCK, { force: true }));
      return;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
    }
    const other = existsSync(LOCK) ? readFileSync(LOCK, "utf8") : "";
    // A lock without a number has just been made, or is just being removed.
    if (other !== "" && !isRunning(Number(other))) rmSync(LOCK, { force: true });
    else await delay(100);
  }
}

/** The processes of test runs that use dist/ now. */
export async function usersOfBuild() {
  const folder = join(root, "tests/.built");
  return existsSync(folder) ? (await testRuns()).runningTests(folder) : [];
}

function testRuns() {
  return tsImport("../tests/support/test-runs.ts", import.meta.url);
}

/** Remembers that this build was made of these sources. */
export function writeStamp() {
  writeFileSync(STAMP, stamp());
}

/** Whether neither the sources nor dist/ have changed since a build. */
export function isBuilt() {
  return existsSync(STAMP) && readFileSync(STAMP, "utf8") === stamp();
}

/** The code cache depends on the version of Node. */
function stamp() {
  const hash = createHash("sha256").update(`${process.version} ${process.arch}`);
  for (const path of [...SOURCES, "dist"].flatMap(filesIn)) {
    const content = readFileSync(join(root, path));
    hash.update(`${path} ${content.length}\n`).update(content);
  }
  return hash.digest("hex");
}

function filesIn(path) {
  if (!existsSync(join(root, path))) return [];
  if (/\.\w+$/.test(path)) return [path];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .sort();
}
