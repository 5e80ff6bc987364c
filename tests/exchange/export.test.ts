// Rules as pattern databases of syslog-ng.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { writePatterndb } from "../../src/exchange/export/write-patterndb.ts";
import { readXml, type XmlElement } from "../../src/exchange/import/patterndb/xml.ts";
import { type ExportOptions, exportRules, type RulesOptions } from "../../src/index.ts";
import { ANY_TYPE, TYPE_NAMES } from "../../src/matcher/types/type-registry.ts";
import { loadRules } from "../../src/run/loaded-rules.ts";
import { hosted } from "../support/command-host.ts";
import { typeReference } from "../support/field-types.ts";
import { assertProperty } from "../support/property.ts";
import { suite } from "../support/suite.ts";

const exported = (rules: unknown, program?: string) =>
  writePatterndb(loadRules({ bytes: Buffer.from(JSON.stringify({ rules })), name: "rules.yaml" }), program);

/** All elements of this name, in their order. */
function all(element: XmlElement, name: string): XmlElement[] {
  return [...(element.name === name ? [element] : []), ...element.children.flatMap((child) => all(child, name))];
}

const read = (text: string): XmlElement => readXml({ name: "out.xml", text });

function patternsOf(pattern: unknown): { patterns: string[]; remarks: string } {
  const { text, leftOut, differences } = exported([{ name: "one", pattern, output: "" }]);
  return {
    patterns: all(read(text), "pattern").map((element) => element.text),
    remarks: [...leftOut.map(({ reason }) => reason), ...differences.flatMap(({ remarks }) => remarks)].join("; "),
  };
}

const GOES_ON = "also matches messages that go on after its end, if no rule matches them as a whole";

/** Patterns of ours, those of syslog-ng, and what is said of them. */
const ROWS: readonly (readonly [pattern: unknown, theirs: readonly string[], remarks: string])[] = [
  ["done", ["done"], GOES_ON],
  ["a@b", ["a@@b"], GOES_ON],
  ["job {id}", ["job @ANYSTRING:id@", "job "], ""],
  ["job {id}: {what}", ["job @ESTRING:id:: @@ANYSTRING:what@", "job @ESTRING:id:: @"], ""],
  ["job {_}: {what}", ["job @ESTRING::: @@ANYSTRING:what@", "job @ESTRING::: @"], ""],
  ["{a} x", ["@PCRE:a:.*?(?= x$)@ x"], ""],
  ["{a} {b:number} x", ["@PCRE:a:.*?(?= \\d+ x$)@ @PCRE:b:\\d+@ x"], ""],
  ["{a}{b:number} x", ["@PCRE:a:.*?(?=\\d+ x$)@@PCRE:b:\\d+@ x"], ""],
  [
    "{w:word}(x) {m}",
    [
      "@PCRE:w:[^ \\t\\n\\x0b\\f\\r]+(?=\\(x\\) .*?$)@(x) @ANYSTRING:m@",
      "@PCRE:w:[^ \\t\\n\\x0b\\f\\r]+(?=\\(x\\) .*?$)@(x) ",
    ],
    "",
  ],
  ["{a}{b}", ["@ANYSTRING:b@"], ""],
  ["to {a}@{b}", ["to @PCRE:a:.*?(?=\\x40.*?$)@@@@ANYSTRING:b@", "to @PCRE:a:.*?(?=\\x40.*?$)@@@"], ""],
  ["{n:number} x", ["@PCRE:n:\\d+@ x"], GOES_ON],
  ["{n:number}1", ["@PCRE:n:\\d+(?=1$)@1"], ""],
  ["{i:ip} {m}", ["@IPvANY:i@ @ANYSTRING:m@", "@IPvANY:i@ "], ""],
  ["{l:A|a@b} {m}", ["@PCRE:l:(?:a\\x40b|A)@ @ANYSTRING:m@", "@PCRE:l:(?:a\\x40b|A)@ "], ""],
  ["{l:A|AB}B", ["@PCRE:l:(?:AB|A)(?=B$)@B"], ""],
  [["x", { optional: " y" }], ["x y", "x"], GOES_ON],
  ["{d:json}", [], "a field with the type json"],
  [[{ field: "a:b" }, " x"], [], "the name 'a:b' of a field"],
  [[{ text: "\u001b" }], [], "a control character, which XML cannot contain"],
  [
    Array.from({ length: 7 }, (_, i) => ({ alternatives: [[`a${i}`], [`b${i}`]] })),
    [],
    "its alternatives make more than 64 patterns",
  ],
];

const NOT_EXPORTED = ["uptime", "json", "pairs", "iptables", "cef", "column"];

suite("rules as patterns of syslog-ng", (test) => {
  test("every type of fields is exported but a few", () => {
    const leftOut = TYPE_NAMES.filter((name) => patternsOf(`{a:${name}} x`).patterns.length === 0);
    assert.deepEqual(leftOut, NOT_EXPORTED);
  });

  // date-time-forms.test.ts tries date-times.
  for (const name of TYPE_NAMES.filter((name) => ![...NOT_EXPORTED, "timestamp"].includes(name))) {
    test(`the expression of the type ${name} matches its texts, and stands for itself`, () => {
      const [, before = ""] = /^@PCRE:before:\.\*\?(.*)@@/.exec(patternsOf(`{before}{a:${name}} x`).patterns[0]!) ?? [];
      const here = new RegExp(`^${before}`);
      const { good, bad } = typeReference(name);
      for (const [line, [end]] of Object.entries(good)) {
        const text = line.slice(0, end);
        assert.match(`${text} x`, here);
        assert.doesNotMatch(`${text} ! x`, here);
      }
      // What captures an address is a parser of syslog-ng, and the expression only looks ahead for one.
      if (name !== "ip") for (const line of bad) assert.doesNotMatch(`${line} x`, here);
    });
  }

  for (const [pattern, theirs, remarks] of ROWS) {
    test(`${JSON.stringify(pattern).slice(0, 60)}`, () => {
      const result = patternsOf(pattern);
      assert.deepEqual(result.patterns, theirs);
      assert.equal(result.remarks, remarks);
    });
  }

  test("a timestamp is a date and time", () => {
    const { patterns, remarks } = patternsOf("at {timestamp} {message}");
    const [, expression] = /^at @PCRE:timestamp:(.*)@ @ANYSTRING:message@$/.exec(patterns[0]!)!;
    const whole = new RegExp(`^(?:${expression})$`);
    for (const time of [
      "2025-05-04 10:00:02",
      "2025-05-04T10:00:02.123Z",
      "May  4 10:00:02",
      "04/May/2025:10:00:02 +0000",
    ])
      assert.ok(whole.test(time), time);
    assert.equal(remarks, "timestamp: only the usual forms of a date and time");
  });

  test("a rule that begins with a time may match no message", () => {
    const HEADER = /^begins with a time; if it is that of a syslog line, no message matches/;
    assert.match(patternsOf("{timestamp} {host} {message}").remarks, HEADER);
    assert.match(patternsOf("{when:timestamp} {message}").remarks, HEADER);
    assert.doesNotMatch(patternsOf("{id} {timestamp}").remarks, HEADER);
  });

  test("a timestamp ends before what a rule has after it", () => {
    const lines: readonly (readonly [rest: string, end: string])[] = [
      [",{ms:number} {m}", ",123 x"],
      [":{n:number} {m}", ":5 x"],
      [" CET [{pid:number}] {m}", " CET [7] x"],
      [" +0100 {m}", " +0100 x"],
      ["Z {m}", "Z x"],
    ];
    for (const field of ["timestamp", "at:timestamp"]) {
      for (const [rest, end] of lines) {
        const [pattern] = patternsOf(`{${field}}${rest}`).patterns;
        const [, expression] = /^@PCRE:\w+:(.*?)@(?!PCRE|ANYSTRING)/.exec(pattern!)!;
        assert.equal(new RegExp(expression!).exec(`2025-05-04 10:00:02${end}`)![0], "2025-05-04 10:00:02", pattern);
      }
      assert.ok(!patternsOf(`{${field}} INFO {m}`).patterns[0]!.includes("(?="), field);
    }
  });

  test("the strongest rule comes first, and outputs become the message", () => {
    const { text, differences } = exported([
      { name: "weak", pattern: "a {x}", output: "$ {x}" },
      { name: "weak", pattern: "a b {x}", output: "f({x})" },
    ]);
    assert.deepEqual(
      all(read(text), "rule").map(({ attributes }) => attributes.get("id")),
      ["weak_2", "weak"],
    );
    assert.deepEqual(
      all(read(text), "value").map((value) => value.text),
      ["string(f(\u0024{x}))", "$$ \u0024{x}"],
    );
    assert.deepEqual(
      differences.map(({ rule }) => rule),
      [],
    );
  });

  test("a weaker rule that syslog-ng would try first is set apart", () => {
    const { text } = exported([
      { name: "first", pattern: "a {n:number} long enough text", output: "" },
      { name: "second", pattern: "a {s:word} shorter text", output: "" },
      { name: "third", pattern: "a {n:number} {i:ip}", output: "" },
      { name: "other", pattern: "b {n:number}", output: "" },
    ]);
    const starts = all(read(text), "pattern").map((element) => element.text.slice(0, 12));
    assert.deepEqual(starts, ["a @PCRE:n:\\d", "a @PCRE:s:[^", "@PCRE::(?#0)", "b @PCRE:n:\\d"]);
  });

  test("patterns of one rule are tried in their order, too", () => {
    const { text } = exported([
      { name: "first", pattern: "{t:word} long enough text", output: "" },
      { name: "second", pattern: [{ optional: "{n:number} " }, "{t:word} y"], output: "" },
    ]);
    const starts = all(read(text), "pattern").map((element) => element.text.slice(0, 11));
    assert.deepEqual(starts, ["@PCRE:t:[^ ", "@PCRE:n:\\d+", "@PCRE::(?#0"]);
  });

  test("the program is named, and examples are of it", () => {
    const rules = [{ name: "one", pattern: "a {x}", output: "", examples: [{ line: "a <b>" }] }];
    const root = read(exported(rules, "my@app").text);
    assert.equal(all(root, "pattern")[0]!.text, "my@@app");
    const [message] = all(root, "test_message");
    assert.deepEqual([message!.attributes.get("program"), message!.text], ["my@app", "a <b>"]);
  });

  test("what syslog-ng does not do is told", () => {
    const pattern = [{ field: "x", transform: "lowercase" }];
    const sequence = { followers: ["  {more}"] };
    const { differences } = exported([{ name: "one", catch_all: true, pattern, output: "{x}", sequence }]);
    assert.deepEqual(differences[0]!.rule, { name: "one", line: 1 });
    assert.deepEqual(differences[0]!.remarks, [
      "its output has no transforms",
      "without the lines that follow",
      "its messages count as matched",
    ]);
  });

  test("whatever the rules, the file is XML with each of them", () => {
    const text = fc.oneof(
      fc.string({ minLength: 1 }),
      fc.constantFrom("--", "-", "]]>", "&amp;", "@", "@@", "$", "<!--"),
    );
    const literal = text.filter((one) => !/[\r\n]/.test(one)).map((one) => ({ text: one }));
    const field = fc.record({
      field: fc.constantFrom("a", "b", "timestamp", "_", "x-y", "<>"),
      parser: fc.constantFrom(ANY_TYPE, ...TYPE_NAMES),
    });
    const element = fc.oneof(
      literal,
      field,
      literal.map((one) => ({ optional: [one] })),
    );
    const rule = fc.record({
      name: text.filter((one) => !/[\r\n]/.test(one)),
      pattern: fc.array(element, { minLength: 1, maxLength: 6 }),
      output: fc.constantFrom("", "$x", "a(b)"),
    });
    assertProperty(
      fc.property(fc.array(rule, { minLength: 1, maxLength: 4 }), (rules) => {
        const result = exported(rules);
        const root = read(result.text);
        assert.equal(all(root, "rule").length, result.ruleCount);
        assert.equal(result.ruleCount + result.leftOut.length, rules.length);
      }),
      { numRuns: 500 },
    );
  });
});

suite("exportRules of the library", (test) => {
  const rules =
    "rules:\n  - { name: a, pattern: 'a {x:number}', output: '{x}' }\n  - { name: b, pattern: '{j:json}', output: '' }\n";

  test("writes what the command writes, and tells what differs", async () => {
    const result = await exportRules({ rules }, { to: "patterndb", program: "app" });
    const { text } = writePatterndb(loadRules({ bytes: Buffer.from(rules), name: "rules.yaml" }), "app");
    assert.deepEqual(result, {
      format: "patterndb",
      text,
      ruleCount: 1,
      leftOut: [{ rule: { name: "b", line: 3 }, reason: "a field with the type json" }],
      differences: [{ rule: { name: "a", line: 2 }, remarks: [GOES_ON] }],
    });
  });

  test("reads rules from a file, or as an object", async () => {
    const folder = mkdtempSync(join(tmpdir(), "export-"));
    const rulesPath = join(folder, "rules.yaml");
    writeFileSync(rulesPath, rules);
    const { text } = await exportRules({ rules }, { to: "patterndb" });
    assert.equal((await exportRules({ rulesPath }, { to: "patterndb" })).text, text);
    rmSync(folder, { recursive: true });
    const one = await exportRules({ rules: { rules: [{ name: "a", pattern: "b", output: "" }] } }, { to: "patterndb" });
    assert.equal(one.ruleCount, 1);
  });

  const WRONG: readonly (readonly [rules: unknown, options: unknown, message: RegExp])[] = [
    [undefined, { to: "patterndb" }, /^exportRules takes \{ rules \} or \{ rulesPath \}/],
    [{ rules }, undefined, /^exportRules: options must be an object, not undefined/],
    [{ rules }, {}, /^exportRules: to takes patterndb, not undefined/],
    [{ rules }, { to: "toString" }, /^exportRules: to takes patterndb, not 'toString'/],
    [{ rules }, { to: "patterndb", program: "a\nb" }, /^exportRules: program takes a name/],
    [{ rules }, { to: "patterndb", programm: "a" }, /^exportRules: unknown option 'programm'; did you mean 'program'/],
    [{ rules: "rules: 1" }, { to: "patterndb" }, /rules:1:8/],
  ];
  for (const [given, options, message] of WRONG) {
    test(`rejects ${JSON.stringify(given)}, ${JSON.stringify(options)}`, async () => {
      const error = await exportRules(given as RulesOptions, options as ExportOptions).catch((reason) => reason);
      assert.match(error.message, message);
    });
  }
});

suite("normalizer export", (test) => {
  const ROWS: readonly (readonly [args: readonly string[], message: RegExp])[] = [
    [["rules.yaml"], /no format given; name it with --to patterndb/],
    [["--to", "patterndb"], /no rules given; name the rules file/],
    [["--to", "patterndb", "--program", "a\nb", "rules.yaml"], /--program takes a name of printable ASCII characters/],
  ];
  for (const [args, message] of ROWS) {
    test(`export ${args.join(" ")}`, async () => {
      const { exit, stderr } = await hosted(["export", ...args], ".");
      assert.equal(exit, 2);
      assert.match(stderr.toString(), message);
    });
  }
});
