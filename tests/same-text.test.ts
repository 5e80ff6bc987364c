// How tests tell where large texts differ.
import assert from "node:assert/strict";
import { assertSameText } from "./support/same-text.ts";
import { suite } from "./support/suite.ts";

const long = "x".repeat(1_000);

suite("texts that differ", (test) => {
  for (const [actual, expected, message] of [
    ["a\nb\nc\n", "a\nB\nc\n", 'line 2 is "b", not "B"'],
    ["a\n", "a\nb\n", 'line 2 is "", not "b"'],
    ["a", "a\nb", 'line 2 is missing, not "b"'],
    ["a\nb", "a", 'line 2 is "b", not missing'],
    [`${long}a`, `${long}b`, `line 1 is …"${"x".repeat(20)}a", not …"${"x".repeat(20)}b"`],
    [`a${long}`, "b", `line 1 is "a${"x".repeat(99)}"…, not "b"`],
  ] as const) {
    test(`are named by their first line that differs: ${message}`, () =>
      assert.throws(() => assertSameText(actual, expected, "the output"), { message: `the output: ${message}` }));
  }

  test("are no others", () => assertSameText(`${long}\n${long}`, `${long}\n${long}`, "the output"));
});
