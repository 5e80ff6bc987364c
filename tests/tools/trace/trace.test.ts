import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createReadStream, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { type LogSource, Processor, type TraceOptions, UnknownFieldError } from "../../../src/index.ts";
import { OutputBuffer } from "../../../src/io/output-buffer.ts";
import { shell } from "../../support/command.ts";
import { hosted } from "../../support/command-host.ts";
import { folder } from "../../support/folder.ts";
import { hostedShell } from "../../support/hosted-shell.ts";
import { assertProperty, shareOf } from "../../support/property.ts";
import { rulesFile, type WrittenRule } from "../../support/rules-file.ts";
import { suite } from "../../support/suite.ts";
import { BY, logContent, TIMEZONE, TRACE_RULES, type TracedLog, tracedLogs } from "../../support/trace-logs.ts";
import { mergedReference, tracedReference } from "../../support/trace-reference.ts";

const processor = new Processor({ rulesPath: rulesFile(TRACE_RULES) });
const OPTIONS = { by: BY, timezone: TIMEZONE } satisfies TraceOptions;

/** A log as a stream whose chunks are cut anywhere. */
function streamOf(log: TracedLog, size: number): LogSource {
  const bytes = logContent(log);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
  return { name: log.name, input: Readable.from(chunks) };
}

const streamsOf = (logs: readonly TracedLog[], size = 7): LogSource[] => logs.map((log) => streamOf(log, size));

async function groupsOf(logs: readonly TracedLog[], options: Partial<TraceOptions> = {}) {
  const trace = await processor.trace(streamsOf(logs), { ...OPTIONS, ...options });
  return trace.groups;
}

suite("laws of traces", (test) => {
  test("groups are those of a simple reference", async () => {
    await assertProperty(
      fc.asyncProperty(tracedLogs, async (logs) => assert.deepEqual(await groupsOf(logs), tracedReference(logs))),
      { numRuns: 200 },
    );
  });

  test("all lines in order of time are those of a simple reference", async () => {
    await assertProperty(
      fc.asyncProperty(tracedLogs, async (logs) => {
        const events = await processor.merge(streamsOf(logs, 11), { timezone: TIMEZONE });
        assert.deepEqual([...events], mergedReference(logs));
      }),
      { numRuns: 100 },
    );
  });

  test("every line with an id is in one group once, and all others are counted", async () => {
    await assertProperty(
      fc.asyncProperty(tracedLogs, async (logs) => {
        const { groups, unmatched, withoutId } = await processor.trace(streamsOf(logs), OPTIONS);
        const lines = logs.flatMap(({ lines }) => lines);
        const places = Array.from(groups, ({ events }) =>
          Array.from(events, ({ file, line }) => `${file}:${line}`),
        ).flat();
        assert.equal(new Set(places).size, places.length);
        assert.equal(places.length, lines.filter(({ ids }) => ids.length > 0).length);
        assert.equal(unmatched, lines.filter(({ rule }) => rule === undefined).length);
        assert.equal(unmatched + withoutId + places.length, lines.length);
      }),
    );
  });

  test("the order of the logs does not matter", async () => {
    const shuffled = tracedLogs.chain((logs) =>
      fc.tuple(fc.constant(logs), fc.shuffledSubarray(logs, { minLength: logs.length })),
    );
    await assertProperty(
      fc.asyncProperty(shuffled, async ([logs, others]) =>
        assert.deepEqual(await groupsOf(others), await groupsOf(logs)),
      ),
    );
  });

  test("the group of an id is the same alone and among all groups", async () => {
    await assertProperty(
      fc.asyncProperty(tracedLogs, async (logs) => {
        const groups = await groupsOf(logs);
        for (const group of groups) assert.deepEqual(await groupsOf(logs, { id: group.id }), [group]);
        assert.deepEqual(await groupsOf(logs, { id: "no such id" }), []);
      }),
    );
  });

  test("groups that contain a text are those in which some output does", async () => {
    await assertProperty(
      fc.asyncProperty(tracedLogs, fc.constantFrom("web c", "ü", "C", ""), async (logs, text) => {
        const groups = (await groupsOf(logs)).filter(({ events }) =>
          events.some(({ output }) => output.includes(text)),
        );
        assert.deepEqual(await groupsOf(logs, { containing: text }), groups);
      }),
    );
  });
});

const DAY = 86_400;

/** Rules for dates of any shape. */
const DATED: readonly WrittenRule[] = [
  { name: "dated", pattern: [{ field: "timestamp" }, { text: " | " }, { field: "id" }], output: "{id}" },
];

/** A date as syslog writes it, without the year. */
function yearless(seconds: number): string {
  const date = new Date(seconds * 1000);
  const month = date.toLocaleString("en-US", { month: "short", timeZone: "UTC" });
  return `${month} ${String(date.getUTCDate()).padStart(2, " ")} ${date.toISOString().slice(11, 19)}`;
}

const isoOf = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;

/** The times of a log, in the order of its lines. Years may pass, but never half a year between two lines. */
const walk = fc
  .tuple(
    fc.integer({ min: Date.UTC(2019, 11, 1) / 1000, max: Date.UTC(2024, 1, 29) / 1000 }),
    fc.array(fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: -30 * DAY, max: 170 * DAY })), {
      maxLength: 12,
    }),
  )
  .map(([start, steps]) => {
    const times = [start];
    for (const step of steps) times.push(times.at(-1)! + step);
    return times;
  });

suite("times that leave something open", (test) => {
  const dates = new Processor({ rulesPath: rulesFile(DATED) });
  const place = folder();

  /** Writes a log with these dates and returns the times read from it, in the order of its lines. */
  async function timesIn(texts: readonly string[], written: number, others: readonly LogSource[] = []) {
    const path = join(place, "dates.log");
    writeFileSync(path, texts.map((text) => `${text} | id\n`).join(""));
    utimesSync(path, written, written);
    const events = Array.from(await dates.merge([path, ...others]));
    return events
      .filter(({ file }) => file === path)
      .sort((a, b) => a.line - b.line)
      .map(({ time }) => time?.utc);
  }

  const other = (text: string): LogSource => ({ name: "other.log", input: Readable.from([`${text} | id\n`]) });

  test("take their years from the modification date of the file", async () => {
    await assertProperty(
      fc.asyncProperty(walk, fc.integer({ min: -DAY + 1, max: 330 * DAY }), async (times, later) => {
        assert.deepEqual(await timesIn(times.map(yearless), times.at(-1)! + later), times.map(isoOf));
      }),
    );
  });

  test("take their years from a date in the file that has one", async () => {
    await assertProperty(
      fc.asyncProperty(walk, fc.nat(), async (times, which) => {
        const texts = times.map((time, i) => (i === which % times.length ? isoOf(time) : yearless(time)));
        assert.deepEqual(await timesIn(texts, 0), times.map(isoOf));
      }),
    );
  });

  test("take their years from the dates of another file", async () => {
    await assertProperty(
      fc.asyncProperty(walk, fc.integer({ min: -170 * DAY, max: 170 * DAY }), async (times, away) => {
        const texts = times.map(yearless);
        assert.deepEqual(await timesIn(texts, 0, [other(isoOf(times.at(-1)! + away))]), times.map(isoOf));
      }),
    );
  });

  test("take them from the latest date of another file, whatever comes before it", async () => {
    const others = ["1970-01-01T00:00:04Z", "2023-01-05T00:00:00Z", "2024-12-30T00:00:00Z"];
    for (const order of [others, [...others].reverse()]) {
      assert.deepEqual(await timesIn(["Nov 15 10:00:00", "Nov 16 10:00:00"], 0, order.map(other)), [
        "2024-11-15T10:00:00Z",
        "2024-11-16T10:00:00Z",
      ]);
    }
  });

  test("ignore other files if the file itself has a date with a year", async () => {
    const times = await timesIn(["Dec 31 23:59:59", "2023-01-01T00:00:00Z"], 0, [other("2019-01-01T00:00:00Z")]);
    assert.deepEqual(times, ["2022-12-31T23:59:59Z", "2023-01-01T00:00:00Z"]);
  });

  test("are at most a day later than the modification date of the file", async () => {
    const written = Date.UTC(2025, 0, 10) / 1000;
    assert.deepEqual(await timesIn(["Jan 10 23:59:59"], written), ["2025-01-10T23:59:59Z"]);
    assert.deepEqual(await timesIn(["Jan 11 00:00:00"], written), ["2025-01-11T00:00:00Z"]);
    assert.deepEqual(await timesIn(["Jan 11 00:00:01"], written), ["2024-01-11T00:00:01Z"]);
    assert.deepEqual(await timesIn(["Jun 15 00:00:00"], written), ["2024-06-15T00:00:00Z"]);
  });

  test("are in a leap year for a February 29", async () => {
    const written = Date.UTC(2027, 3, 1) / 1000;
    assert.deepEqual(await timesIn(["Feb 29 23:00:00", "Mar  1 01:00:00"], written), [
      "2024-02-29T23:00:00Z",
      "2024-03-01T01:00:00Z",
    ]);
    assert.deepEqual(
      await timesIn(["Dec 31 23:00:00", "Feb 29 23:00:00", "Aug  1 00:00:00", "Jan  1 00:00:00"], written),
      ["2023-12-31T23:00:00Z", "2024-02-29T23:00:00Z", "2024-08-01T00:00:00Z", "2025-01-01T00:00:00Z"],
    );
    assert.deepEqual(await timesIn(["Feb 28 23:00:00", "Mar  1 01:00:00"], written), [
      "2027-02-28T23:00:00Z",
      "2027-03-01T01:00:00Z",
    ]);
  });

  test("may be in the next year by the file's own time zone", async () => {
    const path = join(place, "zone.log");
    writeFileSync(path, "Jan  1 00:30:00 | id\n");
    const written = Date.UTC(2024, 11, 31, 19, 30) / 1000;
    utimesSync(path, written, written);
    const [event] = await dates.merge([path], { timezone: "+05:00" });
    assert.equal(event!.time?.utc, "2024-12-31T19:30:00Z");
  });

  test("in a stream are relative to today", async () => {
    const now = Math.floor(Date.now() / 1000) - 5;
    const [event] = await dates.merge([other(yearless(now))]);
    assert.equal(event!.time?.utc, isoOf(now));
  });

  const slashed = (first: number, second: number, year: string): string =>
    `${String(first).padStart(2, "0")}/${String(second).padStart(2, "0")}/${year} 10:00:00`;

  test("with slashes all have the same order of day and month", async () => {
    const days = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 })), { minLength: 1 });
    await assertProperty(
      fc.asyncProperty(days, fc.boolean(), async (dates, isDayFirst) => {
        const texts = dates.map(([month, day]) =>
          isDayFirst ? slashed(day, month, "2025") : slashed(month, day, "2025"),
        );
        const isRead = !isDayFirst || dates.some(([, day]) => day > 12);
        const expected = dates.map(([month, day]) => {
          const [m, d] = isRead ? [month, day] : [day, month];
          return `2025-${String(m).padStart(2, "0")}-${String(d).padStart(2, "0")}T10:00:00Z`;
        });
        assert.deepEqual(await timesIn(texts, 0), expected);
      }),
    );
  });

  test("take their years from dates that have the year first", async () => {
    const yearFirst = [slashed(11, 3, "04"), "Mar  4 11:00:00", slashed(17, 3, "15")];
    const expected = ["2011-03-04T10:00:00Z", "2011-03-04T11:00:00Z", "2017-03-15T10:00:00Z"];
    assert.deepEqual(await timesIn(yearFirst, 0), expected);
    const withDayFirst = await timesIn([...yearFirst, slashed(13, 5, "2025"), slashed(4, 5, "2025")], 0);
    assert.deepEqual(withDayFirst, [...expected, "2025-05-13T10:00:00Z", "2025-05-04T10:00:00Z"]);
    const others = {
      name: "other.log",
      input: Readable.from([yearFirst[0], yearFirst[2]].map((text) => `${text} | id\n`)),
    };
    assert.deepEqual(await timesIn(["Mar  4 11:00:00"], 0, [others]), ["2017-03-04T11:00:00Z"]);
  });

  test("with two digits for the year are from 2000 to 2099, and have an order of their own", async () => {
    assert.deepEqual(await timesIn([slashed(4, 5, "25"), slashed(13, 5, "2025"), slashed(4, 5, "2025")], 0), [
      "2025-04-05T10:00:00Z",
      "2025-05-13T10:00:00Z",
      "2025-05-04T10:00:00Z",
    ]);
    assert.deepEqual(await timesIn([slashed(4, 5, "25"), slashed(24, 5, "17")], 0), [
      "2004-05-25T10:00:00Z",
      "2024-05-17T10:00:00Z",
    ]);
  });

  test("may leave both the order and the year open", async () => {
    const written = Date.UTC(2025, 1, 1) / 1000;
    assert.deepEqual(await timesIn(["30/12 10:00:00", "02/01 10:00:00"], written), [
      "2024-12-30T10:00:00Z",
      "2025-01-02T10:00:00Z",
    ]);
    assert.deepEqual(await timesIn(["12/02 10:00:00", "01/02 10:00:00"], written), [
      "2024-12-02T10:00:00Z",
      "2025-01-02T10:00:00Z",
    ]);
  });

  test("give their year to lines without a time after them", async () => {
    const path = join(place, "untimed.log");
    writeFileSync(path, "then | a\nDec 31 23:59:59 | b\nthen | c\nJan  1 00:00:00 | d\nthen | e\n");
    const events = await dates.merge([path, other("2025-01-01T00:00:00Z")]);
    const outputs = Array.from(events, ({ output }) => output.toString());
    // The other file has the date of line d, and a name that sorts after it.
    assert.deepEqual(outputs, ["a", "b", "c", "d", "e", "id"]);
  });
});

suite("traces by the library", (test) => {
  const [log] = fc.sample(
    tracedLogs.filter((logs) => logs.length > 1),
    1,
  );

  test("read paths and streams, compressed or not", async () => {
    const cwd = folder();
    const paths = log!.map((one, i) => {
      const path = join(cwd, `${i}.log`);
      writeFileSync(path, i % 2 === 0 ? logContent(one) : gzipSync(logContent(one)));
      return path;
    });
    const named = log!.map((one, i) => ({ ...one, name: paths[i]! }));
    const fromFiles = await processor.trace(paths, OPTIONS);
    assert.deepEqual(fromFiles.groups, tracedReference(named));
  });

  test("give groups and events again on request", async () => {
    const { groups } = await processor.trace(streamsOf(log!), OPTIONS);
    const once = Array.from(groups, ({ id, events }) => [id, [...events], [...events]]);
    for (const [, first, second] of once) assert.deepEqual(first, second);
    assert.deepEqual(
      Array.from(groups, ({ id, events }) => [id, [...events], [...events]]),
      once,
    );
  });

  test("may be read several at a time", async () => {
    const expected = await groupsOf(log!);
    const all = await Promise.all([1, 2, 3].map(() => groupsOf(log!)));
    for (const groups of all) assert.deepEqual(groups, expected);
  });

  test("reject what they cannot do", async () => {
    await assert.rejects(processor.trace([], { by: ["nobody"] }), UnknownFieldError);
    await assert.rejects(processor.trace([], { by: BY, timezone: "Mars" }), RangeError);
    await assert.rejects(processor.merge([], { timezone: "+24:00" }), RangeError);
    await assert.rejects(processor.trace([join(folder(), "none.log")], OPTIONS), { code: "ENOENT" });
    const broken = createReadStream(join(folder(), "none.log"));
    await assert.rejects(processor.trace([{ name: "broken", input: broken }], OPTIONS), { code: "ENOENT" });
  });

  test("stop reading at a signal", async () => {
    const stop = new AbortController();
    const endless = { name: "endless", input: new Readable({ read() {} }) };
    const reading = processor.trace([endless], { ...OPTIONS, signal: stop.signal });
    stop.abort(new Error("enough"));
    await assert.rejects(reading, /enough/);
  });

  test("report fields that no rule has", async () => {
    const { unknownFields } = await processor.trace([], { by: ["nobody", "user"] });
    assert.deepEqual(unknownFields, ["nobody"]);
  });
});

suite("large and hostile traces", (test) => {
  const count = shareOf(30_000);
  const cwd = folder({
    "rules.yaml": JSON.stringify({ rules: TRACE_RULES }),
    "many.log": Array.from({ length: count }, (_, i) => `2024-11-15T10:00:00.${i % 1000}Z web id=${i} a\n`).join(""),
    "one.log": Array.from({ length: count }, (_, i) => `2024-11-15T10:00:00Z web id=one ${i}\n`).join(""),
    "back.log": Array.from({ length: count }, (_, i) => `${2_000_000_000 - i} web id=back ${i}\n`).join(""),
    "id.log": `2024-11-15T10:00:00Z web id=${"x".repeat(1_000_000)} a\n2024-11-15T10:00:00Z web id=${"x".repeat(1_000_000)}y a\n`,
  });
  const by = ["trace", "-r", "rules.yaml", "--by", "request"];
  const lines = (bytes: Buffer): string[] => bytes.toString().split("\n").slice(0, -1);

  test.costly("may have many groups of one line", async () => {
    const { stdout, stderr, exit } = await hosted([...by, "--format", "json", "many.log"], cwd);
    assert.deepEqual([stderr.toString(), exit], ["", 0]);
    const groups = lines(stdout).map((line) => JSON.parse(line));
    assert.equal(groups.length, count);
    assert.equal(new Set(groups.map(({ id }) => id)).size, count);
  });

  test("may have one group of many lines", async () => {
    const { stdout, exit } = await hosted([...by, "--format", "json", "one.log"], cwd);
    assert.equal(exit, 0);
    const { events } = JSON.parse(stdout.toString());
    assert.deepEqual(
      events.map(({ output }: { output: string }) => output),
      Array.from({ length: count }, (_, i) => `web ${i}`),
    );
  });

  test("may have the first event in the last line", async () => {
    const { stdout } = await hosted([...by, "--format", "lines", "back.log"], cwd);
    assert.deepEqual(
      lines(stdout),
      Array.from({ length: count }, (_, i) => `web ${count - 1 - i}`),
    );
  });

  test("may have ids of a megabyte", async () => {
    const { stdout } = await hosted([...by, "id.log"], cwd);
    const headings = lines(stdout).filter((line) => line.startsWith("x"));
    assert.deepEqual(
      headings.map((line) => line.length),
      [1_000_000, 1_000_001].map((n) => n + "  1 event  1 source  0 s".length),
    );
  });

  test("end quietly if nobody reads the pipe any longer", async () => {
    const script = `normalizer ${by.join(" ")} one.log many.log | head -1; echo "\${PIPESTATUS[0]}"`;
    const { stdout, stderr } = await hostedShell(script, cwd);
    assert.equal(stdout.toString(), "0  1 event  1 source  0 s\n0\n");
    assert.equal(stderr.toString(), "");
  });

  test("refuse an output that is one of the logs", async () => {
    const { stderr } = await hosted([...by, "one.log"], cwd, { stdout: `${cwd}/one.log` });
    assert.match(stderr.toString(), /^normalizer: one\.log: is both a log and where the output goes/);
  });

  const hasScript = spawnSync("script", ["--version"]).status === 0;
  if (!hasScript) console.log("skipped: a terminal as the output, which needs the program 'script'");
  (hasScript ? test : test.skip)("a terminal is shown nothing raw, even with --format lines", async () => {
    const hostile = folder({
      "rules.yaml": JSON.stringify({ rules: TRACE_RULES }),
      "a.log": "2024-11-15T10:00:00Z web id=1 \x1b[2Jgone\n",
    });
    const script = `script -qec '"$NODE" "$COMMAND" ${by.join(" ")} --format lines a.log' /dev/null`;
    const { stdout } = await shell(script, hostile);
    assert.equal(stdout.toString(), "web \\x1b[2Jgone\r\n");
  });

  test("use colours only on terminals, and never for a log's own words", async () => {
    const { stdout } = await hosted([...by, "--id", "7", "many.log"], cwd, { env: { FORCE_COLOR: "1" } });
    assert.equal(
      stdout.toString(),
      "in many.log\n\n\x1b[1m7\x1b[22m  1 event  1 source  0 s\n\x1b[2m  +0.0  8  \x1b[22mweb a\n",
    );
  });
});

suite("numbers in an output", (test) => {
  test("are counted with leading zeros", async () => {
    const numbers = [0, 9, 10, 99, 100, 2 ** 31 - 1, 2 ** 31, 10 ** 15, Number.MAX_SAFE_INTEGER];
    const output = new OutputBuffer();
    const written: Buffer[] = [];
    const flush = (): Promise<void> => output.flush({ write: async (bytes) => void written.push(Buffer.from(bytes)) });
    for (const number of numbers) {
      for (const width of [1, 3, 20]) {
        output.appendNumber(number, width);
        output.appendNewline();
      }
    }
    await flush();
    const expected = numbers.flatMap((number) => [1, 3, 20].map((width) => String(number).padStart(width, "0")));
    assert.deepEqual(Buffer.concat(written).toString().split("\n").slice(0, -1), expected);
  });
});
