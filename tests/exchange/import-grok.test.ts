// Rules from grok patterns.

import assert from "node:assert/strict";
import fc from "fast-check";
import { LINE_END_NEXT, nextOf } from "../../src/exchange/import/expressions/translation-state.ts";
import { importFiles } from "../../src/exchange/import/import.ts";
import { Processor } from "../../src/library/processor.ts";
import { anyGrok, grokCase } from "../support/grok-arbitraries.ts";
import { parseRules } from "../support/parsed-rules.ts";
import { assertProperty, assertReached, shareOf } from "../support/property.ts";
import { suite } from "../support/suite.ts";

const imported = (text: string) => importFiles([{ name: "a.grok", text }], "grok");

/** The comments of a rule that tell what differs. */
function remarksOf(rules: string): string[] {
  return Array.from(rules.matchAll(/^ {2}# (.*)$/gm), ([, text]) => text!).slice(1);
}

/** The values of fields, without those that are empty or dropped. */
function valuesOf(captures: Iterable<readonly [string, string | undefined]>): [string, string][] {
  return [...captures]
    .filter((pair): pair is [string, string] => /^f\d+$/.test(pair[0]) && pair[1] !== undefined && pair[1] !== "")
    .sort(([a], [b]) => (a < b ? -1 : 1));
}

/** The pattern that a rule has, as it is written, and its definitions of fields. */
function patternOf(text: string): string {
  const { rules, leftOut } = imported(text);
  const [, pattern, fields] = /^ {4}pattern: (.*)(?:\n {4}fields: (.*))?$/m.exec(rules) ?? [];
  if (pattern === undefined) return `${leftOut[0]!.location.column}: ${leftOut[0]!.reason}`;
  return fields === undefined ? pattern : `${pattern} ${fields}`;
}

/** Patterns of grok, what they become, and perhaps what is said of it. */
const ROWS: readonly (readonly [grok: string, pattern: string, remark?: string])[] = [
  ["^a b$", "'a b'"],
  ["a", "'{_}a{_}'"],
  ["\\Aa\\z", "'a'"],
  ["^\\[x\\] \\{y\\}$", "[{ text: '[x] {y}' }]"],
  ["^%{DATA:a}: %{GREEDYDATA:b}", "'{a}: {b}'"],
  ["^%{GREEDYDATA:a}: b$", "'{a}: b'", "a: the shortest text that fits, in grok the longest"],
  [
    "^%{GREEDYDATA:a} %{GREEDYDATA:b}: %{GREEDYDATA:c}$",
    "[{ alternatives: ['{a} {b:word}: {c:word}', '{a} {b}: {c}'] }]",
    "a, b: the shortest text that fits, in grok the longest",
  ],
  ["^a (?<e>)b$", "'a b'", "e: left out, as it is always empty"],
  ["^(?<n>\\d+) x$", "'{n:number} x'"],
  ["^%{NOTSPACE:a} x$", "'{a:word} x'"],
  ["^%{WORD:a} x$", "'{a:word} x'", "a: any text without blanks, not only %{WORD}"],
  ["^%{WORD:a}=x$", "'{a}=x'", "a: any text, not only %{WORD}"],
  ["^%{WORD:a}: x$", "'{a:word}: x'", "a: any text without blanks, not only %{WORD}"],
  ['^"(?<a>[^"]*)"$', "'\"{a}\"'", 'a: any text, not only [^"]*'],
  ["^%{INT:[a][b]:int} x$", "'{a_b:float} x'", "a_b: any decimal number, not only %{INT}"],
  ["^%{INT:a:ts-epoch} x$", "'{a:float} x'", "a: any decimal number, not only %{INT}"],
  ["^%{IP:@source.ip} x$", "'{source_ip:ip} x'"],
  ["^%{UUID:id}$", "'{id:uuid}'"],
  ["^(?<verb>GET|PUT) x$", "'{verb:GET|PUT} x'"],
  ["^(?<n>a|ab)b$", "'{n:a|ab}b'", "n: the longest text that fits, in grok the first"],
  ["^a(?: b)?$", "['a', { optional: ' b' }]"],
  ["^a(?: b)??$", "['a', { alternatives: [[], ' b'] }]"],
  ["^(?:a|b %{NOTSPACE:c})$", "[{ alternatives: ['a', 'b {c:word}'] }]"],
  ["^[Aa]b$", "[{ alternatives: ['A', 'a'] }, 'b']"],
  ["^(?<n>a?|b)c$", "[{ alternatives: [[{ field: 'n', values: ['a'] }], [], [{ field: 'n', values: ['b'] }]] }, 'c']"],
  ["^a\\s+b$", "'a{_:whitespace}b'"],
  ["^a\\s*b$", "['a', { optional: '{_:whitespace}' }, 'b']"],
  ["^a\\s{2,}b$", "'a{_:whitespace}{_:whitespace}b'"],
  ["^a(?<gap>\\s+)b$", "'a{gap:whitespace}b'"],
  ["^a +b$", "'a{_:whitespace}b'", " +: any white space"],
  ["^a x{2}$", "'a xx'"],
  ["^a: .?*$", "'a: {_}'"],
  ["^a(?:[a-z]*\\n)*$", "'a'", "(?:[a-z]*\\n)*: empty, as no line has a line break"],
  ["^a(?#a comment)b$", "'ab'"],
  ["^%{WORD} x$", "'{_:word} x'", "%{WORD}: any text without blanks"],
  ["^%{IPORHOST:a}:x$", "[{ alternatives: ['{a:ip}', '{a}'] }, ':x']", "a: any text, not only %{HOSTNAME}"],
  ["^%{NOTSPACE:a} %{NOTSPACE:a}$", "'{a:word} {a_2:word}'", "a_2: the name a occurs more than once, or is taken"],
  ["^(?:x %{NOTSPACE:a}|y %{NOTSPACE:a})$", "[{ alternatives: ['x {a:word}', 'y {a:word}'] }]"],
  ["^%{DATA:timestamp} x$", "'{timestamp} x'", "timestamp: a field of this name prefers to end with a date and time"],
  ["^{a} %{NOTSPACE:b}$", "[{ text: '{a} ' }, '{b:word}']"],
  [
    "x %{WORD:a}",
    "['{_}x ', { alternatives: [['{a:word}', { field: '_', values: [',', ';', ':', ')', ']', '}', '>', '\"', ''''] }], " +
      "'{a:word}'] }, '{_}']",
    "a: any text without blanks, not only %{WORD}; a: up to the next blank, without a sign at its end",
  ],
  [
    "^(?>a|ab)c$",
    "[{ alternatives: ['a', 'ab'] }, 'c']",
    "without (?>…) and the last sign of a++, so it may match more",
  ],
  ["^(?<n>\\d++) x$", "'{n:number} x'", "n: any digits, not only \\d+"],
  [
    "%{WORD:a}: got %{INT:n}$",
    "'{_}{a:word}: got {n:float}'",
    "a: all from the blank before it, as the pattern has no ^; a: any text without blanks, not only %{WORD}; " +
      "n: any decimal number, not only %{INT}",
  ],
  [
    "%{WORD:a}=x$",
    "'{_}{a:word}=x'",
    "a: the longest text without blanks that fits; a: all from the blank before it, as the pattern has no ^; " +
      "a: any text, not only %{WORD}",
  ],
  [
    "^(?:%{IPORHOST:h}|-|) x$",
    "[{ alternatives: ['-', '{h:word}', []] }, ' x']",
    "h: any text without blanks, not only %{IPORHOST}",
  ],
  ["^(?:%{NOTSPACE:h}|-) x$", "[{ alternatives: ['{h:word}', '-'] }, ' x']"],
  [
    "^%{JAVACLASS:c}\\.%{WORD:m} x$",
    "'{c:word}.{m:word} x'",
    "c: the longest text without blanks that fits, not only %{JAVACLASS}; m: any text without blanks, not only %{WORD}",
  ],
  [
    "^%{PROG:p}(?:\\[%{INT:n}\\])?: x$",
    "[{ alternatives: ['{p:word}[{n:float}]', '{p:word}'] }, ': x']",
    "p: perhaps what is meant for the part after it; p: any text without blanks, not only %{PROG}; " +
      "n: any decimal number, not only %{INT}",
  ],
  ["^<(?<a>\\d+).(?<b>\\d+)>$", "'<{a:number}{_}{b:number}>'", ".: any text"],
  ["^%{NOTSPACE:a}+ x$", "'{a:word} x'", "%{NOTSPACE:a}+: only once"],
  [
    "^(?<x>(?<w>a %{NOTSPACE:y}))$",
    "'a {y:word}' { x: { from: 'a {y}', to: '{y}' }, w: { from: 'a {y}', to: '{y}' } }",
  ],
  ["^(?<x>a %{NOTSPACE:y})$", "'a {y:word}' { x: { from: 'a {y}', to: '{y}' } }"],
  [
    "^(?<x>%{NOTSPACE:y}(?: %{NOTSPACE:z})?) b$",
    "['{y:word}', { optional: ' {z:word}' }, ' b'] { x: { from: '{y}', to: ['{z}', '{y}'] } }",
  ],
  [
    "^(?<x>\\d+(?: %{NOTSPACE:z})?) b$",
    "['{x:number}', { optional: ' {z:word}' }, ' b'] { x: { from: '{x}', to: ['{z}', '{x}'] } }",
  ],
  ["^(?<x>%{NOTSPACE:y}: \\d+) b$", "'{y:word}: {x:number} b' { x: { from: '{y}', to: '{x}' } }"],
  ["^(?<x>a\\d+b%{NOTSPACE:y}c\\d+) b$", "'a{_:number}b{y:word}c{_:number} b'", "x: left out, as its parts are fields"],
  ["^(?<x>a.*?%{NOTSPACE:y})b$", "'a{_}{y:word}b'", "x: left out, as its parts are fields"],
  [
    "^(?<x>[^:]*:\\S+) b$",
    "'{x} b'",
    "x: any text, not only [^:]*:\\S+; x: the shortest text that fits, in grok the longest",
  ],
  [
    "^%{URIPATH:p} b$",
    "['/', { optional: '{p:word}' }, ' b'] { p: { from: '/{p}', to: '{p}' } }",
    "p: any text without blanks, not only [A-Za-z0-9$.+!*'(){},~:;=@#%&_-]*(?:/[A-…",
  ],
  [
    "^(?:%{URIPATH:p}|%{URI:p}) b$",
    "[{ alternatives: ['{p:word}', '{p}'] }, ' b']",
    "p: any text, not only %{URI}; p: the shortest text that fits, in grok the longest; p: any text without blanks, not only %{URIPATH}",
  ],
  ["^a (?<p>(?:CWR |SYN )*)", "['a ', { optional: '{p}' }, '{_}']", "p: at most 5 times, unlike (?:CWR |SYN )+"],
  ["^%{NOTSPACE:a}(?![0-9]) x$", "'{a:word} x'", "without (?![0-9]), so it may match more"],
  ["^(?=%{GREEDYDATA:all})a %{NOTSPACE:b}$", "'a {b:word}' { all: { from: 'a {b}' } }"],
  ["^(?=.*)a$", "'a'"],
  ["^(?<[url][path]>\\S+) x$", "'{url_path:word} x'"],
  ["^(?<a>[[:digit:][a-z]_]+) x$", "'{a:word} x'", "a: any text without blanks, not only [[:digit:][a-z]_]+"],
  [
    "^(?<t>%{MONTHDAY}[-]%{MONTH}[-]%{YEAR} %{TIME}) x$",
    "'{t:timestamp} x'",
    "t: a date and time in any known form, not only %{MONTHDAY}[-]%{MONTH}[-]%{YEAR} %{TIME}",
  ],
  [
    "^(?<t>%{MONTHDAY} %{MONTH}) %{WORD:a}$",
    "'{t:number} {_:word} {a:word}' { t: { from: '{t}', to: ' {a}' } }",
    "t: any digits, not only %{MONTHDAY}; %{MONTH}, a: any text without blanks, not only %{WORD}",
  ],
  ["^x (?<a>[a-z]+ [a-z]*).", "'x {a}.{_}'", "a: any text, not only [a-z]+ [a-z]*; only a full stop, unlike ."],
  [
    "^x %{DATA:a}:%{WORD:b}@y$",
    "['x ', { alternatives: ['{a:word}', '{a}'] }, ':{b}@y']",
    "a: may end earlier than in grok, as a field after it takes more; b: any text, not only %{WORD}",
  ],
  [
    "^(?<a>\\[%{DATA}\\]) x$",
    "'[{a}] x' { a: { from: '[{a}', to: '{a}]' } }",
    "a: may end earlier than in grok, as a field after it takes more",
  ],
  [
    "^%{QS:a} x$",
    "[{ alternatives: ['{a:quoted}', '''{a}''', '`{a}`'] }, ' x']",
    "a: in ' or ` without these, unlike %{QS}",
  ],
  ["^%{INT:a}%{DATA:b} x$", "'{a:float}{b} x'", "a: any decimal number, not only %{INT}"],
  [
    "^(?<t>%{MONTHDAY:d}/%{MONTH}/%{YEAR:y}:%{TIME}) x$",
    "'{d:number}/{_}/{y:number}:{t:word} x' { t: { from: '{d}', to: '{t}' } }",
    "d, y: any digits, not only %{MONTHDAY}, %{YEAR}; %{MONTH}: any text; t: any text without blanks, not only %{TIME}",
  ],
  [
    "(?:(?<a>no b|no c)|(?<a>[a-z ]+)): x$",
    "[{ alternatives: ['{_}{a:no b|no c}', '{a}'] }, ': x']",
    "a: all from the beginning of the line, as the pattern has no ^; a: any text, not only [a-z ]+",
  ],
  // A branch may end the line.
  ["^(?:a|b %{DATA:c}$)", "[{ alternatives: ['a{_}', 'b {c}'] }]"],
  ["^a=(?<b>\\w+)(?:;|$)", "['a={b}', { optional: ';{_}' }]", "b: any text, not only \\w+"],
  // No line has a line break.
  ["^a(?:.|\\n)*$", "'a{_}'"],
  ["^a\\n?b[^\\r\\n]*$", "'ab{_}'"],
  ["^(?:\\s+)??a$", "[{ alternatives: [[], '{_:whitespace}'] }, 'a']"],
  // A field whose parts may all be missing is one value.
  [
    "^(?<u>a(?::%{INT:p})?) x$",
    "'{u:word} x'",
    "u: any text without blanks, not only a(?::%{INT:p})?; p: left out, as it is a part of u",
  ],
  [
    "^x .*?\\[%{WORD:a}\\] y$",
    "['x {_}', { optional: '{_:word}' }, '[{a:word}] y']",
    ".*?: may end earlier than in grok, as a field after it takes more; a: any text without blanks, not only %{WORD}",
  ],
  [
    "^a %{WORD:b}%{SPACE}%{GREEDYDATA:c}",
    "['a {b:word}', { optional: '{_:whitespace}' }, '{c}']",
    "b: any text without blanks, not only %{WORD}; %{WORD}, b: up to the next blank, without a sign at its end",
  ],
  [
    "^a (?<b>[^: ]+)(?:: %{NOTSPACE:c})?",
    "['a ', { alternatives: ['{b:word}: {c:word}', [{ alternatives: [['{b:word}', { field: '_', values: [':'] }], " +
      "'{b:word}'] }]] }, '{_}']",
    "b: perhaps what is meant for the part after it; b: any text without blanks, not only [^: ]+; " +
      "b: up to the next blank, without a sign at its end",
  ],
  ["a(?: %{GREEDYDATA:b})?", "['{_}a', { alternatives: [' {b}', '{_}'] }]"],
  // At the beginning of the line all branches are tried before the first one further right.
  ["(?:b|%{DATA:a}c)d$", "[{ alternatives: ['b', '{a}c', '{_}b'] }, 'd']"],
];

/** Patterns that no rule can say: the column and the reason. */
const LEFT_OUT: readonly (readonly [grok: string, reason: string])[] = [
  ["a(?=b)", "2: an assertion about the surrounding text: '(?=b)'"],
  ["(?i)a", "1: a case-insensitive match, which rules cannot express"],
  ["(?<x>a)\\1", "8: a reference back to what a group matched"],
  ["a%{NONE:b}", "2: unknown pattern 'NONE'"],
  ["^%{USERNAME:a}%{USERNAME:b}$", "1: would match any line, as nothing in it is a text or has a type"],
  ["a(b", "2: a '(' without a ')'"],
  ["a)b", "2: a ')' without a '('"],
  ["a*?+b", "4: a quantifier of a quantifier"],
  ["(?:%{WORD:a} )+", "4: a field inside a repetition"],
  ["^(?<t>%{MONTHDAY} %{MONTH}) %{DATA} %{GREEDYDATA:b}$", "2: t contains what follows it, and would end there"],
  ["^%{WINPATH}$", "1: would match any line, as nothing in it is a text or has a type"],
  ["^(?:%{WINPATH}| %{WINPATH})?$", "1: would match any line, as nothing in it is a text or has a type"],
  ["a^b", "2: '^' inside the pattern"],
  ["\\p{L}", "1: the escape \\p"],
  ["(?#nothing)^$", "1: matches only empty lines"],
];

suite("grok patterns as rules", (test) => {
  for (const [grok, pattern, remark] of ROWS) {
    test(`${grok} becomes ${pattern}`, () => {
      assert.equal(patternOf(grok), pattern);
      assert.equal(remarksOf(imported(grok).rules).join("; "), remark ?? "");
    });
  }

  for (const [grok, reason] of LEFT_OUT) {
    test(`${grok} is left out`, () => assert.equal(patternOf(grok), reason));
  }

  test("a date and time leaves its fraction to the field after it", () => {
    const { rules } = imported("^\\[%{TIMESTAMP_ISO8601:t},%{INT:ms}\\] x$");
    const matched = new Processor({ rules }).normalize("[2023-03-28 03:09:25,112] x");
    assert.deepEqual(
      matched?.captures.map(({ value }) => value),
      ["2023-03-28 03:09:25", "112"],
    );
  });

  test("whatever the pattern, the rules load", () => {
    assertProperty(
      fc.property(fc.array(anyGrok, { minLength: 1, maxLength: 4 }), (patterns) => {
        const { rules, ruleCount, leftOut } = imported(patterns.join("\n"));
        assert.equal(parseRules(Buffer.from(rules), "rules.yaml").length, ruleCount);
        assert.ok(ruleCount + leftOut.length <= patterns.length);
      }),
      { numRuns: 1000 },
    );
  });

  test("a rule without remarks does what the regular expression does", () => {
    let matched = 0;
    assertProperty(
      fc.property(grokCase, ({ grok, expression, lines }) => {
        // Blanks before a pattern do not count in files of patterns.
        fc.pre(!grok.startsWith(" "));
        const { rules, ruleCount } = imported(grok);
        if (ruleCount === 0) return;
        const remarks = remarksOf(rules);
        const processor = new Processor({ rules });
        for (const line of lines) {
          const expected = expression.exec(line);
          const own = processor.normalize(line);
          if (remarks.length === 0) {
            if (expected !== null) matched++;
            assert.deepEqual(
              own && valuesOf(own.captures.map(({ name, value }) => [name, value])),
              expected === null ? undefined : valuesOf(Object.entries(expected.groups ?? {})),
              `${JSON.stringify(line)}\n${rules}`,
            );
          } else if (expected !== null && !remarks.some((remark) => remark.includes("must end the line"))) {
            assert.ok(own, `${JSON.stringify(line)}\n${rules}`);
          }
        }
      }),
      { numRuns: 1500 },
    );
    assertReached(matched, 0, "matches");
  });
});

suite("files with grok patterns", (test) => {
  test("a long list of values stands once under fields", () => {
    const values = Array.from({ length: 20 }, (_, i) => `value-${i}`);
    const { rules } = imported(`A ^(?<x>${values.join("|")}|a, b|:) %{INT:n}$\nB ^(?<y>${values.join("|")}|a, b|:)$`);
    const list = [...values, "a, b", ":"].map((value) => `'${value}'`).join(", ");
    const lines = ["fields:", `  x: { values: [${list}] }`, `  "y": { values: [${list}] }`, ""];
    assert.deepEqual(rules.split("\n").slice(3, 7), lines);
    const processor = new Processor({ rules });
    for (const value of [...values, "a, b", ":"]) assert.equal(processor.normalize(`${value} 1`)?.fields.x, value);
    assert.equal(processor.normalize("value-7")?.rule, "B");
  });

  test("lists of letters and numbers are not written where something shows the end", () => {
    assert.equal(patternOf("^(?<a>[A-Z]) (?<b>[0-5][0-9]): %{DAY} x$"), "'{a:word} {b:number}: {_:word} x'");
    assert.match(imported("^(?<a>[A-Z])(?<b>[0-5][0-9])1$").rules, /b: \{ values: \['00', '01',/);
  });

  test("a definition that no other uses becomes a rule, and so does a pattern without a name", () => {
    const { rules } = imported("ID [0-9]+\nDONE ^job %{ID:id} done$\n# a comment\n\n^%{ID:id} left$\n");
    assert.deepEqual(
      parseRules(Buffer.from(rules), "rules.yaml").map(({ name }) => name),
      ["DONE", "left"],
    );
  });

  test("files of another folder that a named file uses give definitions only", () => {
    const files = [
      { name: "my/queue.grok", text: "ID [0-9]+\nDONE ^job %{ID:id} %{STATE:state}$\n" },
      { name: "patterns/states", text: "STATE (?:done|left)\n" },
      { name: "patterns/mails", text: "MAIL ^from %{INT:n}$\nLOOP %{LOOP}\n" },
    ];
    const { ruleCount, leftOut, rules } = importFiles(files, "grok");
    assert.deepEqual([ruleCount, leftOut], [1, []]);
    assert.match(rules, /pattern: 'job \{id:number\} \{state:done\|left\}'/);
    // Without a use of them, and in one folder, all become rules.
    assert.equal(importFiles(files.slice(2), "grok").ruleCount, 1);
    assert.equal(
      importFiles(
        files.map(({ name, text }) => ({ name: name.replace("/", "-"), text })),
        "grok",
      ).ruleCount,
      2,
    );
  });

  test("a definition of the file goes before the one that is well known", () => {
    assert.equal(
      patternOf("IP x+\nA ^%{IP:a} b$"),
      "['x', { optional: '{a:word}' }, ' b'] { a: { from: 'x{a}', to: '{a}' } }",
    );
  });

  test("an official definition keeps its type, wherever it comes from", () => {
    const official = [
      "INT (?:[+-]?(?:[0-9]+))",
      "NUMBER (?:%{BASE10NUM})",
      "BASE10NUM (?<![0-9.+-])(?>[+-]?(?:(?:[0-9]+(?:\\.[0-9]+)?)|(?:\\.[0-9]+)))",
      "IPORHOST (?:%{IP}|%{HOSTNAME})",
    ].join("\n");
    assert.equal(
      patternOf(`${official}\nA ^%{NUMBER:n} %{INT:i} %{IPORHOST:h} x$`),
      "'{n:float} {i:float} {h:word} x'",
    );
    // None of them becomes a rule, and another definition of a name counts if it is the last.
    assert.equal(imported(`${official}\nA ^x$`).ruleCount, 1);
    assert.equal(patternOf(`INT [0-9]\n${official}\nA ^%{INT:i} x$`), "'{i:float} x'");
    assert.equal(patternOf(`${official}\nINT \\d+\nA ^%{INT:i} x$`), "'{i:number} x'");
  });

  test.costly("many branches end in time", () => {
    const branches = Array.from({ length: 40_000 }, (_, i) => `a${i}\\s?`);
    assert.match(patternOf(`^(?:${branches.join("|")})$`), /more than 5000 parts/);
  });

  test("texts of nothing in many names end in time", () => {
    const lines = Array.from({ length: 50 }, (_, i) => `N${i} ${`%{N${i + 1}}`.repeat(4)}`);
    assert.match(patternOf([...lines, "N50 (?:)", "A ^%{N0:a} x$"].join("\n")), /more than 5000 parts/);
  });

  test("a pattern with definitions that refer to each other in a circle is left out, with its location", () => {
    const { leftOut } = imported("A %{B}\nB x%{A}\ny %{A}\n");
    assert.deepEqual(
      leftOut.map(({ location, reason }) => `${location.line}:${location.column} ${reason}`),
      ["2:4 in B: A refers to B, which refers to A"],
    );
  });

  test("a rule that wins over one that grok tries first says so", () => {
    const { rules } = imported(
      'filter { grok { match => ["message", "^%{GREEDYDATA:m}$", "message", "^done %{INT:n}$"] } }',
    );
    assert.match(rules, /# wins over the pattern at 1:39, which grok tries first\n {2}- name: done/);
  });

  test("patterns for another field than the message say so", () => {
    assert.match(
      imported('grok { match => { "path" => "^/a/%{NOTSPACE:b}$" } }').rules,
      /# for the field path, not for whole lines/,
    );
  });

  test("a configuration that is broken is an error with its place", () => {
    assert.throws(
      () => imported('grok {\n  match => { "message" => "a'),
      /^a\.grok:2:27: this quote is not closed$|this quote/,
    );
    assert.throws(() => imported('grok { match => { "message" => ["a" } }'), /a\.grok:1:32: this \[ is not closed/);
    assert.throws(() => imported('filter { grok { match => { "a" => "b" } }'), /a\.grok:1:8: this { is not closed/);
  });

  test("a rule has as many fields and alternatives as rules files may have, or is left out", () => {
    // Each option has two alternatives, and there is a field at both ends.
    const withOptions = (count: number) => imported(`b${"(?:a )?".repeat(count)}c`);
    const { rules, ruleCount } = withOptions(499);
    assert.equal(parseRules(Buffer.from(rules), "rules.yaml").length, ruleCount);
    const { leftOut } = withOptions(500);
    assert.deepEqual(leftOut, [
      { location: { file: "a.grok", line: 1, column: 1 }, reason: "has more than 1000 fields and alternatives" },
    ]);
  });

  test("what follows many optional parts is found in one pass over them", () => {
    const elements = Array.from({ length: 500 }, () => [{ text: " " }, { alternatives: [[{ text: "a" }], []] }]).flat();
    const iterator = Object.getPrototypeOf([].values());
    const { next } = iterator;
    let steps = 0;
    iterator.next = function (this: Iterator<unknown>) {
      steps++;
      return next.call(this);
    };
    try {
      nextOf(elements, LINE_END_NEXT);
    } finally {
      iterator.next = next;
    }
    assert.ok(steps < 20 * elements.length, `${steps} steps`);
  });

  test.costly("no definitions can take long, however often they use each other", () => {
    const levels = Array.from({ length: 40 }, (_, i) => `A${i} %{A${i + 1}}%{A${i + 1}}`);
    assert.match(imported([...levels, "A40 x"].join("\n")).leftOut[0]!.reason, /has more than 5000 parts/);
    const options = "(?:a)?".repeat(490);
    assert.equal(imported(`A b%{B}c\nB ${options}`).leftOut.length, 0);
    const chain = Array.from({ length: 10_000 }, (_, i) => `A${i} %{A${i + 1}}`);
    assert.match(imported([...chain, "A10000 x"].join("\n")).leftOut[0]!.reason, /more than 60 levels deep/);
    const parentheses = `X ${"(".repeat(shareOf(100_000))}`;
    assert.match(imported(parentheses).leftOut[0]!.reason, /nested more than 50 levels deep/);
    const fields = Array.from({ length: shareOf(100_000) }, (_, i) => `%{INT:a${i}} `).join("");
    assert.match(imported(`X ${fields}`).leftOut[0]!.reason, /more than 5000 parts/);
  });
});
