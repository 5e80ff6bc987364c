// All that date-times of a form may look like, by its expression in timestamps.json, is known to the tests of instants,
// and shown on the page. The messages name the file that lacks it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { textsByShape } from "../support/instant-texts.ts";
import { suite } from "../support/suite.ts";
import { textsOf } from "../support/timestamp-edits.ts";
import { oracleEnds, oracleShapes, shapes } from "../support/timestamp-oracle.ts";
import { pairsOfSigns, rowsOfSigns } from "../support/timestamp-signs.ts";

/** Always the same, so that the tests do not fail by chance. */
const seed = 1;
const SPECIFIED = 1_000;
const RANDOM = 6_000;

const page = readFileSync(new URL("../../docs/reference/date-times.md", import.meta.url), "utf8");
const table = page.slice(page.indexOf("| Form |"), page.indexOf("A time zone is"));
const onPage = Array.from(table.matchAll(/`([^`]+)`/g), ([, text]) => text!);

/** Texts that the expression matches and that are date-times as a whole. */
function specified(expression: fc.Arbitrary<string>): string[] {
  const texts = fc.sample(expression, { numRuns: SPECIFIED, seed });
  return texts.filter((text) => oracleEnds(text, 0)[0] === text.length);
}

function missing(wanted: ReadonlySet<string>, known: ReadonlySet<string>): string[] {
  return [...wanted].filter((signs) => !known.has(signs));
}

suite("what a form of date-times allows", (test) => {
  for (const { shape, core, tails, examples } of shapes) {
    test(`is in its examples in timestamps.json, and on the page: ${shape}`, () => {
      const wanted = pairsOfSigns(specified(textsOf(core)));
      const shown = onPage.filter((text) => oracleShapes(text, 0).includes(shape));
      for (const [place, texts] of [
        [`the examples of ${shape} in tests/support/timestamps.json`, examples],
        [`the date-times of ${shape} in docs/reference/date-times.md`, shown],
      ] as const) {
        assert.deepEqual(missing(wanted, pairsOfSigns(texts)), [], `pairs of signs that ${place} lack`);
      }
    });

    if (shape === "time") continue;
    test(`is in its random date-times in instant-texts.ts: ${shape}`, () => {
      const random = textsByShape[shape];
      assert.ok(random !== undefined, `tests/support/instant-texts.ts lacks ${shape}`);
      const pieces = [textsOf(core), ...tails.map((tail) => fc.option(textsOf(tail), { nil: "" }))];
      const wanted = rowsOfSigns(specified(fc.tuple(...pieces).map((texts) => texts.join(""))), 3);
      const known = rowsOfSigns(fc.sample(random, { numRuns: RANDOM, seed }), 3);
      assert.deepEqual(missing(wanted, known), [], `what ${shape} lacks in tests/support/instant-texts.ts`);
    });
  }
});
