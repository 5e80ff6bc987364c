// That the command with several threads writes what it writes with one, byte for byte.
import assert from "node:assert/strict";
import { rmSync, statSync, writeFileSync } from "node:fs";
import { parseJobs } from "../src/cli/options/option-values.ts";
import type { Statistics } from "../src/index.ts";
import { COMMAND, shell } from "./support/command.ts";
import { suite } from "./support/suite.ts";
import { gives, large, RULES, shelled } from "./support/threads-place.ts";

const table = ({ linesProcessed, linesMatched }: Statistics, rate: string): string => `
┌─────────────────┬───────┐
│ Metric          │ Value │
├─────────────────┼───────┤
│ Lines processed │ ${String(linesProcessed).padStart(5)} │
│ Lines matched   │ ${String(linesMatched).padStart(5)} │
│ Match rate      │ ${rate.padStart(5)} │
└─────────────────┴───────┘
`;

suite("--jobs writes the same bytes", (test) => {
  test("as one job, of a log that is worth threads by the sizes that the command is built with", async () => {
    const { cwd } = large();
    const line = `INFO: 1 ${"x".repeat(9_990)}\n`;
    writeFileSync(`${cwd}/real.log`, line.repeat(6_800));
    const { exit, stdout, stderr } = await shell("normalizer -r rules.yaml -q --jobs 2 real.log", cwd, COMMAND);
    assert.deepEqual([exit, stderr.toString()], [0, ""]);
    assert.ok(stdout.equals(Buffer.from("<1>\n".repeat(6_800))));
    rmSync(`${cwd}/real.log`);
  });

  test("as are expected of a large log", async () => {
    const { lines, interleaved, statistics } = large();
    await gives("$run large.log", lines + table(statistics, "83.3%"));
    await gives("$run -q --explain large.log 2>&1", interleaved);
  });

  // A log that can be cut, what cannot be, and what must not.
  const logs =
    "marked.log mark.log large.log small.log empty.log packed.log <(cat small.log) long.log mark.log /dev/null - small.log marked.log <small.log";
  for (const [options, redirections] of [
    ["--explain -q", ">out 2>&1"],
    ["--explain --stats-format json", "2>&1 | cat >out"],
    ["--explain --fail-under 99.9", ">out 2>err"],
    ["--explain --unmatched drop --stats-file stats", ">out 2>err"],
    ["--unmatched only -q", ">out"],
  ] as const) {
    test(`as one job, of many logs, ${options} ${redirections}`, async () => {
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

  test("by rules with aliases", async () => {
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

  test("of a log that is written while a pipe before it is read", async () => {
    for (const jobs of [1, 3]) {
      const script = `echo INFO: 1 a >written.log; normalizer -r rules.yaml -q --jobs ${jobs} large.log`;
      const pipe = "<(sleep 0.3; echo INFO: 2 b >>written.log; echo INFO: 3 c)";
      await gives(`${script} ${pipe} written.log`, `${large().lines}<3>\n<1>\n<2>\n`);
    }
  });

  test("by the rules of a pipe, and of standard input", async () => {
    const { lines } = large();
    await gives("normalizer -r <(cat rules.yaml) --jobs 2 -q large.log", lines);
    await gives("normalizer -r /dev/stdin --jobs auto -q large.log <rules.yaml", lines);
  });

  test("of standard input, a pipe or a file", async () => {
    const { lines } = large();
    await gives("cat large.log | $run -q", lines);
    await gives("$run -q /dev/stdin <large.log", lines);
  });

  test("with more threads than there is work for, and says nothing about them", async () => {
    await gives("normalizer -r rules.yaml --jobs 12 -q large.log | cat", large().lines);
  });

  test("while it waits for somebody who reads slowly", async () => {
    const { interleaved } = large();
    await gives("$run -qe large.log 2>&1 | (head -c 1000; sleep 0.3; cat)", interleaved);
  });
});

suite("--jobs takes", (test) => {
  test("numbers from 1 to 256, and auto", async () => {
    for (const text of ["1", "2", "10", "99", "256"]) assert.equal(parseJobs("--jobs", text), Number(text));
    assert.ok(parseJobs("--jobs", "auto") >= 1);
    await gives("normalizer -r rules.yaml -qj 256 small.log", "<3>\nraw\n");
  });

  test("nothing else", () => {
    for (const text of ["0", "-1", "1.5", "x", "257", "1000", "02", "+2", "1e1", "0x2", " 2", "2\n", "", "AUTO", "٣"]) {
      assert.throws(
        () => parseJobs("--jobs", text),
        /^UsageError: --jobs takes a number from 1 to 256, or auto, not '/,
        text,
      );
    }
  });
});
