// Parts of logs: one after the other they are the whole.
import { strict as assert } from "node:assert";
import { execFileSync } from "node:child_process";
import fs, {
  appendFileSync,
  existsSync,
  openSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { Readable, Writable } from "node:stream";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { type ProcessOptions, Processor, type RunStatistics } from "../../src/index.ts";
import { HEAD_BYTES } from "../../src/io/decompress.ts";
import { FORMATS } from "../../src/run/line-writer.ts";
import { rangesOf } from "../../src/run/part-of-logs.ts";
import { Collector } from "../support/collector.ts";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { inRecords } from "../support/in-records.ts";
import { assertProperty, shareOf, someOf } from "../support/property.ts";
import { writingOptions } from "../support/run-options.ts";
import { RANGE_SIZES, SIZES } from "../support/small-build.ts";
import { Processor as SmallProcessor } from "../support/small-engine.ts";
import { statisticsJson } from "../support/statistics-text.ts";
import { suite } from "../support/suite.ts";

const PLAIN = `rules:
  - { name: hello, pattern: "hello {who}", output: "greets {who}" }
  - { name: at, pattern: "\\tat {place}", output: "place {place}" }
  - { name: tick, pattern: "{timestamp} tick", output: "tick" }
`;
const SEQUENCE = `${PLAIN}
  - { name: error, pattern: "ERROR {id}", output: "error {id}", sequence: { followers: ["\\tat {place}", "more{what}"] } }
`;
/** Its followers stand behind the rule "at", but not behind "hello", which is only for other lines. */
const CATCH_ALL = `${PLAIN}
  - { name: other, pattern: "{any}", output: "other", catch_all: true, sequence: { followers: ["hello{who}", "more{what}"] } }
`;
/** All lines can follow, so nothing can be cut inside a file. */
const ENDLESS = `${SEQUENCE}
  - { name: begin, pattern: "BEGIN", output: "begin", sequence: { followers: ["{any}"] } }
`;

/** Empty lines are followers, and a rule's own. */
const EMPTY = `${PLAIN}
  - { name: error, pattern: "ERROR {id}", output: "error {id}", sequence: { followers: ["\\tat {place}", ""] } }
`;
const TRACES = `${PLAIN}
  - { name: error, pattern: "ERROR {id}", output: "error {id}", sequence: stack_trace }
  - { name: panic, pattern: "thread {id}", output: "thread {id}", sequence: stack_trace }
`;

const RULE_SETS = [PLAIN, SEQUENCE, CATCH_ALL, ENDLESS, EMPTY, TRACES];

interface Ran {
  readonly lines: Buffer;
  readonly records: Buffer;
  readonly statistics: RunStatistics;
}

async function ran(
  processor: Processor,
  logs: readonly string[],
  options: ProcessOptions,
  isExplained: boolean,
): Promise<Ran> {
  const [lines, records] = [new Collector(), new Collector()];
  const given = { ...options, explain: isExplained ? records : undefined };
  const statistics = await processor.process(logs, lines, given);
  return { lines: lines.bytes, records: records.bytes, statistics };
}

const piece = fc.constantFrom(
  ...[
    "2025-05-04 10:00:02 tick",
    "04/05/2025 10:00:00 tick",
    "13/05/2025 10:00:00 tick",
    "hello a",
    "hello",
    "ERROR 7",
    "BEGIN",
    "\tat x",
    "more",
    "\x1b[1m\tat x\x1b[0m",
    "\ufeff",
    "é",
    "\0\xff",
    "\r",
    "",
    // Lines of stack traces, some of which depend on the line before.
    "thread 'main' panicked at src/main.rs:4:5:",
    "thread",
    "note: run with `RUST_BACKTRACE=1`",
    "Traceback (most recent call last):",
    "KeyError: 7",
    "The above exception was the direct cause of the following exception:",
    "==================",
    "WARNING: DATA RACE",
  ],
);
const content = fc
  .tuple(
    fc.constantFrom("", "", "\ufeff"),
    fc.array(fc.tuple(piece, fc.constantFrom("\n", "\n", "\r\n", "\r\r\n")), { maxLength: 12 }),
    fc.constantFrom("", "hello b", "ERROR", "\tat y", "\r", "more\r"),
  )
  .map(([mark, lines, rest]) => Buffer.from(mark + lines.flat().join("") + rest));
const file = fc.oneof(
  { weight: 6, arbitrary: content },
  {
    weight: 2,
    arbitrary: fc.constantFrom("", "\n", "\r\n", "\ufeff", "\ufeff\n", "x").map((text) => Buffer.from(text)),
  },
  // Lines that are longer than what is read at once, and files that are many times as long as others.
  {
    weight: 1,
    arbitrary: fc
      .tuple(content, fc.integer({ min: -2, max: 2 }), content)
      .map(([before, more, after]) =>
        Buffer.concat([before, Buffer.alloc(2 * RANGE_SIZES.CHUNK_BYTES + more, "\tat "), Buffer.from("\n"), after]),
      ),
  },
);

suite("parts of logs", (test) => {
  const cwd = folder();

  /** Writes files, and returns their paths. */
  const written = (contents: readonly Buffer[]): string[] =>
    contents.map((bytes, i) => {
      writeFileSync(`${cwd}/${i}.log`, bytes);
      return `${cwd}/${i}.log`;
    });

  async function holdTogether(
    processor: Processor,
    logs: readonly string[],
    count: number,
    options: ProcessOptions,
    isExplained: boolean,
  ): Promise<void> {
    const whole = await ran(processor, logs, options, isExplained);
    const parts: Ran[] = [];
    for (let number = 1; number <= count; number++)
      parts.push(await ran(processor, logs, { ...options, part: { number, count } }, isExplained));
    assert.deepEqual(Buffer.concat(parts.map(({ lines }) => lines)), whole.lines);
    assert.deepEqual(Buffer.concat(parts.map(({ records }) => records)), whole.records);
    const sum = (count: (statistics: RunStatistics) => number): number =>
      parts.reduce((all, { statistics }) => all + count(statistics), 0);
    const { linesProcessed, linesMatched } = whole.statistics;
    assert.deepEqual(
      [sum((all) => all.linesProcessed), sum((all) => all.linesMatched)],
      [linesProcessed, linesMatched],
    );
    assert.deepEqual(
      whole.statistics.rules.map((rule, i) => ({
        ...rule,
        lines: sum((all) => all.rules[i]!.lines),
      })),
      whole.statistics.rules,
    );
  }

  const processors = RULE_SETS.flatMap((rules) => [false, true].map((mask) => new SmallProcessor({ rules, mask })));

  test("give the lines, records and counts of the whole", async () => {
    await assertProperty(
      fc.asyncProperty(
        fc.array(file, { maxLength: 5 }),
        fc.oneof(
          { weight: 9, arbitrary: fc.integer({ min: 1, max: 9 }) },
          { weight: 1, arbitrary: fc.constantFrom(40, 200) },
        ),
        fc.nat({ max: processors.length - 1 }),
        writingOptions,
        fc.boolean(),
        async (contents, count, processor, options, isExplained) =>
          holdTogether(processors[processor]!, written(contents), count, options, isExplained),
      ),
      { numRuns: 250 },
    );
  });

  test("never begin inside a stack trace", async () => {
    const page = readFileSync(new URL("../data/traces.txt", import.meta.url), "utf8");
    const text = page.replace(/^[^|\n]*$/gm, "ERROR 7").replace(/^[^|\n]*\| /gm, "");
    const logs = written([Buffer.from(text), Buffer.from("hello you\nERROR 8\nnothing\n".repeat(99))]);
    const processor = new SmallProcessor({ rules: TRACES });
    for (const count of someOf([2, 3, 5, 8, 13, 21, 34, 55, 89], "parts of traces"))
      await holdTogether(processor, logs, count, {}, true);
  });

  test("give those of the whole, of records", async () => {
    await assertProperty(
      fc.asyncProperty(
        fc.array(fc.tuple(file, fc.constantFrom(true, true, false)), { maxLength: 5 }),
        fc.integer({ min: 1, max: 9 }),
        fc.nat({ max: processors.length - 1 }),
        writingOptions,
        fc.constantFrom({ format: "json" as const }, { format: "json" as const, message: "level" }),
        async (contents, count, processor, options, input) => {
          const logs = written(contents.map(([content, isRecords]) => (isRecords ? inRecords(content) : content)));
          await holdTogether(processors[processor]!, logs, count, { ...options, input }, false);
        },
      ),
      { numRuns: 150 },
    );
  });

  test.costly("give them in threads", async () => {
    const line = (i: number): string => `${["hello", "raw", "\tat"][i % 3]} ${"x".repeat(i % 90)}\n`;
    const lines = Array.from({ length: 9_000 }, (_, i) => line(i)).join("");
    const long = `${"y".repeat(3 * SIZES.BLOCK_BYTES)}\n`;
    const logs = written([Buffer.from(`\ufeff${lines}`), Buffer.from("\ufeff"), Buffer.from(long + lines + long)]);
    const ways = [1, 3, 7].flatMap((count) => FORMATS.map((format) => ({ count, format })));
    for (const { count, format } of someOf(ways, "parts in threads"))
      await holdTogether(processors[0]!, logs, count, { jobs: 3, format }, format === "lines");
  });

  test("are nearly equal shares, in order", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 2 ** 50 })), { maxLength: 6 }),
        fc.integer({ min: 1, max: 50 }),
        (sizes, count) => {
          const total = sizes.reduce((sum, size) => sum + size, 0);
          const ends = sizes.map(() => 0);
          for (let number = 1; number <= count; number++) {
            const ranges = rangesOf({ number, count }, sizes);
            let share = 0;
            for (const [i, { from, to }] of ranges.entries()) {
              if (from < to) {
                assert.equal(from, ends[i], "the part begins where the one before ends");
                assert.ok(ends.slice(0, i).every((end, before) => end === sizes[before]));
                ends[i] = to;
              }
              share += to - from;
            }
            assert.ok(Math.abs(share - total / count) <= 1);
          }
          assert.deepEqual(ends, sizes);
        },
      ),
    );
  });

  test("leave the lines that follow to the part before, up to the end of the file", async () => {
    const rules = `${SEQUENCE}  - { name: late, pattern: "more{x}", output: "late" }\n`;
    writeFileSync(`${cwd}/a.log`, "ERROR 1\n\tat a\n\tat b\n\tat c\n\tat d\n");
    writeFileSync(`${cwd}/b.log`, "\tat e\nhello\n");
    const logs = [`${cwd}/a.log`, `${cwd}/b.log`];
    const outputs: string[] = [];
    for (let number = 1; number <= 4; number++) {
      const { lines } = await ran(new Processor({ rules }), logs, { part: { number, count: 4 } }, false);
      outputs.push(lines.toString());
    }
    assert.deepEqual(outputs, ["error 1\n\tat a\n\tat b\n\tat c\n\tat d\n", "", "place e\n", "hello\n"]);
  });

  const processor = new Processor({ rules: PLAIN });

  /** How the call for a part fails. */
  const failure = (log: string | Readable, options: ProcessOptions = {}, from = processor): Promise<string> =>
    from.process(log, new Collector(), { part: { number: 1, count: 2 }, ...options }).then(
      () => assert.fail("the call should reject"),
      ({ name, message }: Error) => `${name}: ${message}`,
    );

  test("are refused where nothing can be cut", async () => {
    const { zipped, aliased } = {
      zipped: `${cwd}/zipped`,
      aliased: 'rules: [{ name: a, pattern: [{ field: user, transform: alias }], output: "{user}" }]',
    };
    writeFileSync(zipped, gzipSync("hello\n"));
    writeFileSync(`${cwd}/plain.log`, "hello\n");
    execFileSync("mkfifo", [`${cwd}/pipe`]);
    assert.match(await failure(zipped), /zipped: a compressed file or an archive cannot be read in parts/);
    for (const log of [`${cwd}/pipe`, "/dev/null", Readable.from(["hello\n"])])
      assert.match(await failure(log), /^LogError: .+: only regular files can be read in parts$/);
    if (existsSync("/proc/version"))
      assert.match(await failure("/proc/version"), /^LogError: .proc.version: has no size/);
    assert.match(await failure(`${cwd}/no.log`), /^Error: ENOENT/);
    assert.match(
      await failure(`${cwd}/plain.log`, {}, new Processor({ rules: aliased })),
      /^Error: the field 'user' has 'transform: alias'.*'transform: pseudonym'/,
    );
    assert.match(
      await failure(`${cwd}/plain.log`, { input: { format: "cri" } }),
      /^Error: logs of the input format 'cri' cannot be read in parts/,
    );
    for (const part of [1, "1/2", {}, { number: "1", count: 2 }])
      assert.match(await failure(`${cwd}/plain.log`, { part } as never), /^TypeError: process: part takes/);
    for (const [number, count] of [
      [0, 2],
      [3, 2],
      [1.5, 2],
      [1, Number.POSITIVE_INFINITY],
      [1, Number.NaN],
    ] as const)
      assert.match(
        await failure(`${cwd}/plain.log`, { part: { number, count } }),
        /^RangeError: process: part\.(number|count) takes/,
      );
  });

  test("are refused of files that change meanwhile, even if their part of it is empty", async () => {
    const path = `${cwd}/changing.log`;
    const other = `${cwd}/other.log`;
    writeFileSync(other, "hello\n".repeat(9));
    const changes: Readonly<Record<string, () => void>> = {
      grows: () => appendFileSync(path, "more"),
      shrinks: () => truncateSync(path, 3),
      goes: () => fs.rmSync(path),
    };
    for (const change of Object.values(changes)) {
      writeFileSync(path, "hello\n");
      let isChanged = false;
      const output = new Writable({
        write: (_chunk, _encoding, done) => {
          if (!isChanged) change();
          isChanged = true;
          done();
        },
      });
      const call = processor.process([other, path], output, { part: { number: 1, count: 2 } });
      await assert.rejects(call, { name: "ChangedFileError" });
    }
  });

  /** Which bytes of the file are read during the work, as ranges. */
  async function readsOf(path: string, work: () => Promise<unknown>): Promise<[from: number, to: number][]> {
    const { readSync, openSync: open } = fs;
    const descriptors = new Set<number>();
    const reads: [number, number][] = [];
    const spies = {
      openSync: (...args: Parameters<typeof open>) => {
        const fd = open(...args);
        if (args[0] === path) descriptors.add(fd);
        else descriptors.delete(fd);
        return fd;
      },
      readSync: (fd: number, buffer: Buffer, offset: number, length: number, position: number) => {
        const count = readSync(fd, buffer, offset, length, position);
        if (descriptors.has(fd)) reads.push([position, position + count]);
        return count;
      },
    };
    Object.assign(fs, spies);
    syncBuiltinESMExports();
    try {
      await work();
    } finally {
      Object.assign(fs, { readSync, openSync: open });
      syncBuiltinESMExports();
    }
    return reads;
  }

  const EDGE = 16 * 1024;

  test("are read with little around them, and with line numbers once what is before them", async () => {
    const path = `${cwd}/large.log`;
    const size = 2 ** 22;
    writeFileSync(path, Buffer.alloc(size, "hello everybody\n"));
    const part = { number: 3, count: 4 };
    const [from, to] = [size / 2, (size * 3) / 4];
    const run = (options: ProcessOptions) => () => processor.process(path, new Collector(), { part, ...options });
    // Whether a file is compressed is told by its first bytes.
    const head = (reads: [number, number][]) => reads.filter(([, end]) => end > HEAD_BYTES);
    const plain = head(await readsOf(path, run({})));
    assert.ok(plain.length > 0 && plain.every(([start, end]) => start >= from - 1 && end <= to + EDGE), `${plain}`);
    const numbered = head(await readsOf(path, run({ format: "json" })));
    assert.equal(Math.min(...numbered.map(([start]) => start)), 0);
    const bytes = numbered.reduce((sum, [start, end]) => sum + end - start, 0);
    assert.ok(bytes <= to + 4 * EDGE, `${bytes}`);
  });

  test("that lie within one line are read no further than they go", async () => {
    const path = `${cwd}/line.log`;
    // The file is sparse, so it takes almost no space.
    writeFileSync(path, "x");
    truncateSync(path, 2 ** 40);
    const run = () => processor.process(path, new Collector(), { part: { number: 2 ** 20 - 5, count: 2 ** 20 } });
    const reads = await readsOf(path, run);
    assert.ok(reads.reduce((sum, [start, end]) => sum + end - start, 0) <= 2 ** 20 + 2 * EDGE, `${reads}`);
  });

  const descriptors = existsSync("/proc/self/fd") ? test : test.skip;
  descriptors("leave no file open", async () => {
    const path = written([Buffer.from("hello\nERROR\n\tat\n")])[0]!;
    const next = openSync(path, "r");
    fs.closeSync(next);
    for (const rules of RULE_SETS)
      await ran(new Processor({ rules }), [path, path], { part: { number: 2, count: 3 }, format: "json" }, true);
    assert.equal(openSync(path, "r"), next);
    fs.closeSync(next);
  });
});

suite("--part", (test) => {
  const cwd = folder({
    "rules.yaml": SEQUENCE,
    "a.log": "hello a\nERROR 1\n\tat b\r\nraw",
    "b.log": "\ufeffhello c\n",
    "empty.log": "",
  });
  const logs = ["a.log", "empty.log", "b.log"];
  const command = async (...args: string[]) => {
    const { exit, stdout, stderr } = await hosted(["-r", "rules.yaml", ...args], cwd);
    return { exit, stdout: stdout.toString(), stderr: stderr.toString() };
  };

  test.costly("gives what the library gives, with the numbers of the whole", async () => {
    const whole = await command("-q", "--explain", ...logs);
    for (const count of [1, 2, 5, shareOf(100)]) {
      let [stdout, stderr] = ["", ""];
      for (let number = 1; number <= count; number++) {
        const part = await command("-qe", "--part", `${number}/${count}`, "--jobs", "2", ...logs);
        assert.equal(part.exit, 0);
        stdout += part.stdout;
        stderr += part.stderr;
      }
      assert.deepEqual({ stdout, stderr }, { stdout: whole.stdout, stderr: whole.stderr });
    }
  });

  test("goes with --stats-file and --fail-under, which are about the part", async () => {
    const args = ["--stats-format", "json", "--fail-under", "100", "--stats-file"];
    assert.deepEqual(await command("-q", "--part", "2/2", ...args, "statistics.json", ...logs), {
      exit: 1,
      stdout: "raw\ngreets c\n",
      stderr: "normalizer: the match rate is 50%, --fail-under asks for 100%\n",
    });
    const rules = ["hello", "at", "tick", "error"].map((name, i) => ({ name, lines: i === 0 ? 1 : 0 }));
    assert.equal(
      fs.readFileSync(`${cwd}/statistics.json`, "utf8"),
      `${statisticsJson({ linesProcessed: 2, linesMatched: 1 }, rules)}\n`,
    );
  });

  test("is refused for anything but parts of files", async () => {
    symlinkSync("a.log", `${cwd}/link`);
    assert.equal((await command("-q", "--part", "02/02", ...logs)).stdout, "raw\ngreets c\n");
    assert.equal((await command("-q", "--part", "1/1", "link")).exit, 0);
    const stdin = "normalizer: --part needs named files; the length of standard input is known only at its end\n";
    for (const args of [[], ["-"], ["a.log", "-"]]) {
      const { exit, stderr } = await command("--part", "1/2", ...args);
      assert.deepEqual([exit, stderr], [2, `${stdin}Try 'normalizer --help'.\n`]);
    }
    for (const part of ["0/2", "3/2", "1", "1/", "/2", "00/2", "-1/2", "1/0", "a/b", "1/2/3", " 1/2"]) {
      const { exit, stderr } = await command(`--part=${part}`, "a.log");
      assert.equal(exit, 2);
      assert.ok(stderr.startsWith("normalizer: --part takes K/N with K from 1 to N, such as 2/8, not"), stderr);
    }
    writeFileSync(`${cwd}/a.log.gz`, gzipSync("hello\n"));
    const { exit, stdout, stderr } = await command("--part", "1/2", "a.log", "a.log.gz");
    assert.deepEqual([exit, stdout], [2, ""]);
    assert.match(stderr, /^normalizer: a\.log\.gz: a compressed file or an archive cannot be read in parts/);
  });
});
