// Rules from rulebases of liblognorm.

import assert from "node:assert/strict";
import fc from "fast-check";
import { importFiles, importSummary } from "../../src/exchange/import/import.ts";
import { Processor } from "../../src/library/processor.ts";
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
  ["%d:time-24hr%; x", "'{d}; x'"],
  ["%m:mac48%", "'{m:mac}'", "m: any MAC address, not only %m:mac48%"],
  ["%k:kernel-timestamp% x", "'{k:uptime} x'", "k: any time since the system started, not only %k:kernel-timestamp%"],
  ["%q:quoted-string% x", "'{q:quoted} x'"],
  [
    "%j:json%",
    "['{j:json}', { optional: '{_:whitespace}' }]",
    "j: any text whose brackets and quotes match, not only JSON",
  ],
  ["%j:json%x", "['{j:json}', { optional: '{_:whitespace}' }, 'x']"],
  ["%j:cee-syslog%", "['@cee:', { optional: '{_:whitespace}' }, '{j:json}', { optional: '{_:whitespace}' }]"],
  [
    "%p:name-value-list%",
    "['{p:pairs}', { optional: '{_:whitespace}' }]",
    "p: any names with values in one piece, not only %p:name-value-list%",
  ],
  ["in: %p:v2-iptables%", "['in: {p:iptables}', { optional: '{_:whitespace}' }]"],
  [
    "%c:cef%",
    "['CEF:0|{c_DeviceVendor:column}|{c_DeviceProduct:column}|{c_DeviceVersion:column}|{c_SignatureID:column}|" +
      "{c_Name:column}|{c_Severity:column}|', { optional: '{_:whitespace}' }, " +
      "{ optional: ['{c_Extensions:cef}', { optional: '{_:whitespace}' }] }]",
    "c_Extensions: any names with values in one piece, as in CEF, not only %c:cef%; " +
      "c_Extensions: as it is written, with escapes, as the fields before it are",
  ],
  [
    "%-:cef%",
    "['CEF:0|{_:column}|{_:column}|{_:column}|{_:column}|{_:column}|{_:column}|', { optional: '{_:whitespace}' }, " +
      "{ optional: ['{_:cef}', { optional: '{_:whitespace}' }] }]",
  ],
  [
    "%i:cisco-interface-spec% x",
    "[{ alternatives: ['{i_ip:ip}/{i_port:number}', '{i_interface}:{i_ip:ip}/{i_port:number}'] }, " +
      "{ optional: ' ({i_ip2:ip}/{i_port2:number})' }, { optional: [{ alternatives: [' (', '('] }, '{i_user})'] }, ' x']",
  ],
  ["%n:interpret:int:word% x", "'{n:word} x'"],
  ["%n:suffixed:,:kb,mb:number% x", "'{n_value:number}{n_suffix:kb|mb} x'"],
  ["%n:named_suffixed:size:unit:,:kb,mb:interpret:int:number%", "'{n_size:number}{n_unit:kb|mb}'"],
  ["%-:suffixed:,:kb:number% x", "'{_:number}kb x'"],
  ['%n:number{"format":"number"}% x', "'{n:number} x'", "n: as it is written, not as number"],
  ['%n:number{"maxval":191}% x', "'{n:number} x'", "n: any number, not only up to 191"],
  ['%n:number{"priority":9}% x', "'{n:number} x'", "n: priority 9 counts only among rules that fit equally well"],
  ['a %{"type":"literal","text":":","name":"sign"}% x', "['a ', { field: 'sign', values: [':'] }, ' x']"],
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
  [
    "%a:string% %b:rest%",
    "[{ alternatives: ['\"{a}\"', '{a:word}'] }, ' {b}']",
    "a: as it is written, with escapes before quotes; a: any text, not only %a:string% up to the first '\"'",
  ],
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
  // liblognorm itself never matches these.
  ["%a:word%:x", "'{a:word}:x'", "a: also ends at other places, as what follows %a:word% may be in it"],
  [
    "%j:json% x",
    "['{j:json}', { optional: '{_:whitespace}' }, ' x']",
    "j: any text whose brackets and quotes match, not only JSON; also ends at other places, as what follows %j:json% may be in it",
  ],
];

const LEFT_OUT: readonly (readonly [pattern: string, reason: string])[] = [
  ["%a:nothing%", "unknown type 'nothing'"],
  ["%a:@none%", "unknown type '@none'"],
  ['%p:name-value-list{"separator":","}%', 'the parameter \'separator\' of %p:name-value-list{"separator":","}%'],
  ["[ %p:checkpoint-lea%]", "%p:checkpoint-lea% takes a list apart"],
  [
    '%n:repeat{"parser":{"type":"number","name":"n"}}%',
    '%n:repeat{"parser":{"type":"number","name":"n"}}% takes a list apart',
  ],
  ["%n:interpret:bool:word% x", "%n:interpret:bool:word% converts its value, or lacks a parameter"],
  ["%n:interpret:base16int:word%", "%n:interpret:base16int:word% converts its value, or lacks a parameter"],
  ['%n:hexnumber{"format":"number"}% x', '%n:hexnumber{"format":"number"}% converts its value'],
  ['%d:date-rfc5424{"format":"timestamp-unix"}%', '%d:date-rfc5424{"format":"timestamp-unix"}% converts its value'],
  ["%a:tokenized:,:word% x", "unknown type 'tokenized'"],
  ["%a:interpret:x:word% x", "%a:interpret:x:word% converts its value, or lacks a parameter"],
  ["%a:interpret:int% x", "%a:interpret:int% converts its value, or lacks a parameter"],
  ["%a:suffixed:,% x", "%a:suffixed:,% converts its value, or lacks a parameter"],
  ["%a:suffixed:,::number% x", "%a:suffixed:,::number% converts its value, or lacks a parameter"],
  ["%a:suffixed:,:kb,,mb:number% x", "%a:suffixed:,:kb,,mb:number% may be empty"],
  ['%{"type":"literal","name":"a","text":"\\n"}% x', "a line break, which no line has"],
  [
    '%a:string{"option.dashIsNull":true}%',
    "the parameter 'option.dashIsNull' of %a:string{\"option.dashIsNull\":true}%",
  ],
  ['%a:string{"quoting.mode":"always"}%', `the parameter 'quoting.mode' of %a:string{"quoting.mode":"always"}%`],
  ['%a:string{"quoting.char.end":""}%', "'quoting.char.end' is not one character"],
  [
    '%a:string{"matching.permitted":[{"class":"x"}]}%',
    'an unknown class of characters in %a:string{"matching.permitted":[{"class":"x"}]}%',
  ],
  ["%a:char-to%x", "%a:char-to% does not say where it ends"],
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
      ["'b'", "'{h:word} app: a'"],
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

  test("a rulebase of version 1 has no first line", () => {
    const { rules } = importFiles([{ name: "a.rulebase", text: "rule=:a %w:word%\n" }]);
    assert.ok(rules.includes("    pattern: 'a {w:word}'\n"), rules);
  });

  test("rules that begin alike come in the order in which liblognorm tries them", () => {
    const order = (lines: string) =>
      Array.from(imported(lines).rules.matchAll(/^ {4}pattern: (.*)$/gm), ([, one]) => one).join(" ");
    assert.equal(order("rule=:a %w:word%\nrule=:b\nrule=:a %n:number%"), "'a {n:number}' 'b' 'a {w:word}'");
    assert.equal(
      order('rule=:%a:word% %b:word%\nrule=:%a:word% %{"name":"b","type":"float","priority":40000}%'),
      "'{a:word} {b:word}' '{a:word} {b:float}'",
    );
    // A rule that is left out keeps its place, and so does the rest.
    assert.match(imported("rule=:%w:word%\nrule=:%x:none%\nrule=:%n:number%").rules, /n:number.*none.*w:word/s);
  });

  test("files that include each other share types and annotations", () => {
    const files = [
      { name: "a.rulebase", text: 'version=2\ninclude=lib/b.rulebase\nrule=t:x %p:@t%\nannotate=u:+kind="login"' },
      { name: "b.rulebase", text: "version=2\ntype=@t:%k:number%\nrule=u:y" },
    ];
    const { rules, leftOut } = importFiles(files);
    assert.deepEqual(leftOut, []);
    assert.ok(rules.includes("alternatives: ['{p_k:number}']"), rules);
    assert.ok(rules.includes("output: 'kind=login'"), rules);
  });

  test("a rule may go on in the next line inside a field", () => {
    assert.equal(patternOf('rule=:a %{"name":"n",\n  "type":"number"}% b'), "'a {n:number} b'");
  });

  test("lists of names with values match what liblognorm matches", () => {
    const cef = "CEF:0|v|p\\|q|1|id|two words|High|";
    const lines: readonly (readonly [type: string, yes: readonly string[], no: readonly string[]])[] = [
      ["name-value-list", ["a=1", "a= b.c='x y' ", 'a="\\" b=2" c='], ["a", "a=1 b", "a b=1", 'a="', "a=1 , b=2"]],
      ["v2-iptables", ["IN= OUT=eth0 DF ", "DF SYN"], ["IN=eth0", "in=a out=b", "IN=  OUT=", "IN=a\tOUT=b", ""]],
      [
        "cef",
        [cef, `${cef} `, `${cef} a=x y b=\\=\\n`, `${cef}a.b_c=1 `],
        [`${cef} n,m=1`, `${cef} a=\\x`, `${cef} a`, cef.slice(0, -1), cef.replace("v", "\\v")],
      ],
      ["kernel-timestamp", ["[12345.678901]", "[    1.678901]"], ["[1234.678901]", "[12345.67890]", "(12345.678901]"]],
    ];
    for (const [type, yes, no] of lines) {
      const processor = new Processor({ rules: imported(`rule=:%f:${type}%`).rules });
      for (const line of yes) assert.notEqual(processor.normalize(line), undefined, `${type}: ${line}`);
      for (const line of no) assert.equal(processor.normalize(line), undefined, `${type}: ${line}`);
    }
  });

  test("whatever the rules, they load", () => {
    const type = fc.constantFrom(
      ...(
        "alpha cee-syslog cef char-to char-sep cisco-interface-spec date-iso float interpret json name-value-list " +
        "v2-iptables repeat number op-quoted-string rest string string-to suffixed word whitespace @t @u none"
      ).split(" "),
    );
    const field = fc
      .tuple(
        fc.constantFrom("a", "b.c", "-", ".", "timestamp", "_", "{x}"),
        type,
        fc.constantFrom("", ":,", ": ", ":x y", ":\\x3a", "{}", ":int:word", ":,:a,b:number"),
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
  test("another line", () =>
    assert.equal(
      failure("version=2\nrule=:a\nsomething"),
      "a.rulebase:3:1: neither a rule, nor a type, a prefix, an annotation or a comment",
    ));
  test("a prefix that makes rules larger than a file may be", () => {
    const message = "the rules before it are larger than 64 MiB, the limit for rules files";
    assert.equal(failure(`prefix=${"a".repeat(2 ** 20)}\n${"rule=:b\n".repeat(80)}`), `a.rulebase:66:1: ${message}`);
  });
  test("fields of one name get numbers in linear time", () => {
    let lookUps = 0;
    const prototypes = [Map.prototype, Set.prototype];
    const originals = prototypes.map(({ has }) => has);
    for (const [i, prototype] of prototypes.entries())
      prototype.has = function (key) {
        lookUps++;
        return originals[i]!.call(this, key);
      };
    try {
      assert.match(patternOf(`rule=:${"x%w:word% ".repeat(900)}`), /w_900/);
    } finally {
      for (const [i, prototype] of prototypes.entries()) prototype.has = originals[i]!;
    }
    assert.ok(lookUps < 100_000, `${lookUps} look-ups`);
  });
  test("types that grow without bound end in time", () => {
    const types = Array.from({ length: 19 }, (_, i) => `type=@t${i}:${`%a:@t${i + 1}%x`.repeat(4)}`);
    assert.match(patternOf([...types, "type=@t19:%a:word%", "rule=:%a:@t0%"].join("\n")), /more than 5000 parts/);
  });
  test("deep types of version 1 end in time", () => {
    assert.match(patternOf(`rule=:%a:${"interpret:int:".repeat(200_000)}word%`), /nested too deep/);
  });
  test("deep alternatives end in time", () => {
    const deep = `${'{"type":"alternative","parser":['.repeat(3000)}${"]}".repeat(3000)}`;
    assert.match(patternOf(`rule=:%${deep}%`), /nested too deep/);
  });
  test("a long reason is cut where it is shown", () => {
    const result = imported(`rule=:%x:suffixed:${",".repeat(50_000)}:number%\nrule=:a`);
    assert.ok(result.leftOut[0]!.reason.length > 50_000);
    for (const text of [importSummary(result, undefined), result.rules])
      assert.ok(text.split("\n").every((line) => line.length < 1100));
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
  test("an included file that is not given is left out", () => {
    const { leftOut } = imported("include=b.rulebase\nrule=:a");
    assert.deepEqual(leftOut, [
      { location: { file: "a.rulebase", line: 2, column: 1 }, reason: "another file; name it too" },
    ]);
  });
});
