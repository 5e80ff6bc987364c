// Lines of large chunks, which the machine of the rules takes as a block, beside the same lines one by one.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { type ComparisonOptions, Processor } from "../../../src/index.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const RULES = {
  rules: [
    { name: "began", pattern: "{time} began {id}, {other}", output: "began {id} {other}" },
    { name: "ended", pattern: "{time} ended {id}", output: "ended {id}" },
    {
      name: "size",
      pattern: ["size ", { field: "size", parser: "number" }, " of ", { field: "id" }],
      output: "{size}",
    },
    {
      name: "user",
      pattern: ["user ", { field: "user", transform: "lowercase" }, " in ", { field: "id", transform: "trim" }],
      output: "{user} in {id}, {user}",
    },
    { name: "constant", pattern: "tick {count}", output: "tick" },
  ],
};
const ALIASED = { name: "host", pattern: ["host ", { field: "host", transform: "alias" }], output: "host {host}" };
const CATCH_ALL = { name: "rest", pattern: "-{rest}", catch_all: true, output: "-{rest}" };
const FOLLOWED = { name: "failed", pattern: "failed {id}", output: "failed", sequence: { followers: ["  {why}"] } };

/** The log in chunks of so many bytes. */
async function told(
  rules: object,
  logs: readonly Buffer[],
  size: number,
  options: ComparisonOptions & { readonly summary: boolean },
): Promise<{ readonly text: string; readonly summary: object; readonly counts: object; readonly all: string }> {
  const processor = new Processor({ rules } as never);
  const [old, next] = logs.map((log, i) => {
    const chunks = Array.from({ length: Math.ceil(log.length / size) }, (_, k) =>
      log.subarray(k * size, (k + 1) * size),
    );
    return { name: `log ${i}`, input: Readable.from(chunks) };
  });
  const comparison = await processor.compare(old!, next!, options);
  try {
    const { summary, rules: counts } = comparison;
    return { summary, counts, text: comparison.toString(), all: JSON.stringify([...comparison.differences()]) };
  } finally {
    comparison.close();
  }
}

const value = fc.constantFrom("", "a", "B", "req-1", "req-2", " x ", "\u00e9", "12", "v".repeat(200));
const line = fc.oneof(
  fc.tuple(value, value).map(([id, other]) => `10:${other} began ${id}, ${other}`),
  value.map((id) => `10:00 ended ${id}`),
  value.map((id) => `size 12 of ${id}`),
  fc.tuple(value, value).map(([user, id]) => `user ${user} in ${id}`),
  value.map((count) => `tick ${count}`),
  value.map((host) => `host ${host}`),
  fc.constantFrom("", "-", "- a", "other", "\r", "failed 1", "  because", "long ".repeat(4000)),
);
const edit = fc.record({ at: fc.nat(), line, removed: fc.nat({ max: 2 }) });

suite("lines of blocks", (test) => {
  test.costly("have the keys and groups that they have one by one", () =>
    assertProperty(
      fc.asyncProperty(
        fc.array(line, { minLength: 20, maxLength: 60, size: "max" }),
        fc.array(edit, { maxLength: 8 }),
        fc.constantFrom("\n", "\r\n"),
        fc.subarray([ALIASED, CATCH_ALL, FOLLOWED]),
        fc.record({
          by: fc.constantFrom(undefined, ["id"], ["id", "other"], ["user", "id"]),
          ignore: fc.constantFrom(undefined, ["id"], ["user"]),
          unordered: fc.boolean(),
          unmatched: fc.constantFrom("pass" as const, "drop" as const),
          summary: fc.boolean(),
        }),
        async (texts, edits, ending, more, options) => {
          const old = Array.from({ length: 5 }, () => texts).flat();
          const next = [...old];
          for (const { at, line, removed } of edits) next.splice(at % next.length, removed, line);
          // A block is used from some size on.
          const padding = Array.from({ length: 200 }, (_, i) => `tick ${"x".repeat(100)}${i}`);
          const logs = [old, next].map((lines) => Buffer.from([...padding, ...lines].join(ending)));
          const rules = { rules: [...RULES.rules, ...more] };
          const inBlocks = await told(rules, logs, 1 << 20, options);
          assert.deepEqual(inBlocks, await told(rules, logs, 50, options));
          if (!options.summary) return;
          // What is claimed is found without changing what is compared.
          const { text } = inBlocks;
          assert.deepEqual(inBlocks, { ...(await told(rules, logs, 1 << 20, { ...options, summary: false })), text });
        },
      ),
      { numRuns: 200 },
    ),
  );
});
