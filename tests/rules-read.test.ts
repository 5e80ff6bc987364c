import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadRules } from "../src/rules/load-rules.ts";
import { RulesError } from "../src/rules/rules-error.ts";
import { suite } from "./support/suite.ts";

const FILE = "rules:\n  - name: a\n    pattern: [{ text: x }]\n    output: y\n";
const unix = process.platform !== "win32";

suite("reading a rules file", (test) => {
  let folder = "";
  test.before(() => {
    folder = mkdtempSync(join(tmpdir(), "rules-"));
  });
  test.after(() => rmSync(folder, { recursive: true }));

  test("a file is read", () => {
    const path = join(folder, "rules.yaml");
    writeFileSync(path, FILE);
    assert.deepEqual(
      loadRules(path).map(({ name }) => name),
      ["a"],
    );
  });
  test("a file that is larger than one read is read whole", () => {
    const path = join(folder, "large.yaml");
    writeFileSync(path, `${"# comment\n".repeat(100_000)}${FILE}`);
    assert.equal(loadRules(path).length, 1);
  });
  test("the path is in the report", () => {
    const path = join(folder, "wrong.yaml");
    writeFileSync(path, "rules: x\n");
    assert.throws(
      () => loadRules(path),
      (error) => error instanceof RulesError && error.path === path && error.message.startsWith(`${path}:1:8: `),
    );
  });
  test("a file that is not there is the system's error", () => {
    assert.throws(() => loadRules(join(folder, "none.yaml")), { code: "ENOENT" });
  });
  test("a folder is the system's error", () => assert.throws(() => loadRules(folder), { code: "EISDIR" }));
  if (unix) {
    test("a pipe is read to its end", () => {
      const path = join(folder, "pipe");
      execFileSync("mkfifo", [path]);
      // Two writes with a pause: what one read gives is not the whole.
      const writer = spawn("sh", ["-c", `{ printf '%s' "$0"; sleep 0.1; printf '# end\\n'; } > "$1"`, FILE, path]);
      assert.equal(loadRules(path).length, 1);
      writer.kill();
    });
    test("what has no end is given up", () => {
      assert.throws(() => loadRules("/dev/zero"), { message: /^larger than 64 MiB/ });
    });
  }
});
