import assert from "node:assert/strict";
import fc from "fast-check";
import { Matcher } from "../../src/matcher/matcher.ts";
import { parseRules } from "../support/parsed-rules.ts";
import { assertProperty } from "../support/property.ts";
import { suite } from "../support/suite.ts";

/** Patterns and spans, with an expression whose group `span` is what the field takes. */
const ROWS: readonly (readonly [pattern: string, span: string, expression: RegExp])[] = [
  ["'{a}/{b}:{c}'", "from: '{a}', to: '{b}'", /^(?<span>.*?\/.*?):.*$/s],
  ["'{a}/{b}:{c}'", "from: '{a}/', to: ':{c}'", /^.*?\/(?<span>.*?):.*$/s],
  ["'{a}/{b:number}:{c}'", "from: '/{b}', to: '{b}:'", /^.*?(?<span>\/\d+:).*$/s],
  ["'{a}/{b:number}:{c}'", "from: '/{b}'", /^.*?(?<span>\/\d+:.*)$/s],
  ["'{a}/{b:number}:{c}'", "to: '{b}:'", /^(?<span>.*?\/\d+:).*$/s],
  ["'{a:number}/{b:number}{c}'", "from: '{a}', to: '{b}'", /^(?<span>\d+\/\d+).*$/s],
  [
    "['{a:number}', {optional: '/{b:number}'}, ':{c}']",
    "from: '{a}', to: ['{b}', '{a}']",
    /^(?<span>\d+(?:\/\d+)?):.*$/s,
  ],
  ["[{optional: '{a:number}/'}, '{b:number}']", "from: ['{a}', '{b}'], to: '{b}'", /^(?<span>(?:\d+\/)?\d+)$/],
  [
    "[{alternatives: ['{a:number}/', 'a{b:number}:']}, '{c}']",
    "from: ['{a}', 'a{b}'], to: ['{a}/', '{b}']",
    /^(?<span>\d+\/|a\d+(?=:)):?.*$/s,
  ],
];

/** Patterns, their spans, a line, and what the fields take of it, by hand. */
const VALUES: readonly (readonly [pattern: string, fields: string, line: string, values: Record<string, string>])[] = [
  [
    "'x [{h}] {r}'",
    "h: {from: '[{h}', to: '{h}]'}, t: {from: '[{h}', to: '{r}'}, w: {from: '{h}] ', to: '{r}'}, z: {to: ' [{h}'}",
    "x [a] b",
    { h: "[a]", t: "[a] b", w: "b", z: "x" },
  ],
  ["['user:', {optional: ':{port}'}, ' z']", "port: {from: ':{port}', to: '{port}'}", "user: z", { port: "" }],
  ["['user:', {optional: ':{port}'}, ' z']", "port: {from: ':{port}', to: '{port}'}", "user::1 z", { port: ":1" }],
  ["['user:', {optional: ':{port}'}, ' z']", "port: {from: ':{port}', to: '{port}'}", "user:: z", { port: ":" }],
  ["['GET ', {optional: ['/', {optional: '{p:word}'}]}, ' H']", "p: {from: '/{p}', to: '{p}'}", "GET / H", { p: "/" }],
  ["['G/', {optional: ['/', {optional: '{p:word}'}]}, ' H']", "p: {from: '/{p}', to: '{p}'}", "G/ H", { p: "" }],
  ["['/', {alternatives: ['{p:number}', z]}, ' H']", "p: {from: '/{p}', to: '{p}'}", "/z H", { p: "" }],
  ["['b ', {optional: '{h}] '}, '] {r}']", "s: {from: '{h}] '}", "b ] rest", { s: "" }],
  ["'GET /{path} HTTP'", "url: {from: '/{path}', to: '{path}'}", "GET / HTTP", { url: "/" }],
];

const lines = fc.array(
  fc.array(fc.constantFrom("1", "23", "/", ":", "a", "é", " "), { maxLength: 9 }).map((parts) => parts.join("")),
  { minLength: 20, maxLength: 40 },
);

suite("fields that span others", (test) => {
  for (const [pattern, span, expression] of ROWS) {
    // A span that has a name of its own, one that is a field of the pattern, and one that is made by the other.
    for (const name of span.includes("{b}") ? ["span", "b"] : ["span"]) {
      test(`${name}: { ${span} } in ${pattern}, by parsers and by the machine`, () => {
        const file = `rules: [{ name: x, pattern: ${pattern}, fields: { ${name}: { ${span} } }, output: '{${name}}' }]`;
        const [rule] = parseRules(Buffer.from(file), "rules.yaml");
        const index = rule!.pattern.fields.indexOf(name);
        const [slow, fast] = [new Matcher([rule!.pattern]), new Matcher([rule!.pattern])];
        fast.expectManyLines();
        assert.ok(fast.machine);
        slow.expectManyLines(() => undefined);
        let matched = 0;
        assertProperty(
          fc.property(lines, (all) => {
            for (const line of [...all, "1/23:a", "a1:", "1:"]) {
              const bytes = Buffer.from(`xx${line}yy`);
              const expected = expression.exec(line)?.groups?.span;
              for (const matcher of [slow, fast]) {
                const isMatched = matcher.match(bytes, 2, bytes.length - 2) === 0;
                assert.equal(isMatched, expression.test(line), line);
                if (!isMatched) continue;
                matched++;
                const value = bytes.toString("utf8", matcher.bounds[2 * index], matcher.bounds[2 * index + 1]);
                assert.equal(value, expected, line);
              }
            }
          }),
          { numRuns: 100 },
        );
        assert.ok(matched > 0);
      });
    }
  }

  for (const [pattern, fields, line, expected] of VALUES) {
    test(`${pattern} with { ${fields} } in '${line}'`, () => {
      const output = Object.keys(expected).map((name) => `{${name}}`);
      const file = `rules: [{ name: x, pattern: ${pattern}, fields: { ${fields} }, output: '${output.join("")}' }]`;
      const [rule] = parseRules(Buffer.from(file), "rules.yaml");
      const matcher = new Matcher([rule!.pattern]);
      const bytes = Buffer.from(line);
      assert.equal(matcher.match(bytes, 0, bytes.length), 0);
      for (const [name, value] of Object.entries(expected)) {
        const index = rule!.pattern.fields.indexOf(name);
        const [from, to] = [matcher.bounds[2 * index]!, matcher.bounds[2 * index + 1]!];
        assert.equal(bytes.toString("utf8", from, to), value, name);
      }
    });
  }
});
