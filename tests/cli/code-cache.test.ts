import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { COMMAND, HANG_MS } from "../support/command.ts";
import { folder } from "../support/folder.ts";
import { asNobody, noNobody } from "../support/nobody.ts";
import { caseCount } from "../support/property.ts";
import { seedOf } from "../support/run-settings.ts";
import { suite } from "../support/suite.ts";

const DIST = join(COMMAND, "..");

/** Loaded before the command, it tells what became of the cache that the command's code was compiled with. */
const TELLTALE = `
  const vm = require("node:vm");
  vm.Script = class extends vm.Script {
    constructor(code, options) {
      super(code, options);
      console.error(this.cachedDataRejected === false ? "accepted" : "not accepted");
    }
  };
`;

/** Whether the command in this folder starts from its cache. */
function isAccepted(dist: string, args = ["--version"]): boolean {
  const telltale = join(folder({ "telltale.cjs": TELLTALE }), "telltale.cjs");
  const { NODE_OPTIONS: _, ...env } = process.env;
  const command = ["--require", telltale, join(dist, "normalizer.cjs"), ...args];
  return /^(accepted\n)+$/.test(spawnSync(process.execPath, command, { env, encoding: "utf8" }).stderr);
}

/** A copy of the command, and its files. */
function copy(): string {
  const dist = join(folder({}), "dist");
  mkdirSync(dist);
  for (const file of ["normalizer.cjs", "command.cjs", "command.cache", "named.cjs", "named.cache"])
    cpSync(join(DIST, file), join(dist, file));
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

  const RULES = 'rules: [{ name: hello, pattern: "hello {who}", output: "greets {who}" }]\n';

  /** A copy of the command with what `replace` makes of the cache, beside rules and a log. */
  function damagedCopy(replace: (path: string, cache: Buffer) => void): string {
    const dist = copy();
    const path = join(dist, "command.cache");
    const cache = readFileSync(path);
    rmSync(path);
    replace(path, cache);
    writeFileSync(join(dist, "rules.yaml"), RULES);
    writeFileSync(join(dist, "a.log"), "hello Ann\nraw\n");
    return dist;
  }

  function assertRuns(dist: string, what: string, user: typeof asNobody = {}): void {
    const { NODE_OPTIONS: _, ...env } = process.env;
    const args = [join(dist, "normalizer.cjs"), "-qer", "rules.yaml", "a.log"];
    const options = { cwd: dist, env, timeout: HANG_MS, ...user };
    const { status, signal, stdout, stderr } = spawnSync(process.execPath, args, options);
    const explained = "EXPLAIN: Line 1: Matched rule 'hello'\nEXPLAIN: Line 2: No rule matched\n";
    assert.deepEqual(
      [status, signal, stdout.toString(), stderr.toString()],
      [0, null, "greets Ann\nraw\n", explained],
      what,
    );
  }

  for (const [what, replace] of [
    ["missing", (): void => {}],
    ["a folder", (path: string): void => mkdirSync(path)],
    ["a link in a circle", (path: string): void => symlinkSync(path, path)],
    ["a pipe", (path: string): void => void execFileSync("mkfifo", [path])],
    ["a device without an end", (path: string): void => symlinkSync("/dev/zero", path)],
    [
      "of another version",
      (path: string, cache: Buffer): void => {
        writeFileSync(path, Buffer.concat([cache.subarray(0, 4), Buffer.alloc(4), cache.subarray(8)]));
      },
    ],
    ["empty", (path: string): void => writeFileSync(path, "")],
    ["longer", (path: string, cache: Buffer): void => writeFileSync(path, Buffer.concat([cache, Buffer.alloc(1)]))],
    ["all zeros", (path: string, cache: Buffer): void => writeFileSync(path, Buffer.alloc(cache.length))],
    ["zeros after its header", (path: string, cache: Buffer): void => writeFileSync(path, cache.fill(0, 64))],
    [
      "turned by a word",
      (path: string, cache: Buffer): void => {
        writeFileSync(path, Buffer.concat([cache.subarray(0, 64), cache.subarray(72), cache.subarray(64, 72)]));
      },
    ],
  ] as const) {
    test(`is passed over if it is ${what}`, () => {
      const dist = damagedCopy(replace);
      assertRuns(dist, what);
      assert.ok(!isAccepted(dist));
    });
  }

  (noNobody === undefined ? test : test.skip)("is passed over if it may not be read", () => {
    const dist = damagedCopy((path, cache) => writeFileSync(path, cache, { mode: 0 }));
    chmodSync(join(dist, ".."), 0o755);
    assertRuns(dist, "not readable", asNobody);
  });

  test("of named commands is accepted, and passed over if it is damaged", () => {
    const dist = copy();
    const path = join(dist, "named.cache");
    assert.ok(isAccepted(dist, ["stats", "--help"]));
    for (const cache of [readFileSync(path).fill(0, 64, 4096), undefined]) {
      rmSync(path);
      if (cache !== undefined) writeFileSync(path, cache);
      assert.ok(!isAccepted(dist, ["stats", "--help"]));
      const help = execFileSync(process.execPath, [join(dist, "normalizer.cjs"), "stats", "--help"]).toString();
      assert.match(help, /^ {2}normalizer stats/m);
    }
  });

  test("is passed over wherever bits are flipped, bytes are replaced or the end is cut off", () => {
    const cache = readFileSync(join(DIST, "command.cache"));
    const at = fc.nat(cache.length - 1);
    const damage = fc.oneof(
      { weight: 4, arbitrary: fc.tuple(fc.constant("flip" as const), at, fc.nat(7)) },
      { weight: 2, arbitrary: fc.tuple(fc.constant("replace" as const), at, fc.uint8Array({ minLength: 1 })) },
      { weight: 1, arbitrary: fc.tuple(fc.constant("cut" as const), at) },
    );
    const dist = damagedCopy((path, cache) => writeFileSync(path, cache));
    for (const [kind, from, by] of fc.sample(damage, { seed: seedOf("damage"), numRuns: caseCount(90) })) {
      const damaged = Buffer.from(cache);
      if (kind === "flip") damaged[from]! ^= 1 << by;
      if (kind === "replace") damaged.set(by.subarray(0, cache.length - from), from);
      writeFileSync(join(dist, "command.cache"), kind === "cut" ? damaged.subarray(0, from) : damaged);
      assertRuns(dist, `${kind} ${by} at ${from}`);
    }
  });
});
