// --output: the file is replaced when all went well, and otherwise stays as it was.
import { strict as assert } from "node:assert";
import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { pathToFileURL } from "node:url";
import { Processor } from "../../src/index.ts";
import { ended, outcome, shell, start } from "../support/command.ts";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { hostedShell } from "../support/hosted-shell.ts";
import { statisticsJson } from "../support/statistics-text.ts";
import { suite } from "../support/suite.ts";

const RULES = 'rules: [{ name: hello, pattern: "hello {who}", output: "greets {who}" }]\n';
const OLD = "the old content\n";
const LINES = "greets Ann\nraw\n";

const place = (): string => folder({ "rules.yaml": RULES, "a.log": "hello Ann\nraw\n", "out.log": OLD });
const content = (path: string): string => readFileSync(path, "utf8");
const FILES = ["a.log", "out.log", "rules.yaml"];

async function run(cwd: string, ...args: string[]) {
  const { exit, stdout, stderr } = await hosted(["-r", "rules.yaml", ...args], cwd);
  return { exit, stdout: stdout.toString(), stderr: stderr.toString() };
}

suite("--output", (test) => {
  test("replaces a file, and leaves the statistics on standard output, without an empty line before them", async () => {
    const cwd = place();
    const json = `${statisticsJson({ linesProcessed: 2, linesMatched: 1 }, [{ name: "hello", lines: 1 }])}\n`;
    const done = await run(cwd, "--output", "out.log", "--stats-format", "json", "a.log");
    assert.deepEqual(done, { exit: 0, stdout: json, stderr: "" });
    assert.equal(content(`${cwd}/out.log`), LINES);
    assert.deepEqual(readdirSync(cwd), FILES);
  });

  test("keeps the permissions of the file, and follows a symbolic link to it", async () => {
    const cwd = place();
    chmodSync(`${cwd}/out.log`, 0o640);
    symlinkSync("out.log", `${cwd}/link`);
    assert.equal((await run(cwd, "-q", "-o", "link", "a.log")).exit, 0);
    assert.equal(content(`${cwd}/out.log`), LINES);
    assert.equal(statSync(`${cwd}/out.log`).mode & 0o777, 0o640);
    assert.deepEqual(readdirSync(cwd), ["a.log", "link", "out.log", "rules.yaml"]);
  });

  test.costly("goes with the records of --explain, also where nobody reads them", async () => {
    const cwd = place();
    const { stderr } = await run(cwd, "-qe", "-o", "out.log", "a.log");
    assert.equal(stderr, "EXPLAIN: Line 1: Matched rule 'hello'\nEXPLAIN: Line 2: No rule matched\n");
    writeFileSync(`${cwd}/large.log`, "hello Ann\n".repeat(200_000));
    const { stdout } = await hostedShell(
      "normalizer -r rules.yaml -qe -o out.log large.log 2>&1 | head -n 1; echo $PIPESTATUS",
      cwd,
    );
    assert.equal(stdout.toString(), "EXPLAIN: Line 1: Matched rule 'hello'\n0\n");
    assert.equal(content(`${cwd}/out.log`), "greets Ann\n".repeat(200_000));
  });

  test("puts the lines in place when --fail-under is not reached, or nobody reads the statistics", async () => {
    const cwd = place();
    const { exit } = await run(cwd, "-q", "-o", "out.log", "--fail-under", "90", "a.log");
    assert.deepEqual([exit, content(`${cwd}/out.log`)], [1, LINES]);
    const { stdout } = await hostedShell("normalizer -r rules.yaml -o new.log a.log | true; echo $PIPESTATUS", cwd);
    assert.deepEqual([stdout.toString(), content(`${cwd}/new.log`)], ["0\n", LINES]);
  });

  test("can be one of the logs, which is replaced, but not the file of a part", async () => {
    const cwd = place();
    assert.equal((await run(cwd, "-q", "-o", "a.log", "a.log")).exit, 0);
    assert.equal(content(`${cwd}/a.log`), LINES);
    const refusal = "is read or written by this run; name another file for the lines";
    symlinkSync("a.log", `${cwd}/link`);
    for (const path of ["a.log", "./a.log", "link"]) {
      const part = await run(cwd, "-q", "-o", path, "--part", "1/2", "out.log", "a.log");
      assert.deepEqual(part, { exit: 2, stdout: "", stderr: `normalizer: ${path}: ${refusal}\n` });
    }
    for (const args of [
      ["-o", "rules.yaml"],
      ["-o", "new.log", "--stats-file", "./new.log"],
      ["-o", "out.log", "--stats-file", "out.log"],
    ]) {
      const { exit, stderr } = await run(cwd, "-q", ...args, "a.log");
      assert.deepEqual([exit, stderr], [2, `normalizer: ${args[1]}: ${refusal}\n`]);
    }
    assert.deepEqual(
      [content(`${cwd}/a.log`), content(`${cwd}/out.log`), content(`${cwd}/rules.yaml`)],
      [LINES, OLD, RULES],
    );
  });

  test("replaces a file with two names under the one that was given", async () => {
    const cwd = place();
    linkSync(`${cwd}/out.log`, `${cwd}/second`);
    assert.equal((await run(cwd, "-q", "-o", "out.log", "a.log")).exit, 0);
    assert.deepEqual([content(`${cwd}/out.log`), content(`${cwd}/second`)], [LINES, OLD]);
  });

  test("is standard output for -, and the same as it for its other names", async () => {
    const cwd = place();
    for (const path of ["-", "/dev/stdout", "/dev/fd/1"]) {
      const { stdout } = await hostedShell(`normalizer -r rules.yaml -o ${path} a.log | head -n 3`, cwd);
      assert.equal(stdout.toString(), `${LINES}\n`);
    }
    await hostedShell("normalizer -q -r rules.yaml -o both.log a.log > both.log", cwd);
    assert.equal(content(`${cwd}/both.log`), LINES);
  });

  test("writes pipes and devices straight through", async () => {
    const cwd = place();
    spawnSync("mkfifo", ["pipe"], { cwd });
    const reader = outcome(spawn("cat", ["pipe"], { cwd }));
    assert.deepEqual(await run(cwd, "-q", "-o", "pipe", "a.log"), { exit: 0, stdout: "", stderr: "" });
    assert.equal((await reader).stdout.toString(), LINES);
    assert.equal((await run(cwd, "-o", "/dev/null", "--stats-file", "/dev/null", "a.log")).exit, 0);
    const large = `${cwd}/large.log`;
    writeFileSync(large, "hello Ann\n".repeat(200_000));
    const { stdout } = await shell("normalizer -q -r rules.yaml -o >(sed -n '$='; echo end) large.log; wait", cwd);
    assert.equal(stdout.toString(), "200000\nend\n");
  });
});

suite("--output leaves the old file and nothing else", (test) => {
  async function fails(message: RegExp, path: string, ...args: string[]): Promise<void> {
    const cwd = place();
    mkdirSync(`${cwd}/folder`);
    const { exit, stdout, stderr } = await run(cwd, "-q", "-o", path, ...args);
    assert.deepEqual([exit, stdout], [2, ""]);
    assert.match(stderr, message);
    assert.equal(content(`${cwd}/out.log`), OLD);
    assert.deepEqual(readdirSync(cwd), ["a.log", "folder", "out.log", "rules.yaml"]);
  }

  test("if something is wrong with rules, logs or options", async () => {
    await fails(/no\.log: no such file/, "out.log", "a.log", "no.log");
    await fails(/--part takes/, "out.log", "--part", "x", "a.log");
    await fails(/rules\.yaml: is named twice/, "out.log", "--rules", "rules.yaml", "a.log");
  });

  test("if the file cannot be written", async () => {
    await fails(/^normalizer: folder: is a directory$/m, "folder", "a.log");
    await fails(/^normalizer: new\/: is a directory$/m, "new/", "a.log");
    await fails(/^normalizer: no\/out\.log: no such file or directory$/m, "no/out.log", "a.log");
    await fails(/^normalizer: '': no such file or directory$/m, "", "a.log");
    await fails(/^normalizer: \/proc\/out\.log: /m, "/proc/out.log", "a.log");
  });

  test("if a log cannot be read to its end", async () => {
    const cwd = place();
    const damaged = Buffer.concat([Buffer.from([0x1f, 0x8b]), Buffer.from("no gzip at all")]);
    writeFileSync(`${cwd}/damaged.gz`, damaged);
    const { exit, stderr } = await run(cwd, "-o", "out.log", "a.log", "damaged.gz");
    assert.deepEqual([exit, stderr], [2, "normalizer: damaged.gz: damaged gzip header\n"]);
    assert.equal(content(`${cwd}/out.log`), OLD);
    assert.deepEqual(readdirSync(cwd), ["a.log", "damaged.gz", "out.log", "rules.yaml"]);
  });

  const onSmallDisk = (script: string): string =>
    `unshare -rm bash -c 'mkdir disk && mount -t tmpfs -o size=32k none disk && { ${script}; }'`;
  const hasDisks = spawnSync("bash", ["-c", onSmallDisk("true")], { cwd: folder() }).status === 0;
  (hasDisks ? test : test.skip)("if the disk is full", async () => {
    const cwd = place();
    writeFileSync(`${cwd}/large.log`, "hello Ann\n".repeat(10_000));
    const script =
      'echo old >disk/out; "$NODE" "$COMMAND" -q -r rules.yaml -o disk/out large.log; echo $?; ls -A disk; cat disk/out';
    const { stdout, stderr } = await shell(onSmallDisk(script), cwd);
    assert.equal(stdout.toString(), "2\nout\nold\n");
    assert.equal(stderr.toString(), "normalizer: disk/out: no space left on device\n");
  });

  test("if the file may not grow", async () => {
    const cwd = place();
    writeFileSync(`${cwd}/large.log`, "hello Ann\n".repeat(100_000));
    const script = "trap '' XFSZ; ulimit -f 64; normalizer -r rules.yaml -o out.log large.log; echo $?";
    const { stdout, stderr } = await shell(script, cwd);
    assert.equal(stdout.toString(), "2\n");
    assert.equal(stderr.toString(), "normalizer: out.log: file too large\n");
    assert.equal(content(`${cwd}/out.log`), OLD);
    assert.deepEqual(readdirSync(cwd), ["a.log", "large.log", "out.log", "rules.yaml"]);
  });

  const full = existsSync("/dev/full") ? test : test.skip;
  full("if the statistics cannot be written", async () => {
    await fails(/^normalizer: \/dev\/full: no space left on device$/m, "out.log", "--stats-file", "/dev/full", "a.log");
  });

  for (const [signal, exit] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    test(`after ${signal}, which also leaves no statistics`, async () => {
      const cwd = place();
      const args = ["-r", "rules.yaml", "-o", "out.log", "--stats-file", "statistics"];
      const child = start(args, cwd, { stdio: ["pipe", "pipe", "pipe"] });
      child.stdin!.write("hello Ann\n".repeat(10_000));
      while (readdirSync(cwd).length < 5) await new Promise((resolve) => setTimeout(resolve, 10));
      assert.equal(content(`${cwd}/out.log`), OLD);
      // A second signal, on a busy machine, would end the command without its care.
      child.kill(signal);
      assert.equal(await ended(child), exit);
      assert.deepEqual([content(`${cwd}/out.log`), content(`${cwd}/statistics`)], [OLD, ""]);
      assert.deepEqual(readdirSync(cwd), ["a.log", "out.log", "rules.yaml", "statistics"]);
    });
  }

  test("but for a file that tells what it is after SIGKILL, and the next run goes well", async () => {
    const cwd = place();
    const child = start(["-r", "rules.yaml", "-o", "out.log"], cwd, { stdio: ["pipe", "pipe", "pipe"] });
    while (readdirSync(cwd).length < 4) await new Promise((resolve) => setTimeout(resolve, 10));
    child.kill("SIGKILL");
    await ended(child);
    assert.equal(content(`${cwd}/out.log`), OLD);
    const [left, ...files] = readdirSync(cwd);
    assert.match(left!, /^\.normalizer-[0-9a-z]{16}\.tmp$/);
    assert.deepEqual(files, FILES);
    assert.equal((await run(cwd, "-q", "-o", "out.log", "a.log")).exit, 0);
    assert.equal(content(`${cwd}/out.log`), LINES);
  });

  test("if the reader of a pipe is gone, that is an error", async () => {
    const cwd = place();
    writeFileSync(`${cwd}/large.log`, "hello Ann\n".repeat(200_000));
    const { stdout, stderr } = await shell("normalizer -q -r rules.yaml -o >(true) large.log; echo $?", cwd);
    assert.equal(stdout.toString(), "2\n");
    assert.match(stderr.toString(), /^normalizer: \/dev\/fd\/\d+: the pipe was closed by its reader$/m);
  });
});

suite("a path as the output of process()", (test) => {
  const processor = new Processor({ rules: RULES });

  test("is replaced, whether it is a path or a URL", async () => {
    const cwd = place();
    for (const output of [`${cwd}/out.log`, pathToFileURL(`${cwd}/new.log`)]) {
      assert.equal((await processor.process(`${cwd}/a.log`, output)).linesProcessed, 2);
      assert.equal(readFileSync(output, "utf8"), LINES);
    }
    assert.deepEqual(readdirSync(cwd), ["a.log", "new.log", "out.log", "rules.yaml"]);
  });

  test("stays as it was if the call rejects", async () => {
    const cwd = place();
    const [log, output] = [`${cwd}/a.log`, `${cwd}/out.log`];
    const stop = new AbortController();
    async function* endless() {
      yield "hello Ann\n".repeat(100_000);
      stop.abort(new Error("mine"));
      await new Promise(() => {});
    }
    const own = { number: 1, count: 2 };
    await assert.rejects(processor.process([log, `${cwd}/no.log`], output), { code: "ENOENT" });
    await assert.rejects(processor.process([log, endless()], output, { signal: stop.signal }), /^Error: mine$/);
    await assert.rejects(processor.process(log, `${cwd}/no/out.log`), { code: "ENOENT" });
    await assert.rejects(processor.process(log, cwd), { code: "EISDIR" });
    await assert.rejects(processor.process(log, log, { part: own }), /other parts would be lost/);
    await assert.rejects(processor.process(log, new URL("http://localhost/") as URL), TypeError);
    assert.equal(content(output), OLD);
    assert.deepEqual(readdirSync(cwd), FILES);
  });
});
