// Whatever happens to the streams that a caller passes, and whenever: the call settles with that stream's own error and
// releases all other streams.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, mkdtempSync, openSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ReadableStream } from "node:stream/web";
import { setImmediate as turn } from "node:timers/promises";
import { Processor } from "../../src/index.ts";
import { rulesFile } from "../support/rules-file.ts";
import { suite } from "../support/suite.ts";

const RULES = `
rules:
  - name: job
    pattern: [{ text: "job " }, { field: id }, { text: " " }, { field: what }]
    output: "{id} {what}"
`;
const processor = new Processor({ rulesPath: rulesFile(RULES) });

const mine = new Error("mine");
const reason = new Error("enough");

/** Enough turns of the event loop for everything that does not depend on a clock. */
async function someTurns(): Promise<void> {
  for (let i = 0; i < 20; i++) await turn();
}

/** Fails if a call does not settle, instead of waiting for ever. */
async function settled(call: Promise<unknown>): Promise<PromiseSettledResult<unknown>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("the call did not settle")), 20_000);
  });
  try {
    return (await Promise.race([Promise.allSettled([call]), late]))[0]!;
  } finally {
    clearTimeout(timer);
  }
}

/** Accepts what is written, unless it is paused. */
class Output extends Writable {
  isHeld = false;
  writes = 0;
  readonly texts: string[] = [];
  private done = (): void => {};

  constructor() {
    super({ highWaterMark: 1 });
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.writes++;
    this.texts.push(chunk.toString());
    if (this.isHeld) this.done = done;
    else done();
  }

  /** Resumes with what was held back. */
  release(): void {
    this.isHeld = false;
    this.done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // As for files, which are closed first.
    setImmediate(done, error);
  }
}

class Streams {
  readonly input = new PassThrough();
  readonly next = new PassThrough();
  readonly output = new Output();
  readonly explain = new Output();
  readonly stop = new AbortController();
}

/** Calls that read `input`. Most of them read `next` after it. */
const READING: Readonly<Record<string, (streams: Streams) => Promise<unknown>>> = {
  process: ({ input, next, output, explain, stop }) =>
    processor.process([input, next], output, { explain, signal: stop.signal }),
  records: async ({ input, next, stop }) => {
    for await (const _ of processor.records([input, next], { signal: stop.signal }));
  },
  compare: ({ input, next, stop }) => processor.compare(input, next, { signal: stop.signal }),
  compareRuns: ({ input, next, stop }) => processor.compareRuns(input, next, { signal: stop.signal }),
  trace: ({ input, next, stop }) => processor.trace([input, next], { by: ["id"], signal: stop.signal }),
  merge: ({ input, next, stop }) => processor.merge([input, next], { signal: stop.signal }),
  check: ({ input, next, stop }) => Processor.check({ rules: RULES }, [input, next], { signal: stop.signal }),
  fields: ({ input, next, stop }) => Processor.fields({ rules: RULES }, input, { next, signal: stop.signal }),
  suggest: ({ input, next, stop }) => Processor.suggest([input, next], { signal: stop.signal }),
  createTransform: ({ input, output, explain, stop }) =>
    pipeline(input, processor.createTransform({ explain, signal: stop.signal }), output),
};

const WRITING = ["process", "createTransform"];

/** What happens to a stream, or to the call. */
const FATES = {
  fails: (stream: PassThrough | Output) => stream.destroy(mine),
  "is destroyed": (stream: PassThrough | Output) => stream.destroy(),
  ends: (stream: PassThrough | Output) => stream.end(),
} as const;

/** When it happens, relative to a call, which the second of the functions starts. */
const MOMENTS: Readonly<
  Record<string, (streams: Streams, call: () => Promise<unknown>, happen: () => void) => unknown>
> = {
  "before the call": async (streams, call, happen) => {
    const listener = (): void => {};
    const all = [streams.input, streams.next, streams.output, streams.explain];
    for (const stream of all) stream.on("error", listener);
    happen();
    await someTurns();
    for (const stream of all) stream.off("error", listener);
    return call();
  },
  "while the input is idle": async ({ input }, call, happen) => {
    const calling = call();
    calling.catch(() => {});
    input.write("job 1 done\njob 2");
    await someTurns();
    happen();
    return calling;
  },
  "before anything is read": async (_, call, happen) => {
    const calling = call();
    calling.catch(() => {});
    happen();
    return calling;
  },
  "while a write is waited for": async ({ input, output, explain }, call, happen) => {
    output.isHeld = true;
    explain.isHeld = true;
    const calling = call();
    calling.catch(() => {});
    input.write("job 1 done\n".repeat(20_000));
    while (output.writes + explain.writes === 0 && input.readableLength > 0) await turn();
    await someTurns();
    happen();
    return calling;
  },
};

const EVENTS = ["error", "close", "finish", "drain", "end", "readable", "data"];
const listeners = (stream: PassThrough | Output): number[] => EVENTS.map((event) => stream.listenerCount(event));

/** Runs a case and returns the outcome and the state of the streams. */
async function outcomeOf(
  method: string,
  moment: string,
  happen: (streams: Streams) => void,
): Promise<{ readonly result: PromiseSettledResult<unknown>; readonly streams: Streams }> {
  const streams = new Streams();
  const before = [streams.output, streams.explain].map(listeners);
  const call = (): Promise<unknown> => READING[method]!(streams);
  const result = await settled(Promise.resolve(MOMENTS[moment]!(streams, call, () => happen(streams))));
  await someTurns();
  if (result.status === "rejected" && method !== "createTransform") {
    assert.ok(streams.input.destroyed && streams.next.destroyed, "lets go of its inputs");
    for (const [i, stream] of [streams.output, streams.explain].entries())
      if (!stream.destroyed) assert.deepEqual(listeners(stream), before[i], "leaves listeners");
  }
  return { result, streams };
}

const codeOf = (error: unknown): unknown => (error as { code?: unknown }).code;

suite("an input", (test) => {
  for (const method of Object.keys(READING)) {
    for (const moment of Object.keys(MOMENTS)) {
      test(`that fails ${moment} of ${method} is released with its error`, async () => {
        const { result, streams } = await outcomeOf(method, moment, ({ input, output, explain }) => {
          input.destroy(mine);
          // What was read before is still written.
          output.release();
          explain.release();
        });
        assert.ok(result.status === "rejected");
        assert.equal(result.reason, mine);
        if (method !== "createTransform") assert.equal(streams.output.destroyed || streams.explain.destroyed, false);
      });
      test(`that is destroyed ${moment} of ${method} is released`, async () => {
        const { result } = await outcomeOf(method, moment, ({ input, output, explain }) => {
          input.destroy();
          output.release();
          explain.release();
        });
        assert.ok(result.status === "rejected");
        assert.equal(codeOf(result.reason), "ERR_STREAM_PREMATURE_CLOSE");
      });
      test(`that ends ${moment} of ${method} is released`, async () => {
        const { result } = await outcomeOf(method, moment, ({ input, next, output, explain }) => {
          if (!input.writableEnded) input.end("job 3 done");
          next.end("job 4 done");
          output.release();
          explain.release();
        });
        assert.equal(result.status, "fulfilled");
      });
    }
  }
});

suite("an input that is not read yet", (test) => {
  for (const method of Object.keys(READING)) {
    if (method === "createTransform") continue;
    for (const moment of Object.keys(MOMENTS)) {
      test(`that fails ${moment} of ${method} ends the call with its error`, async () => {
        const { result, streams } = await outcomeOf(method, moment, ({ next, output, explain }) => {
          next.destroy(mine);
          output.release();
          explain.release();
        });
        assert.ok(result.status === "rejected");
        assert.equal(result.reason, mine);
        assert.equal(streams.output.destroyed || streams.explain.destroyed, false);
      });
      test(`that is destroyed ${moment} of ${method} ends the call`, async () => {
        const { result } = await outcomeOf(method, moment, ({ next, output, explain }) => {
          next.destroy();
          output.release();
          explain.release();
        });
        assert.ok(result.status === "rejected");
        assert.equal(codeOf(result.reason), "ERR_STREAM_PREMATURE_CLOSE");
      });
      test(`that ends ${moment} of ${method} waits for its turn`, async () => {
        const { result } = await outcomeOf(method, moment, ({ input, next, output, explain }) => {
          next.end("job 4 done");
          output.release();
          explain.release();
          setImmediate(() => input.writableEnded || input.end("job 3 done"));
        });
        assert.equal(result.status, "fulfilled");
      });
    }
  }

  test("lets what was read before it be written, as if the log before it had failed", async () => {
    const { input, next, output } = new Streams();
    const calling = processor.process([input, next], output);
    calling.catch(() => {});
    output.isHeld = true;
    const { texts } = output;
    input.write("job 1 done\njob 2");
    while (output.writes === 0) await turn();
    next.destroy(mine);
    await someTurns();
    output.release();
    const result = await settled(calling);
    assert.equal(result.status === "rejected" && result.reason, mine);
    assert.equal(texts.join(""), "1 done\njob 2\n");
  });

  test("lets the records of what was read before it be given", async () => {
    const { input, next } = new Streams();
    input.write("job 1 done\n");
    const given: string[] = [];
    const reading = (async () => {
      for await (const { output } of processor.records([input, next])) {
        given.push(output);
        next.destroy(mine);
      }
    })();
    const result = await settled(reading);
    assert.equal(result.status === "rejected" && result.reason, mine);
    assert.deepEqual(given, ["1 done"]);
  });

  test("ends a file that is read before it, too, if that may be idle", async () => {
    const folder = mkdtempSync(join(tmpdir(), "streams-"));
    const fifo = join(folder, "fifo");
    execFileSync("mkfifo", [fifo]);
    const writer = openSync(fifo, constants.O_RDWR);
    try {
      const { next, output } = new Streams();
      const calling = processor.process([fifo, next], output);
      calling.catch(() => {});
      await someTurns();
      next.destroy(mine);
      const result = await settled(calling);
      assert.equal(result.status === "rejected" && result.reason, mine);
    } finally {
      closeSync(writer);
      rmSync(folder, { recursive: true });
    }
  });

  test("may fail in another way than a stream of Node.js", async () => {
    const { input } = new Streams();
    let fail = (_error: Error): void => {};
    const web = new ReadableStream<Uint8Array>({
      start: (controller) => {
        fail = (error) => controller.error(error);
      },
    });
    const calling = processor.compare(input, web);
    calling.catch(() => {});
    await someTurns();
    fail(mine);
    const result = await settled(calling);
    assert.equal(result.status === "rejected" && result.reason, mine);
    assert.ok(input.destroyed);
  });

  test("keeps what a child process wrote that has exited meanwhile", async () => {
    const { input, output } = new Streams();
    const child = spawn("echo", ["job 2 done"], { stdio: ["ignore", "pipe", "inherit"] });
    const calling = processor.process([input, child.stdout], output);
    await once(child, "exit");
    await someTurns();
    input.end("job 1 done\n");
    const result = await settled(calling);
    assert.equal(result.status, "fulfilled");
    assert.equal(output.texts.join(""), "1 done\n2 done\n");
  });

  test("does not end a call when it fails after it was read to its end", async () => {
    const { input, next, output } = new Streams();
    const calling = processor.process([input, next], output);
    input.end("job 1 done\n");
    await someTurns();
    input.emit("error", mine);
    next.end("job 2 done\n");
    const result = await settled(calling);
    assert.equal(result.status, "fulfilled");
    assert.equal(output.texts.join(""), "1 done\n2 done\n");
  });
});

suite("an output", (test) => {
  for (const method of WRITING) {
    for (const which of ["output", "explain"] as const) {
      for (const [fate, happen] of Object.entries(FATES)) {
        for (const moment of Object.keys(MOMENTS)) {
          // Node's own pipeline treats an output that ended as finished.
          if (method === "createTransform" && which === "output" && fate === "ends") continue;
          // An output ends only once earlier data is written, and does not report it before.
          if (fate === "ends" && moment === "while a write is waited for") continue;
          test(`${which} that ${fate} ${moment} of ${method}`, async () => {
            const { result, streams } = await outcomeOf(method, moment, (streams) => happen(streams[which]));
            assert.ok(result.status === "rejected");
            if (fate === "fails") assert.equal(result.reason, mine);
            else assert.equal(codeOf(result.reason), "ERR_STREAM_PREMATURE_CLOSE");
            const other = which === "output" ? streams.explain : streams.output;
            if (method !== "createTransform") assert.equal(other.destroyed, false);
          });
        }
      }
    }
  }
});

suite("a signal", (test) => {
  for (const method of Object.keys(READING)) {
    for (const moment of Object.keys(MOMENTS)) {
      test(`that aborts ${moment} of ${method} ends the call`, async () => {
        const { result } = await outcomeOf(method, moment, ({ stop }) => stop.abort(reason));
        assert.ok(result.status === "rejected");
        assert.equal(result.reason, reason);
      });
    }
  }
});
