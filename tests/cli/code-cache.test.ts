import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { COMMAND } from "../support/command.ts";
import { folder } from "../support/folder.ts";
import { suite } from "../support/suite.ts";

const DIST = join(COMMAND, "..");

/** Whether V8 takes the cache in this folder for its own. */
function isAccepted(dist: string): boolean {
  const program = `
    const { readFileSync } = require("node:fs");
    const { Script } = require("node:vm");
    const [filename, cache] = ["command.cjs", "command.cache"].map((file) => process.argv[1] + "/" + file);
    const script = new Script(readFileSync(filename, "utf8"), { cachedData: readFileSync(cache) });
    console.log(!script.cachedDataRejected);
  `;
  const { NODE_OPTIONS: _, ...env } = process.env;
  return execFileSync(process.execPath, ["-e", program, dist], { env, encoding: "utf8" }) === "true\n";
}

/** A copy of the command, and its files. */
function copy(): string {
  const dist = join(folder({}), "dist");
  mkdirSync(dist);
  for (const file of ["normalizer.cjs", "command.cjs", "command.cache"]) cpSync(join(DIST, file), join(dist, file));
  return dist;
}

const VERSION = `${JSON.parse(readFileSync("package.json", "utf8")).version}\n`;
const versionOf = (dist: string, ...flags: readonly string[]): string =>
  execFileSync(process.execPath, [...flags, join(dist, "normalizer.cjs"), "--version"], { encoding: "utf8" });

suite("the command's code cache", (test) => {
  test("is accepted by the Node that built it", () => assert.ok(isAccepted(DIST)));

  test("is not needed by another Node", () => {
    const dist = copy();
    const launcher = readFileSync(join(dist, "normalizer.cjs"), "utf8");
    writeFileSync(join(dist, "normalizer.cjs"), launcher.replace(`"${process.version} `, '"v0.0.0 '));
    rmSync(join(dist, "command.cache"));
    assert.equal(versionOf(dist), VERSION);
  });

  test("is passed over under other flags of V8", () => assert.equal(versionOf(DIST, "--no-opt"), VERSION));

  for (const [what, damaged] of [
    ["empty", (): Buffer => Buffer.alloc(0)],
    ["cut short", (cache: Buffer): Buffer => cache.subarray(0, cache.length / 2)],
    [
      "of another version",
      (cache: Buffer): Buffer => Buffer.concat([cache.subarray(0, 4), Buffer.alloc(4), cache.subarray(8)]),
    ],
  ] as const) {
    test(`is passed over if it is ${what}`, () => {
      const dist = copy();
      writeFileSync(join(dist, "command.cache"), damaged(readFileSync(join(dist, "command.cache"))));
      assert.ok(!isAccepted(dist));
      assert.equal(versionOf(dist), VERSION);
    });
  }
});
