// The command with several threads writes the same bytes as with one.
import assert from "node:assert/strict";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { parseText, THREADS } from "../../src/library/option-values.ts";
import { COMMAND, shell } from "../support/command.ts";
import { someOf } from "../support/property.ts";
import { statisticsTable } from "../support/statistics-text.ts";
import { suite } from "../support/suite.ts";
import { gives, large, RULES, shelled } from "../support/threads-place.ts";

suite("--jobs writes the same bytes", (test) => {
  test.costly("as one job for a log that the command with its real sizes shares among threads", async () => {
    const { cwd } = large();
    const line = `INFO: 1 ${"x".repeat(9_990)}\n`;
    writeFileSync(`${cwd}/real.log`, line.repeat(6_800));
    const { exit, stdout, stderr } = await shell("normalizer -r rules.yaml -q --jobs 2 real.log", cwd, COMMAND);
    assert.deepEqual([exit, stderr.toString()], [0, ""]);
    assert.ok(stdout.equals(Buffer.from("<1>\n".repeat(6_800))));
    rmSync(`${cwd}/real.log`);
  });

  test("as the expected output of a large log", async () => {
    const { lines, statistics } = large();
    await gives("$run large.log", lines + statisticsTable(statistics, "83.3%"));
  });

  // A log that can be divided, inputs that cannot, and one that must not be.
  const logs =
    "marked.log mark.log large.log small.log empty.log packed.log <(cat small.log) long.log mark.log /dev/null - small.log marked.log <small.log";
  for (const [options, redirections] of someOf(
    [
      ["--explain -q", ">out 2>&1"],
      ["--explain --stats-format json", "2>&1 | cat >out"],
      ["--explain --fail-under 99.9", ">out 2>err"],
      ["--explain --unmatched drop --stats-file stats", ">out 2>err"],
      ["--unmatched only -q", ">out"],
    ] as const,
    "options of jobs",
  )) {
    test(`as one job for many logs, with ${options} ${redirections}`, async () => {
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

  test.costly("for rules with aliases", async () => {
    const { cwd } = large();
    writeFileSync(
      `${cwd}/aliases.yaml`,
      RULES.replace("{ field: rest }", "{ field: rest, transform: alias }").replace("<{number}>", "{rest} {number}"),
    );
    const sums = await shelled(
      "for jobs in 1 3; do normalizer -r aliases.yaml -qe --jobs $jobs large.log packed.log small.log 2>&1 | sha256sum; done | uniq -c",
    );
    assert.deepEqual([sums.exit, sums.stderr], [0, ""]);
    assert.match(sums.stdout, /^ *2 [0-9a-f]+ {2}-\n$/);
  });

  test.costly("for a log that is written while a pipe before it is read", async () => {
    for (const jobs of [1, 3]) {
      const script = `echo INFO: 1 a >written.log; normalizer -r rules.yaml -q --jobs ${jobs} marked.log`;
      const pipe = "<(sleep 0.3; echo INFO: 2 b >>written.log; echo INFO: 3 c)";
      await gives(`${script} ${pipe} written.log`, `${large().marked}<3>\n<1>\n<2>\n`);
    }
  });

  test.costly("for rules from a pipe or standard input", async () => {
    const { marked } = large();
    await gives("normalizer -r <(cat rules.yaml) --jobs 2 -q marked.log", marked);
    await gives("normalizer -r /dev/stdin --jobs auto -q marked.log <rules.yaml", marked);
  });

  test("for standard input from a pipe or a file", async () => {
    const { marked } = large();
    await gives("cat marked.log | $run -q", marked);
    await gives("$run -q /dev/stdin <marked.log", marked);
  });

  test.costly("with more threads than there is work for, and does not mention them", async () => {
    await gives("normalizer -r rules.yaml --jobs 9 -q marked.log | cat", large().marked);
  });

  test.costly("while it waits for a slow reader", async () => {
    const { interleaved } = large();
    await gives("$run -qe large.log 2>&1 | (head -c 1000; sleep 0.3; cat)", interleaved);
  });
});

suite("the value of --jobs", (test) => {
  test("is a number from 1 to 256, or auto", async () => {
    for (const text of ["1", "2", "10", "99", "256"]) assert.equal(parseText(THREADS, text, "--jobs"), Number(text));
    assert.equal(parseText(THREADS, "auto", "--jobs"), "auto");
    await gives("normalizer -r rules.yaml -qj 256 small.log", "<3>\nraw\n");
  });

  test("is nothing else", () => {
    for (const text of ["0", "-1", "1.5", "x", "257", "1000", "02", "+2", "1e1", "0x2", " 2", "2\n", "", "AUTO", "٣"]) {
      assert.throws(
        () => parseText(THREADS, text, "--jobs"),
        /^UsageError: --jobs takes a number from 1 to 256, or auto, not '/,
        text,
      );
    }
  });
});
