import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { type LineRecord, Processor } from "../../src/index.ts";
import { type JsonWriter, jsonMember, jsonText } from "../../src/text/messages/json.ts";
import { character, elements } from "../support/arbitraries.ts";
import { Collector } from "../support/collector.ts";
import { fromJson, fromRecord, parsed } from "../support/json-records.ts";
import { assertProperty, shareOf } from "../support/property.ts";
import { rulesFile } from "../support/rules-file.ts";
import { suite } from "../support/suite.ts";

async function jsonOf(processor: Processor, log: Uint8Array): Promise<string> {
  const output = new Collector();
  await processor.process(Readable.from([log]), output, { format: "json", original: true });
  return output.text;
}

async function recordsOf(processor: Processor, log: Uint8Array): Promise<LineRecord<Uint8Array>[]> {
  const records: LineRecord<Uint8Array>[] = [];
  for await (const record of processor.records(Readable.from([log]), { bytes: true, original: true }))
    records.push(record);
  return records;
}

const byte = fc
  .oneof(
    { weight: 8, arbitrary: fc.constantFrom(..."ab :1\n") },
    { weight: 2, arbitrary: fc.constantFrom('"', "\\", "\t", "\x1b", "é", "\u2028", "😀", "\r", "\0") },
  )
  .map((text) => Buffer.from(text));
const broken = fc.constantFrom(0xff, 0xc3, 0xe2).map((code) => Buffer.from([code]));
const log = fc
  .array(fc.oneof({ weight: 20, arbitrary: byte }, { weight: 1, arbitrary: broken }), { maxLength: 80 })
  .map((pieces) => Buffer.concat(pieces));

suite("lines as JSON", (test) => {
  test("hold what the library's records hold, whatever the rules and the bytes", async () => {
    await assertProperty(
      fc.asyncProperty(fc.array(elements, { minLength: 1, maxLength: 3 }), log, async (patterns, bytes) => {
        const rules = patterns.map((pattern, i) => ({ name: `"${i}" é`, pattern, output: '\\ "é" ' }));
        const processor = new Processor({ rulesPath: rulesFile(rules) });
        assert.deepEqual(
          parsed(await jsonOf(processor, bytes)).map(fromJson),
          (await recordsOf(processor, bytes)).map(fromRecord),
        );
      }),
    );
  });

  const twice = rulesFile(`
rules:
  - name: twice
    pattern: [{ field: _ }, { text: "=" }, { field: a }, { text: "=" }, { field: _ }]
    output: "{a}{a}"
  - name: shout
    pattern: [{ text: "!" }, { field: a, transform: uppercase }]
    output: "{a}"
`);
  const processor = new Processor({ rulesPath: twice });

  test("have a list for several captures of one field name", async () => {
    const [line] = parsed(await jsonOf(processor, Buffer.from("x=y=z\n")));
    const place = { file: "log 1", line: 1, offset: 0, time: null };
    const fields = { _: ["x", "z"], a: "y" };
    assert.deepEqual(line, { ...place, rule: "twice", fields, output: "yy", original: "x=y=z" });
  });

  test("have captures as they are in the line, and transforms only in the output", async () => {
    const [line] = parsed(await jsonOf(processor, Buffer.from("!ß\n")));
    assert.deepEqual([line?.fields, line?.output], [{ a: "ß" }, "SS"]);
  });

  test("hold nothing that a terminal would obey", async () => {
    const json = await jsonOf(processor, Buffer.from("\x1b[31m=\u202e=\x07\n\x9b\x00\n"));
    assert.ok(/^[ -~\n\ufffd]*$/.test(json), JSON.stringify(json));
  });

  for (const [what, unit] of [
    ["plain text", "x"],
    ["quotes", '"'],
    ["control characters", "\x01"],
    ["text in three bytes a character", "€"],
    ["bytes that are not UTF-8", "\xff"],
  ] as const) {
    test.costly(`may be longer than one write: ${what}`, async () => {
      const value = Buffer.from(unit.repeat(700_000), unit === "\xff" ? "latin1" : "utf8");
      const bytes = Buffer.concat([Buffer.from("x="), value, Buffer.from("=z\n"), value, Buffer.from("\nx=y=z\n")]);
      assert.deepEqual(
        parsed(await jsonOf(processor, bytes)).map(fromJson),
        (await recordsOf(processor, bytes)).map(fromRecord),
      );
    });
  }

  test.costly("are written piece by piece, however long the line is", async () => {
    let most = 0;
    const length = shareOf(4_000_000);
    const output = new Collector();
    const write = output._write.bind(output);
    output._write = (chunk, encoding, done) => {
      most = Math.max(most, chunk.length);
      write(chunk, encoding, done);
    };
    await processor.process(Readable.from([`x=${"\x01".repeat(length)}=z\n`]), output, { format: "json" });
    assert.ok(output.text.length > 18 * length);
    assert.ok(most < 7_000_000, `${most} bytes at once`);
  });
});

type Value = string | number | boolean | null | Buffer | readonly Value[] | { readonly [name: string]: Value };

const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.string({ unit: character }),
    fc.constantFrom("\x1b[31m", "\u2028", '"', ""),
    fc.nat(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    fc.boolean(),
    fc.constant(null),
    fc.uint8Array({ maxLength: 9 }).map((bytes) => Buffer.from(bytes)),
    fc.array(fc.oneof(fc.string(), fc.dictionary(fc.constantFrom("a", "b"), tie("value")))) as fc.Arbitrary<Value>,
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("value"), { noNullPrototype: true }),
  ),
}));

/** Adds a value as a member. */
function add(json: JsonWriter, name: string, value: Value): void {
  if (typeof value === "string") json.text(name, value);
  else if (Buffer.isBuffer(value)) json.bytes(name, value);
  else if (Array.isArray(value)) addList(json, name, value);
  else if (typeof value === "object" && value !== null) addObject(json, value as Record<string, Value>, name);
  else json.value(name, value as number | boolean | null);
}

function addList(json: JsonWriter, name: string, items: readonly Value[]): void {
  json.beginList(name);
  for (const item of items) {
    if (typeof item === "string") json.text(undefined, item);
    else addObject(json, item as Record<string, Value>);
  }
  json.endList();
}

function addObject(json: JsonWriter, members: Readonly<Record<string, Value>>, name?: string): void {
  json.beginObject(name);
  for (const [key, member] of Object.entries(members)) add(json, key, member);
  json.endObject();
}

/** The value as JSON.parse must return it. */
function expected(value: Value): unknown {
  if (Array.isArray(value)) return value.map(expected);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).flatMap(([name, member]) => {
    if (!Buffer.isBuffer(member)) return [[name, expected(member)]];
    const text = member.toString();
    const isText = Buffer.from(text).equals(member);
    return [[name, text], ...(isText ? [] : [[`${name}_base64`, member.toString("base64")]])];
  });
  return Object.fromEntries(members);
}

suite("JSON", (test) => {
  test("is what was written, in one line, with nothing that a terminal would obey", () => {
    const objects = fc.dictionary(fc.constantFrom("a", "b", "c"), value, { noNullPrototype: true });
    assertProperty(
      fc.property(objects, objects, (first, second) => {
        const text = jsonText((json) => {
          for (const members of [first, second]) {
            json.beginObject();
            json.member(jsonMember("kind", "é"));
            for (const [name, member] of Object.entries(members)) add(json, name, member);
            json.endLine();
          }
        });
        const lines = text.split("\n");
        assert.equal(lines.length, 3);
        assert.doesNotMatch(lines.join(""), /[\p{Cc}\u2028]/u);
        assert.deepEqual(
          lines.slice(0, 2).map((line) => JSON.parse(line)),
          [first, second].map((members) => ({ kind: "é", ...(expected(members) as object) })),
        );
      }),
    );
  });
});
