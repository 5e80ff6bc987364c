import assert from "node:assert/strict";
import {
  choices,
  isQuiet,
  linesOf,
  median,
  readLabels,
  readTold,
  scoreOf,
  showsLabel,
} from "../scripts/failed-run-scores.ts";
import { suite } from "./support/suite.ts";

const block = (rank: number, ...lines: readonly [line: number, isNew: boolean][]): string =>
  JSON.stringify({ kind: "block", rank, id: "b1", lines: lines.map(([line, isNew]) => ({ line, new: isNew })) });
const changed = (line: number, told: boolean): string => JSON.stringify({ kind: "changed", line, told });
const summary = (more = {}): string => JSON.stringify({ kind: "summary", told: 0, ...more });
const folded = '{"kind": "folded", "reason": "value", "from": 8, "to": 9}';

function told(...rows: readonly string[]): ReturnType<typeof readTold> {
  return readTold(`${rows.join("\n")}\n`);
}

suite("labels", (test) => {
  test("are the lines of errors, not those of their context", () => {
    assert.deepEqual([...readLabels("DEFAULT\nE 3-5\nC 1-2\r\nE 9\n")], [3, 4, 5, 9]);
  });

  test("in another form are refused, and so are none", () => {
    assert.throws(() => readLabels("DEFAULT\nE 3-\n"), /No label: E 3-/);
    assert.throws(() => readLabels("DEFAULT\nC 3\n"), /No line is labelled/);
  });
});

suite("what is told", (test) => {
  test("is the lines of blocks and of changed rows that are told", () => {
    const answer = told(
      block(1, [4, true], [5, false]),
      block(2, [7, true]),
      changed(1, true),
      changed(2, false),
      summary(),
    );
    assert.deepEqual([...answer.lines], [4, 5, 7, 1]);
    assert.deepEqual([...answer.news], [4, 7, 1]);
    assert.deepEqual([...answer.first], [4, 5]);
  });

  test("is nothing only if the run does not end too early either", () => {
    assert.equal(isQuiet(told(changed(2, false), folded, summary())), true);
    assert.equal(isQuiet(told(summary({ ended_early: null }))), true);
    assert.equal(isQuiet(told(summary({ ended_early: { line: 9, next: "done" } }))), false);
    assert.equal(isQuiet(told(block(1, [4, true]), summary())), false);
  });

  test("is not known without a summary", () => {
    assert.throws(() => told(block(1, [4, true])), /without a summary/);
  });
});

suite("a score", (test) => {
  const labels = new Set([3, 4, 5, 6]);

  test("has the shares of labelled and of told lines that are both", () => {
    const answer = told(block(1, [4, true], [5, true], [7, false]), block(2, [6, true]), changed(9, true), summary());
    const recall = 3 / 4;
    const precision = 3 / 5;
    const f1 = (2 * recall * precision) / (recall + precision);
    assert.deepEqual(scoreOf(labels, answer), { recall, precision, f1, told: 5, isFirstRight: true });
  });

  test("is 0 if nothing is told, or nothing that is labelled", () => {
    const none = { recall: 0, precision: 0, f1: 0, isFirstRight: false };
    assert.deepEqual(scoreOf(labels, told(summary())), { ...none, told: 0 });
    assert.deepEqual(scoreOf(labels, told(block(1, [1, true]), summary())), { ...none, told: 1 });
  });

  test("knows if only another block has a labelled line", () => {
    const answer = told(block(2, [3, true]), block(1, [1, true]), summary());
    assert.equal(scoreOf(labels, answer).isFirstRight, false);
  });
});

suite("lines of a labelled log", (test) => {
  test("end at LF, at CR and at CRLF", () => {
    assert.deepEqual(linesOf("a\nb\rc\r\n\nd\r\r\n"), ["a", "b", "c", "", "d", ""]);
  });

  test("are found on the screen by their number in the file and the start of their text", () => {
    const log = "one\nload 1%\rload 2%\r\n\x1b[31mthree \x1b[0mfailed\r\nfour\n";
    const shows = (screen: string, label: number): boolean => showsLabel(screen, log, new Set([label]));
    assert.equal(shows("head\n  3 + three failed\n", 4), true);
    assert.equal(shows("  2   load 2%\n", 3), true);
    assert.equal(shows("  2   load 2%\n", 2), false);
    assert.equal(shows("  3 + three failed\n", 5), false);
    assert.equal(shows("  4 + three failed\n", 4), false);
    assert.equal(shows("three failed\n", 4), false);
  });
});

suite("figures", (test) => {
  test("of an even count have the mean of the middle two as their median", () => {
    assert.equal(median([9, 1, 3]), 3);
    assert.equal(median([10, 1, 3, 4]), 3.5);
  });

  test("are made of all choices of runs", () => {
    assert.deepEqual(choices([1, 2, 3], 2), [
      [1, 2],
      [1, 3],
      [2, 3],
    ]);
    assert.equal(choices([1, 2, 3, 4, 5], 4).length, 5);
  });
});
