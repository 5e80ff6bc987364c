// Records and streams of the library: the same run as `process`, with other interfaces.
import assert from "node:assert/strict";
import { createReadStream, writeFileSync } from "node:fs";
import { type Duplex, PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setImmediate as turn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { type LineRecord, type ProcessOptions, Processor } from "../../src/index.ts";
import { Collector } from "../support/collector.ts";
import { folder } from "../support/folder.ts";
import { rulesFile } from "../support/rules-file.ts";
import { suite } from "../support/suite.ts";

const processor = new Processor({
  rulesPath: rulesFile(`
rules:
  - name: error
    pattern: [{ text: "E " }, { field: id, transform: alias }, { text: ":" }, { field: what }]
    output: "{id} {what}"
    sequence: { followers: [{ pattern: [{ text: " at " }, { field: place }], output: "at" }] }
`),
});
const LOG = "E 7f:no\n at x\nother\n at y\r\nE 7f:yes";

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

async function through(log: Iterable<string | Uint8Array>, options?: ProcessOptions): Promise<string> {
  const output = new Collector();
  await pipeline(Readable.from(log), processor.createTransform(options), output);
  return output.text;
}

const place = (line: number, offset: number) => ({ file: "log 1", line, offset, time: undefined });

suite("records of a log", (test) => {
  const records: LineRecord<string>[] = [
    {
      ...place(1, 0),
      rule: "error",
      fields: { id: "7f", what: "no" },
      captures: [
        { name: "id", value: "7f" },
        { name: "what", value: "no" },
      ],
      output: "id#1 no",
    },
    { ...place(2, 8), rule: "error", fields: { place: "x" }, captures: [{ name: "place", value: "x" }], output: "at" },
    { ...place(3, 14), rule: undefined, fields: {}, captures: [], output: "other" },
    { ...place(4, 20), rule: undefined, fields: {}, captures: [], output: " at y" },
    {
      ...place(5, 27),
      rule: "error",
      fields: { id: "7f", what: "yes" },
      captures: [
        { name: "id", value: "7f" },
        { name: "what", value: "yes" },
      ],
      output: "id#1 yes",
    },
  ];

  test("describe each line, as text", async () => {
    assert.deepEqual(await all(processor.records(Readable.from([LOG]))), records);
    assert.deepEqual(await all(processor.records(Readable.from(LOG))), records);
    assert.deepEqual(await all(processor.records(Readable.from([gzipSync(LOG)]))), records);
  });

  test("are numbered in each of several inputs", async () => {
    const [, second] = await all(processor.records([Readable.from(["a"]), Readable.from(["b"])]));
    const unmatched = { rule: undefined, fields: {}, captures: [], output: "b" };
    assert.deepEqual(second, { file: "log 2", line: 1, offset: 0, time: undefined, ...unmatched });
  });

  test("leave out what the options exclude", async () => {
    const lines = async (unmatched: "drop" | "only") =>
      (await all(processor.records(Readable.from([LOG]), { unmatched }))).map(({ line }) => line);
    assert.deepEqual(await lines("drop"), [1, 2, 5]);
    assert.deepEqual(await lines("only"), [3, 4]);
  });

  test("hold bytes of their own on request", async () => {
    const chunk = Buffer.from("a\xff\n", "latin1");
    async function* reusing() {
      yield chunk;
      chunk.fill("z");
      yield chunk;
    }
    const found = await all(processor.records(reusing(), { bytes: true }));
    assert.deepEqual(found[0]?.output, new Uint8Array([0x61, 0xff]));
  });

  test("arrive before more of the log does", async () => {
    const input = new PassThrough();
    const iterator = processor.records(input);
    input.write("one\n");
    assert.equal((await iterator.next()).value?.output, "one");
    input.end();
    assert.equal((await iterator.next()).done, true);
  });

  test("release the log when the caller stops reading", async () => {
    const input = Readable.from(Array(100_000).fill("line\n"));
    for await (const { line } of processor.records(input)) if (line === 3) break;
    assert.equal(input.destroyed, true);
  });

  test("come before the error of the log", async () => {
    const lines: string[] = [];
    async function* failing() {
      yield "one\ntwo";
      throw new Error("torn");
    }
    await assert.rejects(async () => {
      for await (const { output } of processor.records(failing())) lines.push(output);
    }, /torn/);
    assert.deepEqual(lines, ["one", "two"]);
  });

  test("end when the signal is aborted", async () => {
    const stop = new AbortController();
    const input = new PassThrough();
    input.write("one\ntwo\n");
    const outputs: string[] = [];
    const reading = async (): Promise<void> => {
      for await (const { output } of processor.records(input, { signal: stop.signal })) {
        outputs.push(output);
        stop.abort("enough");
      }
    };
    await assert.rejects(reading(), (error) => (error as unknown) === "enough");
    assert.deepEqual(outputs, ["one"]);
    assert.equal(input.destroyed, true);
  });

  test("begin with the error of a stream that failed before the first was requested", async () => {
    const input = new PassThrough();
    const records = processor.records(input);
    input.destroy(new Error("mine"));
    for (let i = 0; i < 3; i++) await turn();
    await assert.rejects(records.next(), /^Error: mine$/);
  });

  test("release the log even if none is ever requested, or while the next one is", async () => {
    const [unread, idle] = [new PassThrough(), new PassThrough()];
    assert.equal((await processor.records(unread).return()).done, true);
    const records = processor.records(idle);
    const next = records.next();
    await turn();
    assert.deepEqual(await records.return(), { done: true, value: undefined });
    assert.deepEqual(await next, { done: true, value: undefined });
    assert.deepEqual([unread.destroyed, idle.destroyed], [true, true]);
  });

  test("reject an unknown choice", () => {
    assert.throws(() => processor.records(Readable.from([]), { unmatched: "none" as "drop" }), TypeError);
  });
});

suite("a stream between others", (test) => {
  test("gives what process writes", async () => {
    assert.equal(await through([LOG]), "id#1 no\nat\nother\n at y\nid#1 yes\n");
    assert.equal(await through(LOG, { unmatched: "drop" }), "id#1 no\nat\nid#1 yes\n");
    assert.equal(await through([gzipSync(LOG)], { unmatched: "only" }), "other\n at y\n");
    assert.equal(await through([]), "");
  });

  test("gives a line before more of the log comes", async () => {
    const stream = processor.createTransform();
    stream.write("one\n");
    assert.equal(String(await new Promise((resolve) => stream.once("data", resolve))), "one\n");
    stream.end();
  });

  test("gives chunks that may be kept", async () => {
    const path = `${folder()}/log`;
    writeFileSync(path, Array.from({ length: 100_000 }, (_, i) => `line ${i}\n`).join(""));
    const output = new Collector();
    await pipeline(createReadStream(path), processor.createTransform(), output);
    assert.equal(output.text, Array.from({ length: 100_000 }, (_, i) => `line ${i}\n`).join(""));
  });

  test("is destroyed with the error of a damaged log", async () => {
    await assert.rejects(through([gzipSync(LOG).subarray(0, -4)]), { name: "DamagedLogError" });
  });

  test("stops when what follows it does", async () => {
    const input = Readable.from(Array(100_000).fill("line\n"));
    let count = 0;
    await assert.rejects(
      pipeline(input, processor.createTransform(), async (lines: AsyncIterable<Buffer>) => {
        for await (const _ of lines) if (++count === 2) throw new Error("enough");
      }),
      /enough/,
    );
    assert.equal(input.destroyed, true);
  });

  for (const [name, end] of [
    ["what follows it is destroyed", (_: Duplex, output: PassThrough) => output.destroy(new Error("mine"))],
    ["it is destroyed", (stream: Duplex) => stream.destroy(new Error("mine"))],
    ["the pipeline is aborted", (_: Duplex, __: PassThrough, stop: AbortController) => stop.abort()],
  ] as const) {
    test(`lets a pipeline end when ${name} while the log is silent`, async () => {
      const [input, output, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
      const stream = processor.createTransform();
      const running = pipeline(input, stream, output, { signal: stop.signal });
      input.write("one\n");
      assert.equal(String(await new Promise((resolve) => output.once("data", resolve))), "one\n");
      end(stream, output, stop);
      await assert.rejects(running, name === "the pipeline is aborted" ? { name: "AbortError" } : /^Error: mine$/);
      assert.deepEqual([input.destroyed, stream.destroyed, output.destroyed], [true, true, true]);
    });
  }

  test("accepts text in any encoding, also cut inside surrogate pairs", async () => {
    const stream = processor.createTransform();
    stream.write("6f6e650a", "hex");
    stream.write("\ud83d");
    stream.end("\ude00");
    assert.equal(String(Buffer.concat(await all(stream))), "one\n😀\n");
  });

  test("gives no more than is read, however large the output of a chunk is", async () => {
    const stream = processor.createTransform();
    stream.end(gzipSync("line\n".repeat(4_000_000)));
    for (let i = 0; i < 200; i++) await turn();
    assert.ok(stream.readableLength < 1024 * 1024, `${stream.readableLength} bytes wait to be read`);
    stream.destroy();
  });

  test("rejects an unknown choice", () => {
    assert.throws(() => processor.createTransform({ format: "xml" as "json" }), TypeError);
  });
});
