// Text that is inserted into rules files.

import assert from "node:assert/strict";
import fc from "fast-check";
import { parse } from "yaml";
import { RulesLayout, type TextEdit, withEdits } from "../../src/rules/edit-rules.ts";
import { meaningOf } from "../../src/rules/rule.ts";
import { scalarOf, yamlText } from "../../src/rules/write-rule.ts";
import { character } from "../support/arbitraries.ts";
import { parseRules } from "../support/parsed-rules.ts";
import { assertProperty, assertReached } from "../support/property.ts";
import { isLeftOf, style, styledFile } from "../support/rules-styles.ts";
import { structured } from "../support/solver-arbitraries.ts";
import { suite } from "../support/suite.ts";

/** A text before and after an edit. What is added stands between « and », and what is removed between ‹ and ›. */
function versions(marked: string): { before: string; after: string } {
  return {
    before: marked.replace(/«[^»]*»/g, "").replace(/[‹›]/g, ""),
    after: marked.replace(/‹[^›]*›/g, "").replace(/[«»]/g, ""),
  };
}

const NEW = { line: "a: 1", output: "b" };

/** An example in the first rule of a file. */
const EXAMPLES: Readonly<Record<string, string>> = {
  "below the last key": `
rules:
  - name: a
    pattern: "x{y}"
    output: z
«    examples:
      - line: "a: 1"
        output: b
»  - name: b
    pattern: "xx{y}"
    output: z
`,
  "between the last key and the comments below it": `
rules: # the rules
  - name: a # the rule
    # its pattern
    pattern: "x{y}"
    output: z # its output
«    examples:
      - line: "a: 1"
        output: b
»    # a comment in the rule

# a comment below the rules
`,
  "at the end of a file that has no line break there": `
rules:
  - name: a
    pattern: "x{y}"
    output: z«
    examples:
      - line: "a: 1"
        output: b»`,
  "in a list that is not indented": `
rules:
- name: a
  pattern: "x{y}"
  output: z
«  examples:
  - line: "a: 1"
    output: b
»x-more: 1
`,
  "in a list that is indented a lot": `
rules:
      -   name: a
          pattern: "x{y}"
          output: z
«          examples:
                - line: "a: 1"
                  output: b
»`,
  "where the dash has a line of its own": `
rules:
  -
    name: a
    pattern: "x{y}"
    output: z
«    examples:
      - line: "a: 1"
        output: b
»`,
  "with the line ends of the file": `rules:\r
  - name: a\r
    pattern: "x{y}"\r
    output: z\r
«    examples:\r
      - line: "a: 1"\r
        output: b\r
»  # end\r
`,
  "with the line ends of the file, if the last line has none": `rules:\r
  - name: a\r
    pattern: "x{y}"\r
    output: z«\r
    examples:\r
      - line: "a: 1"\r
        output: b»`,
  "below a block scalar, and above the blank lines that follow": `
rules:
  - name: a
    pattern: "x{y}"
    output: |-
      z
«    examples:
      - line: "a: 1"
        output: b
»


  - name: b
    pattern: "xx{y}"
    output: z
`,
  "below a block scalar that keeps its blank lines": `
rules:
  - name: a
    pattern: "x{y}"
    output: z
    description: |+
      z

«    examples:
      - line: "a: 1"
        output: b
»  - name: b
    pattern: "xx{y}"
    output: z
`,
  "below a value of several lines": `
rules:
  - name: a
    output: z
    pattern: "x
      {y}" # more
«    examples:
      - line: "a: 1"
        output: b
»`,
  "below a nested value": `
rules:
  - name: a
    output: z
    pattern:
      - "x{y}"
      - optional:
          # empty?
          - text: z # yes
«    examples:
      - line: "a: 1"
        output: b
»      # more
`,
  "below a list in brackets over several lines": `
rules:
  - name: a
    output: z
    pattern: [
      "x{y}", # one
      " z"
    ] # all
«    examples:
      - line: "a: 1"
        output: b
»`,
  "below a key without a value": `
rules:
  - name: a
    pattern: "x{y}"
    output: z
    x-note: # none
«    examples:
      - line: "a: 1"
        output: b
»
    # more
`,
  "below a value with tabs around it": `
rules:\t# one
  - name:\ta\t# two
    pattern:\t"x{y}"
    output:\tz\t# three
«    examples:
      - line: "a: 1"
        output: b
»\t
`,
  "below an alias": `
x-a: &o z
rules:
  - name: a
    pattern: "x{y}"
    output: *o
«    examples:
      - line: "a: 1"
        output: b
»`,
  "in a rule with an anchor": `
rules:
  - &a
    name: a
    pattern: "x{y}"
    output: &b z
«    examples:
      - line: "a: 1"
        output: b
»`,
  "in a document with its markers": `%YAML 1.2
---
rules:
  - name: a
    pattern: "x{y}"
    output: z
«    examples:
      - line: "a: 1"
        output: b
»...
`,
  "in a rule in braces": `
rules:
  - { name: a, pattern: "x{y}", output: z«, examples: [{ line: "a: 1", output: "b" }]» } # one
`,
  "in a rule in braces with a comma at its end": `
rules:
  - { name: a, pattern: "x{y}", output: z«, examples: [{ line: "a: 1", output: "b" }]», }
`,
  "in a rule in braces over several lines": `
rules:
  - {
      name: a,
      pattern: "x{y}",
      output: z«, examples: [{ line: "a: 1", output: "b" }]» # last
    }
`,
  "in JSON, which it stays": `{
  "rules": [
    {
      "name": "a",
      "pattern": "x{y}",
      "output": "z"«, "examples": [{ "line": "a: 1", "output": "b" }]»
    }
  ]
}
`,
};

const RULE = ["name: n", "pattern: n", "output: n", "examples:", "  - line: n"];

/** A new rule at the end of a file's list. */
const APPENDED: Readonly<Record<string, string>> = {
  "below the last rule": `
rules:
  - name: a
    pattern: "x{y}"
    output: z # last
«  - name: n
    pattern: n
    output: n
    examples:
      - line: n
»  # a comment

x-more: 1
`,
  "after a blank line, where such lines separate rules": `
rules:
  - name: a
    pattern: "x{y}"
    output: z

  - name: b
    pattern: "xx{y}"
    output: z
«
  - name: n
    pattern: n
    output: n
    examples:
      - line: n
»`,
  "in a list that is not indented, in a file without a line break at the end": `
rules:
- name: a
  pattern: "x{y}"
  output: z«
- name: n
  pattern: n
  output: n
  examples:
    - line: n»`,
  "in a list that is indented a lot, with the line ends of the file": `rules:\r
    - name: a\r
      pattern: "x{y}"\r
      output: z\r
«    - name: n\r
      pattern: n\r
      output: n\r
      examples:\r
        - line: n\r
»`,
  "below a rule in braces": `
rules:
  - { name: a, pattern: "x{y}", output: z }
«  - name: n
    pattern: n
    output: n
    examples:
      - line: n
»`,
  "below an alias": `
x-a: &a { name: a, pattern: "x{y}", output: z }
rules:
  - *a
«  - name: n
    pattern: n
    output: n
    examples:
      - line: n
»`,
  "in an empty list": `
rules:‹ []› # none yet
«  - name: n
    pattern: n
    output: n
    examples:
      - line: n
»x-more: 1
`,
  "in an empty list, in a file without a line break at the end": `rules:‹ []›«
  - name: n
    pattern: n
    output: n
    examples:
      - line: n»`,
  "in an empty list on a line of its own": `
rules: # none‹
  [
  ]›
«  - name: n
    pattern: n
    output: n
    examples:
      - line: n
»`,
  "in an empty list with an anchor": `
rules: &a‹ []›
«  - name: n
    pattern: n
    output: n
    examples:
      - line: n
»`,
};

const load = (text: string) => parseRules(Buffer.from(text), "rules.yaml");

function isLoaded(text: string): boolean {
  try {
    load(text);
    return true;
  } catch {
    return false;
  }
}

suite("an example is inserted", (test) => {
  for (const [where, marked] of Object.entries(EXAMPLES)) {
    test(where, () => {
      const { before, after } = versions(marked);
      const edit = new RulesLayout({ text: before }).withExample(0, NEW) as TextEdit;
      assert.equal(withEdits(before, [edit]), after);
      const [old, changed] = [load(before), load(after)];
      assert.deepEqual(
        changed.map(({ name }) => name),
        old.map(({ name }) => name),
      );
      assert.deepEqual(
        changed[0]!.examples.map(({ line, output }) => ({ line, output })),
        [NEW],
      );
    });
  }

  const refused = {
    ALIAS: 'x-a: &a { name: a, pattern: "x{y}", output: z }\nrules:\n  - *a\n',
    EMPTY_LIST: 'rules:\n  - name: a\n    pattern: "x{y}"\n    examples: []\n    output: z\n',
    LAYOUT: "rules:\n  - ? name\n    : a\n    ? pattern\n    : x\n    ? output\n    : z\n",
  };
  for (const [obstacle, text] of Object.entries(refused)) {
    test(`never: ${obstacle}`, () => {
      assert.equal(load(text).length, 1);
      assert.equal(new RulesLayout({ text }).withExample(0, NEW), obstacle);
    });
  }

  test("never into a list that is an alias", () => {
    const text = 'x-a: &a\n  - { name: a, pattern: "x{y}", output: z }\nrules: *a\n';
    assert.equal(load(text).length, 1);
    assert.equal(new RulesLayout({ text }).withExample(0, NEW), "ALIAS");
  });
});

suite("rules are appended", (test) => {
  for (const [where, marked] of Object.entries(APPENDED)) {
    test(where, () => {
      const { before, after } = versions(marked);
      const edits = new RulesLayout({ text: before }).withRules([RULE]);
      assert.equal(withEdits(before, edits!), after);
      assert.deepEqual(
        load(after).map(({ name }) => name),
        [...load(before).map(({ name }) => name), "n"],
      );
    });
  }

  test("several, separated as the others are", () => {
    const two = [["name: n", "output: n"], ["name: m"]];
    const list = (separator: string): string => `rules:\n  - name: a\n${separator}  - name: b\n`;
    const added = (separator: string): string => `${separator}  - name: n\n    output: n\n${separator}  - name: m\n`;
    for (const separator of ["", "\n"]) {
      const text = list(separator);
      assert.equal(withEdits(text, new RulesLayout({ text }).withRules(two)!), text + added(separator));
    }
  });

  test("to files of any style, whose other rules stay as they are", () => {
    let count = 0;
    const patterns = fc.array(structured, { minLength: 1, maxLength: 5 });
    assertProperty(
      fc.property(patterns, style, (patterns, style) => {
        // The mark is not part of the text that a file is decoded to.
        const before = styledFile(patterns, { ...style, mark: "" });
        fc.pre(isLoaded(before));
        const after = withEdits(before, new RulesLayout({ text: before }).withRules([RULE, RULE])!);
        const changed = load(after).map(meaningOf);
        assert.deepEqual(changed.slice(0, -2), load(before).map(meaningOf));
        assert.deepEqual(
          changed.slice(-2).map(({ name }) => name),
          ["n", "n"],
        );
        assert.ok(isLeftOf(before, after));
        count++;
      }),
      { numRuns: 200 },
    );
    assertReached(count, 100, "files");
  });

  const refused = {
    "a list in brackets": "rules: [{ name: a, pattern: x, output: z }]\n",
    "a list that is an alias": "x-a: &a []\nrules: *a\n",
    "a file in braces": "{ rules: [] }\n",
    "a key with a question mark": "? rules\n: []\n",
  };
  for (const [what, text] of Object.entries(refused)) {
    test(`never to ${what}`, () => assert.equal(new RulesLayout({ text }).withRules([RULE]), undefined));
  }
});

suite("edits", (test) => {
  const edits: TextEdit[] = [
    { start: 6, end: 6, text: "++" },
    { start: 1, end: 3, text: "-" },
  ];

  test("are made in the order of their offsets", () => assert.equal(withEdits("abcdefgh", edits), "a-def++gh"));
});

suite("a text as a value of YAML", (test) => {
  const rows: Readonly<Record<string, string>> = {
    "2025-05-04 10:00:02 INFO [w-1] GET /a?b=c 200": "2025-05-04 10:00:02 INFO [w-1] GET /a?b=c 200",
    "<14>app: ready": '"<14>app: ready"',
    "it's a:b #1": '"it\'s a:b #1"',
    'say "hi": it\'s C:\\logs': "'say \"hi\": it''s C:\\logs'",
    'say "hi"': 'say "hi"',
    '{"a": 1}': "'{\"a\": 1}'",
    "": '""',
    " a": '" a"',
    "a ": '"a "',
    "a\tb": '"a\\tb"',
    "a\u2028b\u001b": '"a\\u2028b\\u001b"',
    "a:": '"a:"',
    "007": '"007"',
    "1e3": '"1e3"',
    "2025-05-04 10:00:02": '"2025-05-04 10:00:02"',
    "-": '"-"',
    "- a": '"- a"',
    "-a": '"-a"',
    "---": '"---"',
    On: '"On"',
    null: '"null"',
    "[a]": '"[a]"',
    "@x": '"@x"',
    é: "é",
  };
  for (const [text, written] of Object.entries(rows)) {
    test(`${JSON.stringify(text)} is ${written}`, () => assert.equal(scalarOf(text), written));
  }

  test("is read as that text, in every place and by every version of YAML", () => {
    const part = fc.oneof(
      fc.constantFrom(": ", " #", "- ", "---", "%", '"', "'", "\\", "{", "}", "[", "]", ",", "&a", "*a", "!", "|", ">"),
      fc.constantFrom(
        "a",
        "1",
        "0x1F",
        "1e3",
        "true",
        "no",
        "~",
        "null",
        ".inf",
        " ",
        "\t",
        "é",
        "😀",
        "\u0085",
        "\u2028",
      ),
      fc.string({ maxLength: 4, unit: character }).filter((some) => !/[\n\r\p{Surrogate}]/u.test(some)),
    );
    const text = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(""));
    assertProperty(
      fc.property(text, (some) => {
        for (const written of [scalarOf(some), yamlText(some)]) {
          const file = `rules:\n  - name: a\n    pattern: x\n    output: y\n    not:\n      - ${written}\n`;
          assert.equal(load(file)[0]!.counterexamples[0]!.line, some);
          for (const version of ["1.1", "1.2"] as const) {
            assert.deepEqual(parse(`a:\n  - ${written}\n  - b`, { version }), { a: [some, "b"] });
          }
        }
        assert.equal(parse(`{ a: [${yamlText(some)}] }`).a[0], some);
      }),
      { numRuns: 1000 },
    );
  });
});
