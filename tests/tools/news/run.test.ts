import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { decompressed } from "../../../src/io/decompress.ts";
import type { ReadOptions } from "../../../src/io/line-text.ts";
import { RereadableFiles } from "../../../src/io/rereadable.ts";
import { fileSource, NEVER } from "../../../src/io/source.ts";
import { CleanLine } from "../../../src/text/shapes/clean-line.ts";
import { Run } from "../../../src/tools/news/run.ts";
import { ShapeTable } from "../../../src/tools/news/shape-table.ts";
import { folder } from "../../support/folder.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

interface RunLine {
  readonly text: string;
  readonly fileLine: number;
  readonly isOverwritten: boolean;
}

/** The lines of a log as Java's `BufferedReader` divides them. */
function linesByReference(log: string): RunLine[] {
  const lines: RunLine[] = [];
  let fileLine = 1;
  for (const [, text, end] of log.matchAll(/([^\r\n]*)(\r\n|\r|\n|$)/g)) {
    if (end === "" && text === "") break;
    lines.push({ text: text!, fileLine, isOverwritten: end === "\r" });
    if (end !== "\r") fileLine++;
  }
  // A carriage return overwrites nothing if no text follows it.
  for (let i = lines.length - 1; i >= 0; i--) {
    const isFollowed = lines.slice(i + 1).some((line) => line.fileLine === lines[i]!.fileLine && line.text !== "");
    lines[i] = { ...lines[i]!, isOverwritten: lines[i]!.isOverwritten && isFollowed };
  }
  return lines;
}

/** A log that comes in these chunks. */
function piped(chunks: readonly Uint8Array[]) {
  return {
    name: "log",
    path: undefined,
    open: () =>
      decompressed(
        (async function* () {
          for (const chunk of chunks) yield Buffer.from(chunk);
        })(),
      ),
    failure: (error: unknown) => error,
  };
}

function stored(bytes: Uint8Array) {
  const path = join(folder({ log: bytes }), "log");
  return { ...piped([]), path, open: () => decompressed(fileSource(path, NEVER)) };
}

/** Cuts bytes at some offsets. */
function cut(bytes: Buffer, offsets: readonly number[]): Buffer[] {
  const places = [0, ...offsets.map((offset) => offset % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  return places.slice(1).map((place, i) => bytes.subarray(places[i], place));
}

/** Reads a run, and its texts again in this order or from the last to the first. */
async function readRun(log: ReturnType<typeof piped | typeof stored>, options: ReadOptions = {}, isBackwards = false) {
  const files = new RereadableFiles(NEVER, 2);
  try {
    const table = new ShapeTable();
    const overwritten: boolean[] = [];
    table.begin(true);
    const run = await Run.read(log, files, table, options, (_, index, isOverwritten) => {
      assert.equal(index, overwritten.length);
      overwritten.push(isOverwritten);
    });
    const lines: RunLine[] = [];
    for (let n = 0; n < run.length; n++) {
      const i = isBackwards ? run.length - 1 - n : n;
      lines[i] = { text: run.text(i).toString("latin1"), fileLine: run.fileLine(i), isOverwritten: overwritten[i]! };
    }
    const shapes = [...run.shapes.values()].map((shape) => table.shapes.bytes(shape).toString("latin1"));
    return { lines, shapes, fileLines: run.length - run.overwriting.length };
  } finally {
    files.close();
  }
}

const clean = new CleanLine();

function shapeOf(text: string): string {
  clean.read(Buffer.from(text, "latin1"), 0, text.length);
  return clean.shape.bytes.toString("latin1", 0, clean.shape.length);
}

const logs = fc
  .array(fc.constantFrom("a", "5", "\r", "\r", "\n", "\r\n", "\r\r\n", " ", "\xff", "\x1b[1m", "10:00:02 ", "é"), {
    maxLength: 24,
  })
  .map((pieces) => pieces.join(""));
const offsets = fc.array(fc.nat({ max: 60 }), { maxLength: 5 });

suite("the lines of a run", (test) => {
  test("are those that Java's way of dividing finds, wherever chunks end", async () => {
    await assertProperty(
      fc.asyncProperty(logs, offsets, fc.boolean(), async (log, places, isBackwards) => {
        const bytes = Buffer.from(log, "latin1");
        const expected = linesByReference(log);
        const shapes = expected.map(({ text }) => shapeOf(text));
        const compressed = gzipSync(bytes);
        const ways = [piped(cut(bytes, places)), piped(cut(compressed, places))];
        for (const way of ways) {
          const run = await readRun(way, {}, isBackwards);
          assert.deepEqual(run.lines, expected);
          assert.deepEqual(run.shapes, shapes);
          assert.equal(run.fileLines, expected.at(-1)?.fileLine ?? 0);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("are the same in a file, and with other ends", async () => {
    await assertProperty(
      fc.asyncProperty(
        fc.array(
          logs.map((log) => log.replace(/[\r\n]/g, "")),
          { maxLength: 8 },
        ),
        async (texts) => {
          const [unix, windows, doubled] = ["\n", "\r\n", "\r\r\n"].map((end) =>
            texts.map((text) => text + end).join(""),
          );
          const { lines, shapes } = await readRun(stored(Buffer.from(unix!, "latin1")));
          assert.deepEqual(lines, linesByReference(unix!));
          assert.deepEqual(await readRun(stored(Buffer.from(windows!, "latin1"))), {
            lines,
            shapes,
            fileLines: texts.length,
          });
          const others = await readRun(stored(Buffer.from(doubled!, "latin1")));
          assert.deepEqual(
            others.lines.filter((_, i) => i % 2 === 0),
            lines,
          );
          assert.ok(others.lines.every(({ isOverwritten }) => !isOverwritten));
        },
      ),
      { numRuns: 200 },
    );
  });

  test("may be long and span many chunks", async () => {
    const parts = Array.from({ length: 3_000 }, (_, i) => `${"x".repeat(i % 200)} ${i % 7}`);
    const log = `first\n${parts.join("\r")}\nlast`;
    const bytes = Buffer.from(log);
    for (const size of [1_000, 65_536, bytes.length]) {
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        bytes.subarray(i * size, (i + 1) * size),
      );
      assert.deepEqual((await readRun(piped(chunks))).lines, linesByReference(log));
    }
  });

  test("have no byte order mark", async () => {
    for (const log of ["\xef\xbb\xbfa\rb\n", "\xef\xbb\xbf", "\xef\xbb\xbf\n\xef\xbb\xbf5"]) {
      const { lines } = await readRun(piped(cut(Buffer.from(log, "latin1"), [1, 2, 4])));
      assert.deepEqual(lines, linesByReference(log.slice(3)));
    }
  });

  test("of JSON objects are not divided by the carriage returns in messages", async () => {
    const log = '{"message": "one 1\\rtwo"}\r\n{"level":"info",\r"message":"three"}\nno record\n';
    const { lines, shapes } = await readRun(piped([Buffer.from(log)]), { input: { format: "json" } });
    assert.deepEqual(shapes, ["one # two .message_", "[info] three .level.message_", "no record"]);
    assert.deepEqual(
      lines.map(({ text, fileLine }) => [text, fileLine]),
      log
        .split(/\r?\n/)
        .slice(0, -1)
        .map((text, i) => [text, i + 1]),
    );
  });

  test("of the CRI log format are joined, and divided where their messages are", async () => {
    const before = (tag: string) => `2025-05-04T10:00:02.417000000Z stdout ${tag} `;
    const log = `plain\n${before("P")}10%\r20${before("F").replace(/^/, "\n")}%\n${before("F")}a\rb\n`;
    for (const places of [[], [20], [60, 90], [107, 110]]) {
      const { lines, shapes } = await readRun(piped(cut(Buffer.from(log), places)), { input: { format: "cri" } });
      assert.deepEqual(shapes, ["plain", "#%", "#%", "a", "b"]);
      assert.deepEqual(
        lines.map(({ text }) => text.replace(/^\S+Z stdout \S+ /, "")),
        ["plain", "10%", "20%", "a", "b"],
      );
    }
  });

  test("are not read again from a file in which they are others", async () => {
    const path = join(folder({ log: "worker 1\nworker 2\rtext\n" }), "log");
    const files = new RereadableFiles();
    try {
      const table = new ShapeTable();
      const log = { ...piped([]), path, open: () => fileSource(path, NEVER) };
      const run = await Run.read(log, files, table, {}, () => {});
      writeFileSync(path, readFileSync(path, "utf8").replace("worker 1", "worker 3").replace("text", "next"));
      assert.equal(run.text(0).toString(), "worker 3");
      assert.throws(() => run.text(2), /changed/);
    } finally {
      files.close();
    }
  });
});
