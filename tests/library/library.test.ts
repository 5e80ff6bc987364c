import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { getMaxListeners, once } from "node:events";
import { createReadStream } from "node:fs";
import { createServer, get, type IncomingMessage } from "node:http";
import { Duplex, PassThrough, Readable, Writable } from "node:stream";
import { setImmediate as turn } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import * as library from "../../src/index.ts";
import { DamagedLogError, type LogSources, type ProcessOptions, Processor, RulesError } from "../../src/index.ts";
import { Collector } from "../support/collector.ts";
import { HANG_MS, outcome } from "../support/command.ts";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { rulesFile } from "../support/rules-file.ts";
import { suite } from "../support/suite.ts";

const LEVELS = `
rules:
  - name: level
    pattern: [{ field: timestamp }, { text: " [" }, { field: level }, { text: "] " }, { field: message }]
    output: "{level}: {message}"
  - name: names
    pattern: [{ field: _ }, { text: "<" }, { field: __proto__ }, { text: ">" }, { field: _ }]
    output: "proto {__proto__}"
`;
const LINE = "2024-11-15 10:00:02 [WARN] disk at 91%";

const processor = (rules = LEVELS): Processor => new Processor({ rulesPath: rulesFile(rules) });

async function processed(logs: LogSources, options: ProcessOptions = {}): Promise<string> {
  const output = new Collector();
  await processor().process(logs, output, options);
  return output.text;
}

/** Fails if a promise does not settle, instead of waiting for ever. */
async function soon<T>(promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("did not settle")), HANG_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Yields one chunk per turn of the event loop, each in memory that is reused for the next. */
async function* slowly(chunks: readonly (string | Uint8Array)[], turns = 1): AsyncGenerator<string | Uint8Array> {
  for (const chunk of chunks) {
    for (let i = 0; i < turns; i++) await turn();
    yield chunk;
  }
}

suite("names of the library", (test) => {
  const names = [
    "BaselineError",
    "ChangedFileError",
    "CopyError",
    "DamagedLogError",
    "ImportError",
    "LineError",
    "LogError",
    "MissingKeyError",
    "Processor",
    "RulesError",
    "UnknownFieldError",
    "exportRules",
    "importRules",
  ];
  test("are exactly these", () => assert.deepEqual(Object.keys(library).sort(), names));
  test("are the same in the built package", async () => {
    const built = new URL("../../dist/index.js", import.meta.url).href;
    assert.deepEqual(Object.keys((await import(built)) as object).sort(), names);
  });
});

suite("a processor's rules", (test) => {
  test("are read at once: the file may be deleted afterwards", () => {
    const path = rulesFile(LEVELS);
    const made = new Processor({ rulesPath: path });
    rulesFile("rules: []");
    assert.equal(made.normalize(LINE)?.rule, "level");
    assert.equal(new Processor({ rulesPath: path }).normalize(LINE), undefined);
  });
  test("throw a RulesError with all issues if they are invalid", () => {
    const path = rulesFile("rules: [{ name: a, pattern: [{ text: '' }], output: '{b}' }]\nruels: 1\n");
    assert.throws(
      () => new Processor({ rulesPath: path }),
      (error) =>
        error instanceof RulesError &&
        error.path === path &&
        error.issues.map(({ code }) => code).join() === "EMPTY_VALUE,UNKNOWN_PLACEHOLDER,UNKNOWN_KEY",
    );
  });
  test("throw the system's error if the file is missing", () => {
    assert.throws(() => new Processor({ rulesPath: `${folder()}/none.yaml` }), { code: "ENOENT" });
  });
});

suite("normalize", (test) => {
  test("answers text with text", () => {
    assert.deepEqual(processor().normalize(LINE), {
      rule: "level",
      fields: { timestamp: "2024-11-15 10:00:02", level: "WARN", message: "disk at 91%" },
      captures: [
        { name: "timestamp", value: "2024-11-15 10:00:02" },
        { name: "level", value: "WARN" },
        { name: "message", value: "disk at 91%" },
      ],
      output: "WARN: disk at 91%",
    });
  });

  test("answers bytes with bytes of its own, whatever they are", () => {
    const line = Buffer.from("..x [caf\xe9] \xff\0..", "latin1").subarray(2, -2);
    const answer = processor().normalize(new Uint8Array(line.buffer, line.byteOffset, line.length))!;
    line.fill(0);
    assert.deepEqual(answer, {
      rule: "level",
      fields: {
        timestamp: new Uint8Array(Buffer.from("x")),
        level: new Uint8Array(Buffer.from("caf\xe9", "latin1")),
        message: new Uint8Array([0xff, 0]),
      },
      captures: [
        { name: "timestamp", value: new Uint8Array(Buffer.from("x")) },
        { name: "level", value: new Uint8Array(Buffer.from("caf\xe9", "latin1")) },
        { name: "message", value: new Uint8Array([0xff, 0]) },
      ],
      output: new Uint8Array(Buffer.from("caf\xe9: \xff\0", "latin1")),
    });
    const values = [answer.output, ...answer.captures.map(({ value }) => value)];
    for (const value of values) assert.equal(value.buffer.byteLength, value.length, "shares its memory");
  });

  test("gives captures as a list, and fields by names, which may repeat or be __proto__", () => {
    const { captures, fields, output } = processor().normalize("a<b>c")!;
    assert.deepEqual(Object.entries(fields), [
      ["_", ["a", "c"]],
      ["__proto__", "b"],
    ]);
    assert.equal(Object.getPrototypeOf(fields), Object.prototype);
    assert.deepEqual(captures, [
      { name: "_", value: "a" },
      { name: "__proto__", value: "b" },
      { name: "_", value: "c" },
    ]);
    assert.equal(output, "proto b");
  });

  test("has one field for a name in several branches, and an empty one for what captured nothing", () => {
    const rules = `
rules:
  - name: login
    pattern:
      - text: "login "
      - alternatives:
          - [{ text: "user=" }, { field: id }]
          - [{ text: "uid=" }, { field: id }, { text: "/" }, { field: group }]
      - text: ";"
    output: "{id}"
`;
    const made = processor(rules);
    assert.deepEqual(made.normalize("login user=ann;")?.fields, { id: "ann", group: "" });
    assert.deepEqual(made.normalize("login uid=7/staff;")?.fields, { id: "7", group: "staff" });
  });

  test("never takes an object's own property name for a field", () => {
    const made = processor(
      "rules: [{ name: a, pattern: '', output: '' }]".replace(
        "''",
        "[{ field: toString }, { text: / }, { field: toString }]",
      ),
    );
    assert.deepEqual(Object.entries(made.normalize("a/b")!.fields), [["toString", ["a", "b"]]]);
  });

  test("is undefined if no rule matches", () => {
    assert.equal(processor().normalize("nothing"), undefined);
    assert.equal(processor().normalize(""), undefined);
    assert.equal(processor().normalize(new Uint8Array(0)), undefined);
  });

  test("does not interfere with process", async () => {
    const made = processor();
    const output = new Writable({
      write(chunk: Buffer, _encoding, done) {
        made.normalize("something [ELSE] entirely different");
        taken.push(chunk);
        done();
      },
    });
    const taken: Buffer[] = [];
    const long = "m".repeat(40_000);
    await made.process(Readable.from([`${LINE}${long}\n`]), output);
    assert.equal(Buffer.concat(taken).toString(), `WARN: disk at 91%${long}\n`);
  });
});

suite("the input of process", (test) => {
  const log = `${LINE}\nraw é😀\n`;
  const expected = "WARN: disk at 91%\nraw é😀\n";

  test("may be strings", async () => assert.equal(await processed(Readable.from([log])), expected));
  test("may be Buffers", async () => assert.equal(await processed(Readable.from([Buffer.from(log)])), expected));
  test("may be Uint8Arrays", async () => {
    const [around, text] = [new Uint8Array(100).fill(0x78), new TextEncoder().encode(log)];
    around.set(text, 20);
    assert.equal(await processed(Readable.from([around.subarray(20, 20 + text.length)])), expected);
  });
  test("may be a stream with an encoding", async () => {
    const bytes = new PassThrough({ highWaterMark: 1 }).setEncoding("utf8");
    bytes.end(log);
    assert.equal(await processed(bytes), expected);
  });
  test("may be a file", async () => {
    const path = `${folder({ "app.log": log })}/app.log`;
    assert.equal(await processed(createReadStream(path, { highWaterMark: 3 })), expected);
  });
  test("may be files given by their paths", async () => {
    const cwd = folder({ "a.log": `${LINE}\n`, "b.log": gzipSync("other") });
    const output = new Collector();
    const statistics = await processor().process([`${cwd}/a.log`, `${cwd}/b.log`], output, { jobs: "auto" });
    assert.equal(output.text, "WARN: disk at 91%\nother\n");
    assert.deepEqual(statistics, {
      ...{ linesProcessed: 2, linesMatched: 1, matchRate: 0.5 },
      rules: [
        { name: "level", lines: 1 },
        { name: "names", lines: 0 },
      ],
    });
  });

  test("may be several streams, each of which ends its last line", async () => {
    const inputs = [Readable.from(["\ufeffone"]), Readable.from([]), slowly(["\ufeffth", Buffer.from("ree\n")])];
    assert.equal(await processed(inputs), "one\nthree\n");
  });
  test("may be empty", async () => {
    assert.equal(await processed([]), "");
    assert.equal(await processed(Readable.from([])), "");
  });
  test("may be text cut inside a surrogate pair", async () => {
    for (let cut = 0; cut <= log.length; cut++) {
      assert.equal(await processed(slowly([log.slice(0, cut), "", log.slice(cut)])), expected, `cut at ${cut}`);
    }
    assert.equal(await processed(slowly(log.split(""))), expected);
    assert.equal(await processed(slowly(["a\ud83d", "b\ude00c\ud83d"])), "a\ufffdb\ufffdc\ufffd\n");
  });
  test("may mix text and bytes, and stays in order", async () => {
    assert.equal(await processed(slowly(["a\ud83d", Buffer.from("b")])), "a\ufffdb\n");
    assert.equal(await processed(slowly(["é", Buffer.from("b"), "c"])), "ébc\n");
  });
  test("may be gzip", async () => {
    const packed = gzipSync(log);
    assert.equal(await processed(slowly(Array.from(packed, (byte) => Uint8Array.of(byte)))), expected);
    assert.equal(await processed([Readable.from([packed]), Readable.from(["plain"])]), `${expected}plain\n`);
  });
  test("may be damaged gzip: what it gave is written, and the error says so", async () => {
    const output = new Collector();
    const cut = gzipSync(`${LINE}\n${"raw\n".repeat(99)}half`).subarray(0, -8);
    await assert.rejects(processor().process(slowly([cut]), output), DamagedLogError);
    assert.equal(output.text, `WARN: disk at 91%\n${"raw\n".repeat(99)}half\n`);
  });
  test("must be text or bytes: otherwise it rejects with a TypeError", async () => {
    await assert.rejects(processed(Readable.from([{}])), TypeError);
  });
});

suite("the output of process", (test) => {
  /** About 16 MiB in chunks of 64 KiB, each with its own content. */
  const chunks = (count = 256): Buffer[] =>
    Array.from({ length: count }, (_, i) =>
      Buffer.from(`${LINE} of ${i}\n`.padEnd(64, "·").repeat(1024).slice(0, 65_536)),
    );

  test("is written at its own pace", async () => {
    let [given, taken, mostOutstanding, mostHeld] = [0, 0, 0, 0];
    const output = new Writable({
      highWaterMark: 1024,
      write(chunk: Buffer, _encoding, done) {
        mostOutstanding = Math.max(mostOutstanding, given - taken);
        mostHeld = Math.max(mostHeld, output.writableLength);
        taken += chunk.length;
        setImmediate(done);
      },
    });
    async function* input(): AsyncGenerator<Buffer> {
      for (let i = 0; i < 400; i++) {
        given += 65_536;
        yield Buffer.from("x".repeat(1023).concat("\n").repeat(64));
      }
    }
    await processor().process(input(), output);
    assert.equal(taken, 400 * 65_536);
    assert.ok(mostOutstanding <= 3 * 65_536, `${mostOutstanding} bytes were read ahead of the output`);
    assert.ok(mostHeld <= 2 * 65_536, `${mostHeld} bytes were put into the output at once`);
  });

  test("is also written at the pace of the explain records", async () => {
    let mostHeld = 0;
    const explain = new Writable({
      highWaterMark: 1024,
      write(_chunk, _encoding, done) {
        mostHeld = Math.max(mostHeld, explain.writableLength);
        setImmediate(done);
      },
    });
    await processor().process(Readable.from(["\n".repeat(200_000)]), new Collector(), { explain });
    assert.ok(mostHeld > 0 && mostHeld <= 5 * 65_536, `${mostHeld} bytes were put into the records at once`);
  });

  test("may be kept: no chunk changes later", async () => {
    const output = new Collector();
    const hash = createHash("sha256");
    const seen = new Writable({
      write(chunk: Buffer, _encoding, done) {
        hash.update(chunk);
        output.write(chunk, () => done());
      },
    });
    // The input reuses one buffer for all its chunks, as files do.
    const reused = Buffer.alloc(65_536);
    async function* input(): AsyncGenerator<Buffer> {
      for (const chunk of [...chunks(), Buffer.from("y".repeat(65_535)), Buffer.from("z\n")]) {
        chunk.copy(reused);
        yield reused.subarray(0, chunk.length);
        reused.fill(0);
      }
    }
    await processor().process(input(), seen);
    assert.ok(output.bytes.length > 4_000_000);
    assert.equal(createHash("sha256").update(output.bytes).digest("hex"), hash.digest("hex"));
    assert.equal(output.bytes.includes(0), false);
  });

  test("keeps no listener of a failed call: its own errors reach other listeners again", async () => {
    const output = new Collector();
    async function* input(): AsyncGenerator<string> {
      yield "a\n";
      throw new Error("mine");
    }
    for (let i = 0; i < 20; i++) await assert.rejects(processor().process(input(), output, { explain: output }));
    await turn();
    assert.equal(output.listenerCount("error"), 0);
    assert.equal(output.destroyed, false);
  });

  test("is not ended, nor left with listeners", async () => {
    const output = new Collector();
    const counts = (): number[] => output.eventNames().map((name) => output.listenerCount(name));
    const before = counts();
    for (let i = 0; i < 20; i++) await processor().process(Readable.from(["a\n"]), output, { explain: output });
    assert.equal(output.writableEnded || output.destroyed, false);
    assert.deepEqual(counts(), before);
    output.end("the end\n");
    await once(output, "finish");
    assert.match(output.text, /^(EXPLAIN: Line 1: No rule matched\na\n){20}the end\n$/);
  });

  test("may be shared by many concurrent calls, without a warning of a leak", async () => {
    const warnings: string[] = [];
    const note = ({ message }: Error): unknown => warnings.push(message);
    process.on("warning", note);
    try {
      const [output, explain] = [new Collector(), new Collector()];
      const { signal } = new AbortController();
      const limits = (): number[] => [output, explain, signal].map((one) => getMaxListeners(one));
      const before = limits();
      const inputs = Array.from({ length: 50 }, () => new PassThrough());
      const calls = inputs.map((input) => processor().process(input, output, { explain, signal }));
      await turn();
      for (const input of inputs) input.end("a\n");
      await Promise.all(calls);
      await turn();
      assert.equal(output.text, "a\n".repeat(50));
      assert.deepEqual(warnings, []);
      assert.deepEqual(limits(), before);
    } finally {
      process.off("warning", note);
    }
  });

  test("keeps its caller's limit of listeners, however the calls end", async () => {
    for (const limit of [0, 1, 10, Number.POSITIVE_INFINITY]) {
      const output = new Collector().setMaxListeners(limit);
      await processor().process(Readable.from(["a\n"]), output);
      const records = processor().records(Readable.from(["a\n"]).setMaxListeners(limit));
      for await (const _ of records);
      await records.return();
      await turn();
      assert.equal(output.getMaxListeners(), limit);
    }
  });

  test("is right for each of many concurrent calls", async () => {
    // Templates that take several writes to render, while the other calls match lines of their own.
    const rules = `
rules:
  - name: fold
    pattern: [{ text: "<" }, { field: a }, { text: "|" }, { field: b }, { text: ">" }]
    output: "{b}-{a}-{b}-{a}"
  - name: dated
    pattern: [{ text: "[" }, { field: x }, { text: "] " }, { field: timestamp }, { text: " " }, { field: rest }]
    output: "{rest}{x}{timestamp}{rest}"
`;
    const made = processor(rules);
    const run = async (id: number, turns: number): Promise<void> => {
      const [a, b, c] = [`a${id}`.repeat(9_000 * id), `b${id}`.repeat(30_000), `c${id}`.repeat(7)];
      const log = `<${a}|${b}>\n[${c}] 2024-11-15 10:00:0${id} ${a}\n<|>\nraw${id}\n`.repeat(5);
      const pieces = Array.from({ length: Math.ceil(log.length / 10_007) }, (_, i) =>
        log.slice(i * 10_007, (i + 1) * 10_007),
      );
      const kept: Buffer[] = [];
      const output = new Writable({
        highWaterMark: 16,
        write(chunk: Buffer, _encoding, done) {
          kept.push(chunk);
          setImmediate(done);
        },
      });
      const statistics = await made.process(slowly(pieces, turns), output);
      const expected = `${b}-${a}-${b}-${a}\n${a}${c}2024-11-15 10:00:0${id}${a}\n---\nraw${id}\n`.repeat(5);
      assert.ok(Buffer.concat(kept).toString() === expected, `call ${id}`);
      assert.deepEqual(statistics, {
        ...{ linesProcessed: 20, linesMatched: 15, matchRate: 0.75 },
        rules: [
          { name: "fold", lines: 10 },
          { name: "dated", lines: 5 },
        ],
      });
    };
    await Promise.all([run(1, 1), run(2, 2), run(3, 1), run(4, 3), run(5, 1)]);
  });
});

suite("failures of process", (test) => {
  const mine = new Error("mine");

  test("include the error of an input, after what was read is written", async () => {
    async function* input(): AsyncGenerator<string> {
      yield `${LINE}\nhalf`;
      throw mine;
    }
    const output = new Collector();
    await assert.rejects(processor().process(input(), output), (error) => error === mine);
    assert.equal(output.text, "WARN: disk at 91%\nhalf\n");

    const stream = new PassThrough();
    stream.write(`${LINE}\n`);
    const failing = processor().process(stream, new Collector());
    setImmediate(() => stream.destroy(mine));
    await assert.rejects(soon(failing), (error) => error === mine);
  });

  test("include the error of the output", async () => {
    for (const write of [
      (_chunk: unknown, _encoding: unknown, done: (error: Error) => void) => done(mine),
      (_chunk: unknown, _encoding: unknown, done: (error: Error) => void) => setImmediate(done, mine),
    ]) {
      const output = new Writable({ write });
      output.on("error", () => {});
      await assert.rejects(soon(processor().process(Readable.from(["a\n"]), output)), (error) => error === mine);
    }
  });

  test("include the error of the explain records", async () => {
    const explain = new Writable({ write: (_chunk, _encoding, done) => done(mine) });
    explain.on("error", () => {});
    const failing = processor().process(Readable.from(["a\n"]), new Collector(), { explain });
    await assert.rejects(soon(failing), (error) => error === mine);
  });

  test("include an output that was ended or destroyed", async () => {
    const [ended, destroyed] = [new Collector(), new Collector()];
    for (const output of [ended, destroyed]) output.on("error", () => {});
    ended.end();
    destroyed.destroy();
    for (const output of [ended, destroyed]) {
      const failing = processor().process(Readable.from(["a\n"]), output);
      await assert.rejects(soon(failing), { code: "ERR_STREAM_PREMATURE_CLOSE" });
    }
  });

  test("include an output that is destroyed while the call waits for it", async () => {
    const output = new Writable({ write: () => setImmediate(() => output.destroy(mine)) });
    output.on("error", () => {});
    await assert.rejects(soon(processor().process(Readable.from(["a\n"]), output)), (error) => error === mine);
  });

  test("include an output that is destroyed without an error while its buffer is full", async () => {
    const output = new PassThrough();
    const failing = processor().process(Readable.from(Array(100).fill(`${"x".repeat(50_000)}\n`)), output);
    while (!output.writableNeedDrain) await turn();
    output.destroy();
    await assert.rejects(soon(failing), /closed before everything was written/);
  });

  test("include an input that fails before its turn, even if that never comes", async () => {
    const second = createReadStream("/nowhere/at/all");
    const output = new Collector();
    await assert.rejects(soon(processor().process([new PassThrough(), second], output)), { code: "ENOENT" });
    assert.equal(output.text, "");
  });

  test("include an invalid number of threads", async () => {
    for (const jobs of [0, -1, 1.5, 257, Number.NaN]) {
      const message = `process: jobs takes a number from 1 to 256, or auto, not ${jobs}`;
      await assert.rejects(processor().process([], new Collector(), { jobs }), { name: "RangeError", message });
    }
  });

  test("include an unknown choice", async () => {
    const choice = { unmatched: "nope" } as unknown as { unmatched: "pass" };
    await assert.rejects(processor().process(Readable.from([]), new Collector(), choice), TypeError);
  });

  test("release an input that has not been read yet", async () => {
    let closed = false;
    async function* input(): AsyncGenerator<string> {
      try {
        for (;;) yield "a\n";
      } finally {
        closed = true;
      }
    }
    const output = new Writable({ write: (_chunk, _encoding, done) => done(mine) });
    output.on("error", () => {});
    await assert.rejects(soon(processor().process(input(), output)));
    assert.ok(closed);
  });

  test.costly("are rejections only: a program that catches them continues", async () => {
    // Without listeners of the caller's own. Runs in its own process, as an unhandled error would end this one.
    const script = `
      import { Readable, Writable } from "node:stream";
      import { Processor } from ${JSON.stringify(new URL("../../dist/index.js", import.meta.url).href)};
      const processor = new Processor({ rulesPath: "rules.yaml" });
      const output = new Writable({ write: (chunk, encoding, done) => done(new Error("mine")) });
      await processor.process(Readable.from(["a\\n"]), output).catch((error) => console.log("caught", error.message));
      await new Promise((resolve) => setTimeout(resolve, 50));
      console.log("alive");
    `;
    const cwd = folder({ "rules.yaml": "rules: []" });
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script], { cwd });
    const { exit, stdout, stderr } = await outcome(child);
    assert.equal(stderr.toString(), "");
    assert.equal(stdout.toString(), "caught mine\nalive\n");
    assert.equal(exit, 0);
  });
});

suite("the signal of process", (test) => {
  const reason = new Error("enough");
  const isReason = (error: unknown): boolean => error === reason;

  test("stops the call before anything is read if it was aborted before", async () => {
    const input = Readable.from(["a\n"]);
    const failing = processor().process(input, new Collector(), { signal: AbortSignal.abort(reason) });
    await assert.rejects(soon(failing), isReason);
    assert.equal(input.destroyed, true);
  });

  test("stops the call between chunks, after the lines before", async () => {
    const [stop, output] = [new AbortController(), new Collector()];
    async function* input(): AsyncGenerator<string> {
      yield `${LINE}\nraw\nhalf`;
      stop.abort(reason);
      yield " and half\n";
    }
    const failing = processor().process([input(), input()], output, { signal: stop.signal });
    await assert.rejects(soon(failing), isReason);
    assert.equal(output.text, "WARN: disk at 91%\nraw\n");
  });

  test("stops the call while the input is silent, without waiting for it or for the next one", async () => {
    const [stop, output, input, next] = [new AbortController(), new Collector(), new PassThrough(), new PassThrough()];
    input.write(`${LINE}\nhalf`);
    const failing = processor().process([input, next], output, { signal: stop.signal });
    while (output.text === "") await turn();
    stop.abort(reason);
    await assert.rejects(soon(failing), isReason);
    assert.equal(output.text, "WARN: disk at 91%\n");
    assert.deepEqual([input.destroyed, next.destroyed, output.destroyed], [true, true, false]);
  });

  test("stops the call while nobody reads its output", async () => {
    const stop = new AbortController();
    const output = new PassThrough();
    const failing = processor().process(Readable.from(["line\n".repeat(100_000)]), output, { signal: stop.signal });
    while (!output.writableNeedDrain) await turn();
    stop.abort(reason);
    await assert.rejects(soon(failing), isReason);
  });

  test("may be aborted by a generator that is the log itself", async () => {
    const stop = new AbortController();
    function* input(): Generator<string> {
      yield "one\n";
      stop.abort(reason);
      yield "two\n";
    }
    await assert.rejects(soon(processor().process(input(), new Collector(), { signal: stop.signal })), isReason);
  });

  test("may stop the call in the middle of gzip, which is not damage", async () => {
    const [stop, output] = [new AbortController(), new Collector()];
    const packed = gzipSync(`${LINE}\n${Array.from({ length: 9_999 }, (_, i) => i ** 3).join("\n")}`);
    assert.ok(packed.length > 30_000);
    async function* input(): AsyncGenerator<Buffer> {
      yield packed.subarray(0, 20_000);
      stop.abort(reason);
      yield packed.subarray(20_000, 20_001);
    }
    await assert.rejects(soon(processor().process(input(), output, { signal: stop.signal })), isReason);
    assert.match(output.text, /^WARN: disk at 91%\n(?:\d+\n)+$/);
  });
});

suite("streams of servers", (test) => {
  test("end the call and release the log if a client leaves while the log is silent", async () => {
    const log = new PassThrough();
    log.write(`${LINE}\n`);
    let handled: Promise<unknown> = Promise.reject(new Error("nobody asked"));
    handled.catch(() => {});
    const server = createServer((_, response) => {
      handled = processor().process(log, response);
      handled.catch(() => {});
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const client = get(server.address() as { readonly port: number });
    const [response] = (await once(client, "response")) as [IncomingMessage];
    await once(response, "data");
    client.destroy();
    response.on("error", () => {});
    await assert.rejects(soon(handled), { code: "ERR_STREAM_PREMATURE_CLOSE" });
    assert.equal(log.destroyed, true);
    server.close();
  });

  test("may be both the log and the output: they end as a log, and are still written to", async () => {
    const [there, back] = [new PassThrough(), new PassThrough()];
    const both = Duplex.from({ readable: there, writable: back });
    there.end(`${LINE}\nraw`);
    await soon(processor().process(both, both));
    both.end("the end\n");
    const chunks: Buffer[] = [];
    for await (const chunk of back) chunks.push(chunk);
    assert.equal(Buffer.concat(chunks).toString(), "WARN: disk at 91%\nraw\nthe end\n");
  });
});

suite("a comparison of the library", (test) => {
  const place = folder({
    "rules.yaml": LEVELS,
    "old.log": `${LINE}\nraw\n2024-11-15 10:00:03 [INFO] up\n`,
    "new.log": `${LINE}\n2024-11-15 10:00:03 [INFO] down\nraw\n`,
  });
  const compare = (options = {}) => processor().compare(`${place}/old.log`, `${place}/new.log`, options);

  test("is, as text, what the command shows", async () => {
    for (const [options, args] of [
      [{}, []],
      [{ unordered: true }, ["--unordered"]],
      [{ by: ["level"] }, ["--by", "level"]],
    ] as const) {
      const comparison = await compare(options);
      const logs = [`${place}/old.log`, `${place}/new.log`];
      const { stdout } = await hosted(["diff", "-r", "rules.yaml", ...args, ...logs], place);
      assert.equal(String(comparison), stdout.toString());
      assert.equal(comparison.equal, false);
      comparison.close();
    }
  });

  test("has its summary from the start, and after it is closed", async () => {
    for (const options of [{}, { unordered: true }, { by: ["level"] }]) {
      const [asked, closed] = [await compare(options), await compare(options)];
      closed.close();
      const only = asked.summary.old.only;
      assert.ok(only > 0);
      assert.deepEqual([asked.equal, closed.equal], [false, false]);
      assert.deepEqual(closed.summary, asked.summary);
      for (const _ of asked.differences()) assert.equal(asked.summary.old.only, only);
      asked.close();
    }
  });

  test("holds text, or bytes on request", async () => {
    const [texts, bytes] = [
      await compare(),
      await processor().compare(`${place}/old.log`, `${place}/new.log`, { bytes: true }),
    ];
    const [text] = texts.differences();
    const [exact] = bytes.differences();
    assert.ok(text?.kind === "added" && exact?.kind === "added");
    assert.deepEqual(text, {
      kind: "added",
      group: undefined,
      new: {
        file: `${place}/new.log`,
        line: 2,
        rule: "level",
        fields: { timestamp: "2024-11-15 10:00:03", level: "INFO", message: "down" },
        captures: [
          { name: "timestamp", value: "2024-11-15 10:00:03" },
          { name: "level", value: "INFO" },
          { name: "message", value: "down" },
        ],
        output: "INFO: down",
        original: "2024-11-15 10:00:03 [INFO] down",
      },
    });
    assert.deepEqual(exact.new.output, new Uint8Array(Buffer.from("INFO: down")));
    for (const one of [texts, bytes]) one.close();
  });
});

suite("explain and statistics of process", (test) => {
  const log = `${LINE}\nraw\na<b>\n`;
  const records = [
    "EXPLAIN: Line 1: Matched rule 'level'\n",
    "EXPLAIN: Line 2: No rule matched\n",
    "EXPLAIN: Line 3: Matched rule 'names'\n",
  ];
  const lines = ["WARN: disk at 91%\n", "raw\n", "proto b\n"];

  test("writes records into a stream of their own", async () => {
    const explain = new Collector();
    assert.equal(await processed(Readable.from([log]), { explain }), lines.join(""));
    assert.equal(explain.text, records.join(""));
  });

  test("writes records among the lines", async () => {
    const output = new Collector();
    await processor().process(Readable.from([log.repeat(5_000)]), output, { explain: output });
    const all = output.text.split(/^EXPLAIN: Line (\d+): (.*)\n/m).slice(1);
    assert.equal(all.length, 3 * 15_000);
    for (let i = 0; i < 15_000; i++) {
      assert.equal(all[3 * i], String(i + 1));
      assert.equal(`${all[3 * i + 2]}`, lines[i % 3]);
      assert.ok(records[i % 3]!.endsWith(`: ${all[3 * i + 1]}\n`));
    }
  });

  test("writes only the records of the lines that are written", async () => {
    for (const [unmatched, kept] of [
      ["drop", [0, 2]],
      ["only", [1]],
      ["pass", [0, 1, 2]],
    ] as const) {
      const explain = new Collector();
      assert.equal(await processed(Readable.from([log]), { explain, unmatched }), kept.map((i) => lines[i]).join(""));
      assert.equal(explain.text, kept.map((i) => records[i]).join(""));
    }
  });

  test("writes a record no later than its line", async () => {
    const order: string[] = [];
    const noting = (name: string): Writable =>
      new Writable({
        write(_chunk, _encoding, done) {
          order.push(name);
          setImmediate(done);
        },
      });
    await processor().process(slowly(["a\n", "b\n"]), noting("line"), { explain: noting("record") });
    assert.deepEqual(order, ["record", "line", "record", "line"]);
  });

  test("counts every line read in the statistics", async () => {
    for (const unmatched of ["pass", "drop", "only"] as const) {
      const inputs = [Readable.from([log]), Readable.from([log])];
      assert.deepEqual(await processor().process(inputs, new Collector(), { unmatched }), {
        linesProcessed: 6,
        linesMatched: 4,
        matchRate: 4 / 6,
        rules: [
          { name: "level", lines: 2 },
          { name: "names", lines: 2 },
        ],
      });
    }
  });
});
