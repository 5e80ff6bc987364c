// Good runs that are stored in a file of known lines: `diff --save-good FILE`, then `diff --good FILE`.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import fc from "fast-check";
import { hosted } from "../../support/command-host.ts";
import { folder } from "../../support/folder.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

interface Item {
  readonly kind: string;
  readonly reason?: string;
  readonly count?: number;
  readonly lines?: readonly { readonly line: number; readonly new: boolean }[];
  readonly line?: number;
  readonly from?: string;
  readonly to?: string;
  readonly nearest?: { readonly file: string; readonly line: number; readonly text: string } | null;
  readonly stored?: unknown;
  readonly missing?: unknown;
}

const diff = (cwd: string, ...args: string[]) => hosted(["diff", ...args], cwd);

async function newsOf(cwd: string, ...args: string[]): Promise<readonly Item[]> {
  const { stdout, stderr } = await diff(cwd, "--format", "json", ...args);
  assert.equal(stderr.toString(), "");
  const lines = stdout.toString().split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line));
}

/** The lines of blocks. */
const linesOf = (items: readonly Item[]) => items.flatMap(({ kind, lines = [] }) => (kind === "block" ? lines : []));

const good = (names: readonly string[]): string[] => names.flatMap((name) => ["--good", name]);

const build = (n: number): string =>
  [
    "start build",
    `fetched core-${n}.2.jar in ${n} ms`,
    `compiled ${100} files`,
    ...Array.from({ length: n }, () => "warning: unchecked call"),
    ...(n === 2 ? ["cache is cold"] : []),
    `revision ${"abcdefgh"[n]!.repeat(5)}x`,
    "2 tests passed, 0 failed",
    "end of build",
    "",
  ].join("\n");

const RUNS = { "1.log": build(1), "2.log": build(2), "3.log": build(3) };
const NAMES = Object.keys(RUNS);
const TABLE = `# normalizer known lines, version 2, of 3 good runs: an example of each kind
cache is cold\t1 run
compiled 100 files\tfixed 1
end of build
fetched core-1.2.jar in 1 ms
revision bbbbbx\t1 run
revision cccccx\t1 run
revision dddddx\t1 run
start build
warning: unchecked call\t6 lines
2 tests passed, 0 failed\tfixed 1 2
`;

suite("good runs that are stored", (test) => {
  test("are an example of each kind of lines, with what all runs agree on", async () => {
    const cwd = folder(RUNS);
    const { exit, stdout, stderr } = await diff(cwd, ...good(NAMES), "--save-good", "good.txt");
    assert.deepEqual([exit, stdout.toString(), stderr.toString()], [0, "", ""]);
    const lines = (text: string): string[] => text.split("\n").sort();
    assert.deepEqual(lines(readFileSync(`${cwd}/good.txt`, "utf8")), lines(TABLE));
    assert.deepEqual(readdirSync(cwd).sort(), [...NAMES, "good.txt"]);
  });

  test("are the same text whatever is stored again, and from what", async () => {
    const cwd = folder(RUNS);
    await diff(cwd, ...good(NAMES), "--save-good", "good.txt");
    const text = readFileSync(`${cwd}/good.txt`, "utf8");
    await diff(cwd, ...good(NAMES), "--save-good", "good.txt");
    assert.equal(readFileSync(`${cwd}/good.txt`, "utf8"), text);
    await diff(cwd, ...good(["good.txt"]), "--save-good", "again.txt");
    assert.equal(readFileSync(`${cwd}/again.txt`, "utf8"), text);
    // The examples that are there stay, although other runs come first.
    await diff(cwd, ...good(NAMES.toReversed()), "--save-good", "good.txt");
    assert.equal(readFileSync(`${cwd}/good.txt`, "utf8"), text);
  });

  test("may be stored together with what was stored before, in the same file", async () => {
    const cwd = folder(RUNS);
    await diff(cwd, ...good(NAMES), "--save-good", "all.txt");
    await diff(cwd, ...good(["1.log", "2.log"]), "--save-good", "good.txt");
    await diff(cwd, ...good(["good.txt", "3.log"]), "--save-good", "good.txt");
    assert.equal(readFileSync(`${cwd}/good.txt`, "utf8"), readFileSync(`${cwd}/all.txt`, "utf8"));
  });

  test("tell of a failed run what the logs tell, but for what needs a place", async () => {
    const failed = build(4)
      .replace(
        "2 tests passed, 0 failed",
        "assertion failed in cart.test.js\n  expected 4 but was 5\n2 tests passed, 1 failed",
      )
      .replace("compiled 100", "compiled 7");
    const cwd = folder({ ...RUNS, "failed.log": failed });
    await diff(cwd, ...good(NAMES), "--save-good", "good.txt");
    const byLogs = await newsOf(cwd, ...good(NAMES), "failed.log");
    const byTable = await newsOf(cwd, ...good(["good.txt"]), "failed.log");
    const told = (items: readonly Item[]): unknown => linesOf(items).flatMap((line) => (line.new ? [line.line] : []));
    assert.deepEqual(told(byTable), told(byLogs));
    const numbers = byTable.filter(({ kind }) => kind === "changed").map(({ from, to }) => [from, to]);
    assert.deepEqual(numbers, [
      ["100", "7"],
      ["0", "1"],
    ]);
    const folded = (items: readonly Item[]): unknown =>
      items.filter(({ reason }) => reason === "value").map(({ count }) => count);
    // With logs it stands in the place of another one.
    assert.deepEqual([folded(byTable), folded(byLogs)], [[1], []]);
    const [block] = byTable;
    assert.equal(block!.nearest?.file ?? "good.txt", "good.txt");
    const summary = byTable.at(-1)!;
    assert.deepEqual(summary.stored, [{ file: "good.txt", runs: 3 }]);
    assert.deepEqual(summary.missing, ["changed", "not_reached", "alignment"]);
    const { stdout } = await diff(cwd, ...good(["good.txt"]), "failed.log");
    assert.match(
      stdout.toString(),
      /^failed\.log: .*; 3 good runs in good\.txt\nmissing without a log of a good run: /,
    );
  });

  test("count beside logs, which then tell what needs a place", async () => {
    const failed = build(5).replace("start build\n", "start build\ncache is cold\nbrand new line\n");
    const cwd = folder({ ...RUNS, "failed.log": failed });
    await diff(cwd, ...good(["1.log", "2.log"]), "--save-good", "good.txt");
    const items = await newsOf(cwd, ...good(["good.txt", "3.log"]), "failed.log");
    const told = linesOf(items).map(({ line }) => line);
    assert.deepEqual(told, [3]);
    const summary = items.at(-1)!;
    assert.deepEqual([summary.stored, summary.missing], [[{ file: "good.txt", runs: 2 }], undefined]);
    const { stdout } = await diff(cwd, ...good(["good.txt", "3.log"]), "failed.log");
    assert.match(stdout.toString(), /; 1 good run and 2 good runs in good\.txt\n/);
  });

  test("make any good run of theirs quiet", async () => {
    const line = fc.array(
      fc.constantFrom("a", "b 1", "\x1b[1mERROR", "\r", "\\", "#", "\t", "2025-05-04 10:00:02 ", "\xff", " "),
      {
        maxLength: 5,
      },
    );
    const run = fc.array(line, { minLength: 1, maxLength: 8 });
    await assertProperty(
      fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 3 }), async (runs) => {
        const files = runs.map((lines, i) => [
          `${i}.log`,
          Buffer.from(`x\n${lines.map((parts) => parts.join("")).join("\n")}\n`, "latin1"),
        ]);
        const cwd = folder(Object.fromEntries(files));
        const names = files.map(([name]) => String(name));
        assert.equal((await diff(cwd, ...good(names), "--save-good", "good.txt")).exit, 0);
        for (const name of names) {
          const { exit, stdout, stderr } = await diff(cwd, ...good(["good.txt"]), name);
          assert.deepEqual([exit, stderr.toString()], [0, ""], stdout.toString());
        }
      }),
      { numRuns: 60 },
    );
  });

  test("may be edited by hand: a kind whose line is gone is new", async () => {
    const cwd = folder({ ...RUNS, "failed.log": build(1) });
    await diff(cwd, ...good(NAMES), "--save-good", "good.txt");
    const text = readFileSync(`${cwd}/good.txt`, "utf8");
    writeFileSync(`${cwd}/good.txt`, `${text.replace(/^warning.*\n/m, "# not accepted: unchecked calls\n")}`);
    const items = await newsOf(cwd, ...good(["good.txt"]), "failed.log");
    assert.deepEqual(
      linesOf(items).map(({ line }) => line),
      [4],
    );
  });

  test("are known by what check --baseline wrote, and by an old baseline", async () => {
    const cwd = folder({
      "old.txt": "# normalizer baseline\n<time> took <n> ms\nshift ends\n",
      "failed.log": "2025-05-04 10:00:02 took 12 ms\nshift ends\n",
    });
    assert.equal((await diff(cwd, ...good(["old.txt"]), "failed.log")).exit, 0);
  });
});

suite("the file of --save-good", (test) => {
  const files = {
    ...RUNS,
    "rules.yaml": "rules: []",
    "known.txt": "# normalizer known lines, version 2: an example of each kind\na\\q\n",
    "table.txt": "# normalizer known lines, version 2: an example of each kind\na\n",
  };
  const REFUSED: readonly (readonly [string, readonly string[], RegExp])[] = [
    ["without a good run", ["--save-good", "good.txt"], /--save-good needs --good/],
    ["without a failed run or a file", good(["1.log"]), /diff --good compares one failed run/],
    ["for a good run", [...good(["1.log"]), "--save-good", "1.log"], /1\.log: is read or written by this run/],
    [
      "for the failed run",
      [...good(["1.log"]), "--save-good", "2.log", "2.log"],
      /2\.log: is read or written by this run/,
    ],
    [
      "for a failed run that is one",
      [...good(["1.log"]), "--save-good", "table.txt", "table.txt"],
      /table\.txt: is read or written by this run/,
    ],
    [
      "for the rules",
      [...good(["1.log"]), "--rules", "rules.yaml", "--save-good", "rules.yaml"],
      /rules\.yaml: is read or written by this run/,
    ],
    ["for another file", [...good(["1.log"]), "--save-good", "2.log"], /2\.log:1:1: is not a file of known lines/],
    ["for a folder", [...good(["1.log"]), "--save-good", "."], /\.: is not a regular file/],
    ["in no folder", [...good(["1.log"]), "--save-good", "no/good.txt"], /no such file/],
    ["for a damaged file", [...good(["1.log"]), "--save-good", "known.txt"], /known\.txt:2:2: a backslash/],
    ["that is damaged and good", good(["known.txt", "1.log"]).concat("2.log"), /known\.txt:2:2: a backslash/],
    ["with a missing log", [...good(["1.log", "none.log"]), "--save-good", "good.txt"], /none\.log: no such file/],
    ["for several logs", [...good(["."]), "--save-good", "good.txt", "."], /runs of one log/],
  ];
  for (const [name, args, message] of REFUSED) {
    test(`is refused ${name}`, async () => {
      const cwd = folder(files);
      const { exit, stdout, stderr } = await diff(cwd, ...args);
      assert.deepEqual([exit, stdout.toString()], [2, ""]);
      assert.match(stderr.toString(), message);
      assert.ok(!existsSync(`${cwd}/good.txt`));
      for (const [file, content] of Object.entries(files))
        assert.equal(readFileSync(`${cwd}/${file}`, "utf8"), content);
    });
  }
});
