// Accepted claims are known again, whatever their names and values, in a file that can be reviewed.
import assert from "node:assert/strict";
import fc from "fast-check";
import { acceptedLine, CHANGES, type Claim, formatAccepted, parseAccepted } from "../../../src/tools/claims/claim.ts";
import { assertProperty, caseCount } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const text = fc.string({ unit: "binary", maxLength: 12 });
const maybe = fc.option(text, { nil: undefined });
const claims = fc.array(
  fc.record({
    ...{ change: fc.constantFrom(...CHANGES), rule: maybe, ruleFile: maybe, shape: maybe, field: maybe, value: maybe },
    ...{ from: maybe, to: maybe, unit: fc.constant("lines"), confidence: fc.double(), weight: fc.double() },
    old: fc.record({ count: fc.nat(), total: fc.nat() }),
    new: fc.record({ count: fc.nat(), total: fc.nat() }),
  }),
  { maxLength: 6 },
);

suite("a file of accepted claims", (test) => {
  test("accepts what it was made of, and nothing else, whatever the numbers", () => {
    assertProperty(
      fc.property(claims, claims, (some: readonly Claim[], others) => {
        const written = formatAccepted(some);
        const accepted = parseAccepted(written);
        const same = (a: Claim, b: Claim): boolean =>
          (["change", "rule", "ruleFile", "shape", "field", "value", "from", "to"] as const).every(
            (name) => a[name] === b[name],
          );
        for (const claim of [...some, ...others])
          assert.equal(
            accepted.has(acceptedLine({ ...claim })),
            some.some((one) => same(one, claim)),
          );
        assert.equal(formatAccepted([...accepted.values()] as Claim[]), written);
        assert.deepEqual(written.split("\n").slice(0, -1), written.split("\n").slice(0, -1).sort());
        assert.doesNotMatch(written.replaceAll("\n", ""), /[\p{Cc}\p{Zl}\p{Zp}]/u);
      }),
      { numRuns: caseCount(300) },
    );
  });

  test("may have empty lines and line ends of Windows", () => {
    assert.equal(parseAccepted('\r\n{"change": "new", "rule": "a"}\r\n\n').size, 1);
  });

  const wrong = [
    ...["new a", "[]", "null", "{}", '{"change": "newer"}', '{"change": "new", "rules": "a"}'],
    ...['{"change": "new", "rule": 3}', '{"change": "new", "__proto__": "a"}', '{"change": "toString"}'],
  ];
  for (const line of wrong) {
    test(`is refused: ${line}`, () => {
      const error = /^baseline:2:1: is no accepted change: .* 'change' one of new, gone,/;
      assert.throws(
        () => parseAccepted(`{"change": "gone", "rule": "a"}\n${line}\n`),
        ({ message }: Error) => error.test(message),
      );
    });
  }
});
