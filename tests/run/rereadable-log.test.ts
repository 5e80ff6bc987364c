import assert from "node:assert/strict";
import { truncateSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { LineReader } from "../../src/io/line-reader.ts";
import { ChangedFileError } from "../../src/io/read-errors.ts";
import { RereadableFiles } from "../../src/io/rereadable.ts";
import { RereadableLog } from "../../src/run/rereadable-log.ts";
import { folder } from "../support/folder.ts";
import { assertProperty } from "../support/property.ts";
import { referenceLines } from "../support/reference.ts";
import { suite } from "../support/suite.ts";

const path = `${folder()}/log`;

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Reads a log, as a comparison does: the file at a path, or else a copy of these chunks. */
async function logOf(
  files: RereadableFiles,
  path: string | undefined,
  chunks: AsyncIterable<Buffer>,
): Promise<RereadableLog> {
  const log = new RereadableLog({ name: "log", path, open: () => chunks, failure: (error) => error }, files);
  await log.read(new LineReader({}), () => {});
  return log;
}

/** Writes the file, calls `use` with it as a log, and closes it. */
async function opened(content: Buffer, use: (line: (number: number) => Buffer) => void): Promise<void> {
  writeFileSync(path, content);
  const files = new RereadableFiles();
  try {
    const log = await logOf(files, path, cut(content, 1_000));
    use((number) => log.line(number, () => true));
  } finally {
    files.close();
  }
}

/** Short and long lines, so that positions are noted both by count and by bytes. */
const line = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit: fc.constantFrom("a", "\r", "\0", "\xff"), maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(1_000, 65_535, 65_536, 70_000, 300_000).map((length) => "x".repeat(length)),
  },
);
const content = fc
  .tuple(
    fc.constantFrom("", "\xef\xbb\xbf", "\xef\xbb"),
    fc.array(fc.tuple(line, fc.constantFrom("\n", "\r\n")), { maxLength: 80, size: "max" }),
    line,
  )
  .map(([mark, lines, last]) => Buffer.from(mark + lines.flat().join("") + last, "latin1"));

suite("lines of a file, found by their numbers", (test) => {
  test("are those that were read, in whatever order they are requested", async () => {
    await assertProperty(
      fc.asyncProperty(
        content,
        fc.constantFrom(1, 7, 1_000, 65_536, 1_000_000),
        fc.array(fc.nat(), { maxLength: 60, size: "max" }),
        async (bytes, size, asked) => {
          const expected = referenceLines(bytes);
          const files = new RereadableFiles();
          try {
            const log = await logOf(files, undefined, cut(bytes, Math.max(size, Math.ceil(bytes.length / 5_000))));
            assert.equal(log.lines, expected.length);
            const held: [Buffer, string][] = [];
            const ask = (i: number): void => {
              const line = log.line(i + 1, () => false);
              if (line.toString("latin1") !== expected[i]) assert.fail(`line ${i + 1} of ${expected.length}`);
              held.push([line, expected[i]!]);
            };
            if (expected.length > 0) for (const i of asked) ask(i % expected.length);
            for (const i of expected.keys()) ask(i);
            for (const i of expected.keys()) ask(expected.length - 1 - i);
            // What was returned earlier has not changed.
            for (const [line, text] of held) if (line.toString("latin1") !== text) assert.fail("a line has changed");
          } finally {
            files.close();
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test("are found inside the window and beyond either end of it", async () => {
    const count = 100_000;
    const bytes = Buffer.from(Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join(""));
    await opened(bytes, (line) => {
      for (const step of [1, 3, 16, 17, 1_000, 39_999]) {
        for (let at = 1; at <= count; at += step) assert.equal(line(at).toString(), `line ${at}`);
        for (let at = count; at >= 1; at -= Math.max(step, 16)) assert.equal(line(at).toString(), `line ${at}`);
      }
      for (let at = 1; at < 2_000; at++) {
        assert.equal(line(at).toString(), `line ${at}`);
        assert.equal(line(count - at).toString(), `line ${count - at}`);
      }
    });
  });

  test("are an error, and no other bytes, if the file has become shorter", async () => {
    const bytes = Buffer.from("some line\n".repeat(100_000));
    await opened(bytes, (line) => {
      assert.equal(line(3).toString(), "some line");
      truncateSync(path, 105);
      for (let i = 0; i < 3; i++) {
        assert.throws(() => line(100_000), ChangedFileError);
        assert.throws(() => line(50_000), ChangedFileError);
      }
    });
  });

  test("are an error if the file has fewer lines now", async () => {
    const bytes = Buffer.from("some line\n".repeat(10));
    await opened(bytes, (line) => {
      writeFileSync(path, "x".repeat(bytes.length));
      assert.throws(() => line(3), ChangedFileError);
    });
  });
});

suite("an input that can be read again", (test) => {
  test("is the file itself, or a copy of its bytes, however many there are", async () => {
    const place = folder();
    await assertProperty(
      fc.asyncProperty(
        fc.array(fc.tuple(content, fc.boolean()), { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 1, max: 5 }),
        async (inputs, maxOpen) => {
          const files = new RereadableFiles(undefined, maxOpen);
          try {
            const opened = [];
            for (const [i, [bytes, isFile]] of inputs.entries()) {
              writeFileSync(`${place}/${i}`, bytes);
              const log = await logOf(files, isFile ? `${place}/${i}` : undefined, cut(bytes, 10_000));
              const expected = referenceLines(bytes);
              assert.equal(log.lines, expected.length);
              const source = files.open(isFile ? `${place}/${i}` : undefined, () => cut(bytes, 10_000));
              for await (const _ of source.chunks);
              opened.push({ log, expected, source, bytes });
            }
            for (const { log, expected, source, bytes } of [...opened, ...opened]) {
              const lines = expected.map((_, i) => log.line(i + 1, () => true).toString("latin1"));
              assert.ok(lines.every((line, i) => line === expected[i]));
              log.release();
              const chunks = [];
              for await (const chunk of source.again()) chunks.push(Buffer.from(chunk));
              assert.ok(Buffer.concat(chunks).equals(bytes));
            }
          } finally {
            files.close();
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});
