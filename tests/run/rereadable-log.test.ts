import assert from "node:assert/strict";
import { closeSync, openSync, truncateSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { LineReader } from "../../src/io/line-reader.ts";
import { ChangedFileError } from "../../src/io/read-errors.ts";
import { RereadableFiles } from "../../src/io/rereadable.ts";
import { LineFile } from "../../src/run/rereadable-log.ts";
import { folder } from "../support/folder.ts";
import { assertProperty } from "../support/property.ts";
import { referenceLines } from "../support/reference.ts";
import { suite } from "../support/suite.ts";

const path = `${folder()}/log`;

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Indexes all lines of a file's bytes, as a comparison does, and returns how many there are. */
async function noted(file: LineFile, chunks: AsyncIterable<Buffer>): Promise<number> {
  const reader = new LineReader({});
  for await (const _ of reader.read(chunks))
    for (let place = reader.position; reader.next(); place = reader.position) file.note(reader.number, place);
  file.end(reader.position);
  return reader.number;
}

/** Opens the file, calls `use` with it, and closes it. */
async function opened(content: Buffer, use: (fd: number) => Promise<void>): Promise<void> {
  writeFileSync(path, content);
  const fd = openSync(path, "r");
  try {
    await use(fd);
  } finally {
    closeSync(fd);
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
          await opened(bytes, async (fd) => {
            const file = new LineFile({ fd });
            assert.equal(
              await noted(file, cut(bytes, Math.max(size, Math.ceil(bytes.length / 5_000)))),
              expected.length,
            );
            const held: [Buffer, string][] = [];
            const ask = (i: number): void => {
              const line = file.line(i + 1);
              if (line.toString("latin1") !== expected[i]) assert.fail(`line ${i + 1} of ${expected.length}`);
              held.push([line, expected[i]!]);
            };
            if (expected.length > 0) for (const i of asked) ask(i % expected.length);
            for (const i of expected.keys()) ask(i);
            for (const i of expected.keys()) ask(expected.length - 1 - i);
            // What was returned earlier has not changed.
            for (const [line, text] of held) if (line.toString("latin1") !== text) assert.fail("a line has changed");
          });
        },
      ),
      { numRuns: 150 },
    );
  });

  test("are found inside the window and beyond either end of it", async () => {
    const count = 100_000;
    const bytes = Buffer.from(Array.from({ length: count }, (_, i) => `line ${i + 1}\n`).join(""));
    await opened(bytes, async (fd) => {
      const file = new LineFile({ fd });
      await noted(file, cut(bytes, 65_536));
      for (const step of [1, 3, 16, 17, 1_000, 39_999]) {
        for (let at = 1; at <= count; at += step) assert.equal(file.line(at).toString(), `line ${at}`);
        for (let at = count; at >= 1; at -= Math.max(step, 16)) assert.equal(file.line(at).toString(), `line ${at}`);
      }
      for (let at = 1; at < 2_000; at++) {
        assert.equal(file.line(at).toString(), `line ${at}`);
        assert.equal(file.line(count - at).toString(), `line ${count - at}`);
      }
    });
  });

  test("are an error, and no other bytes, if the file has become shorter", async () => {
    const bytes = Buffer.from("some line\n".repeat(100_000));
    await opened(bytes, async (fd) => {
      const file = new LineFile({ fd });
      await noted(file, cut(bytes, 100_000));
      assert.equal(file.line(3).toString(), "some line");
      truncateSync(path, 105);
      for (let i = 0; i < 3; i++) {
        assert.throws(() => file.line(100_000), ChangedFileError);
        assert.throws(() => file.line(50_000), ChangedFileError);
      }
    });
  });

  test("are an error if the file has fewer lines now", async () => {
    const bytes = Buffer.from("some line\n".repeat(10));
    await opened(bytes, async (fd) => {
      const file = new LineFile({ fd });
      await noted(file, cut(bytes, 1_000));
      writeFileSync(path, "x".repeat(bytes.length));
      assert.throws(() => file.line(3), ChangedFileError);
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
              const source = files.open(isFile ? `${place}/${i}` : undefined, () => cut(bytes, 10_000));
              const file = new LineFile(source);
              const expected = referenceLines(bytes);
              assert.equal(await noted(file, source.chunks), expected.length);
              opened.push({ bytes, source, file, expected });
            }
            for (const { bytes, source, file, expected } of [...opened, ...opened]) {
              const lines = expected.map((_, i) => file.line(i + 1).toString("latin1"));
              assert.ok(lines.every((line, i) => line === expected[i]));
              file.release();
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
