// The expression for the usual forms of date-times against what recognises them, and against the forms as specified.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { readDateTime } from "../../src/text/date-times/date-time-ends.ts";
import { newParts } from "../../src/text/date-times/date-time-forms.ts";

import { USUAL_DATE_TIMES } from "../../src/text/date-times/usual-date-times.ts";
import { assertProperty, assertReached } from "../support/property.ts";
import { suite } from "../support/suite.ts";
import { ALPHABET, edits, textsOf } from "../support/timestamp-edits.ts";
import { none, oracleShapes, shapes } from "../support/timestamp-oracle.ts";

const expression = new RegExp(`^${USUAL_DATE_TIMES}$`);
const usual = shapes.filter(({ isUsual }) => isUsual);
const specified = usual.map(
  ({ core, tails }) => new RegExp(`^(?:${core})${tails.map((tail) => `${tail}?`).join("")}$`),
);
const parts = newParts();

/** Checks that the text is matched exactly if it is specified, and then is recognised. Returns whether it is. */
function check(text: string): boolean {
  const isMatched = expression.test(text);
  if (isMatched !== specified.some((one) => one.test(text))) {
    const told = isMatched ? "matches, and no usual form allows," : "does not match, and a usual form allows,";
    const forms = oracleShapes(text, 0).join(", ") || "no form";
    assert.fail(
      `src/text/date-times/date-time-forms.ts ${told} ${JSON.stringify(text)}, which begins ${forms} of timestamps.json`,
    );
  }
  const bytes = Buffer.from(text, "latin1");
  if (isMatched) assert.ok(readDateTime(bytes, 0, bytes.length, parts), JSON.stringify(text));
  return isMatched;
}

suite("the expression for usual date-times", (test) => {
  for (const { shape, isUsual, examples } of shapes) {
    test(`is for the form ${shape}, or is not`, () => {
      assert.equal(
        typeof isUsual,
        "boolean",
        `isUsual of ${shape} in timestamps.json: whether USUAL_DATE_TIMES has it`,
      );
      if (isUsual) for (const text of examples) assert.ok(check(text), text);
    });
  }

  test("matches no text that is none", () => {
    for (const text of none) assert.ok(!check(text), text);
  });

  test("matches one edit away from an example what is recognised there in these forms, and nothing else", () => {
    let matched = 0;
    let missed = 0;
    for (const { examples } of shapes) {
      for (const edit of examples.flatMap((text) => [...edits(text)])) check(edit) ? matched++ : missed++;
    }
    assert.ok(matched > 1000 && missed > 1000, `${matched} matched, ${missed} missed`);
  });

  test("matches random date-times and near misses as they are recognised", () => {
    const dated = fc
      .constantFrom(...usual)
      .chain(({ core, tails }) =>
        fc.tuple(textsOf(core), ...tails.map((tail) => fc.option(textsOf(tail), { nil: "" }))),
      )
      .map((pieces) => pieces.join(""));
    const damaged = fc
      .tuple(dated, fc.nat(), fc.nat(2), fc.constantFrom(...ALPHABET))
      .map(([text, place, removed, added]) => {
        const at = place % (text.length + 1);
        return text.slice(0, at) + (removed === 2 ? "" : added) + text.slice(at + Math.min(removed, 1));
      });
    let matched = 0;
    assertProperty(
      fc.property(fc.oneof(dated, damaged, textsOf(USUAL_DATE_TIMES)), (text) => {
        if (check(text)) matched++;
      }),
      { numRuns: 2_000 },
    );
    assertReached(matched, 100, "matches");
  });

  test("matches what the reference says", () => {
    const reference = readFileSync(new URL("../../docs/reference/export.md", import.meta.url), "utf8");
    const row = reference.split("\n").find((line) => line.startsWith("| `timestamp`"))!;
    const written = Array.from(row.slice(row.indexOf("usual forms")).matchAll(/`([^`]+)`/g), ([, text]) => text!);
    assert.ok(written.length >= 3, `${written.length} date-times`);
    for (const text of written) assert.ok(check(text), text);
  });
});
