import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { ISSUE_CODES, RulesError } from "../../src/rules/rules-error.ts";
import { ISSUE_ROWS } from "../support/issue-rows.ts";
import { parseRules } from "../support/parsed-rules.ts";
import { suite } from "../support/suite.ts";

suite("codes of issues", (test) => {
  for (const [file, place, code, message, help] of ISSUE_ROWS) {
    const shown = JSON.stringify(Buffer.from(file).toString()).slice(0, 100);
    test(`${code} is reported at ${place} of ${shown}`, () => {
      const { issues, omitted } = problemsOf(file);
      assert.deepEqual(
        issues.map((issue) => `${issue.line}:${issue.column} ${issue.code}`),
        [`${place} ${code}`],
      );
      assert.equal(omitted, 0);
      assert.match(issues[0]!.message, message);
      assert.match(issues[0]!.help, help);
    });
  }

  test("have each a row here and one in docs/reference/errors.md", () => {
    const page = readFileSync(new URL("../../docs/reference/errors.md", import.meta.url), "utf8");
    const section = page.split(/^## /m).find((text) => text.startsWith("Errors in a rules file\n")) ?? "";
    const documented = section.matchAll(/^\| `([A-Z0-9_]+)` \|/gm);
    assert.deepEqual(new Set(ISSUE_ROWS.map(([, , code]) => code)), new Set(ISSUE_CODES));
    assert.deepEqual(
      [...documented].map(([, code]) => code),
      [...ISSUE_CODES],
    );
  });
});

function problemsOf(file: string | Uint8Array): RulesError {
  try {
    parseRules(Buffer.from(file), "rules.yaml");
  } catch (error) {
    if (error instanceof RulesError) return error;
    throw error;
  }
  throw new Error("no problem was found");
}
