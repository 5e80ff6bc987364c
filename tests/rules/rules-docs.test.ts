import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import type { Rule } from "../../src/rules/rule.ts";
import { parseRules } from "../support/parsed-rules.ts";
import { suite } from "../support/suite.ts";

suite("rules files in the documentation", (test) => {
  const [first, shared] = blocks("rules.md", "yaml");

  test("load in the first example", () => {
    const [rule] = parse(first!);
    assert.deepEqual(rule!.pattern.fields, ["timestamp", "path", "status"]);
    assert.deepEqual(rule!.template.slots, [1, 2]);
  });
  test("load in the example of anchors", () => {
    assert.deepEqual(
      parse(shared!).map(({ name, pattern, template }) => [name, pattern.fields, template.slots]),
      [
        ["v1", ["timestamp", "method", "path"], [1, 2]],
        ["v2", ["timestamp", "method", "path"], [1, 2]],
      ],
    );
  });
  test("give the error report that is shown", () => {
    const [file] = blocks("errors.md", "yaml");
    const [report] = blocks("errors.md", "text");
    assert.throws(() => parse(file!), { message: report!.trimEnd() });
  });
  test("have templates that give the output shown", () => {
    const rows = [...read("rules.md").matchAll(/^\| `([^`]*\{[^`]*)` \| `([^`]*)`/gm)];
    assert.equal(rows.length, 4);
    for (const [, template, output] of rows) {
      const [rule] = parse(`rules: [{ name: a, pattern: [{ field: user }], output: '${template}' }]`);
      const literals = rule!.template.literals.map((literal) => Buffer.from(literal).toString());
      assert.equal(literals.join("ann"), output);
    }
  });
});

function parse(file: string): Rule[] {
  return parseRules(Buffer.from(file), "rules.yaml");
}

function read(page: string): string {
  return readFileSync(new URL(`../../docs/reference/${page}`, import.meta.url), "utf8");
}

/** The fenced blocks of a language on a page. */
function blocks(page: string, language: string): string[] {
  return [...read(page).matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, "gms"))].map(([, block]) => block!);
}
