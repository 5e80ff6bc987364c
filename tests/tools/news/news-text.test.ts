// The screen of `diff --good`: what it shows within a number of lines, and how it keeps to a terminal.
import assert from "node:assert/strict";
import fc from "fast-check";
import { displayWidth } from "../../../src/text/messages/columns.ts";
import { StringLayout } from "../../../src/text/messages/text-layout.ts";
import { linesOf } from "../../../src/tools/news/blocks.ts";
import type { News } from "../../../src/tools/news/news.ts";
import { NewsMarkdown, NewsText } from "../../../src/tools/news/news-writers.ts";
import { type TestRun, withNews } from "../../support/compared-runs.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const range = (count: number): number[] => Array.from({ length: count }, (_, i) => i);
const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
const WORDS = ["alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa", "lambda", "mu"];
const wordOf = (i: number): string => `${WORDS[i % 12]}${WORDS[Math.floor(i / 12) % 12]}`;
/** Lines that good runs have. No two of them are alike. */
const STEPS = range(100).map((i) => `step ${wordOf(i)} is done in the usual way`);
const GOOD: TestRun = ["/builds/1/good.log", text(STEPS)];
const trace = (i: number): string[] => [
  `java.lang.IllegalStateException: no ${wordOf(i)} in the pool`,
  ...range(30).map((k) => `    at org.example.Pool${wordOf(k)}.get(Pool.java:${k})`),
  `Caused by: java.io.IOException: socket of ${wordOf(i)} is closed`,
  ...range(30).map((k) => `    at org.example.Net${wordOf(k)}.read(Net.java:${k})`),
];
const FAILED: TestRun = [
  "/builds/2/failed.log",
  text([
    ...STEPS.slice(0, 10),
    ...range(12).flatMap((i) => [...STEPS.slice(10 + 5 * i, 15 + 5 * i), `assertion ${wordOf(i)} failed`, ...trace(i)]),
    ...STEPS.slice(70, 80),
    ...STEPS.slice(80).map((step, i) => (i % 5 === 0 ? step.replace("done", "broken") : step)),
  ]),
];

function screen(news: News, budget: number, width?: number, hasColors = false): string[] {
  const layout = new StringLayout({ hasColors, width });
  for (const _ of new NewsText(layout, news).write(budget));
  return layout.toString().split("\n").slice(0, -1);
}

/** The numbers of the lines that are shown. */
function numbersIn(rows: readonly string[]): number[] {
  return rows.flatMap((row) => /^ *(\d+) [+ ] /.exec(row)?.[1] ?? []).map(Number);
}

suite("news as text", (test) => {
  test.costly("never has more lines than the budget, but one", async () => {
    await withNews([GOOD], FAILED, (news) => {
      for (const budget of [...range(130), 200, 1000]) {
        const rows = screen(news, budget);
        assert.ok(rows.length <= Math.max(budget, 1), `${rows.length} of ${budget}:\n${rows.join("\n")}`);
        assert.match(rows[0]!, /^failed\.log: \d+ lines, \d+ lines to read in 12 blocks/);
        // Five lines are needed for the head.
        const layout = new StringLayout();
        for (const _ of new NewsMarkdown(layout, news).write(budget));
        const lines = layout.toString().split("\n").length - 1;
        assert.ok(lines <= Math.max(budget, 5), `${lines} of ${budget} in Markdown`);
      }
    });
  });

  test("has a line of each block, also where there is little room, and says what it folds", async () => {
    await withNews([GOOD], FAILED, (news) => {
      const rows = screen(news, 40);
      const shown = numbersIn(rows);
      for (const block of news.blocks) {
        const own = linesOf(block).map((index) => index + 1);
        assert.ok(
          own.some((line) => shown.includes(line)),
          `lines ${own[0]}–${own.at(-1)} are not shown`,
        );
      }
      assert.ok(rows.some((row) => /… \d+ more lines, \d+–\d+ {2}\(all: --show b\d+\)/.test(row)));
    });
  });

  test("folds the frames of a trace before what it says", async () => {
    await withNews([GOOD], ["failed.log", text([...STEPS, ...trace(1)])], (news) => {
      for (const budget of [12, 20, 200]) {
        const rows = screen(news, budget);
        assert.ok(rows.some((row) => /\+ java\.lang\.IllegalStateException/.test(row)));
        assert.ok(
          rows.some((row) => /\+ Caused by: java\.io\.IOException/.test(row)),
          rows.join("\n"),
        );
        assert.ok(rows.length < 30);
      }
    });
  });

  test("of a thousand lines that are alike it shows the first of each kind", async () => {
    const failures = range(1000).map((i) =>
      i % 250 === 249 ? `error: kind ${wordOf(i)} is another` : `${i} tests of the module failed to start`,
    );
    await withNews([GOOD], ["failed.log", text([...STEPS, ...failures])], (news) => {
      const rows = screen(news, 30);
      const ofModules = rows.filter((row) => /tests of the module/.test(row)).length;
      assert.ok(ofModules >= 1 && ofModules <= 3, `${ofModules}`);
      assert.equal(rows.filter((row) => /\+ error: kind \w+ is another/.test(row)).length, 4);
    });
  });

  test("has the whole text of each line in a pipe, and each line once", async () => {
    const long = `error: ${"much to say ".repeat(900)}at the end`;
    await withNews([GOOD], ["failed.log", text([...STEPS, long])], (news) => {
      assert.ok(screen(news, 200).includes(`101 + ${long}`));
    });
  });

  test("cuts a row of a terminal, but neither what changed nor the id of a block", async () => {
    const steps = (mark: string): string =>
      text(STEPS.map((step, i) => (i === 50 ? `a test of much that takes long: ${mark} (of the whole suite)` : step)));
    await withNews([["1/a.log", steps("PASSED")]], ["2/a.log", steps("FAILED")], (news) => {
      const rows = screen(news, 40, 60);
      assert.ok(
        rows.some((row) => /^51 {3}a test.*… {2}\(PASSED → FAILED, 1\/a\.log:51\)$/.test(row)),
        rows.join("\n"),
      );
    });
  });

  const piece = fc.constantFrom(
    "a ",
    "error ",
    "漢",
    "\x1b[31m",
    "\x1b]0;title\x07",
    "\r",
    "\t",
    "\0",
    "\u202e",
    "\x9b2J",
    "😀",
  );
  const line = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));

  test("keeps to the width of a terminal, and shows nothing that it would obey", async () => {
    const lines = fc.array(line, { minLength: 1, maxLength: 8 });
    const run = fc.tuple(lines, fc.integer({ min: 20, max: 120 }), fc.integer({ min: 1, max: 40 }), fc.boolean());
    await assertProperty(
      fc.asyncProperty(run, async ([news, width, budget, hasColors]) => {
        await withNews([GOOD], ["\u202efailed.log", text([...STEPS, ...news, "fatal: \x1b[2J the end"])], (found) => {
          for (const row of screen(found, budget, width, hasColors)) {
            // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is cut or looked for.
            const shown = row.replace(/\x1b\[\d+m/g, hasColors ? "" : "$&");
            // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is cut or looked for.
            assert.doesNotMatch(shown, /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
            assert.ok(displayWidth(shown) <= width, `${displayWidth(shown)} of ${width}: ${shown}`);
          }
        });
      }),
      { numRuns: 100 },
    );
  });
});
