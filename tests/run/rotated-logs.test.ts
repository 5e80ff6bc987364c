import assert from "node:assert/strict";
import { inRotationOrder, rotatedLogOf } from "../../src/run/rotated-logs.ts";
import { suite } from "../support/suite.ts";

/** The files in order; one that continues the file before has a plus. */
function ordered(...files: string[]): string {
  return inRotationOrder(files, (file) => file)
    .map(({ file, continues }) => (continues ? `+${file}` : file))
    .join(" ");
}

suite("rotated logs", (test) => {
  for (const [files, expected] of [
    [["app.log", "app.log.1", "app.log.10.gz", "app.log.2.gz"], "app.log.10.gz +app.log.2.gz +app.log.1 +app.log"],
    [["app.1.log.gz", "app.2.log", "app.log"], "app.2.log +app.1.log.gz +app.log"],
    [["app-20260101.log.gz", "app-20251231.log", "app.log"], "app-20251231.log +app-20260101.log.gz +app.log"],
    [["app.log", "app.log-20260102", "app.log-20260101.gz"], "app.log-20260101.gz +app.log-20260102 +app.log"],
    [["app.log", "app.log.2026-11-26", "app.log.2026-11-25"], "app.log.2026-11-25 +app.log.2026-11-26 +app.log"],
    [["a-2026-01-02_030000.log", "a-2026-01-02_010000.log"], "a-2026-01-02_010000.log +a-2026-01-02_030000.log"],
    [["app.log", "app.log.1", "app.log-20260101"], "app.log-20260101 +app.log.1 +app.log"],
    // The set stands where its first file does, and folders keep theirs apart.
    [["b.log", "x/a.log", "a.log.1", "c.log", "a.log", "x/a.log.1"], "b.log x/a.log.1 +x/a.log a.log.1 +a.log c.log"],
    // Without the log itself, numbers say nothing.
    [["part.1", "part.2", "v1.2.log", "run.log.1", "run.log.2"], "part.1 part.2 v1.2.log run.log.1 run.log.2"],
    // No dates, and a log that is named twice.
    [["a-20261301.log", "a-12345678.log", "a.log", "a.log", "2026-01-02.log", "2026-01-01.log"], undefined],
    [[], ""],
  ] as const)
    test(files.join(" "), () => assert.equal(ordered(...files), expected ?? files.join(" ")));

  test("belong to the log that they were", () => {
    assert.equal(rotatedLogOf("logs/app-20260101.log.gz"), "logs/app.log");
    assert.equal(rotatedLogOf("logs/app.log.3"), "logs/app.log");
    assert.equal(rotatedLogOf("logs.1/app.log"), "logs.1/app.log");
  });
});
