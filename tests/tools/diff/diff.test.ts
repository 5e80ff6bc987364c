import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import {
  type ComparisonOptions,
  type LogSource,
  Processor,
  type Comparison as TypedComparison,
  type ComparisonDifference as TypedDifference,
  type ComparisonLine as TypedLine,
  UnknownFieldError,
} from "../../../src/index.ts";
import {
  line as anyLine,
  rulesOfUniqueKeys,
  rulesWithRaw,
  twoLogs,
  type Writing,
  writing,
  written,
} from "../../support/comparison-logs.ts";
import {
  commonCount,
  commonLength,
  countsOf,
  groupsOf,
  pairingOf,
  type ReferenceGroup,
  type ReferenceLine,
  referenceLog,
} from "../../support/comparison-reference.ts";
import { folder } from "../../support/folder.ts";
import { assertProperty } from "../../support/property.ts";
import { rulesFile, type WrittenRule } from "../../support/rules-file.ts";
import { suite } from "../../support/suite.ts";

// Latin-1, because logs need not be UTF-8.
type Comparison = TypedComparison<Uint8Array>;
type Difference = TypedDifference<Uint8Array>;
type ComparedLine = TypedLine<Uint8Array>;
type FieldChange = Extract<Difference, { kind: "changed" }>["fields"][number];
type GroupIds = Extract<Difference, { kind: "removed_group" }>["group"];

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
const processorOf = (rules: readonly WrittenRule[]): Processor => new Processor({ rulesPath: rulesFile(rules) });

const place = folder();

/** A log as a stream in chunks or as a file, compressed or not. */
function sourceOf(name: string, bytes: Buffer, kind: number): LogSource {
  const content = kind % 2 === 0 ? bytes : gzipSync(bytes, { level: 1 });
  if (kind >= 2) {
    const path = `${place}/${name}`;
    writeFileSync(path, content);
    return path;
  }
  async function* chunks(): AsyncGenerator<Buffer> {
    for (let at = 0; at < content.length; at += 7) yield content.subarray(at, at + 7);
  }
  return { name: `${place}/${name}`, input: chunks() };
}

const kind = fc.nat(3);
const by = fc.constantFrom(["id"], ["id", "trace"], ["trace", "id"], ["nobody", "id", "id"]);
const PLAIN: Writing = { ends: ["\n"], hasMark: false, isEnded: true };

/** Compares the lines of two logs, and closes the comparison afterwards. */
async function compared<T>(
  processor: Processor,
  [old, next]: readonly [readonly string[], readonly string[]],
  options: ComparisonOptions,
  take: (comparison: Comparison) => T,
  [oldKind, newKind]: readonly [number, number] = [0, 0],
  [oldWriting, newWriting]: readonly [Writing, Writing] = [PLAIN, PLAIN],
): Promise<T> {
  const [oldLog, newLog] = [
    sourceOf("old.log", written(old, oldWriting), oldKind),
    sourceOf("new.log", written(next, newWriting), newKind),
  ];
  const comparison = await processor.compare(oldLog, newLog, { ...options, bytes: true });
  try {
    return take(comparison);
  } finally {
    comparison.close();
  }
}

/** Reads the lines of the groups too, as they cannot be read once the comparison is closed. */
function taken(comparison: Comparison): Difference[] {
  return Array.from(comparison.differences(), (one) => ("lines" in one ? { ...one, lines: [...one.lines] } : one));
}

/** Every line that a difference shows, with the log that it comes from. */
function linesOf(difference: Difference): { old: ComparedLine[]; next: ComparedLine[] } {
  switch (difference.kind) {
    case "removed":
      return { old: [difference.old], next: [] };
    case "added":
      return { old: [], next: [difference.new] };
    case "changed":
      return { old: [difference.old], next: [difference.new] };
    case "removed_group":
      return { old: [...difference.lines], next: [] };
    case "added_group":
      return { old: [], next: [...difference.lines] };
    case "count":
    case "changed_count": {
      const counts = difference.kind === "count" ? [difference] : [difference.was, difference.became];
      const given = (line: ComparedLine | undefined): ComparedLine[] => (line === undefined ? [] : [line]);
      return {
        old: counts.flatMap((count) => given(count.old.first)),
        next: counts.flatMap((count) => given(count.new.first)),
      };
    }
  }
}

const numbers = (lines: readonly ComparedLine[]): number[] => lines.map(({ line }) => line);
const removedOf = (differences: readonly Difference[]): number[] => numbers(differences.flatMap((d) => linesOf(d).old));
const addedOf = (differences: readonly Difference[]): number[] => numbers(differences.flatMap((d) => linesOf(d).next));

/** Checks that what is reported about a line is true of the line with that number. */
function checkLine(shown: ComparedLine, log: readonly ReferenceLine[], name: string): void {
  const line = log[shown.line - 1];
  assert.ok(line !== undefined, `line ${shown.line} of ${log.length}`);
  assert.equal(shown.file, `${place}/${name}`);
  assert.equal(latin1(shown.original), line.original);
  assert.equal(latin1(shown.output), line.output);
  assert.equal(shown.rule, line.rule);
}

/** Checks that the reported fields are exactly those that differ, each once, with their captures. */
function checkFields(fields: readonly FieldChange[], was: ReferenceLine, is: ReferenceLine): void {
  assert.equal(was.template, is.template);
  const expected = was.shown.flatMap(({ name, value, isId }, i) => {
    const other = is.shown[i]!;
    if ((isId && other.isId) || value === other.value) return [];
    return [`${name === other.name ? name : `${name}/${other.name}`}: ${value} → ${other.value}`];
  });
  const reported = fields.map(({ name, old, new: next }) => `${name}: ${latin1(old)} → ${latin1(next)}`);
  assert.ok(reported.length > 0, "a change of nothing");
  assert.deepEqual(reported, [...new Set(expected)]);
}

/** Checks that everything a comparison reports is true, whatever its options. */
function checkTruth(
  differences: readonly Difference[],
  { summary }: Comparison,
  [old, next]: readonly [readonly ReferenceLine[], readonly ReferenceLine[]],
  isDropped: (line: ReferenceLine) => boolean,
): void {
  for (const difference of differences) {
    const shown = linesOf(difference);
    for (const line of shown.old) checkLine(line, old, "old.log");
    for (const line of shown.next) checkLine(line, next, "new.log");
    for (const { line } of shown.old) assert.ok(!isDropped(old[line - 1]!));
    for (const { line } of shown.next) assert.ok(!isDropped(next[line - 1]!));
    if (difference.kind === "changed")
      checkFields(difference.fields, old[difference.old.line - 1]!, next[difference.new.line - 1]!);
    if (difference.kind === "changed_count") {
      const { was, became } = difference;
      checkFields(difference.fields, old[was.old.first!.line - 1]!, next[became.new.first!.line - 1]!);
    }
  }
  for (const [side, log] of [
    [summary.old, old],
    [summary.new, next],
  ] as const) {
    assert.equal(side.lines, log.length);
    assert.equal(side.unmatched, log.filter(({ rule }) => rule === undefined).length);
    assert.equal(summary.same + side.only, log.filter((line) => !isDropped(line)).length);
  }
  assert.equal(differences.length === 0, summary.old.only + summary.new.only === 0);
}

const scenario = (rules: fc.Arbitrary<WrittenRule[]>) =>
  fc.record({
    rules,
    logs: twoLogs,
    kinds: fc.tuple(kind, kind),
    writings: fc.tuple(writing, writing),
    unmatched: fc.constantFrom("pass" as const, "drop" as const),
  });

/** Whether lines can be grouped by one of these fields. */
function hasFieldOf(rules: readonly WrittenRule[], by: readonly string[] = ["any"]): boolean {
  const elements = rules.flatMap(({ pattern }) => pattern);
  return by.includes("any") || elements.some((element) => "field" in element && by.includes(element.field));
}

/** Checks a property of two logs, compared with the given options. */
async function law(
  rules: fc.Arbitrary<WrittenRule[]>,
  options: fc.Arbitrary<ComparisonOptions>,
  check: (
    differences: Difference[],
    comparison: Comparison,
    logs: readonly [ReferenceLine[], ReferenceLine[]],
    options: ComparisonOptions,
  ) => void,
  numRuns = 50,
): Promise<void> {
  await assertProperty(
    fc.asyncProperty(scenario(rules), options, async ({ rules, logs, kinds, writings, unmatched }, options) => {
      fc.pre(hasFieldOf(rules, options.by));
      const processor = processorOf(rules);
      const references = logs.map((lines) => referenceLog(processor, rules, lines, options.by)) as [
        ReferenceLine[],
        ReferenceLine[],
      ];
      const isDropped = ({ rule }: ReferenceLine): boolean => unmatched === "drop" && rule === undefined;
      const all = { ...options, unmatched };
      await compared(
        processor,
        logs,
        all,
        (comparison) => {
          const { summary, equal } = comparison;
          const differences = taken(comparison);
          assert.deepEqual(comparison.summary, summary, "it was complete before the differences were read");
          assert.equal(equal, differences.length === 0);
          checkTruth(differences, comparison, references, isDropped);
          const kept = references.map((log) => log.filter((line) => !isDropped(line)));
          check(differences, comparison, kept as [ReferenceLine[], ReferenceLine[]], all);
        },
        kinds,
        writings,
      );
    }),
    { numRuns },
  );
}

const ordered = fc.constant<ComparisonOptions>({});
const unordered = fc.constant<ComparisonOptions>({ unordered: true });
const groupedBy = by.map((by): ComparisonOptions => ({ by }));
const countedBy = by.map((by): ComparisonOptions => ({ by, unordered: true }));
const anyOrder = fc.oneof(ordered, unordered, groupedBy, countedBy);

/** Applies the differences to the old lines: keeps what is not removed, in order, and inserts what is added. */
function applied(
  differences: readonly Difference[],
  old: readonly ReferenceLine[],
  next: readonly ReferenceLine[],
): string[] {
  const removed = new Set(removedOf(differences));
  const added = new Map(differences.flatMap((d) => linesOf(d).next.map((line) => [line.line, latin1(line.output)])));
  const left = old.filter(({ number }) => !removed.has(number));
  return next.map(({ number }) => added.get(number) ?? left.shift()?.output ?? "nothing is left");
}

const isDifference = (item: string): boolean => item.startsWith("!");

suite("comparing in order", (test) => {
  test("gives the fewest differences that turn the old lines into the new ones, in order", () =>
    law(rulesWithRaw, ordered, (differences, { summary }, [old, next]) => {
      assert.deepEqual(
        applied(differences, old, next),
        next.map(({ output }) => output),
      );
      const [olds, news] = [old, next].map((log) => log.map(({ output }) => output)) as [string[], string[]];
      assert.equal(summary.same, commonLength(olds, news));
      const ascending = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
      for (const [lines, { only }] of [
        [removedOf(differences), summary.old],
        [addedOf(differences), summary.new],
      ] as const) {
        assert.equal(lines.length, only);
        assert.deepEqual(lines, ascending(lines));
      }
    }));

  test("shows up to N equal lines around each difference, and says where it leaves some out", async () => {
    await assertProperty(
      fc.asyncProperty(rulesWithRaw, twoLogs, fc.nat(4), async (rules, logs, context) => {
        await compared(processorOf(rules), logs, {}, (comparison) => {
          const differences = taken(comparison);
          const [removed, added] = [new Set(removedOf(differences)), new Set(addedOf(differences))];
          const all: string[] = [];
          for (let [i, j] = [1, 1]; i <= logs[0].length || j <= logs[1].length; ) {
            if (removed.has(i)) all.push(`! ${i++}`);
            else if (added.has(j)) all.push(`! ${j++}`);
            else all.push(`${i++} = ${j++}`);
          }
          const near = (i: number): boolean => all.slice(Math.max(i - context, 0), i + context + 1).some(isDifference);
          const expected = all
            .map((item, i) => (near(i) ? item.replace(/(?<=!).*/, "") : "gap"))
            .filter((item, i, items) => item !== "gap" || items[i - 1] !== "gap");
          const isGap = (item: string | undefined): boolean => item === "gap";
          const inside = expected.slice(isGap(expected[0]) ? 1 : 0, isGap(expected.at(-1)) ? -1 : undefined);
          const given = [...comparison.withContext(context)].flatMap((item) => {
            if (item.kind === "gap") return ["gap"];
            if (item.kind === "same") return [`${item.old.line} = ${item.new.line}`];
            const { old, next } = linesOf(item);
            return [...old, ...next].map(() => "!");
          });
          assert.deepEqual(given, inside);
        });
      }),
      { numRuns: 80 },
    );
  });
});

suite("changed lines", (test) => {
  test("are paired with those that have most fields in common", async () => {
    const fields = ["a", "b", "c", "d"].flatMap((field) => [{ text: " " }, { field }]);
    const processor = processorOf([{ name: "four", pattern: [{ text: "of" }, ...fields], output: "{a} {b} {c} {d}" }]);
    const [line, near, far] = ["of 1 2 3 4", "of 1 2 3 x", "of 1 x y z"];
    for (const others of [
      [far, near],
      [near, far],
    ] as const) {
      const [old, next] = await Promise.all([
        compared(processor, [others, [line]], {}, taken),
        compared(processor, [[line], others], {}, taken),
      ]);
      const changedOf = (differences: Difference[]) => differences.filter((one) => one.kind === "changed");
      assert.deepEqual(
        changedOf(old).map((one) => latin1(one.old.original)),
        [near],
      );
      assert.deepEqual(
        changedOf(next).map((one) => latin1(one.new.original)),
        [near],
      );
    }
  });
});

suite("comparing without order", (test) => {
  test("counts each line", () =>
    law(rulesWithRaw, unordered, (differences, { summary }, [old, next]) => {
      const [olds, news] = [old, next].map((log) => countsOf(log.map(({ output }) => output))) as [
        Map<string, number>,
        Map<string, number>,
      ];
      const [firsts, newFirsts] = [old, next].map(
        (log) => new Map(log.toReversed().map(({ output, number }) => [output, number])),
      ) as [Map<string, number>, Map<string, number>];
      const outputs = [...new Set([...olds.keys(), ...news.keys()])];
      for (const difference of differences) {
        if (difference.kind !== "changed_count") continue;
        const { was, became } = difference;
        assert.ok(was.old.count > was.new.count, "rarer");
        assert.equal(was.old.count - was.new.count, became.new.count - became.old.count, "as many lines");
      }
      const counts = differences.flatMap((d) =>
        d.kind === "changed_count" ? [d.was, d.became] : d.kind === "count" ? [d] : [],
      );
      const reported = counts.map((count) => {
        const { old, new: next } = count;
        const output = latin1((old.first ?? next.first)!.output);
        return [output, old.count, old.first?.line, next.count, next.first?.line];
      });
      const expected = outputs
        .map((output) => [
          output,
          olds.get(output) ?? 0,
          firsts.get(output),
          news.get(output) ?? 0,
          newFirsts.get(output),
        ])
        .filter(([, before, , after]) => before !== after);
      const order = (rows: unknown[][]): string[] => rows.map((row) => JSON.stringify(row)).sort();
      assert.deepEqual(order(reported), order(expected));
      const common = outputs.map((output) => Math.min(olds.get(output) ?? 0, news.get(output) ?? 0));
      assert.equal(
        summary.same,
        common.reduce((a, b) => a + b, 0),
      );
    }));

  test("finds no differences between a log and its lines in any order", async () => {
    const shuffled = fc
      .array(anyLine, { maxLength: 24 })
      .chain((lines) => fc.tuple(fc.constant(lines), fc.shuffledSubarray(lines, { minLength: lines.length })));
    await assertProperty(
      fc.asyncProperty(rulesWithRaw, shuffled, async (rules, logs) => {
        await compared(processorOf(rules), logs, { unordered: true }, (comparison) => {
          assert.deepEqual(taken(comparison), []);
          assert.equal(comparison.summary.same, logs[0].length);
        });
      }),
      { numRuns: 80 },
    );
  });
});

const idText = (bytes: Uint8Array | undefined): string | undefined => bytes && latin1(bytes);
const idsText = (group: GroupIds | undefined): string => JSON.stringify([idText(group?.old), idText(group?.new)]);

suite("comparing in groups", (test) => {
  const whole = (groups: readonly ReferenceGroup[]): unknown[] =>
    groups.map(({ id, lines }) => [id, lines.length, lines.map(({ number }) => number)]);

  test("pairs groups by their ids, then by their lines without ids, then by how similar these are", () =>
    law(
      rulesOfUniqueKeys,
      groupedBy,
      (differences, { summary }, [old, next]) => {
        const { pairs, onlyOld, onlyNew } = pairingOf(old, next, true);
        const reported = differences.flatMap((d) =>
          d.kind === "removed_group" || d.kind === "added_group" ? [d] : [],
        );
        const wholeSaid = (kind: Difference["kind"]): unknown[] =>
          reported
            .filter((d) => d.kind === kind)
            .map(({ group, count, lines }) => [idText(group.old ?? group.new), count, numbers([...lines])]);
        assert.deepEqual(wholeSaid("removed_group"), whole(onlyOld));
        assert.deepEqual(wholeSaid("added_group"), whole(onlyNew));

        let same = 0;
        const rest = differences.flatMap((d) => ("group" in d && !("lines" in d) ? [d] : []));
        for (const [was, is] of pairs) {
          const ids = JSON.stringify([was.id, is.id]);
          const own = rest.filter(({ group }) => idsText(group) === ids);
          const [removed, added] = [new Set(removedOf(own)), new Set(addedOf(own))];
          const left = (lines: readonly ReferenceLine[], gone: ReadonlySet<number>): string[] =>
            lines.filter(({ number }) => !gone.has(number)).map(({ key }) => key);
          assert.deepEqual(left(was.lines, removed), left(is.lines, added));
          const keys = [was.lines, is.lines].map((lines) => lines.map(({ key }) => key)) as [string[], string[]];
          const common = commonLength(...keys);
          assert.equal(left(was.lines, removed).length, common, "as few differences as can be");
          assert.equal(new Set(own.map(({ group }) => group)).size, own.length > 0 ? 1 : 0, "one object for a group");
          same += common;
        }
        assert.equal(summary.same, same);
        const paired = new Set(pairs.map(([was, is]) => JSON.stringify([was.id, is.id])));
        for (const { group } of rest) assert.ok(paired.has(idsText(group)), idsText(group));
      },
      150,
    ));

  test("reports each group in one piece, in the order of the old log's groups", () =>
    law(rulesWithRaw, groupedBy, (differences, _, [old, next]) => {
      const ids = differences.map((d) => idsText("group" in d ? d.group : undefined));
      const pieces = ids.filter((id, i) => id !== ids[i - 1]);
      assert.deepEqual(pieces, [...new Set(pieces)]);
      const rank = (group: GroupIds | undefined): number => {
        const first = (log: readonly ReferenceLine[], id: string | undefined): number =>
          groupsOf(log).findIndex((one) => one.id === id);
        const inOld = group === undefined || group.old !== undefined ? first(old, idText(group?.old)) : -1;
        return inOld === -1 ? old.length + first(next, idText(group?.new)) : inOld;
      };
      const ranks = differences.map((d) => rank("group" in d ? d.group : undefined));
      assert.deepEqual(
        ranks,
        ranks.toSorted((a, b) => a - b),
      );
    }));

  test("with order as noise, counts each line within its pair of groups", () =>
    law(
      rulesOfUniqueKeys,
      countedBy,
      (differences, { summary }, [old, next]) => {
        const { pairs, onlyOld, onlyNew } = pairingOf(old, next, false);
        const keysOf = (lines: readonly ReferenceLine[]): string[] => lines.map(({ key }) => key);
        const expected = pairs.flatMap(([was, is]) => {
          const [olds, news] = [countsOf(keysOf(was.lines)), countsOf(keysOf(is.lines))];
          return [...new Set([...olds.keys(), ...news.keys()])]
            .map((key) => [was.id, is.id, key, olds.get(key) ?? 0, news.get(key) ?? 0])
            .filter(([, , , before, after]) => before !== after);
        });
        const keyOf = (line: ComparedLine, log: readonly ReferenceLine[]): string => log[line.line - 1]!.key;
        const logs = [old, next].map((log) => {
          const all: ReferenceLine[] = [];
          for (const line of log) all[line.number - 1] = line;
          return all;
        });
        const reported = differences.flatMap((d) => {
          const counts = d.kind === "changed_count" ? [d.was, d.became] : d.kind === "count" ? [d] : [];
          return counts.map(({ old, new: next }) => [
            idText("group" in d ? d.group?.old : undefined),
            idText("group" in d ? d.group?.new : undefined),
            old.first ? keyOf(old.first, logs[0]!) : keyOf(next.first!, logs[1]!),
            old.count,
            next.count,
          ]);
        });
        const sorted = (rows: readonly unknown[]): string[] => rows.map((row) => JSON.stringify(row)).sort();
        assert.deepEqual(sorted(reported), sorted(expected));
        const wholes = (kind: Difference["kind"]): number => differences.filter((d) => d.kind === kind).length;
        assert.deepEqual([wholes("removed_group"), wholes("added_group")], [onlyOld.length, onlyNew.length]);
        const same = pairs.reduce((sum, [was, is]) => sum + commonCount(keysOf(was.lines), keysOf(is.lines)), 0);
        assert.equal(summary.same, same);
      },
      150,
    ));

  /** Merges lists of lines, each list in its own order; the keys decide the order between lists. */
  const mixed = (groups: readonly (readonly string[])[], keys: readonly number[]): string[] => {
    const left = groups.map((lines) => [...lines]).filter((lines) => lines.length > 0);
    const result: string[] = [];
    for (let turn = 0; left.length > 0; turn++) {
      const at = (keys[turn % keys.length] ?? 0) % left.length;
      result.push(left[at]!.shift()!);
      if (left[at]!.length === 0) left.splice(at, 1);
    }
    return result;
  };
  const turns = fc.array(fc.nat(20), { minLength: 1, maxLength: 20 });
  const what = fc.constantFrom("a", "b", "c", "0");
  const steps = fc.array(
    fc.tuple(
      fc.constantFrom(
        (id: string, what: string) => `u=${id} ${what}`,
        (id: string, what: string) => `t=${id} ${what}`,
        (id: string, what: string) => `b=${id}/${id} ${what}`,
        (id: string, what: string) => `b=${id}/other ${what}`,
        (id: string, what: string) => `b=/${id} ${what}`,
        (id: string, what: string) => `2=${id} ${what}`,
      ),
      what,
    ),
    { minLength: 1, maxLength: 5 },
  );
  /** Ids that no line holds by itself, of equal and of different lengths. */
  const newIds = ["r1", "r2", "r33", "__proto__", "toString", `${"9".repeat(300)}`, "é"].map((id) =>
    Buffer.from(id).toString("latin1"),
  );

  test("finds no differences if groups have other ids and are interleaved differently", async () => {
    const requests = fc.array(steps, { maxLength: newIds.length });
    const bare = fc.array(what, { maxLength: 4 });
    await assertProperty(
      fc.asyncProperty(
        rulesOfUniqueKeys,
        requests,
        bare,
        turns,
        turns,
        fc.shuffledSubarray(newIds, { minLength: newIds.length }),
        async (rules, requests, bare, oldTurns, newTurns, renamed) => {
          const names = rules.map(({ name }) => name);
          // Without its rule, a line may equal another one, with the id in a place that no field covers.
          fc.pre(["user", "trace", "both", "twice"].every((name) => names.includes(name)));
          const log = (idOf: (i: number) => string, turns: readonly number[]): string[] =>
            mixed(
              [
                ...requests.map((steps, i) => steps.map(([step, what]) => step(idOf(i), what))),
                bare.map((what) => `noise ${what}`),
              ],
              turns,
            );
          const logs = [log((i) => `id${i}`, oldTurns), log((i) => renamed[i]!, newTurns)] as const;
          await compared(processorOf(rules), logs, { by: ["id", "trace"] }, (comparison) => {
            assert.deepEqual(taken(comparison), []);
            assert.equal(comparison.summary.same, logs[0].length);
          });
        },
      ),
      { numRuns: 80 },
    );
  });

  test("finds differences if ids have swapped places, because groups with the same id belong together", async () => {
    const rules = [{ name: "u", pattern: [{ field: "id" }, { text: " " }, { field: "what" }], output: "{id} {what}" }];
    const kinds = await compared(
      processorOf(rules),
      [
        ["1 a", "2 b"],
        ["2 a", "1 b"],
      ],
      { by: ["id"] },
      (comparison) => taken(comparison).map((d) => `${d.kind} ${idsText("group" in d ? d.group : undefined)}`),
    );
    assert.deepEqual(kinds, ['changed ["1","1"]', 'changed ["2","2"]']);
  });
});

suite("a comparison", (test) => {
  test("of a log with itself finds no differences", async () => {
    await assertProperty(
      fc.asyncProperty(
        rulesWithRaw,
        fc.array(anyLine, { maxLength: 24 }),
        anyOrder,
        fc.tuple(writing, writing),
        fc.tuple(kind, kind),
        async (rules, lines, options, writings, kinds) => {
          fc.pre(hasFieldOf(rules, options.by));
          const take = (comparison: Comparison): void => {
            assert.deepEqual(taken(comparison), []);
            assert.equal(comparison.summary.same, lines.length);
          };
          await compared(processorOf(rules), [lines, lines], options, take, kinds, writings);
        },
      ),
      { numRuns: 80 },
    );
  });

  type Sides = readonly [old: unknown, next: unknown];

  /** A difference as text, or as the text that it should have with the logs swapped. */
  const describe = (difference: Difference, areSwapped: boolean): string => {
    const sides = (old: unknown, next: unknown): Sides => (areSwapped ? [next, old] : [old, next]);
    const { old, next } = linesOf(difference);
    const parts: unknown[] = [sides(numbers(old).sort(), numbers(next).sort())];
    if ("group" in difference) parts.push(sides(idText(difference.group?.old), idText(difference.group?.new)));
    if ("lines" in difference) parts.push(difference.count);
    if (difference.kind === "count") parts.push(sides(difference.old.count, difference.new.count));
    if (difference.kind === "changed_count") {
      const { was, became } = difference;
      parts.push(sides([was.old.count, was.new.count], [became.new.count, became.old.count]));
    }
    for (const { name, old, new: next } of "fields" in difference ? difference.fields : []) {
      const [oldName, newName = oldName] = name.split("/");
      parts.push(sides([oldName, latin1(old)], [newName, latin1(next)]));
    }
    return JSON.stringify(parts);
  };

  test("of swapped logs finds the same differences, with old and new swapped", async () => {
    await assertProperty(
      fc.asyncProperty(scenario(rulesWithRaw), anyOrder, async ({ rules, logs, unmatched }, options) => {
        fc.pre(hasFieldOf(rules, options.by));
        const all = { ...options, unmatched };
        const take = (areSwapped: boolean) => (comparison: Comparison) => ({
          differences: taken(comparison).map((difference) => describe(difference, areSwapped)),
          summary: comparison.summary,
        });
        const there = await compared(processorOf(rules), logs, all, take(false));
        const back = await compared(processorOf(rules), [logs[1], logs[0]], all, take(true));
        const { same, old, new: next } = there.summary;
        assert.deepEqual(back.summary, { same, old: next, new: old });
        assert.deepEqual(back.differences.sort(), there.differences.sort());
      }),
      { numRuns: 80 },
    );
  });

  test("gives the same result when it is read again", () =>
    law(
      rulesWithRaw,
      anyOrder,
      (differences, comparison) => {
        const { summary } = comparison;
        assert.deepEqual(taken(comparison), differences);
        assert.deepEqual(comparison.summary, summary);
      },
      40,
    ));

  test("does not interfere with other calls of the processor", async () => {
    const rules = [{ name: "pair", pattern: [{ field: "a" }, { text: "=" }, { field: "b" }], output: "{a}:{b}" }];
    const processor = processorOf(rules);
    const logs = [
      ["x=1", "same=0", "y=long"],
      ["x=2", "same=0", "y=longer"],
    ] as const;
    const fields = await compared(processor, logs, {}, (comparison) =>
      Array.from(comparison.differences(), (difference) => {
        processor.normalize("something=entirely different");
        assert.ok(difference.kind === "changed");
        return difference.fields.map(({ name, old, new: next }) => `${name}: ${latin1(old)} → ${latin1(next)}`);
      }),
    );
    assert.deepEqual(fields, [["b: 1 → 2"], ["b: long → longer"]]);
  });

  test("reads no line after it is closed, not even from another file, and may be closed twice", async () => {
    const rules = [{ name: "u", pattern: [{ field: "id" }, { text: " " }, { field: "what" }], output: "{id} {what}" }];
    const logs = [["1 a", "1 b"], ["2 c"]] as const;
    let comparison: Comparison | undefined;
    const differences = await compared(processorOf(rules), logs, { by: ["id"] }, (one) => {
      comparison = one;
      return [...one.differences()];
    });
    comparison!.close();
    const [first] = differences;
    assert.ok(first?.kind === "removed_group" && first.count === 2);
    const other = await processorOf(rules).compare(
      sourceOf("a.log", Buffer.from("x y\n"), 0),
      sourceOf("b.log", Buffer.from("x y\n"), 0),
    );
    assert.throws(() => [...first.lines], /^Error: the comparison is closed/);
    assert.throws(() => [...comparison!.differences()].map((one) => "lines" in one && [...one.lines]), /is closed/);
    other.close();
  });

  test("refuses fields that no rule has", async () => {
    const rules = [{ name: "u", pattern: [{ field: "id" }], output: "{id}" }];
    const none = [[], []] as const;
    await assert.rejects(
      compared(processorOf(rules), none, { by: ["ib"] }, taken),
      (error) => error instanceof UnknownFieldError && /'ib'.*'id'/.test(error.message),
    );
    await compared(processorOf(rules), none, { by: ["ib", "id"] }, (comparison) =>
      assert.deepEqual(comparison.unknownFields, ["ib"]),
    );
    const many = Array.from({ length: 17 }, () => "id");
    await assert.rejects(compared(processorOf(rules), none, { by: many }, taken), RangeError);
  });
});
