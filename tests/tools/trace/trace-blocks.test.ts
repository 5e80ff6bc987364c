// Lines of large chunks, which the machine of the rules takes as a block, beside the same lines one by one.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { Processor } from "../../../src/index.ts";
import { assertProperty } from "../../support/property.ts";
import { suite } from "../../support/suite.ts";

const TIMED = [{ field: "timestamp", parser: "timestamp" }, " "];
const RULES = [
  { name: "began", pattern: [...TIMED, "began ", { field: "id" }, ", ", { field: "other" }], output: "began {other}" },
  { name: "ended", pattern: [...TIMED, "ended ", { field: "id", transform: "lowercase" }], output: "ended {id}" },
  { name: "size", pattern: ["size ", { field: "size", parser: "number" }, " of ", { field: "id" }], output: "{size}" },
  { name: "constant", pattern: "tick {count}", output: "tick" },
];
const ALIASED = { name: "host", pattern: ["host ", { field: "id", transform: "alias" }], output: "host {id}" };
const CATCH_ALL = { name: "rest", pattern: "-{id}", catch_all: true, output: "-{id}" };
const FOLLOWED = { name: "failed", pattern: "failed {id}", output: "failed", sequence: { followers: ["  {why}"] } };

/** What is traced of the log in chunks of so many bytes. */
async function traced(rules: object, log: Buffer, size: number, link: boolean) {
  const processor = new Processor({ rules } as never);
  const chunks = Array.from({ length: Math.ceil(log.length / size) }, (_, i) => log.subarray(i * size, (i + 1) * size));
  const source = () => [{ name: "log", input: Readable.from(chunks) }];
  const trace = await processor.trace(source(), { by: ["id", "other"], link });
  return { trace, events: [...(await processor.merge(source()))] };
}

const value = fc.constantFrom("", "a", "B", "req-1", "req-2", " x ", "\u00e9", "12", "v".repeat(200));
const time = fc.nat({ max: 59 }).map((second) => `2025-03-04T10:00:${String(second).padStart(2, "0")}.5Z`);
const line = fc.oneof(
  fc.tuple(time, value, value).map(([at, id, other]) => `${at} began ${id}, ${other}`),
  fc.tuple(time, value).map(([at, id]) => `${at} ended ${id}`),
  value.map((id) => `size 12 of ${id}`),
  value.map((count) => `tick ${count}`),
  value.map((host) => `host ${host}`),
  time.map((at) => `${at} other`),
  fc.constantFrom("", "-", "- a", "\r", "failed 1", "  because", "long ".repeat(4000)),
);

suite("lines of blocks", (test) => {
  test.costly("are traced as they are one by one", () =>
    assertProperty(
      fc.asyncProperty(
        fc.array(line, { minLength: 20, maxLength: 60, size: "max" }),
        fc.constantFrom("\n", "\r\n"),
        fc.subarray([ALIASED, CATCH_ALL, FOLLOWED]),
        fc.boolean(),
        async (texts, ending, more, link) => {
          // A block is used from some size on.
          const padding = Array.from({ length: 400 }, (_, i) => `tick ${"x".repeat(100)}${i}`);
          const log = Buffer.from([...padding, ...texts, ...texts].join(ending));
          const rules = { rules: [...RULES, ...more] };
          assert.deepEqual(await traced(rules, log, 1 << 20, link), await traced(rules, log, 50, link));
        },
      ),
      { numRuns: 100 },
    ),
  );
});
