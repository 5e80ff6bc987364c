// Claims on the steps of requests.
import assert from "node:assert/strict";
import { Random } from "../../../bench/workloads/random.ts";
import type { Claim } from "../../../src/tools/claims/claim.ts";
import { claimsOf, linesOf, type Steps } from "../../support/compared-requests.ts";
import { suite } from "../../support/suite.ts";

/** Requests with the steps of one of these kinds, and gaps that vary as those of services do. */
function requests(count: number, kinds: readonly string[], seed: number): Steps[] {
  const random = new Random(seed);
  return Array.from({ length: count }, () => {
    const names = [...random.pick(kinds)];
    return names.map((name) => [name, gapBefore(name) * heavy(random)] as const);
  });
}

function gapBefore(name: string): number {
  return 4 + 3 * (name.charCodeAt(0) % 9);
}

/** A factor around 1, seldom a large one. */
function heavy(random: Random): number {
  const sum = Array.from({ length: 12 }, () => random.below(1000) / 1000).reduce((a, b) => a + b) - 6;
  return Math.exp(0.5 * sum) * (random.below(40) === 0 ? 5 : 1);
}

/** Changes each so many requests. */
function changed(list: readonly Steps[], every: number, change: (steps: Steps) => Steps): Steps[] {
  return list.map((steps, i) => (i % every === 0 ? change(steps) : steps));
}

async function claimed(old: readonly Steps[], next: readonly Steps[]): Promise<string[]> {
  return (await claimsOf([linesOf(old)], [linesOf(next)])).map(told);
}

function told({ change, rule, from = "", to = "", unit, old, new: next }: Claim): string {
  const isCount = "count" in old && "count" in next;
  const numbers = isCount ? ` ${old.count}/${old.total} ${next.count}/${next.total} ${unit}` : "";
  return `${change} ${rule} (${from}, ${to})${numbers}`;
}

const KINDS = ["abcdz", "abdez", "axyz"];
const without = (name: string) => (steps: Steps) => steps.filter(([own]) => own !== name);

suite("Claims on the steps of requests", (test) => {
  test("equal requests make none", async () => {
    assert.deepEqual(await claimed(requests(600, KINDS, 1), requests(500, KINDS, 2)), []);
  });

  test("a step that is left out is named with its neighbours, once", async () => {
    const old = requests(400, ["abcd"], 1);
    const next = changed(requests(400, ["abcd"], 2), 10, without("c"));
    assert.deepEqual(await claimed(old, next), ["fewer c (b, d) 400/400 360/400 requests"]);
  });

  test("a step that is added is named with its neighbours, once", async () => {
    const old = requests(400, ["abcd"], 1);
    const next = changed(requests(400, ["abcd"], 2), 10, (steps) => steps.toSpliced(2, 0, ["r", 1]));
    assert.deepEqual(await claimed(old, next), ["new r (b, c) 0/400 40/400 requests"]);
  });

  test("what changed is placed among the steps that requests usually have", async () => {
    const changes: readonly ((steps: Steps) => Steps)[] = [
      without("c"),
      (steps) => steps.toSpliced(2, 0, ["r", 1]),
      (steps) => steps.toSpliced(2, 0, steps[1]!),
      (steps) => steps.toSpliced(1, 2, steps[2]!, steps[1]!),
    ];
    const placed = changes.map(async (change) => {
      const old = linesOf(requests(400, ["abcde"], 1));
      const next = linesOf(changed(requests(400, ["abcde"], 2), 8, change));
      const claims = await claimsOf([old], [next]);
      return claims.flatMap(({ change, rule, sequence: own }) =>
        own === undefined ? [] : [`${change} ${own.before.join("")} ${own.kind} ${rule} ${own.after.join("")}`],
      );
    });
    assert.deepEqual(await Promise.all(placed), [
      ["fewer ab removed c de"],
      ["new ab inserted r cde"],
      ["new_variant a repeated b cde"],
      ["new_variant a moved c bde", "gone_variant a moved b cde"],
    ]);
  });

  test("a step that others have, too, is told as a variant of the requests that it is new in", async () => {
    const kinds = ["abcd", "abcd", "xcy", "xcy"];
    const old = requests(800, [...kinds, "apqz"], 1);
    const next = requests(800, [...kinds, "apqz"], 2).map((steps, i) =>
      i % 4 === 0 && steps[1]![0] === "p" ? steps.toSpliced(2, 0, ["c", 1]) : steps,
    );
    const [claim, ...others] = await claimed(old, next);
    assert.match(claim!, /^new_variant c \(p, q\) 0\/\d+ \d+\/\d+ requests$/);
    assert.deepEqual(others, []);
  });

  test("steps in another order are told as a variant", async () => {
    const old = requests(400, ["abcd"], 1);
    const next = changed(requests(400, ["abcd"], 2), 8, ([a, b, c, d]) => [a!, c!, b!, d!]);
    const claims = await claimed(old, next);
    assert.match(claims[0]!, /^new_variant (b \(c, d\)|c \(a, b\)) 0\/400 50\/400 requests$/);
    assert.ok(claims.length <= 2, claims.join("\n"));
  });

  test("so are steps that are repeated, however often", async () => {
    const old = requests(400, ["abcd"], 1);
    const random = new Random(3);
    const next = changed(requests(400, ["abcd"], 2), 10, ([a, b, c, d]) => [
      ...[a!, b!],
      ...Array.from({ length: random.between(2, 5) }, () => c!),
      d!,
    ]);
    const claims = await claimed(old, next);
    assert.ok(claims.includes("new_variant c (c, c) 0/400 40/400 requests"), claims.join("\n"));
  });

  for (const every of [1, 4])
    test(`of a delay in each ${every} requests, the step is told, and not the whole request`, async () => {
      const next = changed(requests(500, KINDS, 2), every, (steps) =>
        steps.map(([name, gap]) => [name, name === "d" ? gap + 400 : gap] as const),
      );
      const claims = await claimed(requests(500, KINDS, 1), next);
      assert.match(claims[0]!, /^slower d \([bc], d\)$/);
      assert.ok(claims.length <= 2, claims.join("\n"));
    });

  test("services that log apart have the steps of a common log, in order of time", async () => {
    const apart = linesOf(requests(400, KINDS, 2));
    const [some, others] = [apart.filter((line) => /[bdx]$/.test(line)), apart.filter((line) => !/[bdx]$/.test(line))];
    assert.deepEqual(await claimsOf([linesOf(requests(400, KINDS, 1))], [some, others]), []);
  });

  test("times of another resolution are no slower or faster ones", async () => {
    const whole = linesOf(requests(400, KINDS, 2)).map((line) => line.replace(/\.\d+Z/, "Z"));
    assert.deepEqual(await claimsOf([linesOf(requests(400, KINDS, 1))], [whole]), []);
  });

  test.costly("requests that all are different make no claim", async () => {
    const random = new Random(5);
    const kinds = (): string[] => Array.from({ length: 3000 }, () => random.characters("abcdefghijklmnop", 30));
    assert.deepEqual(await claimed(requests(3000, kinds(), 1), requests(3000, kinds(), 2)), []);
  });
});
