import assert from "node:assert/strict";
import { Random } from "../bench/workloads/random.ts";
import { deviance, rankDeviance } from "../scripts/chance.ts";
import { type Candidate, choose, KINDS } from "../scripts/change-candidates.ts";
import { type KnownLog, knownLog, randomHalves } from "../scripts/known-logs.ts";
import { invented, logOf, retold } from "../scripts/request-logs.ts";
import { larger, seededLines } from "../scripts/seeded-lines.ts";
import { seededSteps } from "../scripts/seeded-steps.ts";
import { type Claim, names, readAnswer } from "../scripts/summary-claims.ts";
import { suite } from "./support/suite.ts";

const ANSWER = `2025-06-02 09:00:00.000 INFO id=`;

/** 600 requests of three steps. */
function requestLog(): Promise<KnownLog> {
  const random = new Random(5);
  const lines = Array.from({ length: 600 }, (_, i) => {
    const [id, status] = [random.characters("0123456789abcdef", 16), random.below(10) === 0 ? 404 : 200];
    const time = `2025-06-02 09:${10 + Math.floor(i / 20)}:${10 + (i % 20)}`;
    return [
      `${time}.100 INFO id=${id} basket loaded for customer`,
      `${time}.200 INFO id=${id} payment accepted by bank`,
      `${time}.300 INFO id=${id} request answered status=${status} took ${random.between(300, 900)} ms`,
    ].join("\n");
  });
  return knownLog("requests", Buffer.from(`${lines.join("\n")}\n`), "id");
}

const differing = (candidate: Candidate): { lines: readonly string[]; added: string[]; removed: string[] } => {
  const { lines } = candidate.make()!;
  const before = candidate.halves.new.map(({ text }) => text);
  const left = new Map<string, number>();
  for (const text of before) left.set(text, (left.get(text) ?? 0) + 1);
  const added = lines.filter((text) => {
    const count = left.get(text) ?? 0;
    left.set(text, count - 1);
    return count <= 0;
  });
  const removed = [...left].flatMap(([text, count]) => Array<string>(Math.max(0, count)).fill(text));
  return { lines, added, removed };
};

const claim = (parts: Partial<Claim>): Claim => ({
  ...{ change: "new", rule: null, old: { count: 0, total: 9 }, new: { count: 5, total: 9 }, confidence: 0.99 },
  ...parts,
});

const log = await requestLog();
assert.ok(log.lines.every(({ rule, fields }) => rule !== undefined && fields.has("id")));
const random = new Random(1);
const all = [
  ...seededLines(randomHalves(log, random), random),
  ...seededSteps(randomHalves(log, random, "id"), random),
];
const oneOf = (kind: string): Candidate =>
  choose(
    all.filter((one) => one.kind === kind),
    1,
    random,
  ).chosen[0]!.candidate;

suite("a seeded change", (test) => {
  test("can be made of each kind, and is nothing that chance explains", () => {
    for (const kind of KINDS) assert.ok(oneOf(kind).evidence > 22, kind);
  });

  test("of an event renames all its lines, and no others", () => {
    const { added, removed } = differing(oneOf(KINDS[0]!));
    const [rule] = new Set(removed.map((text) => log.know(text).rule));
    assert.equal(added.length, removed.length);
    assert.ok(added.every((text) => log.know(text).rule !== rule));
    assert.equal(oneOf(KINDS[0]!).halves.new.filter((line) => line.rule === rule).length, removed.length);
  });

  test("of a value leaves the event and the number of lines alone", () => {
    for (const kind of [KINDS[1]!, KINDS[2]!, KINDS[4]!]) {
      const { added, removed } = differing(oneOf(kind));
      assert.ok(added.length > 0);
      assert.equal(added.length, removed.length);
      assert.deepEqual(new Set(added.map((text) => log.know(text).rule)).size, 1);
    }
  });

  test("of a step leaves out or adds lines of that step alone", () => {
    const [left, more] = [differing(oneOf(KINDS[5]!)), differing(oneOf(KINDS[6]!))];
    assert.deepEqual([left.added.length, new Set(left.removed.map((text) => log.know(text).rule)).size], [0, 1]);
    assert.ok(left.removed.length > 0 && more.added.length > 0);
    assert.equal(more.removed.length, 0);
  });

  test("of the order keeps the times of the lines", () => {
    const candidate = oneOf(KINDS[7]!);
    const { lines, added } = differing(candidate);
    const times = (texts: readonly string[]): string[] => texts.map((text) => text.slice(0, ANSWER.indexOf(" INFO")));
    assert.ok(added.length > 0 && added.length % 2 === 0);
    assert.deepEqual(times(lines), times(candidate.halves.new.map(({ text }) => text)));
  });

  test("of a number keeps its decimals and its unit", () => {
    assert.deepEqual(["100", "0.50ms", "none"].map(larger), ["120", "0.60ms", "none"]);
  });
});

suite("requests", (test) => {
  test("are told again with other ids, in order of time", () => {
    const lines = ["2025-01-01 00:00:01.000 id=abcdef1 begun", "2025-01-01 00:00:01.500 id=abcdef1 done in 300 ms"];
    const told = logOf(retold(lines, /id=(\w+)/)(20, new Random(1)));
    const ids = new Set(Array.from(told.matchAll(/id=(\w+)/g), ([, id]) => id));
    assert.equal(ids.size, 20);
    assert.ok(!told.includes("abcdef1"));
    assert.deepEqual(told.split("\n").slice(0, -1), told.split("\n").slice(0, -1).toSorted());
  });

  test("of an invented system are the same for the same numbers", () => {
    const tell = (seed: number): string => logOf(invented(new Random(seed))(5, new Random(2)));
    assert.equal(tell(1), tell(1));
    assert.notEqual(tell(1), tell(3));
  });
});

suite("chance", (test) => {
  test("explains equal shares, and no clear difference", () => {
    assert.equal(deviance(10, 100, 20, 200), 0);
    assert.ok(deviance(0, 100, 30, 100) > 22.5);
    assert.ok(Math.abs(deviance(0, 50, 50, 50) - 200 * Math.LN2) < 1e-9);
  });

  test("explains ranks that are mixed, and none that are apart", () => {
    const numbers = Array.from({ length: 100 }, (_, i) => i);
    assert.equal(rankDeviance(numbers, numbers), 0);
    assert.ok(
      rankDeviance(
        numbers,
        numbers.map((number) => number + 100),
      ) > 100,
    );
  });
});

suite("a claim", (test) => {
  test("names an event by its rule, by words of its shape, or as a step", () => {
    assert.ok(names(claim({ rule: "paid" }), { rule: "paid" }));
    assert.ok(names(claim({ shape: "rutabaga <n>" }), { rule: "paid", words: ["rutabaga"] }));
    assert.ok(names(claim({ from: "asked", to: "paid" }), { rule: "paid" }));
    assert.ok(!names(claim({ rule: "paid" }), { words: [] }));
  });

  test("is refused if it is none, or does not fit the exit code", () => {
    const text = (...objects: readonly object[]): string =>
      objects.map((object) => `${JSON.stringify(object)}\n`).join("");
    const [own, summary] = [
      { kind: "claim", ...claim({}) },
      { kind: "summary", questions: 3 },
    ];
    assert.equal(readAnswer(text(own, summary), false).claims.length, 1);
    assert.throws(() => readAnswer(text(own, summary), true), /exit code/);
    assert.throws(() => readAnswer(text(summary, own), false), /in this order/);
    assert.throws(() => readAnswer(text({ ...own, change: "odd" }, summary), false), /No claim/);
  });
});
