// Lines that a good run repeats to the letter, whose shapes are read only once.
import assert from "node:assert/strict";
import { NO_MORE_TEXTS, SeenTexts } from "../../../src/tools/news/seen-texts.ts";
import { suite } from "../../support/suite.ts";
import { told } from "./told.ts";

function add(texts: SeenTexts, text: string, shape: number): void {
  const bytes = Buffer.from(text);
  assert.equal(texts.shapeOf(bytes, 0, bytes.length, true), -1);
  texts.add(shape);
}

function shapeOf(texts: SeenTexts, text: string): number {
  const bytes = Buffer.from(`..${text}..`);
  return texts.shapeOf(bytes, 2, bytes.length - 2, false);
}

suite("Seen texts", (test) => {
  test("have their shapes, and others have none", () => {
    const texts = new SeenTexts();
    add(texts, "hoist 3 sails", 7);
    add(texts, "hoist 4 sails", 7);
    add(texts, "", 0);
    assert.deepEqual(
      ["hoist 3 sails", "hoist 4 sails", "hoist 5 sails", "hoist", ""].map((text) => shapeOf(texts, text)),
      [7, 7, -1, -1, 0],
    );
    texts.clear();
    assert.equal(shapeOf(texts, "hoist 3 sails"), -1);
  });

  test("are forgotten when they are many, but not for good", () => {
    const texts = new SeenTexts();
    for (let i = 0; i <= NO_MORE_TEXTS; i++) {
      add(texts, `barrel ${i}`, i);
      assert.equal(shapeOf(texts, `barrel ${i}`), i);
    }
    assert.equal(shapeOf(texts, "barrel 0"), -1);
  });

  test("are not looked for any more where lines are not repeated", () => {
    const texts = new SeenTexts();
    add(texts, "anchor", 1);
    for (let i = 0; i < 5000; i++) shapeOf(texts, `barrel ${i}`);
    assert.equal(shapeOf(texts, "anchor"), -1);
  });

  test("count in each run, with the numbers that they have there", async () => {
    const run = (crew: number, ...more: string[]): string[] => [
      "begin",
      ...Array.from({ length: 3 }, () => `max.crew = ${crew}`),
      "weighing anchor",
      ...more,
    ];
    const change = ["24 -> 25"];
    assert.deepEqual((await told([run(24), run(24)], run(25))).changes.slice(0, 1), change);
    // The second run has it, too, so that it is none of a fixed few.
    assert.deepEqual((await told([run(24), run(24, "max.crew = 23")], run(25))).changes, []);
    assert.deepEqual((await told([run(24), run(24)], run(24, "max.crew = 25"))).changes, change);
  });
});
