// The errors of the library say where something is wrong: which log, which file, and on the screen as well as in the
// message.
import assert from "node:assert/strict";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import {
  BaselineError,
  DamagedLogError,
  LogError,
  type LogSource,
  type LogSources,
  Processor,
} from "../../src/index.ts";
import { Collector } from "../support/collector.ts";
import { folder } from "../support/folder.ts";
import { suite } from "../support/suite.ts";

const RULES = { rules: "rules: [{ name: job, pattern: 'job {id}', output: '{id}' }]" };
const processor = new Processor(RULES);
const place = folder({ "good.log": "job 1\n", "cut.gz": gzipSync("job 2\n").subarray(0, 20) });
const good = `${place}/good.log`;
const cut = `${place}/cut.gz`;

/** Calls that read two logs. */
const READING: Readonly<Record<string, (logs: readonly [LogSource, LogSource]) => Promise<unknown>>> = {
  process: (logs) => processor.process(logs, new Collector()),
  records: async (logs) => {
    for await (const _ of processor.records(logs));
  },
  compare: ([old, next]) => processor.compare(old, next),
  compareRuns: ([run, failed]) => processor.compareRuns(run, failed),
  trace: (logs) => processor.trace(logs, { by: ["id"] }),
  merge: (logs) => processor.merge(logs),
  check: (logs: LogSources) => Processor.check(RULES, logs),
  fields: ([log, next]) => Processor.fields(RULES, log, { next }),
  suggest: (logs: LogSources) => Processor.suggest(logs),
};

async function errorOf(call: () => Promise<unknown>): Promise<Error> {
  const error = await call().then(
    () => assert.fail("it did not reject"),
    (error: unknown) => error,
  );
  assert.ok(error instanceof Error);
  // What programs print of it says the same as its message.
  assert.ok(inspect(error).includes(error.message), inspect(error));
  return error;
}

suite("errors of the library", (test) => {
  test("are LogErrors for a log that has no parts, and for one that is not read", async () => {
    const processor = new Processor({ rules: "rules: []" });
    const part = { number: 1, count: 2 };
    const parted = await errorOf(() => processor.process(cut, new PassThrough(), { part }));
    assert.ok(parted instanceof LogError);
    const packed = await errorOf(() => processor.process(Readable.from(["BZh91AY&SY"]), new PassThrough()));
    assert.ok(packed instanceof LogError && packed.name === "LogError");
  });
  for (const [method, read] of Object.entries(READING)) {
    test(`name the damaged log of ${method}`, async () => {
      const error = await errorOf(() => read([good, cut]));
      assert.ok(error instanceof DamagedLogError);
      assert.equal(error.message, `${cut}: the gzip data is cut short`);
      assert.equal(error.file, cut);
      const named = await errorOf(() => read([good, { name: "second\n", input: cut }]));
      assert.equal(named.message, "second\\n: the gzip data is cut short");
    });
    test(`name the folder that ${method} cannot read`, async () => {
      const error = await errorOf(() => read([good, place]));
      assert.equal(error.message, `EISDIR: illegal operation on a directory, read '${place}'`);
      assert.equal((error as NodeJS.ErrnoException).path, place);
    });
    test(`are those of the caller's own streams in ${method}, unchanged`, async () => {
      const mine = Object.assign(new Error("mine"), { code: "EMINE" });
      const failing = new Readable({ read: (): void => void failing.destroy(mine) });
      assert.equal(await errorOf(() => read([good, failing])), mine);
      assert.deepEqual({ ...mine, message: mine.message }, { code: "EMINE", message: "mine" });
    });
  }

  test("name the log that cannot be read in parts", async () => {
    const part = { number: 1, count: 2 };
    for (const [log, message] of [
      [cut, `${cut}: a compressed file or an archive cannot be read in parts; unpack it, or read it without parts`],
      [place, `${place}: only regular files can be read in parts`],
      [Readable.from(["job 1\n"]), "log 2: only regular files can be read in parts"],
    ] as const) {
      const error = await errorOf(() => processor.process([good, log], new Collector(), { part }));
      assert.equal(error.message, message);
    }
  });

  test("name the output that cannot be written", async () => {
    for (const [path, message] of [
      [place, `EISDIR: illegal operation on a directory, open '${place}'`],
      [`${place}/`, `EISDIR: illegal operation on a directory, open '${place}/'`],
      ["", "ENOENT: no such file or directory, open ''"],
      [join(place, "none", "out.log"), `ENOENT: no such file or directory, open '${place}/none/out.log'`],
      ["/dev/full", "ENOSPC: no space left on device, write '/dev/full'"],
    ] as const) {
      const error = await errorOf(() => processor.process(good, path));
      assert.equal(error.message, message);
      assert.equal((error as NodeJS.ErrnoException).path, path);
    }
  });

  test("name the baseline and its line", async () => {
    for (const [baseline, message, line] of [
      [
        "junk",
        "baseline:1:1: is not a file of known lines: it does not begin with '# normalizer known lines, version 2'",
        1,
      ],
      ["# normalizer baseline\na\n\\q\n", "baseline:3:1: a backslash that is not part of an escape; write it twice", 3],
    ] as const) {
      const error = await errorOf(() => Processor.check(RULES, good, { baseline }));
      assert.ok(error instanceof BaselineError);
      assert.equal(error.message, message);
      assert.equal(error.line, line);
    }
  });
});
