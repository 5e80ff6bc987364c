// That several threads write what one would, byte for byte, whatever the logs are and whatever goes wrong.
import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  cpSync,
  createReadStream,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { Writable } from "node:stream";
import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { parseJobs } from "../src/cli/options/option-values.ts";
import type { Format, ProcessFilesOptions, Statistics, Unmatched } from "../src/index.ts";
import type { Log } from "../src/normalization/log.ts";
import type { NormalizationOptions } from "../src/normalization/normalization.ts";
import { rulebookOf } from "../src/normalization/rulebook.ts";
import { type Run, SerialRun } from "../src/normalization/run.ts";
import { parseRules } from "../src/rules/parse-rules.ts";
import { decompressed } from "../src/streams/compression.ts";
import type { Sink } from "../src/streams/sink.ts";
import { fileSource } from "../src/streams/source.ts";
import type { Part } from "../src/threads/messages.ts";
import { countLines, partChunks } from "../src/threads/part-chunks.ts";
import { Collector } from "./support/collector.ts";
import { COMMAND, end, ended, outcome, shell, start, startShell } from "./support/command.ts";
import { folder } from "./support/folder.ts";
import { Running } from "./support/running.ts";
import { suite } from "./support/suite.ts";

// Threads run what was built, and so do those who start them.
const built = (path: string): string => new URL(`../dist/${path}`, import.meta.url).href;
const { ParallelRun }: typeof import("../src/threads/parallel-run.ts") = await import(built("threads/parallel-run.js"));
const { Processor }: typeof import("../src/index.ts") = await import(built("index.js"));

const RULES = `
rules:
  - name: numbered
    pattern: [{ text: "INFO: " }, { field: number }, { text: " " }, { field: rest }]
    output: "<{number}>"
  - name: "dated 'é'"
    pattern: [{ field: timestamp }, { text: " é " }, { field: _ }]
    output: "é {timestamp} {{text}}"
  - name: constant
    pattern: [{ text: "constant" }]
    output: ""
`;

const ALIASES = `
rules:
  - name: a
    pattern: [{ text: "a " }, { field: id, transform: [trim, alias] }, { text: " " }, { field: x, transform: alias }]
    output: "{x}<{id}>{id}"
  - name: b
    pattern: [{ text: "b " }, { field: x, transform: alias }, { text: " " }, { field: rest, transform: digits_to_n }]
    output: "b {rest} {x}"
`;

/** A file is cut into parts of so many bytes, and read in pieces of so many. */
const PART = 4 * 1024 * 1024;
const CHUNK = 256 * 1024;

/** Logs of fewer bytes are read by one thread, whatever is asked for. */
const WORTH = 64 * 1024 * 1024;

const NEVER = new AbortController().signal;

/** Bytes that tell their places apart, with line ends at some. */
function linesOf(lengths: readonly number[], isEnded: boolean): Buffer {
  const lines = lengths.map((length, i) => Buffer.alloc(length + 1, `${i}:abcdefghijklmnopqrstuvw`).fill("\n", length));
  return Buffer.concat(lines).subarray(0, isEnded ? undefined : -1);
}

suite("parts of a file", (test) => {
  const path = `${folder()}/log`;

  /** Parts that begin at every so many bytes; the last ends with the file as it was, or where it ends when it is read. */
  function partsOf(fd: number, size: number, bytes: number, isOpen: boolean): Part[] {
    const count = Math.max(Math.ceil(size / bytes), 1);
    return Array.from({ length: count }, (_, i) => {
      const to = i < count - 1 ? (i + 1) * bytes : isOpen ? Number.POSITIVE_INFINITY : size;
      return { fd, from: i * bytes, to };
    });
  }

  async function contentOf(part: Part): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of partChunks(part, NEVER)) chunks.push(Buffer.from(chunk));
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

  /** All parts together are the file; each has the lines that begin in it, and can count them. */
  const holdsTheLaws = (content: Buffer, bytes: number, isOpen: boolean): Promise<void> =>
    withFile(content, async (fd) => {
      let at = 0;
      for (const part of partsOf(fd, content.length, bytes, isOpen)) {
        const given = await contentOf(part);
        assert.ok(given.equals(content.subarray(at, at + given.length)), `bytes from ${at} on`);
        if (given.length > 0) {
          assert.ok(at === 0 || content[at - 1] === 0x0a, `a line begins at ${at}`);
          assert.ok(part.from <= at && at < part.to, `${at} lies in the part from ${part.from} to ${part.to}`);
        }
        at += given.length;
        assert.ok(at >= Math.min(part.to, content.length), "all lines that begin before the part's end are given");
        const lines = given.toString("latin1").split("\n");
        assert.equal(await countLines(partChunks(part, NEVER)), lines.length - (lines.at(-1) === "" ? 1 : 0));
      }
      assert.equal(at, content.length);
    });

  const pieces = fc.constantFrom("\n", "\n", "\r\n", "a", "bc", "\r", "\ufeff", "é", "\0", "defghijkl");
  const content = fc.array(pieces, { maxLength: 30 }).map((all) => Buffer.from(all.join("")));

  test("hold each line once, wherever the file is cut", async () => {
    await fc.assert(fc.asyncProperty(content, fc.integer({ min: 1, max: 40 }), fc.boolean(), holdsTheLaws), {
      numRuns: 1_000,
    });
  });

  test("hold lines that are longer than what is read at once, and than parts", async () => {
    const near = fc.integer({ min: -2, max: 2 });
    const length = fc.oneof(
      { weight: 3, arbitrary: fc.nat({ max: 3 }) },
      { weight: 2, arbitrary: near.map((more) => CHUNK + more) },
      { weight: 1, arbitrary: fc.constantFrom(1_000, 2 * CHUNK - 1, 2 * CHUNK, 700_000) },
    );
    const bytes = fc.oneof(
      near.map((more) => CHUNK + more),
      fc.constantFrom(50_000, CHUNK / 2, 2 * CHUNK - 1, 2 * CHUNK, 4 * CHUNK),
    );
    const large = fc.tuple(fc.array(length, { maxLength: 8 }), fc.boolean()).map((all) => linesOf(...all));
    await fc.assert(fc.asyncProperty(large, bytes, fc.boolean(), holdsTheLaws), { numRuns: 150 });
  });

  test("of a file that grows between them hold what it begins with, and all that it was", async () => {
    await fc.assert(
      fc.asyncProperty(content, content, fc.integer({ min: 1, max: 40 }), fc.nat(), async (before, more, bytes, when) =>
        withFile(before, async (fd) => {
          const given: Buffer[] = [];
          const parts = partsOf(fd, before.length, bytes, false);
          for (const [i, part] of parts.entries()) {
            if (i === when % parts.length) appendFileSync(path, more);
            given.push(await contentOf(part));
          }
          const all = Buffer.concat(given);
          assert.ok(all.equals(Buffer.concat([before, more]).subarray(0, all.length)));
          assert.ok(all.length >= before.length);
        }),
      ),
    );
  });

  test("of a file that shrinks between them hold what it began with", async () => {
    await fc.assert(
      fc.asyncProperty(
        content,
        fc.nat(),
        fc.integer({ min: 1, max: 40 }),
        fc.nat(),
        async (before, less, bytes, when) =>
          withFile(before, async (fd) => {
            const given: Buffer[] = [];
            const parts = partsOf(fd, before.length, bytes, true);
            const rest = less % (before.length + 1);
            for (const [i, part] of parts.entries()) {
              if (i === when % parts.length) truncateSync(path, rest);
              given.push(await contentOf(part));
            }
            const all = Buffer.concat(given);
            assert.ok(all.equals(before.subarray(0, all.length)));
            assert.ok(all.length >= rest);
          }),
      ),
    );
  });

  test("in which no line begins are read no further than they go", async () => {
    await withFile(Buffer.from("x"), async (fd) => {
      // Of one line, of which next to nothing is stored.
      truncateSync(path, 1024 ** 4);
      const give = async () => assert.equal(await countLines(partChunks({ fd, from: 1, to: CHUNK }, NEVER)), 0);
      await soon(give());
    });
  });

  test("end when they are told to", async () => {
    await withFile(linesOf(Array(40).fill(50_000), true), async (fd) => {
      const stop = new AbortController();
      let chunks = 0;
      for await (const _ of partChunks({ fd, from: 0, to: Number.POSITIVE_INFINITY }, stop.signal)) {
        if (++chunks === 2) stop.abort();
      }
      assert.equal(chunks, 2);
      assert.equal(await countLines(partChunks({ fd, from: 0, to: 1 }, stop.signal)), 0);
    });
  });

  test("let others have their turn while they are read", async () => {
    await withFile(linesOf([20 * CHUNK, 20 * CHUNK], false), async (fd) => {
      let turns = 0;
      const count = (): void => {
        turns++;
        next = setImmediate(count);
      };
      let next = setImmediate(count);
      await contentOf({ fd, from: 0, to: Number.POSITIVE_INFINITY });
      // Where no line begins there is nothing to give, but much to read.
      await contentOf({ fd, from: 1, to: 19 * CHUNK });
      clearImmediate(next);
      assert.ok(turns >= 50, `${turns} turns`);
    });
  });
});

/** Fails, rather than waits for ever, when a promise does not settle; its threads would then keep this process. */
async function soon<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      setTimeout(() => process.exit(1), 60_000).unref();
      reject(new Error("did not settle"));
    }, 10_000);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** So many lines, about so many bytes each, of which no two are equal. */
const numbered = (count: number, bytes: number): string =>
  Array.from({ length: count }, (_, i) => `INFO: ${i} ${"x".repeat(bytes - (i % 50))}\n`).join("");

/** What a run wrote, and how it ended. */
interface Ran {
  readonly lines: string;
  readonly records: string;
  readonly statistics: Statistics;
  readonly error: unknown;
}

type Explain = "nowhere" | "apart" | "among the lines";

type MakeRun = (output: Sink, options: NormalizationOptions) => Run;

const rulebook = rulebookOf(parseRules(Buffer.from(RULES), "rules.yaml"));
const serial: MakeRun = (output, options) => new SerialRun(rulebook, output, options);
const inThreads =
  (threads: number, rules = rulebook): MakeRun =>
  (output, options) =>
    new ParallelRun(rules, output, options, threads);

/** Keeps what is written, after it was thought about. */
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
  path,
  open: () => decompressed(fileSource(path, NEVER)),
  failure: (error) => error,
});

async function ran(
  make: MakeRun,
  logs: readonly Log[],
  {
    unmatched = "pass",
    explain = "nowhere",
    format,
    signal,
  }: { unmatched?: Unmatched; explain?: Explain; format?: Format; signal?: AbortSignal } = {},
  output = new Kept(),
): Promise<Ran> {
  const records = new Kept();
  const sinks = { nowhere: undefined, apart: records, "among the lines": output };
  const run = make(output, { unmatched, format, explain: sinks[explain], signal });
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

  test("is the run of one, whatever the logs", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(log, { maxLength: 8 }),
        fc.constantFrom<Explain>("nowhere", "apart", "among the lines"),
        fc.constantFrom<Unmatched>("pass", "drop", "only"),
        fc.constantFrom<Format>("lines", "json"),
        fc.integer({ min: 1, max: 3 }),
        async (contents, explain, unmatched, format, threads) => {
          const logs = contents.map(logOf);
          assert.deepEqual(
            await ran(inThreads(threads), logs, { explain, unmatched, format }),
            await ran(serial, logs, { explain, unmatched, format }),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  const path = `${cwd}/log`;

  const aliasing = rulebookOf(parseRules(Buffer.from(ALIASES), "rules.yaml"));
  const one: MakeRun = (output, options) => new SerialRun(aliasing, output, options);
  const line = fc.oneof(
    fc
      .tuple(fc.constantFrom("a ", "b "), fc.nat(20), fc.constantFrom("", "x", "y"))
      .map(([a, id, x]) => `${a}${id} ${x}`),
    fc.constantFrom("raw", "", "a ", "b  ", "a  x"),
  );
  const lines = fc.array(line, { maxLength: 30 }).map((all) => Buffer.from(all.map((text) => `${text}\n`).join("")));
  const kinds = fc.constantFrom("file", "file", "file", "stream");

  test("gives the numbers of aliases that one thread gives, whatever the logs", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ kind: kinds, content: lines }), { maxLength: 10 }),
        fc.constantFrom<Explain>("nowhere", "apart", "among the lines"),
        fc.constantFrom<Unmatched>("pass", "drop", "only"),
        fc.integer({ min: 1, max: 4 }),
        async (contents, explain, unmatched, threads) => {
          const logs = contents.map(logOf);
          assert.deepEqual(
            await ran(inThreads(threads, aliasing), logs, { explain, unmatched }),
            await ran(one, logs, { explain, unmatched }),
          );
        },
      ),
      { numRuns: 100 },
    );
  });

  test("gives the numbers of aliases in large files, with values that are longer than what is collected", async () => {
    const long = ["p", "q"].map((letter) => letter.repeat(40_000));
    const content = Array.from({ length: 300_000 }, (_, i) => {
      if (i % 10_000 === 7) return `a ${i % 20_000} ${long[0]}\na ${long[(i % 3) % 2]} x\n`;
      return i % 3 === 0 ? `b ${i % 7_919} ${"filling ".repeat(8)}${i % 31}\n` : `a ${(i * 31) % 50_021} ${i % 100}\n`;
    }).join("");
    writeFileSync(path, content);
    assert.ok(content.length > 2 * PART);
    const logs = [fileLog(path), { ...fileLog(path), path: undefined }, fileLog(path)];
    for (const [threads, explain] of [
      [1, "nowhere"],
      [2, "among the lines"],
      [3, "apart"],
    ] as const) {
      const [got, expected] = [
        await ran(inThreads(threads, aliasing), logs, { explain }),
        await ran(one, logs, { explain }),
      ];
      assert.ok(got.lines === expected.lines, `lines of ${threads} threads`);
      assert.ok(got.records === expected.records, `records of ${threads} threads`);
      assert.deepEqual(got.statistics, expected.statistics);
    }
  });

  test("cuts a file at any place", async () => {
    const around = "INFO: 1 a\r\n\r\n\n\ufeffINFO: 2 b\n\ufeff\r\nINFO: 3 \ufeff\n";
    const filling = `INFO: 0 ${"x".repeat(99_990)}\n`.repeat(42);
    for (let i = 0; i <= Buffer.byteLength(around); i++) {
      writeFileSync(path, filling.slice(0, PART - 1 - i).concat("\n", around, i % 2 ? "end" : "\n"));
      const options = { explain: "among the lines" } as const;
      const [got, expected] = [
        await ran(inThreads(1), [fileLog(path)], options),
        await ran(serial, [fileLog(path)], options),
      ];
      assert.ok(got.lines === expected.lines, `cut at ${i}`);
      assert.deepEqual(got.statistics, expected.statistics);
    }
  });

  test("reads files of just a part, or of some", async () => {
    const log = numbered(9_000, 1_000);
    for (const size of [PART - 1, PART, PART + 1, 2 * PART]) {
      for (const last of ["\n", "\r", "x"]) {
        writeFileSync(path, `${log.slice(0, size - 1)}${last}`);
        const logs = [fileLog(path), fileLog(path)];
        const options = { explain: "apart" } as const;
        assert.deepEqual(await ran(inThreads(2), logs, options), await ran(serial, logs, options));
      }
    }
  });

  test("reads lines that are longer than parts", async () => {
    const long = "y".repeat(2.5 * PART);
    writeFileSync(path, `raw\nINFO: 1 ${long}\nraw\n${long}\r\nINFO: 2 b\n${long}`);
    for (const explain of ["nowhere", "among the lines"] as const) {
      const [got, expected] = [
        await ran(inThreads(3), [fileLog(path)], { explain }),
        await ran(serial, [fileLog(path)], { explain }),
      ];
      assert.ok(got.lines === expected.lines);
      assert.deepEqual(got.statistics, { linesProcessed: 6, linesMatched: 2, matchRate: 1 / 3 });
    }
  });

  test("writes a record no later than its line", async () => {
    writeFileSync(path, `INFO: 1 ${"x".repeat(500)}\nraw\n`.repeat(20_000));
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
    assert.equal(lines, 40_000);
  });

  test("writes at the pace of its output, one thing at a time", async () => {
    const log = numbered(20_000, 500).replaceAll("INFO", "raw");
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
    assert.ok(output.text === log);
  });

  test("ends with the error of a write, and writes no more", async () => {
    writeFileSync(path, `raw ${"x".repeat(500)}\n`.repeat(20_000));
    const mine = new Error("mine");
    let written = 0;
    const output = new Kept(async () => {
      await turn();
      if (++written === 3) throw mine;
    });
    const run = inThreads(3)(output, { unmatched: "pass", explain: output, signal: undefined });
    await assert.rejects(soon(run.read([fileLog(path)])), (error) => error === mine);
    await delay(20);
    assert.equal(written, 3);
  });

  test("ends with whole lines when it is told to", async () => {
    writeFileSync(path, numbered(40_000, 500));
    const logs = Array<Log>(3).fill(fileLog(path));
    const all = await ran(serial, logs);
    for (const writes of [1, 7]) {
      const stop = new AbortController();
      let written = 0;
      const output = new Kept(() => ++written === writes && stop.abort());
      const { lines, statistics, error } = await ran(inThreads(3), logs, { signal: stop.signal }, output);
      assert.ok(all.lines.startsWith(lines) && lines.endsWith(">\n") && lines.length < all.lines.length);
      const count = lines.split("\n").length - 1;
      assert.deepEqual([statistics, error], [{ linesProcessed: count, linesMatched: count, matchRate: 1 }, undefined]);
    }
  });

  test("was told to end before: reads nothing", async () => {
    const { lines, statistics } = await ran(inThreads(2), [fileLog(path)], { signal: AbortSignal.abort() });
    assert.deepEqual([lines, statistics.linesProcessed], ["", 0]);
  });

  test("of a log that grows meanwhile gives no line twice, half or without its own number", async () => {
    const rules = RULES.replace("<{number}>", "{rest}".repeat(30));
    const loud = rulebookOf(parseRules(Buffer.from(rules), "rules.yaml"));
    writeFileSync(path, `INFO: 1 ${"x".repeat(2_000)}\n`.repeat(1_000));
    writeFileSync(`${cwd}/next`, "next\n");
    // More than may wait to be written comes of it: somewhere in the file its reading stops until something is.
    let grown = false;
    const output = new Kept(async () => {
      if (!grown) await delay(100);
      if (!grown) appendFileSync(path, "INFO: 1 more\n".repeat(100_000));
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

  test("of a log whose last line grows over the end of a part gives no half of a line", async () => {
    const triple = rulebookOf(parseRules(Buffer.from(RULES.replace("<{number}>", "{rest}".repeat(3))), "rules.yaml"));
    const half = "x".repeat(1.25 * PART);
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

/** A folder with the rules, a log that is worth threads, and what is to become of that; made once. */
interface Place {
  readonly cwd: string;
  readonly lines: string;
  readonly records: string;
  readonly interleaved: string;
  readonly statistics: Statistics;
}

let place: Place | undefined;
function large(): Place {
  if (place !== undefined) return place;
  const count = 62_000;
  const filling = "x".repeat(1_400);
  const isRaw = (i: number): boolean => i % 6 === 5;
  const log: string[] = [];
  const lines: string[] = [];
  const records: string[] = [];
  for (let i = 0; i < count; i++) {
    log.push(isRaw(i) ? `raw ${i}` : `INFO: ${i} ${filling.slice(i % 100)}`, i % 4 === 3 ? "\r\n" : "\n");
    lines.push(isRaw(i) ? `raw ${i}\n` : `<${i}>\n`);
    records.push(`EXPLAIN: Line ${i + 1}: ${isRaw(i) ? "No rule matched" : "Matched rule 'numbered'"}\n`);
  }
  const packed = gzipSync(`\ufeff${"INFO: 5 packed\nraw packed\r\n".repeat(50_000)}`);
  const long = "z".repeat(2.4 * PART);
  const cwd = folder({
    "rules.yaml": RULES,
    "loud.yaml": RULES.replace("<{number}>", "{rest}".repeat(20)),
    "large.log": log.join(""),
    "marked.log": `\ufeffINFO: 1 marked\r\n\ufeffraw\r\n\r\n${`INFO: 2 ${filling}\r\n`.repeat(4_000)}last\r`,
    "mark.log": "\ufeff",
    "empty.log": "",
    "packed.log": packed,
    "damaged.log": packed.subarray(0, -4),
    "long.log": `INFO: 4 ${long}\nraw ${long.slice(PART)}`,
    "small.log": "INFO: 3 small\nraw",
  });
  assert.ok(statSync(`${cwd}/large.log`).size > WORTH, "so large that threads read it");
  const matched = count - Math.floor(count / 6);
  place = {
    cwd,
    lines: lines.join(""),
    records: records.join(""),
    interleaved: lines.map((line, i) => records[i]! + line).join(""),
    statistics: { linesProcessed: count, linesMatched: matched, matchRate: matched / count },
  };
  return place;
}

const table = ({ linesProcessed, linesMatched }: Statistics, rate: string): string => `
┌─────────────────┬───────┐
│ Metric          │ Value │
├─────────────────┼───────┤
│ Lines processed │ ${String(linesProcessed).padStart(5)} │
│ Lines matched   │ ${String(linesMatched).padStart(5)} │
│ Match rate      │ ${rate.padStart(5)} │
└─────────────────┴───────┘
`;

const THREE = ["-r", "rules.yaml", "--jobs", "3"];

const NO_SPACE = "no space left on device\n";

/** The outcome of a script in that folder; `$run` in it is the command with rules, and with several threads. */
async function shelled(script: string): Promise<{ exit: number | string | null; stdout: string; stderr: string }> {
  const { exit, stdout, stderr } = await shell(`run="normalizer -r rules.yaml --jobs 3"\n${script}`, large().cwd);
  return { exit, stdout: stdout.toString(), stderr: stderr.toString() };
}

/** As a quiet end with this output, of which a difference would be too long to be shown. */
async function gives(script: string, expected: string): Promise<void> {
  const { exit, stdout, stderr } = await shelled(script);
  assert.deepEqual([exit, stderr], [0, ""]);
  assert.equal(stdout.length, expected.length);
  assert.ok(stdout === expected);
}

suite("--jobs writes the same bytes", (test) => {
  test("as are expected of a large log", async () => {
    const { lines, interleaved, statistics } = large();
    await gives("$run large.log", lines + table(statistics, "83.3%"));
    await gives("$run -q --explain large.log 2>&1", interleaved);
  });

  // A log that can be cut, what cannot be, and what must not.
  const logs =
    "marked.log mark.log large.log small.log empty.log packed.log <(cat small.log) long.log mark.log /dev/null - small.log marked.log <small.log";
  for (const [options, redirections] of [
    ["--explain -q", ">out 2>&1"],
    ["--explain --stats-format json", "2>&1 | cat >out"],
    ["--explain --fail-under 99.9", ">out 2>err"],
    ["--explain --unmatched drop --stats-file stats", ">out 2>err"],
    ["--unmatched only -q", ">out"],
  ] as const) {
    test(`as one job, of many logs, ${options} ${redirections}`, async () => {
      const files = ["out", "err", "stats"];
      const outcomes: unknown[] = [];
      for (const jobs of [1, 3]) {
        for (const file of files) rmSync(`${large().cwd}/${file}`, { force: true });
        const script = `normalizer -r rules.yaml --jobs ${jobs} ${options} ${logs} ${redirections}; echo $PIPESTATUS; sha256sum $(ls ${files.join(" ")} 2>/dev/null)`;
        const { exit, stdout, stderr } = await shelled(script);
        assert.equal(stderr, "");
        assert.match(stdout, options.includes("--fail-under") ? /^1\n/ : /^0\n/);
        outcomes.push({ exit, stdout, size: statSync(`${large().cwd}/out`).size });
      }
      assert.deepEqual(outcomes[1], outcomes[0]);
    });
  }

  test("by rules with aliases", async () => {
    const { cwd } = large();
    writeFileSync(
      `${cwd}/aliases.yaml`,
      RULES.replace("{ field: rest }", "{ field: rest, transform: alias }").replace("<{number}>", "{rest} {number}"),
    );
    const sums = await shelled(
      "for jobs in 1 2 5; do normalizer -r aliases.yaml -qe --jobs $jobs large.log packed.log large.log 2>&1 | sha256sum; done | uniq -c",
    );
    assert.deepEqual([sums.exit, sums.stderr], [0, ""]);
    assert.match(sums.stdout, /^ *3 [0-9a-f]+ {2}-\n$/);
  });

  test("of a log that is written while a pipe before it is read", async () => {
    for (const jobs of [1, 3]) {
      const script = `echo INFO: 1 a >written.log; normalizer -r rules.yaml -q --jobs ${jobs} large.log`;
      const pipe = "<(sleep 0.3; echo INFO: 2 b >>written.log; echo INFO: 3 c)";
      await gives(`${script} ${pipe} written.log`, `${large().lines}<3>\n<1>\n<2>\n`);
    }
  });

  test("by the rules of a pipe, and of standard input", async () => {
    const { lines } = large();
    await gives("normalizer -r <(cat rules.yaml) --jobs 2 -q large.log", lines);
    await gives("normalizer -r /dev/stdin --jobs auto -q large.log <rules.yaml", lines);
  });

  test("of standard input, a pipe or a file", async () => {
    const { lines } = large();
    await gives("cat large.log | $run -q", lines);
    await gives("$run -q /dev/stdin <large.log", lines);
  });

  test("with more threads than there is work for, and says nothing about them", async () => {
    await gives("normalizer -r rules.yaml --jobs 12 -q large.log | cat", large().lines);
  });

  test("while it waits for somebody who reads slowly", async () => {
    const { interleaved } = large();
    await gives("$run -qe large.log 2>&1 | (head -c 1000; sleep 0.3; cat)", interleaved);
  });
});

suite("--jobs takes", (test) => {
  test("numbers from 1 to 256, and auto", async () => {
    for (const text of ["1", "2", "10", "99", "256"]) assert.equal(parseJobs("--jobs", text), Number(text));
    assert.ok(parseJobs("--jobs", "auto") >= 1);
    await gives("normalizer -r rules.yaml -qj 256 small.log", "<3>\nraw\n");
  });

  test("nothing else", () => {
    for (const text of ["0", "-1", "1.5", "x", "257", "1000", "02", "+2", "1e1", "0x2", " 2", "2\n", "", "AUTO", "٣"]) {
      assert.throws(
        () => parseJobs("--jobs", text),
        /^UsageError: --jobs takes a number from 1 to 256, or auto, not '/,
        text,
      );
    }
  });
});

suite("--jobs when things go wrong", (test) => {
  test("a pipe that closes downstream ends the program quietly", async () => {
    for (const [script, out] of [
      ["$run large.log large.log | head -1", "<0>\n"],
      ["$run -e large.log 2>&1 | head -2", "EXPLAIN: Line 1: Matched rule 'numbered'\n<0>\n"],
      ["$run <(sleep 0.2; cat small.log) large.log | true", ""],
    ] as const) {
      await gives(`${script}; echo "exit $PIPESTATUS"`, `${out}exit 0\n`);
    }
  });

  test("a pipe of the explain records that closes: the lines go on", async () => {
    const { lines, records } = large();
    const first = records.slice(0, records.indexOf("\n") + 1);
    await gives(
      "$run -qe large.log 2> >(head -1 >first); until [ -s first ]; do sleep 0.05; done; cat first",
      lines + first,
    );
  });

  const full = existsSync("/dev/full") ? test : test.skip;
  full("an output that is full", async () => {
    const message = `normalizer: standard output: ${NO_SPACE}`;
    assert.deepEqual(await shelled("$run large.log >/dev/full"), { exit: 2, stdout: "", stderr: message });
    assert.deepEqual(await shelled("$run large.log --unmatched drop -e 2>/dev/full >out"), {
      exit: 2,
      stdout: "",
      stderr: "",
    });
  });

  test("a file that may grow no more: what fits is written", async () => {
    const script = "trap '' XFSZ; ulimit -f 100; $run -q large.log >out";
    const message = "normalizer: standard output: file too large\n";
    assert.deepEqual(await shelled(script), { exit: 2, stdout: "", stderr: message });
    const { cwd, lines } = large();
    assert.ok(readFileSync(`${cwd}/out`, "latin1") === lines.slice(0, 100 * 1024));
  });

  test("gzip that is damaged: what comes before it, and out of it, is written", async () => {
    const { exit, stdout, stderr } = await shelled("$run -q large.log damaged.log small.log");
    assert.deepEqual([exit, stderr], [2, "normalizer: damaged.log: the gzip data is cut short\n"]);
    assert.ok(stdout === large().lines + "<5>\nraw packed\n".repeat(50_000));
  });

  test("a log that vanishes before its turn: what comes before it is written", async () => {
    const { cwd } = large();
    writeFileSync(`${cwd}/later.log`, "INFO: 9 later\n");
    spawnSync("mkfifo", ["fifo"], { cwd });
    // As many as are begun ahead of the first.
    const others = Array(9).fill("/dev/null");
    const run = new Running(start([...THREE, "-q", "fifo", ...others, "later.log", "large.log"], cwd));
    const fifo = openSync(`${cwd}/fifo`, "w");
    writeSync(fifo, "INFO: 8 first\n");
    await run.until("<8>\n");
    rmSync(`${cwd}/later.log`);
    closeSync(fifo);
    assert.equal(await run.ended, 2);
    assert.equal(run.stdout, "<8>\n");
    assert.equal(run.stderr, "normalizer: later.log: no such file or directory\n");
  });

  /** The command with this as the program of its threads, in which the real one is `./real.js`. */
  function withThreads(program: string): string {
    const { cwd } = large();
    rmSync(`${cwd}/threads`, { recursive: true, force: true });
    mkdirSync(`${cwd}/threads`);
    cpSync(COMMAND, `${cwd}/normalizer.cjs`);
    cpSync(fileURLToPath(built("threads/thread.js")), `${cwd}/threads/real.js`);
    writeFileSync(`${cwd}/threads/thread.js`, program);
    writeFileSync(`${cwd}/threads/package.json`, '{ "type": "module" }');
    return '"$NODE" normalizer.cjs -r rules.yaml --jobs 3';
  }

  // Both are good: that others do its work, and that the run fails; but nothing may be missing without a word.
  for (const [name, program] of [
    ["does not begin", `throw new Error("mine");`],
    ["ends at its second part", endingAt("part", 2)],
    ["ends in the middle of a part", endingAt("written", 1)],
  ] as const) {
    for (const logs of ["large.log", "<(sleep 0.2) $(yes /dev/null | head -9) large.log"]) {
      test(`a thread that ${name} is not a silence, with ${logs}`, async () => {
        const { exit, stdout, stderr } = await shelled(`${withThreads(program)} -q ${logs}`);
        const { lines } = large();
        if (exit === 0) assert.ok(stdout === lines, `${stdout.length} bytes of ${lines.length}`);
        else assert.match(stderr, /^normalizer: .+\n$/);
        assert.ok(exit === 0 || exit === 2);
        assert.ok(lines.startsWith(stdout));
      });
    }
  }
});

/** A program of a thread, which ends when it was told so many times of something. */
function endingAt(type: string, count: number): string {
  return `
    import { parentPort } from "node:worker_threads";
    import "./real.js";
    let count = 0;
    parentPort.on("message", (message) => {
      if (message.type === ${JSON.stringify(type)} && ++count === ${count}) process.exit(3);
    });
  `;
}

const onLinux = existsSync("/proc/self/io");

/** The command with an output that nobody reads, both lines and records, when it has come to a stop. */
async function stalled(args: string): Promise<ChildProcess> {
  const child = startShell(`exec "$NODE" "$COMMAND" ${args} 2>&1`, large().cwd, {
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout!.pause();
  if (!onLinux) {
    await delay(1_000);
    return child;
  }
  for (let [before, now, tries] = [-1, 0, 0]; now !== before || now < 4 * CHUNK; tries++) {
    if (tries === 300) end(child);
    await delay(60);
    before = now;
    now = taken(child).read;
  }
  return child;
}

/** What a process has taken of the system: bytes that it read, memory at its most, and threads. */
function taken({ pid }: ChildProcess): { read: number; memory: number; threads: number } {
  const numberIn = (file: string, pattern: RegExp): number =>
    Number(pattern.exec(readFileSync(`/proc/${pid}/${file}`, "utf8"))![1]);
  return {
    read: numberIn("io", /^rchar: (\d+)$/m),
    memory: 1024 * numberIn("status", /^VmHWM:\s+(\d+) kB$/m),
    threads: numberIn("status", /^Threads:\s+(\d+)$/m),
  };
}

suite("--jobs and an output that nobody reads", (test) => {
  const linux = onLinux ? test : test.skip;
  if (!onLinux) console.log("skipped: what a process takes of the system, which Linux tells");

  for (const [name, options] of [
    ["", "-r rules.yaml"],
    [", with records", "-r rules.yaml -e"],
    [", though much more comes of it", "-r loud.yaml"],
    [", though next to nothing comes of it", "-r rules.yaml --unmatched only"],
  ] as const) {
    linux(`reads a bounded amount ahead${name}`, async () => {
      const child = await stalled(`${options} --jobs 3 large.log large.log large.log large.log`);
      const { read, memory } = taken(child);
      end(child);
      assert.ok(read < 2 * WORTH, `${read} bytes were read`);
      assert.ok(memory < 4 * WORTH, `${memory} bytes were taken`);
    });
  }

  linux("has as many threads as were asked for, if the logs are worth it", async () => {
    const threads = async (args: string): Promise<number> => {
      const child = await stalled(`-r rules.yaml ${args}`);
      const { threads } = taken(child);
      end(child);
      return threads;
    };
    assert.ok((await threads("--jobs 4 large.log")) >= 3 + (await threads("--jobs 4 long.log")));
  });

  for (const [signal, code, options] of [
    ["SIGINT", 130, ""],
    ["SIGTERM", 143, "--explain"],
  ] as const) {
    test(`ends at ${signal} with what was read, whole lines only, and ${code}`, async () => {
      const child = await stalled(`-r rules.yaml --jobs 3 --stats-format json ${options} large.log`);
      const done = outcome(child);
      child.stdout!.pause();
      child.kill(signal);
      // As timeout(1) does it, which is no second signal.
      child.kill(signal);
      await delay(50);
      child.stdout!.resume();
      const { exit, stdout } = await done;
      const { lines, interleaved } = large();
      const [, written = "", report = ""] = /^(.*\n)\n(.*\n)$/s.exec(stdout.toString()) ?? [];
      const whole = options === "" ? lines : interleaved;
      assert.ok(whole.startsWith(written) && written.length < whole.length, `${written.length} bytes were written`);
      const count = written.split(/^<|^raw/m).length - 1;
      const { lines_processed } = JSON.parse(report) as { lines_processed: number };
      assert.deepEqual([exit, lines_processed], [code, count]);
    });
  }

  test("ends at once at a second signal, after half a second", async () => {
    const child = await stalled("-r rules.yaml --jobs 3 large.log");
    child.kill("SIGINT");
    await delay(600);
    assert.equal(child.exitCode ?? child.signalCode, null, "what was read cannot have been written");
    const exited = new Promise<unknown>((resolve) => child.on("exit", (code, signal) => resolve(code ?? signal)));
    child.kill("SIGTERM");
    const how = await Promise.race([exited, delay(10_000, "nothing", { ref: false })]);
    end(child);
    assert.equal(how, "SIGTERM");
  });
});

suite("--jobs and a signal while nothing is waited for", (test) => {
  test("ends at once, with whole lines", async () => {
    const { cwd, lines } = large();
    const logs = Array(40).fill("large.log");
    const out = openSync(`${cwd}/out`, "w");
    const child = start([...THREE, "--stats-format", "json", ...logs], cwd, { stdio: ["ignore", out, "inherit"] });
    closeSync(out);
    const exit = ended(child);
    while (statSync(`${cwd}/out`).size < 1.5 * lines.length) await delay(10);
    child.kill("SIGINT");
    assert.equal(await exit, 130);
    const [, written = "", report = ""] = /^(.*\n)\n(.*\n)$/s.exec(readFileSync(`${cwd}/out`, "latin1")) ?? [];
    assert.ok(lines.repeat(40).startsWith(written) && written.length < 20 * lines.length);
    const { lines_processed } = JSON.parse(report) as { lines_processed: number };
    assert.equal(lines_processed, written.split("\n").length - 1);
  });
});

/** A stream that does something with what is written to it before more is. */
const writable = (take: (bytes: Buffer) => void): Writable =>
  new Writable({
    write(bytes: Buffer, _encoding, done) {
      take(bytes);
      setImmediate(done);
    },
  });

suite("processFiles in threads", (test) => {
  const processor = () => new Processor({ rulesPath: `${large().cwd}/rules.yaml` });
  const at = (name: string): string => `${large().cwd}/${name}`;

  async function processed(
    names: readonly string[],
    options: ProcessFilesOptions = {},
    made = processor(),
  ): Promise<{ text: string; statistics: Statistics }> {
    const output = new Collector();
    const statistics = await soon(made.processFiles(names.map(at), output, { jobs: 3, ...options }));
    return { text: output.text, statistics };
  }

  test("of one processor several at a time, and others that read streams or lines", async () => {
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
    assert.ok(first.text === lines && output.text === lines);
    assert.deepEqual([first.statistics, third], [statistics, statistics]);
    assert.ok(second.text === `raw\n${lines.replaceAll(/^<.*\n/gm, "")}`);
    assert.equal(explain.text.split("\n").length, records.split("No rule").length + 1);
  });

  test("with explain records among the lines", async () => {
    const output = new Collector();
    await soon(processor().processFiles([at("large.log")], output, { jobs: "auto", explain: output }));
    assert.ok(output.text === large().interleaved);
  });

  test("writes at the pace of its output, of which each chunk may be kept", async () => {
    const chunks: Buffer[] = [];
    let most = 0;
    const output = writable((bytes) => {
      chunks.push(bytes);
      most = Math.max(most, output.writableLength);
    });
    await soon(processor().processFiles([at("large.log")], output, { jobs: 2 }));
    assert.ok(Buffer.concat(chunks).toString() === large().lines);
    assert.ok(most < 1024 * 1024, `${most} bytes were put into the output at once`);
  });

  test("ends early when it is told to, with whole lines", async () => {
    const stop = new AbortController();
    const output = new Collector();
    const seen = writable((bytes) => {
      output.write(bytes);
      stop.abort();
    });
    const ending = processor().processFiles([at("large.log")], seen, { jobs: 2, signal: stop.signal });
    const { linesProcessed } = await soon(ending);
    const { text } = output;
    assert.ok(large().lines.startsWith(text) && text.endsWith("\n") && text.length < large().lines.length);
    assert.equal(linesProcessed, text.split("\n").length - 1);
  });

  test("rejects when a log cannot be read, after what comes before it", async () => {
    const { lines } = large();
    // None of these paths can be looked at; one of them is not there.
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
        const failing = processor().processFiles([first, name, first].map(at), output, { jobs: 2 });
        await assert.rejects(soon(failing), { code });
        assert.ok(output.text === before, `${output.text.length} bytes before ${name.slice(0, 20)}`);
      }
    }
  });

  test("rejects numbers of threads that there cannot be", async () => {
    for (const jobs of [0, -1, Number.NaN, 1.5, Number.POSITIVE_INFINITY, "x", "2", null]) {
      const options = { jobs } as unknown as ProcessFilesOptions;
      await assert.rejects(processed(["small.log"], options), RangeError, `${jobs}`);
    }
  });

  const files = existsSync("/proc/self/fd") ? test : test.skip;
  files("leaves no file open, however it ends", async () => {
    const open = (): number => readdirSync("/proc/self/fd").length;
    const failing = new Writable({ write: (_chunk, _encoding, done) => done(new Error("mine")) });
    failing.on("error", () => {});
    const made = processor();
    const before = open();
    await processed(["small.log", "large.log", "packed.log"], {}, made);
    await assert.rejects(soon(made.processFiles([at("large.log")], failing, { jobs: 3 })), /^Error: mine$/);
    await assert.rejects(processed(["large.log", "nowhere.log", "large.log"], {}, made), { code: "ENOENT" });
    await processed(["large.log"], { signal: AbortSignal.abort() }, made);
    assert.equal(open(), before);
  });

  /** What a program with the library and these statements says; it must come to its end. */
  async function program(statements: string, flags: readonly string[] = []): Promise<string> {
    const script = `
      import threads from "node:worker_threads";
      import { syncBuiltinESMExports } from "node:module";
      import { Writable } from "node:stream";
      const { Processor } = await import(${JSON.stringify(built("index.js"))});
      const run = (write, jobs) =>
        new Processor({ rulesPath: "rules.yaml" }).processFiles(["large.log"], new Writable({ write }), { jobs }).then(
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

  test("works in a program whatever it was started with", async () => {
    assert.equal(await program(`await run(${take}, 3);`, ["--stack-size=900"]), "read 62000\n");
  });

  test("that fails leaves nothing behind that would keep the program", async () => {
    const fails = '(chunk, encoding, done) => done(new Error("mine"))';
    assert.equal(await program(`await run(${fails}, 4); console.log("alive");`), "caught mine\nalive\n");
  });

  test("that cannot have all its threads leaves nothing behind that would keep the program", async () => {
    const said = await program(`
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
    assert.match(said, /^(?:read 62000|caught EAGAIN)\n$/);
  });
});
