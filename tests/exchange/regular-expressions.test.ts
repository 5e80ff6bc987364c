// Each row of the table of regular expressions, by an example: in a pattern, or as the contents of a set.

import assert from "node:assert/strict";
import type { Expression } from "../../src/exchange/import/expressions/expression.ts";
import { parseExpression, SYNTAX } from "../../src/exchange/import/expressions/parse-expression.ts";
import { LeftOut } from "../../src/rules/rules-error.ts";
import { suite } from "../support/suite.ts";

/** What is written, and what becomes of it. */
const EXAMPLES: readonly (readonly [where: "pattern" | "set", written: string, becomes: string])[] = [
  ["pattern", "%{WORD:a}", "reference WORD a"],
  ["pattern", "%{", "expected %{NAME} or %{NAME:field}"],
  ["set", "[:digit:]", "set 0123456789"],
  ["set", "[:digits", "an unknown class of characters"],
  ["set", "[ab]", "set ab"],
  ["set", "&&", "an intersection of sets of characters"],
  ["set", "\\b", "set \b"],
  ["set", "é", "set beyond ASCII"],
  ["pattern", "é", "text é"],
  ["pattern", "\\x41", "text A"],
  ["set", "\\u0041", "set A"],
  ["pattern", "\\b", "boundary without \\b, so it also fits inside words"],
  ["pattern", "\\A", "start"],
  ["set", "\\A", "an escape that does not stand for a character"],
  ["pattern", "\\z", "end"],
  ["pattern", "\\1", "a reference back to what a group matched"],
  ["pattern", "\\d", "set 0123456789"],
  ["pattern", "\\.", "text ."],
  ["pattern", "\\", "a backslash at the end"],
  ["pattern", ".", "set all"],
  ["pattern", "[a]", "set a"],
  ["pattern", "^", "start"],
  ["pattern", "$", "end"],
  ["pattern", "(?#x)", "sequence"],
  ["pattern", "(?#x", "a '(' without a ')'"],
  ["pattern", "(?=.*)", "sequence"],
  ["pattern", "(?=%{GREEDYDATA:a})", "ignored a: left out, as it is in an assertion"],
  ["pattern", "(?![0-9])", "ignored without (?![0-9]), so it may match more"],
  ["pattern", "(?=b)", "assertion"],
  ["pattern", "(?<a>b)", "capture a"],
  ["pattern", "(?>a)", "sequence"],
  ["pattern", "(?i)a", "a case-insensitive match, which rules cannot express"],
  ["pattern", "(?&a)", "an unknown sort of group: '(?&a'"],
  ["pattern", "(a)", "text a"],
  ["pattern", "*", "there is nothing before '*' to repeat"],
];

/** A node in words, or why there is none. */
function described(text: string): string {
  try {
    return describedNode(parseExpression(text));
  } catch (error) {
    if (error instanceof LeftOut) return error.message;
    throw error;
  }
}

function describedNode(node: Expression): string {
  switch (node.kind) {
    case "text":
      return `text ${node.text}`;
    case "set": {
      const ascii = Array.from({ length: 0x80 }, (_, byte) => String.fromCharCode(byte));
      const members = ascii.filter((_, byte) => node.set[byte] === 1);
      if (members.length === 0x80) return "set all";
      return members.length === 0 && node.set[0x80] === 1 ? "set beyond ASCII" : `set ${members.join("")}`;
    }
    case "reference":
      return `reference ${node.name} ${node.field}`;
    case "capture":
      return `capture ${node.field}`;
    case "boundary":
    case "ignored":
      return `${node.kind} ${node.field === undefined ? "" : `${node.field}: `}${node.words}`;
    default:
      return node.kind;
  }
}

suite("the table of regular expressions", (test) => {
  for (const [where, written, becomes] of EXAMPLES) {
    test(`${written} in a ${where} becomes ${becomes}`, () => {
      assert.equal(described(where === "pattern" ? written : `[${written}]`), becomes);
    });
  }

  test("each row has an example that no row before it reads", () => {
    const read = EXAMPLES.map(([where, written]) =>
      SYNTAX.findIndex((row) => {
        row.written.lastIndex = 0;
        return (row.where === where || row.where === "both") && row.written.test(written);
      }),
    );
    assert.deepEqual(
      SYNTAX.flatMap((row, i) => (read.includes(i) ? [] : [String(row.written)])),
      [],
    );
  });
});
