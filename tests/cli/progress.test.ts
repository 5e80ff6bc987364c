import assert from "node:assert/strict";
import { Progress } from "../../src/cli/progress.ts";
import { suite } from "../support/suite.ts";

/** What a screen of some width shows after each step: bytes read, and the time in milliseconds. */
function shown(total: number | undefined, columns: number, steps: readonly (readonly [number, number])[]): string[] {
  let now = 0;
  const lines: string[] = [];
  const screen = { columns, write: (text: string) => lines.push(text) };
  const progress = new Progress(screen, total, () => now);
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

  test("follows the recent rate", () => {
    const [, , last] = shown(1e9, 80, [
      [1000, 100e6],
      [2000, 110e6],
      [30_000, 120e6],
    ]);
    assert.equal(last, " 12% ███░░░░░░░░░░░░░░░░░░░░░░░░░░  120 MB of 1.0 GB  665 kB/s  22 min 3 s left");
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
