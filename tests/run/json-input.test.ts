// Records in, records out. The second opinion parses each line with JSON.parse and puts texts together by itself.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { type ProcessOptions, Processor } from "../../src/index.ts";
import { JsonRecord } from "../../src/text/records/json-record.ts";
import { Collector } from "../support/collector.ts";
import { assertProperty } from "../support/property.ts";
import { suite } from "../support/suite.ts";

const read = (message: string | undefined, line: string | Buffer): JsonRecord | undefined => {
  // There are other bytes around each line.
  const bytes = Buffer.concat([Buffer.from('"{['), Buffer.from(line as string), Buffer.from('"}]\\')]);
  const record = new JsonRecord(message);
  return record.read(bytes, 3, bytes.length - 4) ? record : undefined;
};
const textOf = (record: JsonRecord | undefined): string | undefined =>
  record?.text.toString("utf8", record.textFrom, record.textTo);

/** The members of the outermost object of valid JSON, as pairs of texts. Repeated keys are all there. */
function membersOf(json: string): [string, string][] {
  const members: [string, string][] = [];
  let depth = 0;
  let key: string | undefined;
  let from = 0;
  const tokens = json.matchAll(/"(?:[^"\\]|\\.)*"|[^\s{}[\]:,"]+|[{}[\]:,]/g);
  for (const { 0: token, index } of tokens) {
    if (depth === 1 && token === ":") from = index + 1;
    if (depth === 1 && (token === "," || token === "}") && key !== undefined) {
      members.push([JSON.parse(key), json.slice(from, index).trim()]);
      key = undefined;
    } else if (depth === 1 && key === undefined && token.startsWith('"')) {
      key = token;
    }
    if ("{[".includes(token)) depth++;
    if ("}]".includes(token)) depth--;
  }
  return members;
}

/** The text of a message by the words of the documentation. */
function expectedText(json: string, message: string | undefined): string | undefined {
  try {
    const value: unknown = JSON.parse(json);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  } catch {
    return undefined;
  }
  const value = message === undefined ? usual(json) : named(json, message);
  if (value === undefined) return undefined;
  // A byte is written without a fraction.
  const text = /^\[.*[.eE-]/s.test(value) ? undefined : textOfValue(JSON.parse(value));
  return text?.replace(/\r?\n$/, "");
}

function usual(json: string): string | undefined {
  for (const name of ["message", "msg", "log", "MESSAGE"]) {
    const value = last(json, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

function named(json: string, name: string): string | undefined {
  const whole = last(json, name);
  const dot = name.indexOf(".");
  if (whole !== undefined || dot === -1) return whole;
  const inner = last(json, name.slice(0, dot));
  return inner?.startsWith("{") ? named(inner, name.slice(dot + 1)) : undefined;
}

function last(json: string, name: string): string | undefined {
  return membersOf(json).findLast(([key]) => key === name)?.[1];
}

function textOfValue(value: unknown): string | undefined {
  if (typeof value === "string") return /\p{Cs}/u.test(value) ? undefined : value;
  if (!Array.isArray(value) || !value.every((item) => Number.isInteger(item) && item >= 0 && item <= 255))
    return undefined;
  const bytes = Buffer.from(value);
  return Buffer.from(bytes.toString()).equals(bytes) ? bytes.toString() : undefined;
}

const space = fc.constantFrom("", "", "", " ", "\t", " \r ");
const content = fc
  .array(
    fc.constantFrom(
      ..."ab é😀/",
      "\\n",
      "\\r",
      "\\\\",
      '\\"',
      "\\/",
      "\\u000a",
      "\\u000D",
      "\\u0000",
      "\\ud83d",
      "\\ude00",
      "\\u00e9",
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(""));
const text = content.map((inner) => `"${inner}"`);
const bytes = fc
  .oneof(fc.string(), fc.constantFrom("a\n", "b\r\n", "\u001b[1m", "é"))
  .map((string) => JSON.stringify([...Buffer.from(string)]));
const name = fc.constantFrom(
  "message",
  "msg",
  "log",
  "MESSAGE",
  "a",
  "b",
  "a.b",
  "b.c",
  "a.b.c",
  "c",
  "__proto__",
  "m\\u0073g",
  "",
);
const { value } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    text,
    bytes,
    fc.constantFrom("1.0", "1e400", "-0", "true", "null", "[]", "{}", "[195]", "[256]", "[1.0]", "0.5E-3"),
    fc
      .array(fc.tuple(space, tie("value")), { maxLength: 3 })
      .map((items) => `[${items.map((item) => item.join("")).join(",")}]`),
    members(tie("value")),
  ),
}));
function members(inner: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .array(fc.tuple(space, name, space, space, inner, space), { maxLength: 4 })
    .map((all) => `{${all.map(([a, key, b, c, one, d]) => `${a}"${key}"${b}:${c}${one}${d}`).join(",")}}`);
}
const record = fc.tuple(space, members(value), space).map((parts) => parts.join(""));
/** Records in which a piece was taken out, doubled or replaced. */
const damaged = fc
  .tuple(record, fc.nat(), fc.nat(4), fc.constantFrom("", '"', "{", "]", ",", "\\", "\u0001", "0", "e", "u12", "."))
  .map(([json, at, length, put]) => {
    const from = at % (json.length + 1);
    return Buffer.from(json.slice(0, from) + put + json.slice(from + length)).toString();
  });
const field = fc.constantFrom(undefined, "a", "a.b", "a.b.c", "message", "", "__proto__");

suite("the message of a record", (test) => {
  test("is what JSON.parse says, whatever the record", () => {
    assertProperty(
      fc.property(fc.oneof(record, damaged), field, (json, message) => {
        assert.equal(textOf(read(message, json)), expectedText(json, message));
      }),
      { numRuns: 3000 },
    );
  });

  test("is found on a path of any length, in time linear in it", () => {
    const depth = 60_000;
    const line = `${'{"a":'.repeat(depth)}{"b":"x"}${"}".repeat(depth)}`;
    const started = process.cpuUsage();
    assert.equal(textOf(read(`${"a.".repeat(depth)}b`, line)), "x");
    const { user, system } = process.cpuUsage(started);
    assert.ok(user + system < 5e6, `${user + system} µs`);
  });

  for (const [what, line, expected] of [
    ["a key of the whole name before a path", '{"a":{"b":"in"},"a.b":"whole"}', "whole"],
    ["a path, where no key has the name", '{"a":{"b":"in"}}', "in"],
    ["the last of repeated keys", '{"a":{"b":"1"},"a":{"b":"2"}}', "2"],
    ["nothing, if the last of repeated keys is no object", '{"a":{"b":"1"},"a":2}', undefined],
    ["bytes that are not UTF-8, as they are", Buffer.from('{"a.b":"\xff"}', "latin1"), "\ufffd"],
    ["nothing, if half of a surrogate pair is in it", '{"a.b":"\\ud800 "}', undefined],
    ["NUL", '{"a.b":"\\u0000"}', "\0"],
    ["nothing, where a control character is not escaped", '{"a.b":"\x01"}', undefined],
    ["nothing in a list", '[{"a.b":"x"}]', undefined],
    ["nothing, if something follows", '{"a.b":"x"} {}', undefined],
  ] as const) {
    test(`is ${what}`, () => assert.equal(textOf(read("a.b", line)), expected));
  }

  test("is found in any depth, in linear time", () => {
    const deep = "[".repeat(1_000_000);
    assert.equal(textOf(read(undefined, deep)), undefined);
    assert.equal(textOf(read(undefined, `{"x":${deep}`)), undefined);
    assert.equal(textOf(read(undefined, `{"x":${deep}${"]".repeat(1_000_000)},"msg":"yes"}`)), "yes");
    assert.equal(textOf(read(undefined, `{"x":${'{"x":'.repeat(300_000)}`)), undefined);
    assert.equal(textOf(read(undefined, `{"msg":"${"\\\\".repeat(500_000)}n"}`))?.length, 500_001);
    assert.equal(textOf(read(undefined, `{${'"msg":"a",'.repeat(200_000)}"msg":"b"}`)), "b");
  });
});

const processor = new Processor({
  rules: `
rules:
  - { name: pair, pattern: "{a}={b}", output: "{b}={a}" }
  - { name: same, pattern: "same {a}", output: "same {a}" }
  - { name: twice, pattern: "twice {a}", output: "{a}{a}" }
`,
});

async function written(log: string | Buffer, options: ProcessOptions = {}): Promise<string> {
  const output = new Collector();
  await processor.process([{ name: "log", input: Readable.from([log]) }], output, {
    input: { format: "json" },
    ...options,
  });
  return output.text;
}

suite("records", (test) => {
  test("come out as they are but for their message, whatever they are", async () => {
    await assertProperty(
      fc.asyncProperty(fc.array(fc.oneof(record, damaged), { maxLength: 5 }), async (records) => {
        const lines = records.map((line) => line.replaceAll(/[\r\n]/g, " "));
        const out = (await written(lines.map((line) => `${line}\n`).join(""))).split("\n");
        assert.equal(out.pop(), "");
        assert.equal(out.length, lines.length);
        for (const [i, line] of lines.entries()) {
          const message = expectedText(line, undefined);
          const output = message !== undefined && processor.normalize(message)?.output;
          if (typeof output !== "string" || output === message) {
            assert.equal(out[i], line);
            continue;
          }
          const [before, after] = [membersOf(line), membersOf(out[i]!)];
          assert.equal(after.length, before.length);
          const changed = before.flatMap(([, one], k) => (one === after[k]![1] ? [] : [k]));
          assert.equal(changed.length, 1);
          const [old, next] = [before, after].map((all) => JSON.parse(all[changed[0]!]![1]));
          const lineEnd = /\r?\n$/.exec(textOfValue(old)!)?.[0] ?? "";
          assert.equal(next, output + lineEnd);
          assert.equal(line.replace(before[changed[0]!]![1], ""), out[i]!.replace(after[changed[0]!]![1], ""));
        }
      }),
    );
  });

  test("keep everything around the message byte for byte", async () => {
    const around = (message: string): string =>
      `\t{ "n":1.0,"big" : 1e400,"n":[ ],"\\u0061":"\\u0062\xff","msg":${message} , "z":{"msg":"x=y"}} `;
    const log = Buffer.from(`${around('"1=2\\n"')}\r\n${around('"same \\u00e9"')}`, "latin1");
    const output = new Collector();
    await processor.process(Readable.from([log]), output, { input: { format: "json" } });
    assert.equal(
      Buffer.concat(output.chunks).toString("latin1"),
      `${around('"2=1\\n"')}\n${around('"same \\u00e9"')}\n`,
    );
  });

  test.costly("may be longer than the output buffer", async () => {
    const long = 'é\\n"'.replaceAll('"', '\\"').repeat(200_000);
    const lines = [`{"msg":"twice ${long}"}`, `{"msg":"same ${long}"}`, `{"msg":"${long}","x":"${long}"}`];
    const out = (await written(lines.join("\n"))).split("\n");
    const text = JSON.parse(`"${long}"`);
    assert.equal(JSON.parse(out[0]!).msg, text + text);
    assert.equal(out[1], lines[1]);
    assert.equal(out[2], lines[2]);
    const json = (await written(lines.join("\n"), { format: "json" })).split("\n").slice(0, -1);
    assert.deepEqual(
      json.map((line) => JSON.parse(line).normalized.output === text + text),
      [true, false, false],
    );
  });

  test("are selected as lines are, and those without a message count as unmatched", async () => {
    const log = '{"msg":"a=b"}\nbroken=\n{"msg":1}\n{"msg":"other"}\n';
    assert.equal(await written(log, { unmatched: "drop" }), '{"msg":"b=a"}\n');
    assert.equal(await written(log, { unmatched: "only" }), 'broken=\n{"msg":1}\n{"msg":"other"}\n');
    const only =
      '{"msg":"other", "normalized": {"file": "log", "line": 4, "offset": 32, "time": null, "rule": null, "fields": {}, "output": "other"}}';
    assert.equal(await written(log, { unmatched: "only", format: "json" }), `broken=\n{"msg":1}\n${only}\n`);
  });
});
