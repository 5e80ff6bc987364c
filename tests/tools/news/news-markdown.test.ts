// The Markdown of `diff --good`: that nothing of a log is markup in it, that it fits into a comment, and that it stays
// the same if nothing else is new.
import assert from "node:assert/strict";
import fc from "fast-check";
import { StringLayout } from "../../../src/text/messages/text-layout.ts";
import { NewsMarkdown } from "../../../src/tools/news/news-writers.ts";
import { DEFAULT_BUDGET } from "../../../src/tools/news/shown-news.ts";
import { type TestRun, withNews } from "../../support/compared-runs.ts";
import { MARKUP, MAX_COMMENT, outsideOfFences } from "../../support/markdown.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
const STEPS = Array.from(
  { length: 60 },
  (_, i) => `the ${String.fromCharCode(97 + (i % 26), 97 + i / 26)} step is done`,
);
const GOOD: TestRun = ["/builds/7/good.log", text(STEPS)];

function markdown(good: TestRun, failed: TestRun, budget = DEFAULT_BUDGET): Promise<string> {
  return withNews([good], failed, (news) => {
    const layout = new StringLayout();
    for (const _ of new NewsMarkdown(layout, news).write(budget));
    return layout.toString();
  });
}

/** Text in an element of code: no element, and no entity but the three that are needed. */
const CODE = "<code>(?:[^<>&]|&lt;|&gt;|&amp;)*</code>";
const SUMMARY = new RegExp(
  `^<details(?: open)?><summary><b>\\d+</b> ${CODE}, lines? \\d+(?:–\\d+)?, [a-z\\d ]+: ${CODE}</summary>$`,
);
const OTHERS = [
  /^$/,
  /^<!-- normalizer diff --good -->$/,
  /^### What is new in the failed run$/,
  /^<details(?: open)?><summary>(?:changed|not reached|folded|more blocks)<\/summary>$/,
  /^<\/details>$/,
  /^<p>… \d+ (?:more )?blocks? with \d+ lines?: (?:b\d+, )*(?:b\d+|…)<\/p>$/,
];

suite("news as Markdown", (test) => {
  test("has all text of logs and all names in fences, or escaped", async () => {
    const run = fc.tuple(
      fc.array(fc.array(MARKUP, { maxLength: 6 }), { maxLength: 8 }),
      fc.integer({ min: 1, max: 120 }),
    );
    await assertProperty(
      fc.asyncProperty(run, async ([blocks, budget]) => {
        const lines = STEPS.flatMap((step, i) => [step, ...(i % 7 === 0 ? (blocks[i / 7] ?? []) : [])]);
        const failed: TestRun = ["`</details>\n@octocat.log", text([...lines, "fatal: ``` the end </details>"])];
        const written = await markdown(GOOD, failed, budget);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
        assert.doesNotMatch(written, /[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]/);
        for (const line of outsideOfFences(written))
          assert.ok(SUMMARY.test(line) || OTHERS.some((form) => form.test(line)), line);
      }),
      { numRuns: 100 },
    );
  });

  test("shows the first block at once, and the others on a click", async () => {
    const lines = STEPS.flatMap((step, i) => (i % 20 === 10 ? [step, `error: ${step.slice(4, 6)} is broken`] : [step]));
    const written = await markdown(GOOD, ["failed.log", text(lines)]);
    const [first, ...others] = written.split("\n").filter((line) => line.startsWith("<details"));
    assert.match(first!, /^<details open>/);
    assert.equal(others.length, 2);
    for (const other of others) assert.match(other, /^<details>/);
  });

  test.costly("fits into a comment, whatever is new", async () => {
    for (const part of ["<", "`", "😀", "\x00", "x"]) {
      const failures = Array.from({ length: 3000 }, (_, i) => `error${"abcdefghij"[i % 10]}: ${part.repeat(3000)}`);
      const lines = failures.flatMap((failure, i) => (i % 4 === 0 ? [...STEPS.slice(0, 6), failure] : [failure]));
      const written = await markdown(GOOD, ["failed.log", text(lines)]);
      assert.ok(written.length < MAX_COMMENT, `${written.length} with ${JSON.stringify(part)}`);
    }
  });

  test("is the same for the same news at another time and place", async () => {
    const lines = [...STEPS, "error: the disk is full", "at step 7"];
    const at = (day: string): string =>
      text(lines.map((line, i) => `2026-05-${day}T10:00:${10 + (i % 50)}.123Z ${line}`));
    const one = await markdown(["/home/a/good.log", at("01")], ["/home/a/failed.log", at("02")]);
    const other = await markdown(["/tmp/b/good.log", at("11")], ["/tmp/b/failed.log", at("12")]);
    assert.equal(one, other);
  });
});
