import assert from "node:assert/strict";
import fc from "fast-check";
import { parseRules } from "../src/rules/parse-rules.ts";
import { RulesError } from "../src/rules/rules-error.ts";
import { assertProperty } from "./support/property.ts";
import { suite } from "./support/suite.ts";

// None of these is timed: what takes quadratic time on them does not finish in minutes, and what finishes takes less
// than a second or two.
const MANY = 50_000;
const MEGABYTE = 2 ** 20;

const rule = (pattern: string, output: string) =>
  `rules:\n  - name: a\n    pattern: ${pattern}\n    output: ${output}\n`;
const megabyteOf = (text: string) => text.repeat(MEGABYTE / text.length);
const lines = (line: (i: number) => string, count = MANY) =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n");

const HOSTILE: readonly (readonly [what: string, file: string, outcome: RegExp])[] = [
  ["brackets that open", "[".repeat(200_000), /nested more than 100 levels/],
  ["braces that open", "{".repeat(200_000), /nested more than 100 levels/],
  ["brackets that open and close", "[".repeat(MANY) + "]".repeat(MANY), /nested more than 100 levels/],
  ["lists in lists", "- ".repeat(MANY), /nested more than 100 levels/],
  ["keys of keys", "? ".repeat(MANY), /nested more than 100 levels/],
  ["deep nesting below a key of the user's", `x-a: ${"[".repeat(90)}${"]".repeat(90)}\nrules: []`, /^0 rules$/],
  ["a megabyte of text", rule(`[{ text: ${megabyteOf("x")} }]`, "x"), /^1 rules$/],
  ["a megabyte of escapes", rule(`[{ text: "${megabyteOf("\\x41")}" }]`, "x"), /^1 rules$/],
  ["a megabyte of quotes", rule(`[{ text: '${megabyteOf("''")}' }]`, "x"), /^1 rules$/],
  ["a quote that is not closed", `rules: "${megabyteOf("x\n")}`, /NOT_YAML/],
  ["a megabyte of braces in the output", rule("[{ field: f }]", `'${megabyteOf("{")}'`), /^1 rules$/],
  ["a megabyte of placeholders", rule("[{ field: f }]", `'${megabyteOf("{f}")}'`), /^1 rules$/],
  ["a megabyte of unknown placeholders", rule("[{ field: f }]", `'${megabyteOf("{x}")}'`), /\[UNKNOWN_PLACEHOLDER\]/],
  ["a long name that is near to none", rule("[{ field: f }]", `'{${megabyteOf("x")}}'`), /\[UNKNOWN_PLACEHOLDER\]/],
  [
    "control characters in all that is named",
    `rules: [{ "name\x1b": "\x1b", pattern: [{ field: "f\x1bg" }, { "\x07": 1 }], output: "{fg}", "\u202e": *\x1b }]`,
    /UNKNOWN_KEY/,
  ],
  [
    "a placeholder near to a field with a control character",
    rule('[{ field: "field\x1b" }]', "'{field}'"),
    /UNKNOWN_PLACEHOLDER/,
  ],
  ["a long unknown key", `rules: []\n? ${megabyteOf("x")}\n: y\n`, /\[UNKNOWN_KEY\]/],
  ["many keys", `x-a:\n${lines((i) => `  k${i}: v`)}\nrules: []\n`, /^0 rules$/],
  ["many equal keys", `x-a:\n${lines(() => "  k: v")}\nrules: []\n`, /49999 problems/],
  ["many unknown keys", `rules: []\n${lines((i) => `k${i}: v`)}\n`, /50000 problems/],
  ["many problems", `rules:\n${lines(() => "  - x")}\n`, /50000 problems/],
  ["many problems on one line", `rules: [${"x, ".repeat(MANY)}]\n`, /50000 problems/],
  ["many YAML errors", lines(() => "a: @"), /problems/],
  ["many fields", rule(`[${"{ field: f }, ".repeat(MANY)}]`, "''"), /\[TOO_MANY_FIELDS\]/],
  ["many documents", "---\n".repeat(MANY), /\[MULTIPLE_DOCUMENTS\]/],
  ["many comments", `${"# x\n".repeat(MANY)}rules: []\n`, /^0 rules$/],
  ["many empty lines", `${"\n".repeat(MANY)}rules: []\n`, /^0 rules$/],
  [
    "many anchors, one after the other",
    `x-a:\n  - &a0 x\n${lines((i) => `  - &a${i + 1} [*a${i}]`, 1000)}\nrules: []`,
    /^0 rules$/,
  ],
  [
    "aliases that double a thousand times",
    `x-a:\n  - &a0 x\n${lines((i) => `  - &a${i + 1} [*a${i}, *a${i}]`, 1000)}`,
    /ALIAS_BOMB/,
  ],
  [
    "many aliases of a long text",
    rule(`[{ text: &t ${megabyteOf("x")} }, ${"{ text: *t }, ".repeat(MANY)}]`, "x"),
    /ALIAS_BOMB/,
  ],
  ["an alias in a pattern of itself", rule("&p [{ text: a }, *p]", "x"), /ALIAS_BOMB/],
  ["line ends of the old Mac", "rules:\r  - name: a\r".repeat(1000), /NOT_YAML/],
  ["NUL characters", "\0".repeat(MANY), /NOT_YAML/],
];

suite("hostile rules files", (test) => {
  for (const [what, file, outcome] of HOSTILE) {
    test(what, () => assert.match(outcomeOf(Buffer.from(file)), outcome));
  }

  test("bytes of any kind are rules or a report", () => {
    assertProperty(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void outcomeOf(bytes)));
  });
  test("so is what is made of the pieces of YAML", () => {
    const pieces =
      "rules: |- |name: |pattern:|output: |x-a: |text: |field: |\n|  |    |[|]|{|}|, |'|\"|*a |&a |!t |? |: |>|---\n|%Y |#|{f}|\x1b|\u202e|\t|\r|\\|é"
        .split("|")
        .concat("|");
    assertProperty(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 40 }), (parts) => {
        outcomeOf(Buffer.from(parts.join("")));
      }),
      { numRuns: 2000 },
    );
  });
});

/** How many rules there are, or the report. Whatever else is thrown passes. */
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
