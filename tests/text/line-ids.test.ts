// What is an id by its form or its key.
import assert from "node:assert/strict";
import { idContext, idKind, LineIds } from "../../src/text/shapes/line-ids.ts";
import { suite } from "../support/suite.ts";

const ids = new LineIds();

function idsIn(line: string): string[] {
  // The line stands among other bytes, which must not count.
  const bytes = Buffer.from(`a1${line}9f`, "latin1");
  ids.begin(bytes, 2, bytes.length - 2);
  const found: string[] = [];
  while (ids.next()) found.push(ids.text);
  return found;
}

suite("ids in a line", (test) => {
  for (const [line, ...expected] of [
    ["rid=d6ce9ca874a4273479752d99bd5a109f created", "d6ce9ca874a4273479752d99bd5a109f"],
    ["order d07f5295-e3b9-48d2-b57d-545a8477a77e", "d07f5295-e3b9-48d2-b57d-545a8477a77e"],
    ["request_id=req-abc123 txn=txn-xyz789;", "req-abc123", "txn-xyz789"],
    ["blk_-1608999687919862906 of job_1445144423722_0020", "blk_-1608999687919862906", "job_1445144423722_0020"],
    ["key SHA256:wYo+PwE7WlKDRao3/cxNVHCRTck4w+O7Nx0zG+Z7sic found", "wYo+PwE7WlKDRao3/cxNVHCRTck4w+O7Nx0zG+Z7sic"],
    ["order_id=5001 jobId: 12 trace.id=7", "order_id=5001", "jobId=12", "trace.id=7"],
    ['{"id":"r-7","order_id" : 5001}', "id=r-7", "order_id=5001"],
    // Sizes, durations, versions, addresses, times, and names of one of a few things.
    ["2024-11-15 10:00:02 POST /a 145ms 1048576 nginx/1.22.1 10.0.0.7:8080 worker-12 app2 0x7f3a9c12"],
    ["paid=5001 grid=5001 pid=4242 valid: 12"],
    ["id= 5"],
    ["id=", "=5 id"],
    [""],
  ] as const)
    test(`are ${expected.join(", ") || "none"}: ${line}`, () =>
      assert.deepEqual(idsIn(line), line === "id= 5" ? ["id=5"] : line === "id=" ? [] : expected));

  const kind = (id: string): number => idKind(Buffer.from(id), 0, id.length);

  test("are alike by their words and marks, or by their lengths", () => {
    assert.equal(kind("req-abc123"), kind("req-ghi789"));
    assert.equal(kind("blk_-1608999687919862906"), kind("blk_-75"));
    assert.equal(kind("5b7c1f94269aed26e3302e5e7e3ad520"), kind("29ba18be6c3e0258051f6c74919cb4ef"));
    assert.equal(kind("d07f5295-e3b9-48d2-b57d-545a8477a77e"), kind("aaef75ec-babd-4cb0-a3fb-39403bdbfd8e"));
    const kinds = ["req-7", "txn-7", "order_id=7", "7f3a9c", "7f3a9c1b", "d07f5295-e3b9-48d2-b57d-545a8477a77e"];
    assert.equal(new Set(kinds.map(kind)).size, kinds.length);
  });

  test("stand in the same place if the same marks and the same word come before them", () => {
    const context = (line: string): number => idContext(Buffer.from(line), line.indexOf("X"), 0);
    assert.equal(context("a rid=X"), context("other rid=X"));
    assert.equal(context("1, X"), context("22, X"));
    assert.notEqual(context("rid=X"), context("order=X"));
    assert.notEqual(context("rid=X"), context("rid:X"));
    assert.equal(context("X"), context("X y"));
  });
});
