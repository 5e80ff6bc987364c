// Lines that no rule matches, masked as they are written, compared and merged.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import fc from "fast-check";
import { Processor } from "../../src/index.ts";
import type { Format } from "../../src/run/line-writer.ts";
import { formatInstant } from "../../src/text/date-times/calendar.ts";
import { DateTimeReader } from "../../src/text/date-times/date-time-reader.ts";
import { HeaderTime } from "../../src/tools/trace/line-time.ts";
import { Collector } from "../support/collector.ts";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { maskedByReference } from "../support/mask-reference.ts";
import { assertProperty, shareOf } from "../support/property.ts";
import { SIZES, SMALL_COMMAND } from "../support/small-build.ts";
import { suite } from "../support/suite.ts";

const RULES = 'rules: [{ name: job, pattern: "job {id} {what}", output: "{what} {id}" }]';

const masking = new Processor({ mask: true });

const masked = (text: string): string => Buffer.from(maskedByReference(text), "latin1").toString("latin1");
const bytesOf = (text: string): Buffer => Buffer.from(text, "latin1");

async function written(processor: Processor, log: Buffer, format: Format = "lines"): Promise<Buffer> {
  const output = new Collector();
  await processor.process(Readable.from([log]), output, { format });
  return output.bytes;
}

const piece = fc.constantFrom("job 7 done", "2025-05-04 10:00:02 ", "10.0.0.7", "7f3a9c", "x", " ", "\xe9", "17", "\r");
const line = fc.array(piece, { maxLength: 6 }).map((pieces) => pieces.join("").replace(/\r+$/, ""));
const lines = fc.array(line, { maxLength: 12 });

/** Lines that fill the output buffer, and lines that do not fit into it, whatever comes before them. */
const LONG = [
  "1 ".repeat(shareOf(20_000)),
  "x".repeat(shareOf(300_000)),
  `${"word ".repeat(shareOf(8_000))}17`,
  "10.0.0.7 ".repeat(shareOf(60_000)),
  "\xe9 7f3a9c,".repeat(shareOf(50_000)),
  "1".repeat(shareOf(500_000)),
  "short 17",
];

suite("masked lines", (test) => {
  test("are written, recorded and streamed alike, with and without rules", async () => {
    const processor = new Processor({ rules: RULES, mask: true });
    await assertProperty(
      fc.asyncProperty(lines, fc.boolean(), async (log, hasRules) => {
        const bytes = bytesOf(log.map((one) => `${one}\n`).join(""));
        const expected = log.map((one) => {
          const [, id, what] = (hasRules && /^job (.*?) (.*)$/s.exec(one)) || [];
          return id === undefined ? masked(one) : `${what} ${id}`;
        });
        const using = hasRules ? processor : masking;
        const text = expected.map((one) => `${one}\n`).join("");
        assert.equal((await written(using, bytes)).toString("latin1"), text);
        const streamed = new Collector();
        await pipeline(Readable.from([bytes]), using.createTransform(), streamed);
        assert.equal(streamed.bytes.toString("latin1"), text);
        const recorded: string[] = [];
        for await (const { output } of using.records(Readable.from([bytes]), { bytes: true }))
          recorded.push(Buffer.from(output).toString("latin1"));
        assert.deepEqual(recorded, expected);
        const json = (await written(using, bytes, "json")).toString().split("\n").slice(0, -1);
        const outputs = json.map((one) => {
          const { output, output_base64 } = JSON.parse(one) as { output: string; output_base64?: string };
          return Buffer.from(output_base64 ?? output, output_base64 === undefined ? "utf8" : "base64").toString(
            "latin1",
          );
        });
        assert.deepEqual(outputs, expected);
      }),
    );
  });

  test.costly("may be as long as they like", async () => {
    const log = bytesOf(LONG.map((one) => `${one}\n`).join(""));
    const expected = LONG.map(masked);
    assert.ok((await written(masking, log)).toString("latin1") === expected.map((one) => `${one}\n`).join(""));
    const json = (await written(masking, log, "json")).toString().split("\n");
    for (const [i, one] of expected.entries()) {
      const { output, output_base64 } = JSON.parse(json[i]!) as { output: string; output_base64?: string };
      const bytes = output_base64 === undefined ? Buffer.from(output) : Buffer.from(output_base64, "base64");
      assert.ok(bytes.toString("latin1") === one, `line ${i + 1}`);
    }
  });

  test("hold no more memory than the line, however many masks it has", async () => {
    const masks = shareOf(1_000_000);
    const log = bytesOf(`${"1 ".repeat(masks)}\n`);
    let length = 0;
    let largest = 0;
    const output = new (class extends Collector {
      override _write(chunk: Buffer, _: BufferEncoding, done: () => void): void {
        length += chunk.length;
        largest = Math.max(largest, chunk.length);
        done();
      }
    })();
    await masking.process(Readable.from([log]), output);
    assert.equal(length, 4 * masks + 1);
    assert.ok(largest < 1_000_000, `${largest} bytes in one piece`);
  });

  test("count as unmatched, and are no lines for normalize", async () => {
    const processor = new Processor({ rules: RULES, mask: true });
    assert.equal(processor.normalize("took 12ms"), undefined);
    const log = Readable.from(["job 7 done\ntook 12ms\n"]);
    const statistics = await processor.process(log, new Collector(), { unmatched: "only" });
    assert.deepEqual([statistics.linesProcessed, statistics.linesMatched], [2, 1]);
  });

  test("are compared by their masked text, and shown with both", async () => {
    const log = (name: string, text: string) => ({ name, input: Readable.from([text]) });
    const comparison = await masking.compare(
      log("old", "10:00:02 job 7\n10:00:03 ok\n"),
      log("new", "11:00:02 job 8\n11:00:03 full\n"),
    );
    assert.equal(comparison.summary.same, 1);
    const seen = [...comparison.differences()].map((one) => {
      const { output, original, rule } = one.kind === "removed" ? one.old : one.kind === "added" ? one.new : fail();
      return [one.kind, output, original, rule];
    });
    assert.deepEqual(seen, [
      ["removed", "<time> ok", "10:00:03 ok", undefined],
      ["added", "<time> full", "11:00:03 full", undefined],
    ]);
    comparison.close();
  });

  test("differ in a comparison exactly if their masked texts do", async () => {
    await assertProperty(
      fc.asyncProperty(lines, lines, async (old, next) => {
        const log = (name: string, of: string[]) => ({
          name,
          input: Readable.from([bytesOf(of.map((one) => `${one}\n`).join(""))]),
        });
        const comparison = await masking.compare(log("old", old), log("new", next));
        assert.equal(
          comparison.equal,
          old.map(masked).join("\n") === next.map(masked).join("\n") && old.length === next.length,
        );
        comparison.close();
      }),
    );
  });

  test("are merged by the times with which they begin", async () => {
    const log = (name: string, ...of: string[]) => ({
      name,
      input: Readable.from([of.map((one) => `${one}\n`).join("")]),
    });
    const merged = await masking.merge([
      log("a", "2025-05-04 10:00:02 a 1", "  2020-01-01 00:00:00", "2025-05-04 10:00:05 a 2"),
      log("b", "[04/May/2025:10:00:03 +0000] b"),
    ]);
    assert.deepEqual(
      Array.from(merged, ({ file, line, time, output }) => [file, line, time?.utc, output]),
      [
        ["a", 1, "2025-05-04T10:00:02Z", "<time> a <n>"],
        ["a", 2, undefined, "  <time>"],
        ["b", 1, "2025-05-04T10:00:03Z", "[<time>] b"],
        ["a", 3, "2025-05-04T10:00:05Z", "<time> a <n>"],
      ],
    );
  });

  test.costly("are the same from several threads", async () => {
    const cwd = folder({ "rules.yaml": RULES });
    const unit = `${["job 7 done", "2025-05-04 10:00:02 7f3a9c took 12ms", "caf\xe9 10.0.0.7", "1 ".repeat(8_000), "x".repeat(2.4 * SIZES.BLOCK_BYTES), ""].join("\n")}\n`;
    writeFileSync(`${cwd}/large.log`, bytesOf(unit.repeat(10)));
    for (const options of [
      ["--mask", "-r", "rules.yaml", "--format", "json"],
      ["--mask", "--unmatched", "only", "-r", "rules.yaml"],
    ]) {
      const [one, two] = await Promise.all(
        ["1", "2"].map((jobs) =>
          hosted(["-q", ...options, "--jobs", jobs, "large.log"], cwd, { command: SMALL_COMMAND }),
        ),
      );
      assert.equal(two!.exit, 0, two!.stderr.toString());
      assert.ok(one!.stdout.length > 10 * SIZES.MIN_PARALLEL_BYTES);
      assert.ok(one!.stdout.equals(two!.stdout), options.join(" "));
    }
  });
});

suite("the time with which a line begins", (test) => {
  const rows: readonly (readonly [line: string, time: string | undefined])[] = [
    ["2025-05-04 10:00:02,417 INFO x", "2025-05-04T10:00:02.417Z"],
    ["2025-05-04T10:00:02+02:00 x", "2025-05-04T08:00:02Z"],
    ["[2025-05-04 10:00:02] x", "2025-05-04T10:00:02Z"],
    ["INFO  [main] 2025-05-04 10:00:02 - x", "2025-05-04T10:00:02Z"],
    ['{"level":"info","time":"2025-05-04T10:00:02.5Z","msg":"x"}', "2025-05-04T10:00:02.5Z"],
    ["level=info ts=2025-05-04T10:00:02Z x", "2025-05-04T10:00:02Z"],
    ['10.0.0.7 - ann [04/May/2025:10:00:02 -0700] "GET /"', "2025-05-04T17:00:02Z"],
    ["2025/05/04 10:00:02 [error] 17#17: *1 x", "2025-05-04T10:00:02Z"],
    ["<34>1 2025-05-04T10:00:02.003Z host app - - x", "2025-05-04T10:00:02.003Z"],
    ["web-1  | 2025-05-04 10:00:02 x", "2025-05-04T10:00:02Z"],
    ["Sun May 04 10:00:02 2025 x", "2025-05-04T10:00:02Z"],
    ["1746345602.417    120 10.0.0.7 TCP_MISS", "2025-05-04T08:00:02.417Z"],
    ["1746345602", "2025-05-04T08:00:02Z"],
    ["id 1746345602", undefined],
    ["10:00:02 begun 2025-05-04 10:00:02", undefined],
    ["2025-05-04 report", undefined],
    ["2025-02-30 10:00:02 x", undefined],
    ["  2025-05-04 10:00:02 x", undefined],
    ["\t2025-05-04 10:00:02 x", undefined],
    [`${"x ".repeat(40)}2025-05-04 10:00:02`, "2025-05-04T10:00:02Z"],
    [`${"x ".repeat(41)}2025-05-04 10:00:02`, undefined],
    ["x05-04 10:00:02", undefined],
    ["nothing", undefined],
    ["", undefined],
  ];
  for (const [line, time] of rows) {
    test(`of ${JSON.stringify(line)} is ${time}`, () => {
      const reader = new DateTimeReader(0);
      const bytes = Buffer.from(`2020-02-02 02:02:02 ${line} 2020-02-02 02:02:02`);
      const found = new HeaderTime(reader).read(bytes, 20, bytes.length - 20);
      assert.equal(found ? formatInstant(reader.seconds, reader.nanoseconds, reader.decimals) : undefined, time);
    });
  }

  test("takes no longer to find in a longer line", () => {
    const reader = new HeaderTime(new DateTimeReader(0));
    const long = Buffer.alloc(50_000_000, "1 ");
    for (let i = 0; i < 10_000; i++) assert.equal(reader.read(long, 0, long.length), false);
  });
});

function fail(): never {
  throw new Error("a difference of another kind");
}
