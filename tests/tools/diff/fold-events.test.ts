// Stack traces among differences: what is not shown of them is counted.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { Processor } from "../../../src/index.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const FRAMES = [
  "\tat com.shop.A.a(A.java:1)",
  "\tat com.shop.B.b(B.java:2)",
  "\t... 12 more",
  '  File "a.py", line 3, in f',
];
const LINES = [
  ...FRAMES,
  ...["Caused by: java.io.IOException: closed", "java.lang.IllegalStateException: no", "KeyError: 17"],
  ...["Traceback (most recent call last):", "    f()", "", "==================", "WARNING: DATA RACE", "ERROR", "INFO"],
  ...["thread 'main' panicked at a.rs:1:1:", "goroutine 1 [running]:", "main.main()"],
];
const RULES = { rules: [{ name: "error", pattern: "ERROR", output: "E", sequence: "stack_trace" }] };
const log = (lines: readonly string[]): Readable => Readable.from([lines.map((line) => `${line}\n`).join("")]);

/** How many lines the rows of a text stand for. */
function linesOf(text: string): number {
  let lines = 0;
  /** The rows just before, by what they show. */
  let shown: string[] = [];
  for (const row of text.split("\n")) {
    const folded = /^ +… (?:(\d+) frames?)?(?:, )?(?:(\d+) more lines?)?$/.exec(row);
    const counts = /^ +(\d+) in OLD(?: \([^)]*\))?, (\d+) in NEW/.exec(row);
    const empty = /^[+-] +(\d+) empty lines? (?:more|fewer) /.exec(row);
    const line = /^([+-]) +(?:\d+ )?( *.*)$/.exec(row);
    if (folded !== null) lines += Number(folded[1] ?? 0) + Number(folded[2] ?? 0);
    if (empty !== null) lines += Number(empty[1]);
    else if (line !== null && !/^(?:---|\+\+\+)/.test(row)) {
      lines++;
      shown.push(line[1]! + line[2]);
    }
    // Some of the lines that these are were shown.
    if (counts !== null) {
      const last = shown.at(-1);
      const before = shown.length - 1 - shown.findLastIndex((one) => one !== last);
      lines += Math.abs(Number(counts[1]) - Number(counts[2])) - before;
    }
    if (folded !== null || counts !== null || empty !== null) shown = [];
  }
  return lines;
}

suite("events among differences", (test) => {
  // Often whole traces of a rule, so that lines of one become lines of the other.
  const trace = fc.array(fc.constantFrom(...LINES.slice(0, 7)), { maxLength: 9 }).map((lines) => ["ERROR", ...lines]);
  const side = fc
    .array(fc.oneof(trace, fc.array(fc.constantFrom(...LINES), { maxLength: 4 })), { maxLength: 7 })
    .map((pieces) => pieces.flat());
  for (const [name, options] of [
    ["in order", {}],
    ["unordered", { unordered: true }],
  ] as const)
    test(`are counted with all their lines, ${name}`, async () => {
      const processors = [new Processor({ rules: RULES }), new Processor({ mask: true })];
      await assertProperty(
        fc.asyncProperty(side, side, fc.constantFrom(...processors), async (old, next, processor) => {
          const comparison = await processor.compare(log(old), log(next), options);
          const { old: olds, new: news } = comparison.summary;
          const text = comparison.toString();
          const [shown, only] = [linesOf(text), olds.only + news.only];
          // In order, an empty line more may be one that moved and another.
          if (name === "in order" && / empty lines? (?:more|fewer) /.test(text)) assert.ok(shown <= only, text);
          else assert.equal(shown, only, text);
          comparison.close();
        }),
        { numRuns: 600 },
      );
    });

  test("are not held, however long they are", async () => {
    const long = [
      "java.lang.IllegalStateException: no",
      ...Array.from({ length: 5000 }, (_, i) => `\tat a.B.c(B.java:${i})`),
    ];
    const comparison = await new Processor({ rules: RULES }).compare(log([]), log(long));
    assert.match(comparison.toString(), /\+ +1 {2}java.*\n.*\n +… 5000 frames\n/);
    comparison.close();
  });

  test("of a program are all there", async () => {
    const comparison = await new Processor({ rules: RULES }).compare(log([]), log(["E: no", ...FRAMES]));
    assert.equal([...comparison.differences()].length, 5);
    comparison.close();
  });
});
