// What is compared and shown: ignored fields, counts by rule, several logs on a side.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { type Comparison, type ComparisonLine, type ComparisonOptions, Processor } from "../../../src/index.ts";
import { hosted } from "../../support/command-host.ts";
import {
  rulesOfUniqueKeys,
  rulesWithRaw,
  twoLogs,
  type Writing,
  writing,
  written,
} from "../../support/comparison-logs.ts";
import { folder } from "../../support/folder.ts";
import { assertProperty } from "../../support/property.ts";
import type { WrittenRule } from "../../support/rules-file.ts";
import { suite } from "../../support/suite.ts";

const processorOf = (rules: readonly WrittenRule[]): Processor =>
  new Processor({ rules: { rules: structuredClone(rules) as unknown as Record<string, unknown>[] } });
const streamOf = (lines: readonly string[]): Readable => Readable.from([Buffer.from(lines.join("\n"), "latin1")]);
const PLAIN: Writing = { ends: ["\n"], hasMark: false, isEnded: true };
const joined = (lines: readonly string[]): string[] => lines.map((line) => `${line}\n`);

/** Each line that a comparison reports, as `OLD 3: rule`. */
function reported(comparison: Comparison): string[] {
  const shown = (side: string, { line, rule }: ComparisonLine): string => `${side} ${line}: ${rule}`;
  return Array.from(comparison.differences(), (d): string[] => {
    switch (d.kind) {
      case "removed":
        return [shown("OLD", d.old)];
      case "added":
        return [shown("NEW", d.new)];
      case "changed":
        return [shown("OLD", d.old), shown("NEW", d.new)];
      case "removed_group":
        return Array.from(d.lines, (line) => shown("OLD", line));
      case "added_group":
        return Array.from(d.lines, (line) => shown("NEW", line));
      default:
        return assert.fail(d.kind);
    }
  }).flat();
}

/** The fields of changed lines, with their values. */
const changedFields = (comparison: Comparison): unknown[] =>
  Array.from(comparison.differences(), (d) => (d.kind === "changed" ? [d.old.line, d.fields] : []));

const fieldsOf = ({ pattern }: WrittenRule): string[] =>
  pattern.flatMap((element) => ("field" in element ? [element.field] : []));

suite("ignored fields", (test) => {
  test("are left out of the lines as if the outputs did not show them", () =>
    assertProperty(
      fc.asyncProperty(
        rulesOfUniqueKeys,
        twoLogs,
        fc.subarray(["id", "trace", "what", "path", "url", "status", "_"], { minLength: 1 }),
        fc.constantFrom<ComparisonOptions>({}, { unordered: true }, { by: ["id", "trace"] }),
        async (rules, logs, names, options) => {
          const known = new Set(rules.flatMap(fieldsOf));
          const ignore = names.filter((name) => known.has(name));
          const { by = [] } = options;
          fc.pre(ignore.length > 0 && (by.length === 0 || by.some((name) => known.has(name))));
          const without = rules.map((rule) => ({
            ...rule,
            output: rule.output.replace(/\{(\w+)\}/g, (placeholder, name) =>
              ignore.includes(name) ? "" : placeholder,
            ),
          }));
          // A rule must have a name of its own here: rules that become alike must not be merged.
          const [old, next] = logs.map(joined) as [string[], string[]];
          const ignoring = await processorOf(rules).compare(Readable.from(old), Readable.from(next), {
            ...options,
            ignore,
          });
          const plain = await processorOf(without).compare(Readable.from(old), Readable.from(next), options);
          assert.deepEqual(ignoring.summary, plain.summary);
          assert.deepEqual(ignoring.rules, plain.rules);
          if (!options.unordered) {
            assert.deepEqual(reported(ignoring).sort(), reported(plain).sort());
            assert.deepEqual(changedFields(ignoring), changedFields(plain));
          }
          ignoring.close();
          plain.close();
        },
      ),
      { numRuns: 120 },
    ));

  test("tell no templates apart or alike when groups are paired", async () => {
    const processor = new Processor({
      rules: `rules:
  - { name: trace, pattern: "t={trace} {what}", output: "T{trace} {what}" }
  - { name: user, pattern: "u={user} {what}", output: "T{user} {what}" }
`,
    });
    const [old, next] = [streamOf(["t=1 a", "u=1 a"]), streamOf(["u=X a", "u=X a", "t=Y a"])];
    const by = ["user", "trace"];
    const comparison = await processor.compare(old, next, { by, ignore: ["trace"] });
    // Without the trace, `T a` is the one line that both logs have, and it is the group of Y that has it.
    assert.deepEqual(reported(comparison), ["OLD 2: user", "NEW 1: user", "NEW 2: user"]);
    comparison.close();
  });

  const RULES = `rules:
  - name: done
    pattern: "{user} took {ms} ms, {ms2} in all, code {code}"
    output: "{user} {ms}/{ms2} {user} -> {code}"
    fields: { user: { transform: alias } }
`;
  const OLD = "ann took 1 ms, 2 in all, code 0\nbob took 3 ms, 4 in all, code 0\nann took 5 ms, 6 in all, code 0\n";
  const NEW = "joe took 9 ms, 9 in all, code 0\nann took 8 ms, 8 in all, code 7\nann took 7 ms, 7 in all, code 0\n";

  test("are shown with their values, and are no changed fields", async () => {
    const processor = new Processor({ rules: RULES });
    const comparison = await processor.compare(Readable.from([OLD]), Readable.from([NEW]), {
      ignore: ["user", "ms", "ms2"],
    });
    const items = [...comparison.withContext(1)].map((item) => {
      if (item.kind === "changed") return [item.old.output, item.new.output, ...item.fields.map(({ name }) => name)];
      assert.ok(item.kind === "same");
      return [item.old.output, item.new.output];
    });
    assert.deepEqual(items, [
      ["user#1 1/2 user#1 -> 0", "user#1 9/9 user#1 -> 0"],
      ["user#2 3/4 user#2 -> 0", "user#2 8/8 user#2 -> 7", "code"],
      ["user#1 5/6 user#1 -> 0", "user#2 7/7 user#2 -> 0"],
    ]);
    comparison.close();
  });

  test("that no rule has are refused, with the nearest name", async () => {
    const processor = new Processor({ rules: RULES });
    const compare = (ignore: string[]): Promise<Comparison> => processor.compare([], [], { ignore });
    await assert.rejects(
      compare(["user", "cod"]),
      /^UnknownFieldError: no rule has a field 'cod'; did you mean 'code'\?$/,
    );
    await assert.rejects(
      compare(["zzzzzz"]),
      /^UnknownFieldError: no rule has a field 'zzzzzz'; the fields are '[^']+', '/,
    );
    await assert.rejects(processor.compare([], [], { ignore: [] }), TypeError);
  });
});

suite("a comparison in console.log", (test) => {
  test("is what it found, and not how", async () => {
    const processor = new Processor({ rules: { rules: [] } });
    const comparison = await processor.compare(streamOf(["a", "b"]), streamOf(["a", "c", "d"]));
    const shown = inspect(comparison);
    assert.match(shown, /^Comparison \{\s+equal: false,/);
    assert.match(shown, /old: \{.*only: 1.*\}/);
    assert.match(shown, /new: \{.*only: 2.*\}/);
    assert.ok(shown.length < 300, shown);
    comparison.close();
    assert.equal(inspect(comparison), shown);
  });
});

suite("the counts of rules", (test) => {
  test("count all lines, and those that differ, whatever way they are compared", () =>
    assertProperty(
      fc.asyncProperty(
        rulesWithRaw,
        twoLogs,
        fc.constantFrom<ComparisonOptions>({}, { unordered: true }, { by: ["id", "trace"] }),
        fc.constantFrom("pass" as const, "drop" as const),
        async (rules, [old, next], options, unmatched) => {
          fc.pre(options.by === undefined || rules.flatMap(fieldsOf).some((name) => options.by!.includes(name)));
          const processor = processorOf(rules);
          const comparison = await processor.compare(Readable.from(joined(old)), Readable.from(joined(next)), {
            ...options,
            unmatched,
          });
          const counts = comparison.rules;
          assert.equal(new Set(counts.map(({ rule }) => rule)).size, counts.length);
          for (const [side, lines] of [
            ["old", old],
            ["new", next],
          ] as const) {
            const winners = lines.map((line) => processor.normalize(Buffer.from(line, "latin1"))?.rule);
            for (const count of counts) {
              assert.equal(count[side].lines, winners.filter((rule) => rule === count.rule).length);
              assert.equal(count.difference, count.new.lines - count.old.lines);
            }
            const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);
            assert.equal(sum(counts.map((count) => count[side].lines)), lines.length);
            assert.equal(sum(counts.map((count) => count[side].only)), comparison.summary[side].only);
          }
          if (!options.unordered) {
            const expected = reported(comparison).map((line) => line.replace(/ \d+:/, ""));
            const told = counts.flatMap(({ rule, old, new: next }) => [
              ...Array.from({ length: old.only }, () => `OLD ${rule}`),
              ...Array.from({ length: next.only }, () => `NEW ${rule}`),
            ]);
            assert.deepEqual(told.sort(), expected.sort());
          }
          const changed = counts
            .filter(({ rule }) => rule !== undefined)
            .map((count) => count.old.only + count.new.only);
          assert.deepEqual(
            changed,
            changed.toSorted((a, b) => b - a),
          );
          assert.ok(
            counts.slice(0, -1).every(({ rule }) => rule !== undefined),
            "unmatched lines come last",
          );
          comparison.close();
        },
      ),
      { numRuns: 80 },
    ));

  test("count the lines of catch-alls as unmatched", async () => {
    const rules =
      "rules: [{ name: a, pattern: a, output: a }, { name: rest, pattern: '{x}', output: '{x}', catch_all: true }]";
    const comparison = await new Processor({ rules }).compare(streamOf(["a", "b"]), streamOf(["a", "c", "c"]));
    assert.deepEqual(comparison.rules, [
      { rule: "a", old: { lines: 1, only: 0 }, new: { lines: 1, only: 0 }, difference: 0 },
      { rule: undefined, old: { lines: 1, only: 1 }, new: { lines: 2, only: 2 }, difference: 1 },
    ]);
    comparison.close();
  });

  test("come before the lines if more than 1000 lines differ", async () => {
    const lines = (count: number, text: string): string => `${text}\n`.repeat(count);
    const cwd = folder({
      "rules.yaml":
        'rules: [{ name: "漢 a\\x1b", pattern: "a {b}", output: "{b}" }, { name: c, pattern: c, output: c }]\n',
      "old.log": lines(2000, "c"),
      "few.log": lines(2000, "c") + lines(1000, "a 1"),
      "many.log": lines(1999, "c") + lines(1000, "a 1"),
    });
    const run = async (...args: string[]): Promise<string[]> => {
      const { stdout, stderr } = await hosted(["diff", "-r", "rules.yaml", ...args], cwd);
      assert.equal(stderr.toString(), "");
      return stdout.toString().split("\n");
    };
    const few = await run("old.log", "few.log");
    assert.deepEqual(few.slice(0, 3), ["--- old.log", "+++ few.log", "  1998  c"]);
    const many = await run("old.log", "many.log");
    assert.deepEqual(many.slice(0, 7), [
      "--- old.log",
      "+++ many.log",
      "   OLD   NEW  difference  only OLD  only NEW  rule",
      "     0  1000       +1000         0      1000  漢 a\\x1b",
      "  2000  1999          -1         1         0  c",
      "",
      "  1997  c",
    ]);
    const json = await run("--format", "json", "old.log", "many.log");
    assert.match(json[0]!, /^\{"kind": "removed"/);
    assert.ok(!json.some((line) => line.includes('"kind": "rule"')), "JSON has them only if it is asked to");
  });
});

suite("several logs on a side", (test) => {
  test("are compared as one, with each line's place in its own log", () => {
    const cuts = fc.array(fc.nat(24), { maxLength: 4 });
    const asParts = (lines: readonly string[], cuts: readonly number[]): string[][] => {
      const ends = [...cuts.map((cut) => Math.min(cut, lines.length)).sort((a, b) => a - b), lines.length];
      return ends.map((end, i) => lines.slice(ends[i - 1] ?? 0, end));
    };
    const place = folder();
    return assertProperty(
      fc.asyncProperty(
        rulesWithRaw,
        twoLogs,
        cuts,
        cuts,
        fc.tuple(writing, writing),
        fc.constantFrom<ComparisonOptions>({}, { unordered: true }, { by: ["id", "trace"] }),
        async (rules, [old, next], oldCuts, newCuts, writings, options) => {
          fc.pre(options.by === undefined || rules.flatMap(fieldsOf).some((name) => options.by!.includes(name)));
          const processor = processorOf(rules);
          const sides = [asParts(old, oldCuts), asParts(next, newCuts)] as const;
          const logs = sides.map((parts, side) =>
            parts.map((lines, i) => {
              const bytes = written(lines, writings[side]!);
              if (i % 3 === 0) return { name: `${side} ${i}`, input: Readable.from([bytes]) };
              const path = `${place}/${side} ${i}`;
              writeFileSync(path, i % 3 === 1 ? bytes : gzipSync(bytes));
              return path;
            }),
          );
          const [oldBytes, newBytes] = [written(old, PLAIN), written(next, PLAIN)];
          const whole = await processor.compare(Readable.from([oldBytes]), Readable.from([newBytes]), options);
          const parts = await processor.compare(logs[0]!, logs[1]!, options);
          assert.deepEqual(parts.summary, whole.summary);
          assert.deepEqual(parts.rules, whole.rules);
          const placed = (comparison: Comparison): unknown => {
            const inWhole = ({ file, line }: { file: string; line: number }): [string, number] => {
              const [side, part] = file
                .slice(file.lastIndexOf("/") + 1)
                .split(" ")
                .map(Number);
              if (part === undefined) return [file, line];
              const before = sides[side!]!.slice(0, part).reduce((sum, { length }) => sum + length, 0);
              return [side === 0 ? "old" : "new", before + line];
            };
            const plain = (value: unknown): unknown => {
              if (typeof value !== "object" || value === null) return value;
              if (Symbol.iterator in value) return Array.from(value as Iterable<unknown>, plain);
              if ("file" in value)
                return {
                  ...value,
                  ...Object.fromEntries([["place", inWhole(value as ComparisonLine)]]),
                  file: "",
                  line: 0,
                };
              return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]));
            };
            return [...comparison.withContext(2)].map(plain);
          };
          assert.deepEqual(placed(parts), placed(whole));
          whole.close();
          parts.close();
        },
      ),
      { numRuns: 80 },
    );
  });

  test("have sequences that end with their log", async () => {
    const rules = `rules:
  - name: error
    pattern: "ERROR {id}"
    output: "error {id}"
    sequence: { followers: [{ pattern: "at {place}", output: "<{place}>" }] }
`;
    const processor = new Processor({ rules });
    const outputs = async (logs: string[][]): Promise<string[]> => {
      const comparison = await processor.compare(logs.map(streamOf), []);
      const shown = Array.from(comparison.differences(), (d) => (d.kind === "removed" ? d.old.output : ""));
      comparison.close();
      return shown;
    };
    assert.deepEqual(await outputs([["ERROR 1", "at a", "at b"]]), ["error 1", "<a>", "<b>"]);
    assert.deepEqual(await outputs([["ERROR 1", "at a"], ["at b"]]), ["error 1", "<a>", "at b"]);
    assert.deepEqual(await outputs([["ERROR 1"], [], ["at b", "at c"]]), ["error 1", "at b", "at c"]);
  });

  test("have names by their places in the list, and no log is an empty side", async () => {
    const processor = new Processor({ mask: true });
    const comparison = await processor.compare([streamOf(["a"]), streamOf(["b", "c"])], streamOf(["c"]));
    assert.deepEqual(
      Array.from(comparison.differences(), (d) => d.kind === "removed" && `${d.old.file}:${d.old.line}`),
      ["old 1:1", "old 2:1"],
    );
    assert.match(
      String(comparison),
      /^--- old 1, old 2\n\+\+\+ new\n- old 1:1 {2}a\n- old 2:1 {2}b\n {2}old 2:2 {2}c\n/,
    );
    comparison.close();
    const empty = await processor.compare([], streamOf(["c"]));
    assert.deepEqual(empty.summary, {
      same: 0,
      old: { lines: 0, unmatched: 0, only: 0 },
      new: { lines: 1, unmatched: 1, only: 1 },
    });
    assert.match(String(empty), /^--- no logs\n\+\+\+ new\n\+ 1 {2}c\n/);
    empty.close();
  });

  test("are all closed if one of them cannot be read", async () => {
    const place = folder({ "a.log": "a\n" });
    const processor = new Processor({ mask: true });
    const last = streamOf(["never read"]);
    await assert.rejects(processor.compare(`${place}/a.log`, [`${place}/a.log`, `${place}/none.log`, last]), {
      code: "ENOENT",
    });
    assert.ok(last.destroyed);
    await assert.rejects(processor.compare([last], [last]), /^TypeError: compare got the same stream twice/);
  });

  test("put nothing on a terminal that it would obey, and are in line whatever their names are", async () => {
    const cwd = folder({
      "old/o\x1b[2J.log": "a\n",
      "old/漢字.log": "b\n",
      "new/long name of a log, longer than the others.log": "b\n",
    });
    const { stdout } = await hosted(["diff", "--mask", "--old", "old", "--new", "new"], cwd);
    assert.deepEqual(stdout.toString().split("\n").slice(0, 4), [
      "--- 2 logs in old/",
      "+++ new/long name of a log, longer than the others.log",
      "- o\\x1b[2J.log:1  a",
      "  漢字.log:1      b",
    ]);
  });
});
