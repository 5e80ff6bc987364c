import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RulesError } from "../../src/rules/rules-error.ts";
import { readRules } from "../support/parsed-rules.ts";
import { suite } from "../support/suite.ts";

const FILE = "rules:\n  - name: a\n    pattern: [{ text: x }]\n    output: y\n";
const unix = process.platform !== "win32";

suite("reading a rules file", (test) => {
  let folder = "";
  test.before(() => {
    folder = mkdtempSync(join(tmpdir(), "rules-"));
  });
  test.after(() => rmSync(folder, { recursive: true }));

  test("returns its rules", () => {
    const path = join(folder, "rules.yaml");
    writeFileSync(path, FILE);
    assert.deepEqual(
      readRules(path).rules.map(({ name }) => name),
      ["a"],
    );
  });
  test("reads the whole of a file that is larger than one read", () => {
    const path = join(folder, "large.yaml");
    writeFileSync(path, `${"# comment\n".repeat(100_000)}${FILE}`);
    assert.equal(readRules(path).rules.length, 1);
  });
  test("names the path in the report", () => {
    const path = join(folder, "wrong.yaml");
    writeFileSync(path, "rules: x\n");
    assert.throws(
      () => readRules(path),
      (error) => error instanceof RulesError && error.path === path && error.message.startsWith(`${path}:1:8: `),
    );
  });
  test("throws the system's error if the file is missing", () => {
    assert.throws(() => readRules(join(folder, "none.yaml")), { code: "ENOENT" });
  });
  test("throws the system's error for a folder", () => assert.throws(() => readRules(folder), { code: "EISDIR" }));
  if (unix) {
    test("reads a pipe to its end", () => {
      const path = join(folder, "pipe");
      execFileSync("mkfifo", [path]);
      // Two writes with a pause between them, so that one read does not get everything.
      const writer = spawn("sh", ["-c", `{ printf '%s' "$0"; sleep 0.1; printf '# end\\n'; } > "$1"`, FILE, path]);
      assert.equal(readRules(path).rules.length, 1);
      writer.kill();
    });
    test("gives up on a file without end", () => {
      assert.throws(() => readRules("/dev/zero"), { message: /^larger than 64 MiB/ });
    });
  }
});
