// Where records say that a line is, and which time it tells.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { type LineRecord, Processor, type RecordOptions } from "../../src/index.ts";
import { Collector } from "../support/collector.ts";
import { folder } from "../support/folder.ts";
import { parsed } from "../support/json-records.ts";
import { assertProperty } from "../support/property.ts";
import { suite } from "../support/suite.ts";

const processor = new Processor({
  rules: `
rules:
  - name: event
    pattern: "{timestamp} at {timestamp}"
    output: x
`,
});

const cwd = folder();

function logs(contents: readonly Buffer[]): string[] {
  return contents.map((content, i) => {
    const path = `${cwd}/${i}.log`;
    writeFileSync(path, content);
    return path;
  });
}

async function recordsOf(paths: readonly string[], options: RecordOptions = {}): Promise<LineRecord<Uint8Array>[]> {
  const records: LineRecord<Uint8Array>[] = [];
  for await (const record of processor.records(paths, { ...options, bytes: true, original: true }))
    records.push(record);
  return records;
}

const line = fc.constantFrom("", "a", "\ufeff", "2025-05-04 10:00:00 at noon", "é".repeat(9), "x".repeat(70_000), "\r");
const log = fc
  .tuple(fc.constantFrom("", "\ufeff"), fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n"))), line)
  .map(([mark, lines, rest]) => Buffer.from(mark + lines.flat().join("") + rest));

suite("the place of a record", (test) => {
  test("is where its line stands in its file, whatever the lines", async () => {
    await assertProperty(
      fc.asyncProperty(fc.array(log, { maxLength: 3 }), fc.boolean(), async (contents, isPacked) => {
        const paths = logs(isPacked ? contents.map((content) => gzipSync(content)) : contents);
        const lines = new Map<string, number>();
        for (const { file, line, offset, original } of await recordsOf(paths)) {
          const content = contents[paths.indexOf(file)]!;
          const end = offset + original!.length;
          assert.deepEqual(content.subarray(offset, end), Buffer.from(original!));
          assert.match(content.toString("latin1", end), /^(?:\r?\n|$)/);
          assert.match(content.toString("latin1", 0, offset), /^(?:[\s\S]*\n|\xef\xbb\xbf|)$/);
          assert.equal(line, (lines.get(file) ?? 0) + 1);
          lines.set(file, line);
        }
        for (const [i, content] of contents.entries()) {
          // A byte order mark without a line is no line.
          const text = content.toString().replace(/^\ufeff/, "");
          assert.equal(lines.get(paths[i]!) ?? 0, text.split("\n").length - (/(?:^|\n)$/.test(text) ? 1 : 0));
        }
      }),
    );
  });
});

suite("the time of a record", (test) => {
  for (const [text, utc, epochMs] of [
    ["2025-05-04T10:00:02.4170Z", "2025-05-04T10:00:02.4170Z", Date.UTC(2025, 4, 4, 10, 0, 2, 417)],
    ["2025-05-04 10:00:02", "2025-05-04T08:00:02Z", Date.UTC(2025, 4, 4, 8, 0, 2)],
    ["2025-05-04 10:00:02 +0000", "2025-05-04T10:00:02Z", Date.UTC(2025, 4, 4, 10, 0, 2)],
    ["1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.9999Z", -1],
    ["1746345602417", "2025-05-04T08:00:02.417Z", 1746345602417],
    ["25/12/2025 10:00:02", "2025-12-25T08:00:02Z", Date.UTC(2025, 11, 25, 8, 0, 2)],
    ["May  4 10:00:02", undefined, undefined],
    ["10:00:02.5", undefined, undefined],
    ["04/05/2025 10:00:02", undefined, undefined],
    ["2025-02-30 10:00:02", undefined, undefined],
  ] as const) {
    test(`is ${utc ?? "its text alone"} for ${text}`, async () => {
      // The second line is in the same minute.
      const paths = logs([Buffer.from(`${text} at 2020-01-01\n${text} at x\n`)]);
      const records = await recordsOf(paths, { timezone: "+02:00" });
      const time = { text, utc, epochMs };
      assert.deepEqual(
        records.map((record) => record.time),
        [time, time],
      );
      const output = new Collector();
      await processor.process(paths, output, { format: "json", timezone: "+02:00" });
      const json = utc === undefined ? { text } : { text, utc, epoch_ms: epochMs };
      assert.deepEqual(
        parsed(output.text).map((record) => record.time),
        [json, json],
      );
    });
  }

  test("is missing where no rule matches, and where the field holds no date-time", async () => {
    const records = await recordsOf(logs([Buffer.from("noon at 2025-05-04\n2025-05-04 10:00:02\n")]));
    assert.deepEqual(
      records.map(({ rule, time }) => [rule, time]),
      [
        ["event", undefined],
        [undefined, undefined],
      ],
    );
  });
});
