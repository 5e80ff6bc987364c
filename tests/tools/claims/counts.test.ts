import assert from "node:assert/strict";
import { PARTS } from "../../../src/tools/claims/blocks.ts";
import {
  answersFor,
  Burstiness,
  type CountAnswer,
  type Counted,
  MAX_DISPERSION,
} from "../../../src/tools/claims/counts.ts";
import { LEVEL } from "../../../src/tools/claims/statistics.ts";
import { suite } from "../../support/suite.ts";

/** Pseudorandom numbers from 0 to 1, the same in each run: what is simulated here is a share. */
function* uniform(seed: number): Generator<number, never> {
  for (let state = seed >>> 0; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield (state ^ (state >>> 13)) / 2 ** 32;
  }
}

interface Line {
  readonly event: number;
  readonly isNew: boolean;
  readonly part: number;
}

function countedFrom(lines: readonly Line[], events: number): { counts: Counted[]; total: Counted } {
  const none = (): number[] => Array(PARTS).fill(0);
  const empty = () => ({ old: 0, new: 0, excess: 1, parts: { old: none(), new: none() } });
  const counts = Array.from({ length: events }, empty);
  const total = empty();
  for (const { event, isNew, part } of lines) {
    for (const one of [counts[event]!, total]) {
      one[isNew ? "new" : "old"]++;
      one.parts[isNew ? "new" : "old"][part]!++;
    }
  }
  return { counts, total };
}

function answers(lines: readonly Line[], events: number): CountAnswer[] {
  const { counts, total } = countedFrom(lines, events);
  const burstiness = new Burstiness(MAX_DISPERSION);
  for (const counted of counts) burstiness.learn(counted, total);
  return answersFor(counts, total, burstiness);
}

/** Lines of events with frequencies 1, 1/2, 1/3, …; some come in bursts, in one part of the log each. */
function simulated(next: () => number, lines: number, events: number, areHalves: boolean): Line[] {
  const sum = Array.from({ length: events }, (_, i) => 1 / (i + 1)).reduce((a, b) => a + b, 0);
  const found: Line[] = [];
  while (found.length < lines) {
    let left = next() * sum;
    let event = 0;
    while (event < events - 1 && left > 1 / (event + 1)) left -= 1 / ++event;
    const isBurst = event % 3 === 2;
    const part = Math.floor(next() * PARTS);
    const side = next() < 0.5;
    for (let i = 0; i < (isBurst ? 10 : 1); i++) found.push({ event, part, isNew: areHalves ? next() < 0.5 : side });
  }
  return found;
}

suite("counts of equal logs", (test) => {
  for (const areHalves of [true, false]) {
    const what = areHalves ? "halves of one log, line by line" : "logs with bursts of their own";
    test.costly(`make a claim in at most one of twenty comparisons: ${what}`, () => {
      const random = uniform(areHalves ? 7 : 8);
      const next = (): number => random.next().value;
      const comparisons = 100;
      let claims = 0;
      for (let i = 0; i < comparisons; i++) {
        const found = answers(simulated(next, 3000, 40, areHalves), 40);
        if (Math.min(...found.map(({ p }) => p())) * found.length <= LEVEL) claims++;
      }
      assert.ok(claims <= LEVEL * comparisons, `${claims} of ${comparisons}`);
    });
  }
});

suite("counts that have changed", (test) => {
  const lines = (old: readonly number[], next: readonly number[]): Line[] =>
    [old, next].flatMap((counts, side) =>
      counts.flatMap((count, event) =>
        Array.from({ length: count }, (_, i) => ({ event, isNew: side === 1, part: i % PARTS })),
      ),
    );

  test("are found, and do not make all others rarer", () => {
    const old = [500, 100, 100, 100, 100, 100];
    const found = answers(lines(old, [1000, 100, 100, 100, 100, 100]), 6);
    assert.ok(found[0]!.p() < 1e-6 && found[0]!.isMore, String(found[0]!.p()));
    for (const other of found.slice(1)) assert.ok(other.p() > 0.2, String(other.p()));
  });

  const told = (found: readonly CountAnswer[]): string[] =>
    found.map(({ p, isMore }) => (p() > 0.01 ? "same" : isMore ? "more" : "fewer"));

  test("are found if nearly all has changed, and what stayed is not said to have", () => {
    const gone = Array.from({ length: 10 }, () => 40);
    const none = gone.map(() => 0);
    assert.deepEqual(told(answers(lines([400, ...gone, 0, 0], [270, ...none, 270, 270]), 13)), [
      "same",
      ...gone.map(() => "fewer"),
      "more",
      "more",
    ]);
    const errors = Array.from({ length: 12 }, () => 100);
    const before = errors.map(() => 0);
    assert.deepEqual(told(answers(lines([1200, ...before], [1200, ...errors]), 13)), [
      "same",
      ...errors.map(() => "more"),
    ]);
  });

  test("are found in either direction, and if nothing is left or nothing was there", () => {
    const found = answers(lines([300, 300, 60, 0, 400], [300, 300, 0, 60, 100]), 5);
    assert.deepEqual(told(found), ["same", "same", "fewer", "more", "fewer"]);
  });

  test("matter to nobody below a tenth, however sure they are", () => {
    const found = answers(lines([100_000, 100_000, 100_000], [100_000, 100_000, 108_000]), 3);
    for (const { p } of found) assert.ok(p() > 0.05);
  });

  test("are not told of what is too rare", () => {
    const found = answers(lines([1000, 1000, 0], [1000, 1000, 3]), 3);
    assert.ok(found[2]!.p() > 0.05 && found[2]!.least > 0.05);
  });
});
