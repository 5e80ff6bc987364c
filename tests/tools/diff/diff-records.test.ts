// Records compared. Messages may have line breaks, and with them whatever stands in the keys of other lines for ids.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { type ComparisonOptions, Processor } from "../../../src/index.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const processor = new Processor({
  rules: {
    rules: [
      { name: "job", pattern: "job {job}", output: "{job} runs" },
      { name: "user", pattern: ["user ", { field: "user", transform: "alias" }], output: "{user} is in" },
      { name: "raw", pattern: "raw {text} of {job}", output: "{text}" },
    ],
  },
});

/** Stands for any id. */
const ANY_ID = "\0";

/** What the rules write, by their words. A log of one line has one alias. */
function outputOf(message: string, shownId = (id: string): string => id): string {
  const [, job] = /^job (.*)$/s.exec(message) ?? [];
  if (job !== undefined) return `${shownId(job)} runs`;
  const [, user] = /^user (.*)$/s.exec(message) ?? [];
  if (user !== undefined) return `${user === "" ? "" : "user#1"} is in`;
  return /^raw (.*?) of (.*)$/s.exec(message)?.[1] ?? message;
}

async function compared(old: string, next: string, options: ComparisonOptions) {
  const log = (name: string, log: string) => ({ name, input: Readable.from([JSON.stringify({ log })]) });
  const input = { format: "json" } as const;
  const comparison = await processor.compare(log("old", old), log("new", next), { input, ...options });
  try {
    const { same } = comparison.summary;
    const outputs = [...comparison.differences()].flatMap((one) => {
      if (one.kind === "changed") return [one.old.output, one.new.output];
      if (one.kind === "removed" || one.kind === "removed_group") return [];
      return one.kind === "added" ? [one.new.output] : [];
    });
    return { same, outputs };
  } finally {
    comparison.close();
  }
}

const message = fc
  .tuple(
    fc.constantFrom("job ", "user ", "raw ", ""),
    fc.array(fc.constantFrom("\n", "\n=", "\n#", "\n\n", "=", "#", "user#", "1", " runs", " is in", " of ", "7"), {
      maxLength: 4,
    }),
    fc.constantFrom("", " of 7", " of \n", "7", "\n=", "\n# is in"),
  )
  .map(([head, parts, tail]) => head + parts.join("") + tail)
  // One line end at the end is kept aside.
  .filter((text) => !text.endsWith("\n"));

suite("messages with line breaks", (test) => {
  for (const [what, old, next, options] of [
    ["the place of an id", "job 7", "raw \n= runs of 7", { by: ["job"] }],
    ["the place of a number", "user ann", "raw user#\n# is in of 7", {}],
    ["the place of a number, in a line without a rule", "user ann", "user#\n# is in", {}],
    ["a doubled line break", "raw a\nb of 7", "raw a\n\nb of 7", {}],
  ] as const) {
    test(`are not taken for ${what}`, async () => {
      const { same } = await compared(old, next, options);
      assert.equal(same, 0);
      assert.equal((await compared(next, next, options)).same, 1);
    });
  }

  test("are equal if their outputs are, and are shown as they are", async () => {
    await assertProperty(
      fc.asyncProperty(
        fc.oneof(
          fc.tuple(message, message),
          message.map((one) => [one, one] as const),
        ),
        async ([a, b]) => {
          const { same, outputs } = await compared(a, b, {});
          assert.equal(same === 1, outputOf(a) === outputOf(b));
          for (const output of outputs) assert.ok([outputOf(a), outputOf(b)].includes(output));
          const grouped = await compared(a, b, { by: ["job"] });
          const hidden = (id: string): string => (id === "" ? "" : ANY_ID);
          if (grouped.same === 1) assert.equal(outputOf(a, hidden), outputOf(b, hidden));
        },
      ),
      { numRuns: 500 },
    );
  });
});
