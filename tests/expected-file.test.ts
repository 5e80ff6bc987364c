// What `npm run write:outputs` writes, and what it leaves to a person.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { assertFile, assertOutcome, HOW_TO_WRITE, TO_READ } from "./support/expected-file.ts";
import { folder } from "./support/folder.ts";
import { shown } from "./support/shown.ts";
import { suite } from "./support/suite.ts";

const outcome = (exit: number, stdout: string, stderr: string) => ({
  ...{ exit, stdout: Buffer.from(stdout), stderr: Buffer.from(stderr) },
});

/** What a call writes to standard error. */
function errorsOf(call: () => void): string[] {
  const { error } = console;
  const lines: string[] = [];
  console.error = (line: string) => lines.push(line);
  try {
    call();
  } finally {
    console.error = error;
  }
  return lines;
}

suite("expected outputs that are written", (test) => {
  test("are those of a run that ended as before", () => {
    const cwd = folder({ stdout: "old\n" });
    assert.deepEqual(
      errorsOf(() => assertOutcome(cwd, outcome(0, "new\n", ""), true)),
      [],
    );
    assert.equal(readFileSync(`${cwd}/stdout`, "utf8"), "new\n");
    assert.ok(!existsSync(`${cwd}/stderr`));
  });

  test("are none of a run with another exit code", () => {
    for (const before of [{ stdout: "old\n" }, { stdout: "old\n", exit: "1\n" }]) {
      const cwd = folder(before);
      const run = () => assertOutcome(cwd, outcome(2, "new\n", "trouble\n"), true);
      assert.throws(run, /the exit code is 2, not [01]; .* by hand\nstandard error: trouble\n/);
      assert.equal(readFileSync(`${cwd}/stdout`, "utf8"), "old\n");
      assert.deepEqual([existsSync(`${cwd}/stderr`), existsSync(`${cwd}/exit`)], [false, "exit" in before]);
    }
  });

  test("are named if they are on standard error", () => {
    const cwd = folder({ stderr: "old\n", exit: "2\n" });
    const [line, ...more] = errorsOf(() => assertOutcome(cwd, outcome(2, "", "new\n"), true));
    assert.ok(line!.startsWith(TO_READ) && line!.endsWith("/stderr"), line);
    assert.deepEqual(more, []);
    assert.equal(readFileSync(`${cwd}/stderr`, "utf8"), "new\n");
  });

  test("are never nothing in place of something", () => {
    for (const name of ["stdout", "stderr"]) {
      const cwd = folder({ [name]: "old\n" });
      const run = () => assertOutcome(cwd, outcome(0, "", ""), true);
      assert.throws(run, new RegExp(`${name}: nothing is written any more; .* delete the file by hand`));
      assert.equal(readFileSync(`${cwd}/${name}`, "utf8"), "old\n");
    }
  });
});

suite("expected outputs that are compared", (test) => {
  test("stay as they are, and the failure says how they are written", () => {
    const cwd = folder({ file: "old\n" });
    const run = () => assertFile(`${cwd}/file`, Buffer.from("new\n"), false);
    assert.throws(run, (error: Error) => error.message.includes(HOW_TO_WRITE));
    assert.equal(readFileSync(`${cwd}/file`, "utf8"), "old\n");
  });

  test("are shown as UTF-8, and with all bytes", () => {
    assert.equal(shown(Buffer.from("┌ é\n")), "┌ é\n");
    assert.equal(shown(Buffer.from("é\n\xe9 \xff\n", "latin1")), "(not UTF-8) é\n(not UTF-8) é ÿ\n");
    assert.notEqual(shown(Buffer.from("\xe9", "latin1")), shown(Buffer.from("é")));
  });
});
