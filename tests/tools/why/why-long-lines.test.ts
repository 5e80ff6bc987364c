// How far lines of megabytes are examined.
import assert from "node:assert/strict";
import type { Element } from "../../../src/matcher/pattern.ts";
import { rulebookOf } from "../../../src/run/rulebook.ts";
import { Trial } from "../../../src/tools/why/trial.ts";
import { Why } from "../../../src/tools/why/why.ts";
import { parseRules } from "../../support/parsed-rules.ts";
import { someOf } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const MEBIBYTE = 1 << 20;

suite("why: lines of megabytes", (test) => {
  const words: Element = { field: "id", type: { typeName: "word" } };
  const tried = (elements: readonly Element[], text: string, budget?: number) => {
    const line = new Trial(Buffer.from(text), budget);
    const mismatch = line.mismatch(elements);
    return { mismatch, spent: line.spent };
  };

  test.costly("are examined as a whole, though words may end at each of millions of offsets", () => {
    for (const text of someOf(["x".repeat(4 * MEBIBYTE), "ab ".repeat(2 * MEBIBYTE)], "long lines")) {
      const { mismatch, spent } = tried([{ field: "x" }, words, words, { text: "!" }], text);
      assert.deepEqual([mismatch?.element, mismatch?.isGivenUp], [3, false]);
      assert.ok(spent < 12 * text.length, `${spent} steps`);
    }
  });

  test("are given up when the budget is spent, in branches too", () => {
    const line = `job ${"x".repeat(2 * MEBIBYTE)} gone`;
    for (const branches of [[words, { text: "none" }], [{ text: "none" }, words], [words]]) {
      const alternatives = branches.map((element) => [element]);
      const { mismatch, spent } = tried([{ text: "job " }, { alternatives }, { text: " done" }], line, 100_000);
      assert.equal(mismatch?.isGivenUp, true);
      assert.ok(spent < 2 * line.length, `${spent} steps`);
    }
  });

  const rules = parseRules(
    Buffer.from(`rules:
  - { name: job, pattern: "{timestamp} {level:word} {logger:word} done", output: "" }
`),
    "rules.yaml",
  );

  const explained = (line: string, budget?: number) => {
    const bytes = Buffer.from(line);
    return new Why(rulebookOf(rules), budget).explain(bytes).nearest?.[0];
  };

  test("are explained up to where they are given up", () => {
    const near = explained(`at noon, ${"x".repeat(2 * MEBIBYTE)}`, 4_400_000);
    assert.deepEqual(near?.expected, [
      'the text " ", but the rest of the line was not examined, because that would take too long',
    ]);
  });

  test("are explained by their date-time, or as a whole without one", () => {
    for (const start of ["2025-05-05 07:58:12 INFO shop gone", "at noon,"]) {
      const near = explained(`${start} ${"x".repeat(2 * MEBIBYTE)}`);
      assert.deepEqual(near?.expected, ['the text " done"']);
    }
  });
});
