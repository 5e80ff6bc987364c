// Several threads of the library write the same bytes as one, whatever the logs are and whatever goes wrong.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { Writable } from "node:stream";
import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import type { ProcessOptions, RunStatistics } from "../../src/index.ts";
import { decompressed } from "../../src/io/decompress.ts";
import type { LineRange } from "../../src/io/line-range.ts";
import type { Sink } from "../../src/io/sink.ts";
import { fileSource } from "../../src/io/source.ts";
import type { Log } from "../../src/run/log.ts";
import type { NormalizationOptions } from "../../src/run/normalization.ts";
import { Normalization, type Run } from "../../src/run/normalization.ts";
import { rulebookOf } from "../../src/run/rulebook.ts";
import { Collector } from "../support/collector.ts";
import { outcome } from "../support/command.ts";
import { folder } from "../support/folder.ts";
import { inRecords } from "../support/in-records.ts";
import { parseRules } from "../support/parsed-rules.ts";
import { assertProperty } from "../support/property.ts";
import { writingOptions } from "../support/run-options.ts";
import { assertSameText } from "../support/same-text.ts";
import { ENGINE_URL, RANGE_SIZES, SIZES } from "../support/small-build.ts";
import { countLines, ParallelRun, Processor, rangeChunks } from "../support/small-engine.ts";
import { suite } from "../support/suite.ts";
import { LARGE_LINES, large, RULES, soon, statisticsOf } from "../support/threads-place.ts";

const { BLOCK_BYTES: BLOCK } = SIZES;
const { CHUNK_BYTES: CHUNK } = RANGE_SIZES;

const BYTE_ORDER_MARK = Buffer.from("\ufeff");

const NEVER = new AbortController().signal;

/** Bytes that identify their positions, with some line ends. */
function linesOf(lengths: readonly number[], isEnded: boolean): Buffer {
  const lines = lengths.map((length, i) => Buffer.alloc(length + 1, `${i}:abcdefghijklmnopqrstuvw`).fill("\n", length));
  return Buffer.concat(lines).subarray(0, isEnded ? undefined : -1);
}

suite("ranges of lines", (test) => {
  const path = `${folder()}/log`;

  /**
   * Ranges that begin at every multiple of a size. The last one ends where the file ended at first, or where it ends
   * when read.
   */
  function rangesOf(fd: number, size: number, bytes: number, isOpen: boolean): LineRange[] {
    const count = Math.max(Math.ceil(size / bytes), 1);
    return Array.from({ length: count }, (_, i) => {
      const to = i < count - 1 ? (i + 1) * bytes : isOpen ? Number.POSITIVE_INFINITY : size;
      return { fd, from: i * bytes, to };
    });
  }

  async function contentOf(range: LineRange): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of rangeChunks(range, NEVER)) chunks.push(Buffer.from(chunk));
    return Buffer.concat(chunks);
  }

  async function withFile(content: Uint8Array, use: (fd: number) => Promise<void>): Promise<void> {
    writeFileSync(path, content);
    const fd = openSync(path, "r");
    try {
      await use(fd);
    } finally {
      closeSync(fd);
    }
  }

  /** Checks that all ranges together are the file, and that each has and counts the lines that begin in it. */
  const holdsTheLaws = (content: Buffer, bytes: number, isOpen: boolean): Promise<void> =>
    withFile(content, async (fd) => {
      let at = 0;
      for (const range of rangesOf(fd, content.length, bytes, isOpen)) {
        const given = await contentOf(range);
        assert.ok(given.equals(content.subarray(at, at + given.length)), `bytes from ${at} on`);
        if (given.length > 0) {
          assert.ok(at === 0 || content[at - 1] === 0x0a, `a line begins at ${at}`);
          assert.ok(range.from <= at && at < range.to, `${at} lies in the range from ${range.from} to ${range.to}`);
        }
        at += given.length;
        assert.ok(at >= Math.min(range.to, content.length), "all lines that begin before the range's end are given");
        const lines = given.toString("latin1").split("\n");
        const isNoLine = lines.at(-1) === "" || content.equals(BYTE_ORDER_MARK);
        assert.equal(await countLines(range, NEVER), lines.length - (isNoLine ? 1 : 0));
      }
      assert.equal(at, content.length);
    });

  const pieces = fc.constantFrom("\n", "\n", "\r\n", "a", "bc", "\r", "\ufeff", "é", "\0", "defghijkl");
  const content = fc.array(pieces, { maxLength: 30 }).map((all) => Buffer.from(all.join("")));

  test("hold each line once, wherever the file is divided", async () => {
    await assertProperty(fc.asyncProperty(content, fc.integer({ min: 1, max: 40 }), fc.boolean(), holdsTheLaws), {
      numRuns: 1_000,
    });
  });

  test("hold lines that are longer than a single read, and longer than ranges", async () => {
    const near = fc.integer({ min: -2, max: 2 });
    const length = fc.oneof(
      { weight: 3, arbitrary: fc.nat({ max: 3 }) },
      { weight: 2, arbitrary: near.map((more) => CHUNK + more) },
      { weight: 1, arbitrary: fc.constantFrom(1_000, 2 * CHUNK - 1, 2 * CHUNK, 3 * CHUNK - 999) },
    );
    const bytes = fc.oneof(
      near.map((more) => CHUNK + more),
      fc.constantFrom(3_000, CHUNK / 2, 2 * CHUNK - 1, 2 * CHUNK, 4 * CHUNK),
    );
    const large = fc.tuple(fc.array(length, { maxLength: 8 }), fc.boolean()).map((all) => linesOf(...all));
    await assertProperty(fc.asyncProperty(large, bytes, fc.boolean(), holdsTheLaws), { numRuns: 150 });
  });

  test("of a file that grows meanwhile hold everything that it was, and nothing but its beginning", async () => {
    await assertProperty(
      fc.asyncProperty(content, content, fc.integer({ min: 1, max: 40 }), fc.nat(), async (before, more, bytes, when) =>
        withFile(before, async (fd) => {
          const given: Buffer[] = [];
          const ranges = rangesOf(fd, before.length, bytes, false);
          for (const [i, range] of ranges.entries()) {
            if (i === when % ranges.length) appendFileSync(path, more);
            given.push(await contentOf(range));
          }
          const all = Buffer.concat(given);
          assert.ok(all.equals(Buffer.concat([before, more]).subarray(0, all.length)));
          assert.ok(all.length >= before.length);
        }),
      ),
    );
  });

  test("of a file that shrinks meanwhile hold a beginning of what it was", async () => {
    await assertProperty(
      fc.asyncProperty(
        content,
        fc.nat(),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(),
        async (before, less, bytes, when) =>
          withFile(before, async (fd) => {
            const given: Buffer[] = [];
            const ranges = rangesOf(fd, before.length, bytes, true);
            const rest = less % (before.length + 1);
            for (const [i, range] of ranges.entries()) {
              if (i === when % ranges.length) truncateSync(path, rest);
              given.push(await contentOf(range));
            }
            const all = Buffer.concat(given);
            assert.ok(all.equals(before.subarray(0, all.length)));
            assert.ok(all.length >= rest);
          }),
      ),
    );
  });

  test("are read no further than their end if no line begins in them", async () => {
    await withFile(Buffer.from("x"), async (fd) => {
      // The file is one line and sparse, so it takes almost no space.
      truncateSync(path, 1024 ** 4);
      const give = async () => assert.equal(await countLines({ fd, from: 1, to: CHUNK }, NEVER), 0);
      await soon(give());
    });
  });

  test("end when the signal is aborted", async () => {
    await withFile(linesOf(Array(40).fill(50_000), true), async (fd) => {
      const stop = new AbortController();
      let chunks = 0;
      for await (const _ of rangeChunks({ fd, from: 0, to: Number.POSITIVE_INFINITY }, stop.signal)) {
        if (++chunks === 2) stop.abort();
      }
      assert.equal(chunks, 2);
      assert.equal(await countLines({ fd, from: 0, to: 1 }, stop.signal), 0);
    });
  });

  test("give other tasks their turn while they are read", async () => {
    await withFile(linesOf([20 * CHUNK, 20 * CHUNK], false), async (fd) => {
      let turns = 0;
      const count = (): void => {
        turns++;
        next = setImmediate(count);
      };
      let next = setImmediate(count);
      await contentOf({ fd, from: 0, to: Number.POSITIVE_INFINITY });
      // Without a line that begins in it, a range yields nothing but needs much reading.
      await contentOf({ fd, from: 1, to: 19 * CHUNK });
      clearImmediate(next);
      assert.ok(turns >= 50, `${turns} turns`);
    });
  });
});

/** This many lines of about this many bytes each, no two of them equal. */
const numbered = (count: number, bytes: number): string =>
  Array.from({ length: count }, (_, i) => `INFO: ${i} ${"x".repeat(bytes - (i % 50))}\n`).join("");

/** What a run wrote, and how it ended. */
interface Ran {
  readonly lines: string;
  readonly records: string;
  readonly statistics: RunStatistics;
  readonly error: unknown;
}

type Explain = "nowhere" | "apart" | "among the lines";

type MakeRun = (output: Sink, options: NormalizationOptions) => Run;

const rulebook = rulebookOf(parseRules(Buffer.from(RULES), "rules.yaml"));
const serial: MakeRun = (output, options) => new Normalization(rulebook, output, options);
const inThreads =
  (threads: number, rules = rulebook): MakeRun =>
  (output, options) =>
    new ParallelRun(rules, output, options, threads);

/** Keeps what is written, after a delay. */
class Kept implements Sink {
  private readonly chunks: Buffer[] = [];
  private readonly think: (bytes: Buffer) => unknown;

  constructor(think: (bytes: Buffer) => unknown = () => {}) {
    this.think = think;
  }

  readonly write = async (bytes: Buffer): Promise<void> => {
    await this.think(bytes);
    this.chunks.push(Buffer.from(bytes));
  };

  get text(): string {
    return Buffer.concat(this.chunks).toString("latin1");
  }
}

const fileLog = (path: string): Log => ({
  name: path,
  path,
  open: () => decompressed(fileSource(path, NEVER)),
  failure: (error) => error,
});

async function ran(
  make: MakeRun,
  logs: readonly Log[],
  { explain = "nowhere", ...options }: Omit<NormalizationOptions, "explain"> & { readonly explain?: Explain } = {},
  output = new Kept(),
): Promise<Ran> {
  const records = new Kept();
  const sinks = { nowhere: undefined, apart: records, "among the lines": output };
  const run = make(output, { ...options, explain: sinks[explain] });
  const error = await soon(run.read(logs)).then(
    () => undefined,
    ({ name, code, message }) => ({ name, code, message }),
  );
  return { lines: output.text, records: records.text, statistics: run.statistics, error };
}

suite("a run in threads", (test) => {
  const bytes = fc
    .tuple(
      fc.constantFrom("", "", "\ufeff"),
      fc.array(
        fc.tuple(
          fc.constantFrom("INFO: 1 a", "raw", "", "\ufeff", "\r", "constant", "2024-11-15 10:00 é é 1"),
          fc.constantFrom("\n", "\n", "\r\n", "\r\r\n"),
        ),
        { maxLength: 6 },
      ),
      fc.constantFrom("", "", "\r", "\ufeff", "INFO: 3 c", "raw\r"),
    )
    .map(([mark, lines, rest]) => Buffer.from(mark + lines.flat().join("") + rest));
  const zipped = bytes.map((plain) => gzipSync(plain));
  const file = fc.oneof(
    { weight: 5, arbitrary: bytes },
    {
      weight: 2,
      arbitrary: fc.constantFrom("\ufeff", "\ufeff\n", "\n", "a", "", "\x1f").map((text) => Buffer.from(text)),
    },
    { weight: 1, arbitrary: zipped },
    { weight: 1, arbitrary: zipped.map((packed) => packed.subarray(0, -9)) },
  );
  const log = fc.oneof(
    { weight: 8, arbitrary: file.map((content) => ({ kind: "file", content })) },
    { weight: 2, arbitrary: bytes.map((content) => ({ kind: "stream", content })) },
    { weight: 1, arbitrary: fc.constantFrom("missing", "folder").map((kind) => ({ kind, content: Buffer.alloc(0) })) },
  );
  const cwd = folder({ "folder/file": "" });

  function logOf({ kind, content }: { kind: string; content: Buffer }, i: number): Log {
    if (kind === "missing" || kind === "folder") return fileLog(`${cwd}/${kind}`);
    const path = `${cwd}/${i}`;
    writeFileSync(path, content);
    return { ...fileLog(path), ...(kind === "stream" ? { path: undefined } : {}) };
  }

  test("gives what a run in one thread gives, whatever the logs", async () => {
    await assertProperty(
      fc.asyncProperty(
        fc.array(log, { maxLength: 8 }),
        fc.constantFrom<Explain>("nowhere", "apart", "among the lines"),
        writingOptions,
        fc.boolean(),
        fc.integer({ min: 1, max: 3 }),
        async (contents, explain, written, mask, threads) => {
          const logs = contents.map(logOf);
          assert.deepEqual(
            await ran(inThreads(threads), logs, { ...written, mask, explain }),
            await ran(serial, logs, { ...written, mask, explain }),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  const path = `${cwd}/log`;

  test("gives what a run in one thread gives, whatever the records", async () => {
    // The filling makes a file larger than a block, so that records lie across the ends of blocks.
    const filling = `INFO: 0 ${"x".repeat(90)}\n`.repeat(BLOCK / 100);
    await assertProperty(
      fc.asyncProperty(
        fc.array(fc.record({ kind: fc.constantFrom("file", "stream"), content: bytes, isLarge: fc.boolean() }), {
          maxLength: 5,
        }),
        fc.constantFrom<Explain>("nowhere", "among the lines"),
        writingOptions,
        fc.boolean(),
        fc.integer({ min: 1, max: 3 }),
        async (contents, explain, written, mask, threads) => {
          const logs = contents.map(({ kind, content, isLarge }, i) => {
            const whole = isLarge ? Buffer.concat([content, Buffer.from(`\n${filling}`), content]) : content;
            return logOf({ kind, content: inRecords(whole) }, i);
          });
          const options = { ...written, mask, explain, input: { format: "json" } } as const;
          const [got, expected] = [await ran(inThreads(threads), logs, options), await ran(serial, logs, options)];
          assertSameText(got.lines, expected.lines, "lines");
          assertSameText(got.records, expected.records, "records");
          assert.deepEqual([got.statistics, got.error], [expected.statistics, expected.error]);
        },
      ),
      { numRuns: 60 },
    );
  });

  test("may divide a file at any place", async () => {
    const around = "INFO: 1 a\r\n\r\n\n\ufeffINFO: 2 b\n\ufeff\r\nINFO: 3 \ufeff\n";
    const filling = `INFO: 0 ${"x".repeat(990)}\n`.repeat(66);
    for (let i = 0; i <= Buffer.byteLength(around); i++) {
      writeFileSync(path, filling.slice(0, BLOCK - 1 - i).concat("\n", around, i % 2 ? "end" : "\n"));
      const options = { explain: "among the lines" } as const;
      const [got, expected] = [
        await ran(inThreads(1), [fileLog(path)], options),
        await ran(serial, [fileLog(path)], options),
      ];
      assertSameText(got.lines, expected.lines, `lines of a file cut at ${i}`);
      assert.deepEqual(got.statistics, expected.statistics);
    }
  });

  test.costly("reads files of one block, or of several", async () => {
    const log = numbered(200, 1_000);
    for (const size of [BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK]) {
      for (const last of ["\n", "\r", "x"]) {
        writeFileSync(path, `${log.slice(0, size - 1)}${last}`);
        const logs = [fileLog(path), fileLog(path)];
        const options = { explain: "apart" } as const;
        assert.deepEqual(await ran(inThreads(2), logs, options), await ran(serial, logs, options));
      }
    }
  });

  test("reads lines that are longer than blocks", async () => {
    const long = "y".repeat(2.5 * BLOCK);
    writeFileSync(path, `raw\nINFO: 1 ${long}\nraw\n${long}\r\nINFO: 2 b\n${long}`);
    for (const explain of ["nowhere", "among the lines"] as const) {
      const [got, expected] = [
        await ran(inThreads(3), [fileLog(path)], { explain }),
        await ran(serial, [fileLog(path)], { explain }),
      ];
      assertSameText(got.lines, expected.lines, `lines, with records ${explain}`);
      assert.deepEqual(got.statistics, statisticsOf(6, 2));
    }
  });

  test("writes a record no later than its line", async () => {
    writeFileSync(path, `INFO: 1 ${"x".repeat(500)}\nraw\n`.repeat(2_000));
    const ends = (bytes: Buffer): number => bytes.toString("latin1").split("\n").length - 1;
    let [lines, records] = [0, 0];
    const output = new Kept((bytes) => {
      lines += ends(bytes);
      assert.ok(records >= lines, `${lines} lines and ${records} records`);
    });
    const explain = new Kept((bytes) => {
      records += ends(bytes);
    });
    const run = inThreads(2)(output, { unmatched: "pass", explain, signal: undefined });
    await soon(run.read([fileLog(path)]));
    assert.equal(lines, 4_000);
  });

  test("writes at the pace of its output, one chunk at a time", async () => {
    const log = numbered(2_000, 500).replaceAll("INFO", "raw");
    writeFileSync(path, log);
    let writing = false;
    const output = new Kept(async () => {
      assert.ok(!writing);
      writing = true;
      await turn();
      writing = false;
    });
    const explain = new Kept(() => assert.ok(!writing));
    const run = inThreads(3)(output, { unmatched: "pass", explain, signal: undefined });
    await soon(run.read([fileLog(path)]));
    assertSameText(output.text, log, "lines");
  });

  test("ends with the error of a write, and writes no more", async () => {
    writeFileSync(path, `raw ${"x".repeat(500)}\n`.repeat(2_000));
    const mine = new Error("mine");
    let written = 0;
    const output = new Kept(async () => {
      await turn();
      if (++written === 3) throw mine;
    });
    const run = inThreads(3)(output, { unmatched: "pass", explain: output, signal: undefined });
    await assert.rejects(soon(run.read([fileLog(path)])), (error) => error === mine);
    await turn();
    assert.equal(written, 3);
  });

  test("ends with whole lines when the signal is aborted", async () => {
    writeFileSync(path, numbered(2_000, 500));
    const logs = Array<Log>(3).fill(fileLog(path));
    const all = await ran(serial, logs);
    for (const writes of [1, 7]) {
      const stop = new AbortController();
      let written = 0;
      const output = new Kept(() => ++written === writes && stop.abort());
      const { lines, statistics, error } = await ran(inThreads(3), logs, { signal: stop.signal }, output);
      assert.ok(all.lines.startsWith(lines) && lines.endsWith(">\n") && lines.length < all.lines.length);
      const count = lines.split("\n").length - 1;
      assert.deepEqual([statistics, error], [statisticsOf(count, count), undefined]);
    }
  });

  test("reads nothing if the signal was aborted before", async () => {
    const { lines, statistics } = await ran(inThreads(2), [fileLog(path)], { signal: AbortSignal.abort() });
    assert.deepEqual([lines, statistics.linesProcessed], ["", 0]);
  });

  test("of a growing log gives each line once, whole and with its own number", async () => {
    const rules = RULES.replace("<{number}>", "{rest}".repeat(30));
    const loud = rulebookOf(parseRules(Buffer.from(rules), "rules.yaml"));
    writeFileSync(path, `INFO: 1 ${"x".repeat(100)}\n`.repeat(2_000));
    writeFileSync(`${cwd}/next`, "next\n");
    // Its output is more than may wait to be written, so reading stops somewhere in the file until some of it is
    // written.
    let grown = false;
    const output = new Kept(async () => {
      if (!grown) await delay(100);
      if (!grown) appendFileSync(path, "INFO: 1 more\n".repeat(10_000));
      grown = true;
    });
    const explain = new Kept();
    const run = new ParallelRun(loud, output, { unmatched: "pass", explain, signal: undefined }, 2);
    await soon(run.read([fileLog(path), fileLog(`${cwd}/next`)]));
    const numbers = [...explain.text.matchAll(/Line (\d+)/g)].map(([, number]) => Number(number));
    assert.equal(run.statistics.linesProcessed, numbers.length);
    assert.equal(
      numbers.findIndex((number, i) => number !== i + 1),
      -1,
      "numbers follow one another",
    );
  });

  test("of a log whose last line grows across the end of a block gives no partial line", async () => {
    const triple = rulebookOf(parseRules(Buffer.from(RULES.replace("<{number}>", "{rest}".repeat(3))), "rules.yaml"));
    const half = "x".repeat(1.25 * BLOCK);
    writeFileSync(path, `INFO: 1 ${half}`);
    let grown = false;
    const output = new Kept(() => {
      if (!grown) appendFileSync(path, " and more\nINFO: 2 next\n");
      grown = true;
    });
    const run = new ParallelRun(triple, output, { unmatched: "pass", explain: undefined, signal: undefined }, 1);
    await soon(run.read([fileLog(path)]));
    assert.ok(
      [half.repeat(3), `${`${half} and more`.repeat(3)}\n${"next".repeat(3)}`].includes(output.text.slice(0, -1)),
    );
  });
});

/** A stream that does something with each chunk before it accepts the next. */
const writable = (take: (bytes: Buffer) => void): Writable =>
  new Writable({
    write(bytes: Buffer, _encoding, done) {
      take(bytes);
      setImmediate(done);
    },
  });

suite("process in threads", (test) => {
  const processor = () => new Processor({ rulesPath: `${large().cwd}/rules.yaml` });
  const at = (name: string): string => `${large().cwd}/${name}`;

  async function processed(
    names: readonly string[],
    options: ProcessOptions = {},
    made = processor(),
  ): Promise<{ text: string; statistics: RunStatistics }> {
    const output = new Collector();
    const statistics = await soon(made.process(names.map(at), output, { jobs: 3, ...options }));
    return { text: output.text, statistics };
  }

  test("runs several times at once, next to calls that read streams or lines", async () => {
    const { lines, records, statistics } = large();
    const made = processor();
    const explain = new Collector();
    const output = new Collector();
    const all = Promise.all([
      processed(["large.log"], {}, made),
      processed(["small.log", "large.log"], { explain, unmatched: "only" }, made),
      made.process(createReadStream(at("large.log")), output),
    ]);
    assert.equal(made.normalize("INFO: 7 b")?.output, "<7>");
    const [first, second, third] = await all;
    assertSameText(first.text, lines, "lines of the file");
    assertSameText(output.text, lines, "lines of the stream");
    assert.deepEqual([first.statistics, third], [statistics, statistics]);
    assertSameText(second.text, `raw\n${lines.replaceAll(/^<.*\n/gm, "")}`, "unmatched lines");
    assert.equal(explain.text.split("\n").length, records.split("No rule").length + 1);
  });

  test("writes explain records among the lines", async () => {
    const output = new Collector();
    await soon(processor().process([at("large.log")], output, { jobs: "auto", explain: output }));
    assertSameText(output.text, large().interleaved, "lines and records");
  });

  test("writes at the pace of its output, and each chunk may be kept", async () => {
    const chunks: Buffer[] = [];
    let most = 0;
    const output = writable((bytes) => {
      chunks.push(bytes);
      most = Math.max(most, output.writableLength);
    });
    await soon(processor().process([at("large.log")], output, { jobs: 2 }));
    assertSameText(Buffer.concat(chunks).toString(), large().lines, "lines");
    assert.ok(most < large().lines.length / 4, `${most} bytes were put into the output at once`);
  });

  test("ends early at a signal, with whole lines", async () => {
    const stop = new AbortController();
    const output = new Collector();
    const seen = writable((bytes) => {
      output.write(bytes);
      stop.abort();
    });
    const ending = processor().process([at("large.log")], seen, { jobs: 2, signal: stop.signal });
    await assert.rejects(soon(ending), (error) => error === stop.signal.reason);
    const { text } = output;
    assert.ok(large().lines.startsWith(text) && text.endsWith("\n") && text.length < large().lines.length);
  });

  test.costly("rejects if a log cannot be read, after what precedes it", async () => {
    const { lines } = large();
    // None of these paths can be opened, and one of them does not exist.
    for (const [name, code] of [
      ["nowhere.log", "ENOENT"],
      ["small.log/x", "ENOTDIR"],
      ["x".repeat(300), "ENAMETOOLONG"],
      ["threads", "EISDIR"],
    ] as const) {
      for (const [first, before] of [
        ["large.log", lines],
        ["small.log", "<3>\nraw\n"],
      ] as const) {
        const output = new Collector();
        mkdirSync(at("threads"), { recursive: true });
        const failing = processor().process([first, name, first].map(at), output, { jobs: 2 });
        await assert.rejects(soon(failing), { code });
        assertSameText(output.text, before, `lines before ${name.slice(0, 20)}`);
      }
    }
  });

  test("rejects impossible numbers of threads", async () => {
    for (const jobs of [0, -1, Number.NaN, 1.5, Number.POSITIVE_INFINITY, "x", "2", null]) {
      const options = { jobs } as unknown as ProcessOptions;
      const error = typeof jobs === "number" ? RangeError : TypeError;
      await assert.rejects(processed(["small.log"], options), error, `${jobs}`);
    }
  });

  const files = existsSync("/proc/self/fd") ? test : test.skip;
  files("leaves no file open, however it ends", async () => {
    const open = (): string[] =>
      readdirSync("/proc/self/fd").flatMap((fd) => {
        try {
          return [readlinkSync(`/proc/self/fd/${fd}`)];
        } catch {
          return [];
        }
      });
    const failing = new Writable({ write: (_chunk, _encoding, done) => done(new Error("mine")) });
    failing.on("error", () => {});
    const made = processor();
    // Loads everything that is loaded on demand first, as the loader may keep files open.
    await processed(["small.log", "large.log", "packed.log"], {}, made);
    const before = open();
    await processed(["small.log", "large.log", "packed.log"], {}, made);
    await assert.rejects(soon(made.process([at("large.log")], failing, { jobs: 3 })), /^Error: mine$/);
    await assert.rejects(processed(["large.log", "nowhere.log", "large.log"], {}, made), { code: "ENOENT" });
    await assert.rejects(processed(["large.log"], { signal: AbortSignal.abort() }, made), { name: "AbortError" });
    assert.deepEqual(open(), before);
  });

  /** The output of a program that runs these statements with the library. The program must end by itself. */
  async function program(statements: string, flags: readonly string[] = []): Promise<string> {
    const script = `
      import threads from "node:worker_threads";
      import { syncBuiltinESMExports } from "node:module";
      import { Writable } from "node:stream";
      const { Processor } = await import(${JSON.stringify(ENGINE_URL)});
      const run = (write, jobs) =>
        new Processor({ rulesPath: "rules.yaml" }).process(["large.log"], new Writable({ write }), { jobs }).then(
          ({ linesProcessed }) => console.log("read " + linesProcessed),
          (error) => console.log("caught " + error.message),
        );
      ${statements}
    `;
    const child = spawn(process.execPath, [...flags, "--input-type=module", "--eval", script], { cwd: large().cwd });
    const { exit, stdout, stderr } = await outcome(child);
    assert.deepEqual([exit, stderr.toString()], [0, ""]);
    return stdout.toString();
  }
  const take = "(chunk, encoding, done) => done()";

  test.costly("works in a program whatever flags it was started with", async () => {
    assert.equal(await program(`await run(${take}, 3);`, ["--stack-size=900"]), `read ${LARGE_LINES}\n`);
  });

  test.costly("leaves nothing behind that keeps the program alive if it fails", async () => {
    const fails = '(chunk, encoding, done) => done(new Error("mine"))';
    assert.equal(await program(`await run(${fails}, 4); console.log("alive");`), "caught mine\nalive\n");
  });

  test.costly("leaves nothing behind that keeps the program alive if it cannot start all its threads", async () => {
    const printed = await program(`
      let count = 0;
      threads.Worker = class extends threads.Worker {
        constructor(...args) {
          if (++count === 3) throw new Error("EAGAIN");
          super(...args);
        }
      };
      syncBuiltinESMExports();
      await run(${take}, 4);
    `);
    assert.ok([`read ${LARGE_LINES}\n`, "caught EAGAIN\n"].includes(printed), printed);
  });
});
