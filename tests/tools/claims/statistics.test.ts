import assert from "node:assert/strict";
import fc from "fast-check";
import {
  atLeast,
  claimsOf,
  incompleteBeta,
  LEVEL,
  normalTails,
  type Question,
} from "../../../src/tools/claims/statistics.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

/** The probability of at least `count` hits, as a sum over all numbers of hits. */
function summed(count: number, total: number, chance: number): number {
  let sum = 0;
  let term = (1 - chance) ** total;
  for (let hits = 0; hits <= total; hits++) {
    if (hits >= count) sum += term;
    term *= ((total - hits) / (hits + 1)) * (chance / (1 - chance));
  }
  return sum;
}

/** The normal tail by Simpson's rule. */
function integrated(z: number): number {
  const steps = 20_000;
  const width = 40 / steps;
  let sum = 0;
  for (let i = 0; i <= steps; i++) {
    const x = z + i * width;
    sum += (i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2) * Math.exp((-x * x) / 2);
  }
  return (sum * width) / 3 / Math.sqrt(2 * Math.PI);
}

function isClose(actual: number, expected: number, tolerance = 1e-8): void {
  assert.ok(Math.abs(actual - expected) <= tolerance * Math.max(expected, 1e-280), `${actual} for ${expected}`);
}

function question(p: number, least: number, name: string): Question {
  const frequency = { count: 0, total: 0 };
  return {
    p: () => p,
    least,
    claims: () => [
      { change: "new", rule: name, unit: "lines", old: frequency, new: frequency, confidence: 1, weight: 1 },
    ],
  };
}

suite("the probabilities of claims", (test) => {
  test("a binomial tail is the sum of its terms", () => {
    assertProperty(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.nat(),
        fc.integer({ min: 1, max: 90 }),
        (total, hits, percent) => {
          const count = 1 + (hits % total);
          isClose(atLeast(count, total, percent / 100), summed(count, total, percent / 100));
        },
      ),
    );
    assert.equal(atLeast(0, 10, 0.3), 1);
    // Counts of logs are millions.
    isClose(atLeast(500_000, 1_000_000, 0.5), 0.5004, 1e-3);
  });

  test("the incomplete beta function is known at its ends, and symmetric", () => {
    assert.equal(incompleteBeta(0, 2, 3), 0);
    assert.equal(incompleteBeta(1, 2, 3), 1);
    isClose(incompleteBeta(0.3, 2.5, 7.25), 1 - incompleteBeta(0.7, 7.25, 2.5));
    isClose(incompleteBeta(0.25, 1, 1), 0.25);
  });

  test("the normal tails are nearly the integral of the density on both sides", () => {
    for (const z of [0, 0.5, 1, 1.96, 3, 5]) isClose(normalTails(z), 2 * integrated(z), 1e-3);
    assert.ok(normalTails(50) >= 0 && normalTails(50) < 1e-200);
  });
});

suite("which questions are answered", (test) => {
  test("Holm's procedure: the i-th smallest p is multiplied by how many are left", () => {
    const ps = [0.001, 0.012, 0.02, 0.9];
    const { claims, asked } = claimsOf(ps.map((p) => question(p, 0, String(p))));
    assert.equal(asked, 4);
    assert.deepEqual(
      claims.map(({ rule, confidence }) => [rule, Math.round(1000 * confidence) / 1000]),
      [
        ["0.001", 0.996],
        ["0.012", 0.964],
        ["0.02", 0.96],
      ],
    );
  });

  test("questions that no counts could answer do not count", () => {
    const rare = Array.from({ length: 1000 }, (_, i) => question(0.25, 0.25, `rare ${i}`));
    const { claims, asked } = claimsOf([...rare, question(0.02, 1e-9, "one")]);
    assert.equal(asked, 1);
    assert.equal(claims.length, 1);
    assert.deepEqual(claimsOf([]), { claims: [], asked: 0 });
  });

  test("by chance, at most one in twenty of many comparisons makes any claim", () => {
    assertProperty(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (count, seeds) => {
          const ps = Array.from({ length: count }, (_, i) => seeds[i] ?? 0.5);
          const { claims } = claimsOf(ps.map((p, i) => question(p, 0, String(i))));
          // Bonferroni's bound holds for the first claim of Holm's procedure.
          assert.equal(claims.length > 0, Math.min(...ps) * count <= LEVEL);
        },
      ),
    );
  });
});
