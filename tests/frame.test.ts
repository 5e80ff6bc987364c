import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { outcome } from "./support/command.ts";
import { folder } from "./support/folder.ts";
import { suite } from "./support/suite.ts";

const here = fileURLToPath(new URL(".", import.meta.url));

/** Runs the runner over a project of these test files. */
async function run(tests: Record<string, string>, filter = ""): Promise<{ exit: unknown; output: string }> {
  const files = Object.entries(tests).map(([name, text]) => [`tests/${name}.test.ts`, text]);
  const cwd = folder({ "package.json": '{ "type": "module" }', ...Object.fromEntries(files) });
  for (const name of ["run.ts", "support/suite.ts"]) cpSync(`${here}${name}`, `${cwd}/tests/${name}`);
  symlinkSync(`${here}../node_modules`, `${cwd}/node_modules`);
  const { FORCE_COLOR: _, ...env } = process.env;
  const child = spawn(process.execPath, ["--import", "tsx", "tests/run.ts", ...(filter === "" ? [] : [filter])], {
    cwd,
    env,
  });
  const { exit, stdout } = await outcome(child);
  return { exit, output: stdout.toString() };
}

const IMPORT = 'import { suite } from "./support/suite.ts";\n';
const PASSING = `${IMPORT}suite("one", (test) => {\n  test("passes", () => {});\n});\n`;
const FAILING = `${IMPORT}suite("two", (test) => {\n  test("fails", async () => { throw new Error("no"); });\n});\n`;

suite("the frame of the tests", (test) => {
  test("every file registers a suite", () => {
    const files = readdirSync(here, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".test.ts"));
    assert.ok(files.length > 10);
    for (const file of files) assert.match(readFileSync(here + file, "utf8"), /^suite\("/m, file);
  });

  test("the runner counts what passes", async () => {
    const { exit, output } = await run({ one: PASSING });
    assert.match(output, /\n1 passed, 0 failed\n$/);
    assert.equal(exit, 0);
  });

  test("the runner fails when a test fails", async () => {
    const { exit, output } = await run({ one: PASSING, two: FAILING });
    assert.match(output, /\n1 passed, 1 failed\n$/);
    assert.equal(exit, 1);
  });

  test("the runner fails when nothing runs", async () => {
    const { exit, output } = await run({ one: PASSING }, "no-such-test");
    assert.match(output, /\bno test ran\n0 passed, 1 failed\n$/);
    assert.equal(exit, 1);
  });

  test("the runner fails when a file registers no suite", async () => {
    const { exit, output } = await run({ one: PASSING, idle: 'import "./support/suite.ts";\n' });
    assert.match(output, /\ntests\/idle\.test\.ts registers no suite\n1 passed, 1 failed\n$/);
    assert.equal(exit, 1);
  });

  test("the runner fails when a file cannot be loaded, or ends the process", async () => {
    for (const text of [`${PASSING}throw new Error("no");\n`, `${PASSING}process.exit(0);\n`]) {
      assert.equal((await run({ one: PASSING, two: text })).exit, 1);
    }
  });

  test("the runner fails when a test never settles", async () => {
    const never = `${IMPORT}suite("two", (test) => {\n  test("waits", () => new Promise(() => {}));\n});\n`;
    assert.equal((await run({ one: PASSING, two: never })).exit, 1);
  });
});
