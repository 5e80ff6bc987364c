// Whatever the library says of a line that a rule matched has `fields`, by name, beside `captures`, in order.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { Processor } from "../../src/index.ts";
import { suite } from "../support/suite.ts";

const RULES = `
rules:
  - name: move
    pattern: "job {id} from {host} to {host}"
    output: "job {id} moved"
    fields: { id: { transform: uppercase } }
`;
const processor = new Processor({ rules: RULES });
const LINE = "job a7 from ä to c";
const OTHER = "job b8 from d to e";

const captured = {
  fields: { id: "a7", host: ["ä", "c"] },
  captures: [
    { name: "id", value: "a7" },
    { name: "host", value: "ä" },
    { name: "host", value: "c" },
  ],
};
const nothing = { fields: {}, captures: [] };

/** Turns bytes into text, in all depths. */
function asText(value: unknown): unknown {
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (Array.isArray(value)) return value.map(asText);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asText(member)]));
}

const part = ({ fields, captures }: { fields: unknown; captures: unknown }): unknown => asText({ fields, captures });
const logOf = (...lines: string[]): Readable => Readable.from([lines.map((line) => `${line}\n`).join("")]);

async function firstOf<T>(items: AsyncIterable<T>): Promise<T> {
  for await (const item of items) return item;
  assert.fail("there is none");
}

suite("fields and captures", (test) => {
  for (const options of [{ bytes: true as const }, {}] as { bytes: true }[]) {
    const kind = options.bytes ? "bytes" : "text";

    test(`are in what single lines give, as ${kind}`, async () => {
      const line = options.bytes ? Buffer.from(LINE) : LINE;
      assert.deepEqual(part(processor.normalize(line)!), captured);
      const why = await processor.why(line);
      assert.ok(why.rule !== undefined);
      const captures = why.captures.map(({ name, value }) => ({ name, value }));
      assert.deepEqual(part({ fields: why.fields, captures }), captured);
    });

    test(`are in records and events, as ${kind}`, async () => {
      assert.deepEqual(part(await firstOf(processor.records(logOf(LINE), options))), captured);
      assert.deepEqual(part(await firstOf(processor.records(logOf("raw"), options))), nothing);
      const [event, raw] = await processor.merge(logOf(LINE, "raw"), options);
      assert.deepEqual([part(event!), part(raw!)], [captured, nothing]);
      const { groups } = await processor.trace(logOf(LINE), { by: ["id"], ...options });
      assert.deepEqual(part(groups[0]!.events[0]!), captured);
    });

    test(`are in lines of differences, of whatever kind, as ${kind}`, async () => {
      const compare = (settings: object, old: readonly string[], next: readonly string[]) =>
        processor.compare(logOf(...old), logOf(...next), { ...settings, ...options });
      const inOrder = await compare({}, [LINE, "raw"], []);
      const [removed, unmatched] = inOrder.differences();
      assert.ok(removed?.kind === "removed" && unmatched?.kind === "removed");
      assert.deepEqual([part(removed.old), part(unmatched.old)], [captured, nothing]);

      const [changed] = (await compare({}, [OTHER], [LINE])).differences();
      assert.ok(changed?.kind === "changed");
      assert.deepEqual(part(changed.new), captured);

      const [same] = (await compare({}, [LINE], [LINE, OTHER])).withContext(1);
      assert.ok(same?.kind === "same");
      assert.deepEqual(part(same.old), captured);

      const [group] = (await compare({ by: ["id"] }, [LINE], [])).differences();
      assert.ok(group?.kind === "removed_group");
      assert.deepEqual(Array.from(group.lines, part), [captured]);

      const [count] = (await compare({ unordered: true }, [LINE], [])).differences();
      assert.ok(count?.kind === "count" && count.old.first !== undefined);
      assert.deepEqual(part(count.old.first), captured);
    });
  }
});
