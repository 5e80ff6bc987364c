// What `why` keeps of lines of megabytes: it counts the offsets that elements are asked for, which would all be held in
// memory.
import assert from "node:assert/strict";
import { Line } from "../../../src/matcher/line/line.ts";
import type { Element } from "../../../src/matcher/pattern.ts";
import { CHARACTER_STARTS, NON_BLANKS, SetType } from "../../../src/matcher/types/runs.ts";
import { rulebookOf } from "../../../src/run/rulebook.ts";
import { type Mismatch, type WalkStep, walk } from "../../../src/tools/why/walk.ts";
import { MAX_OFFSETS, PatternPreparer } from "../../../src/tools/why/walker.ts";
import { Why } from "../../../src/tools/why/why.ts";
import { parseRules } from "../../support/parsed-rules.ts";
import { someOf } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const MEBIBYTE = 1 << 20;

/** Words, which counts the ends that it gives. */
class CountedWords extends SetType {
  given = 0;

  override mayEnd(bytes: Uint8Array, offset: number, end: number): boolean {
    this.given++;
    return super.mayEnd(bytes, offset, end);
  }
}

function lineOf(text: string): Line {
  const line = new Line();
  line.begin(0, text.length);
  return line;
}

const METER = { count: 0, most: 2 * MAX_OFFSETS };

/** Walks along a line, and counts the ends of its words. */
function walked(stepsOf: (words: WalkStep) => readonly WalkStep[], line: string) {
  const words = new CountedWords(lineOf(line), NON_BLANKS, CHARACTER_STARTS);
  const prepared = { plain: stepsOf({ type: words }), dated: undefined };
  const mismatch = walk(prepared, Buffer.from(line), { ...METER });
  return { mismatch, given: words.given };
}

suite("why: lines of megabytes", (test) => {
  const places = ({ mismatch }: { mismatch: Mismatch | undefined }) => mismatch && [mismatch.element, mismatch.at];

  test("are examined as a whole up to a mebibyte", () => {
    for (const line of someOf(["x".repeat(MEBIBYTE), "ab ".repeat(MEBIBYTE / 3)], "lines of a mebibyte")) {
      const found = walked((words) => [words, words], line);
      assert.equal(found.mismatch?.isGivenUp ?? false, false, line.slice(0, 3));
      assert.ok(found.given >= 2);
    }
  });

  test("are given up rather than that more offsets are kept, in one word or in many", () => {
    for (const line of someOf(["x".repeat(4 * MEBIBYTE), "ab ".repeat(2 * MEBIBYTE)], "longer lines")) {
      const found = walked((words) => ["any", words, words], line);
      assert.deepEqual(places(found), [1, 0]);
      assert.equal(found.mismatch?.isGivenUp, true);
      assert.ok(found.given <= 1.1 * MEBIBYTE, `${found.given} ends`);
    }
  });

  test.costly("are given up, too, in branches, none of which has more than are kept", () => {
    const line = "abc".repeat(MEBIBYTE / 2);
    const mismatchOf = (texts: readonly string[]) => {
      const alternatives = texts.map((text) => [{ text }]);
      const prepared = new PatternPreparer(lineOf(line)).prepare([{ field: "x" }, { alternatives }, { text: "!" }]);
      return walk(prepared, Buffer.from(line), { ...METER });
    };
    assert.equal(mismatchOf(["a", "b"])?.isGivenUp, false);
    assert.equal(mismatchOf(["a", "b", "c"])?.isGivenUp, true);
  });

  test("are given up, too, in one of several branches", () => {
    const line = `job ${"x".repeat(2 * MEBIBYTE)} gone`;
    const words: Element = { field: "id", type: { typeName: "word" } };
    for (const branches of [[words, { text: "none" }], [{ text: "none" }, words], [words]]) {
      const alternatives = branches.map((element) => [element]);
      const prepared = new PatternPreparer(lineOf(line)).prepare([
        { text: "job " },
        { alternatives },
        { text: " done" },
      ]);
      assert.equal(walk(prepared, Buffer.from(line), { ...METER })?.isGivenUp, true);
    }
  });

  const rules = parseRules(
    Buffer.from(`rules:
  - { name: job, pattern: "{timestamp} {level:word} {logger:word} done", output: "" }
`),
    "rules.yaml",
  );

  const explained = (line: Buffer) => {
    const why = new Why(rulebookOf(rules)).explain(line, 0, line.length);
    return "nearest" in why ? why.nearest[0] : undefined;
  };

  test("are explained up to where they are given up", () => {
    const near = explained(Buffer.from(`at noon, ${"x".repeat(2 * MEBIBYTE)}`));
    assert.deepEqual(near?.expected, [
      "a word (type word), but the rest of the line was not examined, because that would take too long",
    ]);
    assert.equal(near?.isGivenUp, true);
  });

  test("are explained by their date-time, if only without it there are too many offsets", () => {
    const near = explained(Buffer.from(`2025-05-05 07:58:12 INFO shop gone ${"x".repeat(2 * MEBIBYTE)}`));
    assert.deepEqual([near?.expected, near?.isGivenUp], [['the text " done"'], false]);
  });
});
