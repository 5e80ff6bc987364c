import assert from "node:assert/strict";
import fc from "fast-check";
import { editScript, type Hunk, slideRuns } from "../../../src/tools/diff/edit-script/edit-script.ts";
import { Front } from "../../../src/tools/diff/edit-script/myers.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

type Pair = readonly [old: Uint32Array, fresh: Uint32Array];

const numbers = (length: number, value: (i: number) => number): Uint32Array =>
  Uint32Array.from({ length }, (_, i) => value(i));
const joined = (...parts: readonly Uint32Array[]): Uint32Array => Uint32Array.from(parts.flatMap((part) => [...part]));

function classesOf(...sequences: readonly Uint32Array[]): number {
  return sequences.reduce((most, sequence) => sequence.reduce((more, value) => Math.max(more, value + 1), most), 0);
}

function hunksOf([old, fresh]: Pair): Hunk[] {
  return [...editScript(old, fresh, classesOf(old, fresh)).hunks()];
}

function differencesOf(hunks: readonly Hunk[]): number {
  return hunks.reduce((sum, { oldFrom, oldTo, newFrom, newTo }) => sum + oldTo - oldFrom + newTo - newFrom, 0);
}

/**
 * Checks that the hunks are in order, not empty and do not touch, and that what lies between them is equal, pair by
 * pair.
 */
function checkHunks([old, fresh]: Pair, hunks: readonly Hunk[]): void {
  let x = 0;
  let y = 0;
  const end = { oldFrom: old.length, oldTo: old.length, newFrom: fresh.length, newTo: fresh.length };
  for (const [i, hunk] of [...hunks, end].entries()) {
    assert.equal(hunk.oldFrom - x, hunk.newFrom - y, "as many elements between hunks");
    if (i > 0 && i < hunks.length) assert.ok(hunk.oldFrom > x, "hunks apart");
    for (; x < hunk.oldFrom; x++, y++) if (old[x] !== fresh[y]) assert.fail(`equal elements at ${x} and ${y}`);
    if (i < hunks.length) assert.ok(hunk.oldTo + hunk.newTo > x + y, "no empty hunk");
    x = hunk.oldTo;
    y = hunk.newTo;
  }
}

/** The lowest possible number of differences, by the table of longest common subsequences. */
function fewest([old, fresh]: Pair): number {
  let row = new Array<number>(fresh.length + 1).fill(0);
  for (const value of old) {
    const next = [0];
    for (let y = 0; y < fresh.length; y++) {
      next.push(value === fresh[y] ? row[y]! + 1 : Math.max(row[y + 1]!, next[y]!));
    }
    row = next;
  }
  return old.length + fresh.length - 2 * row.at(-1)!;
}

/** Runs a task and returns an upper bound of how many places its searches looked at. */
function stepsOf(task: () => void): number {
  const { advance } = Front.prototype;
  let steps = 0;
  Front.prototype.advance = function (round, rival) {
    steps += round + 1;
    return advance.call(this, round, rival);
  };
  try {
    task();
  } finally {
    Front.prototype.advance = advance;
  }
  return steps;
}

/** Pseudorandom numbers from 0 to 1, the same in each run (Marsaglia's xorshift). */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

function randomNumbers(length: number, classes: number, seed: number): Uint32Array {
  const next = random(seed);
  return numbers(length, () => Math.floor(next() * classes));
}

/** Removes some elements of the sequence and inserts others. Also returns how many of both. */
function edited(sequence: Uint32Array, rate: number, classes: number): { result: Uint32Array; edits: number } {
  const next = random(5);
  const result: number[] = [];
  let edits = 0;
  for (const value of sequence) {
    if (next() < rate) edits++;
    else result.push(value);
    if (next() >= rate) continue;
    edits++;
    result.push(Math.floor(next() * classes));
  }
  return { result: Uint32Array.from(result), edits };
}

function shuffled(sequence: Uint32Array, seed: number): Uint32Array {
  const next = random(seed);
  const keys = sequence.map(() => next() * 2 ** 32);
  return sequence
    .map((_, i) => i)
    .sort((a, b) => keys[a]! - keys[b]!)
    .map((place) => sequence[place]!);
}

const sequenceOf = (classes: number, maxLength: number): fc.Arbitrary<Uint32Array> =>
  fc.array(fc.nat(classes - 1), { maxLength, size: "max" }).map((values) => Uint32Array.from(values));

const unrelated: fc.Arbitrary<Pair> = fc
  .constantFrom(1, 2, 3, 4, 5, 6, 20, 60)
  .chain((classes) => fc.tuple(sequenceOf(classes, 40), sequenceOf(classes, 40)));

/** Two sequences of the same stretches, which may repeat, or be missing on one side. */
const related: fc.Arbitrary<Pair> = fc.constantFrom(2, 4, 12).chain((classes) =>
  fc
    .array(fc.tuple(sequenceOf(classes, 6), fc.constantFrom(0, 1, 1, 2), fc.constantFrom(0, 1, 1, 2)), {
      maxLength: 8,
    })
    .map(
      (parts): Pair => [
        joined(...parts.flatMap(([part, times]) => new Array<Uint32Array>(times).fill(part))),
        joined(...parts.flatMap(([part, , times]) => new Array<Uint32Array>(times).fill(part))),
      ],
    ),
);

const pairs = fc.oneof(unrelated, related);

suite("edit scripts", (test) => {
  test("turn the old sequence into the new one with the fewest differences", () => {
    assertProperty(
      fc.property(pairs, (pair) => {
        const hunks = hunksOf(pair);
        checkHunks(pair, hunks);
        assert.equal(differencesOf(hunks), fewest(pair));
      }),
      { numRuns: 600 },
    );
  });

  test("mark what their hunks hold", () => {
    assertProperty(
      fc.property(pairs, ([old, fresh]) => {
        const script = editScript(old, fresh, classesOf(old, fresh));
        const removed = new Uint8Array(old.length);
        const added = new Uint8Array(fresh.length);
        for (const { oldFrom, oldTo, newFrom, newTo } of script.hunks()) {
          removed.fill(1, oldFrom, oldTo);
          added.fill(1, newFrom, newTo);
        }
        assert.deepEqual([script.removed, script.added], [removed, added]);
      }),
    );
  });

  test("are empty for equal sequences", () => {
    assertProperty(
      fc.property(sequenceOf(4, 40), (sequence) => assert.deepEqual(hunksOf([sequence, sequence.slice()]), [])),
    );
  });

  test("are mirrored if the sequences are swapped", () => {
    assertProperty(
      fc.property(pairs, ([old, fresh]) => {
        const mirrored = hunksOf([fresh, old]).map(({ oldFrom, oldTo, newFrom, newTo }) => ({
          oldFrom: newFrom,
          oldTo: newTo,
          newFrom: oldFrom,
          newTo: oldTo,
        }));
        assert.deepEqual(hunksOf([old, fresh]), mirrored);
      }),
      { numRuns: 200 },
    );
  });

  test("have the fewest differences up to 1024", () => {
    for (const length of [1725, 1735, 1740]) {
      const pair: Pair = [randomNumbers(length, 3, 1), randomNumbers(length, 3, 2)];
      const best = fewest(pair);
      assert.ok(best > 1000 && best <= 1024, `${best}`);
      assert.equal(differencesOf(hunksOf(pair)), best);
    }
  });

  test.costly("are right and nearly the best where the search gives up shortly before its end", () => {
    // By then the fronts may have passed each other.
    for (let length = 2500; length <= 3000; length += 20) {
      const pair: Pair = [randomNumbers(length, 2, 1), randomNumbers(length, 2, 2)];
      const hunks = hunksOf(pair);
      checkHunks(pair, hunks);
      const differences = differencesOf(hunks);
      assert.ok(differences < 0.45 * length, `${differences} differences of ${length}`);
    }
  });
});

suite("hunks", (test) => {
  /** The hunks as readable text, with a dot for each pair between them. */
  const written = (old: string, fresh: string): string => {
    const codes = (text: string): Uint32Array => numbers(text.length, (i) => text.charCodeAt(i));
    let result = "";
    let at = 0;
    for (const { oldFrom, oldTo, newFrom, newTo } of hunksOf([codes(old), codes(fresh)])) {
      result += `${".".repeat(oldFrom - at)}[${old.slice(oldFrom, oldTo)}|${fresh.slice(newFrom, newTo)}]`;
      at = oldTo;
    }
    return result + ".".repeat(old.length - at);
  };

  test("are placed as late as possible", () => {
    assert.equal(written("abab", "ababab"), "....[|ab]");
    assert.equal(written("xaaay", "xaay"), "...[a|].");
    assert.equal(written("(a)(b)(c)", "(a)(c)"), "....[b)(|]..");
  });

  test("of one side join where they can touch", () => {
    assert.equal(written("aaxa", "xa"), "[aa|]..");
    assert.equal(written("abcabcabcd", "abcd"), "...[abcabc|].");
  });

  test("of one side join where the later one can slide back", () => {
    const marks = Uint8Array.of(1, 0, 1, 0);
    slideRuns(Uint32Array.of(1, 2, 2, 3), marks, new Uint8Array(2));
    assert.deepEqual(marks, Uint8Array.of(1, 1, 0, 0));
  });

  test("do not move apart where both sides differ", () => {
    assert.equal(written("xxy", "zxy"), "[x|z]..");
    assert.equal(written("zxy", "xxy"), "[z|x]..");
  });
});

suite("edit scripts of very different sequences", (test) => {
  const n = 50_000;
  const distinct = numbers(n, (i) => i);
  const random12 = randomNumbers(n, 12, 1);
  const random5000 = randomNumbers(n, 5000, 1);
  const few = edited(random12, 0.01, 12);
  const many = edited(random12, 0.1, 12);
  const manyOfMany = edited(random5000, 0.1, 5000);
  const block = (from: number, to: number): Uint32Array => distinct.subarray(from * (n / 10), to * (n / 10));

  /** With the highest allowed number of differences: the known best, and some more where that is out of reach. */
  const cases: Record<string, { pair: Pair; most: number }> = {
    "nothing in common": { pair: [distinct, numbers(n, (i) => n + i)], most: 2 * n },
    "one side empty": { pair: [new Uint32Array(0), distinct], most: n },
    "a beginning and an end": { pair: [distinct, joined(block(0, 3), block(8, 10))], most: n / 2 },
    "noise of 2 symbols": { pair: [randomNumbers(n, 2, 1), randomNumbers(n, 2, 2)], most: 0.4 * n },
    "noise of 10 symbols": { pair: [randomNumbers(n, 10, 1), randomNumbers(n, 10, 2)], most: 1.1 * n },
    "noise of 1000 symbols": { pair: [randomNumbers(n, 1000, 1), randomNumbers(n, 1000, 2)], most: 1.92 * n },
    "the reverse": { pair: [distinct, distinct.slice().reverse()], most: 2 * n - 2 },
    "a shuffle": { pair: [distinct, shuffled(distinct, 3)], most: 2 * n },
    "other periods": { pair: [numbers(n, (i) => i % 7), numbers(n, (i) => i % 11)], most: 0.75 * n },
    "a period more": { pair: [numbers(n, (i) => i % 1000), numbers(n, (i) => i % 1001)], most: 0.01 * n },
    "few edits of few symbols": { pair: [random12, few.result], most: few.edits },
    "many edits of few symbols": { pair: [random12, many.result], most: 1.02 * many.edits },
    "many edits of many symbols": { pair: [random5000, manyOfMany.result], most: 1.02 * manyOfMany.edits },
    "a block that has moved": {
      pair: [distinct, joined(block(0, 3), block(4, 7), block(3, 4), block(7, 10))],
      most: 0.2 * n,
    },
    "a unique element that leads astray": {
      pair: [joined(Uint32Array.of(12), random12), joined(many.result, Uint32Array.of(12))],
      most: 1.02 * many.edits + 2,
    },
  };
  for (const [name, { pair, most }] of Object.entries(cases)) {
    test(`end and are nearly the best: ${name}`, () => {
      let hunks: Hunk[] = [];
      const steps = stepsOf(() => {
        hunks = hunksOf(pair);
      });
      checkHunks(pair, hunks);
      const differences = differencesOf(hunks);
      assert.ok(differences <= most, `${differences} differences`);
      assert.ok(steps < 500 * (pair[0].length + pair[1].length), `${steps} steps`);
    });
  }
});
