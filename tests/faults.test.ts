// Faults around the built command that are not a row for all commands (see tests/fault-*.test.ts): streams that break,
// fill up, stall or stay silent, files that vanish, signals.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  constants,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { setTimeout as delay, setImmediate as turn } from "node:timers/promises";
import { createGzip, gzipSync, constants as zlib } from "node:zlib";
import { COMMAND, ended, endedBySignals, normalizer, outcome, start, startShell } from "./support/command.ts";
import { hosted } from "./support/command-host.ts";
import { folder } from "./support/folder.ts";
import { hostedShell } from "./support/hosted-shell.ts";
import { someOf } from "./support/property.ts";
import { Running } from "./support/running.ts";
import { statisticsJson, statisticsTable } from "./support/statistics-text.ts";
import { suite } from "./support/suite.ts";

const RULES = `
rules:
  - name: level
    pattern: [{ field: level }, { text: ": " }, { field: message }]
    output: "<{message}> {level}"
`;
const ARGS = ["-r", "rules.yaml", "-q"];

/** The statistics of a log of one line that the rule wins. */
const ONE_LINE = statisticsOf(1);

/** The statistics of a log of which the rule wins all lines. */
function statisticsOf(lines: number): string {
  return statisticsJson({ linesProcessed: lines, linesMatched: lines }, [{ name: "level", lines }]);
}

/** A log of this many lines of one rule, and what the command makes of it. */
function logOf(lines: number): { log: string; expected: string } {
  const messages = Array.from(
    { length: lines },
    (_, i) => `request ${i} took ${(i * 7919) % 10_007} ms on ${"host".repeat(i % 20)}`,
  );
  return {
    log: messages.map((message) => `INFO: ${message}\n`).join(""),
    expected: messages.map((message) => `<${message}> INFO\n`).join(""),
  };
}

/** As many as a pipe does not hold. */
const LINES = 5_000;
const SOME = logOf(LINES);

/** A folder with the rules, a log of some hundred KB and other files. */
const workplace = (files: Record<string, string | Uint8Array> = {}): string =>
  folder({ "rules.yaml": RULES, "app.log": SOME.log, ...files });

/** About 4 MB, made once. */
interface Large {
  readonly cwd: string;
  readonly lines: number;
  readonly bytes: number;
  readonly sha256: string;
}

let large: Large | undefined;
function largeLog(): Large {
  if (large !== undefined) return large;
  const { log, expected } = logOf(14_000);
  const times = Math.ceil(4_000_000 / expected.length);
  const hash = createHash("sha256");
  for (let i = 0; i < times; i++) hash.update(expected);
  large = {
    cwd: folder({ "rules.yaml": RULES, "large.log": log.repeat(times) }),
    lines: 14_000 * times,
    bytes: expected.length * times,
    sha256: hash.digest("hex"),
  };
  return large;
}

const shellText = async (
  script: string,
  cwd: string,
): Promise<{ exit: number | string | null; stdout: string; stderr: string }> => {
  const { exit, stdout, stderr } = await hostedShell(script, cwd);
  return { exit, stdout: stdout.toString(), stderr: stderr.toString() };
};

const running = (args: readonly string[], cwd: string): Running => new Running(start(args, cwd));

suite("a pipe that closes downstream", (test) => {
  for (const [name, script, out] of someOf(
    [
      ["while a pipe is read", "yes 'INFO: up' | normalizer -r rules.yaml | head -1", "<up> INFO\n"],
      ["before the statistics", "(sleep 0.5; echo 'INFO: up') | normalizer -r rules.yaml | true", ""],
      ["while unmatched lines pass", "yes | normalizer -r rules.yaml -q | head -2", "y\ny\n"],
      [
        "with explain records among the lines",
        "normalizer -r rules.yaml -q -e app.log 2>&1 | head -4",
        "EXPLAIN: Line 1: Matched rule 'level'\n<request 0 took 0 ms on > INFO\nEXPLAIN: Line 2: Matched rule 'level'\n<request 1 took 7919 ms on host> INFO\n",
      ],
    ] as const,
    "closed pipes",
  )) {
    test(`ends the program quietly: ${name}`, async () => {
      // The command is the second-to-last program of each pipeline.
      const status = `${script}; status=("\${PIPESTATUS[@]}"); echo "exit \${status[\${#status[@]}-2]}"`;
      assert.deepEqual(await shellText(status, workplace()), { exit: 0, stdout: `${out}exit 0\n`, stderr: "" });
    });
  }

  test("does not stop the lines if it carries only the explain records", async () => {
    const script =
      "normalizer -r rules.yaml -q -e app.log 2> >(head -1 >first) | sha256sum; echo $PIPESTATUS; until [ -s first ]; do sleep 0.05; done; cat first";
    const { stdout, stderr } = await shellText(script, workplace());
    const sha256 = createHash("sha256").update(SOME.expected).digest("hex");
    assert.equal(stdout, `${sha256}  -\n0\nEXPLAIN: Line 1: Matched rule 'level'\n`);
    assert.equal(stderr, "");
  });

  test("does not keep the statistics out of their file", async () => {
    const script =
      "yes 'INFO: up' | head -20000 | normalizer -r rules.yaml --stats-file s --stats-format json | head -1; cat s";
    const { stdout } = await shellText(script, workplace());
    const [, json = "", lines = ""] = /^<up> INFO\n(\{.*"lines": (\d+)\}\]\})\n$/.exec(stdout) ?? [];
    assert.equal(json, statisticsOf(Number(lines)));
  });
});

suite("output that cannot be written", (test) => {
  const full = existsSync("/dev/full") ? test : test.skip;
  full("/dev/full as standard output, for the statistics alone", async () => {
    const args = ["-r", "rules.yaml", "--unmatched", "only", "app.log"];
    const { exit, stderr } = await hosted(args, workplace(), { stdout: "/dev/full" });
    assert.deepEqual([exit, stderr.toString()], [2, "normalizer: standard output: no space left on device\n"]);
  });

  test("is an error at the last write too, and what fits in the file is written", async () => {
    const cwd = workplace({ "some.log": logOf(30).log });
    const script = "trap '' XFSZ; ulimit -f 1; normalizer -r rules.yaml -q some.log >out";
    const expected = { exit: 2, stdout: "", stderr: "normalizer: standard output: file too large\n" };
    assert.deepEqual(await shellText(script, cwd), expected);
    const written = readFileSync(`${cwd}/out`, "latin1");
    assert.equal(written.length, 1024);
    assert.ok(SOME.expected.startsWith(written));
  });
});

suite("input that cannot be read", (test) => {
  test("fails when its turn comes if the file has vanished, and what was read is written", async () => {
    const cwd = workplace({ "later.log": "INFO: later\n" });
    spawnSync("mkfifo", ["first"], { cwd });
    const run = running([...ARGS, "first", "later.log"], cwd);
    const fifo = openSync(`${cwd}/first`, "w");
    writeSync(fifo, "INFO: first\n");
    await run.until("<first> INFO\n");
    rmSync(`${cwd}/later.log`);
    closeSync(fifo);
    assert.equal(await run.ended, 2);
    assert.equal(run.stdout, "<first> INFO\n");
    assert.equal(run.stderr, "normalizer: later.log: no such file or directory\n");
  });

  test("fails if standard input is a directory", async () => {
    const expected = { exit: 2, stdout: "", stderr: "normalizer: standard input: is a directory\n" };
    assert.deepEqual(await shellText("normalizer -r rules.yaml -q <logs", workplace({ "logs/a.log": "" })), expected);
  });

  // Root may read everything, so this runs as nobody, unless nobody may not run node.
  const isRoot = process.getuid?.() === 0;
  const ids = isRoot ? { uid: 65_534, gid: 65_534 } : {};
  const asNobody = spawnSync(process.execPath, [COMMAND, "--version"], { ...ids, cwd: "/" }).status === 0;
  const permitted = asNobody ? test : test.skip;
  if (!asNobody) console.log("skipped: files without permission, for root may read them");
  permitted("rules and folders without permission", async () => {
    const cwd = workplace({ "secret.yaml": RULES });
    spawnSync(
      "bash",
      ["-c", "chmod 755 . && chmod 644 * && chmod 000 secret.yaml && mkdir closed && chmod 000 closed"],
      { cwd },
    );
    const run = (args: string[]) => outcome(start(args, cwd, { ...ids, stdio: ["ignore", "pipe", "pipe"] }));
    for (const [args, name] of [
      [["-r", "secret.yaml", "app.log"], "secret.yaml"],
      [[...ARGS, "closed/app.log"], "closed/app.log"],
      [[...ARGS, "--stats-file", "closed/stats", "app.log"], "closed/stats"],
    ] as const) {
      const { exit, stdout, stderr } = await run([...args]);
      assert.equal(stderr.toString(), `normalizer: ${name}: permission denied\n`);
      assert.equal(stdout.toString(), "");
      assert.equal(exit, 2);
    }
  });
});

suite("signals", (test) => {
  for (const [signal, code] of someOf(
    [
      ["SIGINT", 130],
      ["SIGTERM", 143],
      ["SIGHUP", 129],
    ] as const,
    "signals",
  )) {
    test(`end the command at a whole line, with its statistics: ${signal} gives ${code}`, async () => {
      const run = running(["-r", "rules.yaml"], workplace());
      run.write("INFO: one\nraw\nINFO: ha");
      await run.until("<one> INFO\nraw\n");
      run.kill(signal);
      assert.equal(await run.ended, code);
      assert.equal(run.stdout, `<one> INFO\nraw\n${statisticsTable({ linesProcessed: 2, linesMatched: 1 }, "50%")}`);
      assert.equal(run.stderr, "");
    });
  }

  test("end the command on a silent pipe", async () => {
    const cwd = workplace({ "first.log": "INFO: first\n" });
    const run = running(["-r", "rules.yaml", "--stats-file", "stats", "first.log", "-"], cwd);
    await run.until("<first> INFO\n");
    run.kill("SIGINT");
    assert.equal(await run.ended, 130);
    assert.deepEqual([run.stdout, run.stderr], ["<first> INFO\n", ""]);
    assert.equal(
      readFileSync(`${cwd}/stats`, "utf8"),
      statisticsTable({ linesProcessed: 1, linesMatched: 1 }, "100%").slice(1),
    );
  });

  test("end the command on a named pipe that nobody has opened for writing", async () => {
    const cwd = workplace({ "first.log": "INFO: first\n" });
    spawnSync("mkfifo", ["silent"], { cwd });
    const run = running(["-r", "rules.yaml", "first.log", "silent", "app.log"], cwd);
    await run.until("<first> INFO\n");
    run.kill("SIGTERM");
    assert.equal(await run.ended, 143);
    assert.equal(run.stdout, `<first> INFO\n${statisticsTable({ linesProcessed: 1, linesMatched: 1 }, "100%")}`);
  });

  test("end the command on a silent gzip pipe, which is not reported as damaged", async () => {
    const run = running(["-r", "rules.yaml"], workplace());
    const gzip = createGzip();
    gzip.on("data", (chunk: Buffer) => run.write(chunk));
    gzip.write("INFO: one\nINFO: ha");
    gzip.flush(zlib.Z_SYNC_FLUSH);
    await run.until("<one> INFO\n");
    run.kill("SIGINT");
    assert.equal(await run.ended, 130);
    assert.equal(run.stdout, `<one> INFO\n${statisticsTable({ linesProcessed: 1, linesMatched: 1 }, "100%")}`);
    assert.equal(run.stderr, "");
  });

  test("end a stalled command, and what was read of a large file is written as whole lines", async () => {
    const { cwd, bytes } = largeLog();
    const child = start(["-r", "rules.yaml", "--stats-format", "json", "large.log"], cwd);
    await once(child.stdout!, "readable");
    child.kill("SIGINT");
    const { exit, stdout, stderr } = await outcome(child);
    assert.equal(exit, 130);
    assert.equal(stderr.toString(), "");
    assert.ok(stdout.length < bytes, "the whole log was read");
    const [, lines = "", json = ""] = /^(.*)\n(\{.*\})\n$/s.exec(stdout.toString()) ?? [];
    assert.match(lines, /^(?:<request \d+ took \d+ ms on (?:host)*> INFO\n)+$/);
    const count = lines.split("\n").length - 1;
    assert.equal(json, statisticsOf(count));
  });

  test("end the command while it reads large files and never waits", async () => {
    const { cwd, lines } = largeLog();
    // More than the command can read before the signal comes, even on a fast machine.
    const logs = Array.from({ length: 2_000 }, () => "large.log");
    const args = [...ARGS, "--stats-file", "stats", "--stats-format", "json", ...logs];
    const out = openSync(`${cwd}/out`, "w");
    const child = start(args, cwd, { stdio: ["ignore", out, "ignore"] });
    closeSync(out);
    const exit = ended(child);
    while (statSync(`${cwd}/out`).size === 0) await delay(10);
    child.kill("SIGINT");
    assert.equal(await exit, 130);
    const { lines_processed } = JSON.parse(readFileSync(`${cwd}/stats`, "utf8")) as { lines_processed: number };
    assert.ok(lines_processed < 2_000 * lines, `${lines_processed} lines were read`);
  });

  test("end the command at once while it waits for its rules", async () => {
    const cwd = workplace();
    const script = 'mkfifo slow; "$NODE" "$COMMAND" -q -r slow app.log & exec 3>slow; kill -TERM $!; wait $!; echo $?';
    assert.equal((await shellText(script, cwd)).stdout, "143\n");
  });

  for (const [first, second] of someOf(
    [
      ["SIGINT", "SIGINT"],
      ["SIGTERM", "SIGTERM"],
      ["SIGINT", "SIGTERM"],
    ] as const,
    "two signals",
  )) {
    test(`end a stalled command if ${second} follows ${first}`, async () => {
      const { cwd } = largeLog();
      // One line fills the pipe many times over, so the command waits from the first line on.
      writeFileSync(`${cwd}/long-line.log`, `${"x".repeat(2 ** 20)}\n`);
      const child = start(["-r", "rules.yaml", "long-line.log"], cwd);
      await once(child.stdout!, "readable");
      child.kill(first);
      // timeout(1) does this too, and it does not count as a second signal.
      child.kill(first);
      await delay(200);
      assert.equal(child.exitCode ?? child.signalCode, null, "the line cannot have been written");
      const how = await endedBySignals(child, second);
      assert.ok(how === second || how === 130 || how === 143, `ended by ${how}`);
    });
  }
});

suite("slow and unusual streams", (test) => {
  test("a line from a slow pipe is written before the next one arrives", async () => {
    const run = running(ARGS, workplace());
    for (const word of ["one", "two", "three"]) {
      run.write(`INFO: ${word}\nINFO: be`);
      await run.until(`<${word}> INFO\n`);
      run.write("gun\n");
      await run.until(`<${word}> INFO\n<begun> INFO\n`);
    }
    run.child.stdin!.end();
    assert.equal(await run.ended, 0);
  });

  test("so are its explain record and the lines of a gzip pipe", async () => {
    const run = new Running(startShell("normalizer -r rules.yaml -q -e 2>&1", workplace()));
    const gzip = createGzip();
    gzip.on("data", (chunk: Buffer) => run.write(chunk));
    for (const [i, word] of ["one", "two", "three"].entries()) {
      gzip.write(`INFO: ${word}\n`);
      gzip.flush(zlib.Z_SYNC_FLUSH);
      await run.until(`EXPLAIN: Line ${i + 1}: Matched rule 'level'\n<${word}> INFO\n`);
    }
    gzip.end();
    gzip.on("end", () => run.child.stdin!.end());
    assert.equal(await run.ended, 0);
  });

  test("a non-blocking pipe may deliver one byte at a time", async () => {
    const cwd = workplace();
    spawnSync("mkfifo", ["pipe"], { cwd });
    const reader = openSync(`${cwd}/pipe`, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(`${cwd}/pipe`, "w");
    const run = new Running(start(ARGS, cwd, { stdio: [reader, "pipe", "pipe"] }));
    closeSync(reader);
    const log = "\ufeffINFO: é😀\r\nraw\r\rx\r\n\nINFO: end\r";
    for (const byte of Buffer.from(log)) {
      writeSync(writer, Uint8Array.of(byte));
      await turn();
      if (byte === 0x0a) await delay(20);
    }
    closeSync(writer);
    assert.equal(await run.ended, 0);
    assert.equal(run.stdout, "<é😀> INFO\nraw\r\rx\n\n<end\r> INFO\n");
    assert.equal(run.stderr, "");
  });

  test.costly("a slow reader gets all of 4 MB through a pipe", async () => {
    const { cwd, sha256 } = largeLog();
    const script =
      "normalizer -r rules.yaml -q large.log | (sleep 0.3; dd bs=1000 count=1000 2>/dev/null; sleep 0.3; cat) | sha256sum; echo $PIPESTATUS";
    assert.deepEqual(await shellText(script, cwd), { exit: 0, stdout: `${sha256}  -\n0\n`, stderr: "" });
  });

  test.costly("a slow reader gets all of 4 MB through a socket, and the program waits for it", async () => {
    const { cwd, sha256, bytes } = largeLog();
    const child = start([...ARGS, "large.log"], cwd, { stdio: ["ignore", "pipe", "inherit"] });
    const exit = ended(child);
    const hash = createHash("sha256");
    let [read, chunks] = [0, 0];
    for await (const chunk of child.stdout!) {
      hash.update(chunk as Buffer);
      if (read === 0) {
        await delay(200);
        // On Linux the test can see how much the program has read meanwhile.
        const io = `/proc/${child.pid}/io`;
        if (existsSync(io)) {
          const taken = Number(/^rchar: (\d+)$/m.exec(readFileSync(io, "utf8"))![1]);
          assert.ok(taken < 2_000_000, `${taken} bytes were read ahead of a reader who had 64 KiB`);
        }
      }
      read += (chunk as Buffer).length;
      if (++chunks % 50 === 0) await delay(1);
    }
    assert.equal(read, bytes);
    assert.equal(hash.digest("hex"), sha256);
    assert.equal(await exit, 0);
  });

  test("4 MB may come through a pipe", async () => {
    const { cwd, sha256 } = largeLog();
    assert.deepEqual(await shellText("cat large.log | normalizer -r rules.yaml -q | sha256sum", cwd), {
      exit: 0,
      stdout: `${sha256}  -\n`,
      stderr: "",
    });
  });

  test("standard input may be empty, closed or absent", async () => {
    const expected = { exit: 0, stdout: statisticsTable({ linesProcessed: 0, linesMatched: 0 }, "0%"), stderr: "" };
    for (const input of ["<&-", "< <(true)"]) {
      assert.deepEqual(await shellText(`normalizer -r rules.yaml ${input}`, workplace()), expected, input);
    }
    for (const logs of [[], ["-"]]) {
      const { exit, stdout, stderr } = await hosted(["-r", "rules.yaml", ...logs], workplace());
      assert.deepEqual({ exit, stdout: stdout.toString(), stderr: stderr.toString() }, expected);
    }
  });

  test("contradictory requests for colour cause no message", async () => {
    const script = "export NO_COLOR=1 FORCE_COLOR=1; echo 'INFO: a' | normalizer -r rules.yaml -q";
    assert.deepEqual(await shellText(script, workplace()), { exit: 0, stdout: "<a> INFO\n", stderr: "" });
  });

  test("process substitution works for logs and for rules", async () => {
    const script = "normalizer --rules <(cat rules.yaml) -q <(echo 'INFO: a') - <(printf 'INFO: b') <<<'INFO: here'";
    const expected = { exit: 0, stdout: "<a> INFO\n<here> INFO\n<b> INFO\n", stderr: "" };
    assert.deepEqual(await shellText(script, workplace()), expected);
  });

  test("/dev/stdin is standard input, and /dev/stdout and /dev/stderr are outputs", async () => {
    const json = `${ONE_LINE}\n`;
    const run = "echo 'INFO: a' | normalizer -r rules.yaml --stats-format json --stats-file";
    for (const [script, stdout] of [
      [`${run} /dev/stdout /dev/stdin | cat`, `<a> INFO\n${json}`],
      [`${run} /dev/stderr /dev/stdin 2>&1 >out | cat; cat out`, `${json}<a> INFO\n`],
    ] as const) {
      assert.deepEqual(await shellText(script, workplace()), { exit: 0, stdout, stderr: "" });
    }
  });

  test("rules may come from standard input, and must be there", async () => {
    const cwd = workplace();
    const script = "cat rules.yaml | normalizer -r /dev/stdin -q <(echo 'INFO: a')";
    assert.deepEqual(await shellText(script, cwd), { exit: 0, stdout: "<a> INFO\n", stderr: "" });
    const { exit, stdout, stderr } = await hosted(["-q", "-r", "nowhere/rules.yaml"], cwd, { stdin: "INFO: a\n" });
    assert.deepEqual([exit, stdout.length], [2, 0]);
    assert.equal(stderr.toString(), "normalizer: nowhere/rules.yaml: no such file or directory\n");
  });

  const hasScript = spawnSync("script", ["--version"]).status === 0;
  const terminal = hasScript ? test : test.skip;
  if (!hasScript) console.log("skipped: a terminal as standard input, which needs the program 'script'");
  terminal("a terminal on standard input without a log is a usage error", async () => {
    const script = `script -qec '"$NODE" "$COMMAND" -r rules.yaml; echo "exit $?"' /dev/null </dev/null`;
    const { stdout } = await shellText(script, workplace());
    const message = "normalizer: no log given; name a file, or pipe one in\nTry 'normalizer --help'.\nexit 2\n";
    assert.equal(stdout.replaceAll("\r\n", "\n"), message);
  });
});

suite("gzip", (test) => {
  const packed = gzipSync(SOME.log);
  const run = (bytes: Uint8Array) => normalizer(ARGS, workplace(), bytes);

  test.costly("can be read through a pipe, whole or in several members", async () => {
    for (const bytes of [packed, Buffer.concat([gzipSync(SOME.log.slice(0, 99)), gzipSync(SOME.log.slice(99))])]) {
      const { exit, stdout, stderr } = await run(bytes);
      assert.equal(stderr.toString(), "");
      assert.ok(stdout.toString() === SOME.expected);
      assert.equal(exit, 0);
    }
  });

  for (const [name, damaged, least] of [
    ["cut short", packed.subarray(0, packed.length >> 1), SOME.expected.length >> 2],
    ["cut in its trailer", packed.subarray(0, -3), SOME.expected.length],
    ["cut in its header", packed.subarray(0, 5), 0],
    [
      "with a wrong checksum",
      Buffer.concat([packed.subarray(0, -8), Buffer.alloc(4, 1), packed.subarray(-4)]),
      SOME.expected.length,
    ],
    [
      "with garbage in the middle",
      Buffer.concat([packed.subarray(0, packed.length >> 1), Buffer.alloc(9_999, 0xff)]),
      SOME.expected.length >> 2,
    ],
    ["with garbage at the end", Buffer.concat([packed, Buffer.from("garbage\n")]), SOME.expected.length],
  ] as const) {
    test(`${name}, as standard input, is written as far as it was decoded, and the exit code is 2`, async () => {
      const cwd = workplace({ "next.log": "INFO: next\n" });
      const args = [...ARGS, "-", "next.log"];
      // The way through a pipe is the same for all, so one is enough.
      const { exit, stdout, stderr } = await (name === "cut short"
        ? normalizer(args, cwd, damaged)
        : hosted(args, cwd, { stdin: damaged }));
      assert.match(stderr.toString(), /^normalizer: standard input: .+\n$/);
      assert.equal(exit, 2);
      assert.ok(stdout.length >= least, `${stdout.length} bytes were written`);
      assert.ok(SOME.expected.startsWith(stdout.toString("latin1", 0, least)));
    });
  }

  test.costly("is streamed if it would not fit into memory", async () => {
    // Lines of one letter: 120 MB compress to 120 kB.
    const lines = 1_200;
    const bomb = gzipSync(`${"x".repeat(99_999)}\n`.repeat(lines));
    const memoryHook = 'process.on("exit", () => console.error(process.resourceUsage().maxRSS));';
    const cwd = workplace({ "bomb.gz": bomb, "memory.cjs": memoryHook });
    const script = '"$NODE" --require ./memory.cjs "$COMMAND" -r rules.yaml -q bomb.gz | wc -c';
    const { exit, stdout, stderr } = await shellText(script, cwd);
    assert.deepEqual([exit, stdout], [0, "120000000\n"]);
    const most = 1024 * Number(stderr);
    assert.ok(most < 160_000_000, `${most} bytes were taken at most`);
  });
});

suite("help and version", (test) => {
  test("fail if they cannot be written, but not if the pipe is closed", async () => {
    for (const option of ["--help", "--version"]) {
      const { exit, stderr } = await hosted([option], workplace(), { stdout: "/dev/full" });
      assert.deepEqual([exit, stderr.toString()], [2, "normalizer: standard output: no space left on device\n"]);
      assert.equal((await shellText(`normalizer ${option} | true`, workplace())).stderr, "");
    }
  });

  test("take no value, and work even if other arguments are wrong", async () => {
    for (const option of ["--help=3", "-h=3", "--version=3"]) {
      const { exit, stderr } = await hosted([option], workplace());
      assert.equal(exit, 2);
      assert.match(stderr.toString(), /^normalizer: -+\w+ takes no value\n/);
    }
    assert.match((await hosted(["--nonsense", "-q", "--help"], workplace())).stdout.toString(), /^Rewrites log lines/);
  });
});

suite("one file for two purposes", (test) => {
  const untouched = (cwd: string): void =>
    assert.ok(readFileSync(`${cwd}/app.log`, "utf8") === SOME.log, "the log was changed");

  for (const [name, file] of [
    ["by its name", "app.log"],
    ["by another name", "./x/../app.log"],
    ["by a symbolic link", "symbolic"],
    ["by a hard link", "hard"],
    ["the rules", "rules.yaml"],
  ] as const) {
    test(`is refused for the statistics and an input, ${name}`, async () => {
      const cwd = workplace({ "x/y": "" });
      symlinkSync("app.log", `${cwd}/symbolic`);
      linkSync(`${cwd}/app.log`, `${cwd}/hard`);
      const { exit, stdout, stderr } = await hosted([...ARGS, "--stats-file", file, "app.log"], cwd);
      assert.equal(exit, 2);
      assert.equal(stdout.length, 0);
      assert.match(stderr.toString(), /^normalizer: .*\n$/);
      assert.ok(stderr.toString().startsWith(`normalizer: ${file}: `));
      untouched(cwd);
      assert.equal(readFileSync(`${cwd}/rules.yaml`, "utf8"), RULES);
    });
  }

  test("may hold the lines and then the statistics", async () => {
    const cwd = workplace({ "one.log": "INFO: a\n" });
    for (const file of ["out", "/dev/stdout"]) {
      const script = `normalizer -r rules.yaml --stats-file ${file} --stats-format json one.log >out`;
      assert.deepEqual(await shellText(script, cwd), { exit: 0, stdout: "", stderr: "" });
      assert.equal(readFileSync(`${cwd}/out`, "utf8"), `<a> INFO\n${ONE_LINE}\n`);
    }
  });

  test("may hold the explain records and then the statistics", async () => {
    const cwd = workplace({ "one.log": "INFO: a\n" });
    for (const file of ["err", "/dev/stderr"]) {
      const script = `echo before >err; normalizer -r rules.yaml -e --stats-file ${file} --stats-format json one.log 2>>err`;
      assert.equal((await shellText(script, cwd)).exit, 0);
      const record = "EXPLAIN: Line 1: Matched rule 'level'";
      assert.equal(readFileSync(`${cwd}/err`, "utf8"), `before\n${record}\n${ONE_LINE}\n`);
    }
  });

  for (const script of [
    "normalizer -r rules.yaml app.log >>app.log",
    "normalizer -r rules.yaml <app.log >>app.log",
    "normalizer -r rules.yaml - <app.log >>app.log",
    "normalizer -r rules.yaml -e app.log 2>>app.log >/dev/null",
  ]) {
    test(`is refused if a log would grow by its own output: ${script}`, async () => {
      const cwd = workplace();
      const { exit, stderr } = await shellText(script, cwd);
      assert.equal(exit, 2);
      const message = /^normalizer: (?:app\.log|standard input): .*\n$/;
      if (script.includes("2>>")) assert.match(readFileSync(`${cwd}/app.log`, "utf8").slice(SOME.log.length), message);
      else assert.match(stderr, message);
      assert.ok(readFileSync(`${cwd}/app.log`, "utf8").startsWith(SOME.log));
    });
  }

  test("may be a log to which another program appends", async () => {
    const cwd = workplace({ "growing.log": "INFO: a\n" });
    const { exit, stdout } = await shellText("normalizer -r rules.yaml -q growing.log | tee -a growing.log", cwd);
    assert.equal(exit, 0);
    assert.match(stdout, /^<a> INFO\n/);
  });

  test("gets the statistics in place of its content only when they are complete", async () => {
    const cwd = workplace({ stats: "the statistics of yesterday\n".repeat(99) });
    const { exit } = await hosted([...ARGS, "--stats-file", "stats", "nowhere.log"], cwd);
    assert.equal(exit, 2);
    assert.match(readFileSync(`${cwd}/stats`, "utf8"), /^(?:the statistics of yesterday\n){99}$/);
    await hosted([...ARGS, "--stats-file", "stats"], cwd, { stdin: "INFO: a\n" });
    assert.equal(
      readFileSync(`${cwd}/stats`, "utf8"),
      statisticsTable({ linesProcessed: 1, linesMatched: 1 }, "100%").slice(1),
    );
  });

  test("is as large as what was written to it", async () => {
    const cwd = workplace();
    assert.equal((await shellText("normalizer -r rules.yaml -q app.log >out", cwd)).exit, 0);
    assert.equal(statSync(`${cwd}/out`).size, SOME.expected.length);
  });
});

suite("explain records and lines in one place", (test) => {
  const interleaved = SOME.expected
    .split("\n")
    .slice(0, -1)
    .map((line, i) => `EXPLAIN: Line ${i + 1}: Matched rule 'level'\n${line}\n`)
    .join("");
  for (const [name, script] of someOf(
    [
      ["one pipe", "normalizer -r rules.yaml -q -e app.log 2>&1 | cat >out"],
      ["one pipe with a slow reader", "normalizer -r rules.yaml -q -e app.log 2>&1 | (sleep 0.5; cat) >out"],
      ["one file", "normalizer -r rules.yaml -q -e app.log >out 2>&1"],
      ["one file, opened twice to append", "normalizer -r rules.yaml -q -e app.log >>out 2>>out"],
      ["one pipe, from a pipe", "cat app.log | normalizer -r rules.yaml -q -e 2>&1 | cat >out"],
    ] as const,
    "outputs in one place",
  )) {
    test(`keep the order of all lines in ${name}`, async () => {
      const cwd = workplace();
      assert.deepEqual(await shellText(script, cwd), { exit: 0, stdout: "", stderr: "" });
      const got = readFileSync(`${cwd}/out`, "utf8");
      assert.equal(got.length, interleaved.length);
      assert.ok(got === interleaved);
    });
  }
});
