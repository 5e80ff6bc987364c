// Rules from patterns of dissect.

import assert from "node:assert/strict";
import fc from "fast-check";
import { importFiles } from "../../src/exchange/import/import.ts";
import { compareDissect, type DissectTally, dissectTrial } from "../support/dissect-reference.ts";
import { assertProperty, assertReached } from "../support/property.ts";
import { suite } from "../support/suite.ts";

const imported = (text: string) => importFiles([{ name: "a.dissect", text }], "dissect");

/** The patterns of the rules, and why others were left out. */
function patternsOf(text: string): string[] {
  const { rules, leftOut } = imported(text);
  const patterns = Array.from(rules.matchAll(/^ {4}pattern: (.*)$/gm), ([, pattern]) => pattern!);
  return [...patterns, ...leftOut.map(({ reason }) => reason)];
}

const outputsOf = (text: string): string[] =>
  Array.from(imported(text).rules.matchAll(/^ {4}output: (.*)$/gm), ([, output]) => output!);

const remarksOf = (text: string): string[] =>
  Array.from(imported(text).rules.matchAll(/^ {2}# (.*)$/gm), ([, remark]) => remark!).filter(
    (remark) => !remark.startsWith("a.dissect:"),
  );

const JOINED = "parts of one value, which the output joins";

/** Patterns, what they become or why they do not, and what is said of them. */
const ROWS: readonly (readonly [pattern: string, ours: string, ...remarks: string[]])[] = [
  ["%{a} %{b}", "'{a} {b}'"],
  ["x %{a}", "'x {a}'"],
  ["%{a} x", "'{a} x{_}'"],
  ["%{} %{?b},%{_} %{c}", "'{_} {_},{_} {c}'"],
  ["%{[url][path]} %{@version} %{a.b}", "'{url_path} {version} {a_b}'"],
  [
    "%{a->} %{b}",
    "['{a} ', { optional: '{_:whitespace}' }, '{b}']",
    "b: begins after any white space, not only repeats of ' ', or among them if what follows fits only there",
  ],
  [
    "%{->} %{}",
    "['{_} ', { optional: '{_:whitespace}' }, '{_}']",
    "%{}: begins after any white space, not only repeats of ' ', or among them if what follows fits only there",
  ],
  ["%{a} %{b->}", "'{a} {b}'"],
  ["%{a} %{b->} ", "'{a} {b} {_}'"],
  [
    "%{a->}=%{b}",
    "['{a}=', { optional: '{_:=|==|===|====|=====|======|=======|========}' }, '{b}']",
    "b: begins after at most 9 of '=', or among them if what follows fits only there",
  ],
  [
    "%{a->} %{b} %{c}",
    "['{a} ', { optional: '{_:whitespace}' }, '{b} {c}']",
    "b: begins after any white space, not only repeats of ' ', or among them if what follows fits only there",
  ],
  ["%{a} %{+a}", "'{a} {a_2}'", `a, a_2: ${JOINED}`],
  ["%{a} %{b} %{+a/2->} %{+a/1}", "['{a} {b} {a_2} ', { optional: '{_:whitespace}' }, '{a_3}']"],
  ["%{timestamp} %{+timestamp}", "'{timestamp_2} {timestamp_3}'", `timestamp_2, timestamp_3: ${JOINED}`],
  ["[%{timestamp}] %{a}", "'[{timestamp}] {a}'", "timestamp: a field of this name prefers to end with a date and time"],
  ["%{a} %{a}", "'{_} {a}'"],
  ["%{a.b} %{a_b}", "'{a_b} {a_b_2}'", "a_b_2: the name a_b occurs more than once, or is taken"],
  ["%{a|integer} %{b|string}", "'{a} {b}'", "a: as it is written, not as integer"],
  ["{%{a}}{%{b}}", "'{{a}}{{b}}{_}'"],
  ["%{a} %%{b}", "'{a} %{b}'"],
  ["%{*a} %{&a}", "%{*a} takes a name from the line, which rules cannot"],
  ["%{?a} %{&a}", "%{&a} takes a name from the line, which rules cannot"],
  ["%{a#3}%{b}", "%{a#3} has a fixed length, which rules do not know"],
  ["%{a}%{b} %{c}", "nothing shows where %{a} ends"],
  ["%{a+b} %{c}", "%{a+b} is not a key"],
  ["%{+} %{c}", "%{+} is not a key"],
  ["%{a} %{b", "a '%{' that is not closed"],
  ["%{a}", "would match any line, as nothing in it is a text"],
  ["text", "has no key"],
];

const LOGSTASH = `filter {
  if [type] == "a" {
    dissect { # mapping => { "message" => "%{no} %{b}" }
      mapping => { "message" => "%{a}, %{+a}" "[b]" => '%{x}="%{y}"' }
      convert_datatype => { x => "int" }
    }
  }
  date { match => ["a", "ISO8601"] }
}
`;

const BEATS = `filebeat.inputs:
  - type: log
    processors:
      - dissect:
          tokenizer: "%{a} [%{+a}]"
          target_prefix: web
          trim_values: all
processors:
  - dissect: { tokenizer: '%{a}|%{b}', field: x.y, target_prefix: '' }
`;

suite("dissect: what becomes of patterns", (test) => {
  for (const [pattern, ours, ...remarks] of ROWS)
    test(`${pattern} becomes ${ours}`, () => {
      assert.deepEqual(patternsOf(`${pattern}\n`), [ours]);
      if (remarks.length > 0) assert.deepEqual(remarksOf(`${pattern}\n`), remarks);
    });

  test("A pattern whose rule is exact has no comment", () => {
    assert.deepEqual(remarksOf('%{a}: %{b} [%{c}] "%{d}"\n'), []);
  });

  test("Joined values are in their order, with the text before each", () => {
    assert.deepEqual(outputsOf("%{+a/3}, %{+a/1} - %{+a/2}\n"), ["'{a_2} - {a_3} {a}'"]);
    assert.deepEqual(outputsOf("x%{+a/2}, %{b} %{+a/1}\n"), ["'{a_2}x{a} {b}'"]);
    assert.deepEqual(outputsOf("%{b} %{+a}, %{a}\n"), ["'{b} {a_2} {a}'"]);
  });

  test("A long text is not repeated", () => {
    assert.match(patternsOf(`%{a->}${"x".repeat(101)}%{b}\n`)[0]!, /may be repeated, but is too long$/);
  });
});

suite("dissect: where patterns stand", (test) => {
  test("In filters of Logstash, with the fields and types that are set there", () => {
    assert.deepEqual(patternsOf(LOGSTASH), ["'{a}, {a_2}'", `'{x}="{y}"{_}'`]);
    assert.deepEqual(remarksOf(LOGSTASH), [
      `a, a_2: ${JOINED}`,
      "for the field [b], not for whole lines",
      "x: as it is written, not as int",
    ]);
    assert.match(imported(LOGSTASH).rules, /a\.dissect:4:34$/m);
  });

  test("In pipelines of Elastic, with their separator", () => {
    const processors = (more: object): string =>
      `PUT _ingest/pipeline/x\n${JSON.stringify({ processors: [{ dissect: { field: "message", ...more } }] })}`;
    const pattern = "%{+a/2}, %{+a/1}";
    assert.deepEqual(outputsOf(processors({ pattern, append_separator: "::" })), ["'{a_2}::{a}'"]);
    assert.deepEqual(outputsOf(processors({ pattern })), ["'{a_2}{a}'"]);
    assert.deepEqual(outputsOf(processors({ pattern: "%{+a}, %{a}" })), ["'{a}{a_2}'"]);
    assert.deepEqual(outputsOf('processors:\n  - dissect: { field: message, pattern: "%{+a}-%{a}" }\n'), [
      "'{a}{a_2}'",
    ]);
    assert.deepEqual(patternsOf(processors({})), []);
    assert.deepEqual(patternsOf(processors({ pattern, append_separator: "\n" })), [
      "its values are joined by a line break, which an output cannot have",
    ]);
  });

  test("In processors of Beats, with their prefix", () => {
    assert.deepEqual(patternsOf(BEATS), ["'{web_a} [{web_a_2}]{_}'", "'{a}|{b}'"]);
    assert.deepEqual(outputsOf(BEATS), ["'{web_a} [{web_a_2}'", "'{a} {b}'"]);
    assert.deepEqual(remarksOf(BEATS), [
      `web_a, web_a_2: ${JOINED}`,
      "values keep their blanks, unlike with trim_values",
      "for the field x.y, not for whole lines",
    ]);
  });

  test("In lines, of which those with # are comments, and blanks before them do not count", () => {
    assert.deepEqual(patternsOf("# %{no} %{b}\n\n  %{a} %{b}\r\n\t%{a} x"), ["'{a} {b}'", "'{a} x{_}'"]);
  });

  test("The format is recognised, unless patterns of grok are in the file", () => {
    const formatOf = (text: string): string => importFiles([{ name: "a", text }]).format;
    for (const text of [LOGSTASH, `# was grok\n${BEATS}`, "# %{A}\n%{a} %{b}\n", "%{} %{+a}\n"])
      assert.equal(formatOf(text), "dissect");
    for (const text of [`${LOGSTASH}grok { }`, "%{WORD} %{b}\n", "%{a:b} x\n"]) assert.equal(formatOf(text), "grok");
    for (const text of ["text\n", "x %{+a}\ntext\n", "# %{a} %{b}\n"])
      assert.throws(() => formatOf(text), /not recognised/);
  });
});

suite("dissect: what rules make of lines", (test) => {
  test("Rules take the values that the documentation of the tools says, or a comment tells", async () => {
    const tally: DissectTally = { patterns: 0, carriedOver: 0, matched: 0, exact: 0, untold: [] };
    const property = fc.asyncProperty(dissectTrial, async (trial) => {
      await compareDissect(trial, tally);
      assert.deepEqual(tally.untold.splice(0), []);
    });
    await assertProperty(property, { numRuns: 1000 });
    assertReached(tally.carriedOver, 900, "patterns that are carried over");
    assertReached(tally.exact, 8000, "lines with the same values");
    assertReached(tally.matched - tally.exact, 100, "lines with others, which comments tell");
  });
});
