import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { ReadingBar } from "../../src/cli/progress.ts";
import { folder } from "../support/folder.ts";
import { someOf } from "../support/property.ts";
import { suite } from "../support/suite.ts";
import { hasTerminals, Terminal } from "../support/terminal.ts";

/** What a screen of some width shows after each step: bytes read, and the time in milliseconds. */
function shown(total: number | undefined, columns: number, steps: readonly (readonly [number, number])[]): string[] {
  let now = 0;
  const lines: string[] = [];
  const screen = { columns, write: (text: string) => lines.push(text) };
  const progress = new ReadingBar(screen, () => now);
  progress.begin(total);
  let read = 0;
  for (const [time, bytes] of steps) {
    now = time;
    progress.add(bytes - read);
    read = bytes;
    progress.draw();
  }
  progress.end();
  return lines.map((line) => line.replace("\r\x1b[K", ""));
}

suite("progress", (test) => {
  test("shows the share, the bytes, the rate and the time left", () => {
    assert.deepEqual(shown(400e6, 80, [[1000, 100e6]]), [
      " 25% ███████░░░░░░░░░░░░░░░░░░░░░░░  100 MB of 400 MB  100 MB/s  3 s left",
      "",
    ]);
  });

  test("shows the average rate", () => {
    const [, last] = shown(1e9, 80, [
      [1000, 100e6],
      [30_000, 120e6],
    ]);
    assert.equal(last, " 12% ███░░░░░░░░░░░░░░░░░░░░░░░░░░  120 MB of 1.0 GB  4.0 MB/s  3 min 40 s left");
  });

  test("shows the bytes, the rate and the elapsed time if the total is unknown", () => {
    assert.deepEqual(shown(undefined, 80, [[7_322_000, 9.96e12]]), ["10 TB  1.4 GB/s  2 h 2 min", ""]);
  });

  test("fits a narrow screen", () => {
    for (let columns = 1; columns < 100; columns++) {
      for (const total of [400e6, undefined]) {
        const [line] = shown(total, columns, [[1000, 100e6]]);
        assert.ok(line!.length < columns || line === "", `${columns}: ${line}`);
      }
    }
  });

  test("ends at 100%, even if more was read than expected", () => {
    assert.match(shown(10, 80, [[1, 10]])[0]!, /^100% █{30} {2}10 B of 10 B/);
    assert.match(shown(10, 80, [[1, 20]])[0]!, /^100% █{30}/);
    assert.match(shown(0, 80, [[1, 0]])[0]!, /^100%/);
  });

  test("writes nothing if it ends before it is drawn", () => {
    assert.deepEqual(shown(10, 80, []), []);
  });
});

suite("progress of commands that read logs", (test) => {
  if (!hasTerminals) {
    console.log("skipped: progress on a terminal, which needs the program 'script'");
    return;
  }
  const terminal = new Terminal(80);
  /** What the terminal shows of a run that waits for a log. */
  const waiting = async (args: string): Promise<string> => {
    const cwd = folder({
      "rules.yaml": "rules:\n  - name: asks\n    pattern: '{id} asks'\n    output: asks\n",
      "app.log": "ann asks\n",
    });
    execFileSync("mkfifo", ["pipe"], { cwd });
    const writer = spawn("sh", ["-c", "exec sleep 0.5 >pipe"], { cwd, stdio: "ignore" });
    const shown = await terminal.run(args.split(" "), cwd);
    writer.kill();
    return shown;
  };
  const CLEAR = "\r\x1b[K";

  for (const args of someOf(
    [
      "diff -r rules.yaml app.log pipe",
      "diff --good app.log pipe",
      "trace -r rules.yaml --by id pipe",
      "fields -r rules.yaml pipe",
      "check rules.yaml pipe",
      "report -r rules.yaml -o report.html pipe",
      "suggest pipe",
    ],
    "commands with progress",
  ))
    test(`is shown and erased: ${args}`, async () => {
      const shown = await waiting(args);
      assert.match(shown, /\d+ B {2}\d+ B\/s {2}\d+ s/);
      const erased = shown.lastIndexOf(CLEAR);
      assert.doesNotMatch(shown.slice(erased), /B\/s/);
    });

  test("is not shown by a run that is to write nothing", async () => {
    assert.equal(await waiting("diff -q -r rules.yaml app.log pipe"), "");
  });
});
