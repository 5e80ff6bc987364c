// `diff --good` as a command: its answer depends on the lines alone.
import assert from "node:assert/strict";
import { symlinkSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import type { Outcome } from "../../support/command.ts";
import { hosted } from "../../support/command-host.ts";
import { folder } from "../../support/folder.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const LINES = [
  "starting version 1.4.2",
  "compiling worker 7",
  "compiling worker 8",
  "    at main (index.js:7)",
  "ERROR cannot connect to database",
  "tests passed: 41",
  "tests failed: 3",
  "reading chunk\x1b[1m 12\x1b[0m of 20\rreading chunk 20 of 20",
  "10:00:02 upload finished",
  "a word that is \xff",
  "-----",
  "",
  "all done",
];
const runs = fc.array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 25 });

const textOf = (lines: readonly string[], end = "\n"): Buffer =>
  Buffer.from(lines.map((line) => line + end).join(""), "latin1");

const say = ({ stdout, stderr, exit }: Outcome): string => `${exit}\n${stdout.toString("latin1")}${stderr}`;

/** The answer as JSON, with the names of logs as they are without other endings. */
async function answer(good: string, failed: string, cwd: string, stdin?: Buffer): Promise<string> {
  const args = ["diff", "--format", "json", "--good", good, failed];
  const outcome = await hosted(args, cwd, stdin === undefined ? {} : { stdin });
  return say(outcome)
    .replace(/"file": "[^"]*?(good|failed)[^"]*"/g, '"file": "$1"')
    .replaceAll('"file": "-"', '"file": "failed"');
}

suite("diff --good", (test) => {
  test("answers the same for a file, a pipe, compressed logs, other line ends and a second time", async () => {
    await assertProperty(
      fc.asyncProperty(runs, runs, async (good, failed) => {
        const cwd = folder({
          "good.log": textOf(good),
          "failed.log": textOf(failed),
          "good.gz": gzipSync(textOf(good)),
          "failed.gz": gzipSync(textOf(failed)),
          "good-windows.log": textOf(good, "\r\n"),
          "failed-windows.log": textOf(failed, "\r\n"),
        });
        const expected = await answer("good.log", "failed.log", cwd);
        assert.match(expected, /^[01]\n/);
        assert.equal(await answer("good.log", "failed.log", cwd), expected);
        assert.equal(await answer("good.gz", "failed.gz", cwd), expected);
        assert.equal(await answer("good.log", "-", cwd, textOf(failed)), expected);
        assert.equal(await answer("good-windows.log", "failed-windows.log", cwd), expected);
      }),
      { numRuns: 60 },
    );
  });

  test("tells nothing of a run that is among the good ones, whatever the others are", async () => {
    await assertProperty(
      fc.asyncProperty(runs, runs, async (good, other) => {
        const cwd = folder({ "1.log": textOf(good), "2.log": textOf(other), "failed.log": textOf(good) });
        const outcome = await hosted(["diff", "--good", "1.log", "--good", "2.log", "-q", "failed.log"], cwd);
        assert.equal(say(outcome), "0\n");
      }),
      { numRuns: 60 },
    );
  });

  test("writes no control characters of logs and their names to people", async () => {
    const cwd = folder({
      "good\x1b[31m.log": textOf(["start of work", "the state is SUC\x07CESS", "tests passed: 41"]),
      "failed\x07\x9b.log": textOf([
        "start of work",
        "the state is FAIL\x07URE",
        "ERROR \x1b[31mcannot\x08 con\x9bnect",
      ]),
    });
    const { stdout, stderr, exit } = await hosted(["diff", "--good", "good\x1b[31m.log", "failed\x07\x9b.log"], cwd);
    assert.equal(exit, 1, stderr.toString());
    // biome-ignore lint/suspicious/noControlCharactersInRegex: These are looked for.
    assert.doesNotMatch(stdout.toString(), /[\0-\x09\x0b-\x1f\x7f-\x9f]/);
    assert.match(stdout.toString(), /FAIL\\x07URE/);
    const folders = { "good/a\x07.log": textOf(["start of work"]), "good/b\x07.log": textOf(["start of work"]) };
    const others = folder({
      ...folders,
      "failed/a\x07.log": textOf(["ERROR bad"]),
      "failed/c\x07.log": textOf(["ERROR"]),
    });
    const told = await hosted(["diff", "--good", "good", "failed"], others);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: These are looked for.
    assert.doesNotMatch(told.stdout.toString() + told.stderr.toString(), /[\0-\x09\x0b-\x1f\x7f-\x9f]/);
    const work = textOf(["start of work"]);
    const lacking = folder({ ...folders, "more/a\x07.log": work, "failed/a\x07.log": work, "failed/b\x07.log": work });
    for (const args of [
      ["diff", "--good", "good", "--good", "more", "failed"],
      ["suggest", "--runs", "good", "more"],
    ]) {
      const { stdout, stderr } = await hosted(args, lacking);
      assert.match(stderr.toString(), /^normalizer: more: has no b\\x07\.log$/m);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: These are looked for.
      assert.doesNotMatch(stdout.toString() + stderr.toString(), /[\0-\x09\x0b-\x1f\x7f-\x9f]/);
    }
    assert.match(say(told), /c\\x07\.log is in no good run\n.*b\\x07\.log is in all good runs/);
  });

  test("tells a new line whose first word comes after hundreds of numbers", async () => {
    const good = ["a start", "the end"];
    const row = `[${Array.from({ length: 300 }, (_, i) => i).join(", ")}] disk lost`;
    const cwd = folder({ "good.log": textOf(good), "failed.log": textOf([good[0]!, row, good[1]!]) });
    const { exit, stdout } = await hosted(["diff", "--good", "good.log", "failed.log"], cwd);
    assert.equal(exit, 1);
    assert.match(stdout.toString(), /^2 \+ .* disk lost$/m);
  });

  test("names a link in a folder that leads nowhere", async () => {
    const cwd = folder({ "good/a.log": textOf(["all done"]), "failed.log": textOf(["all done"]) });
    symlinkSync("nowhere", `${cwd}/good/b.log`);
    const { exit, stderr } = await hosted(["diff", "--good", "good", "failed.log"], cwd);
    assert.deepEqual([exit, stderr.toString()], [2, "normalizer: good/b.log: no such file or directory\n"]);
  });

  test("counts known lines that follow, wherever good runs have them", async () => {
    const good = ["one ant", "two bees", "six cats", "ten dogs"];
    const failed = ["six cats", "ten dogs", "ERROR no bone", "two bees", "one ant"];
    const cwd = folder({ "good.log": textOf(good), "failed.log": textOf(failed) });
    const { stdout } = await hosted(["diff", "--good", "good.log", "failed.log"], cwd);
    assert.match(stdout.toString(), / line 3, 2 known lines follow$/m);
  });

  test("names the last known line with a word where a run ends early", async () => {
    const good = ["start of work", "", "all done", "bye"];
    const cwd = folder({ "good.log": textOf(good), "failed.log": textOf(["start of work", "", "killed"]) });
    const { stdout } = await hosted(["diff", "--good", "good.log", "failed.log"], cwd);
    assert.match(stdout.toString(), /^last known line, 1: start of work$/m);
  });

  test("has no early end where another line stands in the place of the last one", async () => {
    const ends = [
      ["ok  harbour/dock 0.2s", ["FAIL", "FAIL  harbour/dock 0.3s", "FAIL"]],
      ["===== 9 passed in 0.2s =====", ["E  KeyError: 'quay'", "===== 1 failed, 8 passed in 0.3s ====="]],
    ] as const;
    for (const [good, failed] of ends) {
      const log = (...last: readonly string[]): Buffer => textOf(["=== RUN dock", "--- PASS: dock (0.1s)", ...last]);
      const cwd = folder({ "good.log": log(good), "failed.log": log(...failed), "killed.log": log("Killed") });
      const heads = ["failed.log", "killed.log"].map(async (name) => {
        const { stdout } = await hosted(["diff", "--good", "good.log", name], cwd);
        return stdout.toString().includes("\nends early: ");
      });
      assert.deepEqual(await Promise.all(heads), [false, true], good);
    }
  });

  test("refuses to write into a log that it reads", async () => {
    const cwd = folder({ "good.log": textOf(["start of work"]), "failed.log": textOf(["start of work", "ERROR bad"]) });
    const loop = await hosted(["diff", "--good", "good.log", "failed.log"], cwd, { stdout: `${cwd}/failed.log` });
    assert.equal(loop.exit, 2);
    assert.match(loop.stderr.toString(), /failed\.log: is both a log and where the output goes/);
  });
});
