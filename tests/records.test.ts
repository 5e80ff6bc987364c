// Records and streams of the library: the same run as `process` does, asked for in other ways.
import assert from "node:assert/strict";
import { createReadStream, writeFileSync } from "node:fs";
import { PassThrough, Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { type LineRecord, type ProcessOptions, Processor } from "../src/index.ts";
import { Collector } from "./support/collector.ts";
import { folder } from "./support/folder.ts";
import { rulesFile } from "./support/rules-file.ts";
import { suite } from "./support/suite.ts";

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

suite("records of a log", (test) => {
  const records: LineRecord<string>[] = [
    {
      line: 1,
      rule: "error",
      captures: [
        { name: "id", value: "7f" },
        { name: "what", value: "no" },
      ],
      output: "id#1 no",
    },
    { line: 2, rule: "error", captures: [{ name: "place", value: "x" }], output: "at" },
    { line: 3, rule: undefined, captures: [], output: "other" },
    { line: 4, rule: undefined, captures: [], output: " at y" },
    {
      line: 5,
      rule: "error",
      captures: [
        { name: "id", value: "7f" },
        { name: "what", value: "yes" },
      ],
      output: "id#1 yes",
    },
  ];

  test("are of each line, in text", async () => {
    assert.deepEqual(await all(processor.records(Readable.from([LOG]))), records);
    assert.deepEqual(await all(processor.records(Readable.from(LOG))), records);
    assert.deepEqual(await all(processor.records(Readable.from([gzipSync(LOG)]))), records);
  });

  test("are numbered through several inputs", async () => {
    const [, second] = await all(processor.records([Readable.from(["a"]), Readable.from(["b"])]));
    assert.deepEqual(second, { line: 2, rule: undefined, captures: [], output: "b" });
  });

  test("leave out what they are told to", async () => {
    const lines = async (unmatched: "drop" | "only") =>
      (await all(processor.records(Readable.from([LOG]), { unmatched }))).map(({ line }) => line);
    assert.deepEqual(await lines("drop"), [1, 2, 5]);
    assert.deepEqual(await lines("only"), [3, 4]);
  });

  test("have bytes of their own, if they are asked for", async () => {
    const chunk = Buffer.from("a\xff\n", "latin1");
    async function* reusing() {
      yield chunk;
      chunk.fill("z");
      yield chunk;
    }
    const found = await all(processor.records(reusing(), { bytes: true }));
    assert.deepEqual(found[0]?.output, new Uint8Array([0x61, 0xff]));
  });

  test("come before more of the log does", async () => {
    const input = new PassThrough();
    const iterator = processor.records(input);
    input.write("one\n");
    assert.equal((await iterator.next()).value?.output, "one");
    input.end();
    assert.equal((await iterator.next()).done, true);
  });

  test("let go of the log when nobody asks any more", async () => {
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

  test("end when the signal says so", async () => {
    const stop = new AbortController();
    const input = new PassThrough();
    input.write("one\n");
    for await (const { output } of processor.records(input, { signal: stop.signal })) {
      assert.equal(output, "one");
      stop.abort();
    }
  });

  test("a choice that there is not", async () => {
    await assert.rejects(all(processor.records(Readable.from([]), { unmatched: "none" as "drop" })), TypeError);
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
    await assert.rejects(through([gzipSync(LOG).subarray(0, -4)]), { name: "DamagedGzipError" });
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

  test("a choice that there is not", () => {
    assert.throws(() => processor.createTransform({ format: "xml" as "json" }), TypeError);
  });
});
