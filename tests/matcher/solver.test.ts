// Patterns with types, values, alternatives and optional parts.

import assert from "node:assert/strict";
import fc from "fast-check";
import { Matcher } from "../../src/matcher/matcher.ts";
import { type Element, isPlain, type Pattern, pattern } from "../../src/matcher/pattern.ts";
import { precedenceOrder } from "../../src/matcher/precedence.ts";
import { TYPE_NAMES } from "../../src/matcher/types/type-registry.ts";
import { lineFor, elements as plainElements } from "../support/arbitraries.ts";
import { typeReference } from "../support/field-types.ts";
import { parsePattern } from "../support/parse-pattern.ts";
import { assertProperty, assertReached } from "../support/property.ts";
import { structured, structuredLine } from "../support/solver-arbitraries.ts";
import {
  isOneField,
  type ReferenceCapture,
  referenceCaptures,
  referenceOrder,
  referenceWinner,
  TooLong,
} from "../support/solver-reference.ts";
import { suite } from "../support/suite.ts";
import { WatchedLine } from "../support/type-reading.ts";

/** The bytes around a line in its buffer, which could continue it if its ends were ignored. */
const AROUND = ['1a"[ 11:11:1', "", '1a]" 1:11:11 0x1.1.1.1'] as const;

interface Placed {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

function placed(line: string, before: string = AROUND[0], after: string = AROUND[2]): Placed {
  const bytes = Buffer.from(before + line + after);
  const start = Buffer.byteLength(before);
  return { bytes, start, end: start + Buffer.byteLength(line) };
}

/** The winner and its captures by field, or undefined without a winner. */
function matched(matcher: Matcher, patterns: readonly Pattern[], { bytes, start, end }: Placed) {
  const winner = matcher.match(bytes, start, end);
  if (winner === -1) return undefined;
  const texts = patterns[winner]!.fields.map((_, i) => {
    const [from, to] = matcher.bounds.slice(2 * i, 2 * i + 2) as [number, number];
    assert.ok(start <= from && from <= to && to <= end, `field ${i} lies at ${from} to ${to}`);
    return bytes.toString("latin1", from, to);
  });
  return { winner, texts };
}

/** Checks that the fields on the path taken captured these texts, and all others nothing. */
function checkCaptures(
  rule: readonly Element[],
  fields: readonly string[],
  texts: string[],
  captures: ReferenceCapture[],
): void {
  for (const name of new Set(fields)) {
    const got = texts.filter((_, i) => fields[i] === name);
    const expected = captures.filter(({ field }) => field === name).map(({ text }) => text);
    if (isOneField(rule, name)) assert.deepEqual(got, [expected[0] ?? ""], `field ${name}`);
    else
      assert.deepEqual(got.filter((text) => text !== "").sort(), expected.filter((text) => text !== "").sort(), name);
  }
  const known = new Set(fields);
  assert.ok(captures.every(({ field }) => known.has(field)));
}

/** Skips the cases that take the reference too long. */
function unlessTooLong<T>(ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    if (error instanceof TooLong) fc.pre(false);
    throw error;
  }
}

const oneRule = structured.chain((rule) => fc.tuple(fc.constant(rule), structuredLine([rule])));

const manyRules = fc
  .array(fc.oneof({ weight: 3, arbitrary: structured }, { weight: 1, arbitrary: plainElements }), {
    minLength: 2,
    maxLength: 6,
  })
  .chain((rules) =>
    fc.tuple(fc.constant(rules), fc.oneof(structuredLine(rules), structuredLine(rules), noDates(rules))),
  );

/** Lines of the plain fields and texts of a pattern only. */
function noDates(rules: Element[][]): fc.Arbitrary<string> {
  const plainRules = rules.filter((rule) => rule.every((element) => !("alternatives" in element)));
  return plainRules.length === 0 ? structuredLine(rules) : lineFor(plainRules);
}

suite("laws of the solver", (test) => {
  test("the captures are those of a plain search in the order of a regular expression", () => {
    let matches = 0;
    let runs = 0;
    assertProperty(
      fc.property(oneRule, ([rule, line]) => {
        const expected = unlessTooLong(() => referenceCaptures(rule, Buffer.from(line)));
        const made = pattern(rule);
        const found = matched(new Matcher([made]), [made], placed(line));
        runs++;
        if (expected === undefined) return assert.equal(found, undefined);
        matches++;
        assert.ok(found !== undefined, "no match");
        checkCaptures(rule, made.fields, found.texts, expected);
      }),
      { numRuns: 800 },
    );
    assert.ok(matches > runs / 3 && matches < 0.9 * runs, `${matches} of ${runs} lines match`);
  });

  test("the winner is the first rule in order of precedence that matches, among plain rules too", () => {
    assertProperty(
      fc.property(manyRules, ([rules, line]) => {
        const patterns = rules.map(pattern);
        assert.deepEqual(precedenceOrder(patterns), referenceOrder(rules), "precedence.ts and referenceOrder differ");
        const expected = unlessTooLong(() => referenceWinner(rules, Buffer.from(line)));
        const found = matched(new Matcher(patterns), patterns, placed(line));
        assert.equal(found?.winner ?? -1, expected);
        if (found === undefined) return;
        const captures = referenceCaptures(rules[expected]!, Buffer.from(line))!;
        checkCaptures(rules[expected]!, patterns[expected]!.fields, found.texts, captures);
      }),
      { numRuns: 400 },
    );
  });

  test("a matcher carries nothing over from one line to the next, wherever the lines are", () => {
    const lines = fc.array(structured, { minLength: 1, maxLength: 4 }).chain((rules) =>
      fc.tuple(
        fc.constant(rules),
        fc.array(fc.tuple(structuredLine(rules), fc.constantFrom(...AROUND), fc.constantFrom(...AROUND)), {
          minLength: 2,
          maxLength: 8,
        }),
      ),
    );
    assertProperty(
      fc.property(lines, ([rules, lines]) => {
        const patterns = rules.map(pattern);
        const used = new Matcher(patterns);
        for (const [line, before, after] of [...lines, ...lines.toReversed()]) {
          const fresh = matched(new Matcher(patterns), patterns, placed(line, "", ""));
          assert.deepEqual(matched(used, patterns, placed(line, before, after)), fresh, JSON.stringify(line));
        }
      }),
      { numRuns: 100 },
    );
  });

  test("a run is not taken for that of the line before, which began at the same offset", () => {
    const patterns = [pattern(parsePattern("(a:word <(>|a:word <[>) rest"))];
    const matcher = new Matcher(patterns);
    for (const text of ["ab", "abcdefgh", "a"]) {
      assert.deepEqual(matched(matcher, patterns, placed(`${text}[x`))?.texts, [text, "x"]);
    }
  });

  test("a line may lie anywhere in its buffer, also beyond the greatest number of 31 bits", () => {
    const lines = fc
      .array(structured, { minLength: 1, maxLength: 3 })
      .chain((rules) => fc.tuple(fc.constant(rules), structuredLine(rules)));
    const starts = fc.constantFrom(2 ** 31 - 5, 2 ** 31, 2 ** 32 + 1);
    assertProperty(
      fc.property(lines, starts, ([rules, line], start) => {
        const patterns = rules.map(pattern);
        const bytes = Buffer.from(line);
        const near = new Matcher(patterns);
        const expected = near.match(bytes, 0, bytes.length);
        const far = new Matcher(patterns);
        const watched = new WatchedLine(bytes.toString("latin1"), start);
        assert.equal(far.match(watched.bytes, start, watched.end), expected);
        const count = expected === -1 ? 0 : 2 * patterns[expected]!.fields.length;
        const bounds = far.bounds.slice(0, count).map((bound) => bound - start);
        assert.deepEqual(bounds, near.bounds.slice(0, count));
      }),
      { numRuns: 2_000 },
    );
  });

  test("a pattern without types captures what a plain one does, whatever branches it is in", () => {
    // Any run of elements may move into alternatives with one branch, repeatedly.
    const wrapped = fc.tuple(plainElements, fc.array(fc.tuple(fc.nat(), fc.nat()), { minLength: 1, maxLength: 3 }));
    const cases = wrapped.chain(([plain, wraps]) => {
      let rule: Element[] = plain;
      for (const [from, count] of wraps) {
        const at = from % (rule.length + 1);
        const inside = rule.slice(at, at + (count % (rule.length + 1)));
        rule = rule.toSpliced(at, inside.length, { alternatives: [inside] });
      }
      return fc.tuple(fc.constant(plain), fc.constant(rule), lineFor([plain]));
    });
    assertProperty(
      fc.property(cases, ([plain, rule, line]) => {
        const [one, other] = [pattern(plain), pattern(rule)];
        assert.ok(isPlain(one));
        assert.ok(!isPlain(other));
        assert.deepEqual([...other.fields], [...one.fields]);
        const found = matched(new Matcher([other]), [other], placed(line));
        assert.deepEqual(found, matched(new Matcher([one]), [one], placed(line)));
      }),
      { numRuns: 600 },
    );
  });

  test("types change nothing if the plain split already gives texts of the types", () => {
    // Not types of which a text before a blank may have several ends, or of which texts go on after a blank.
    const others = ["whitespace", "timestamp", "pairs", "iptables", "cef", "column"];
    const types = TYPE_NAMES.filter((name) => !others.includes(name));
    const typed = fc.constantFrom(...types);
    const fields = fc.array(fc.tuple(fc.option(typed, { nil: undefined }), fc.constantFrom(" ", " a", " 1:")), {
      minLength: 1,
      maxLength: 4,
    });
    const cases = fields.chain((fields) => {
      const rule = fields.flatMap(([type, text], i): Element[] => [
        { field: `f${i}`, ...(type !== undefined && { type: { typeName: type } }) },
        { text },
      ]);
      return fc.tuple(fc.constant(rule), structuredLine([rule]));
    });
    let hits = 0;
    assertProperty(
      fc.property(cases, ([rule, line]) => {
        const [typed, plain] = [rule, rule.map((e) => ("field" in e ? { field: e.field } : e))].map(pattern) as [
          Pattern,
          Pattern,
        ];
        const split = matched(new Matcher([plain]), [plain], placed(line));
        const found = matched(new Matcher([typed]), [typed], placed(line));
        if (split === undefined) return assert.equal(found, undefined);
        const kinds = rule.flatMap((e) => ("field" in e ? [e.type] : []));
        const fit = kinds.every((type, i) => {
          const text = split.texts[i]!;
          return (
            type === undefined ||
            ("typeName" in type && typeReference(type.typeName).ends(text, 0).includes(text.length))
          );
        });
        if (!fit) return;
        hits++;
        assert.deepEqual(found, split);
      }),
      { numRuns: 300 },
    );
    assertReached(hits, 20, "hits");
  });
});

/** Patterns as `parsePattern` reads them, with lines and what the fields capture, or that the line does not match. */
const EXAMPLES: readonly (readonly [pattern: string, line: string, captures: Record<string, string> | undefined])[] = [
  ["n:number <ms>", "120ms", { n: "120" }],
  ["n:number <ms>", "12.5ms", undefined],
  ["n:number rest", "12ab", { n: "12", rest: "ab" }],
  ["n:number rest:number", "123", { n: "12", rest: "3" }],
  ["x n:number", "took 120", { x: "took ", n: "120" }],
  ["n:float <,> m:float", "-1.5e3,.5", { n: "-1.5e3", m: ".5" }],
  ["<at > address:hex < > rest", "at 0x7ffe (main)", { address: "0x7ffe", rest: "(main)" }],
  ["user:word < > rest", "joe said hi", { user: "joe", rest: "said hi" }],
  ["user:word <.> host", "a.b.c", { user: "a.b", host: "c" }],
  ["user <.> host", "a.b.c", { user: "a", host: "b.c" }],
  ["from:ip <:> port:number", "10.0.0.1:8080", { from: "10.0.0.1", port: "8080" }],
  ["from:ip <:> port:number", "::1:8080", { from: "::1", port: "8080" }],
  ["from:ip", "10.0.0.256", undefined],
  [
    "path < > id:uuid",
    "/a b 123e4567-e89b-12d3-a456-426614174000",
    { path: "/a b", id: "123e4567-e89b-12d3-a456-426614174000" },
  ],
  ["agent:quoted < > status:number", '"a \\"b\\" c" 200', { agent: '"a \\"b\\" c"', status: "200" }],
  ["<body=> body:json <}> rest", 'body={"a":{"b":"}"}}} x', { body: '{"a":{"b":"}"}}', rest: " x" }],
  ["when:timestamp < > what", "2024-11-15 10:00:02 POST", { when: "2024-11-15 10:00:02", what: "POST" }],
  ["when:timestamp", "yesterday", undefined],
  ["a:timestamp <.> f:number <: x>", "Sep 28 23:53:19.614: x", { a: "Sep 28 23:53:19", f: "614" }],
  ["<[> t:timestamp <,> ms:number <] x>", "[2023-03-28 03:09:25,112] x", { t: "2023-03-28 03:09:25", ms: "112" }],
  ["a:timestamp rest", "10:00:02.614: x", { a: "10:00:02.614", rest: ": x" }],
  ["a:timestamp [<.> f:number] <:> rest", "10:00:02.614: x", { a: "10:00:02.614", f: "", rest: " x" }],
  ["a:timestamp <:> f:number < x>", "2024-11-15 10:00:02:614 x", { a: "2024-11-15 10:00:02", f: "614" }],
  ["a:timestamp <.> f:number <Z>", "2024-11-15T10:00:02.614Z", { a: "2024-11-15T10:00:02", f: "614" }],
  ["a:timestamp <Z>", "2024-11-15T10:00:02.614Z", undefined],
  ["a:timestamp <. x>", "11/15/2024 10:00:02 a.m. x", { a: "11/15/2024 10:00:02 a.m" }],
  ["a:timestamp <.> f:number", "1731664802.614", undefined],
  // Without a type, a field of this name prefers what is not cut short, and is else any text.
  ["timestamp <.> f:number <: x>", "Sep 28 23:53:19.614: x", { timestamp: "Sep 28 23:53:19", f: "614" }],
  ["timestamp <.> f", "15.11.2024 10:00:02.614", { timestamp: "15", f: "11.2024 10:00:02.614" }],
  ["timestamp:timestamp <.> f", "15.11.2024 10:00:02.614", { timestamp: "15.11.2024 10:00:02", f: "614" }],
  ["x timestamp y", "at 10:00:02!", { x: "at ", timestamp: "10:00:02", y: "!" }],
  // No date-time, so the field takes any text: the optional part is not left out for its sake.
  ["[<[> timestamp <] >] rest", "[none] x", { timestamp: "none", rest: "x" }],
  ["[<[> timestamp <] >] rest", "x", { timestamp: "", rest: "x" }],
  ["[<[> timestamp <] >] rest", "[10:00:02] x", { timestamp: "10:00:02", rest: "x" }],
  ["level{INFO,WARN,INFORM} < > text", "INFORM a", { level: "INFORM", text: "a" }],
  ["level{INFO,WARN} text", "INFORM a", { level: "INFO", text: "RM a" }],
  ["level{INFO,WARN} text", "DEBUG a", undefined],
  ["(<OK>|<DONE > n:number|<DONE > n)", "DONE 12", { n: "12" }],
  ["(<OK>|<DONE > n:number|<DONE > n)", "DONE it", { n: "it" }],
  ["(<OK>|<DONE > n:number|<DONE > n)", "OK", { n: "" }],
  // Branches begin with different types, whose runs end in different places.
  ["(a:word <(>|b:hex <b>) rest", "12zab", undefined],
  ["(a:word <(>|b:hex <b>) rest", "12ab(x", { a: "12ab", b: "", rest: "x" }],
  ["(a:word <(>|b:hex <b>) rest", "12ab-x", { a: "", b: "12a", rest: "-x" }],
  ["(<a>|<ab>) rest < > x", "abc d", { rest: "bc", x: "d" }],
  ["(<a>|<ab>) <c>", "abc", {}],
  ["n:number [<.> fraction:number] [unit{ms,s}]", "12.5s", { n: "12", fraction: "5", unit: "s" }],
  ["n:number [<.> fraction:number] [unit{ms,s}]", "12", { n: "12", fraction: "", unit: "" }],
  ["<a> [<b> [<c> x:word]] <!>", "abcd!!", { x: "d!" }],
  ["<a> [<b> [<c> x:word]] <!>", "ab!", { x: "" }],
  ["[x] <a>", "ba", { x: "b" }],
  ["[x] [y]", "a", { x: "", y: "a" }],
];

suite("examples of the solver", (test) => {
  for (const [rule, line, captures] of EXAMPLES) {
    test(`${rule} matched against ${line}`, () => {
      const made = pattern(parsePattern(rule));
      const texts = matched(new Matcher([made]), [made], placed(line))?.texts;
      assert.deepEqual(texts && Object.fromEntries(made.fields.map((field, i) => [field, texts[i]])), captures);
      if (texts !== undefined) assert.equal(new Set(made.fields).size, made.fields.length);
    });
  }
});
