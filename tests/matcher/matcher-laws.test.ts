import assert from "node:assert/strict";
import fc from "fast-check";
import { Fold } from "../../src/matcher/fold.ts";
import { Line } from "../../src/matcher/line.ts";
import { Matcher } from "../../src/matcher/matcher.ts";
import { actionOf } from "../../src/matcher/parser.ts";
import { Parsers } from "../../src/matcher/parsers.ts";
import { type Element, type Pattern, pattern } from "../../src/matcher/pattern.ts";
import { literalBytes } from "../../src/matcher/precedence.ts";
import { gramHash } from "../../src/matcher/search/gram-set.ts";
import { Literals } from "../../src/matcher/search/literal.ts";
import { TypeMatchers } from "../../src/matcher/types/type-registry.ts";
import { wordView } from "../../src/text/bytes/machine-words.ts";
import { alternation } from "../support/alternation.ts";
import { elements, lineFor, similarRules } from "../support/arbitraries.ts";
import { oracleCaptures, oracleWinner } from "../support/oracle.ts";
import { assertProperty, caseCount } from "../support/property.ts";
import { suite } from "../support/suite.ts";

const oneRule = elements.chain((rule) => fc.tuple(fc.constant(rule), lineFor([rule])));
const manyRules = fc
  .array(elements, { minLength: 1, maxLength: 8 })
  .chain((rules) => fc.tuple(fc.constant(rules), lineFor(rules)));

/** The line inside a larger buffer, between bytes that must not matter. */
function within(line: string): { bytes: Buffer; start: number; end: number } {
  const text = Buffer.from(line);
  const bytes = Buffer.concat([Buffer.from("2024-11-15 ab"), text, Buffer.from("ab 10:00:02")]);
  return { bytes, start: 13, end: 13 + text.length };
}

function asCatchAll(made: Pattern, isCatchAll = false): Pattern {
  return isCatchAll ? { ...made, isCatchAll } : made;
}

function captures({ bounds }: Matcher | Line, pattern: Pattern, bytes: Buffer): string[] {
  return pattern.fields.map((_, i) => bytes.toString("latin1", bounds[2 * i], bounds[2 * i + 1]));
}

/** The inverse of an odd number modulo 2 ** 32 (Newton's iteration). */
function inverseOf(odd: number): number {
  let inverse = odd;
  for (let i = 0; i < 5; i++) inverse = Math.imul(inverse, 2 - Math.imul(odd, inverse));
  return inverse;
}

suite("laws of the matcher", (test) => {
  test("a rule's parser captures what its regular expression captures", () => {
    assertProperty(
      fc.property(oneRule, ([rule, line]) => {
        const made = pattern(rule);
        const { bytes, start, end } = within(line);
        const scope = new Line();
        scope.begin(start, end);
        const fold = new Fold(new Parsers(scope, new Literals(scope), 7), new TypeMatchers(scope));
        const reply = actionOf(fold.whole(made))(bytes, start);
        const expected = oracleCaptures(rule, Buffer.from(line));
        assert.deepEqual(reply.status ? captures(scope, made, bytes) : undefined, expected);
        if (reply.status) assert.deepEqual([reply.value, reply.index], [7, end]);
      }),
      { numRuns: 2_000 },
    );
  });

  function checkWinner([rules, line, catchAlls]: readonly [readonly Element[][], string, (readonly boolean[])?]): void {
    const patterns = rules.map((rule, i) => asCatchAll(pattern(rule), catchAlls?.[i]));
    const { bytes, start, end } = within(line);
    const expected = oracleWinner(rules, Buffer.from(line), catchAlls);
    const matcher = new Matcher(patterns);
    assert.equal(matcher.match(bytes, start, end), expected);
    if (expected !== -1) {
      const captured = captures(matcher, patterns[expected]!, bytes);
      assert.deepEqual(captured, oracleCaptures(rules[expected]!, Buffer.from(line)));
    }
    assert.equal(alternation(patterns)(Buffer.from(line)), expected);
  }

  test("the matcher and P.alt choose the winner that the law names, with the captures of its regular expression", () => {
    assertProperty(fc.property(manyRules, checkWinner), { numRuns: 2_000 });
  });

  test("they do so among many rules that share most of their text", () => {
    const rules = similarRules.chain((rules) => fc.tuple(fc.constant(rules), lineFor(rules)));
    assertProperty(fc.property(rules, checkWinner), { numRuns: 600 });
  });

  test("a catch-all wins only lines that no other rule matches, and the law holds within each part", () => {
    const flags = fc.array(fc.boolean(), { minLength: 8, maxLength: 40 });
    const some = fc.tuple(manyRules, flags).map(([[rules, line], catchAlls]) => [rules, line, catchAlls] as const);
    assertProperty(fc.property(some, checkWinner), { numRuns: 1_000 });
    const similar = similarRules.chain((rules) => fc.tuple(fc.constant(rules), lineFor(rules), flags));
    assertProperty(fc.property(similar, checkWinner), { numRuns: 300 });
  });

  test("rules whose anchors share a hash are told apart", () => {
    const random = fc.sample(fc.uint8Array({ minLength: 8, maxLength: 8 }), caseCount(200));
    const first = Buffer.from("an event");
    const hash = gramHash(wordView(first), 8, 8);
    for (const gram of random) {
      // The hash is linear in the last four bytes, so some four bytes give any hash.
      const second = Buffer.from(gram);
      second.writeUInt32LE(0, 4);
      const unit = Buffer.from(second);
      unit.writeUInt32LE(1, 4);
      const base = gramHash(wordView(second), 8, 8);
      const slope = (gramHash(wordView(unit), 8, 8) - base) | 0;
      second.writeInt32LE(Math.imul((hash - base) | 0, inverseOf(slope)), 4);
      assert.equal(gramHash(wordView(second), 8, 8), hash);

      const literals = [first, second, Buffer.from("another!")];
      const matcher = new Matcher(
        literals.map((literal) => ({
          elements: [{ field: 0, type: undefined }, { literal }, { field: 1, type: undefined }],
          fields: ["x", "y"],
          timestamp: -1,
        })),
      );
      for (const [i, literal] of literals.entries()) {
        const line = Buffer.concat([Buffer.from("before "), literal, Buffer.from(" after")]);
        assert.equal(matcher.match(line, 0, line.length), i, literal.toString("latin1"));
      }
    }
  });

  test("a literal may begin inside the date-time that another literal follows", () => {
    const dated = (text: string): Element[] => [{ field: "timestamp" }, { text }, { field: "x" }];
    const line = Buffer.from("2024-11-15 10:00:02 [a] b");
    for (const text of ["2 [", "02 [a]", ":02 [a] ", "5 10:00:02 [a]", "2024-11-15 10:00:02 [a", "10:00:02"]) {
      const rules = [dated(" ["), dated(text), dated(" [a"), dated(" [c] d"), dated("2 [c]")];
      const patterns = rules.map(pattern);
      const expected = oracleWinner(rules, line);
      const matcher = new Matcher(patterns);
      assert.equal(matcher.match(line, 0, line.length), expected, text);
      assert.deepEqual(captures(matcher, patterns[expected]!, line), oracleCaptures(rules[expected]!, line));
    }
  });

  test("a matcher carries nothing over from one line to the next", () => {
    const lines = fc
      .array(elements, { minLength: 1, maxLength: 6 })
      .chain((rules) => fc.tuple(fc.constant(rules), fc.array(lineFor(rules), { minLength: 2, maxLength: 6 })));
    assertProperty(
      fc.property(lines, ([rules, lines]) => {
        const patterns = rules.map((rule: Element[]) => pattern(rule));
        const used = new Matcher(patterns);
        for (const line of lines) {
          const bytes = Buffer.from(line);
          const fresh = new Matcher(patterns);
          const winner = fresh.match(bytes, 0, bytes.length);
          assert.equal(used.match(bytes, 0, bytes.length), winner);
          if (winner !== -1)
            assert.deepEqual(captures(used, patterns[winner]!, bytes), captures(fresh, patterns[winner]!, bytes));
        }
      }),
      { numRuns: 600 },
    );
  });

  test("a rule never hides a more specific one", () => {
    // A is B with fields replaced by elements of their own, so every line of A is a line of B. Unless the reverse holds
    // too, A must win each of its lines, whichever of the two is written first.
    const specialised = fc.tuple(elements, elements, fc.nat()).map(([general, insert, at]) => {
      const fields = general.flatMap((element, i) => ("field" in element ? [i] : []));
      const place = fields[at % Math.max(fields.length, 1)];
      const special = place === undefined ? general : general.toSpliced(place, 1, ...insert);
      return { general, special };
    });
    assertProperty(
      fc.property(
        specialised.chain(({ general, special }) => fc.tuple(fc.constant({ general, special }), lineFor([special]))),
        ([{ general, special }, line]) => {
          const [a, b] = [pattern(special), pattern(general)];
          const bytes = Buffer.from(line);
          fc.pre(oracleCaptures(special, bytes) !== undefined);
          const sameLiterals = literalBytes(a) === literalBytes(b);
          if (sameLiterals && a.fields.length >= b.fields.length) return;
          assert.equal(new Matcher([a, b]).match(bytes, 0, bytes.length), 0);
          assert.equal(new Matcher([b, a]).match(bytes, 0, bytes.length), 1);
        },
      ),
      { numRuns: 1_000 },
    );
  });
});
