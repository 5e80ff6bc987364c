// Rules from pattern databases of syslog-ng.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { importFiles } from "../../src/exchange/import/import.ts";
import { Processor } from "../../src/library/processor.ts";
import { parseRules } from "../support/parsed-rules.ts";
import { assertProperty, someOf } from "../support/property.ts";
import { suite } from "../support/suite.ts";

const HEADER = "{ optional: '[{pid:number}]' }";

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** A database with one rule for programs. */
function database(patterns: readonly string[], { programs = ["app"], more = "", version = "4" } = {}): string {
  const list = (texts: readonly string[]): string =>
    `<patterns>${texts.map((text) => `<pattern>${escaped(text)}</pattern>`).join("")}</patterns>`;
  return `<patterndb version="${version}" pub_date="2024-01-01"><ruleset name="r" id="r">${list(programs)}<rules>
<rule id="one" class="system" provider="p">${list(patterns)}${more}</rule></rules></ruleset></patterndb>`;
}

const imported = (text: string) => importFiles([{ name: "p.xml", text }]);

function ruleOf(text: string) {
  const { rules, leftOut } = imported(text);
  return {
    pattern: /^ {4}pattern: (.*)$/m.exec(rules)?.[1] ?? leftOut[0]!.reason,
    output: /^ {4}output: (.*)$/m.exec(rules)?.[1],
    remarks: Array.from(rules.matchAll(/^ {2}# (.*)$/gm), ([, remark]) => remark!)
      .slice(1)
      .join("; "),
    rules,
  };
}

/** Patterns, what follows the header in the rule, and what is said of it. */
const ROWS: readonly (readonly [pattern: string, ours: string, remark?: string])[] = [
  ["started", "': started{_}'"],
  ["a@@b", "': a@b{_}'"],
  ["a\r\nb\nc", "': a b c{_}'", "a line break is a blank here, as where messages are written in one line"],
  ["x @ANYSTRING:a@", "': x {a}'"],
  ["@ESTRING:a: @@ANYSTRING:b@", "': {a} {b}'"],
  ["@ESTRING:a: @x", "': {a} x{_}'", "a: any text, not only @ESTRING:a: @ up to the first ' '"],
  ["@ESTRING:a:; @@ANYSTRING:b@", "': {a}; {b}'"],
  ["@ESTRING::;@@ANYSTRING:b@", "': {_};{b}'"],
  ["@STRING:a@ x", "': {a:word} x{_}'", "a: any text without blanks, not only @STRING:a@"],
  ["@STRING:a:._@, x", "': {a}, x{_}'", "a: any text, not only @STRING:a:._@"],
  ["x @STRING:a@", "': x {a:word}{_}'", "a: all up to the next blank, not only @STRING:a@"],
  ["@NUMBER:n@ ms", "': {n:float} ms{_}'", "n: any decimal number, not only @NUMBER:n@"],
  ["@FLOAT:n@ ms", "': {n:float} ms{_}'"],
  ["@DOUBLE:n@ ms", "': {n:float} ms{_}'", "n: any decimal number, not only @DOUBLE:n@"],
  ["@IPvANY:i@: x", "': {i:ip}: x{_}'"],
  ["@IPv4:i@: x", "': {i:ip}: x{_}'", "i: any IP address, not only @IPv4:i@"],
  ["@IPv6:i@ x", "': {i:ip} x{_}'", "i: any IP address, not only @IPv6:i@"],
  ["@HOSTNAME:h@ x", "': {h:word} x{_}'", "h: any text without blanks, not only @HOSTNAME:h@"],
  [
    "@EMAIL:e:😀@ x",
    "': ', { optional: '😀' }, '{e}', { optional: '😀' }, ' x{_}'",
    "e: any text, not only @EMAIL:e:😀@",
  ],
  ["@MACADDR:m@ x", "': {m:word} x{_}'", "m: any text without blanks, not only @MACADDR:m@"],
  ["@LLADDR:m:8@ x", "': {m:word} x{_}'", "m: any text without blanks, not only @LLADDR:m:8@"],
  ["@EMAIL:e@ x", "': {e:word} x{_}'", "e: any text without blanks, not only @EMAIL:e@"],
  ['@QSTRING:q:"@ x', "': \"{q}\" x{_}'", "q: any text, not only @QSTRING:q:\"@ up to the first '\"'"],
  ["@QSTRING:q:()@@ANYSTRING:r@", "': ({q}){r}'"],
  ["@SET:d:0123456789@ x", "': {d:number} x{_}'"],
  ["a@SET:: @b", "': a{_:whitespace}b{_}'", "any white space, not only @SET:: @"],
  ["a@OPTIONALSET:: @b", "{ optional: '{_:whitespace}' }, 'b{_}']", "any white space, not only @OPTIONALSET:: @"],
  ["@STRING:.dict.a@ x", "': {dict_a:word} x{_}'", "dict_a: any text without blanks, not only @STRING:.dict.a@"],
  ["@ANYSTRING:host@", "': {host_2}'", "host_2: the name host occurs more than once, or is taken"],
];

const LEFT_OUT: readonly (readonly [pattern: string, reason: string])[] = [
  ["", "the pattern is empty"],
  ["a @ b", "an '@' that does not begin a parser; a literal one is '@@'"],
  ["@WORD:a@", "unknown parser 'WORD'"],
  ["@toString:a@", "unknown parser 'toString'"],
  ["@ESTRING:a@", "@ESTRING:a@ needs a text to end at"],
  ["@SET:a:@", "@SET:a:@ needs characters"],
  ["@ANYSTRING:a@ b", "never matches, as @ANYSTRING:a@ leaves nothing for what follows it"],
  ["@NLSTRING:a@", "NLSTRING ends at a line break, which no line has"],
  ["@PCRE:a:\\d+@ x", "@PCRE:a:\\d+@ is a regular expression of syslog-ng, which is not read"],
  ["@STRING:a@@NUMBER:b@", "nothing shows where @STRING:a@ ends"],
];

suite("patterns of syslog-ng as rules", (test) => {
  for (const [pattern, ours, remark = ""] of ROWS) {
    test(`${pattern} becomes ${ours}`, () => {
      const rule = ruleOf(database([pattern]));
      assert.ok(rule.pattern.includes(ours.replace(/^'|\]$/g, "").replace(/^\[/, "")), rule.pattern);
      assert.equal(rule.remarks, remark);
      assert.equal(parseRules(Buffer.from(rule.rules), "rules.yaml").length, 1);
    });
  }

  for (const [pattern, reason] of LEFT_OUT) {
    test(`${JSON.stringify(pattern)} is left out`, () => assert.equal(ruleOf(database([pattern])).pattern, reason));
  }

  test("a line has a header with the program of the ruleset", () => {
    const time = "'{timestamp:timestamp} {host:word} ";
    assert.equal(ruleOf(database(["x"])).pattern, `[${time}app', ${HEADER}, ': x{_}']`);
    assert.equal(
      ruleOf(database(["x"], { programs: ["cron", "CRON"] })).pattern,
      `[${time}{program:cron|CRON}', ${HEADER}, ': x{_}']`,
    );
    assert.equal(
      ruleOf(database(["x"], { programs: ["job-@NUMBER:n@"] })).pattern,
      `[${time}', { alternatives: ['job-{n:float}'] }, ${HEADER}, ': x{_}']`,
    );
  });

  test("a name in the pattern of a program is a field, with what is said of it", () => {
    const example = `<example><test_message program="mail/lmtp">from ann</test_message><test_values>
<test_value name="part">lmtp</test_value><test_value name="u">ann</test_value></test_values></example>`;
    const programs = ["mail/@ANYSTRING:part@", "post@STRING:part@-x"];
    const { output, remarks, rules } = ruleOf(
      database(["from @STRING:u@ @STRING:part@"], { programs, more: `<examples>${example}</examples>` }),
    );
    assert.equal(output, "'{part_2} {u}'");
    assert.equal(remarks.split("; ")[0], "part: any text, not only @STRING:part@");
    const { rules: alone } = ruleOf(
      database(["from @ANYSTRING:u@"], { programs, more: `<examples>${example}</examples>` }),
    );
    assert.deepEqual(
      [...parseRules(Buffer.from(alone), "rules.yaml")[0]!.examples[0]!.fields],
      [
        ["part", "lmtp"],
        ["u", "ann"],
      ],
    );
    assert.ok(rules.includes("# lost: the example 'from ann'"), rules);
    const { output: twice } = ruleOf(database(["@ANYSTRING:p@"], { programs: ["@ESTRING:p:/@@ANYSTRING:p@"] }));
    assert.equal(twice, "'{p_3}'");
  });

  test("older versions name one program by a pattern of the ruleset", () => {
    for (const version of ["1", "2", "3"]) {
      const text = `<patterndb version="${version}"><ruleset name="r" id="r"><pattern>app</pattern><rules>
<rule id="one"><patterns><pattern>x</pattern></patterns></rule></rules></ruleset></patterndb>`;
      assert.equal(ruleOf(text).pattern, `['{timestamp:timestamp} {host:word} app', ${HEADER}, ': x{_}']`);
    }
  });

  test("without programs the header is optional, and has any program", () => {
    const { rules } = ruleOf(database(["user @STRING:u@"], { programs: [] }));
    const processor = new Processor({ rules });
    for (const line of ["user ann", "May  4 10:00:02 mx1 app[7]: user ann", "2024-05-04T10:00:02Z mx1 a/b: user ann"])
      assert.equal(processor.normalize(line)?.fields.u, "ann", line);
  });

  test("values are the output, and MESSAGE is all of it", () => {
    const values = (list: string) => `<values>${list}</values>`;
    const type = '<value name="type">login</value>';
    const output = (more: string) => ruleOf(database(["user @STRING:a.user@ x"], { more })).output;
    assert.equal(output(""), "'{a_user}'");
    assert.equal(output(values(type)), "'type=login {a_user}'");
    assert.equal(output(values(`<value name="app">$PROGRAM on $HOST</value>`)), "'app=app on {host} {a_user}'");
    assert.equal(output(values(`${type}<value name="MESSAGE">$$ \${a.user} {x}</value>`)), "'$ {a_user} {{x}}'");
    assert.equal(output(values(`<value name="MESSAGE">$(echo)</value>`)), "'{a_user}'");
    assert.equal(output(values(`<value name="MESSAGE">me@@$HOST@@x</value>`)), "'me@{host}@x'");
    assert.equal(ruleOf(database(["service started"])).output, "'service started'");
  });

  test("a program's name in braces is a text of the output", () => {
    const more = '<values><value name="x">{$PROGRAM} {$HOST}</value></values>';
    const { output } = ruleOf(database(["@STRING:a@"], { programs: ["{b}"], more }));
    assert.equal(output, "'x={{{b}}} {{host}} {a}'");
    assert.equal(ruleOf(database(["@STRING:a@"], { programs: ["a"], more })).output, "'{a}'");
  });

  test("examples go to the pattern that matches them, with their values", () => {
    const example = (message: string, user: string) =>
      `<example><test_message program="app">${message}</test_message><test_values><test_value name="u">${user}</test_value></test_values></example>`;
    const more = `<examples>${example("logout of ann now", "ann")}${example("login of bob now", "ann")}</examples>`;
    const { rules } = ruleOf(database(["login of @STRING:u@ now", "logout of @STRING:u@ now"], { more }));
    const [first, second] = parseRules(Buffer.from(rules), "rules.yaml");
    assert.equal(first!.examples.length, 0);
    assert.deepEqual(second!.examples[0]!.line, "Jan  1 00:00:00 localhost app: logout of ann now");
    assert.deepEqual([...second!.examples[0]!.fields], [["u", "ann"]]);
    assert.ok(rules.includes("# lost: the example 'login of bob now'"), rules);
  });

  test("a rule that says the same as one before it is left out", () => {
    const { rules, leftOut } = imported(database(["user @STRING:a@ in", "user @STRING:b@ out", "user @STRING:c@ in"]));
    assert.deepEqual(leftOut, [
      {
        location: { file: "p.xml", line: 2, column: 129 },
        reason: "takes the same lines as the pattern at p.xml:2:54",
      },
    ]);
    assert.equal(parseRules(Buffer.from(rules), "rules.yaml").length, 2);
  });

  test("an example that another rule wins is lost", () => {
    const example = (message: string) =>
      `<examples><example><test_message program="app">${message}</test_message></example></examples>`;
    const rule = (id: string, pattern: string, message: string) =>
      `<rule id="${id}"><patterns><pattern>${pattern}</pattern></patterns>${example(message)}</rule>`;
    const rules = [rule("one", "@ESTRING:a: @of ann", "logout of ann"), rule("two", "logout of ann", "logout of ann")];
    const text = `<patterndb version="4"><ruleset><patterns><pattern>app</pattern></patterns>
<rules>${rules.join("\n")}</rules></ruleset></patterndb>`;
    const { rules: written } = imported(text);
    assert.ok(written.includes("# lost: an example that the pattern at p.xml:3:26 wins"), written);
    const [one, two] = parseRules(Buffer.from(written), "rules.yaml");
    assert.deepEqual([one!.examples.length, two!.examples.length], [0, 1]);
  });

  test("whatever the pattern, the rules load", () => {
    const parser = fc
      .tuple(
        fc.constantFrom(
          "ANYSTRING EMAIL ESTRING FLOAT IPvANY NUMBER OPTIONALSET PCRE PCRE QSTRING SET STRING X".split(" "),
        ),
        fc.constantFrom("", ":a", ":b.c", ":timestamp", ":_", ":{x}"),
        fc.constantFrom(
          "",
          ":",
          ": ",
          ":x",
          ":[]",
          ":0123456789",
          ":}{",
          ": : ",
          ":.*",
          ":\\w?a|b{2}",
          ":\\b",
          ":(?<q>[^é])$",
        ),
      )
      .map(([types, name, parameter]) => `@${types[0]}${name}${parameter}@`);
    const piece = fc.oneof(parser, fc.constantFrom("@@", " ", "{a}", "x: ", "é", "\t", "'", '"', "@", "#"));
    const pattern = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    const value = fc.constantFrom("", "\u0024{a}", "{a}", "$PROGRAM", "$(x)", "{{a}}", "\u0024{nothing}", "'\"\\");
    assertProperty(
      fc.property(
        fc.array(pattern, { minLength: 1, maxLength: 4 }),
        fc.array(pattern, { maxLength: 2 }),
        value,
        (patterns, programs, text) => {
          const more = `<values><value name="v{a}">${text}</value><value name="MESSAGE">${text}</value></values>`;
          const { rules, ruleCount, leftOut } = imported(database(patterns, { programs, more }));
          assert.equal(parseRules(Buffer.from(rules), "rules.yaml").length, ruleCount);
          assert.equal(ruleCount + leftOut.length, patterns.length);
        },
      ),
      { numRuns: 1000 },
    );
  });
});

const failure = (text: string): string => {
  try {
    importFiles([{ name: "p.xml", text }], "patterndb");
    return "none";
  } catch (error) {
    return (error as Error).message;
  }
};

suite("files that are no pattern databases", (test) => {
  const start = '<patterndb version="4">';
  const ROWS: readonly (readonly [text: string, message: string])[] = [
    ["", "p.xml:1:1: not XML: no element"],
    ["<a/>", "p.xml:1:1: <a> is not a pattern database"],
    ["<patterndb/>", "p.xml:1:1: a pattern database without a version; known are 1, 2, 3, 4, 5 and 6"],
    ['<patterndb version="7"/>', "p.xml:1:1: a pattern database of version '7'; known are 1, 2, 3, 4, 5 and 6"],
    [`${start}\n<a></b>`, "p.xml:2:7: not XML: Unexpected close tag"],
    [`${start}<a`, "p.xml:1:25: not XML: Unclosed root tag"],
    [`${start}&bomb;</patterndb>`, "p.xml:1:29: not XML: Invalid character entity"],
    [
      '<!DOCTYPE patterndb [<!ENTITY a "b"><!ENTITY b "&a;&a;">]>\n<patterndb version="4">&b;</patterndb>',
      "p.xml:1:1: a document type, which pattern databases do not have",
    ],
    [`${start}${"<a>".repeat(40)}`, "p.xml:1:117: elements are nested more than 32 levels deep"],
  ];
  for (const [text, message] of ROWS) test(`${message}`, () => assert.equal(failure(text), message));

  const large: readonly (readonly [part: string, count: number, message: string])[] = [
    ["<a>", 1_000_000, "p.xml:1:117: elements are nested more than 32 levels deep"],
    ["<a/>", 1_000_001, "p.xml:1:4000020: more than 1000000 elements"],
  ];
  for (const [part, count, message] of someOf(large, "large files")) {
    test(`a file of megabytes ends in time: ${part}`, () =>
      assert.equal(failure(`${start}${part.repeat(count)}`), message));
  }

  test("a pattern with very many fields is left out", () => {
    const { leftOut, ruleCount } = imported(database(["@STRING:a@ ".repeat(20_000)]));
    assert.deepEqual([ruleCount, leftOut[0]!.reason], [0, "has more than 1000 fields"]);
  });

  test("the file tells its format", () => {
    const text = readFileSync(new URL("../fixtures/rulebases/sshd.patterndb.xml", import.meta.url), "utf8");
    const { format, ruleCount, leftOut } = imported(text);
    assert.deepEqual([format, ruleCount, leftOut.length], ["patterndb", 11, 2]);
  });
});
