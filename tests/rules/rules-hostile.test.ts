import assert from "node:assert/strict";
import fc from "fast-check";
import { RulesError } from "../../src/rules/rules-error.ts";
import { parseRules } from "../support/parsed-rules.ts";
import { assertProperty, shareOf } from "../support/property.ts";
import { checkGrowth, countingSuite } from "../support/steps.ts";
import { suite } from "../support/suite.ts";

// Files in which something is large, or repeated `n` times. Their result is checked with up to `MANY`, and twice the
// size may take only twice the steps. A single call of the runtime is one step, so quadratic cost inside it would show
// as a test that takes a minute.
const MANY = shareOf(10_000);

const rule = (pattern: string, output: string) =>
  `rules:\n  - name: a\n    pattern: ${pattern}\n    output: ${output}\n`;
const lines = (line: (i: number) => string, count: number) =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n");

const HOSTILE: readonly (readonly [what: string, file: (n: number) => string, outcome: RegExp])[] = [
  ["opening brackets", (n) => "[".repeat(4 * n), /nested more than 100 levels/],
  ["opening braces", (n) => "{".repeat(4 * n), /nested more than 100 levels/],
  ["opening and closing brackets", (n) => "[".repeat(n) + "]".repeat(n), /nested more than 100 levels/],
  ["nested lists", (n) => "- ".repeat(n), /nested more than 100 levels/],
  ["nested keys", (n) => "? ".repeat(n), /nested more than 100 levels/],
  ["deep nesting under a user's own key", () => `x-a: ${"[".repeat(90)}${"]".repeat(90)}\nrules: []`, /^0 rules$/],
  ["a long text", (n) => rule(`[{ text: ${"x".repeat(8 * n)} }]`, "x"), /^1 rules$/],
  ["many escapes", (n) => rule(`[{ text: "${"\\x41".repeat(8 * n)}" }]`, "x"), /^1 rules$/],
  ["many quotes", (n) => rule(`[{ text: '${"''".repeat(8 * n)}' }]`, "x"), /^1 rules$/],
  ["a quote that is not closed", (n) => `rules: "${"x\n".repeat(8 * n)}`, /NOT_YAML/],
  ["many quotes that are not closed", (n) => `rules:\n${lines((i) => `x${i}: "y`, n)}`, /NOT_YAML/],
  ["many braces in the output", (n) => rule("[{ field: f }]", `'${"{".repeat(8 * n)}'`), /^1 rules$/],
  ["many placeholders", (n) => rule("[{ field: f }]", `'${"{f}".repeat(8 * n)}'`), /^1 rules$/],
  ["many unknown placeholders", (n) => rule("[{ field: f }]", `'${"{x}".repeat(8 * n)}'`), /\[UNKNOWN_PLACEHOLDER\]/],
  [
    "a long name that resembles no other",
    (n) => rule("[{ field: f }]", `'{${"x".repeat(8 * n)}}'`),
    /\[UNKNOWN_PLACEHOLDER\]/,
  ],
  [
    "control characters in every name",
    () =>
      `rules: [{ "name\x1b": "\x1b", pattern: [{ field: "f\x1bg" }, { "\x07": 1 }], output: "{fg}", "\u202e": *\x1b }]`,
    /UNKNOWN_KEY/,
  ],
  [
    "a placeholder that resembles a field with a control character",
    () => rule('[{ field: "field\x1b" }]', "'{field}'"),
    /UNKNOWN_PLACEHOLDER/,
  ],
  ["a long unknown key", (n) => `rules: []\n? ${"x".repeat(8 * n)}\n: y\n`, /\[UNKNOWN_KEY\]/],
  ["many keys", (n) => `x-a:\n${lines((i) => `  k${i}: v`, n)}\nrules: []\n`, /^0 rules$/],
  ["many equal keys", (n) => `x-a:\n${lines(() => "  k: v", n)}\nrules: []\n`, new RegExp(`${MANY - 1} problems`)],
  ["many unknown keys", (n) => `rules: []\n${lines((i) => `k${i}: v`, n)}\n`, new RegExp(`${MANY} problems`)],
  ["many problems", (n) => `rules:\n${lines(() => "  - x", n)}\n`, new RegExp(`${MANY} problems`)],
  ["many problems on one line", (n) => `rules: [${"x, ".repeat(n)}]\n`, new RegExp(`${MANY} problems`)],
  ["many YAML errors", (n) => `rules:\n${lines(() => "a: @", n)}`, /problems/],
  ["a log", (n) => lines(() => "a: @", n), /if this is a log/],
  ["many fields", (n) => rule(`[${"{ field: f }, ".repeat(n)}]`, "''"), /\[TOO_MANY_FIELDS\]/],
  ["many fields in notation", (n) => rule(`'${"{f} { ".repeat(n)}'`, "''"), /\[TOO_MANY_FIELDS\]/],
  [
    "many fields that span others",
    (n) =>
      `rules:\n  - name: x\n    pattern: "{a} {b}"\n    output: x\n    fields:\n${lines((i) => `      s${i}: { from: "{a}" }`, n)}\n`,
    /\[TOO_MANY_FIELDS\]/,
  ],
  ["many documents", (n) => "---\n".repeat(n), /\[MULTIPLE_DOCUMENTS\]/],
  ["many comments", (n) => `${"# x\n".repeat(n)}rules: []\n`, /^0 rules$/],
  ["many empty lines", (n) => `${"\n".repeat(n)}rules: []\n`, /^0 rules$/],
  [
    "many anchors in a row",
    (n) => `x-a:\n  - &a0 x\n${lines((i) => `  - &a${i + 1} [*a${i}]`, n / 20)}\nrules: []`,
    /^0 rules$/,
  ],
  [
    "aliases that double repeatedly",
    (n) => `x-a:\n  - &a0 x\n${lines((i) => `  - &a${i + 1} [*a${i}, *a${i}]`, n / 20)}`,
    /ALIAS_BOMB/,
  ],
  [
    "many aliases of a long text",
    (n) => rule(`[{ text: &t ${"x".repeat(8 * n)} }, ${"{ text: *t }, ".repeat(n)}]`, "x"),
    /ALIAS_BOMB/,
  ],
  ["an alias inside the pattern that it stands for", () => rule("&p [{ text: a }, *p]", "x"), /ALIAS_BOMB/],
  ["line ends of the old Mac", (n) => "rules:\r  - name: a\r".repeat(n / 20), /NOT_YAML/],
  ["NUL characters", (n) => "\0".repeat(n), /NOT_YAML/],
];

suite("hostile rules files", (test) => {
  for (const [what, file, outcome] of HOSTILE) {
    test(what, () => assert.match(outcomeOf(Buffer.from(file(MANY))), outcome));
  }

  test("of random bytes give rules or a report", () => {
    assertProperty(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void outcomeOf(bytes)));
  });
  test("of random pieces of YAML give rules or a report", () => {
    const pieces =
      "rules: |- |name: |pattern:|output: |x-a: |text: |field: |\n|  |    |[|]|{|}|, |'|\"|*a |&a |!t |? |: |>|---\n|%Y |#|{f}|\x1b|\u202e|\t|\r|\\|é"
        .split("|")
        .concat("|");
    assertProperty(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        outcomeOf(Buffer.from(parts.join("")));
      }),
      { numRuns: 400 },
    );
  });
});

type Parsing = Pick<typeof import("../../src/rules/parse-rules.ts"), "parseRules">;

countingSuite<Parsing>(
  "steps of reading hostile rules files",
  { "rules/parse-rules.ts": "parseRules" },
  (check, modules) => {
    for (const [what, file] of HOSTILE) {
      check(what, () => {
        const stepsOf = (n: number): number => {
          const bytes = Buffer.from(file(n));
          return modules().during(() => {
            try {
              modules().parseRules([{ bytes, name: "rules.yaml" }]);
            } catch {
              // The report's content is checked above.
            }
          });
        };
        stepsOf(100);
        const size = shareOf(1_000);
        checkGrowth(what, stepsOf(size), stepsOf(2 * size));
      });
    }
  },
);

/** The number of rules, or the report. Any other error is thrown. */
function outcomeOf(file: Uint8Array): string {
  try {
    return `${parseRules(file, "rules.yaml").length} rules`;
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    assert.ok(error.issues.length > 0 && error.issues.length <= 20);
    assert.ok(error.message.length < 20_000);
    assert.doesNotMatch(error.message, /[^\P{Cc}\n]|\p{Bidi_Control}/u);
    for (const { line, column, length, frame, help } of error.issues) {
      assert.ok(line >= 1 && column >= 1 && length >= 1 && help !== "");
      assert.ok(frame[1].includes("^"));
    }
    return error.message;
  }
}
