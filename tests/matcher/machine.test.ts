// The WebAssembly module beside the parsers, on some of the random lines of `npm run check:machine`, and that check on
// sides with a fault.
import assert from "node:assert/strict";
import type { Pattern, PatternElement, PatternField } from "../../src/matcher/pattern.ts";
import { describedDifference, LinesCheck } from "../machine/lines-check.ts";
import { checkOutputs } from "../machine/outputs-check.ts";
import { byModule, byParsers, type Side, type SideMaker } from "../machine/sides.ts";
import { caseCount } from "../support/property.ts";
import { SEED } from "../support/run-settings.ts";
import { suite } from "../support/suite.ts";

/** Short logs, so that there are many rule sets. */
const LOG_LINES = [1, 10, 40];
/** In so many rule sets each fault must be found. */
const ENOUGH_SETS = 400;

/** A side that matches changed patterns. */
const changed =
  (change: (patterns: readonly Pattern[]) => readonly Pattern[]): SideMaker =>
  (patterns) =>
    byParsers(change(patterns));

const eachElement = (change: (element: PatternElement) => PatternElement): SideMaker => {
  const deep = (element: PatternElement): PatternElement =>
    change("branches" in element ? { branches: element.branches.map((branch) => branch.map(deep)) } : element);
  return changed((patterns) => patterns.map((one) => ({ ...one, elements: one.elements.map(deep) })));
};

const eachField = (change: (field: PatternField) => PatternField): SideMaker =>
  eachElement((element) => ("field" in element ? change(element) : element));

const named = (from: string, typeName: string): SideMaker =>
  eachField((field) =>
    field.type !== undefined && "typeName" in field.type && field.type.typeName === from
      ? { ...field, type: { typeName } }
      : field,
  );

/** A side that changes what is found. */
const finding =
  (change: (side: Side, winner: number, start: number, end: number) => number): SideMaker =>
  (patterns) => {
    const side = byParsers(patterns);
    return { ...side, match: (bytes, start, end) => change(side, side.match(bytes, start, end), start, end) };
  };

const FAULTS: Readonly<Record<string, SideMaker>> = {
  "numbers are hexadecimal": named("number", "hex"),
  "decimals have no exponent": named("float", "number"),
  "quotes are words": named("quoted", "word"),
  "a typed date-time ends where an untyped one does": eachField((field) =>
    field.type !== undefined && "typeName" in field.type && field.type.typeName === "timestamp"
      ? { ...field, type: undefined }
      : field,
  ),
  "the last value is forgotten": eachField((field) =>
    field.type !== undefined && "values" in field.type && field.type.values.length > 1
      ? { ...field, type: { values: field.type.values.slice(0, -1) } }
      : field,
  ),
  "the last byte of a literal is not compared": eachElement((element) =>
    "literal" in element && element.literal.length > 1 ? { literal: element.literal.slice(0, -1) } : element,
  ),
  "the last branch is tried first": eachElement((element) =>
    "branches" in element ? { branches: element.branches.toReversed() } : element,
  ),
  "a date-time is not preferred": changed((patterns) => patterns.map((one) => ({ ...one, timestamp: -1 }))),
  "catch-alls are rules like others": changed((patterns) => patterns.map(({ isCatchAll: _, ...one }) => one)),
  "long lines match nothing": finding((_, winner, start, end) => (end - start > 300 ? -1 : winner)),
  "a bound is one too far": finding(({ bounds }, winner) => {
    if (winner !== -1) (bounds as number[])[1]!++;
    return winner;
  }),
};

suite("the module beside the parsers", (test) => {
  test("finds the same winners and captures on random lines", () => {
    const check = new LinesCheck(SEED, { expected: byParsers, actual: byModule }, LOG_LINES);
    for (let set = 0; check.lines < caseCount(40_000); set++) {
      const difference = check.runSet(set);
      if (difference !== undefined) assert.fail(describedDifference(difference));
    }
  });

  test.costly("gives the outputs of single lines when logs come in pieces", async () => {
    assert.equal(await checkOutputs(SEED, caseCount(200)), undefined);
  });
});

suite("the comparison of two sides", (test) => {
  for (const [fault, actual] of Object.entries(FAULTS)) {
    test(`finds that ${fault}`, () => {
      const check = new LinesCheck(SEED, { expected: byParsers, actual }, LOG_LINES);
      for (let set = 0; set < ENOUGH_SETS; set++) if (check.runSet(set) !== undefined) return;
      assert.fail(`not found in ${check.lines} lines`);
    });
  }

  test("makes a difference small", () => {
    const check = new LinesCheck(SEED, { expected: byParsers, actual: FAULTS["numbers are hexadecimal"]! }, LOG_LINES);
    for (let set = 0; set < ENOUGH_SETS; set++) {
      const difference = check.runSet(set);
      // Some depend on a long line.
      if (difference !== undefined && difference.rules.length <= 2 && difference.line.length < 30) return;
    }
    assert.fail("there is no small difference");
  });
});
