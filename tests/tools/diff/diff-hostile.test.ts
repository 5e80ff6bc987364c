// Comparisons of logs that are large, strange, or change meanwhile, and what these comparisons leave behind. Costs are
// counted in matched lines and read bytes, not in time.
import assert from "node:assert/strict";
import { once } from "node:events";
import fs, {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  truncateSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { gzipSync } from "node:zlib";
import type { Comparison, ComparisonDifference, ComparisonOptions } from "../../../src/index.ts";
import { Processor } from "../../../src/index.ts";
import { Matcher } from "../../../src/matcher/matcher.ts";
import { shell, start } from "../../support/command.ts";
import { hosted } from "../../support/command-host.ts";
import { folder } from "../../support/folder.ts";
import { hostedShell } from "../../support/hosted-shell.ts";
import { shareOf } from "../../support/property.ts";
import { rulesFile } from "../../support/rules-file.ts";
import { suite } from "../../support/suite.ts";

const RULES = [
  {
    name: "request",
    pattern: [{ text: "id=" }, { field: "id" }, { text: " status=" }, { field: "status" }],
    output: "[{id}] {status}",
  },
  { name: "pair", pattern: [{ field: "key" }, { text: "\t" }, { field: "value" }], output: "{key} is {value}" },
];
const processor = (): Processor => new Processor({ rulesPath: rulesFile(RULES) });

async function* inChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 100_000) yield bytes.subarray(at, at + 100_000);
}

/** Compares two texts, each as a stream or, if it has a path, as a file. */
async function compared<T>(
  texts: readonly [string, string],
  options: ComparisonOptions,
  take: (comparison: Comparison) => T,
  path?: string,
): Promise<T> {
  const [old, now] = texts.map((text, i) => {
    const name = `${path ?? ""}/${i === 0 ? "old" : "new"}.log`;
    if (path === undefined) return { name, input: inChunks(Buffer.from(text)) };
    writeFileSync(name, text);
    return name;
  });
  const comparison = await processor().compare(old!, now!, options);
  try {
    return take(comparison);
  } finally {
    comparison.close();
  }
}

const list = (comparison: Comparison): ComparisonDifference[] => [...comparison.differences()];
const lines = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join("");

/** Returns how many lines were matched during a call. */
async function matchedBy<T>(work: () => Promise<T>): Promise<{ result: T; matches: number }> {
  const { match } = Matcher.prototype;
  let matches = 0;
  Matcher.prototype.match = function (bytes, from, to) {
    matches++;
    return match.call(this, bytes, from, to);
  };
  try {
    return { result: await work(), matches };
  } finally {
    Matcher.prototype.match = match;
  }
}

/** Returns how many bytes were read from files during a call. */
function readBy<T>(work: () => T): { result: T; bytes: number } {
  const { readSync } = fs;
  let bytes = 0;
  fs.readSync = ((...args: Parameters<typeof readSync>) => {
    const count = readSync(...args);
    bytes += count;
    return count;
  }) as typeof readSync;
  syncBuiltinESMExports();
  try {
    return { result: work(), bytes };
  } finally {
    fs.readSync = readSync;
    syncBuiltinESMExports();
  }
}

suite("comparing large and strange logs", (test) => {
  test("copes with ids that are special to the runtime, or a megabyte long", async () => {
    const ids = [
      "__proto__",
      "constructor",
      "toString",
      "0",
      "-1",
      "NaN",
      "x".repeat(1_000_000),
      "x".repeat(1_000_001),
    ];
    const log = (status: number): string =>
      lines(ids.length, (i) => `id=${ids[i]} status=${i % 2 === 0 ? 200 : status}`);
    const differences = await compared([log(200), log(500)], { by: ["id"] }, list);
    const changed = differences.map((one) => {
      assert.ok(one.kind === "changed");
      const fields = one.fields.map(({ name, old, new: now }) => `${name}: ${old} → ${now}`);
      return [one.group!.old, one.group!.new, ...fields];
    });
    const odd = ids.filter((_, i) => i % 2 === 1);
    assert.deepEqual(
      changed,
      odd.map((id) => [id, id, "status: 200 → 500"]),
    );
  });

  test("treats an empty id as none", async () => {
    const texts = ["id= status=1\nid=a status=1\n", "id=b status=1\nid= status=2\n"] as const;
    const reported = await compared(texts, { by: ["id"] }, (comparison) =>
      list(comparison).map((one) => [one.kind, "group" in one && one.group]),
    );
    assert.deepEqual(reported, [["changed", undefined]]);
  });

  const many = shareOf(10_000);

  test("matches each line once if thousands of groups of one line have other ids and another order", async () => {
    const old = lines(many, (i) => `id=old${i} status=${i % 1000}`);
    const now = lines(many, (i) => `id=new${many - i} status=${i === 77 ? "other" : i % 1000}`);
    const { result, matches } = await matchedBy(() =>
      compared([old, now], { by: ["id"] }, (comparison) => ({ list: list(comparison), summary: comparison.summary })),
    );
    const [first, ...others] = result.list;
    assert.equal(others.length, 0);
    assert.ok(first?.kind === "changed");
    assert.equal(first.fields.map(({ old, new: now }) => `${old} → ${now}`).join(), "77 → other");
    assert.equal(result.summary.same, many - 1);
    assert.ok(matches < 2 * many + 100, `${matches} matches`);
  });

  test("reports thousands of missing groups as a whole, and reads their lines only on request", async () => {
    const old = lines(many, (i) => `id=${i} status=${i % 7}`);
    const { result, matches } = await matchedBy(() =>
      compared([old, ""], { by: ["id"] }, (comparison) => {
        let count = 0;
        for (const one of comparison.differences()) {
          assert.ok(one.kind === "removed_group" && one.count === 1);
          if (count++ === 5)
            assert.deepEqual(
              Array.from(one.lines, ({ line }) => line),
              [6],
            );
        }
        return count;
      }),
    );
    assert.equal(result, many);
    assert.ok(matches < many + 100, `${matches} matches`);
  });

  test("copes with one group of thousands of lines", async () => {
    const log = (other: number): string => lines(many, (i) => `id=one status=${i === other ? "x" : i % 10}`);
    const differences = await compared([log(-1), log(many - 7)], { by: ["id"] }, list);
    const [first] = differences;
    assert.equal(differences.length, 1);
    assert.ok(first?.kind === "changed" && first.old.line === many - 6 && first.new.line === many - 6);
  });

  test.costly("matches each line only a few times if every line differs", async () => {
    const count = shareOf(7_000);
    for (const options of [{}, { unordered: true }, { by: ["id"] }]) {
      const log = (side: string): string =>
        lines(count, (i) => (i % 3 === 0 ? `${side}${i}` : `${side}${i}\t${i % 5}`));
      const { result, matches } = await matchedBy(() => compared([log("a"), log("b")], options, list));
      assert.ok(result.length >= count, `${result.length} differences`);
      assert.ok(matches <= 6 * count, `${matches} matches`);
    }
  });

  test.costly("reads no more than a line's neighbours again if groups alternate line by line", async () => {
    const count = 5_000;
    const log = (status: string): string => lines(count, (i) => `id=${i % 1_000} status=${status}${i}`);
    const place = folder();
    const size = log("a").length;
    const { result, bytes } = await compared(
      [log("a"), log("b")],
      { by: ["id"] },
      (comparison) => readBy(() => list(comparison).length),
      place,
    );
    assert.equal(result, count);
    assert.ok(bytes >= 2 * size, `${bytes} bytes`);
    assert.ok(bytes <= 2 * 2 * 17 * size, `${bytes} bytes of ${size} were read`);
  });

  test("reads logs again in order if they differ line by line", async () => {
    const count = 2 * shareOf(7_500);
    const log = (value: string): string => lines(count, (i) => `key${i}\t${i % 2 === 0 ? value : "same"}`);
    const place = folder();
    const size = log("a").length;
    const { result, bytes } = await compared(
      [log("a"), log("b")],
      {},
      (comparison) => readBy(() => list(comparison).length),
      place,
    );
    assert.equal(result, count / 2);
    assert.ok(bytes <= 4 * size, `${bytes} bytes of ${size} were read`);
  });

  test("copes with lines of 2 MB, equal or not", async () => {
    const long = "x".repeat(2_000_000);
    const old = `key\t${long}\n${long}\nid=${long} status=1\n${long}.\n`;
    const now = `key\t${long}\n${long}\nid=${long} status=2\n${long},\n`;
    const differences = await compared([old, now], {}, list);
    assert.deepEqual(
      differences.map(({ kind }) => kind),
      ["changed", "removed", "added"],
    );
    assert.ok(differences[0]?.kind === "changed" && differences[0].old.output.length === 2_000_004);
    const again = await compared([old, now], { unordered: true }, list);
    assert.deepEqual(
      again.map(({ kind }) => kind),
      ["changed_count", "count", "count"],
    );
  });

  test("finds one line missing among many equal ones", async () => {
    const count = shareOf(100_000);
    const old = "the same\n".repeat(count);
    const now = old.slice("the same\n".length);
    for (const options of [{}, { unordered: true }]) {
      const { reported, summary } = await compared([old, now], options, (comparison) => ({
        reported: list(comparison).map(({ kind }) => kind),
        summary: comparison.summary,
      }));
      assert.deepEqual(reported, [options.unordered ? "count" : "removed"]);
      assert.equal(summary.same, count - 1);
    }
  });

  test("copes with two alternating lines that are out of phase", async () => {
    const count = shareOf(100_000);
    const summary = await compared(["a\nb\n".repeat(count), "b\na\n".repeat(count)], {}, (comparison) => {
      assert.equal(list(comparison).length, 2);
      return comparison.summary;
    });
    assert.equal(summary.same, 2 * count - 1);
  });

  test("copes with lines of NULs", async () => {
    const reported = await compared(["\0\0\n\0\t\0\n\0\n", "\0\0\n\0\t\0\0\n\n"], {}, (comparison) =>
      list(comparison).map((one) => ("fields" in one ? one.fields.map(({ new: now }) => now.length) : one.kind)),
    );
    assert.deepEqual(reported, [[2], "removed", "added"]);
  });
});

suite("comparing logs that change", (test) => {
  const log = lines(1_000, (i) => `key${i}\tvalue`);
  const other = lines(1_000, (i) => `key${i}\t${i % 100 === 50 ? "other" : "value"}`);
  const changed = { name: "ChangedFileError", message: /new\.log: changed while it was read$/ };

  const meddled = (
    meddle: (path: string) => void,
    options: ComparisonOptions = {},
  ): Promise<ComparisonDifference[]> => {
    const place = folder();
    return compared(
      [log, other],
      options,
      (comparison) => {
        meddle(`${place}/new.log`);
        return list(comparison);
      },
      place,
    );
  };

  test("fails if a log is cut short meanwhile", async () => {
    await assert.rejects(
      meddled((path) => truncateSync(path, 5_000)),
      changed,
    );
    await assert.rejects(
      meddled((path) => truncateSync(path, 0)),
      changed,
    );
    await assert.rejects(
      meddled((path) => writeFileSync(path, ""), { unordered: true }),
      changed,
    );
    await assert.rejects(
      meddled((path) => truncateSync(path, 5_000), { by: ["key"] }),
      changed,
    );
  });
  test("fails if a log is overwritten meanwhile", async () => {
    await assert.rejects(
      meddled((path) => writeFileSync(path, "z".repeat(other.length))),
      changed,
    );
    await assert.rejects(
      meddled((path) => writeFileSync(path, "\n".repeat(other.length))),
      changed,
    );
    await assert.rejects(
      meddled((path) => writeFileSync(path, other.replaceAll("key", "kay"))),
      changed,
    );
  });
  test("fails even if only an id in the log has changed meanwhile", async () => {
    const place = folder();
    const texts = ["id=a status=1\n", "id=a status=2\n"] as const;
    const meddle = (comparison: Comparison): ComparisonDifference[] => {
      writeFileSync(`${place}/new.log`, "id=b status=2\n");
      return list(comparison);
    };
    await assert.rejects(compared(texts, { by: ["id"] }, meddle, place), changed);
  });
  test("compares a growing log up to where it was read", async () => {
    const differences = await meddled((path) => appendFileSync(path, "key\tmore\n"));
    assert.equal(differences.length, 10);
    const place = folder();
    const unended = await compared(
      ["a\tb", "a\tc"],
      {},
      (comparison) => {
        appendFileSync(`${place}/new.log`, "ontinued\n");
        return list(comparison);
      },
      place,
    );
    const [first, ...others] = unended;
    assert.ok(first?.kind === "changed" && others.length === 0);
    assert.equal(first.new.original, "a\tc");
  });
  test("compares the log that it opened, even if that is deleted or replaced", async () => {
    assert.equal((await meddled(unlinkSync)).length, 10);
    const replace = (path: string): void => {
      unlinkSync(path);
      writeFileSync(path, "nothing of the sort\n");
    };
    assert.equal((await meddled(replace)).length, 10);
  });
  for (const option of ["", " --summary"])
    test(`makes the command${option} name the log that has changed`, async () => {
      const place = folder({ "rules.yaml": JSON.stringify({ rules: RULES }), "old.log": log });
      // The shell waits for the pipe, which the command opens once it has read the first log.
      const command = `mkfifo pipe; normalizer diff${option} -r rules.yaml old.log pipe`;
      const script = `${command} & exec 3>pipe; printf x >old.log; echo key1 >&3; exec 3>&-; wait $!`;
      const { exit, stdout, stderr } = await hostedShell(script, place);
      assert.equal(stdout.toString(), "");
      assert.equal(stderr.toString(), "normalizer: old.log: changed while it was read\n");
      assert.equal(exit, 2);
    });
});

/** The descriptors of this process for files without a name, where the system can list them. */
function namelessFiles(): string[] {
  if (!existsSync("/proc/self/fd")) return [];
  const targets = readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)];
    } catch {
      return [];
    }
  });
  return targets.filter((target) => target.includes("normalizer-") && target.endsWith("(deleted)"));
}

suite("temporary files of a comparison", (test) => {
  const rules = JSON.stringify({ rules: RULES });
  const log = lines(8_000, (i) => `key${i}\tvalue of some length`);

  test("are released when it is closed, or if they cannot be made", async () => {
    const none = namelessFiles();
    const failing = async function* (): AsyncGenerator<Buffer> {
      yield Buffer.from("a\n");
      throw new Error("broken off");
    };
    const old = () => ({ name: "old", input: inChunks(Buffer.from("a\n")) });
    await assert.rejects(processor().compare(old(), { name: "new", input: failing() }), /^Error: broken off$/);
    await assert.rejects(processor().compare({ name: "old", input: failing() }, old()), /^Error: broken off$/);
    await assert.rejects(processor().compare(old(), "/not/there"), { code: "ENOENT" });
    const signal = AbortSignal.abort(new Error("told to end"));
    await assert.rejects(processor().compare(old(), old(), { signal }), /told to end/);
    assert.deepEqual(namelessFiles(), none);
    const comparison = await processor().compare(old(), { name: "new", input: inChunks(gzipSync("b\n")) });
    if (existsSync("/proc/self/fd")) assert.equal(namelessFiles().length, none.length + 2);
    comparison.close();
    assert.deepEqual(namelessFiles(), none);
  });

  test("have no name while the command runs, and leave nothing behind if it is killed", async () => {
    const place = folder({ "rules.yaml": rules });
    const temporary = `${place}/temporary`;
    mkdirSync(temporary);
    await shell("mkfifo pipe", place);
    const child = start(["diff", "-r", "rules.yaml", "-", "pipe"], place, {
      env: { ...process.env, TMPDIR: temporary },
      stdio: ["pipe", "ignore", "ignore"],
    });
    // A pipe holds much less than this, so once all of it is written, the other end has read and copied most of it.
    child.stdin!.end(log);
    await once(child.stdin!, "finish");
    assert.deepEqual(readdirSync(temporary), []);
    child.kill("SIGKILL");
    await once(child, "close");
    assert.deepEqual(readdirSync(temporary), []);
  });

  test("are gone after success, and after an error in the second log", async () => {
    const place = folder({ "rules.yaml": rules, "old.log.gz": gzipSync(log), "cut.gz": gzipSync(log).subarray(0, -8) });
    mkdirSync(`${place}/temporary`);
    const run = (now: string) =>
      hosted(["diff", "-qr", "rules.yaml", "old.log.gz", now], place, { env: { TMPDIR: "temporary" } });
    assert.equal((await run("old.log.gz")).exit, 0);
    const cut = await run("cut.gz");
    assert.equal(cut.exit, 2);
    assert.ok(cut.stderr.toString().startsWith("normalizer: cut.gz: "), cut.stderr.toString());
    assert.deepEqual(readdirSync(`${place}/temporary`), []);
  });

  test("that cannot be created are an error that names the log and the reason", async () => {
    const place = folder({ "rules.yaml": rules, "old.log.gz": gzipSync(log), "new.log": log });
    const reason = "cannot be copied to a temporary file in /not/there: no such file or directory";
    for (const [logs, name] of [
      [["old.log.gz", "new.log"], "old.log.gz"],
      [["new.log", "-"], "standard input"],
    ] as const) {
      const args = ["diff", "-r", "rules.yaml", ...logs];
      const { exit, stdout, stderr } = await hosted(args, place, { env: { TMPDIR: "/not/there" } });
      assert.ok(stderr.toString().startsWith(`normalizer: ${name}: ${reason}`), stderr.toString());
      assert.deepEqual([exit, stdout.length], [2, 0]);
    }
  });

  test.costly("that become too large are an error too", async () => {
    const place = folder({ "rules.yaml": rules, "old.log.gz": gzipSync(log), "new.log": log });
    const { exit, stderr } = await shell(
      "export TMPDIR=/tmp; ulimit -f 64; normalizer diff -r rules.yaml old.log.gz new.log",
      place,
    );
    const expected = "normalizer: old.log.gz: cannot be copied to a temporary file in /tmp: file too large\n";
    assert.equal(stderr.toString(), expected);
    assert.equal(exit, 2);
  });
});

suite("more logs on a side than may be open", (test) => {
  const rules = JSON.stringify({ rules: RULES });
  const count = 400;
  const compress = (i: number, text: string): string | Buffer => (i % 2 === 0 ? text : gzipSync(text));

  test.costly("are compared, and their lines are read again", async () => {
    const place = folder({ "rules.yaml": rules });
    for (const side of ["old", "new"]) {
      mkdirSync(`${place}/${side}`);
      for (let i = 0; i < count; i++) {
        // Every tenth log differs, compressed ones too.
        const value = i % 10 < 2 ? side : "same";
        writeFileSync(`${place}/${side}/${1000 + i}`, compress(i, `key${i}\t${value}\n`));
      }
    }
    const script = "ulimit -n 128; normalizer diff -r rules.yaml --format json old new";
    const { exit, stdout, stderr } = await shell(script, place);
    assert.equal(stderr.toString(), "");
    assert.equal(exit, 1);
    const found = stdout.toString().trimEnd().split("\n");
    assert.match(found.at(-1)!, new RegExp(`"same": ${count - count / 5},`));
    for (let i = 0; i < count; i += 10) {
      for (const at of [i, i + 1]) assert.ok(found.some((line) => line.includes(`"original": "key${at}\\told"`)));
    }
  });
});

suite("the output of diff", (test) => {
  const rules = JSON.stringify({ rules: RULES });
  const log = (value: string): string =>
    lines(2_000, (i) => `key${i}\t${value} of some length, so that a pipe does not hold it all`);

  test.costly("may be closed early without an error", async () => {
    const place = folder({ "rules.yaml": rules, "old.log": log("a"), "new.log": log("b") });
    for (const format of ["text", "json"]) {
      const script = `normalizer diff -r rules.yaml --format ${format} old.log new.log | head -8 >&2; exit \${PIPESTATUS[0]}`;
      const { exit, stderr } = await hostedShell(script, place);
      assert.equal(exit, 1);
      assert.ok(/^.*key0/m.test(stderr.toString()), stderr.toString());
    }
  });

  test("is refused if it would go into one of the logs", async () => {
    const place = folder({ "rules.yaml": rules, "old.log": log("a"), "new.log": log("b") });
    const reason = "is both a log and where the output goes";
    for (const name of ["old.log", "new.log"]) {
      const stdout = `${place}/${name}`;
      const { exit, stderr } = await hosted(["diff", "-r", "rules.yaml", "old.log", "new.log"], place, { stdout });
      assert.equal(stderr.toString(), `normalizer: ${name}: ${reason}\n`);
      assert.equal(exit, 2);
      const quiet = await hosted(["diff", "-qr", "rules.yaml", "old.log", "new.log"], place, { stdout });
      assert.equal(quiet.exit, 1);
    }
  });

  test("that cannot be written is an error", async () => {
    const place = folder({ "rules.yaml": rules, "old.log": "a\n", "new.log": "b\n" });
    const { exit, stderr } = await hosted(["diff", "-r", "rules.yaml", "old.log", "new.log"], place, {
      stdout: "/dev/full",
    });
    assert.equal(stderr.toString(), "normalizer: standard output: no space left on device\n");
    assert.equal(exit, 2);
  });

  test("is the same in a pipe and in colour, apart from the colours", async () => {
    const place = folder({
      "rules.yaml": rules,
      "old.log": log("a").slice(0, 5_000),
      "new.log": log("b").slice(0, 5_000).replace("key7\t", "key seven\t"),
    });
    for (const options of [[], ["--unordered"], ["--by", "key"]]) {
      const args = ["diff", "-r", "rules.yaml", ...options, "old.log", "new.log"];
      const run = (name: string) => hosted(args, place, { env: { [name]: "1" } });
      const [plain, colored] = [await run("NO_COLOR"), await run("FORCE_COLOR")];
      assert.ok(!plain.stdout.includes("\x1b") && colored.stdout.includes("\x1b[31m"));
      // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what it looks for
      assert.equal(colored.stdout.toString().replace(/\x1b\[\d+m/g, ""), plain.stdout.toString());
    }
  });

  test("holds no control character of a log", async () => {
    const all = Buffer.from(Array.from({ length: 256 }, (_, i) => (i === 0x0a ? 0x20 : i)));
    const texts = [all, Buffer.from("\x1b]0;title\x07\u009b31m\u202e\u2028\ufeff\t.")];
    const make = (end: string): Buffer =>
      Buffer.concat(
        texts.flatMap((text) => [
          text,
          Buffer.from(`${end}\n`),
          Buffer.from("id="),
          text,
          Buffer.from(` status=${end}\n`),
        ]),
      );
    const name = "\x1b[31mlog";
    const place = folder({ "rules.yaml": rules, [name]: make("1"), "new.log": make("2") });
    for (const options of [[], ["--unordered"], ["--by", "id"], ["--by", "status"]]) {
      for (const format of ["text", "json"]) {
        const args = ["diff", "-r", "rules.yaml", "--format", format, ...options, name, "new.log"];
        const { exit, stdout, stderr } = await hosted(args, place);
        assert.equal(stderr.toString(), "");
        assert.equal(exit, 1);
        const text = new TextDecoder("utf-8", { fatal: true }).decode(stdout);
        const allowed = format === "text" ? /[\n\t]/g : /\n/g;
        assert.equal(/[\p{Cc}\p{Zl}\p{Bidi_Control}\ufeff]/u.exec(text.replace(allowed, ""))?.[0], undefined);
      }
    }
  });
});
