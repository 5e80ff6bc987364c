import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { join } from "node:path";
import { COMMAND } from "../support/command.ts";
import { folder } from "../support/folder.ts";
import { Running } from "../support/running.ts";
import { suite } from "../support/suite.ts";

const path = folder({ "good.log": "all is well\nstill well\n" });

function follow(...options: string[]): Running {
  const args = [COMMAND, "diff", "--good", join(path, "good.log"), "--follow", ...options, "-"];
  return new Running(spawn(process.execPath, args));
}

suite("diff --follow", (test) => {
  test("writes each new line before the next one is waited for", async () => {
    const run = follow();
    run.write("all is well\nthe disk is full\n");
    await run.until("2 + the disk is full\n");
    run.write("the disk is full\nno more work\n");
    await run.until("4 + no more work\n");
    run.child.stdin!.end();
    assert.equal(await run.ended, 1);
    assert.ok(run.stdout.endsWith("2   1 more: the disk is full\n4 lines, 2 new lines; 1 good run\n"), run.stdout);
  });

  test("says what came again when a signal ends it", async () => {
    for (const [signal, exit] of [
      ["SIGINT", 130],
      ["SIGTERM", 143],
    ] as const) {
      const run = follow("--format", "json");
      run.write("the disk is full\n");
      await run.until('"text": "the disk is full"}\n');
      run.kill(signal);
      assert.equal(await run.ended, exit);
      const summary = JSON.parse(run.stdout.trimEnd().split("\n").at(-1)!);
      assert.deepEqual([summary.kind, summary.told, summary.lines], ["summary", 1, 1]);
    }
  });

  test("ends quietly when nobody reads on", async () => {
    const run = follow();
    run.write("the disk is full\n");
    await run.until("full\n");
    run.child.stdout!.destroy();
    for (let i = 0; i < 3 && run.child.exitCode === null; i++) {
      run.write(`${"x".repeat(i + 1)} is new, too\n`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    run.child.stdin!.end();
    assert.equal(await run.ended, 0);
    assert.equal(run.stderr, "");
  });

  test("writes nothing with --quiet, and ends with 0 where nothing is new", async () => {
    const news = follow("--quiet");
    news.child.stdin!.end("the disk is full\n");
    assert.equal(await news.ended, 1);
    assert.equal(news.stdout, "");
    const none = follow();
    none.child.stdin!.end("still well\n");
    assert.equal(await none.ended, 0);
    assert.equal(none.stdout, "1 line, 0 new lines; 1 good run\n");
  });
});
