import assert from "node:assert/strict";
import { join } from "node:path";
import { Readable } from "node:stream";
import fc from "fast-check";
import { Processor } from "../../../src/index.ts";
import { TYPES, TYPES_OF_FORMATS } from "../../../src/matcher/types/type-registry.ts";
import { rulebookOf } from "../../../src/run/rulebook.ts";
import { type LogIndex, MAX_CAPACITY, ValueBudget, ValueCounts } from "../../../src/text/collections/value-counts.ts";
import { keptValue, MAX_VALUE_BYTES } from "../../../src/text/collections/value-key.ts";
import { variationOf, variesBy } from "../../../src/tools/fields/advice.ts";
import { FieldColumns } from "../../../src/tools/fields/field-columns.ts";
import { hosted } from "../../support/command-host.ts";
import { folder } from "../../support/folder.ts";
import { parseRules } from "../../support/parsed-rules.ts";
import { assertProperty, shareOf } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const latin1 = (text: string): Buffer => Buffer.from(text, "latin1");

/** An object with the names of its members as JSON has them, and without those that are undefined. */
function inSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inSnakeCase);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, member]) => member !== undefined)
      .map(([name, member]) => [name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`), inSnakeCase(member)]),
  );
}

/** Counts values as simply as possible. */
function naiveCounts(values: readonly (readonly [string, LogIndex])[]): Map<string, [number, number]> {
  const counts = new Map<string, [number, number]>();
  for (const [value, side] of values) {
    if (!counts.has(value)) counts.set(value, [0, 0]);
    counts.get(value)![side]++;
  }
  return counts;
}

function countAll(values: readonly (readonly [string, LogIndex])[], budget = new ValueBudget()): ValueCounts {
  const counts = new ValueCounts(budget);
  for (const [value, side] of values) counts.add(latin1(`<${value}>`), 1, value.length + 1, side);
  return counts;
}

const side = fc.constantFrom<LogIndex>(0, 1);
const value = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom("a", "b", "\0", "\xff"), minLength: 1, maxLength: 5 }) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(MAX_VALUE_BYTES - 1, MAX_VALUE_BYTES, MAX_VALUE_BYTES + 40), fc.constantFrom("x", "y"))
      .map(([length, end]) => "a".repeat(length) + end),
  },
);

suite("counts of values", (test) => {
  test("are exact as long as there is room", () => {
    assertProperty(
      fc.property(fc.array(fc.tuple(value, side), { maxLength: 300, size: "max" }), (values) => {
        const counts = countAll(values);
        const expected = naiveCounts(values);
        assert.equal(counts.isExact, true);
        assert.equal(counts.distinct, expected.size);
        // Long values are cut, but not mixed up.
        const sampled = [...counts.sampled()].map(({ counts }) => counts);
        assert.deepEqual(sampled, [...expected.values()]);
        const common = [...expected.values()].map(([old, next]) => old + next).sort((a, b) => b - a);
        assert.deepEqual(
          counts.common(5).map(({ count, atMost }) => [count, atMost]),
          common.slice(0, 5).map((count) => [count, count]),
        );
      }),
    );
  });

  test("keep their guarantees in little memory", () => {
    const number = fc.oneof({ weight: 2, arbitrary: fc.nat(20) }, { weight: 3, arbitrary: fc.nat(100_000) });
    assertProperty(
      fc.property(
        fc.array(fc.tuple(number.map(String), side), { minLength: 200, maxLength: 2_000, size: "max" }),
        (values) => {
          const budget = new ValueBudget(64);
          const counts = countAll(values, budget);
          const expected = naiveCounts(values);
          const total = (key: string): number => expected.get(key)![0] + expected.get(key)![1];
          assert.equal(counts.isExact, false);
          assert.ok([...counts.sampled()].length <= budget.capacity);
          for (const { key, counts: found } of counts.sampled()) {
            assert.deepEqual(found, expected.get(key.toString("latin1")));
          }
          const common = counts.common(Number.POSITIVE_INFINITY);
          for (const { key, count, atMost } of common) {
            const actual = total(key.toString("latin1"));
            assert.ok(count <= actual && actual <= atMost, `${count} <= ${actual} <= ${atMost}`);
          }
          const keys = new Set(common.map(({ key }) => key.toString("latin1")));
          const counters = budget.capacity / 4;
          for (const key of expected.keys()) {
            assert.ok(total(key) <= values.length / counters || keys.has(key), `${key} is missing`);
          }
        },
      ),
    );
  });

  test("estimate the number of distinct values", () => {
    for (const distinct of [10_000, 100_000, 300_000].map(shareOf)) {
      const counts = countAll(Array.from({ length: distinct }, (_, i) => [`blk_${i * 7919}`, 0]));
      const error = Math.abs(counts.distinct - distinct) / distinct;
      assert.ok(error < 4 * (1.2 / Math.sqrt(MAX_CAPACITY)), `${counts.distinct} for ${distinct}`);
    }
  });

  test("share their memory among all fields", () => {
    const budget = new ValueBudget(1_000);
    const all = Array.from({ length: 10 }, () => new ValueCounts(budget));
    for (let i = 0; i < 5_000; i++) for (const counts of all) counts.add(latin1(`${i}`), 0, `${i}`.length, 0);
    const kept = all.reduce((sum, counts) => sum + [...counts.sampled()].length, 0);
    assert.ok(kept <= 1_000, String(kept));
    for (const counts of all) assert.ok(Math.abs(counts.distinct - 5_000) < 4_000, String(counts.distinct));
  });
});

suite("long values", (test) => {
  test("end with a whole character", () => {
    for (const [text, length] of [
      ["a".repeat(300), MAX_VALUE_BYTES],
      [`${"a".repeat(255)}é${"a".repeat(50)}`, 255],
      [`${"a".repeat(254)}é${"a".repeat(50)}`, 256],
      [`${"a".repeat(253)}😀${"a".repeat(50)}`, 253],
      [`${"a".repeat(252)}😀${"a".repeat(50)}`, 256],
    ] as const) {
      const bytes = Buffer.from(text);
      const kept = keptValue(Buffer.concat([bytes.subarray(0, MAX_VALUE_BYTES), Buffer.alloc(32)]));
      assert.deepEqual([kept.bytes.length, kept.cut], [length, true]);
    }
    assert.deepEqual(keptValue(latin1("abc")), { bytes: latin1("abc"), cut: false });
  });
});

suite("values that vary from run to run", (test) => {
  const random = (seed: number): (() => number) => {
    let state = seed;
    return () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
  };
  const make = (count: number, text: (i: number) => string): string[] =>
    Array.from({ length: count }, (_, i) => text(i));
  const isVarying = (old: readonly string[], next: readonly string[]): boolean | "chance" | undefined => {
    const both = [...old.map((text) => [text, 0] as const), ...next.map((text) => [text, 1] as const)];
    const variation = variationOf(countAll(both).sampled(), [old.length, next.length]);
    return variation && variesBy(variation);
  };
  const [first, second] = [random(1), random(2)];
  const users = (from: () => number): string[] => make(2_000, () => `user${Math.floor(from() ** 3 * 500)}`);

  test("are ids, whether each has one line or many", () => {
    assert.equal(
      isVarying(
        make(1_000, (i) => `a${i}`),
        make(900, (i) => `b${i}`),
      ),
      true,
    );
    assert.equal(
      isVarying(
        make(1_000, (i) => `a${i % 50}`),
        make(900, (i) => `b${i % 45}`),
      ),
      true,
    );
    assert.equal(
      isVarying(
        make(9_000, (i) => `a${i}`),
        make(9_000, (i) => `b${i}`),
      ),
      true,
    );
  });

  test("are dates and numbers of processes that are the same in one run", () => {
    assert.equal(
      isVarying(
        make(100, () => "2025-05-05"),
        make(120, () => "2025-05-06"),
      ),
      true,
    );
  });

  test("are fine durations", () => {
    const durations = (from: () => number): string[] => make(1_000, () => (from() * 2).toFixed(3));
    assert.equal(isVarying(durations(first), durations(second)), true);
    const slower = make(1_000, () => (0.5 + second() * 3).toFixed(3));
    assert.equal(isVarying(durations(first), slower), true);
  });

  test("are not levels, however often each occurs", () => {
    const levels = (errors: number): string[] => make(1_000, (i) => (i < errors ? "ERROR" : i % 3 ? "INFO" : "WARN"));
    assert.equal(isVarying(levels(3), levels(400)), false);
    assert.equal(isVarying(levels(0), levels(20)), false);
  });

  test("are not values of the same work, even if lines are missing or most occur once", () => {
    const paths = make(1_000, (i) => `/orders/${i}`);
    assert.equal(isVarying(paths, paths), false);
    assert.equal(isVarying(paths, paths.slice(0, 500)), false);
    assert.equal(isVarying(paths.slice(300), paths), false);
    assert.equal(
      isVarying(
        paths,
        paths.map((path, i) => (i % 50 === 0 ? `${path}x` : path)),
      ),
      false,
    );
  });

  test("are not a few that one log lacks", () => {
    const hosts = (last: string): string[] => make(400, (i) => (i % 4 === 3 ? last : `host${i % 4}`));
    assert.equal(isVarying(hosts("host3"), hosts("host4")), false);
    assert.equal(isVarying(users(first), users(second)), false);
  });

  test("are not told from other users by so few new ones as chance would make of them", () => {
    const days = (from: () => number): string[] => make(300, () => `user${Math.floor(from() * 200)}`);
    const variation = isVarying(days(random(3)), days(random(4)));
    assert.equal(variation, "chance");
  });

  test("are unknown if a log has none", () => {
    assert.equal(isVarying(["a"], []), undefined);
  });
});

suite("types of values", (test) => {
  const typeOf = (values: readonly string[]): string | undefined => {
    const columns = new FieldColumns(
      rulebookOf(parseRules(Buffer.from('rules: [{name: a, pattern: "{v}", output: ""}]'), "")),
    );
    for (const text of values) columns.add(0, Buffer.from(text), [0, Buffer.byteLength(text)], 0);
    return columns.columns[0]![0]!.type.name;
  };

  test("are found for all samples of the registry", () => {
    for (const { name, samples } of TYPES) {
      // Some samples have a narrower type, too.
      const isFormat = TYPES_OF_FORMATS.has(name);
      if (name !== "word") assert.equal(typeOf(samples), isFormat ? undefined : name);
    }
  });

  test("are the narrowest that all values have", () => {
    assert.equal(typeOf(["12", "7"]), "number");
    assert.equal(typeOf(["12", "7.5"]), "float");
    assert.equal(typeOf(["12", "7f"]), "hex");
    assert.equal(typeOf(["12", "7x"]), "word");
    assert.equal(typeOf(["12", "7 x"]), undefined);
    assert.equal(typeOf(["a=1 b=", "c='x y'"]), "pairs");
    assert.equal(typeOf(["NEW YORK", "LOS ANGELES"]), undefined);
    assert.equal(typeOf(["10.0.0.7", "::1"]), "ip");
    assert.equal(typeOf(["10:00:02", "12:00:00.5"]), "timestamp");
    assert.equal(typeOf([]), undefined);
  });
});

suite("Processor.fields", (test) => {
  const log = (lines: readonly string[]) => Readable.from(lines.map((line) => `${line}\n`));

  test("counts what the records of the same log hold", async () => {
    const rules = `
rules:
  - name: done
    pattern: ["job {id} done", { optional: " in {ms} ms" }]
    output: "done {id}"
  - name: state
    pattern: ["job {id} ", { alternatives: ["up {why}", "down since {since}: {why}"] }]
    output: state
    sequence: { followers: ["  {_}:{_}"] }
`;
    const word = fc.constantFrom("1", "2", "30", "x", "1.5", "é");
    const line = fc.oneof(
      word.map((id) => `job ${id} done`),
      fc.tuple(word, word).map(([id, ms]) => `job ${id} done in ${ms} ms`),
      fc.tuple(word, word).map(([id, why]) => `job ${id} up ${why}`),
      fc.tuple(word, word, word).map(([id, since, why]) => `job ${id} down since ${since}: ${why}`),
      fc.tuple(word, word).map(([a, b]) => `  ${a}:${b}`),
      fc.constant("else"),
    );
    await assertProperty(
      fc.asyncProperty(fc.array(line, { maxLength: 60, size: "max" }), async (lines) => {
        const { fields, logs } = await Processor.fields({ rules }, log(lines));
        const expected = new Map<string, Map<string, number>>();
        const linesOf = new Map<string, number>();
        let matched = 0;
        for await (const { rule, captures } of new Processor({ rules }).records(log(lines), { unmatched: "drop" })) {
          matched++;
          const isFollower = captures.some(({ name }) => name === "_");
          for (const name of new Set(captures.map(({ name }) => name))) {
            const key = `${rule} ${isFollower} ${name}`;
            const counts = expected.get(key) ?? new Map<string, number>();
            expected.set(key, counts);
            const values = captures.flatMap((capture) =>
              capture.name === name && capture.value !== "" ? capture.value : [],
            );
            if (values.length > 0) linesOf.set(key, (linesOf.get(key) ?? 0) + 1);
            for (const text of values) counts.set(text, (counts.get(text) ?? 0) + 1);
          }
        }
        assert.deepEqual(logs, [{ lines: lines.length, matched, matchRate: lines.length && matched / lines.length }]);
        assert.equal(fields.length, 6);
        for (const { rule, follower, field, lines, distinct, common, exact, varies } of fields) {
          const key = `${rule} ${follower !== undefined} ${field}`;
          const counts = expected.get(key) ?? new Map();
          assert.equal(lines, linesOf.get(key) ?? 0);
          assert.equal(distinct, counts.size);
          assert.equal(exact, true);
          assert.deepEqual(new Map(common.map(({ value, count }) => [value, count])), counts);
          assert.equal(varies, undefined);
        }
      }),
    );
  });

  test("says which outputs show a field", async () => {
    const rules = `
rules:
  - name: a
    pattern: "a {x} {y}"
    output: "{x}"
    sequence: { followers: ["  {z}"] }
`;
    const { fields } = await Processor.fields({ rules }, log([]));
    assert.deepEqual(
      fields.map(({ field, shown }) => [field, shown]),
      [
        ["x", true],
        ["y", false],
        ["z", true],
      ],
    );
  });

  const SHOP = `rules:
  - name: order
    pattern: "{timestamp} order {id} by {user} took {ms} ms: {text}"
    output: "{timestamp} {id} {user} {ms} {text}"
  - name: payed
    pattern: "{timestamp} payed {id}"
    output: "payed {id}"
`;
  const shop = (run: number): string[] =>
    Array.from({ length: 60 }, (_, i) => {
      const id = `r${run}x${i}`;
      const minute = String(i).padStart(2, "0");
      return [
        `2025-05-0${run} 10:${minute}:07 order ${id} by user${i % 7} took ${run * 100 + i}.5 ms: sent ${run * 1000 + i} bytes`,
        `2025-05-0${run} 10:${minute}:08 payed ${id}`,
      ];
    }).flat();

  test("names the edits that make outputs the same, with their places", async () => {
    const { fields } = await Processor.fields({ rules: SHOP }, log(shop(1)), { next: log(shop(2)) });
    const edits = fields.flatMap(({ field, edit }) => (edit ? [[field, edit.edit, edit.line, edit.column]] : []));
    assert.deepEqual(edits, [
      ["timestamp", "leave_out", 4, 13],
      ["id", "alias", 3, 33],
      ["ms", "leave_out", 4, 13],
      ["text", "mask", 3, 62],
      ["id", "alias", 6, 33],
    ]);
    assert.deepEqual(
      fields.filter(({ varies }) => varies).map(({ field }) => field),
      ["timestamp", "id", "ms", "text", "timestamp", "id"],
    );
  });

  test("has no more edits once they are made", async () => {
    const edited = `fields: { id: { transform: alias }, text: { transform: mask } }\n${SHOP.replace("{timestamp} {id} {user} {ms}", "{id} {user}")}`;
    const { fields } = await Processor.fields({ rules: edited }, log(shop(1)), { next: log(shop(2)) });
    assert.deepEqual(
      fields.filter(({ edit }) => edit !== undefined),
      [],
    );
    const comparison = await new Processor({ rules: edited }).compare(log(shop(1)), log(shop(2)));
    assert.ok(comparison.equal, String(comparison));
    comparison.close();
  });

  const REQUEST = `rules:
  - name: request
    pattern: "{time:timestamp} [{run:uuid}] {level} GET /{path} {status:number} pid {pid} by {user}"
    output: "{time} {run} {level} {path} {status} {pid} {user}"
`;
  const requests = (run: number, status: (i: number) => number): string[] =>
    Array.from(
      { length: 60 },
      (_, i) =>
        `2025-05-0${run} [c0ffee00-0000-4000-8000-00000000000${run}] INFO GET /orders/${i % 10} ${status(i)} pid ${run}12 by u${run}x${i % 9}`,
    );

  test("proposes nothing that would hide an outage", async () => {
    const edits = async (old: (i: number) => number, next: (i: number) => number) => {
      const options = { next: log(requests(2, next)) };
      const { fields } = await Processor.fields({ rules: REQUEST }, log(requests(1, old)), options);
      return new Map(fields.map(({ field, varies, unclear, edit }) => [field, { varies, unclear, edit: edit?.edit }]));
    };
    const unclear = { varies: undefined, unclear: "few_values", edit: undefined };
    const all = await edits(
      () => 200,
      () => 500,
    );
    assert.deepEqual(all.get("status"), unclear);
    // The number of a process cannot be told from a status.
    assert.deepEqual(all.get("pid"), unclear);
    // These belong to a run by their nature, and ids are many.
    assert.deepEqual(all.get("time"), { varies: true, unclear: undefined, edit: "leave_out" });
    assert.deepEqual(all.get("run"), { varies: true, unclear: undefined, edit: "alias" });
    assert.deepEqual(all.get("user"), { varies: true, unclear: undefined, edit: "alias" });
    assert.deepEqual(all.get("level"), { varies: false, unclear: undefined, edit: undefined });
    const several = await edits(
      (i) => 200 + (i % 4),
      (i) => 500 + (i % 3),
    );
    assert.deepEqual(several.get("status"), unclear);
    // One error for many answers is no renaming either.
    const collapsed = await edits(
      (i) => 1000 + (i % 30),
      () => 500,
    );
    assert.deepEqual(collapsed.get("status"), unclear);
  });

  test("has the words of the JSON that the command writes", async () => {
    const cwd = folder({
      "rules.yaml": SHOP,
      "old.log": `${shop(1).join("\n")}\n`,
      "new.log": `${shop(2).join("\n")}\n`,
    });
    for (const logs of [["old.log"], ["old.log", "new.log"]]) {
      const { stdout } = await hosted(["fields", "-r", "rules.yaml", "--format", "json", ...logs], cwd);
      const [path, next] = logs.map((name) => join(cwd, name));
      const { fields } = await Processor.fields({ rulesPath: join(cwd, "rules.yaml") }, path!, { next });
      const written = stdout.toString().trimEnd().split("\n");
      assert.deepEqual(
        written.map((line) => JSON.parse(line)),
        fields.map(({ varies = null, edit, common, ...field }) =>
          inSnakeCase({
            ...field,
            varies,
            // Of a value, JSON leaves out what is as usual. The place tells the file, too.
            common: common.map(({ cut, atMost, ...value }) => ({
              ...value,
              ...(cut && { cut }),
              ...(atMost > value.count && { atMost }),
            })),
            edit: edit && { edit: edit.edit, file: "rules.yaml", line: edit.line, column: edit.column },
          }),
        ),
      );
    }
  });

  test("gives bytes on request, and the beginning of long values", async () => {
    const rules = '{ "rules": [{ "name": "a", "pattern": "{v}", "output": "" }] }';
    const long = "é".repeat(1_000);
    const { fields } = await Processor.fields({ rules }, log([long, long]), { bytes: true });
    const { value, cut, count } = fields[0]!.common[0]!;
    assert.equal(Buffer.from(value).toString(), "é".repeat(MAX_VALUE_BYTES / 2));
    assert.deepEqual([cut, count], [true, 2]);
  });
});
