import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { outcome } from "./support/command.ts";
import { folder } from "./support/folder.ts";
import { suite } from "./support/suite.ts";
import { TestProcess } from "./support/test-process.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Runs the test runner on a project with these test files. */
async function run(tests: Record<string, string>, ...args: string[]): Promise<{ exit: unknown; output: string }> {
  const files = Object.entries(tests).map(([name, text]) => [`tests/${name}.test.ts`, text]);
  const cwd = folder({ "package.json": '{ "type": "module" }', ...Object.fromEntries(files) });
  for (const name of ["run.ts", "support"]) cpSync(join(here, name), join(cwd, "tests", name), { recursive: true });
  symlinkSync(join(here, "../node_modules"), join(cwd, "node_modules"));
  const { exit, stdout } = await outcome(
    // Without the options of the run that this test is a part of.
    spawn(process.execPath, ["--import", "tsx", "tests/run.ts", ...args], {
      cwd,
      env: { ...process.env, TEST_SEED: undefined, TEST_RUNS: undefined, TEST_ONLY: undefined },
    }),
  );
  return { exit, output: stdout.toString() };
}

const IMPORT = 'import { suite } from "./support/suite.ts";\n';
const PASSING = `${IMPORT}suite("one", (test) => {\n  test("passes", () => {});\n});\n`;
const failing = (test: string): string =>
  `${IMPORT}suite("good", (test) => {\n  test("passes", () => {});\n});\nsuite("bad", (test) => {\n  ${test}\n});\n`;

suite("the test runner", (test) => {
  test("finds a suite in every test file", () => {
    const files = readdirSync(here, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".test.ts"));
    assert.ok(files.length > 10);
    for (const file of files)
      assert.match(readFileSync(here + file, "utf8"), /^(?:suite|countingSuite<\w+>)\(\s*"/m, file);
  });

  test("counts the tests that pass, shows what they wrote, and says at the end what was skipped, and why", async () => {
    const skipped = PASSING.replace(/\}\);\n$/, '}, "no browser");\n');
    const { exit, output } = await run(
      { one: PASSING, noisy: PASSING.replace("{}", '{ console.log("noise"); }'), skipped, left: "throw 1;" },
      "one",
      "tests/noisy.test.ts",
      "skipped",
    );
    assert.match(output, /^seed \d+, 0\.1 times the random cases\nsome costly cases .* left out; --runs 1 runs all\n/);
    assert.match(output, /^tests\/one\.test\.ts: 1 passed, [\d.]+ s(?:, [\d.]+ CPU s)?$/m);
    assert.match(output, / noise$/m);
    assert.match(output, /\nSKIPPED: 1 test of tests\/skipped\.test\.ts: no browser\n2 passed, 0 failed\n$/);
    assert.equal(exit, 0);
  });

  test.costly("leaves out most costly tests, but none with --runs 1 or --only", async () => {
    const costly = Array.from({ length: 50 }, (_, i) => `test.costly("costly ${i}", () => {});`).join("\n  ");
    const tests = {
      many: PASSING.replace('test("passes", () => {});', costly),
      rare: PASSING.replace('test("passes"', 'test.costly("is left out with seed 7"'),
    };
    const { exit, output } = await run(tests, "--seed", "7");
    const [, some] = /^tests\/many\.test\.ts: (\d+) passed, /m.exec(output) ?? [];
    assert.ok(Number(some) > 2 && Number(some) < 25, output);
    assert.match(output, /^tests\/rare\.test\.ts: 0 passed, /m);
    assert.equal(exit, 0);
    assert.match((await run(tests, "--seed", "7", "--runs", "1")).output, /\n51 passed, 0 failed\n$/);
    assert.match((await run(tests, "--seed", "7", "--only", "costly 1")).output, /\n11 passed, 0 failed\n$/);
  });

  test.costly("fails if no test runs", async () => {
    const { exit, output } = await run({ one: PASSING }, "no-such-test");
    assert.match(output, /\nno test ran\n/);
    assert.match(output, /\n0 passed, 1 failed\n$/);
    assert.equal(exit, 1);
  });

  test.costly("runs only tests with a text in their name", async () => {
    const other = failing(
      'test("fails", () => assert.equal(1, 2));\n  test.before(() => { throw new Error("no hook"); });',
    );
    const tests = { one: PASSING, other: other.replace("passes", "succeeds") };
    const { exit, output } = await run(tests, "--only", "asse");
    assert.match(output, /^seed \d+, 0\.1 times the random cases\ntests\/one\.test\.ts: 1 passed, /);
    assert.match(output, /\n2 files, .*\n1 passed, 0 failed\n$/);
    assert.equal(exit, 0);
    const none = await run(tests, "--only", "no such name");
    assert.match(none.output, /\nno test ran; none has 'no such name' in its name\n/);
    assert.equal(none.exit, 1);
  });

  test.costly("lists all failures at the end, file by file", async () => {
    const { exit, output } = await run(
      {
        one: PASSING,
        differs: failing('test("says so", () => assert.equal({ a: 1 }, { a: 2 }));').replace(
          IMPORT,
          `${IMPORT}import * as assert from "uvu/assert";\n`,
        ),
        random: failing(
          'test("of nothing", () => assertProperty(fc.property(fc.nat(), (n) => assert.equal([n], [0]))));\n  test("thrown", () => { throw "a text"; });',
        ).replace(
          IMPORT,
          `${IMPORT}import fc from "fast-check";\nimport * as assert from "uvu/assert";\nimport { assertProperty } from "./support/property.ts";\n`,
        ),
        hook: failing('test.before(() => { throw new Error("no hook"); });\n  test("waits", () => {});'),
        loading: `${PASSING}throw new Error("not loaded");\n`,
        exits: `${PASSING}process.exit(0);\n`,
        settles: failing('test("never", () => new Promise(() => {}));'),
        later: failing('test("passes", () => void setTimeout(() => { throw new Error("later"); }, 50));'),
        idle: 'import "./support/suite.ts";\n',
        empty: failing(""),
      },
      "--seed",
      "7",
      "--runs",
      "0.3",
    );
    // Which files share a process depends on the number of cores.
    const end = output.slice(output.indexOf("\n\ntests/")).replace(/\nin a process that had run .*/g, "");
    const reportOn = (name: string): string => {
      const file = `tests/${name}.test.ts`;
      const from = end.indexOf(`\n\n${file}\n`);
      const alone = `\nalone: npm test -- ${file} --seed 7 --runs 0.3\n`;
      assert.ok(from >= 0 && end.includes(alone, from), `${file} in ${end}`);
      return end.slice(from, end.indexOf(alone, from));
    };
    assert.match(
      reportOn("differs"),
      /FAIL {2}bad {2}"says so"[\s\S]*Actual:\n.*"a":.1\n[\s\S]*\/differs\.test\.ts:7:/,
    );
    assert.match(reportOn("random"), /FAIL {2}bad {2}"of nothing"[\s\S]*Counterexample: \[1\]\n[\s\S]*Actual:\n.*1,\n/);
    assert.match(reportOn("random"), /FAIL {2}bad {2}"thrown"\n {4}threw 'a text'/);
    assert.match(reportOn("hook"), /suite "bad" could not start: Error: no hook/);
    assert.match(reportOn("loading"), /Error: not loaded[\s\S]*the process ended early, with 1$/);
    assert.match(reportOn("exits"), /registers no suite$/);
    assert.match(reportOn("settles"), /the process ended early, with 1$/);
    assert.match(reportOn("later"), /Error: later[\s\S]*the process ended with 1 after its tests$/);
    assert.match(reportOn("idle"), /registers no suite$/);
    assert.match(reportOn("empty"), /the suite "bad" has no test/);
    assert.ok(!end.includes("one.test.ts"));
    assert.match(output, /\n6 passed, 10 failed\n$/);
    assert.equal(exit, 1);
  });

  test.costly("ends a test that hangs", async () => {
    const program = join(folder({ "hangs.mjs": "console.log('begun'); setInterval(() => {}, 1000);" }), "hangs.mjs");
    const { passed, failed, output } = await new TestProcess({ options: [], env: {}, silence: 500 }).run(
      program,
      program,
    );
    assert.deepEqual([passed, failed], [0, 1]);
    assert.match(output, /the process hung$/);
  });
});
