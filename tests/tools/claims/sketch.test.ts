import assert from "node:assert/strict";
import fc from "fast-check";
import { Blocks, MAX_BLOCKS, PARTS, Table } from "../../../src/tools/claims/blocks.ts";
import { readNumber, Sketch } from "../../../src/tools/claims/numbers.ts";
import { divideByTime } from "../../../src/tools/claims/time-parts.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const numbers = fc.array(
  fc.oneof(
    fc.integer({ min: -1000, max: 1_000_000 }),
    fc.double({ min: 1e-9, max: 1e17, noNaN: true }),
    fc.constant(0),
  ),
  { minLength: 1, maxLength: 200 },
);

function sketchOf(values: readonly number[]): Sketch {
  const sketch = new Sketch();
  for (const value of values) sketch.add(value);
  return sketch;
}

suite("sketches of numbers", (test) => {
  test("a quantile is within 1 % of the number at its rank", () => {
    assertProperty(
      fc.property(numbers, fc.integer({ min: 0, max: 100 }), (values, percent) => {
        const sorted = [...values].sort((a, b) => a - b);
        const exact = sorted[Math.floor((percent / 100) * (values.length - 1))]!;
        const found = sketchOf(values).quantile(percent / 100);
        assert.ok(Math.abs(found - exact) <= 0.0101 * Math.abs(exact), `${found} for ${exact}`);
      }),
    );
  });

  test("sketches of parts add up to the sketch of the whole", () => {
    assertProperty(
      fc.property(numbers, numbers, (one, other) => {
        const sum = sketchOf(one);
        sum.addAll(sketchOf(other));
        const whole = sketchOf([...one, ...other]);
        assert.deepEqual([...sum.entries()], [...whole.entries()]);
        assert.equal(sum.count, one.length + other.length);
      }),
    );
  });

  test("a number that comes several times counts as often", () => {
    const sketch = new Sketch();
    sketch.add(5, 3);
    assert.deepEqual([...sketch.entries()], [...sketchOf([5, 5, 5]).entries()]);
    assert.equal(sketchOf([1, 2, 100, 200]).countAbove(50), 2);
    assert.equal(new Sketch().quantile(0.5), 0);
  });
});

suite("blocks of a log", (test) => {
  test("all lines are in blocks of one size, and keep their order and their number", () => {
    assertProperty(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 7 }), (lines, every) => {
        const blocks = new Blocks();
        const counts = new Table(blocks);
        let counted = 0;
        for (let line = 0; line < lines; line++) {
          blocks.next();
          if (line % every !== 0) continue;
          counts.add(1);
          counted++;
        }
        assert.equal(counts.sum, counted);
        assert.ok(blocks.current < MAX_BLOCKS);
        assert.equal(blocks.lines, lines);
        const { parts } = counts;
        const sum = parts.reduce((all, part) => all + part, 0);
        assert.ok(Math.abs(sum - counted) < 1e-6 * counted, `${sum} of ${counted}`);
        // What comes evenly is in all parts equally often, but for the edges of blocks.
        if (lines < 1000) return;
        for (const part of parts)
          assert.ok(Math.abs(part - counted / PARTS) <= 1 + 0.35 * (counted / PARTS), `${parts}`);
      }),
    );
  });
});

suite("parts of two logs", (test) => {
  const logOf = (times: readonly number[]): Blocks => {
    const blocks = new Blocks();
    for (const _ of times.slice(1)) blocks.next();
    return blocks;
  };
  const divided = (oldTimes: readonly number[], newTimes: readonly number[]): (readonly number[] | undefined)[] => {
    const [old, next] = [logOf(oldTimes), logOf(newTimes)];
    divideByTime(old, oldTimes, next, newTimes);
    return [old.edges, next.edges];
  };
  const ascending = (count: number, step: number, from = 0): number[] =>
    Array.from({ length: count + 1 }, (_, i) => from + i * step);

  test("are of the same times if the logs cover the same ones", () => {
    const whole = ascending(PARTS, 1);
    assert.deepEqual(divided(whole, ascending(2 * PARTS, 0.5)), [whole, ascending(PARTS, 2)]);
    const blocks = logOf(whole);
    blocks.edges = [...whole.slice(0, -1).map((place) => place / 2), PARTS];
    const counts = new Table(blocks);
    counts.numbers.fill(1, 0, PARTS);
    assert.deepEqual([...counts.parts], [...Array(PARTS - 1).fill(0.5), PARTS - (PARTS - 1) / 2]);
  });

  test("have equally many lines if they cover other times, or if times are not known or descend", () => {
    const whole = ascending(PARTS, 1);
    for (const times of [ascending(PARTS, 1, 5), whole.map(() => Number.NaN), whole.toReversed()])
      assert.deepEqual(divided(whole, times), [undefined, undefined]);
  });
});

suite("numbers in logs", (test) => {
  const read = (text: string): [number, boolean] | undefined => {
    const bytes = Buffer.from(`x${text}y`);
    const number = readNumber(bytes, 1, bytes.length - 1);
    return number && [number.value, number.hasUnit];
  };

  test("have decimals, a sign and perhaps a unit of time", () => {
    assert.deepEqual(read("42"), [42, false]);
    assert.deepEqual(read("-1.5"), [-1.5, false]);
    assert.deepEqual(read("12ms"), [0.012, true]);
    assert.deepEqual(read("0.5 s"), [0.5, true]);
    assert.deepEqual(read("3µs"), [3e-6, true]);
  });

  test("anything else is none", () => {
    for (const text of ["", "-", ".", "1.2.3", "12kB", "0x1f", "1 2", "1234567890123456", "é", "5toString"])
      assert.equal(read(text), undefined, text);
  });
});
