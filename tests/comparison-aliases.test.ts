// Aliases within a comparison: ids that differ from run to run make no differences of their own.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { type Comparison, type ComparisonDifference, type ComparisonOptions, Processor } from "../src/index.ts";
import { commonLength, countsOf } from "./support/comparison-reference.ts";
import { assertProperty } from "./support/property.ts";
import { suite } from "./support/suite.ts";

const alias = (field: string) => ({ field, transform: "alias" });
const RULES = {
  rules: [
    { name: "moved", pattern: ["job ", alias("job"), " moves to ", alias("host")], output: "{job} moves to {host}" },
    { name: "job", pattern: ["job ", alias("job"), " ", { field: "what" }], output: "{job} {what}" },
    { name: "request", pattern: ["[{request}] ", alias("user"), " {what}"], output: "{user} {what}" },
    { name: "other", pattern: "- {what}", output: "{what}" },
  ],
};
const processor = new Processor({ rules: RULES });

async function compared<T>(
  [old, next]: readonly [readonly string[], readonly string[]],
  options: ComparisonOptions,
  take: (comparison: Comparison) => T,
): Promise<T> {
  const log = (name: string, lines: readonly string[]) => ({
    name,
    input: Readable.from([Buffer.from(lines.map((line) => `${line}\n`).join(""))]),
  });
  const comparison = await processor.compare(log("old", old), log("new", next), options);
  try {
    return take(comparison);
  } finally {
    comparison.close();
  }
}

/** The numbers of the lines that only one log has. */
function toldLines(differences: Iterable<ComparisonDifference>): { old: number[]; next: number[] } {
  const told = { old: [] as number[], next: [] as number[] };
  for (const one of differences) {
    if (one.kind === "removed" || one.kind === "changed") told.old.push(one.old.line);
    if (one.kind === "added" || one.kind === "changed") told.next.push(one.new.line);
  }
  return told;
}

/** A line of the log with numbers in place of ids. */
interface Step {
  readonly job: number;
  readonly what: string;
}

type NameOf = (kind: string, number: number) => string;

const KEPT: NameOf = (kind, number) => `${kind}${number}`;
const RENAMED: NameOf = (kind, number) => `${kind}-of-another-run-${(number * 7919) % 10_007}`;

function written({ job, what }: Step, nameOf: NameOf): string {
  if (what === "-") return `- tick ${job % 3}`;
  const host = /^to (\d)$/.exec(what);
  return `job ${nameOf("j", job)} ${host === null ? what : `moves to ${nameOf("h", Number(host[1]))}`}`;
}

/** The lines of jobs that run side by side: each has some steps in order. */
const work = fc
  .tuple(
    fc.array(
      fc
        .array(fc.constantFrom("a", "b", "c", "to 1", "to 2", "to 3", "-"), { minLength: 1, maxLength: 3 })
        .map((steps) => ["start", ...steps, "end"]),
      { minLength: 1, maxLength: 12, size: "max" },
    ),
    fc.array(fc.nat(3), { minLength: 8, maxLength: 40, size: "max" }),
  )
  .map(([jobs, turns]) => {
    const waiting = jobs.map((steps, job) => steps.map((what): Step => ({ job, what })));
    const lines: Step[] = [];
    for (let turn = 0; waiting.length > 0; turn++) {
      const at = turns[turn % turns.length]! % Math.min(waiting.length, 4);
      lines.push(waiting[at]!.shift()!);
      if (waiting[at]!.length === 0) waiting.splice(at, 1);
    }
    return lines;
  });

const naming = fc.constantFrom(KEPT, RENAMED);

suite("aliases in a comparison", (test) => {
  test("make no differences if all ids are kept, or all are renamed", () =>
    assertProperty(
      fc.asyncProperty(work, naming, fc.boolean(), async (lines, nameOf, unordered) => {
        const logs = [KEPT, nameOf].map((name) => lines.map((line) => written(line, name))) as [string[], string[]];
        await compared(logs, { unordered }, (comparison) => {
          assert.deepEqual([...comparison.differences()], []);
          assert.equal(comparison.summary.same, lines.length);
        });
      }),
      { numRuns: 150 },
    ));

  test("take lines out, and just these are told: no other line's number shifts", () =>
    assertProperty(
      fc.asyncProperty(work, naming, fc.nat(), fc.boolean(), async (lines, nameOf, at, areSwapped) => {
        const cut = lines.toSpliced(at % lines.length, 1);
        const whole = lines.map((line) => written(line, KEPT));
        const less = cut.map((line) => written(line, nameOf));
        const logs = areSwapped ? ([less, whole] as const) : ([whole, less] as const);
        await compared(logs, {}, (comparison) => {
          const told = toldLines(comparison.differences());
          assert.deepEqual([told.old.length, told.next.length], areSwapped ? [0, 1] : [1, 0]);
        });
      }),
      { numRuns: 150 },
    ));

  test("add lines, or swap two neighbours, and no more are told", () =>
    assertProperty(
      fc.asyncProperty(work, naming, fc.nat(), fc.boolean(), async (lines, nameOf, at, isAdded) => {
        const place = at % lines.length;
        const edited = isAdded
          ? lines.toSpliced(place, 0, { job: 1000, what: "start" })
          : lines.toSpliced(place, 2, ...lines.slice(place, place + 2).reverse());
        const logs = [lines.map((line) => written(line, KEPT)), edited.map((line) => written(line, nameOf))] as const;
        await compared(logs, {}, (comparison) => {
          const told = toldLines(comparison.differences());
          assert.ok(told.old.length <= (isAdded ? 0 : 1), `old lines ${told.old}`);
          assert.ok(told.next.length <= 1, `new lines ${told.next}`);
        });
      }),
      { numRuns: 150 },
    ));

  /** All ways to give new ids the numbers of old ones, or none. */
  function* renamings(old: readonly string[], next: readonly string[]): Generator<ReadonlyMap<string, string>> {
    const [first, ...others] = next;
    if (first === undefined) {
      yield new Map();
      return;
    }
    for (const rest of renamings(old, others)) yield new Map(rest);
    for (const one of old) {
      for (const rest of renamings(
        old.filter((other) => other !== one),
        others,
      ))
        yield new Map([...rest, [first, one]]);
    }
  }

  test("with up to four ids in a log, differ in as few lines as any renaming allows", () => {
    const line = fc.tuple(fc.constantFrom("p", "q", "r", "s"), fc.constantFrom("a", "b"));
    const log = fc.array(line, { maxLength: 9, size: "max" });
    const logs = fc.oneof(
      fc.tuple(log, log),
      fc
        .tuple(log, fc.array(fc.tuple(fc.nat(8), fc.nat(1), fc.array(line, { maxLength: 1 })), { maxLength: 3 }))
        .map(([old, edits]) => {
          const next = [...old];
          for (const [at, removed, added] of edits) next.splice(at % (next.length + 1), removed, ...added);
          return [old, next] as [typeof old, typeof old];
        }),
    );
    return assertProperty(
      fc.asyncProperty(logs, fc.boolean(), fc.boolean(), async ([old, next], isKept, unordered) => {
        const name = (id: string): string => (isKept ? id : `new-${id}`);
        const idsOf = (lines: readonly (readonly [string, string])[]): string[] => [
          ...new Set(lines.map(([id]) => id)),
        ];
        const renamed = next.map(([id, what]) => [name(id), what] as const);
        let best = 0;
        for (const renaming of renamings(idsOf(old), idsOf(renamed))) {
          const olds = old.map(([id, what]) => `old ${id} ${what}`);
          const news = renamed.map(([id, what]) =>
            renaming.has(id) ? `old ${renaming.get(id)} ${what}` : `new ${id}`,
          );
          const counts = countsOf(news);
          const common = [...countsOf(olds)].reduce((sum, [key, n]) => sum + Math.min(n, counts.get(key) ?? 0), 0);
          best = Math.max(best, unordered ? common : commonLength(olds, news));
        }
        const texts = [old, renamed].map((lines) => lines.map(([id, what]) => `job ${id} ${what}`));
        const same = await compared(texts as [string[], string[]], { unordered }, ({ summary }) => summary.same);
        assert.equal(same, best);
      }),
      { numRuns: 150 },
    );
  });

  const outputs = (differences: Iterable<ComparisonDifference>): string[] =>
    [...differences].map((one) => {
      if (one.kind === "removed") return `- ${one.old.output}`;
      if (one.kind === "added") return `+ ${one.new.output}`;
      if (one.kind === "changed")
        return `${one.old.output} | ${one.new.output} | ${one.fields.map(({ name, old, new: next }) => `${name}: ${old} → ${next}`).join()}`;
      if (one.kind === "count") return `${one.old.count}:${one.new.count} ${(one.old.first ?? one.new.first)!.output}`;
      return one.kind;
    });

  test("stay with equal ids if both readings explain the logs", async () => {
    const log = (...jobs: number[]): string[] => jobs.flatMap((job) => [`job ${job} starts`, `job ${job} ends`]);
    const shown = await compared([log(1, 2, 3), log(2, 3)], {}, (comparison) => outputs(comparison.differences()));
    assert.deepEqual(shown, ["- job#1 starts", "- job#1 ends"]);
  });

  test("have the numbers of the old log, and new ids the next ones", async () => {
    const old = ["job x starts", "job y starts", "- same", "job y ends"];
    const next = ["job x starts", "job y starts", "- same", "job x ends", "job z loads"];
    const shown = await compared([old, next], {}, (comparison) => outputs(comparison.differences()));
    assert.deepEqual(shown, ["job#2 ends | job#1 ends | job: job#2 → job#1", "+ job#3 loads"]);
  });

  test("are numbered within their groups", async () => {
    const old = ["[1] ann enters", "[2] bob enters", "[2] ann greets", "[2] bob leaves", "[1] ann leaves"];
    const next = ["[8] eve enters", "[9] dan enters", "[9] eve greets", "[9] eve leaves", "[8] eve leaves"];
    const shown = await compared([old, next], { by: ["request"] }, (comparison) => [
      ...outputs(comparison.differences()),
      comparison.summary.same,
    ]);
    assert.deepEqual(shown, ["user#1 leaves | user#2 leaves | user: user#1 → user#2", 4]);
  });

  test("count for the text that they have in the output", async () => {
    const lines = ["job 7 starts", "job 8 starts", "- job#1 ends"];
    const shown = await compared([lines, ["- job#1 starts", "- job#2 starts", "job 7 ends"]], {}, (comparison) =>
      outputs(comparison.differences()),
    );
    assert.deepEqual(shown, []);
  });

  test("that later transforms make alike do not count", async () => {
    const rules = [
      { name: "n", pattern: [{ field: "id", transform: ["alias", "digits_to_n"] }, " {what}"], output: "{id} {what}" },
      { name: "u", pattern: ["! ", { field: "id", transform: ["alias", "uppercase"] }], output: "{id}" },
    ];
    const comparison = await new Processor({ rules: { rules } }).compare(
      { name: "old", input: Readable.from(["a x\nb x\n! c\n! d\n"]) },
      { name: "new", input: Readable.from(["a x\na x\n! d\n! d\n"]) },
    );
    const shown = outputs(comparison.differences());
    comparison.close();
    assert.equal(shown.length, 1);
    assert.match(shown[0]!, /^ID#\d \| ID#\d \| id: ID#\d → ID#\d$/);
  });
});
