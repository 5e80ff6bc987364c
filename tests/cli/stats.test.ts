// Statistics of parts, added up.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { statisticsJson } from "../support/statistics-text.ts";
import { suite } from "../support/suite.ts";

const RULES = `
rules:
  - name: rest
    catch_all: true
    pattern: "{word} {rest}"
    output: "{word}"
  - name: twice
    pattern: "INFO {message}"
    output: "{message}"
  - name: twice
    pattern: "WARN {message}"
    output: "{message}"
    sequence: { followers: ["  at {place}"] }
  - name: never
    pattern: "FATAL {message}"
    output: "{message}"
`;

/** Runs `stats` on a file with this content. */
async function statsOf(content: string | Uint8Array): Promise<{ exit: unknown; stdout: string; stderr: string }> {
  const cwd = folder({ "runs.json": content });
  const { exit, stdout, stderr } = await hosted(["stats", "--format", "json", "runs.json"], cwd);
  return { exit, stdout: stdout.toString(), stderr: stderr.toString() };
}

suite("normalizer stats", (test) => {
  test("gives for the parts of a log what the run of the whole gives", async () => {
    const parts = ["INFO up\nodd line\nalone\n", "WARN low\n  at Gate.open\nINFO down\n", "", "WARN lower\n"];
    const names = parts.map((_, i) => `${i}.log`);
    const cwd = folder({
      "rules.yaml": RULES,
      ...Object.fromEntries(parts.map((part, i) => [names[i]!, part])),
    });
    const run = async (name: string, logs: readonly string[]): Promise<void> => {
      const args = ["-r", "rules.yaml", "-q", "--stats-format", "json", "--stats-file", `${name}.json`, ...logs];
      assert.equal((await hosted(args, cwd)).exit, 0);
    };
    await run("whole", names);
    for (const name of names) await run(name, [name]);
    const whole = readFileSync(`${cwd}/whole.json`, "utf8");
    const rules = JSON.parse(whole).rules as { lines: number }[];
    assert.deepEqual(
      rules.map(({ lines }) => lines),
      [1, 2, 3, 0],
    );
    const files = names.map((name) => `${name}.json`);
    const { stdout } = await hosted(["stats", "--format", "json", ...files], cwd);
    assert.equal(stdout.toString(), whole);
    const again = await hosted(["stats", "--format", "json", "-"], cwd, { stdin: stdout });
    assert.equal(again.stdout.toString(), whole);
  });

  test("drops a byte order mark, and reads Windows line ends and a last line without its end", async () => {
    const run = '{"lines_processed": 1, "lines_matched": 1, "match_rate": 1}';
    const { exit, stdout } = await statsOf(`\ufeff${run}\r\n${run}`);
    assert.deepEqual([exit, stdout], [0, `${statisticsJson({ linesProcessed: 2, linesMatched: 2 })}\n`]);
  });

  test("reads gzip, ignores members that it does not know, and computes the rate", async () => {
    const given = '{"version": 9, "lines_processed": 3, "lines_matched": 1, "match_rate": 1}\n';
    const expected = `${statisticsJson({ linesProcessed: 3, linesMatched: 1 })}\n`;
    assert.deepEqual(await statsOf(gzipSync(given)), { exit: 0, stdout: expected, stderr: "" });
  });

  for (const [line, reason] of [
    ["[]", "found an empty array; expected an object for the statistics"],
    ["null", "found null; expected an object for the statistics"],
    ["{}", "'lines_processed' is missing"],
    ['{"lines_processed": "7", "lines_matched": 1}', `'lines_processed' is "7"; expected a whole number from 0 to `],
    ['{"lines_processed": 7, "lines_matched": 1.5}', "'lines_matched' is 1.5; expected a whole number from 0 to "],
    [
      '{"lines_processed": 7, "lines_matched": 1e400}',
      "'lines_matched' is Infinity; expected a whole number from 0 to ",
    ],
    [
      `{"lines_processed": ${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
      "'lines_processed' is an array; expected a whole number from 0 to ",
    ],
    [
      '{"lines_processed": 2, "lines_matched": 1, "match_rate": 5.6}',
      "'match_rate' is 5.6; expected a number from 0 to 1",
    ],
    ['{"lines_processed": 1, "lines_matched": 2}', "'lines_matched' is greater than 'lines_processed'"],
    ['{"lines_processed": 1, "lines_matched": 1, "rules": {}}', "'rules' is an object; expected a list"],
    ['{"lines_processed": 1, "lines_matched": 1, "rules": [7]}', "found 7; expected an object for a rule"],
    ['{"lines_processed": 1, "lines_matched": 1, "rules": [{}]}', "the name of a rule is missing; expected text"],
    ['{"lines_processed": 1, "lines_matched": 1, "rules": [{"name": "a"}]}', "'lines' is missing"],
    [
      '{"lines_processed": 1, "lines_matched": 0, "rules": [{"name": "a", "lines": 1, "catch_all": "\\u001b[2J"}]}',
      `'catch_all' is "\\u001b[2J"; expected true`,
    ],
    [
      '{"lines_processed": 1, "lines_matched": 1, "rules": [{"name": "a", "lines": 2}]}',
      "the lines of the rules, without those of catch-alls, do not add up to 'lines_matched'",
    ],
    [
      '{"lines_processed": 1, "lines_matched": 0, "rules": [{"name": "a", "lines": 2, "catch_all": true}]}',
      "the rules have more lines than 'lines_processed'",
    ],
  ] as const) {
    test(`refuses ${line}`, async () => {
      const { exit, stdout, stderr } = await statsOf(`\n${line}\n`);
      assert.deepEqual([exit, stdout], [2, ""]);
      assert.ok(stderr.startsWith(`normalizer: runs.json:2: ${reason}`), stderr);
    });
  }

  test("refuses a file that never ends", async () => {
    const { exit, stderr } = await hosted(["stats", "/dev/zero"], folder());
    assert.equal(exit, 2);
    assert.equal(stderr.toString(), "normalizer: /dev/zero: larger than 64 MiB, the limit for statistics\n");
  });

  test("knows a rate just below one from one", async () => {
    const count = Number.MAX_SAFE_INTEGER;
    const cwd = folder({ "runs.json": `{"lines_processed": ${count}, "lines_matched": ${count - 1}}` });
    const { exit, stdout } = await hosted(["stats", "--fail-under", "100", "runs.json"], cwd);
    assert.equal(exit, 1);
    assert.ok(stdout.toString().includes("99.9%"));
  });
});
