// Patterns in one line, and `fields:`.

import assert from "node:assert/strict";
import fc from "fast-check";
import type { Element, FieldType, Pattern } from "../../src/matcher/pattern.ts";
import { TYPE_NAMES } from "../../src/matcher/types/type-registry.ts";
import { nearPlaceholders, parseNotation } from "../../src/rules/notation.ts";
import type { Rule } from "../../src/rules/rule.ts";
import { notationOf, withNotation } from "../../src/rules/write-rule.ts";
import { loadRules } from "../../src/run/loaded-rules.ts";
import { character } from "../support/arbitraries.ts";
import { parseRules } from "../support/parsed-rules.ts";
import { assertProperty, assertReached, someOf } from "../support/property.ts";
import { writtenType } from "../support/rules-styles.ts";
import { checkGrowth, countingSuite } from "../support/steps.ts";
import { suite } from "../support/suite.ts";

/** The pattern and the transforms of a file's first rule. */
function firstOf(file: object): { pattern: Pattern; transforms?: unknown } {
  const [{ pattern, transforms }] = parseRules(Buffer.from(JSON.stringify(file)), "rules.yaml") as [Rule];
  return { pattern, transforms };
}

const patternOf = (written: string | readonly unknown[]): Pattern =>
  firstOf({ rules: [{ name: "a", pattern: written, output: "" }] }).pattern;

/** What a text in notation means, as a list of elements. */
const ROWS: readonly (readonly [string, readonly object[]])[] = [
  ["{a}", [{ field: "a" }]],
  ["x", [{ text: "x" }]],
  ["x {a} y", [{ text: "x " }, { field: "a" }, { text: " y" }]],
  ["{a}{b}", [{ field: "a" }, { field: "b" }]],
  ["took {ms:number} ms", [{ text: "took " }, { field: "ms", parser: "number" }, { text: " ms" }]],
  ["{ms:Number}", [{ field: "ms", parser: "number" }]],
  ["{a:any}", [{ field: "a" }]],
  ["{level:INFO|WARN}", [{ field: "level", values: ["INFO", "WARN"] }]],
  ["{a:number|word}", [{ field: "a", values: ["number", "word"] }]],
  ["{a: b | c d}", [{ field: "a", values: [" b ", " c d"] }]],
  ["{user: ann}", [{ text: "{user: ann}" }]],
  ["{a:1}", [{ text: "{a:1}" }]],
  ["{x:}", [{ text: "{x:}" }]],
  ["{}", [{ text: "{}" }]],
  ['{"user":"{user}"}', [{ text: '{"user":"' }, { field: "user" }, { text: '"}' }]],
  ["{{user}}", [{ text: "{" }, { field: "user" }, { text: "}" }]],
  ["{request-id} {http.status} {@timestamp}", [{ text: "{request-id} {http.status} {@timestamp}" }]],
  ["{a {b} c}", [{ text: "{a " }, { field: "b" }, { text: " c}" }]],
  ["{é}", [{ text: "{é}" }]],
  ["{timestamp} x", [{ field: "timestamp" }, { text: " x" }]],
];

suite("notation", (test) => {
  for (const [text, elements] of ROWS) {
    test(`${text} is a list of elements`, () => {
      assert.deepEqual(patternOf(text), patternOf(elements));
      assert.deepEqual(patternOf([text]), patternOf(elements));
      assert.deepEqual(patternOf([{ optional: text }, " end"]), patternOf([{ optional: elements }, { text: " end" }]));
      assert.deepEqual(
        patternOf([{ alternatives: [text, "", "other"] }]),
        patternOf([{ alternatives: [elements, [], [{ text: "other" }]] }]),
      );
    });
  }

  test("an element's text is never notation", () => assert.deepEqual(patternOf([{ text: "{a} {b:word}" }]).fields, []));

  test("a follower may be a text", () => {
    const [short, long] = ["at {place}", { pattern: [{ text: "at " }, { field: "place" }] }].map((follower) => {
      const rules = [{ name: "a", pattern: "x", output: "", sequence: { followers: [follower] } }];
      const [rule] = parseRules(Buffer.from(JSON.stringify({ rules })), "rules.yaml");
      return rule!.followers.map(({ pattern, template }) => ({ pattern, template }));
    });
    assert.deepEqual(short, long);
  });

  const name = fc.constantFrom("a", "b", "time", "timestamp", "_", "x1", "request-id", "a b", "é");
  const text = fc.oneof(
    fc.constantFrom("{", "}", "{a}", "{a:number}", "{{a}}", "{x|y}", ":", "|", " ", "a:1}", "word"),
    fc.string({ minLength: 1, maxLength: 6, unit: character }).filter((some) => !/[\n\p{Surrogate}]/u.test(some)),
  );
  const value = fc.oneof(text, fc.constantFrom("INFO", "a b", "number"));
  const field = fc.record(
    {
      field: name,
      type: fc.oneof(
        fc.constantFrom(...TYPE_NAMES).map((typeName) => ({ typeName })),
        fc.array(value, { minLength: 1, maxLength: 3 }).map((values) => ({ values })),
      ),
    },
    { requiredKeys: ["field"] },
  );
  const elements = fc.array(
    fc.oneof(
      text.map((one) => ({ text: one })),
      field,
    ),
    { minLength: 1, maxLength: 6 },
  );

  /** The same elements as they stand in a rules file. */
  const written = (list: readonly ({ text: string } | { field: string; type?: FieldType })[]): object[] =>
    list.map((one) => ("text" in one ? one : { field: one.field, ...(one.type && writtenType(one.type)) }));

  test("a list that the notation can say means the same in notation", () => {
    let said = 0;
    assertProperty(
      fc.property(elements, (list) => {
        const notation = notationOf(list);
        if (notation === undefined) return;
        said++;
        assert.deepEqual(patternOf(notation), patternOf(written(list)));
      }),
      { numRuns: 400 },
    );
    assertReached(said, 20, "lists");
  });

  test("a text in notation means the same as a list, and comes back", () => {
    const texts = fc.array(text, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(""));
    assertProperty(
      fc.property(texts, (source) => {
        const parts = parseNotation(source);
        assert.equal(parts.map((part) => ("text" in part ? part.text : part.source)).join(""), source);
        if (parts.some((part) => "type" in part && !TYPE_NAMES.includes(part.type!))) return;
        if (parts.some((part) => "values" in part && part.values!.includes(""))) return;
        if (nearPlaceholders(source).length > 0) return;
        const list = parts.map((part) => {
          if ("text" in part) return { text: part.text };
          const { field, type, values } = part;
          return { field, ...(values ? { type: { values } } : type !== undefined && { type: { typeName: type } }) };
        });
        assert.deepEqual(patternOf(source), patternOf(written(list)));
        assert.equal(notationOf(list), source);
      }),
      { numRuns: 400 },
    );
  });

  test("what is nearly a placeholder is no notation, so that nobody takes it for one", () => {
    const list = [{ text: "a {ms: number} " }, { field: "b" }];
    assert.equal(notationOf(list), undefined);
    assert.deepEqual(withNotation(list), [list[0], "{b}"]);
  });

  test("a pattern may have a hundred thousand elements", () => {
    assert.equal(parseNotation("{a} { ".repeat(50_000)).length, 100_000);
  });
});

type Writing = Pick<typeof import("../../src/rules/write-rule.ts"), "withNotation">;

countingSuite<Writing>("steps of writing notation", { "rules/write-rule.ts": "withNotation" }, (check, modules) => {
  // The fields of imported rules, and texts that are no notation.
  const LISTS: Readonly<Record<string, (i: number) => Element[]>> = {
    "a field and a text": (i) => [{ field: `f${i}`, type: { typeName: "word" } }, { text: " " }],
    "a text that opens a brace": (i) => [{ text: "{a" }, { field: `f${i}` }, { text: "b}" }],
  };
  for (const [what, elementsAt] of Object.entries(LISTS)) {
    check(what, () => {
      const stepsOf = (n: number): number => {
        const elements = Array.from({ length: n }, (_, i) => elementsAt(i)).flat();
        return modules().during(() => modules().withNotation(elements));
      };
      stepsOf(10);
      checkGrowth(what, stepsOf(200), stepsOf(400));
    });
  }
});

suite("places in notation", (test) => {
  /** What the places of the first rule's fields hold in the file. */
  const placed = (file: string): string[] => {
    const [rule] = parseRules(Buffer.from(file), "rules.yaml");
    return rule!.fieldSpans.map(({ start, end }) => file.slice(start, end));
  };
  const FORMS = {
    plain: "a {x} b {y:number} {x}",
    "single quotes": "'a {x} '' b {y:number} {x}'",
    "double quotes": '"a {x} \\t \\" b {y:number} {x}"',
    folded: ">-\n      a {x}\n      b {y:number}\n      {x}",
    "plain in several lines": "a {x}\n      b {y:number}\n      {x}",
    "a list": "[a, '{x} b', ' {y:number}', '{x}']",
  };
  for (const [form, value] of Object.entries(FORMS)) {
    test(`${form}: the placeholder itself`, () => {
      const file = `rules:\n  - name: a\n    output: ''\n    pattern: ${value}\n`;
      assert.deepEqual(placed(file), ["{x}", "{y:number}", "{x}"]);
    });
  }

  test("what an escape hides is the whole text", () =>
    assert.deepEqual(placed('rules: [{ name: a, output: "", pattern: "\\x7Bx} {y}" }]'), [
      '"\\x7Bx} {y}"',
      '"\\x7Bx} {y}"',
    ]));

  test("what an alias brings in is the alias", () =>
    assert.deepEqual(placed("x-h: &h '{t} '\nrules: [{ name: a, output: '', pattern: [*h, '{x}'] }]"), ["*h", "{x}"]));
});

suite("texts that are nearly placeholders", (test) => {
  for (const [text, source, reason, help] of [
    ["{request-id}", "{request-id}", "only letters, digits and '_' make a name in braces", "{ field: 'request-id' }"],
    ["{http.status}", "{http.status}", "only letters", "'http.status'"],
    ["{@timestamp}", "{@timestamp}", "only letters", "'@timestamp'"],
    ["{é}", "{é}", "only letters", "'é'"],
    ["{ms: number}", "{ms: number}", "there are blanks in it", "'{ms:number}'"],
    ["{ms :number }", "{ms :number }", "there are blanks in it", "'{ms:number}'"],
    ["{ level }", "{ level }", "there are blanks in it", "'{level}'"],
    ["[{{ level }}]", "{{ level }}", "there are blanks in it", "'{level}'"],
    ["{ level:INFO|NOT OK }", "{ level:INFO|NOT OK }", "there are blanks in it", "'{level:INFO|NOT OK}'"],
    ["{c:}", "{c:}", "no type follows the colon", "'{c}' or, with its type, '{c:number}'"],
    ["{c: }", "{c: }", "no type follows the colon", "'{c}'"],
    ["{INFO|WARN}", "{INFO|WARN}", "no name of a field comes first", "'{name:INFO|WARN}'"],
    [
      "{ level | upper }",
      "{ level | upper }",
      "transforms",
      "'{level}', and its transform in the 'fields' of the rule",
    ],
    ["x {rest", "{rest", "the brace is not closed", "'{rest}'"],
    ["{level - {text}", "{level", "the brace is not closed", "'{level}'"],
    ["{ms:number took {text}", "{ms:number", "the brace is not closed", "'{ms:number}'"],
    ["{level:INFO|WARN", "{level:INFO|WARN", "the brace is not closed", "'{level:INFO|WARN}'"],
  ] as const) {
    test(`${text}: ${reason}`, () => {
      const [near, ...others] = nearPlaceholders(text);
      assert.deepEqual(others, []);
      assert.equal(near!.source, source);
      assert.equal(text.slice(near!.start, near!.start + source.length), source);
      assert.ok(near!.reason.startsWith(reason), near!.reason);
      assert.ok(near!.help.endsWith(help) || near!.help.includes(help), near!.help);
    });
  }

  for (const text of [
    "{a} {b:number} {c:x|y} {{user}} {d: x|y}",
    '{"a":1}',
    '{"user":"{user}","empty":{}}',
    '{ "a"',
    "{",
    "{}",
    "{ }",
    "{a b} {a, b}",
    "{user: ann} {a:1} {took:>8} &{Name:ann Age:{age}}",
    "$".concat("{ level } %{ms: number} #{level|upper} $", "{{ level }} $", "{rest"),
    "Task{id={id}, state={state}}",
    "request {user {id: {id}}}",
    "{a||b} {|} {a|'b'} {a | b c}",
    "main() {",
    "{name:ann",
    "a}",
  ]) {
    test(`${text} may be meant as it is`, () => assert.deepEqual(nearPlaceholders(text), []));
  }

  test.costly("are found in time linear in the text", () => {
    const pieces = ["{", "}", "{a", "{a ", "{{", "{a:", "{ a", "{a|", "a "];
    for (const piece of someOf(pieces, "near placeholders")) nearPlaceholders(piece.repeat(2 ** 19));
  });

  test("that are no identifiers are findings once, at their place, and not in elements", () => {
    const file = `
x-h: &h '{t} {request-id} '
rules:
  - { name: a, pattern: [*h, "x {http.status} {u}"], output: '' }
  - { name: b, pattern: [*h, { text: '{@timestamp}' }], output: '' }
`;
    const { findings } = loadRules({ bytes: Buffer.from(file), name: "rules.yaml" });
    assert.deepEqual(
      findings.map(({ code, span }) => [code, file.slice(span.start, span.end)]),
      [
        ["BRACED_NAME", "{request-id}"],
        ["BRACED_NAME", "{http.status}"],
      ],
    );
  });

  test("are told up to a number that shows what is wrong", () => {
    const file = `rules: [{ name: a, output: '', pattern: ['${"x{".repeat(2000)}', '${"x{".repeat(2000)}'] }]`;
    assert.equal(loadRules({ bytes: Buffer.from(file), name: "rules.yaml" }).findings.length, 1000);
  });

  test("are found at their own place, also after placeholders that begin alike", () => {
    for (const pattern of ["'{rest} {rest:word} {{rest }} {rest'", '"{rest} {rest:word} \\t {{rest }} {rest"']) {
      const file = `rules: [{ name: a, output: '', pattern: ${pattern} }]`;
      const { findings } = loadRules({ bytes: Buffer.from(file), name: "rules.yaml" });
      assert.deepEqual(
        findings.map(({ span }) => [span.start, file.slice(span.start, span.end)]),
        [
          [file.indexOf("{{rest }}"), "{{rest }}"],
          [file.lastIndexOf("{rest"), "{rest"],
        ],
      );
    }
  });
});

suite("fields", (test) => {
  const LEVELS = { values: ["INFO", "WARN"] };
  const read = (file: object, rule: object, written: object): unknown => {
    const rules = [{ name: "a", pattern: [written], output: "", ...rule }];
    const { pattern, transforms } = firstOf({ ...file, rules });
    const [element] = pattern.elements;
    return [element && "field" in element && element.type, transforms];
  };
  const fields = (...of: object[]): object[] => of.map((level) => ({ fields: { level } }));

  test("the nearest wins, quality by quality", () => {
    const level = { field: "level" };
    const [values, lower, number] = fields(LEVELS, { transform: "lowercase" }, { parser: "number" });
    assert.deepEqual(read({}, {}, level), [undefined, undefined]);
    assert.deepEqual(read(values!, {}, level), [LEVELS, undefined]);
    assert.deepEqual(read(values!, lower!, level), [LEVELS, [[{ name: "lowercase" }]]]);
    assert.deepEqual(read(values!, number!, level), [{ typeName: "number" }, undefined]);
    assert.deepEqual(read(values!, number!, { ...level, parser: "hex" }), [{ typeName: "hex" }, undefined]);
    assert.deepEqual(read(lower!, number!, { ...level, transform: ["trim", "alias"] }), [
      { typeName: "number" },
      [[{ name: "trim" }, { name: "alias" }]],
    ]);
    assert.deepEqual(read(values!, {}, { ...level, parser: "any" }), [undefined, undefined]);
    assert.deepEqual(read(lower!, {}, { ...level, transform: [] }), [undefined, undefined]);
    assert.deepEqual(read(lower!, { fields: { level: { transform: [] } } }, level), [undefined, undefined]);
  });

  test("they hold in notation, in alternatives and for followers, each as its rule says", () => {
    const file = `
fields: { n: { parser: number } }
x-s: &s { followers: [ &f { pattern: 'at {n}' } ] }
rules:
  - { name: a, pattern: ['{n} ', { optional: 'x {n}' }], output: '', sequence: *s }
  - { name: b, pattern: '{n}', output: '', sequence: *s, fields: { n: { parser: hex } } }
  - { name: c, pattern: '{n:word}', output: '', sequence: { followers: [*f] }, fields: { n: { parser: any } } }
`;
    const kinds = parseRules(Buffer.from(file), "rules.yaml").map(({ pattern, followers }) =>
      [pattern, ...followers.map((follower) => follower.pattern)].map(
        ({ elements }) =>
          JSON.stringify(elements)
            .match(/"typeName":"(\w+)"/g)
            ?.map((one) => one.slice(12, -1)) ?? [],
      ),
    );
    assert.deepEqual(kinds, [
      [["number", "number"], ["number"]],
      [["hex"], ["hex"]],
      [["word"], []],
    ]);
  });

  test("definitions that stand for more than a million values are refused, as aliases are", () => {
    const values = Array.from({ length: 2_000 }, (_, i) => `v${i}`);
    const file = (uses: number) =>
      Buffer.from(
        JSON.stringify({ fields: { a: { values } }, rules: [{ name: "p", pattern: "{a} ".repeat(uses), output: "" }] }),
      );
    assert.equal(parseRules(file(500), "rules.yaml").length, 1);
    assert.throws(() => parseRules(file(501), "rules.yaml"), /gives more than a million values .*\[ALIAS_BOMB\]/);
  });

  test("a field named timestamp under any still prefers a date-time", () => {
    const [rule] = parseRules(
      Buffer.from("fields: { timestamp: { parser: any } }\nrules: [{ name: a, pattern: '{timestamp} x', output: '' }]"),
      "rules.yaml",
    );
    assert.deepEqual([rule!.pattern.timestamp, rule!.pattern.elements[0]], [0, { field: 0, type: undefined }]);
  });

  test("a name that no pattern in its reach has is unused", () => {
    const file = `
fields: { n: { description: a number }, m: {}, place: { parser: word } }
rules:
  - { name: a, pattern: '{n}', output: '', fields: { n: {}, o: {} }, sequence: { followers: ['at {place}'] } }
`;
    const { findings } = loadRules({ bytes: Buffer.from(file), name: "rules.yaml" });
    assert.deepEqual(
      findings.map(({ code, span }) => [code, file.slice(span.start, span.end)]),
      [
        ["UNUSED_FIELD", "o"],
        ["UNUSED_FIELD", "m"],
      ],
    );
  });
});
