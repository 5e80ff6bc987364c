// Aliases within a comparison: ids that differ from run to run make no differences of their own.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { type Comparison, type ComparisonDifference, type ComparisonOptions, Processor } from "../../../src/index.ts";
import { KeyTable, NO_TEMPLATE } from "../../../src/tools/diff/line-keys.ts";
import { numberedKey } from "../../../src/tools/diff/line-numberer.ts";
import { commonLength, countsOf } from "../../support/comparison-reference.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

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

/** How many ids a log has: jobs, and hosts. */
function idsOf(lines: readonly Step[]): number {
  const ids = lines.flatMap(({ job, what }) => (what === "-" ? [] : what.startsWith("to ") ? [job, what] : [job]));
  return new Set<number | string>(ids).size;
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

/** A function that gives a pseudorandom whole number below its argument. */
function pseudorandom(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Jobs that run side by side, `atOnce` at a time. Many have the same steps, and few have steps of their own. */
function jobLog(jobs: number, atOnce: number, next: (below: number) => number): Step[] {
  const lines: Step[] = [];
  const running: Step[][] = [];
  for (let job = 0; job < jobs || running.length > 0; ) {
    for (; running.length < atOnce && job < jobs; job++) {
      const steps = ["start", ...Array.from({ length: next(3) }, () => ["reads", "writes", "waits"][next(3)]!)];
      running.push([...steps, `ends after ${next(40)} ms`].map((what) => ({ job, what })));
    }
    const at = next(running.length);
    lines.push(running[at]!.shift()!);
    if (running[at]!.length === 0) running.splice(at, 1);
  }
  return lines;
}

/**
 * How many lines two logs have in common with the best renaming, found by trying all. A branch of the search is left if
 * it cannot be better even if all ids that are still undecided are equal.
 */
function mostAlike(
  old: readonly (readonly [id: string, what: string])[],
  next: readonly (readonly [id: string, what: string])[],
  isUnordered: boolean,
): number {
  const [olds, news] = [old, next].map((lines) => [...new Set(lines.map(([id]) => id))]) as [string[], string[]];
  const names = [new Map<string, string>(), new Map<string, string>()] as const;
  const alike = (): number => {
    const [xs, ys] = [old, next].map((lines, side) =>
      lines.map(([id, what]) => `${names[side]!.get(id) ?? "?"} ${what}`),
    ) as [string[], string[]];
    if (!isUnordered) return commonLength(xs, ys);
    const counts = countsOf(ys);
    return [...countsOf(xs)].reduce((sum, [key, count]) => sum + Math.min(count, counts.get(key) ?? 0), 0);
  };
  let best = -1;
  const decide = (i: number): void => {
    const most = alike();
    if (most <= best) return;
    if (i === news.length) {
      best = most;
      return;
    }
    for (const id of olds) {
      if (names[0].has(id)) continue;
      names[0].set(id, `#${i}`);
      names[1].set(news[i]!, `#${i}`);
      decide(i + 1);
      names[0].delete(id);
    }
    names[1].set(news[i]!, `new ${i}`);
    decide(i + 1);
    names[1].delete(news[i]!);
  };
  decide(0);
  return best;
}

suite("aliases in a comparison", (test) => {
  test("never search without end for the mark of a number that is missing", () => {
    for (const text of ["", "#", "\n=#", "user\n\n#"]) {
      const table = new KeyTable();
      table.store.reserve(text.length);
      table.store.block.write(text, table.store.at, "latin1");
      const key = table.keyOf(text.length, NO_TEMPLATE);
      assert.throws(() => numberedKey(table, key, [1]), /lacks the mark of a number/);
    }
  });

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

  test("add lines, or swap two neighbours, and no more are told, but for few logs of more than ten ids", async () => {
    const FEW = 10;
    let cases = 0;
    const more: string[] = [];
    await assertProperty(
      fc.asyncProperty(work, naming, fc.nat(), fc.boolean(), async (lines, nameOf, at, isAdded) => {
        const place = at % lines.length;
        const edited = isAdded
          ? lines.toSpliced(place, 0, { job: 1000, what: "start" })
          : lines.toSpliced(place, 2, ...lines.slice(place, place + 2).reverse());
        const logs = [lines.map((line) => written(line, KEPT)), edited.map((line) => written(line, nameOf))] as const;
        cases++;
        await compared(logs, {}, (comparison) => {
          const told = toldLines(comparison.differences());
          if (told.old.length <= (isAdded ? 0 : 1) && told.next.length <= 1) return;
          const shown = `old lines ${told.old}, new lines ${told.next} of\n${logs[0].join("\n")}\n\n${logs[1].join("\n")}`;
          assert.ok(idsOf(edited) > FEW, shown);
          more.push(shown);
        });
      }),
      { numRuns: 150 },
    );
    // The search is no proof beyond ten ids. It told more in none of 300,000 logs when this was written.
    assert.ok(more.length <= 1 + cases / 1000, `${more.length} of ${cases} logs:\n${more.join("\n\n")}`);
  });

  test("pair those of lines that still differ anew, however many others there are", async () => {
    const swapped =
      "2S 3S 0S 0a 0a 2a 0E 2a 2a 2E 3a 3a 3E 1S 6S 4S 4a 5S 5a 6-3 1-2 1a 1E 6E 4E 7S 7a 7E 8S 8a 8a 5E 8E";
    const cut =
      "3S 0S 0a 0-1 0-3 0E tick 1S 2S 2a 2E tick 4S 3b 5S 4-2 4b 1E 3E 7S 6S 6c 4-2 6a 5-2 tick 5-2 7-2 7E 8S 6E 9S 4E 8c " +
      "5E tick 8-1 8-2 8E 9-3 9E";
    const beside = "1S 1-1 2S 0S 0-2 0-2 2-3 0E 1E 2E 3S 3b 3a 5S 6S 3E 7S 4S tick tick 4-1 tick 4-3 6E 4E 5E 7E";
    const edits = [
      [swapped, swapped.replace("6-3 1-2", "1-2 6-3"), 1, 1],
      [beside, beside.replace("5S 6S", "6S 5S"), 1, 1],
      [cut, cut.replace("0-1 ", ""), 1, 0],
    ] as const;
    const linesOf = (steps: string, run: string): string[] =>
      steps.split(" ").map((step) => {
        const [, job, what, host] = /^(\d)(\w|-(\d))$/.exec(step) ?? [];
        if (job === undefined) return `- ${step}`;
        return `job ${run}${job} ${host === undefined ? what : `moves to ${run}${host}`}`;
      });
    for (const [old, next, removed, added] of edits) {
      await compared([linesOf(old, "j"), linesOf(next, "k")], {}, (comparison) => {
        const told = toldLines(comparison.differences());
        assert.deepEqual([told.old.length, told.next.length], [removed, added]);
      });
    }
  });

  test("with up to seven ids in a log, differ in as few lines as any renaming allows", () => {
    const line = fc.tuple(fc.constantFrom("p", "q", "r", "s", "t", "u", "v"), fc.constantFrom("a", "b"));
    const log = fc.array(line, { maxLength: 14, size: "max" });
    const few = fc.array(fc.tuple(fc.constantFrom("p", "q", "r", "s"), fc.constantFrom("a", "b")), { maxLength: 9 });
    const logs = fc.oneof(
      fc.tuple(few, few),
      fc
        .tuple(
          log,
          fc.nat(),
          fc.array(fc.tuple(fc.nat(4), fc.nat(1), fc.array(line, { maxLength: 1 })), { maxLength: 3 }),
        )
        .map(([old, place, edits]) => {
          const next = [...old];
          for (const [at, removed, added] of edits) next.splice((place + at) % (next.length + 1), removed, ...added);
          return [old, next] as [typeof old, typeof old];
        }),
    );
    const way = fc.constantFrom<ComparisonOptions>({}, { unordered: true }, { by: ["request"] });
    return assertProperty(
      fc.asyncProperty(logs, fc.boolean(), way, async ([old, next], isKept, options) => {
        const renamed = isKept ? next : next.map(([id, what]) => [`new-${id}`, what] as const);
        const texts = [old, renamed].map((lines) =>
          lines.map(([id, what]) => (options.by === undefined ? `job ${id} ${what}` : `[1] ${id} ${what}`)),
        );
        const same = await compared(texts as [string[], string[]], options, ({ summary }) => summary.same);
        assert.equal(same, mostAlike(old, renamed, options.unordered === true));
      }),
      { numRuns: 300 },
    );
  });

  test("take half of a log, and just the other half is told, or somewhat more with other ids", () =>
    assertProperty(
      fc.asyncProperty(
        fc.record({ jobs: fc.integer({ min: 1, max: 600 }), atOnce: fc.integer({ min: 1, max: 40 }), seed: fc.nat() }),
        fc.constantFrom("first", "second", "random"),
        naming,
        fc.boolean(),
        async ({ jobs, atOnce, seed }, half, nameOf, areSwapped) => {
          const lines = jobLog(jobs, atOnce, pseudorandom(seed));
          const middle = lines.length >> 1;
          const next = pseudorandom(seed + 1);
          const part =
            half === "first"
              ? lines.slice(0, middle)
              : half === "second"
                ? lines.slice(middle)
                : lines.filter(() => next(2) === 1);
          const whole = lines.map((line) => written(line, KEPT));
          const less = part.map((line) => written(line, nameOf));
          const logs = areSwapped ? ([less, whole] as const) : ([whole, less] as const);
          await compared(logs, { unordered: true }, ({ summary: { same, old, new: next } }) => {
            // In 30 random halves it was one line in 12, and one in 5 in the worst; in others one or none in 600.
            const most = nameOf === KEPT ? 0 : half === "random" ? 4 + part.length / 3 : 2 + part.length / 100;
            const more = part.length - same;
            assert.ok(more <= most, `${more} of ${part.length} lines`);
            const missing = lines.length - part.length;
            const only = areSwapped ? [more, missing + more] : [missing + more, more];
            assert.deepEqual([old.only, next.only], only);
          });
        },
      ),
      { numRuns: 24 },
    ));

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
