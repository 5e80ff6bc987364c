// The command with several threads when something goes wrong, or when nobody reads its output.
import assert from "node:assert/strict";
import { type ChildProcess, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { end, ended, endedBySignals, outcome, start, startShell } from "../support/command.ts";
import { someOf } from "../support/property.ts";
import { Running } from "../support/running.ts";
import { assertSameText } from "../support/same-text.ts";
import { SIZES, SMALL_COMMAND, SMALL_PARALLEL, SMALL_THREAD } from "../support/small-build.ts";
import { suite } from "../support/suite.ts";
import { gives, large, PACKED_PAIRS, shelled } from "../support/threads-place.ts";

/** The members of the statistics in JSON that are compared. */
interface WrittenStatistics {
  readonly lines_processed: number;
  readonly lines_matched: number;
  readonly rules: readonly { readonly lines: number }[];
}

const THREE = ["-r", "rules.yaml", "--jobs", "3"];

const NO_SPACE = "no space left on device\n";

suite("--jobs when something goes wrong", (test) => {
  test.costly("ends quietly if a pipe closes downstream", async () => {
    for (const [script, out] of [
      ["$run large.log large.log | head -1", "<0>\n"],
      ["$run -e large.log 2>&1 | head -2", "EXPLAIN: Line 1: Matched rule 'numbered'\n<0>\n"],
      ["$run <(sleep 0.2; cat small.log) large.log | true", ""],
    ] as const) {
      await gives(`${script}; echo "exit $PIPESTATUS"`, `${out}exit 0\n`);
    }
  });

  test("continues writing lines if a pipe of the explain records closes", async () => {
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

  test.costly("writes what fits if a file may not grow further", async () => {
    const script = "trap '' XFSZ; ulimit -f 100; $run -q large.log >out";
    const message = "normalizer: standard output: file too large\n";
    assert.deepEqual(await shelled(script), { exit: 2, stdout: "", stderr: message });
    const { cwd, lines } = large();
    assertSameText(readFileSync(`${cwd}/out`, "latin1"), lines.slice(0, 100 * 1024), "the file");
  });

  test("writes what precedes damaged gzip, and what was decompressed of it", async () => {
    const { exit, stdout, stderr } = await shelled("$run -q large.log damaged.log small.log");
    assert.deepEqual([exit, stderr], [2, "normalizer: damaged.log: the gzip data is cut short\n"]);
    assertSameText(stdout, large().lines + "<5>\nraw packed\n".repeat(PACKED_PAIRS), "lines");
  });

  test("writes what precedes a log that vanishes before its turn", async () => {
    const { cwd } = large();
    writeFileSync(`${cwd}/later.log`, "INFO: 9 later\n");
    spawnSync("mkfifo", ["fifo"], { cwd });
    // As many logs as are started ahead of the first.
    const others = Array(9).fill("/dev/null");
    const run = new Running(
      start([...THREE, "-q", "fifo", ...others, "later.log", "large.log"], cwd, {}, SMALL_COMMAND),
    );
    const fifo = openSync(`${cwd}/fifo`, "w");
    writeSync(fifo, "INFO: 8 first\n");
    await run.until("<8>\n");
    rmSync(`${cwd}/later.log`);
    closeSync(fifo);
    assert.equal(await run.ended, 2);
    assert.equal(run.stdout, "<8>\n");
    assert.equal(run.stderr, "normalizer: later.log: no such file or directory\n");
  });

  /** Makes the command use this program for its threads. In it, the real one is `./real.js`. */
  function withThreads(program: string): string {
    const { cwd } = large();
    rmSync(`${cwd}/run/threads`, { recursive: true, force: true });
    mkdirSync(`${cwd}/run/threads`, { recursive: true });
    cpSync(SMALL_COMMAND, `${cwd}/normalizer.cjs`);
    cpSync(SMALL_PARALLEL, `${cwd}/parallel.cjs`);
    cpSync(SMALL_THREAD, `${cwd}/run/threads/real.js`);
    writeFileSync(`${cwd}/run/threads/thread.js`, program);
    writeFileSync(`${cwd}/run/threads/package.json`, '{ "type": "module" }');
    return '"$NODE" normalizer.cjs -r rules.yaml --jobs 3';
  }

  // Either other threads do the work or the run fails. What must not happen is that output is missing without an error.
  const programs = [
    ["does not begin", `throw new Error("mine");`],
    ["ends while it is loaded", "process.exit(0);"],
    ["never ends its start", "for (;;);"],
    ["ends at its second block", endingAt("block", 2)],
    ["ends in the middle of a block", endingAt("written", 1)],
  ] as const;
  const given = ["marked.log", "<(sleep 0.2) $(yes /dev/null | head -9) marked.log"];
  const ways = programs.flatMap(([name, program]) => given.map((logs) => ({ name, program, logs })));
  for (const { name, program, logs } of someOf(ways, "threads that end")) {
    test(`never loses output silently if a thread ${name}, with ${logs}`, async () => {
      const { exit, stdout, stderr } = await shelled(`${withThreads(program)} -q ${logs}`);
      const { marked } = large();
      if (exit === 0) assertSameText(stdout, marked, "lines");
      else assert.match(stderr, /^normalizer: .+\n$/);
      assert.ok(exit === 0 || exit === 2);
      assert.ok(marked.startsWith(stdout));
    });
  }
});

/** A thread program that ends after this many messages of a kind. */
function endingAt(kind: string, count: number): string {
  return `
    import { parentPort } from "node:worker_threads";
    import "./real.js";
    let count = 0;
    parentPort.on("message", (message) => {
      if (message.kind === ${JSON.stringify(kind)} && ++count === ${count}) process.exit(3);
    });
  `;
}

const onLinux = existsSync("/proc/self/io");

/**
 * Starts the command with an output that nobody reads, for both lines and records, and waits until some of it has
 * arrived. By then the command handles signals. It stops soon after, if the machine is not too busy.
 */
async function stalled(args: string): Promise<ChildProcess> {
  const stdio = ["ignore", "pipe", "inherit"] as const;
  const child = startShell(`exec "$NODE" "$COMMAND" ${args} 2>&1`, large().cwd, { stdio: [...stdio] }, SMALL_COMMAND);
  await once(child.stdout!, "readable");
  return child;
}

/** Resolves once the command has read nothing for a while. */
async function stopped(child: ChildProcess): Promise<void> {
  for (let [before, now, rests] = [-1, 0, 0]; rests < 4; rests = now === before ? rests + 1 : 0) {
    await delay(50);
    before = now;
    now = usageOf(child).read;
  }
}

/** The resources a process has used: bytes read, peak memory, and threads. */
function usageOf({ pid }: ChildProcess): { read: number; memory: number; threads: number } {
  const numberIn = (file: string, pattern: RegExp): number =>
    Number(pattern.exec(readFileSync(`/proc/${pid}/${file}`, "utf8"))![1]);
  return {
    read: numberIn("io", /^rchar: (\d+)$/m),
    memory: 1024 * numberIn("status", /^VmHWM:\s+(\d+) kB$/m),
    threads: numberIn("status", /^Threads:\s+(\d+)$/m),
  };
}

suite("--jobs if nobody reads the output", (test) => {
  const linux = onLinux ? test : test.skip;
  if (!onLinux) console.log("skipped: what a process uses, which only Linux shows");

  for (const [name, options] of someOf(
    [
      ["", "-r rules.yaml"],
      [", with records", "-r rules.yaml -e"],
      [", even if the output is much larger", "-r loud.yaml"],
      [", even if there is almost no output", "-r rules.yaml --unmatched only"],
    ] as const,
    "what is read ahead",
  )) {
    linux(`read only a bounded amount ahead${name}`, async () => {
      const child = await stalled(`${options} --jobs 3 ${"large.log ".repeat(8)}`);
      await stopped(child);
      const { read, memory } = usageOf(child);
      end(child);
      assert.ok(read < 4 * statSync(`${large().cwd}/large.log`).size, `${read} bytes were read`);
      assert.ok(memory < 256 * 1024 * 1024, `${memory} bytes were used`);
    });
  }

  linux("use as many threads as requested, if the logs are worth it", async () => {
    const { cwd } = large();
    writeFileSync(`${cwd}/short.log`, readFileSync(`${cwd}/large.log`).subarray(0, SIZES.MIN_PARALLEL_BYTES - 1));
    const alone = await stalled("-r loud.yaml --jobs 4 short.log");
    const { threads } = usageOf(alone);
    end(alone);
    const several = await stalled("-r rules.yaml --jobs 4 large.log");
    while (usageOf(several).threads < threads + 3) await delay(20);
    end(several);
  });

  for (const [signal, code, options] of [
    ["SIGINT", 130, ""],
    ["SIGTERM", 143, "--explain"],
  ] as const) {
    test(`ends at ${signal} with the whole lines of what was read, and exit code ${code}`, async () => {
      const child = await stalled(`-r rules.yaml --jobs 3 --stats-format json ${options} large.log`);
      child.kill(signal);
      // timeout(1) does this too, and it does not count as a second signal.
      child.kill(signal);
      const { exit, stdout } = await outcome(child);
      const { lines, interleaved } = large();
      const [, written = "", report = ""] = /^(.*\n)\n(.*\n)$/s.exec(stdout.toString()) ?? [];
      const whole = options === "" ? lines : interleaved;
      assert.ok(whole.startsWith(written) && written.length < whole.length, `${written.length} bytes were written`);
      const count = written.split(/^<|^raw/m).length - 1;
      const { lines_processed, lines_matched, rules } = JSON.parse(report) as WrittenStatistics;
      assert.deepEqual([exit, lines_processed], [code, count]);
      assert.equal(lines_matched, written.split(/^</m).length - 1);
      assert.equal(rules[0]!.lines, lines_matched);
    });
  }

  test.costly("ends at once at a second signal, half a second after the first", async () => {
    // The output of a single block is more than a pipe holds.
    const child = await stalled("-r loud.yaml --jobs 3 large.log");
    child.kill("SIGINT");
    await delay(600);
    assert.equal(child.exitCode ?? child.signalCode, null, "what was read cannot have been written");
    assert.equal(await endedBySignals(child, "SIGTERM"), "SIGTERM");
  });
});

suite("--jobs at a signal while nothing is awaited", (test) => {
  // More than the command can read before the signal comes, even on a fast machine.
  const COUNT = 2_000;

  test.costly("ends at once, with whole lines", async () => {
    const { cwd, lines } = large();
    const logs = Array(COUNT).fill("large.log");
    const out = openSync(`${cwd}/out`, "w");
    const child = start(
      [...THREE, "--stats-format", "json", ...logs],
      cwd,
      { stdio: ["ignore", out, "inherit"] },
      SMALL_COMMAND,
    );
    closeSync(out);
    const exit = ended(child);
    while (statSync(`${cwd}/out`).size < 1.5 * lines.length) await delay(10);
    child.kill("SIGINT");
    assert.equal(await exit, 130);
    const [, written = "", report = ""] = /^(.*\n)\n(.*\n)$/s.exec(readFileSync(`${cwd}/out`, "latin1")) ?? [];
    const times = Math.ceil(written.length / lines.length);
    assert.ok(lines.repeat(times).startsWith(written) && times < COUNT, `${times} of ${COUNT} logs were read`);
    const { lines_processed } = JSON.parse(report) as WrittenStatistics;
    assert.equal(lines_processed, written.split("\n").length - 1);
  });
});
