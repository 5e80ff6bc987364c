// Rules from rulebases of liblognorm.

import assert from "node:assert/strict";
import fc from "fast-check";
import { importFiles } from "../../src/exchange/import/import.ts";
import { parseRules } from "../support/parsed-rules.ts";
import { assertProperty } from "../support/property.ts";
import { suite } from "../support/suite.ts";

const imported = (lines: string) => importFiles([{ name: "a.rulebase", text: `version=2\n${lines}\n` }]);

/** The pattern of the only rule, or why it was left out. */
function patternOf(lines: string): string {
  const { rules, leftOut } = imported(lines);
  return /^ {4}pattern: (.*)$/m.exec(rules)?.[1] ?? leftOut[0]!.reason;
}

function remarksOf(lines: string): string {
  return Array.from(imported(lines).rules.matchAll(/^ {2}# (.*)$/gm), ([, remark]) => remark!)
    .slice(1)
    .join("; ");
}

/** Patterns of rules, what they become, and what is said of them. */
const ROWS: readonly (readonly [pattern: string, ours: string, remark?: string])[] = [
  ["a b", "'a b'"],
  ["100%% \\x41\\\\", "'100% A\\'"],
  ["a %n:number% b", "'a {n:number} b'"],
  ["%a:word% %b:rest%", "'{a:word} {b}'"],
  ["%-:word% x", "'{_:word} x'"],
  ["%w:alpha% x", "'{w:word} x'", "w: any text without blanks, not only %w:alpha%"],
  ["%w:alpha%1", "'{w}1'", "w: any text, not only %w:alpha%"],
  ["%f:float% x", "'{f:float} x'", "f: any decimal number, not only %f:float%"],
  ["%h:hexnumber% x", "'{h:hex} x'", "h: any hexadecimal number, not only %h:hexnumber%"],
  ["%i:ipv4% x", "'{i:ip} x'", "i: any IP address, not only %i:ipv4%"],
  ["%i:ipv6% x", "'{i:ip} x'", "i: any IP address, not only %i:ipv6%"],
  ["%d:date-rfc3164% x", "'{d:timestamp} x'", "d: any date and time, not only %d:date-rfc3164%"],
  ["%d:date-rfc5424% x", "'{d:timestamp} x'", "d: any date and time, not only %d:date-rfc5424%"],
  ["%d:date-iso% x", "'{d:word} x'", "d: any text without blanks, not only %d:date-iso%"],
  ["%d:time-24hr%: x", "'{d}: x'"],
  ["%m:mac48%", "'{m:mac}'", "m: any MAC address, not only %m:mac48%"],
  ["%k:kernel-timestamp% x", "'{k:word} x'", "k: any text without blanks, not only %k:kernel-timestamp%"],
  ["%q:quoted-string% x", "'{q:quoted} x'"],
  ["%j:json% x", "'{j:json} x'"],
  ["a%-:whitespace%b", "'a{_:whitespace}b'"],
  ["%a:char-to:,%, %b:rest%", "'{a}, {b}'", "a: any text, not only %a:char-to:,% up to the first ','"],
  ["%a:char-to:,%,%b:rest%", "'{a},{b}'"],
  ["%a:char-sep:,%,%b:rest%", "'{a},{b}'", "a: any text, not only %a:char-sep:,%"],
  ["%a:string-to: in % in %b:rest%", "'{a} in {b}'"],
  ['%{"name":"a.b","type":"word"}% x', "'{a_b:word} x'"],
  [
    '%[{"name":"a","type":"number"}, {"type":"literal","text":"/"}, {"name":"b","type":"number"}]%',
    "'{a:number}/{b:number}'",
  ],
  ['%a:char-to{"extradata":","}%,%b:rest%', "'{a},{b}'"],
  [
    '%{"type":"alternative","parser":[{"type":"literal","text":"on"},{"name":"n","type":"number"}]}%',
    "[{ alternatives: ['on', '{n:number}'] }]",
  ],
  ["%a:string% %b:rest%", "[{ alternatives: ['\"{a}\"', '{a:word}'] }, ' {b}']"],
  ['%a:string{"quoting.mode":"none"}% x', "'{a:word} x'"],
  [
    '%a:string{"quoting.mode":"required","quoting.escape.mode":"none"}% x',
    "'\"{a}\" x'",
    'a: any text, not only %a:string{"quoting.mode":"required","quoting.escape.mode":"none"}% up to the first \'"\'',
  ],
  ['%a:string{"quoting.mode":"required","quoting.char.begin":"<","quoting.char.end":">"}% x', "'<{a}> x'"],
  [
    '%a:string{"matching.permitted":[{"class":"digit"}],"matching.mode":"lazy","quoting.mode":"none"}%-x',
    "'{a:number}-x'",
  ],
  [
    '%a:string{"matching.permitted":"ab ","quoting.mode":"none"}% x',
    "'{a:word} x'",
    'a: any text without blanks, not only %a:string{"matching.permitted":"ab ","quoting.mode":"none"}%',
  ],
  [
    '%a:string{"matching.permitted":[{"class":"alpha"},{"chars":"_"}]}% x',
    "[{ alternatives: ['\"{a}\"', '{a:word}'] }, ' x']",
  ],
  ["%a:op-quoted-string% %b:rest%", "[{ alternatives: ['\"{a}\"', '{a:word}'] }, ' {b}']"],
];

const LEFT_OUT: readonly (readonly [pattern: string, reason: string])[] = [
  ["%a:nothing%", "unknown type 'nothing'"],
  ["%a:@none%", "unknown type '@none'"],
  [
    "%a:name-value-list%",
    "a field of the type name-value-list; write the pairs that are always there, 'user={user}', or one field of any text: %a:name-value-list%",
  ],
  ["%a:cef%", "a field of the type cef; write one field of any text in its place: %a:cef%"],
  [
    '%{"type":"repeat","parser":[],"while":[]}%',
    'a field of the type repeat; write a rule for each number of repeats, or one field of any text: %{"type":"repeat","parser":[],"while":[]}%',
  ],
  ["%a:word%:x", "never matches, as %a:word% cannot end before what follows it"],
  [
    '%a:string{"option.dashIsNull":true}%',
    "the parameter 'option.dashIsNull' of %a:string{\"option.dashIsNull\":true}%",
  ],
  ['%a:string{"quoting.mode":"always"}%', "'quoting.mode' is 'always'"],
  ['%a:string{"quoting.char.end":""}%', "'quoting.char.end' is not one character"],
  [
    '%a:string{"matching.permitted":[{"class":"x"}]}%',
    'an unknown class of characters in %a:string{"matching.permitted":[{"class":"x"}]}%',
  ],
  ["%a:char-to%x", "%a:char-to% does not say where it ends"],
  ["%a:string-to:in%out", "'in' does not follow %a:string-to:in%"],
  ["%a:rest% x", "never matches, as %a:rest% leaves nothing for what follows it"],
  ["%a:alpha%%b:word%", "nothing shows where %a:alpha% ends"],
  ["%{", "a '{' that is not closed"],
  ['%{"type":"alternative","parser":[]}%', '%{"type":"alternative","parser":[]}% has no list of parsers'],
  ['%{"type":"literal","text":"\\ud800"}%', "half of a surrogate pair, which is not a character"],
  ["%{x}%", "not JSON: '{x}'"],
  ["%a", "a '%' that does not begin a field; a literal one is '%%'"],
  ["%a:char-to:x", "a field without a '%' at its end"],
  ["", "matches only empty lines"],
];

suite("rules of liblognorm as ours", (test) => {
  for (const [pattern, ours, remark = ""] of ROWS) {
    test(`${pattern} becomes ${ours}`, () => {
      assert.equal(patternOf(`rule=:${pattern}`), ours);
      if (remark !== "") assert.equal(remarksOf(`rule=:${pattern}`), remark);
    });
  }

  for (const [pattern, reason] of LEFT_OUT) {
    test(`${JSON.stringify(pattern)} is left out`, () => assert.equal(patternOf(`rule=:${pattern}`), reason));
  }

  test("own types become alternatives, with the name before those of their fields", () => {
    const type = "type=@t:%k:number%x\ntype=@t:%k:word%\n";
    assert.equal(patternOf(`${type}rule=:a %p:@t%`), "['a ', { alternatives: ['{p_k:number}x', '{p_k:word}'] }]");
    assert.equal(patternOf(`${type}rule=:a %.:@t%`), "['a ', { alternatives: ['{k:number}x', '{k:word}'] }]");
    assert.equal(patternOf(`${type}rule=:a %-:@t%`), "['a ', { alternatives: ['{_:number}x', '{_:word}'] }]");
    assert.equal(patternOf("type=@t:%a:@t%\nrule=:%a:@t%"), "the type '@t' contains itself");
  });

  test("a prefix is part of the rules after it", () => {
    const text = "prefix=%h:word% \nextendprefix=app: \nrule=:a\nprefix=\nrule=:b";
    assert.deepEqual(
      Array.from(imported(text).rules.matchAll(/^ {4}pattern: (.*)$/gm), ([, one]) => one),
      ["'{h:word} app: a'", "'b'"],
    );
  });

  test("tags are the name, and their annotations are in the output", () => {
    const { rules } = imported('rule=a,b:x %n:number%\nannotate=b:+kind="login"');
    assert.ok(rules.includes("  - name: a,b\n"), rules);
    assert.ok(rules.includes("    output: 'kind=login {n}'\n"), rules);
    const braces = imported('rule=a:x %n:number%\nannotate=a:+kind="{x}"').rules;
    assert.ok(braces.includes("    output: 'kind={{x}} {n}'\n"), braces);
    const lost = imported('rule=a:x %n:number%\nannotate=a:+kind="{n}"').rules;
    assert.ok(lost.includes("# the annotations of its tags are left out\n"), lost);
  });

  test("a rule may go on in the next line inside a field", () => {
    assert.equal(patternOf('rule=:a %{"name":"n",\n  "type":"number"}% b'), "'a {n:number} b'");
  });

  test("whatever the rules, they load", () => {
    const type = fc.constantFrom(
      ..."alpha char-to char-sep date-iso float json number op-quoted-string rest string string-to word whitespace @t @u none".split(
        " ",
      ),
    );
    const field = fc
      .tuple(
        fc.constantFrom("a", "b.c", "-", ".", "timestamp", "_", "{x}"),
        type,
        fc.constantFrom("", ":,", ": ", ":x y", ":\\x3a", "{}"),
      )
      .map((parts) => `%${parts[0]}:${parts[1]}${parts[2]}%`);
    const piece = fc.oneof(field, fc.constantFrom(" ", "x", "%%", ",", ": ", "{a}", "é", "'", '"', "\\t", "%", "#"));
    const pattern = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    assertProperty(
      fc.property(fc.array(pattern, { minLength: 1, maxLength: 4 }), pattern, pattern, (patterns, t, u) => {
        const lines = [`type=@t:${t}`, `type=@u:${u}`, "prefix=p ", ...patterns.map((one) => `rule=t{x}:${one}`)];
        // A '%' too many makes a line go on in the next one.
        fc.pre(lines.every((line) => (line.split("%").length - 1) % 2 === 0));
        const { rules, ruleCount, leftOut } = imported(lines.join("\n"));
        assert.equal(parseRules(Buffer.from(rules), "rules.yaml").length, ruleCount);
        assert.equal(ruleCount + leftOut.length, patterns.length);
      }),
      { numRuns: 1000 },
    );
  });
});

suite("files that are no rulebases", (test) => {
  const failure = (text: string): string => {
    try {
      importFiles([{ name: "a.rulebase", text }], "liblognorm");
      return "none";
    } catch (error) {
      return (error as Error).message;
    }
  };
  test("version 1", () =>
    assert.equal(failure("rule=:a"), "a.rulebase:1:1: not a rulebase of version 2, which begins with version=2"));
  test("another line", () =>
    assert.equal(
      failure("version=2\nrule=:a\nsomething"),
      "a.rulebase:3:1: neither a rule, nor a type, a prefix, an annotation or a comment",
    ));
  test("types that grow without bound end in time", () => {
    const types = Array.from({ length: 19 }, (_, i) => `type=@t${i}:${`%a:@t${i + 1}%x`.repeat(4)}`);
    assert.match(patternOf([...types, "type=@t19:%a:word%", "rule=:%a:@t0%"].join("\n")), /more than 5000 parts/);
  });
  test("deep alternatives end in time", () => {
    const deep = `${'{"type":"alternative","parser":['.repeat(3000)}${"]}".repeat(3000)}`;
    assert.match(patternOf(`rule=:%${deep}%`), /nested too deep/);
  });
  test("deep lists end with a reason and a place", () => {
    const { leftOut } = imported(`rule=:%${"[".repeat(3000)}${"]".repeat(3000)}%`);
    assert.deepEqual(leftOut, [{ location: { file: "a.rulebase", line: 2, column: 1 }, reason: "is nested too deep" }]);
  });
  test("deep parameters end with a reason and a place", () => {
    const deep = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
    for (const key of ["quoting.mode", "matching.permitted"])
      for (const field of [`%{"type":"string","name":"a","${key}":${deep}}%`, `%a:string{"${key}":${deep}}%`])
        assert.deepEqual(imported(`rule=:${field}`).leftOut, [
          { location: { file: "a.rulebase", line: 2, column: 1 }, reason: "is nested too deep" },
        ]);
  });
  test("a list in a list is one list", () =>
    assert.equal(
      patternOf('rule=:%[[{"type":"number","name":"a"}],[[{"type":"literal","text":"-"}]]]%'),
      "'{a:number}-'",
    ));
  test("a rule has as many fields and alternatives as rules files may have, or is left out", () => {
    const types = Array.from({ length: 300 }, (_, i) => `type=@t:${i}-%f:number%`).join("\n");
    const { rules } = imported(`${types}\nrule=:%a:@t%`);
    assert.equal(parseRules(Buffer.from(rules), "rules.yaml").length, 1);
    assert.equal(patternOf(`${types}\nrule=:%a:@t% %b:@t%`), "has more than 1000 fields and alternatives");
  });
  test("an included file is left out", () => {
    const { leftOut } = imported("include=b.rulebase\nrule=:a");
    assert.deepEqual(leftOut, [
      { location: { file: "a.rulebase", line: 2, column: 1 }, reason: "another file; name it too" },
    ]);
  });
});
