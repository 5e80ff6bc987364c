// Groups whose ids differ from run to run, and that are not quite the same.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { type Comparison, type ComparisonOptions, Processor } from "../../../src/index.ts";
import { commonCount, commonLength } from "../../support/comparison-reference.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const processor = new Processor({
  rules: {
    rules: [
      { name: "step", pattern: "{id}: {what}", output: "{id}: {what}" },
      { name: "user", pattern: ["{id} by ", { field: "user", transform: "alias" }], output: "by {user}" },
    ],
  },
});

async function compared<T>(
  [old, next]: readonly [readonly string[], readonly string[]],
  options: ComparisonOptions,
  take: (comparison: Comparison) => T,
): Promise<T> {
  const log = (name: string, lines: readonly string[]) => ({
    name,
    input: Readable.from([Buffer.from(lines.map((line) => `${line}\n`).join(""))]),
  });
  const comparison = await processor.compare(log("old", old), log("new", next), { by: ["id"], ...options });
  try {
    return take(comparison);
  } finally {
    comparison.close();
  }
}

const written = (groups: readonly (readonly string[])[], nameOf: (i: number) => string): string[] =>
  groups.flatMap((texts, i) => texts.map((text) => `${nameOf(i)}: ${text}`));

/** How many lines are told in all. */
const told = ({ summary }: Comparison): number => summary.old.only + summary.new.only;

const text: fc.Arbitrary<string> = fc.constantFrom("a", "b", "c", "d", "e", "f", "g", "h");
const group = fc.array(text, { minLength: 4, maxLength: 7 });

suite("groups that are not quite the same", (test) => {
  test("are a pair if a line is missing, added, or swapped with the next, and only that line is told", () =>
    assertProperty(
      fc.asyncProperty(
        fc.array(group, { minLength: 1, maxLength: 8, size: "max" }),
        fc.nat(),
        fc.nat(),
        fc.constantFrom("missing", "added", "swapped"),
        fc.boolean(),
        async (groups, which, at, edit, unordered) => {
          const changed = which % groups.length;
          const lines = groups[changed]!;
          const place = at % lines.length;
          const edited = {
            missing: lines.toSpliced(place, 1),
            added: lines.toSpliced(place, 0, "new"),
            swapped: lines.toSpliced(place, 2, ...lines.slice(place, place + 2).reverse()),
          }[edit];
          const logs = [
            written(groups, (i) => `old-${i}`),
            written(groups.with(changed, edited), (i) => `new-${groups.length - i}`),
          ] as const;
          const [expected, heading] = await compared(logs, { unordered }, (comparison) => {
            for (const { kind } of comparison.differences()) assert.doesNotMatch(kind, /group/);
            return [told(comparison), String(comparison)];
          });
          if (edit === "swapped") assert.ok(expected === 0 || (expected === 2 && !unordered), `${expected} lines`);
          else assert.equal(expected, 1);
          const size = Math.max(lines.length, edited.length);
          const alike = edit === "added" ? lines.length : lines.length - 1;
          if (expected > 0) assert.match(heading!, new RegExp(`^@ .* → .*  ${alike} of ${size} lines alike$`, "m"));
        },
      ),
      { numRuns: 200 },
    ));

  /** The most lines that groups can have in common with partners. */
  function mostInCommon(common: readonly (readonly number[])[], taken: ReadonlySet<number> = new Set(), i = 0): number {
    if (i === common.length) return 0;
    const withPartner = common[i]!.map((lines, j) =>
      taken.has(j) ? 0 : lines + mostInCommon(common, new Set([...taken, j]), i + 1),
    );
    return Math.max(mostInCommon(common, taken, i + 1), ...withPartner);
  }

  test("with an edit in each, tell hardly more lines than the best of all pairings", async () => {
    const cost = { told: 0, fewest: 0 };
    await assertProperty(
      fc.asyncProperty(
        fc.array(fc.tuple(group, fc.nat(6), fc.nat(2), fc.array(text, { maxLength: 1 })), {
          minLength: 1,
          maxLength: 5,
          size: "max",
        }),
        fc.boolean(),
        async (groups, unordered) => {
          const olds = groups.map(([lines]) => lines);
          const news = groups.map(([lines, at, removed, added]) => lines.toSpliced(at, removed, ...added));
          const logs = [written(olds, (i) => `old-${i}`), written(news, (i) => `new-${i}`)] as const;
          const common = olds.map((xs) => news.map((ys) => (unordered ? commonCount : commonLength)(xs, ys)));
          const fewest = logs[0].length + logs[1].length - 2 * mostInCommon(common);
          const count = await compared(logs, { unordered }, told);
          assert.ok(count <= 2 * fewest + 2, `${count} lines instead of ${fewest}`);
          cost.told += count;
          cost.fewest += fewest;
        },
      ),
      { numRuns: 200 },
    );
    assert.ok(cost.told <= 1.2 * cost.fewest, JSON.stringify(cost));
  });

  test("are shown as a whole if less than half of the smaller one is alike", async () => {
    const logs = [
      written([["a", "b", "c"]], () => "old"),
      written([["a", "x", "y"], ["z"]], (i) => `new-${i}`),
    ] as const;
    const kinds = await compared(logs, {}, (comparison) => [...comparison.differences()].map(({ kind }) => kind));
    assert.deepEqual(kinds, ["changed", "changed", "added_group"]);
    const other = [
      ["old: a", "old: b", "old: c"],
      ["new: a", "new by x", "new by y"],
    ] as const;
    const others = await compared(other, {}, (comparison) => [...comparison.differences()].map(({ kind }) => kind));
    assert.deepEqual(others, ["removed_group", "added_group"]);
  });

  test("of a whole instance that is missing leave the others as they are", async () => {
    const groups = Array.from({ length: 30 }, (_, i) => ["start", `load ${i % 7}`, `note ${i % 5}`, "end"]);
    const logs = [written(groups, (i) => `old-${i}`), written(groups.toSpliced(13, 1), (i) => `new-${i}`)] as const;
    const differences = await compared(logs, {}, (comparison) =>
      [...comparison.differences()].map((one) => ("count" in one ? [one.kind, one.count, one.group.old] : one.kind)),
    );
    assert.deepEqual(differences, [["removed_group", 4, "old-13"]]);
  });

  test("of a log that is half as long find their partners, also one that is cut off", async () => {
    const groups = Array.from({ length: 30 }, (_, i) => ["start", `load ${i % 7}`, `note ${i % 5}`, "end"]);
    const old = written(groups, (i) => `old-${i}`);
    const next = written(groups, (i) => `new-${i}`).slice(0, 62);
    assert.equal(await compared([old, next], {}, told), old.length - next.length);
  });
});
