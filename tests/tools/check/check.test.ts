import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import fc from "fast-check";
import { Processor } from "../../../src/index.ts";
import { Matcher } from "../../../src/matcher/matcher.ts";
import { type Element, pattern } from "../../../src/matcher/pattern.ts";
import { precedenceOrder } from "../../../src/matcher/precedence.ts";
import { isInNameOnly } from "../../../src/rules/in-name-only.ts";
import { KnownShapes, parseKnownLines } from "../../../src/run/known-lines.ts";
import { LineTemplates } from "../../../src/run/line-templates.ts";
import { loadRules } from "../../../src/run/loaded-rules.ts";
import { asBuffer } from "../../../src/run/record-builder.ts";
import { referencesOf } from "../../../src/run/rule-references.ts";
import { displayWidth } from "../../../src/text/messages/columns.ts";
import { StringLayout } from "../../../src/text/messages/text-layout.ts";
import { check } from "../../../src/tools/check/check.ts";
import type { CheckResult } from "../../../src/tools/check/check-result.ts";
import { checkRules } from "../../../src/tools/check/check-rules.ts";
import { writeText } from "../../../src/tools/check/check-text.ts";
import { coverageOf } from "../../../src/tools/check/coverage.ts";
import { type CheckFinding, FINDING_CODES } from "../../../src/tools/check/finding.ts";
import {
  ComparisonLimit,
  expansionsOf,
  InclusionProver,
  PatternOrder,
  symbolicLine,
} from "../../../src/tools/check/pattern-order.ts";
import { elements, lineFor, similarRules } from "../../support/arbitraries.ts";
import { linesUpTo, narrowed, tinyRules } from "../../support/check-arbitraries.ts";
import { shell } from "../../support/command.ts";
import { folder } from "../../support/folder.ts";
import { hostedShell } from "../../support/hosted-shell.ts";
import { assertProperty, assertReached, shareOf, someOf } from "../../support/property.ts";
import { structured, structuredLine } from "../../support/solver-arbitraries.ts";
import { checkGrowth, countingSuite } from "../../support/steps.ts";
import { suite } from "../../support/suite.ts";

const matches = (matcher: Matcher, line: string): boolean =>
  matcher.match(Buffer.from(line), 0, Buffer.byteLength(line)) !== -1;

function orderOf(rules: readonly (readonly Element[])[]) {
  const patterns = rules.map((rule) => pattern(rule));
  const matcher = new Matcher(patterns);
  return { patterns, matcher, order: new PatternOrder(patterns, matcher) };
}

suite("all rules that match a line", (test) => {
  const checkAll = ([rules, line]: readonly [readonly (readonly Element[])[], string]): void => {
    const { patterns, matcher } = orderOf(rules);
    const bytes = Buffer.concat([Buffer.from("ab "), Buffer.from(line), Buffer.from(" ab")]);
    const found = matcher.matching(bytes, 3, bytes.length - 3);
    const expected = precedenceOrder(patterns).filter((rule) => matches(new Matcher([patterns[rule]!]), line));
    assert.deepEqual(found, expected);
    assert.equal(matcher.match(bytes, 3, bytes.length - 3), expected[0] ?? -1);
    assert.deepEqual(matcher.matching(bytes, 3, bytes.length - 3), expected);
  };

  test("are those that match it alone, in order of precedence", () => {
    const plain = fc.array(elements, { minLength: 1, maxLength: 8 });
    assertProperty(
      fc.property(
        plain.chain((rules) => fc.tuple(fc.constant(rules), lineFor(rules))),
        checkAll,
      ),
      { numRuns: 300 },
    );
  });

  test("are found among many similar rules", () => {
    assertProperty(
      fc.property(
        similarRules.chain((rules) => fc.tuple(fc.constant(rules), lineFor(rules))),
        checkAll,
      ),
      {
        numRuns: 250,
      },
    );
  });

  test("are found among rules with types and alternatives", () => {
    const rules = fc.array(structured, { minLength: 1, maxLength: 6 });
    assertProperty(
      fc.property(
        rules.chain((rules) => fc.tuple(fc.constant(rules), structuredLine(rules))),
        checkAll,
      ),
      {
        numRuns: 300,
      },
    );
  });
});

suite("rules that can never win", (test) => {
  test("are exactly those that win none of all short lines, if rules have only texts and fields", () => {
    // The lines are long enough to hold a line of each rule in which every field is a character that no literal has.
    const lines = linesUpTo(6, "abc");
    assertProperty(
      fc.property(tinyRules, (rules) => {
        const { matcher, order } = orderOf(rules);
        const winners = new Set(lines.map((line) => matcher.match(line, 0, line.length)));
        const expected = rules.flatMap((_, rule) => (winners.has(rule) ? [] : [rule]));
        assert.deepEqual(
          order.shadowed().map(({ rule }) => rule),
          expected,
        );
      }),
      { numRuns: 200 },
    );
  });

  test("are exactly those, also with catch-alls among them", () => {
    const lines = linesUpTo(6, "abc");
    const flagged = tinyRules.chain((rules) =>
      fc.tuple(...rules.map((rule) => fc.tuple(fc.constant(rule), fc.boolean()))),
    );
    assertProperty(
      fc.property(flagged, (rules) => {
        const patterns = rules.map(([rule, isCatchAll]) => ({ ...pattern(rule), ...(isCatchAll && { isCatchAll }) }));
        const matcher = new Matcher(patterns);
        const winners = new Set(lines.map((line) => matcher.match(line, 0, line.length)));
        const shadowed = new PatternOrder(patterns, matcher).shadowed();
        assert.deepEqual(
          shadowed.map(({ rule }) => rule),
          rules.flatMap((_, rule) => (winners.has(rule) ? [] : [rule])),
        );
        for (const { in: other } of new PatternOrder(patterns, matcher).inclusions(shadowed))
          assert.ok(!patterns[other]!.isCatchAll);
      }),
      { numRuns: 200 },
    );
  });

  test("win none of the lines that are made for them, if rules have types and alternatives", () => {
    const kindred = fc.oneof(structured.chain(narrowed), fc.tuple(structured, structured));
    const rules = fc.array(kindred, { minLength: 1, maxLength: 3 }).map((pairs) => pairs.flat());
    let proofs = 0;
    assertProperty(
      fc.property(
        rules.chain((rules) =>
          fc.tuple(fc.constant(rules), fc.array(structuredLine(rules), { minLength: 20, maxLength: 20 })),
        ),
        ([rules, lines]) => {
          const { matcher, order } = orderOf(rules);
          const shadowed = order.shadowed();
          proofs += shadowed.length;
          for (const line of lines) {
            const bytes = Buffer.from(line);
            const winner = matcher.match(bytes, 0, bytes.length);
            assert.ok(!shadowed.some(({ rule }) => rule === winner), line);
          }
        },
      ),
      { numRuns: 200 },
    );
    assertReached(proofs, 10, "proofs");
  });
});

suite("inclusions", (test) => {
  test("come with a line that both rules match and the included rule wins", () => {
    const kindred = fc.oneof(elements.chain(narrowed), structured.chain(narrowed), fc.tuple(elements, elements));
    let count = 0;
    assertProperty(
      fc.property(fc.array(kindred, { minLength: 1, maxLength: 4 }), (pairs) => {
        const { patterns, matcher, order } = orderOf(pairs.flat());
        for (const { rule, in: other, witness } of order.inclusions(order.shadowed())) {
          count++;
          const bytes = Buffer.from(witness);
          assert.equal(matcher.match(bytes, 0, bytes.length), rule);
          assert.ok(matches(new Matcher([patterns[rule]!]), witness));
          assert.ok(matches(new Matcher([patterns[other]!]), witness));
        }
      }),
      { numRuns: 300 },
    );
    assertReached(count, 50, "inclusions");
  });

  test("are complete among rules of texts and fields, directly or through other rules", () => {
    const lines = linesUpTo(6, "abc");
    assertProperty(
      fc.property(tinyRules, (rules) => {
        const { patterns, order } = orderOf(rules);
        const shadowed = order.shadowed();
        const neverWinning = shadowed.map(({ rule }) => rule);
        const found = order.inclusions(shadowed);
        const reaches = (rule: number, other: number): boolean =>
          found.some((one) => one.rule === rule && (one.in === other || reaches(one.in, other)));
        const languages = patterns.map((one) => {
          const matcher = new Matcher([one]);
          return lines.map((line) => matcher.match(line, 0, line.length) === 0);
        });
        for (const a of patterns.keys()) {
          for (const b of patterns.keys()) {
            if (a === b || neverWinning.includes(a) || neverWinning.includes(b)) continue;
            const isIncluded = languages[a]!.every((has, i) => !has || languages[b]![i]);
            assert.equal(reaches(a, b), isIncluded, `${a} in ${b}`);
          }
        }
      }),
      { numRuns: 200 },
    );
  });

  test("are proved only where they hold", () => {
    let proofs = 0;
    assertProperty(
      fc.property(
        structured
          .chain(narrowed)
          .chain(([special, general]) => fc.tuple(fc.constant([special!, general!]), structuredLine([special!]))),
        ([rules, line]) => {
          const [special, general] = rules.map((rule) => pattern(rule));
          const prover = new InclusionProver([general!]);
          if (!expansionsOf(special!)?.every((way) => prover.includes(0, symbolicLine(way)))) return;
          proofs++;
          if (matches(new Matcher([special!]), line)) assert.ok(matches(new Matcher([general!]), line), line);
        },
      ),
      { numRuns: 300 },
    );
    assertReached(proofs, 50, "proofs");
  });
});

function allFindingsOf(yaml: string): readonly CheckFinding[] {
  const source = loadRules({ bytes: Buffer.from(yaml), name: "rules.yaml" });
  return checkRules(source, referencesOf(source)).findings;
}

/** The findings but those of rules in name only: most rules here are as short as can be. */
function findingsOf(yaml: string): readonly CheckFinding[] {
  return allFindingsOf(yaml).filter(({ code }) => code !== "IN_NAME_ONLY");
}

const rule = (name: string, pattern: readonly unknown[], more: object = {}) => ({ name, pattern, output: "", ...more });
const codesOf = (...rules: readonly object[]): string[] =>
  findingsOf(JSON.stringify({ rules })).map(({ code }) => code);

suite("findings", (test) => {
  const [x, y] = [{ field: "x" }, { field: "y" }];
  const [number, word] = [
    { field: "n", parser: "number" },
    { field: "n", parser: "word" },
  ];

  test("warn of rules that match in name only", () => {
    const told = (pattern: string, more = ""): string[] => {
      const found = allFindingsOf(`rules:\n  - name: a\n    pattern: ${pattern}\n    output: x\n${more}`);
      return found.flatMap(({ code, line, column }) => (code === "IN_NAME_ONLY" ? [`${line}:${column}`] : []));
    };
    for (const pattern of [
      ...["'{text}'", "'{a} {b}: {c}'", "'{a:word} [{b:timestamp}]'", "['{timestamp} ', '{text}']"],
      ...["'{n:number}'", "'<{n:number}> {text}'", "'{a}{_:whitespace}{b}{_:whitespace}{c}'"],
      // What may be missing, or what another alternative lacks, tells no line from others.
      "['{text}', { optional: ' failed' }]",
      "['{text}', { optional: ': {a:ip} {b:number}' }]",
      "[{ alternatives: ['error ', '- '] }, '{text}']",
      "[{ alternatives: ['{a:ip} {b:number}', '{text}'] }]",
    ])
      assert.equal(told(pattern).length, 1, pattern);
    for (const pattern of [
      ...["'id {text}'", "'7{text}'", "'é{text}'", "'{level:I|W} {text}'", "'{a:ip} {b:number} {text}'"],
      "[{ alternatives: ['error ', 'warning '] }, '{text}']",
      "[{ alternatives: ['{a:ip} {b:number}', '{level:I|W}'] }, ' {text}']",
      // All that these lines say is in the pattern.
      ...["'----'", "['-', { optional: '-' }]", "['=', { optional: '{a:ip} {b:number}' }]"],
    ])
      assert.deepEqual(told(pattern), [], pattern);
    assert.deepEqual(told("'{text}'"), ["3:15"]);
    assert.deepEqual(told("'{text}'", "    catch_all: true\n"), []);
    const follower = (pattern: string) => told("'x {text}'", `    sequence: { followers: ['', ${pattern}] }\n`);
    assert.deepEqual(follower("'{text}'"), ["5:34"]);
    assert.deepEqual(follower("'{error}: {text}'"), ["5:34"]);
    for (const pattern of ["'    {code}'", "'| {cell}'", "'{class:word}: {text}'", "'at {place}'"])
      assert.deepEqual(follower(pattern), [], pattern);
    assert.deepEqual(told("'x'", "    sequence: stack_trace\n"), []);
  });

  test("find rules in name only as trying each way to write their lines does", () => {
    /** Each choice of one branch for all alternatives. */
    const readings = (elements: readonly Element[]): Element[][] =>
      elements.reduce<Element[][]>(
        (before, element) => {
          const ways = "alternatives" in element ? element.alternatives.flatMap(readings) : [[element]];
          return before.flatMap((start) => ways.map((way) => [...start, ...way]));
        },
        [[]],
      );
    const saysNothing = (reading: readonly Element[]): boolean => {
      const fields = reading.flatMap((element) => ("field" in element ? [element] : []));
      const types = fields.flatMap(({ type }) => (type === undefined ? [] : [type]));
      const typed = types.flatMap((type) => ("typeName" in type ? [type.typeName] : []));
      return (
        fields.length > 0 &&
        typed.length === types.length &&
        typed.filter((name) => !["word", "timestamp", "whitespace"].includes(name)).length < 2 &&
        !reading.some((element) => "text" in element && /[a-z0-9]/.test(element.text))
      );
    };
    const text = fc.constantFrom("a", "7", " ", "-: ").map((text): Element => ({ text }));
    const type = fc.constantFrom("number", "ip", "word", "timestamp", "whitespace");
    const field = fc.oneof(
      fc.constant<Element>({ field: "x" }),
      type.map((typeName): Element => ({ field: "x", type: { typeName } })),
      fc.constant<Element>({ field: "x", type: { values: ["-"] } }),
    );
    const { list } = fc.letrec<{ list: Element[]; element: Element; either: Element }>((tie) => ({
      list: fc.array(tie("element"), { maxLength: 3 }),
      element: fc.oneof({ depthSize: "small", withCrossShrink: true }, text, field, tie("either")),
      either: fc.array(tie("list"), { minLength: 1, maxLength: 2 }).map((alternatives): Element => ({ alternatives })),
    }));
    let found = 0;
    assertProperty(
      fc.property(list, (elements) => {
        const isFound = isInNameOnly(pattern(elements));
        assert.equal(isFound, readings(elements).some(saysNothing));
        if (isFound) found++;
      }),
      { numRuns: 1000 },
    );
    assertReached(found, 100, "patterns in name only");
  });

  test("treat a number as a word, but not a word as a number", () => {
    const [a, b] = [
      rule("a", [{ text: "a " }, word, { text: ";" }]),
      rule("b", [{ text: "a " }, number, { text: ";" }]),
    ];
    assert.deepEqual(codesOf(a, b), ["NEVER_WINS"]);
    assert.deepEqual(codesOf(b, a), ["INCLUDED"]);
  });

  test("say what to do of a rule, a catch-all and a follower that are hidden", () => {
    const remedy = "remove it; or, if it is the more specific one, write it first or give it more text";
    const helpOf = (...rules: readonly object[]) =>
      findingsOf(JSON.stringify({ rules })).map(({ code, help }) => [code, help]);
    const [wide, narrow] = [word, number].map((type, i) => rule(`r${i}`, [{ text: "a " }, type, { text: ";" }]));
    assert.deepEqual(helpOf(wide!, narrow!), [["NEVER_WINS", remedy]]);
    const pattern = (kind: object) => ({ pattern: [{ text: "at " }, kind] });
    const followers = { sequence: { followers: [pattern(word), pattern(number)] } };
    assert.deepEqual(helpOf(rule("a", [{ text: "x" }], followers)), [["NEVER_WINS", remedy]]);
    const behind = "remove it; or, if it is the more specific one, leave 'catch_all: true' out";
    const [all] = helpOf(wide!, { ...narrow!, catch_all: true });
    assert.deepEqual(all, ["NEVER_WINS", behind]);
  });

  test("know that a word never ends inside a character, so a number is not always a word", () => {
    const [wide, narrow] = [rule("wide", [word, word]), rule("narrow", [number, word])];
    assert.deepEqual(codesOf(wide, narrow), []);
    const line = Buffer.from([0x31, 0x80]);
    const { rulebook } = loadRules({
      bytes: Buffer.from(JSON.stringify({ rules: [wide, narrow] })),
      name: "rules.yaml",
    });
    assert.equal(rulebook.matcher.match(line, 0, line.length), 1);
  });

  test("report a rule that several others cover together", () => {
    const either = (...texts: string[]) => ({ alternatives: texts.map((text) => [{ text }]) });
    const found = findingsOf(
      JSON.stringify({
        rules: [rule("a", [{ text: "on" }, x]), rule("b", [{ text: "up" }, x]), rule("c", [either("on", "up"), y])],
      }),
    );
    assert.deepEqual(
      found.map(({ code, others }) => [code, others.map(({ name }) => name)]),
      [["NEVER_WINS", ["a", "b"]]],
    );
  });

  test("leave out a pattern whose alternatives combine in too many ways", () => {
    const many = Array.from({ length: 8 }, (_, i) => ({ optional: [{ text: String(i) }] }));
    assert.deepEqual(codesOf(rule("a", [...many, x]), rule("b", [y])), []);
    assert.deepEqual(codesOf(rule("a", [...many, x]), rule("b", [...many, y])), []);
  });

  test("accept adjacent fields if one of them is a timestamp or has a type", () => {
    assert.deepEqual(codesOf(rule("a", [x, { field: "timestamp" }, y])), []);
    assert.deepEqual(codesOf(rule("a", [x, y])), ["ADJACENT_FIELDS"]);
    assert.deepEqual(codesOf(rule("a", [x, number])), []);
    assert.deepEqual(codesOf(rule("a", [{ text: "a" }, { optional: [x, y] }])), ["ADJACENT_FIELDS"]);
    const followers = [{ pattern: [x, y] }];
    assert.deepEqual(codesOf(rule("a", [{ text: "a" }], { sequence: { followers } })), ["ADJACENT_FIELDS"]);
  });

  test("point at the second of two adjacent fields, also in alternatives, aliases and followers", () => {
    const branches = "[[{ field: x, parser: number }, { field: y }], [{ field: y }, { field: second }]]";
    const patterns = ["{ field: x }, { field: second }", "{ field: x }, *second", `{ alternatives: ${branches} }`];
    for (const pattern of patterns) {
      const line = `- { name: a, output: '', pattern: [{ text: a }, ${pattern}] }`;
      const [one, ...others] = findingsOf(`x-a: &second { field: second }\nrules:\n${line}`);
      const written = /\*second|\{ field: second \}/.exec(line)!;
      assert.deepEqual([one!.line, one!.column, one!.length], [3, written.index + 1, written[0].length]);
      assert.deepEqual([one!.follower, others], [undefined, []]);
    }
    const follower = "    - pattern: [{ field: x }, { field: second }]";
    const [one] = findingsOf(
      `rules:\n- name: a\n  output: ''\n  pattern: [text: a]\n  sequence:\n    followers:\n${follower}`,
    );
    assert.deepEqual([one!.line, one!.column, one!.follower], [7, follower.indexOf("{ field: second") + 1, 1]);
  });

  const named = (name: string, output: string) => ({ name: "a", pattern: [{ text: "t" }, { field: name }], output });
  const asText = (name: string, output: string) =>
    findingsOf(JSON.stringify({ rules: [named(name, output)] })).map(({ code, help, length }) => [code, help, length]);

  test("report text in braces that is almost a field's name, and suggest the field", () => {
    const expected = (text: string, field: string) => [["NO_PLACEHOLDER", `did you mean '{${field}}'?`, text.length]];
    for (const text of ["{reqest-id}", "{request id}", "{REQUEST-ID}", "{ request-id }", "{request-id:}"])
      assert.deepEqual(asText("request-id", `${text} {request-id}`), expected(text, "request-id"), text);
    assert.deepEqual(asText("http.status", "{http.statsu}"), expected("{http.statsu}", "http.status"));
    assert.deepEqual(asText("@timestamp", "{{@timstamp}}"), expected("{@timstamp}", "@timestamp"));
  });

  test("report a field's name in braces with something beside it", () => {
    const others = [{ field: "level" }, { text: " " }, { field: "ms" }];
    const reasons = (output: string) => {
      const rules = [{ name: "a", pattern: others, output }];
      return findingsOf(JSON.stringify({ rules })).map(({ message, help }) => [message.split(": ").at(-1), help]);
    };
    const alone = "only a field's name alone makes a placeholder";
    const transform = "a transform is part of the rule: 'fields: { level: { transform: uppercase } }'";
    assert.deepEqual(reasons("{level:upper} {ms: number}"), [
      [alone, `did you mean '{level}'? ${transform}`],
      [alone, "did you mean '{ms}'?"],
    ]);
    assert.deepEqual(reasons("{level | uppercase}{ms:.2f}{ level }"), [
      [alone, `did you mean '{level}'? ${transform}`],
      [alone, "did you mean '{ms}'?"],
      [alone, "did you mean '{level}'?"],
    ]);
    const unclosed = (field: string) => ["the brace is not closed", `did you mean '{${field}}'?`];
    assert.deepEqual(reasons("[{level] {ms}"), [unclosed("level")]);
    assert.deepEqual(reasons("{level} {level {ms {ms"), [unclosed("level"), unclosed("ms")]);
    assert.deepEqual(reasons('{"level": {"ms": "{ms}", levels {ms}}, {other:upper} {a|lower} {other'), []);
    assert.deepEqual(reasons("{level : upper} {level: lower} {ms:} {ms number}").length, 4);
  });

  test("ignore text in braces that begins with a field's name but says something else", () => {
    for (const output of [
      "{id: 1, status: ok}",
      "{ id: <n> time: <n> }",
      "{id:<n>}",
      '{id:"x"}',
      "{ id: ok }",
      "{id of a}",
    ])
      assert.deepEqual(asText("id", output), [], output);
  });

  test("ignore text in braces that the line has too", () => {
    const findings = (text: string, output: string) => {
      const pattern = [{ text: `${text} of ` }, { field: "level" }, { text: " {" }, { field: "ms" }, { text: "}" }];
      return findingsOf(JSON.stringify({ rules: [{ name: "a", pattern, output }] })).map(({ code }) => code);
    };
    for (const text of ["{level:upper}", "{ level }", "{level|lower}", "{levels-}", "{level", "{a {level: upper}}"]) {
      assert.deepEqual(findings(text, `${text} of {level}`), [], text);
      assert.deepEqual(findings("a", `${text} of {level}`), ["NO_PLACEHOLDER"], text);
    }
    assert.deepEqual(findings("{level:lower}", "{level:upper} { level }"), ["NO_PLACEHOLDER", "NO_PLACEHOLDER"]);
    assert.deepEqual(findings("{a}", "{level:upper}"), ["NO_PLACEHOLDER"]);
  });

  test("ignore other text in braces, and text in double braces", () => {
    const meant = [
      "{request-id}",
      "{{request-id}}",
      '{"tags":{},"n":[1]}',
      "{}",
      "{ }",
      "{404}",
      "{-}",
      "{{request}}",
      "{x-y}",
    ];
    for (const output of meant) assert.deepEqual(asText("request-id", output), [], output);
  });

  test("point at text in braces, also in followers, or at the alias of its output", () => {
    const found = findingsOf(
      [
        'x-o: &o "<{a-c}>"',
        "rules:",
        "- name: a",
        "  pattern: [{ field: a-b }]",
        "  output: '{a-b} {a-c}'",
        "  sequence:",
        "    followers:",
        "    - { pattern: [{ text: x }, { field: a-b }], output: *o }",
        '    - { pattern: [{ text: y }, { field: a-b }], output: "\\x7ba-c}" }',
        "    - { pattern: [{ text: z }, { field: a-b }] }",
      ].join("\n"),
    );
    assert.deepEqual(
      found.map(({ line, column, length, follower }) => [line, column, length, follower]),
      [
        [5, 18, 5, undefined],
        [8, 57, 2, 1],
        [9, 57, 10, 2],
      ],
    );
    assert.match(found[1]!.message, /^in the output of follower 1 of rule 'a', '\{a-c\}' is plain text/);
  });

  test("names in braces that are no identifiers, and definitions that nothing uses, are told at their places", () => {
    const told = (file: string) =>
      findingsOf(file).map(({ code, line, column, length, rule, help }) => [
        code,
        line,
        column,
        length,
        rule?.name,
        help,
      ]);
    const rules = "rules:\n  - { name: a, pattern: 'x {request-id} {u}', output: '{u}', fields: { v: {} } }";
    assert.deepEqual(told(`fields: { usr: { parser: word }, u: {} }\n${rules}`), [
      ["UNUSED_FIELD", 1, 11, 3, undefined, "remove it"],
      [
        "BRACED_NAME",
        3,
        28,
        12,
        "a",
        "for a field of that name write the element { field: 'request-id' }; for the text itself write the element { text: '{request-id}' }",
      ],
      ["UNUSED_FIELD", 3, 72, 1, "a", "remove it"],
    ]);
    assert.deepEqual(told("fields: { reqest: {} }\nrules: [{ name: a, pattern: '{request}', output: '' }]"), [
      ["UNUSED_FIELD", 1, 11, 6, undefined, "did you mean 'request'?"],
    ]);
  });

  test("point at the first key and its value, not at the whole line", () => {
    const [same] = findingsOf(`rules: [${'{ name: "é", pattern: [{ text: a }], output: x }, '.repeat(2)}]`).filter(
      ({ code }) => code === "SAME_NAME",
    );
    assert.deepEqual([same!.line, same!.column, same!.length], [1, 61, 9]);
  });

  test("stay short even if one long line has many of them", () => {
    const found = findingsOf(manyInOneLine(500));
    assert.equal(found.length, 999);
    assert.ok(found.every(({ frame }) => frame.every((line) => displayWidth(line) <= 80)));
  });

  test("say that they are incomplete if the check ran out of time", () => {
    const a = { text: "a" };
    const rules = [rule("a", [a, x]), rule("b", [{ text: "ab" }, x]), rule("c", [a, y])];
    const source = loadRules({ bytes: Buffer.from(JSON.stringify({ rules })), name: "rules.yaml" });
    const { findings, comparedAll } = checkRules(source, referencesOf(source), new ComparisonLimit(-1));
    assert.deepEqual([findings.map(({ code }) => code), comparedAll], [[], false]);
    assert.equal(checkRules(source, referencesOf(source)).comparedAll, true);
  });

  test.costly("leave out very long texts", () => {
    const long = { text: "a".repeat(300_000) };
    const [inner, outer] = [
      [x, long, { text: "b" }, number],
      [long, long, { text: "b" }, number],
    ];
    assert.deepEqual(codesOf(rule("a", inner), rule("b", outer), rule("c", outer)), []);
  });

  test("report a follower that can never match", () => {
    const followers = [[x], [{ text: "a" }, y], [y]].map((pattern) => ({ pattern }));
    const found = findingsOf(JSON.stringify({ rules: [rule("a", [{ text: "a" }], { sequence: { followers } })] }));
    assert.deepEqual(
      found.map(({ message, line, column }) => `${line}:${column} ${message}`),
      ["1:155 follower 3 of rule 'a' can never match: follower 1 matches all its lines"],
    );
  });

  test("check each example of an alias by itself", () => {
    const pattern = [{ text: "u " }, { field: "u", transform: "alias" }];
    const examples = ["a", "b"].map((user) => ({ line: `u ${user}`, output: "u#1", fields: { u: user } }));
    assert.deepEqual(codesOf(rule("a", pattern, { output: "{u}", examples })), []);
  });

  test("give positions in the file, also after wide characters", () => {
    const [finding] = findingsOf(
      '# é\r\nrules:\r\n- {name: "😀", pattern: [{field: a}], output: x}\r\n- {name: "é", pattern: [{field: b}], output: x}\r\n',
    );
    assert.deepEqual([finding!.line, finding!.column, finding!.others], [4, 4, [{ name: "😀", line: 3 }]]);
  });
});

const manyInOneLine = (count: number): string =>
  JSON.stringify({
    rules: Array.from({ length: count }, (_, i) => rule("a", [{ field: "x" }, { field: "y" }, { text: `#${i} 😀` }])),
  });

type Checking = Pick<typeof import("../../../src/tools/check/check-rules.ts"), "checkRules"> &
  Pick<typeof import("../../../src/tools/check/pattern-order.ts"), "PatternOrder" | "ComparisonLimit"> &
  Pick<typeof import("../../../src/run/rule-references.ts"), "referencesOf"> &
  Pick<typeof import("../../../src/matcher/matcher.ts"), "Matcher"> &
  Pick<typeof import("../../../src/run/loaded-rules.ts"), "loadRules">;
const CHECKING = {
  "tools/check/check-rules.ts": "checkRules",
  "tools/check/pattern-order.ts": "PatternOrder, ComparisonLimit",
  "run/rule-references.ts": "referencesOf",
  "matcher/matcher.ts": "Matcher",
  "run/loaded-rules.ts": "loadRules",
};

countingSuite<Checking>("steps of checking many rules", CHECKING, (check, modules) => {
  check("grow linearly with the findings in one long line", () => {
    const stepsOf = (count: number): number => {
      const { checkRules, referencesOf, loadRules, ComparisonLimit, during } = modules();
      const file = Buffer.from(manyInOneLine(count));
      return during(() => {
        const source = loadRules({ bytes: file, name: "rules.yaml" });
        const { findings } = checkRules(source, referencesOf(source), new ComparisonLimit(Number.POSITIVE_INFINITY));
        assert.equal(findings.length, 2 * count - 1);
      });
    };
    stepsOf(10);
    checkGrowth("findings", stepsOf(100), stepsOf(200));
  });

  check("grow linearly with the braces that are not closed in a pattern and its output", () => {
    const stepsOf = (count: number): number => {
      const { checkRules, referencesOf, loadRules, ComparisonLimit, during } = modules();
      const ofLine = Array.from({ length: count }, (_, i) => `{q${i} `).join("");
      const output = Array.from({ length: count }, (_, i) => `{x ${i} `).join("");
      const file = Buffer.from(
        JSON.stringify({ rules: [{ ...rule("a", [{ text: ofLine }, { field: "x" }]), output }] }),
      );
      const source = loadRules({ bytes: file, name: "rules.yaml" });
      return during(() => {
        const { findings } = checkRules(source, referencesOf(source), new ComparisonLimit(Number.POSITIVE_INFINITY));
        assert.deepEqual(
          findings.map(({ code }) => code),
          ["NO_PLACEHOLDER"],
        );
      });
    };
    stepsOf(10);
    checkGrowth("braces", stepsOf(400), stepsOf(800));
  });

  const inclusionSteps = (patterns: readonly (readonly Element[])[]): number => {
    const { Matcher, PatternOrder, ComparisonLimit, during } = modules();
    const made = patterns.map((elements) => pattern(elements));
    const matcher = new Matcher(made);
    return during(() => {
      const order = new PatternOrder(made, matcher, new ComparisonLimit(Number.POSITIVE_INFINITY));
      assert.equal(order.inclusions(order.shadowed()).length, made.length - 1);
    });
  };

  check("grow linearly with the rules that one rule includes", () => {
    const stepsOf = (count: number): number =>
      inclusionSteps([
        ...Array.from({ length: count }, (_, i) => [{ text: `event ${i} ` }, { field: "x" }]),
        [{ field: "y" }],
      ]);
    stepsOf(20);
    checkGrowth("events", stepsOf(200), stepsOf(400));
  });

  check("grow with the cube of the number of rules that include each other", () => {
    const stepsOf = (count: number): number =>
      inclusionSteps(
        Array.from({ length: count }, (_, i) =>
          Array.from({ length: i + 1 }, () => [{ text: "=" }, { field: "x" }]).flat(),
        ),
      );
    stepsOf(5);
    // Twice as many rules, and each twice as long, both as the line and as the pattern: eight times the steps.
    const [once, twice] = [stepsOf(30), stepsOf(60)];
    assert.ok(twice <= 9 * once, `${once} steps, then ${twice}`);
  });
});

suite("line templates", (test) => {
  const templateOf = (line: string): string => {
    const templates = new LineTemplates();
    templates.add(Buffer.from(line), 0, Buffer.byteLength(line), "log", 1);
    return templates.byCount()[0]!.template.toString();
  };
  const table: readonly (readonly [string, string])[] = [
    ["2025-05-04 10:00:02 é took 12ms, 3.5%", "é took <duration>, #%"],
    ["", ""],
    [`${"x".repeat(1022)} 123`, `${"x".repeat(1022)} #`],
    ["1 ".repeat(600), "# ".repeat(512).trimEnd()],
  ];
  for (const [line, template] of table)
    test(`${JSON.stringify(line)} has the template ${JSON.stringify(template)}`, () =>
      assert.equal(templateOf(line), template));

  test("are limited in number and length", () => {
    const templates = new LineTemplates();
    const letters = (i: number): string => i.toString(2).replaceAll("0", "x").replaceAll("1", "y");
    for (let i = 0; i < 10_500; i++) templates.add(Buffer.from(letters(i)), 0, letters(i).length, "log", i);
    const long = Buffer.alloc(1_000_000, "x");
    templates.add(long, 0, long.length, "log", 1);
    assert.equal(templates.byCount().length, 10_000);
    assert.equal(templates.linesOfOtherTemplates, 501);
  });
});

suite("line templates of stack traces", (test) => {
  const TRACE = [
    "java.lang.IllegalStateException: no stock for 17",
    "\tat com.shop.Stock.take(Stock.java:41)",
    "",
    "Caused by: java.io.IOException: socket 4 closed",
    "\tat com.shop.Pool.get(Pool.java:88)",
  ];

  /** Counts lines; a bar is a line with a rule. */
  function counted(lines: readonly string[], known?: KnownShapes) {
    const templates = new LineTemplates(known);
    for (const [i, line] of lines.entries())
      if (line === "|") templates.end();
      else templates.add(Buffer.from(line), 0, line.length, "log", i + 1);
    const found = templates.byCount();
    return { found, others: templates.linesOfOtherTemplates };
  }
  const short = (lines: readonly string[]) =>
    counted(lines).found.map(({ template, count, followed, line }) => `${count}+${followed} ${line}: ${template}`);

  const CAUSE = "Caused by: java.io.IOException: socket # closed";

  test("are that of the exception", () => {
    assert.deepEqual(short(TRACE), [`1+4 4: ${CAUSE}`]);
    assert.deepEqual(short([...TRACE, ...TRACE]), [`2+8 4: ${CAUSE}`]);
    assert.deepEqual(short([...TRACE, "", "ready"]), [`1+4 4: ${CAUSE}`, "1+0 6: ", "1+0 7: ready"]);
  });

  test("end at a line with a rule", () => {
    const first = "java.lang.IllegalStateException: no stock for #";
    const frame = " at com.shop.Stock.take(Stock.java:#)";
    assert.deepEqual(short([TRACE[0]!, "|", TRACE[1]!, "|", ...TRACE.slice(3)]), [
      `1+0 1: ${first}`,
      `1+0 3: ${frame}`,
      `1+1 5: ${CAUSE}`,
    ]);
  });

  test("count every line once, also where there are too many templates", () => {
    const letters = (i: number): string => i.toString(2).replaceAll("0", "a").replaceAll("1", "b");
    const lines = Array.from({ length: 10_500 }, (_, i) => [
      `${letters(i)}Error: no`,
      `    at ${letters(i)} (a.js:1:2)`,
    ]);
    const { found, others } = counted(lines.flat());
    assert.equal(found.length, 10_000);
    assert.equal(others, 1000);
    assert.ok(found.every(({ count, followed }) => count === 1 && followed === 1));
  });

  test("are known if all lines of the trace were", () => {
    const file = `# normalizer known lines, version 2\n${TRACE.join("\n").replaceAll("\t", "\\x09")}\n`;
    assert.deepEqual(
      counted(TRACE, new KnownShapes(parseKnownLines(Buffer.from(file)))).found.map(({ isNew }) => isNew),
      [false],
    );
  });
});

suite("the library's check", (test) => {
  test("says why no rule is tried only if that holds for all lines of a template", async () => {
    const rules = "rules: [{ name: a, pattern: 'started {what}', output: '{what}' }]";
    const flaws = async (...lines: string[]) => {
      const log = Readable.from([lines.map((line) => `${line}\n`).join("")]);
      const { coverage } = await Processor.check({ rules }, log, { input: { format: "json" } });
      return coverage!.lineTemplates.map(({ noText }) => noText);
    };
    assert.deepEqual(await flaws("ready", "ready"), ["is not one JSON object"]);
    assert.deepEqual(await flaws("ready", '{"message":"ready"}'), [undefined]);
    assert.deepEqual(await flaws('{"message":"ready"}', "ready"), [undefined]);
  });

  test("marks templates whose lines all have a line break", async () => {
    const rules = "rules: [{ name: a, pattern: 'started {what}', output: '{what}' }]";
    const marks = async (...messages: string[]) => {
      const log = Readable.from([messages.map((message) => `${JSON.stringify({ message })}\n`).join("")]);
      const { coverage } = await Processor.check({ rules }, log, { input: { format: "json" } });
      return coverage!.lineTemplates.map(({ haveLineBreak }) => haveLineBreak);
    };
    assert.deepEqual(await marks("job 1\n  at x", "job 2\n  at x"), [true]);
    assert.deepEqual(await marks("job 1"), [undefined]);
    const long = "x".repeat(2000);
    assert.deepEqual(await marks(`${long}\n`, long), [undefined]);
  });

  test("finds what the command finds, in streams too", async () => {
    const rules = [rule("a", [{ text: "a" }, { field: "x" }]), rule("b", [{ text: "a" }, { field: "y" }])];
    const rulesPath = `${folder({ "rules.yaml": JSON.stringify({ rules }) })}/rules.yaml`;
    const input = Readable.from([Buffer.from("a1\nb 22\n"), Buffer.from("b 3\n\x1b[1ma\x1b[0m")]);
    const checked = await Processor.check({ rulesPath }, [{ name: "in", input }], { stripAnsi: true });
    assert.deepEqual(
      checked.findings.map(({ code, rule }) => [code, rule?.name]),
      [["NEVER_WINS", "b"]],
    );
    const { lines, matched, matchRate, rules: counts, lineTemplates } = checked.coverage!;
    assert.deepEqual([lines, matched, matchRate], [4, 2, 0.5]);
    assert.deepEqual(counts, [
      { name: "a", line: 1, won: 2, followed: 0, lost: [], lostToOthers: 0 },
      { name: "b", line: 1, won: 0, followed: 0, lost: [{ name: "a", line: 1, count: 2 }], lostToOthers: 0 },
    ]);
    assert.deepEqual(
      lineTemplates.map(({ count, sample, file, line }) => [count, sample, file, line]),
      [[2, "b 22", "in", 2]],
    );
  });

  test("reports a rule that won nothing, even if one of its followers can never match", async () => {
    const followers = [{ pattern: "at {x}" }, { pattern: "at {y}" }];
    const rules = [rule("a", [{ text: "a" }], { sequence: { followers } })];
    const rulesPath = `${folder({ "rules.yaml": JSON.stringify({ rules }) })}/rules.yaml`;
    const { findings } = await Processor.check({ rulesPath }, [{ name: "in", input: Readable.from(["b"]) }]);
    assert.deepEqual(
      findings.map(({ code, follower }) => [code, follower]),
      [
        ["NEVER_WON", undefined],
        ["NEVER_WINS", 2],
      ],
    );
  });

  test("reports the issues of a bad rules file, and rejects if a file is missing", async () => {
    const rulesPath = `${folder({ "rules.yaml": "rules: 1" })}/rules.yaml`;
    const { issues, coverage } = await Processor.check({ rulesPath });
    assert.deepEqual([issues.map(({ code }) => code), coverage], [["WRONG_TYPE"], undefined]);
    const codeOf = (promise: Promise<unknown>) => promise.catch(({ code }: NodeJS.ErrnoException) => code);
    assert.equal(await codeOf(Processor.check({ rulesPath: `${rulesPath}.not` })), "ENOENT");
    const sound = `${folder({ "rules.yaml": "rules: []" })}/rules.yaml`;
    assert.equal(await codeOf(Processor.check({ rulesPath: sound }, [`${sound}.log`])), "ENOENT");
  });
});

suite("rules with the same text and different values", (test) => {
  const job = (i: number, ...values: string[]) => [
    { text: "job " },
    { field: "name", values: values.map((value) => `${value}${i}`) },
    { text: " done by " },
    { field: "who" },
  ];

  test("are all compared, also if there are a thousand", () => {
    const pairs = Array.from({ length: shareOf(500) }, (_, i) => [
      rule(`wide ${i}`, job(i, "x", "y")),
      rule(`narrow ${i}`, job(i, "y")),
    ]);
    const source = loadRules({ bytes: Buffer.from(JSON.stringify({ rules: pairs.flat() })), name: "rules.yaml" });
    const { findings, comparedAll } = checkRules(source, referencesOf(source));
    const found = findings.map(({ code, rule, others }) => `${code} ${rule?.name} ${others.map(({ name }) => name)}`);
    assert.deepEqual(
      found,
      pairs.map((_, i) => `NEVER_WINS narrow ${i} wide ${i}`),
    );
    assert.ok(comparedAll);
  });

  test("of which all are in a list of another are included in it", () => {
    const [few, many, other] = [["b"], ["a", "b", "c"], ["b", "d"]].map((values) => job(0, ...values));
    assert.deepEqual(codesOf(rule("many", many!), rule("few", few!), rule("other", other!)), ["NEVER_WINS"]);
    assert.deepEqual(codesOf(rule("few", few!), rule("many", many!)), ["INCLUDED"]);
  });
});

suite("a check of rules that nothing tells apart", (test) => {
  const count = 1_000;
  const file = (pattern: (i: number) => object[]): string =>
    JSON.stringify({
      rules: Array.from({ length: count }, (_, i) => ({ name: `r${i}`, pattern: pattern(i), output: "" })),
    });
  const rules = file((i) => [{ field: "level", values: [`v${i}`] }, { text: " did " }, { field: "rest" }]);
  const log = (lines: number, rules: number): string =>
    Array.from({ length: lines }, (_, i) => `v${i % rules} did it\n`).join("");
  const named = (text: string) => ({
    ...{ name: "app.log", path: undefined, open: () => Readable.from([Buffer.from(text)]) },
    failure: (error: unknown) => error,
  });

  for (const winners of someOf([count, 1], "winners")) {
    test(`tries few more of them than it takes to find the winners, if ${winners} of them win`, async () => {
      const text = log(4_000, winners);
      const { matcher } = loadRules({ bytes: Buffer.from(rules), name: "rules.yaml" }).rulebook;
      for (const line of text.split("\n").slice(0, -1)) matcher.match(Buffer.from(line), 0, line.length);
      const { rulebook } = loadRules({ bytes: Buffer.from(rules), name: "rules.yaml" });
      const { linesNotExamined, statistics } = await coverageOf(rulebook, [named(text)], {});
      assert.equal(statistics.linesMatched, 4_000);
      assert.ok(linesNotExamined > 0);
      const most = 1.25 * matcher.patternsTried + 4_000 + 300_000 + count;
      assert.ok(rulebook.matcher.patternsTried <= most, `${rulebook.matcher.patternsTried} tried, at most ${most}`);
    });
  }

  test("counts exactly what they lost in a short log", async () => {
    const general = file((i) => [{ text: "a" }, { field: `x${i}` }]);
    const checked = await Processor.check({ rules: general }, Readable.from(["ab\n".repeat(20)]));
    const { coverage } = checked;
    assert.equal(coverage!.linesNotExamined, 0);
    assert.deepEqual(
      [coverage!.rules[0]!.won, coverage!.rules[count - 1]!.lost],
      [20, [{ ...checked.rules[0]!, count: 20 }]],
    );
  });

  test.costly("says how many lines it did not examine", async () => {
    const cwd = folder({ "rules.yaml": rules, "app.log": log(2_000, 1) });
    const { stdout } = await hostedShell("normalizer check rules.yaml app.log", cwd);
    assert.match(
      stdout.toString(),
      /^ {2}note: 'lost' leaves out \d+ lines: too many rules would have to be tried on them$/m,
    );
  });
});

suite("the text of the command's check", (test) => {
  test("is coloured on request, and never cut in a pipe", async () => {
    const files = {
      "rules.yaml": "rules: [{ name: a, pattern: [{ text: a }], output: '', not: [a] }]\n",
      "app.log": `${"wide 漢字 ".repeat(30)}\n${"\0".repeat(200)}\n`,
    };
    const cwd = folder(files);
    const { stdout } = await hostedShell("FORCE_COLOR=1 normalizer check rules.yaml app.log", cwd);
    const text = stdout.toString();
    assert.ok(text.includes("\x1b[31merror\x1b[39m: rule 'a' wins a line"), text);
    assert.ok(text.includes(`      1  ${"wide 漢字 ".repeat(30).trimEnd()}\n`), text);
    assert.ok(text.includes(`         line 2: ${"\\x00".repeat(200)}\n`), text);
    assert.ok(!text.includes("\0"));
  });

  const render = (checked: CheckResult<Buffer>, width?: number): string => {
    const layout = new StringLayout({ hasColors: false, width });
    const gate = {
      baseline: undefined,
      newLines: undefined,
      noLines: undefined,
      updating: undefined,
      suggesting: (logs: readonly string[]) => `normalizer suggest ${logs}`,
      shortfall: undefined,
      ...{ options: [], failures: [], isStrict: false, hasFailed: false },
    };
    for (const _ of writeText(layout, checked, gate));
    return layout.toString();
  };
  const checkOf = async (yaml: object, log?: string): Promise<CheckResult<Buffer>> => {
    const rules = { bytes: Buffer.from(JSON.stringify(yaml)), name: "rules.yaml" };
    const open = () => Readable.from([Buffer.from(log ?? "")]);
    const named = { name: "/var/log/app.log", path: undefined, open, failure: (error: unknown) => error };
    const { result } = await check([rules], log === undefined ? [] : [named], { convert: asBuffer });
    return result;
  };

  test("shows its table first, and sums up many similar notes in one", async () => {
    const special = Array.from({ length: 50 }, (_, i) => rule(`r${i}`, [{ text: `${i}: ` }, { field: "x" }]));
    const rules = [...special, rule("any", [{ field: "y" }]), rule("a", [{ text: "a" }], { not: ["a"] })];
    const text = render(await checkOf({ rules }, "7: x\n"));
    assert.match(text, /^ +won +lost {2}rule\n/);
    assert.match(
      text,
      /rules\.yaml:1: info: 51 rules are included in rule 'any': .*\[INCLUDED\]\n {2}'r0' \(line 1\), /,
    );
    assert.match(text, /'r9' \(line 1\) and 41 more; --format json names all\n {2}such as: 0: x\n/);
    assert.match(text, /rules\.yaml: info: 51 rules won none of the lines \[NEVER_WON\]\n/);
    assert.equal(text.match(/\[INCLUDED\]|\[NEVER_WON\]/g)!.length, 2);
    assert.ok(text.indexOf("COUNTEREXAMPLE_WON") < text.indexOf("INCLUDED"));
  });

  test("shows twenty notes and says how many more there are", async () => {
    const pairs = Array.from({ length: 25 }, (_, i) => [
      rule(`special ${i}`, [{ text: `${i}: a` }, { field: "x" }]),
      rule(`general ${i}`, [{ text: `${i}: ` }, { field: "x" }]),
    ]);
    const text = render(await checkOf({ rules: pairs.flat() }));
    assert.equal(text.match(/\[INCLUDED\]/g)!.length, 20);
    assert.ok(text.includes("and 5 more notes; --format json shows all\n\nrules.yaml: 50 rules, no problems\n"), text);
  });

  test("shows a long common header once, and how the lines differ at any width", async () => {
    const header = "2025-05-04 10:00:02 host-1 app[77]: com.example.service.internal.Dispatcher: request of tenant ";
    const log = ["alpha", "beta", "gamma"].map((name) => `${header}${name} refused\n`).join("");
    const checked = await checkOf({ rules: [] }, log);
    const whole = render(checked);
    for (const name of ["alpha", "beta", "gamma"])
      assert.ok(whole.includes(`request of tenant ${name} refused\n`), whole);
    assert.ok(whole.includes("that no rule matches, by their template, in /var/log/app.log\n"), whole);
    for (const width of [40, 80, 140]) {
      const text = render(checked, width);
      for (const line of text.split("\n")) assert.ok(displayWidth(line) <= width, line);
      assert.ok(text.includes("lines begin with host-#"), text);
      for (const name of ["alpha", "beta", "gamma"]) assert.ok(text.includes(`      1  …${name} refused\n`), text);
    }
  });
});

suite("the annotations of the command's check", (test) => {
  test("escape file names and messages", async () => {
    const rules = [rule("100%: a,\\b", [{ text: "a" }], { not: ["a"] })];
    const cwd = folder({ "a,b:100%.yaml": JSON.stringify({ rules }) });
    const { stdout } = await hostedShell("normalizer check --format github a,b:100%.yaml", cwd);
    const [annotation] = stdout.toString().split("\n");
    assert.match(
      annotation!,
      /^::error file=a%2Cb%3A100%25\.yaml,line=1,col=\d+,endColumn=\d+,title=COUNTEREXAMPLE_WON::/,
    );
    assert.ok(annotation!.includes("::rule '100%25: a,\\b' wins a line that it must not win%0Ahelp: "), annotation!);
  });

  test("begin with errors, end with inclusions, and have no file for standard input", async () => {
    const pattern = (text: string) => [{ text }, { field: "x" }];
    const rules = [rule("a", pattern("a")), rule("b", pattern("ab")), rule("c", pattern("a"))];
    const cwd = folder({ "rules.yaml": JSON.stringify({ rules }) });
    const { stdout } = await hostedShell("echo x | normalizer check --format github rules.yaml -", cwd);
    const [error, ...notices] = stdout.toString().split("\n");
    assert.match(error!, /^::error .*title=NEVER_WINS::/);
    const titles = notices.map((notice) => /title=(\w+)::/.exec(notice)?.[1]);
    assert.deepEqual(titles.slice(0, 4), ["NEVER_WON", "NEVER_WON", "UNMATCHED", "INCLUDED"]);
    assert.equal(notices[2], "::notice title=UNMATCHED::no rule matches this line:%0Ax");
  });

  test.costly("work through pipes, even if nobody reads them", async () => {
    const cwd = folder({ "rules.yaml": "rules: []", "a.log": "x\n".repeat(9) });
    const { stdout, stderr, exit } = await shell(
      "normalizer check --format github <(cat rules.yaml) <(gzip -c a.log) | sed s:/dev/fd/[0-9]*:FD: && normalizer check rules.yaml a.log | true",
      cwd,
    );
    assert.deepEqual([stderr.toString(), exit], ["", 0]);
    assert.equal(
      stdout.toString(),
      "::notice file=FD,line=1,title=UNMATCHED::no rule matches this line and 8 like it:%0Ax\nchecked FD: no problems, 0% of the lines matched\n",
    );
  });
});

suite("docs/reference/errors.md", (test) => {
  test("has a row for each code", () => {
    const page = readFileSync(new URL("../../../docs/reference/errors.md", import.meta.url), "utf8");
    const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (\w+) \|/gm)].map(([, code]) => code);
    assert.deepEqual(rows, [...FINDING_CODES]);
  });
});
