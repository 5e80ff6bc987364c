import assert from "node:assert/strict";
import fc from "fast-check";
import { align, UNALIGNED } from "../../../src/tools/news/alignment.ts";
import { assertProperty, shareOf } from "../../support/property.ts";
import { checkGrowth, countingSuite } from "../../support/steps.ts";
import { suite } from "../../support/suite.ts";

const numbers = (list: Iterable<number>): Uint32Array => Uint32Array.from(list);

/** The length of a longest common subsequence, row by row. */
function commonLength(a: readonly number[], b: readonly number[]): number {
  let above = new Array<number>(b.length + 1).fill(0);
  for (const one of a) {
    const row = [0];
    for (const [j, other] of b.entries()) row.push(one === other ? above[j]! + 1 : Math.max(row[j]!, above[j + 1]!));
    above = row;
  }
  return above[b.length]!;
}

/** Aligns, and checks what holds for all runs. Returns how many lines have partners. */
function checked(good: readonly number[], failed: readonly number[]): number {
  const size = Math.max(-1, ...good, ...failed) + 1;
  const partners = align(numbers(good), numbers(failed), size);
  assert.equal(partners.length, failed.length);
  let last = -1;
  let count = 0;
  for (const [i, partner] of partners.entries()) {
    if (partner === UNALIGNED) continue;
    assert.ok(partner > last && partner < good.length, `${partner} after ${last}`);
    assert.equal(good[partner], failed[i]);
    last = partner;
    count++;
  }
  let common = 0;
  while (common < Math.min(good.length, failed.length) && good[common] === failed[common])
    assert.equal(partners[common], common++);
  for (let k = 1; k <= Math.min(good.length, failed.length) - common && good.at(-k) === failed.at(-k); k++)
    assert.equal(partners.at(-k), good.length - k);
  assert.deepEqual(align(numbers(good), numbers(failed), size + 5), partners);
  return count;
}

const runs = fc.array(fc.nat({ max: 6 }), { maxLength: 30 });
const permutations = fc
  .nat({ max: 60 })
  .chain((count) => fc.shuffledSubarray([...Array(count).keys()], { minLength: count }));

suite("the alignment of two runs", (test) => {
  test("gives partners of the same shape in the same order, as many as a common subsequence at most", () => {
    assertProperty(
      fc.property(runs, runs, (good, failed) => assert.ok(checked(good, failed) <= commonLength(good, failed))),
      { numRuns: 3_000 },
    );
  });

  test("is a longest common subsequence where no shape is unique", () => {
    const doubled = (run: readonly number[]): number[] => [...run, ...run, ...run];
    assertProperty(
      fc.property(runs, runs, (good, failed) => {
        assert.equal(checked(doubled(good), doubled(failed)), commonLength(doubled(good), doubled(failed)));
      }),
      { numRuns: 500 },
    );
  });

  test("is a longest common subsequence where all shapes are unique", () => {
    assertProperty(
      fc.property(permutations, permutations, (good, failed) => {
        assert.equal(checked(good, failed), commonLength(good, failed));
      }),
      { numRuns: 500 },
    );
  });

  test("finds all lines of a run in one that has more", () => {
    assertProperty(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 5 }), fc.boolean()), { maxLength: 40 }), (lines) => {
        const failed = lines.map(([shape, isNew], i) => (isNew ? 100 + i : shape));
        const good = failed.filter((shape) => shape < 100);
        assert.equal(checked(good, failed), good.length);
        assert.equal(checked(failed, good), good.length);
      }),
      { numRuns: 2_000 },
    );
  });

  test("of large gaps without anchors gives each line the next partner", () => {
    const count = 2_000;
    const two = Array.from({ length: count }, (_, i) => i % 2);
    assert.ok(checked(two, [1, ...two, 0].reverse()) > 0.9 * count);
    const shifted = Array.from({ length: count }, (_, i) => (i * i) % 7);
    assert.ok(checked(shifted, [3, 3, 1, ...shifted.slice(100), 5, 5, 5]) > 0.4 * count);
    // The same shape again and again, with one line less.
    assert.equal(checked(new Array(count).fill(0), new Array(count - 1).fill(0)), count - 1);
  });

  test("does not follow a line that moved, in small gaps", () => {
    const equal = new Array(400).fill(0);
    assert.equal(checked([1, ...equal, 2], [2, ...equal, 1]), equal.length);
  });
});

/** Pairs of runs of a length that are hard to align. */
const HOSTILE: Readonly<Record<string, (n: number) => readonly [number[], number[]]>> = {
  "all different": (n) => [range(n), range(n).map((i) => i + n)],
  reversed: (n) => [range(n), range(n).reverse()],
  "two shapes in turn, one line more": (n) => [range(n).map((i) => i % 2), range(n).map((i) => (i + 1) % 2)],
  "two shapes in turn, and blocks of them": (n) => [
    range(n).map((i) => i % 2),
    range(n).map((i) => (i < n / 2 ? 0 : 1)),
  ],
  "one shape, one line less": (n) => [range(n).fill(0), range(n - 1).fill(0)],
  "halves swapped": (n) => [range(n), [...range(n).slice(n / 2), ...range(n).slice(0, n / 2)]],
  "anchors among equal lines": (n) => [
    range(n).map((i) => (i % 400 === 0 ? i + 2 : i % 2)),
    range(n).map((i) => (i % 400 === 0 ? i + 2 : (i >> 1) % 2)),
  ],
  "anchors in anchors": (n) => [nested(n, 0), nested(n, 1)],
  "a root of shapes": (n) => [
    range(n).map((i) => i % Math.floor(Math.sqrt(n))),
    range(n).map((i) => (7_919 * i) % Math.floor(Math.sqrt(n))),
  ],
};

function range(n: number): number[] {
  return Array.from({ length: n }, (_, i) => i);
}

/** Each shape becomes unique only in a gap that other shapes leave. */
function nested(n: number, side: number): number[] {
  const run: number[] = [];
  for (let i = 0; run.length < n; i++) run.push(2 * n + side, i, i + 1, (7 * i) % 50);
  return run.slice(0, n);
}

countingSuite<{ align: typeof align }>(
  "the work of aligning runs",
  { "tools/news/alignment.ts": "align" },
  (test, modules) => {
    for (const [what, make] of Object.entries(HOSTILE)) {
      test(`grows with the lines if they are ${what}`, () => {
        const size = shareOf(12_000);
        const [once, twice] = [size, 2 * size].map((n) => {
          const [good, failed] = make(n);
          return modules().during(() => modules().align(numbers(good), numbers(failed), 4 * n));
        });
        checkGrowth(what, once!, twice!);
      });
    }
  },
);
