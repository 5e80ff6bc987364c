// What runs prove of a place, and how their lines differ.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { Processor } from "../../src/index.ts";
import { type Proof, RunValues } from "../../src/run/run-values.ts";
import { ValueBudget } from "../../src/text/collections/value-counts.ts";
import { suite } from "../support/suite.ts";

interface Place {
  readonly isInHeader?: boolean;
  readonly areStates?: boolean;
}

/** The values of each run, separated by blanks, and what they prove. */
function proofOf(runs: readonly string[], { isInHeader = false, areStates = false }: Place = {}): Proof | undefined {
  const values = new RunValues(runs.length, new ValueBudget());
  for (const [run, text] of runs.entries()) {
    for (const value of text.split(" ").filter((word) => word !== "")) {
      const bytes = Buffer.from(value);
      values.add(bytes, 0, bytes.length, run);
    }
  }
  return values.proof({ isInHeader, areStates });
}

const PROOFS: readonly (readonly [what: string, runs: readonly string[], proof: Proof | undefined, place?: Place])[] = [
  ["a value that all have", ["8080", "8080"], "same"],
  ["values that all have as often, in any order", ["1 2 2", "2 1 2"], "same"],
  ["other numbers", ["3272", "5476"], "masked"],
  ["the same numbers, but not as often", ["0 0 1", "0 1 1"], "masked"],
  ["a line more with a value of its own", ["7 8", "7 8 9"], "same"],
  ["a line more, and another value", ["7 8", "7 9 10"], "masked"],
  ["what masks do not hide", ["/srv/run.abXw", "/srv/run.pqZo"], "noise"],
  ["what masks hide", ["job-4711.log", "job-5822.log"], "masked"],
  ["other words", ["bob", "alice"], "noise"],
  ["words of which most are in both", ["up up up down", "up up up lost"], undefined],
  ["statuses of which most are in both", ["200 200 200 404", "200 200 200 500"], undefined, { areStates: true }],
  ["few new numbers in a header", ["1 ".repeat(20), `${"1 ".repeat(19)} 2`], undefined, { isInHeader: true }],
  ["new numbers in a header", ["1 2 3 4", "5 6 7 8"], "masked", { isInHeader: true }],
  ["values of one run", ["4 5", ""], undefined],
  ["one of three runs that differs", ["5 5", "5 5", "5 6"], "masked"],
  ["the first and the last of three runs", ["5", "", "6"], "masked"],
  ["three runs that are the same", ["5", "5", "5"], "same"],
];

suite("runs of the same work", (test) => {
  for (const [what, runs, proof, place] of PROOFS)
    test(`prove for ${what}: ${proof ?? "nothing"}`, () => assert.equal(proofOf(runs, place), proof));

  const suggest = (...runs: readonly (readonly string[])[]) =>
    Processor.suggest(
      runs.map((lines, i) => ({ name: `${i + 1}.log`, input: Readable.from([`${lines.join("\n")}\n`]) })),
      { runs: true },
    );
  const outputOf = (text: string, line: string) => new Processor({ rules: text }).normalize(line)?.output;

  test("leave a list of settings visible, of which one differs", async () => {
    const settings = Array.from({ length: 9 }, (_, i) => `pool.${"abcdefghi".charAt(i)} = ${i + 1}0`);
    const { text } = await suggest([...settings, "pool.dir = /srv/aaXw"], [...settings, "pool.dir = /srv/bbYz"]);
    assert.equal(outputOf(text, "pool.c = 30"), "pool.c = 30");
    assert.equal(outputOf(text, "pool.dir = /srv/ccZq"), "pool.dir = <path>");
  });

  test("hide numbers that all have, but beside other words", async () => {
    const targets = ["adler", "crc", "gzip", "inflate"];
    const build = (order: readonly number[]) => order.map((i, at) => `[${at + 1}0%] linking ${targets[i]} of 4`);
    const { text, runs } = await suggest(build([0, 1, 2, 3]), build([1, 0, 3, 2]));
    assert.equal(runs!.comingCount, 0);
    assert.match(outputOf(text, "[70%] linking crc of 4")!, /<n>%\] linking crc of 4/);
  });

  test("leave what is not masked of a URL with a query that differs", async () => {
    const run = (ids: readonly string[]) => ids.map((id) => `GET /item/a?sid=${id} done`);
    const { text } = await suggest(run(["aX3bk9", "bQ7ck2", "cW1dk5"]), run(["dE4ek8", "eR6fk3", "fT2gk7"]));
    assert.notEqual(outputOf(text, "GET /item/a?sid=gY5hk1 done"), outputOf(text, "GET /other/a?sid=gY5hk1 done"));
  });

  test("have lines of a stack trace masked that differ", async () => {
    const run = (id: string) => [
      "08:00:01 ERROR [main] order failed",
      "java.lang.IllegalStateException: order x is broken",
      `\tat demo.App$Lambda@${id}.get(App.java:9)`,
      "\tat demo.App.main(App.java:4)",
      "08:00:02 INFO [main] bye",
    ];
    const { matched, runs } = await suggest(run("1a2b3c4d"), run("5e6f7a8b"));
    assert.deepEqual([matched, runs!.comingCount], [10, 0]);
  });

  test("are compared by what the rules write", async () => {
    const { runs } = await suggest(["a 17", "b", "c", "d", "d"], ["c", "a 18", "b", "d", "e"]);
    assert.equal(runs!.comingCount, 2);
    assert.deepEqual(runs!.coming, [
      { file: "1.log", line: 4, output: "d", counts: [2, 1] },
      { file: "2.log", line: 5, output: "e", counts: [0, 1] },
    ]);
    assert.equal(runs!.movedCount, 1);
  });

  test("are two at least", async () => {
    const message = "suggest: runs takes two or more logs of the same work; name another one";
    await assert.rejects(Processor.suggest(["a.log"], { runs: true }), { name: "TypeError", message });
  });
});
