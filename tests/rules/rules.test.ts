import assert from "node:assert/strict";
import { commonLiterals } from "../../src/matcher/pattern.ts";
import type { Rule } from "../../src/rules/rule.ts";
import { RulesError } from "../../src/rules/rules-error.ts";
import { parseRules } from "../support/parsed-rules.ts";
import { suite } from "../support/suite.ts";

const parse = (file: string): Rule[] => parseRules(Buffer.from(file), "rules.yaml");

function report(file: string): RulesError {
  try {
    parse(file);
  } catch (error) {
    if (error instanceof RulesError) return error;
    throw error;
  }
  throw new Error("no problem was found");
}

const texts = (parts: readonly Uint8Array[]): string[] => parts.map((part) => Buffer.from(part).toString());

suite("rules of a file", (test) => {
  test("have a name, a pattern and a template", () => {
    const [rule] = parse(`
# Two formats, one form.
rules:
  - name: get   # shown by explain
    description: |
      Reads.
    x-ticket: [1, 2]
    pattern:
      - field: timestamp
      - text: " [GET] "
      - field: path
      - text: " "
      - text: "status="
      - field: status
    output: "[{path}: {status}]"
`);
    assert.equal(rule!.name, "get");
    assert.deepEqual(rule!.pattern.fields, ["timestamp", "path", "status"]);
    assert.deepEqual(texts(commonLiterals(rule!.pattern)), [" [GET] ", " status="]);
    assert.equal(rule!.pattern.timestamp, 0);
    assert.deepEqual(texts(rule!.template.literals), ["[", ": ", "]"]);
    assert.deepEqual(rule!.template.slots, [1, 2]);
  });

  test("have elements in place of a single alternative", () => {
    const grouped = parse(
      "rules: [{ name: a, pattern: [{ alternatives: [[{ text: x }, { alternatives: [[{ field: y }]] }]] }, { text: z }], output: '{y}' }]",
    );
    const plain = parse("rules: [{ name: a, pattern: [{ text: x }, { field: y }, { text: z }], output: '{y}' }]");
    assert.deepEqual(grouped[0]!.pattern, plain[0]!.pattern);
  });

  test("may be an empty list", () => assert.deepEqual(parse("rules: []"), []));
  test("may have a byte order mark, Windows line ends and document marks", () => {
    const file = "---\nrules:\n  - name: a\n    pattern: [{ text: x }]\n    output: ''\n";
    const rulesOf = (text: string) => parse(text).map(({ span: _, fieldSpans: __, written: ___, ...rule }) => rule);
    assert.deepEqual(rulesOf(`\ufeff${file.replaceAll("\n", "\r\n")}...\r\n`), rulesOf(file));
    assert.deepEqual(rulesOf(`%YAML 1.1\n${file}`), rulesOf(file));
  });
  test("may share a name, and keep the order of the file", () => {
    const names = parse(
      `rules:${["b", "a", "b"].map((name) => `\n- {name: ${name}, pattern: [text: x], output: y}`).join("")}`,
    );
    assert.deepEqual(
      names.map(({ name }) => name),
      ["b", "a", "b"],
    );
  });
  test("may be called like properties of an object's prototype", () => {
    const file = `
x-a: { __proto__: { constructor: 1 }, toString: 2 }
rules:
  - name: __proto__
    pattern: [{ field: __proto__ }, { text: " " }, { field: constructor }, { text: toString }]
    output: "{constructor}{__proto__}"
`;
    const [rule] = parse(file);
    assert.equal(rule!.name, "__proto__");
    assert.deepEqual(rule!.template.slots, [1, 0]);
  });
});

suite("scalars as written", (test) => {
  for (const [written, text] of [
    ["007", "007"],
    ["on", "on"],
    ["NO", "NO"],
    ["~", "~"],
    ["null", "null"],
    ["1e3", "1e3"],
    ["0x1F", "0x1F"],
    ["1.50", "1.50"],
    ["2024-01-01", "2024-01-01"],
    [".inf", ".inf"],
    ["=", "="],
    ["<<", "<<"],
    ["a # comment", "a"],
    ["a#b", "a#b"],
    ["a\\nb", "a\\nb"],
    ["'it''s'", "it's"],
    ["' a '", " a "],
    ["'a\\nb'", "a\\nb"],
    ['"a\\tb\\\\\\" \\u00e9 \\x41"', 'a\tb\\" é A'],
    ['"a\\r"', "a\r"],
    ['"\\ud83c\\udf89"', "🎉"],
    ['"\\0"', "\0"],
    ["!!str 1", "1"],
    ["! 1", "1"],
    ["&a 1", "1"],
    ["|-\n          a: 'b' # c", "a: 'b' # c"],
    [">-\n          a\n          b", "a b"],
    ["a\n          b", "a b"],
    ["字 é 🎉", "字 é 🎉"],
    ["\u2028", "\u2028"],
  ] as const) {
    test(`read text: ${JSON.stringify(written)} as ${JSON.stringify(text)}`, () => {
      const [rule] = parse(`rules:\n  - name: a\n    pattern:\n      - text: ${written}\n    output: ""\n`);
      assert.deepEqual(texts(commonLiterals(rule!.pattern)), [text]);
    });
  }

  test("may be an empty output in quotes", () => {
    for (const written of ['""', "''"]) {
      const [rule] = parse(`rules: [{ name: a, pattern: [{ text: x }], output: ${written} }]`);
      assert.deepEqual(texts(rule!.template.literals), [""]);
    }
  });
});

suite("anchors", (test) => {
  const SHARED = `
x-shared:
  - &time { field: timestamp }
  - &sep { text: " | " }
  - &out "{a}"
  - &pattern [*time, *sep, { field: a }]
  - &key name
rules:
  - *key : one
    pattern: *pattern
    output: *out
  - &two
    name: two
    pattern: [*time, { text: " " }, { field: &field a }, *sep, { field: b }]
    output: *field
  - *two
`;
  test("and aliases stand for whole values anywhere", () => {
    const [one, two, again] = parse(SHARED);
    assert.equal(one!.name, "one");
    assert.deepEqual(one!.pattern.fields, ["timestamp", "a"]);
    assert.deepEqual(one!.template.slots, [1]);
    assert.deepEqual(texts(commonLiterals(two!.pattern)), [" ", " | "]);
    assert.deepEqual(texts(two!.template.literals), ["a"]);
    assert.deepEqual(again, two);
  });
  test("that are set again hold from there on", () => {
    const [rule] = parse("x-a: [&t a, &t b]\nrules: [{ name: *t, pattern: [{ text: x }], output: '' }]");
    assert.equal(rule!.name, "b");
  });
  test("report the issues of a shared value once, where it is written", () => {
    const { issues } = report(SHARED.replace('{ text: " | " }', '{ text: "" }'));
    assert.deepEqual(
      issues.map(({ line, code }) => `${line} ${code}`),
      ["4 EMPTY_VALUE"],
    );
  });
  test("report a wrong use of a shared text where it is used", () => {
    const { issues } = report(SHARED.replace('"{a}"', '"{b}"'));
    assert.deepEqual(
      issues.map(({ line, column }) => `${line}:${column}`),
      ["11:13"],
    );
    assert.deepEqual(issues[0]!.frame, ["  11 |     output: *out", "     |             ^^^^"]);
  });
  test("cause no further issues if what they stand for is unknown", () => {
    const file = "rules: [{ name: *n, pattern: [{ text: *t }, { field: *f }], output: '{a}' }]";
    assert.deepEqual(
      report(file).issues.map(({ column }) => column),
      [17, 39, 54],
    );
  });
});

suite("positions of issues", (test) => {
  for (const [style, output, carets] of [
    ["in a plain text", "output: a {id} b", "          ^^^^"],
    ["in single quotes", "output: 'a {id} b'", "           ^^^^"],
    ["in double quotes", 'output: "a {id} b"', "           ^^^^"],
    ["in single quotes after an escape", "output: '''{id}'", "           ^^^^"],
    ["in double quotes after escapes", 'output: "\\u00e9\\t\\"{id}"', "                   ^^^^"],
    ["that is itself escaped", 'output: "\\x7bid}"', "        ^^^^^^^^^"],
    ["after a character of two code units", 'output: "🎉{id}"', "          ^^^^"],
    ["after another placeholder in doubled braces", 'output: "{{m}}{id}"', "              ^^^^"],
    ["in a text with a tag", 'output: !!str "{id}"', "               ^^^^"],
  ] as const) {
    test(`are right for a placeholder ${style}`, () => {
      const { issues } = report(`rules:\n- name: a\n  pattern: [{field: m}]\n  ${output}\n`);
      assert.equal(issues.length, 1);
      assert.equal(issues[0]!.line, 4);
      assert.equal(issues[0]!.column, carets.indexOf("^") + 3);
      assert.equal(issues[0]!.length, carets.trim().length);
    });
  }
  test("are right for a placeholder in a text of several lines", () => {
    for (const output of ['"a\n    {id}"', "a\n    {id}", ">-\n    {id}", "|-\n    {id}"]) {
      const { issues } = report(`rules:\n- name: a\n  pattern: [{field: m}]\n  output: ${output}\n`);
      assert.deepEqual(
        issues.map(({ line, column }) => `${line}:${column}`),
        ["5:5"],
      );
    }
  });
  test("are right for each of several placeholders", () => {
    const { issues } = report(`rules:\n- name: a\n  pattern: [{field: m}]\n  output: "{x}{m}{y}{x}{{x}}"\n`);
    assert.deepEqual(
      issues.map(({ column }) => column),
      [12, 18, 21],
    );
  });
  test("count lines and columns from 1, columns in code points", () => {
    const { issues } = report("rules: []\r\n\r\n# 字🎉\r\n{ 🎉: a, b: c }: d\n");
    assert.equal(issues[0]!.line, 4);
    const [issue] = report("{ 'x-🎉': 1, rules: [], 🎉: 2 }").issues;
    assert.equal(issue!.column, 24);
  });
});

suite("all issues at once", (test) => {
  const EIGHT = `version: 1
rules:
  - name: ""
    pattern:
      - field: method
      - text: |
          GET
    output: "{methd}"
  - name: b
    patern: [{ text: a }]
    output:
  - name: c
    name: d
    pattern: []
  - GET
`;
  test("are reported in the order of the file", () => {
    assert.deepEqual(
      report(EIGHT).issues.map(({ line, column, code }) => `${line}:${column} ${code}`),
      [
        "1:1 UNKNOWN_KEY",
        "3:11 EMPTY_VALUE",
        "6:15 LINE_BREAK",
        "8:14 UNKNOWN_PLACEHOLDER",
        "10:5 UNKNOWN_KEY",
        "11:5 MISSING_VALUE",
        "12:5 MISSING_KEY",
        "13:5 DUPLICATE_KEY",
        "14:14 EMPTY_VALUE",
        "15:5 WRONG_TYPE",
      ],
    );
  });
  test("make up the message of the error", () => {
    assert.equal(
      report("rules:\n  - name: get\n    pattern: [{ text: a }]\n  - pattern: [{ field: m }]\n    output: '{n}'\n")
        .message,
      `rules.yaml:2:5: rule 'get' has no 'output' [MISSING_KEY]
  2 |   - name: get
    |     ^^^^
  help: write 'output:' and the text that a matching line becomes; output: "" makes it an empty line

rules.yaml:4:5: the rule has no 'name' [MISSING_KEY]
  4 |   - pattern: [{ field: m }]
    |     ^^^^^^^
  help: write 'name:' and a name to know the rule by

rules.yaml:5:14: the output of the rule has '{n}', but its pattern has no such field [UNKNOWN_PLACEHOLDER]
  5 |     output: '{n}'
    |              ^^^
  help: the fields are 'm'; write '{{n}}' for the text itself

3 problems in rules.yaml`,
    );
  });
  test("name the text in the pattern that is probably meant as the field of a placeholder", () => {
    const helpOf = (pattern: string, output: string) => {
      const [issue] = report(`rules:\n  - name: get\n    pattern: ${pattern}\n    output: '${output}'\n`).issues;
      assert.equal(issue!.code, "UNKNOWN_PLACEHOLDER");
      return issue!.help;
    };
    const otherName =
      "'{request-id}' in the pattern is text, because only letters, digits and '_' make a name in braces; " +
      "for a field of that name write the element { field: 'request-id' }";
    assert.equal(helpOf("'{timestamp} {request-id} done'", "{request_id}"), otherName);
    assert.equal(helpOf("[{ alternatives: [['{request-id}'], [{ text: x }]] }]", "{request_id}"), otherName);
    assert.equal(
      helpOf("'{timestamp} took {ms: number}'", "{ms}"),
      "'{ms: number}' in the pattern is text, because there are blanks in it; for a field write '{ms:number}'",
    );
    assert.equal(helpOf("'{job} {request-id}'", "{jobs}"), "did you mean '{job}'? the fields are 'job'");
    assert.equal(helpOf("'{job} {request-id}'", "{n}"), "the fields are 'job'; write '{{n}}' for the text itself");
  });
  test("are counted even if there is only one", () => {
    assert.match(report("rules:\n").message, /\n\n1 problem in rules\.yaml$/);
  });
  test("are counted after the first twenty", () => {
    const error = report(`rules:\n${"  - x\n".repeat(32)}`);
    assert.equal(error.issues.length, 20);
    assert.equal(error.omitted, 12);
    assert.match(error.message, /\n\nand 12 more problems\n\n32 problems in rules\.yaml$/);
    assert.match(report(`rules:\n${"  - x\n".repeat(21)}`).message, /\n\nand 1 more problem\n\n21 problems/);
  });
  test("tell a remedy once, and of many of one kind only the places", () => {
    const rows = report(`rules:\n${"  - x\n".repeat(5)}`).message.split("\n");
    assert.equal(rows.filter((row) => row.startsWith("  help: ")).length, 1);
    assert.equal(rows.filter((row) => row.includes(" | ") && row.endsWith("- x")).length, 3);
    assert.deepEqual(rows.slice(-5), [
      "",
      "rules.yaml:5:5: a rule is text; expected a mapping [WRONG_TYPE]",
      "rules.yaml:6:5: a rule is text; expected a mapping [WRONG_TYPE]",
      "",
      "5 problems in rules.yaml",
    ]);
  });
  test("show nothing of the file or its name raw on a terminal", () => {
    const file = 'rules:\n  - "\x1b[31m": \x1b\n    \u202ename: "{\x07"\n';
    assert.throws(
      () => parseRules(Buffer.from(file), "\x1b]0;title\x07.yaml"),
      ({ message }: Error) => !/[^\P{Cc}\n]|\u202e/u.test(message) && message.startsWith("\\x1b]0;title\\x07.yaml:2:5"),
    );
  });
});

suite("issues of a file that is not YAML", (test) => {
  const places = (file: string) => report(file).issues.map(({ line, code }) => `${line} ${code}`);

  test("include those before the first YAML error", () => {
    assert.deepEqual(places("version: 1\nrules:\n  - x\n  - name: [\n"), [
      "1 UNKNOWN_KEY",
      "3 WRONG_TYPE",
      "4 WRONG_TYPE",
      "5 NOT_YAML",
    ]);
  });
  test("do not include those after it", () => {
    assert.deepEqual(places("a: @x\nb: c\nrules: d\n"), ["1 NOT_YAML"]);
  });
  test("include what is missing from a rule that is known to have ended", () => {
    const file =
      "rules:\n  - name: a\n    pattern: [{ text: x }]\n  - name: b\n  - name: c\n    pattern: @\n    output: x\n";
    assert.deepEqual(places(file), ["2 MISSING_KEY", "4 MISSING_KEY", "4 MISSING_KEY", "6 NOT_YAML"]);
    assert.deepEqual(places("rules:\n  - name: a\n    pattern:\n\toutput: x\n"), ["4 NOT_YAML"]);
  });
  test("are one if the file is probably a log", () => {
    const log = ["12:00:01,104 job: started: a", "12:00:02,104 job done", "12:00:03,104 job: started: b", "- x"].join(
      "\n",
    );
    for (const file of [log, '{"a":1}\n{"b":2}\n{"c":3}\n', "INFO started\nINFO done\n"]) {
      const { issues, omitted } = report(file);
      assert.deepEqual([issues.length, omitted], [1, 0], file);
      assert.match(issues[0]!.help, /^if this is a log, name it after the rules; /);
    }
    for (const file of [`rules:\n${log}`, `{"rules": [\n${log}`, `"rules" : []\n${log}`])
      assert.ok(
        report(file).issues.every(({ help }) => !help.includes("log")),
        file,
      );
  });
  test("do not include what follows the end that an error makes", () => {
    const file = "rules:\n  - name: a\n    pattern: {time} {level} x\n    output: x\n  - name: b\n    pattern: y\n";
    assert.deepEqual(places(file), ["3 NOT_YAML"]);
  });
  test("have an open quote where it begins, however far its text reaches", () => {
    const [issue] = report("rules:\n  - name: a\n    pattern: x\n    output: 'it\n\n").issues;
    assert.deepEqual([issue!.line, issue!.column, issue!.message], [4, 13, "not YAML: missing closing quote"]);
  });
  test("include one YAML error per line", () => {
    assert.deepEqual(places("rules: [\n  {a: 'x' 'y' b: c}]\n"), ["2 NOT_YAML"]);
  });
});
