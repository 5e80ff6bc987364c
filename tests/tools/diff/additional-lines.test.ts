// Which of equal lines are additional, where their counts differ.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { type ComparisonDifference, Processor } from "../../../src/index.ts";
import { assertProperty, assertReached } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const processor = new Processor({
  rules: `rules:
  - name: op
    pattern: "{time} {status} {id} {op}"
    output: "{op}"
`,
});

type Fields = Readonly<Record<string, string>>;
type Counted = Pick<Extract<ComparisonDifference, { kind: "count" }>, "old" | "new" | "additional">;

async function comparedOf(
  old: readonly string[],
  next: readonly string[],
): Promise<{ readonly counts: Counted[]; readonly text: string }> {
  const streamOf = (lines: readonly string[]): Readable => Readable.from([lines.map((line) => `${line}\n`).join("")]);
  const comparison = await processor.compare(streamOf(old), streamOf(next), { unordered: true });
  try {
    const counts = Array.from(comparison.differences(), (one) =>
      one.kind === "count" ? [one] : one.kind === "changed_count" ? [one.was, one.became] : assert.fail(one.kind),
    ).flat();
    return { counts, text: String(comparison) };
  } finally {
    comparison.close();
  }
}

const fieldsOf = (line: string): Fields => {
  const [time, status, id, op] = line.split(" ") as [string, string, string, string];
  return { time, status, id, op };
};

const line = (statuses: readonly string[], times: number): fc.Arbitrary<string> =>
  fc
    .tuple(fc.nat(times), fc.constantFrom(...statuses), fc.nat(5), fc.constantFrom("get", "put", "del"))
    .map(([time, status, id, op]) => `${time} ${status} i${id} ${op}`);
const log = fc.array(line(["200", "404"], 100), { maxLength: 25 });

suite("lines that one log has more often", (test) => {
  test("are not said to be other lines than those that have the values and neighbours which tell", async () => {
    let told = 0;
    await assertProperty(
      fc.asyncProperty(log, log, async (old, next) => {
        for (const { old: before, new: after, additional } of (await comparedOf(old, next)).counts) {
          if (before.count === 0 || after.count === 0) {
            assert.equal(additional, undefined);
            continue;
          }
          const { lines, count, among, evidence } = additional!;
          assert.ok(evidence !== undefined, "few lines are always compared");
          assert.equal(lines.length > 0, evidence.length > 0);
          assert.ok(count <= Math.abs(before.count - after.count) && count <= among);
          const [more, fewer] = before.count > after.count ? [old, next] : [next, old];
          const op = (before.first ?? after.first)!.output;
          const holds = (all: readonly string[], i: number): boolean =>
            evidence.every((one) =>
              one.kind === "value"
                ? one.values.includes(fieldsOf(all[i]!)[one.field]!)
                : all[i + one.distance]?.endsWith(` ${one.output}`),
            );
          const alike = (all: readonly string[]): number[] =>
            Array.from(all.keys()).filter((i) => all[i]!.endsWith(` ${op}`) && holds(all, i));
          for (const { line: number, original } of lines) {
            assert.equal(more[number - 1], original);
            // A neighbour is that of the first line.
            if (evidence.every(({ kind }) => kind === "value")) assert.ok(holds(more, number - 1));
          }
          if (evidence.length === 0) continue;
          told++;
          if (evidence.some(({ kind }) => kind === "neighbour")) continue;
          if (count === among) assert.deepEqual(alike(fewer), []);
          else assert.ok(alike(more).length - alike(fewer).length >= count);
        }
      }),
    );
    assertReached(told, 30, "counts with lines that are told");
  });

  test("are told by a status that the other log lacks, whatever else varies", () =>
    assertProperty(
      fc.asyncProperty(
        fc.array(line(["200", "404"], 1e6), { minLength: 1, maxLength: 25 }),
        fc.nat(25),
        async (old, place) => {
          // All other lines have the same statuses, but other times and ids.
          const next = old.map((one) => one.replace(/^\d+/, (time) => `9${time}`).replace(" i", " j"));
          const op = fieldsOf(old[0]!).op!;
          next.splice(place % (next.length + 1), 0, `777 503 j9 ${op}`);
          const { counts } = await comparedOf(old, next);
          assert.equal(counts.length, 1);
          const { lines, count } = counts[0]!.additional!;
          assert.deepEqual([count, lines.map(({ original }) => original)], [1, [`777 503 j9 ${op}`]]);
        },
      ),
    ));

  test("are not told by times that always differ, nor by equal neighbours", async () => {
    const old = ["1 200 a get", "2 200 b get", "3 200 c put"];
    const next = ["4 200 d get", "5 200 e get", "6 200 f get", "7 200 g put"];
    const { counts, text } = await comparedOf(old, next);
    assert.deepEqual(counts[0]!.additional, { lines: [], count: 1, among: 3, evidence: [] });
    assert.match(
      text,
      /\n\+ {4}get\n {5}2 in OLD \(first: line 1\), 3 in NEW \(first: line 1\); nothing tells which is new\n/,
    );
  });

  test("are not looked for among more lines than are read again", async () => {
    const old = Array.from({ length: 2000 }, (_, i) => `${i} 200 a get`);
    const { counts, text } = await comparedOf(old, [...old, "9 503 a get"]);
    assert.deepEqual(counts[0]!.additional, { lines: [], count: 1, among: 2001, evidence: undefined });
    assert.match(text, /too many to tell which are new\n/);
  });
});
