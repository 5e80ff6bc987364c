import assert from "node:assert/strict";
import { Readable } from "node:stream";
import type { Processor } from "../../src/index.ts";
import { Collector } from "../support/collector.ts";
import { checkPrintable } from "./bounds.ts";

/** Checks that `why` and `normalize` agree on a line, and that positions and texts are valid. */
export async function checkLine(processor: Processor, line: string | Buffer): Promise<void> {
  const bytes = Buffer.from(line as string);
  const normalized = processor.normalize(bytes);
  const why = await processor.why(bytes);
  assert.equal(why.rule, normalized?.rule);
  if (why.rule === undefined) {
    assert.ok(why.nearest.length <= 3);
    for (const { matched, total, from, to, expected, edits } of why.nearest) {
      assert.ok(0 <= matched && matched <= total, `${matched} of ${total} elements`);
      assert.ok(0 <= from && from <= to && to <= bytes.length, `${from} to ${to} of ${bytes.length} bytes`);
      assert.ok(expected.length > 0);
      for (const text of [...expected, ...edits]) checkPrintable("what is expected", text);
    }
  } else {
    const captures = normalized!.captures.map(({ name, value }) => [name, Buffer.from(value).toString("latin1")]);
    const reported = why.captures.map(({ name, from, to }) => [name, bytes.toString("latin1", from, to)]);
    assert.deepEqual(reported, captures);
    const values = why.captures.map(({ name, value }) => [name, Buffer.from(value).toString("latin1")]);
    assert.deepEqual(values, captures);
  }
}

/** Checks that `process` handles the lines too, whatever rules they belong to. */
export async function checkRun(processor: Processor, lines: readonly string[]): Promise<void> {
  const output = new Collector();
  const { linesProcessed } = await processor.process(
    Readable.from([lines.map((line) => `${line}\n`).join("")]),
    output,
  );
  assert.equal(linesProcessed, lines.length);
  assert.equal(output.bytes.filter((byte) => byte === 0x0a).length, lines.length);
}
