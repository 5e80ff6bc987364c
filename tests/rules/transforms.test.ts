import assert from "node:assert/strict";
import { truncateSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import fc from "fast-check";
import { Processor } from "../../src/index.ts";
import { KeyedPseudonyms } from "../../src/rules/transforms/pseudonyms.ts";
import {
  FieldText,
  isName,
  stepOf,
  TRANSFORM_NAMES,
  TRANSFORMS,
  type Transform,
  type TransformName,
} from "../../src/rules/transforms/transform-registry.ts";
import { Aliases } from "../../src/run/field-transformer.ts";
import { Normalization } from "../../src/run/normalization.ts";
import { asText, RecordBuilder } from "../../src/run/record-builder.ts";
import { rulebookOf } from "../../src/run/rulebook.ts";
import { TemplateRenderers } from "../../src/run/template-renderer.ts";
import { createRun } from "../../src/run/threads/create-run.ts";
import { stripAnsi } from "../../src/text/bytes/escape-sequences.ts";
import { NUMBER_MARK } from "../../src/tools/diff/line-keys.ts";
import { Collector } from "../support/collector.ts";
import { folder } from "../support/folder.ts";
import { maskedByReference } from "../support/mask-reference.ts";
import { parseRules, readRules } from "../support/parsed-rules.ts";
import { assertProperty, shareOf } from "../support/property.ts";
import { nameOf } from "../support/pseudonyms.ts";
import { rulesFile } from "../support/rules-file.ts";
import { suite } from "../support/suite.ts";

/** A rule that shows the capture of one field in brackets. */
const rulesWith = (transform: string): string =>
  rulesFile(`rules: [{ name: a, pattern: [{ field: v, transform: ${transform} }], output: "[{v}]" }]`);

const transformed = (transform: string, text: string | Uint8Array): string | Uint8Array => {
  const processor = new Processor({ rulesPath: rulesWith(transform), key: KEY });
  return typeof text === "string" ? processor.normalize(text)!.output : processor.normalize(text)!.output;
};

const KEY = "a key";

const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));

/** What a transform makes of an alias with this number, or with a mark in its place. */
function aliasThrough(transform: Transform, name: string, number: number, mark: string | undefined): string {
  const text = new FieldText();
  const numberMark = mark === undefined ? undefined : Buffer.from(mark);
  text.begin();
  text.take(Buffer.from("a value"), 0, 7);
  for (const step of [{ name: "alias" } as const, transform])
    stepOf(step, { name, numbers: { of: () => () => number }, numberMark, pseudonyms: undefined })(text);
  return text.bytes.toString("utf8", text.from, text.to);
}

/** A transform, implemented on strings. */
function byStrings(transform: TransformName, text: string, field: string, aliases: Map<string, number>): string {
  switch (transform) {
    case "lowercase":
      return text.toLowerCase();
    case "uppercase":
      return text.toUpperCase();
    case "trim":
      return text.replace(/^[\t-\r ]+|[\t-\r ]+$/g, "");
    case "strip_ansi":
      return stripAnsi(Buffer.from(text)).toString();
    case "digits_to_n":
      return text.replace(/[0-9]+/g, "N");
    case "mask":
      return Buffer.from(maskedByReference(Buffer.from(text).toString("latin1")), "latin1").toString();
    case "alias":
      if (text === "") return text;
      aliases.set(text, aliases.get(text) ?? aliases.size + 1);
      return `${field}#${aliases.get(text)}`;
    case "pseudonym":
      return text === "" ? text : `${field}#${nameOf(KEY, text)}`;
  }
}

suite("transforms", (test) => {
  const rows: readonly (readonly [TransformName | `[${string}]` | `{${string}}`, string, string])[] = [
    ["lowercase", "GET Ä", "[get ä]"],
    ["uppercase", "straße", "[STRASSE]"],
    ["trim", " \t a b \r", "[a b]"],
    ["trim", "  ", "[]"],
    ["trim", "\v\f a \v\f", "[a]"],
    ["trim", "\u00a0a\u2003", "[\u00a0a\u2003]"],
    ["strip_ansi", "\x1b[1;31mred\x1b[0m", "[red]"],
    ["digits_to_n", "req-17 of 2005: é9", "[req-N of N: éN]"],
    ["digits_to_n", "12.5 x86 1e9 ٣٤ ４２ ²", "[N.N xN NeN ٣٤ ４２ ²]"],
    ["alias", "anything", "[v#1]"],
    ["mask", "2025-05-04 10:00:02 7f3a9c é9", "[<time> <hex> é<n>]"],
    ["mask", "", "[]"],
    ["{ mask: [n, uuid] }", "10.0.0.7 7", "[10.0.0.7 <n>]"],
    ["{ mask: IP }", "10.0.0.7 7", "[<ip> 7]"],
    ["[trim, uppercase]", " a ", "[A]"],
    ["[{ mask: ip }, uppercase, alias]", "10.0.0.7 7", "[v#1]"],
    ["[mask, uppercase, { mask: ip }]", "10.0.0.7 x", "[<IP> X]"],
    ["[alias, mask]", "x", "[v#<n>]"],
    ["[alias, uppercase]", "a", "[V#1]"],
    ["pseudonym", "ann", `[v#${nameOf(KEY, "ann")}]`],
    ["pseudonym", "", "[]"],
    ["[trim, uppercase, pseudonym]", " ann ", `[v#${nameOf(KEY, "ANN")}]`],
    ["[pseudonym, uppercase]", "ann", `[V#${nameOf(KEY, "ann").toUpperCase()}]`],
  ];
  for (const [transform, text, expected] of rows) {
    test(`turn ${JSON.stringify(text)} into ${JSON.stringify(expected)} by ${transform}`, () =>
      assert.equal(transformed(transform, text), expected));
  }

  for (const { name, ...entry } of TRANSFORMS) {
    if (!("sample" in entry)) continue;
    const [text, result] = entry.sample;
    test(`do what their sample says: ${name}`, () =>
      assert.equal(transformed(name, text), `[${result.replace("user#", "v#")}]`));
  }

  for (const name of TRANSFORM_NAMES.filter((name) => !isName({ name }))) {
    test(`replace no bytes that are not UTF-8: ${name}`, () => {
      const input = latin1("\xe9a \xff\xc3");
      const output = transformed(name, input) as Uint8Array;
      // A transform may leave bytes out, and what it adds itself is ASCII.
      for (const byte of output.filter((byte) => byte > 0x7f && !input.includes(byte))) {
        const [made, of] = [output, input].map((bytes) => JSON.stringify(Buffer.from(bytes).toString("latin1")));
        assert.fail(`${name} makes ${made} of ${of}: the byte 0x${byte.toString(16)} is new`);
      }
    });
  }

  const kept: readonly (readonly [TransformName, string, string])[] = [
    ["lowercase", "CAF\xe9", "[caf\xe9]"],
    ["uppercase", "caf\xe9", "[CAF\xe9]"],
    ["digits_to_n", "\xe9 12", "[\xe9 N]"],
    ["mask", "\xe9 12 \xff", "[\xe9 <n> \xff]"],
    ["strip_ansi", "\xe9\x1b[1m\xff", "[\xe9\xff]"],
    ["trim", " \xa0 ", "[\xa0]"],
  ];
  for (const [name, text, expected] of kept) {
    test(`change only ASCII in bytes that are not UTF-8: ${name}`, () =>
      assert.deepEqual(transformed(name, latin1(text)), latin1(expected)));
  }

  test.costly("process text longer than a string in pieces, without cutting a character or a number", () => {
    const text = `x${"é7".repeat(1_500_000)}${"1".repeat(3_000_000)}`;
    assert.ok(transformed("uppercase", text) === `[${text.toUpperCase()}]`);
    assert.ok(transformed("digits_to_n", text) === `[x${"éN".repeat(1_500_000)}]`);
  });

  test("of several fields agree with string functions, however long the texts are", () => {
    const transform = fc.constantFrom(...TRANSFORM_NAMES);
    const piece = fc.constantFrom(
      "a",
      "Z",
      "é",
      "É",
      "ŉ",
      // Their second bytes are white space in Latin-1.
      "à",
      "Å",
      "\u00a0",
      " ",
      "\t",
      "\v",
      "\f",
      "\r",
      "7",
      "42",
      "10.0.0.7",
      "\x1b[1m",
      "\x1b]0;t\x07",
      "\x1b",
      "x".repeat(700),
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    const transforms = fc
      .array(transform, { maxLength: 3 })
      .filter((names) => names.filter((name) => isName({ name })).length <= 1);
    const field = fc.record({ transforms, texts: fc.tuple(text, text) });
    assertProperty(
      fc.property(fc.array(field, { minLength: 1, maxLength: 4 }), (fields) => {
        const elements = fields.flatMap(({ transforms }, i) => [
          { field: `f${i}`, ...(transforms.length > 0 ? { transform: transforms } : {}) },
          { text: i < fields.length - 1 ? "|" : "" },
        ]);
        const rules = [
          { name: "a", pattern: elements.slice(0, -1), output: fields.map((_, i) => `{f${i}}{f${i}}`).join("|") },
        ];
        const parsed = parseRules(Buffer.from(JSON.stringify({ rules })), "rules.yaml");
        const rulebook = rulebookOf(parsed, new KeyedPseudonyms(Buffer.from(KEY)));
        const recording = new RecordBuilder(rulebook);
        const aliases = fields.map(() => new Map<string, number>());
        for (const line of [0, 1, 0] as const) {
          const bytes = Buffer.from(fields.map(({ texts }) => texts[line]).join("|"));
          assert.equal(rulebook.matcher.match(bytes, 0, bytes.length), 0);
          const { output } = recording.of(0, bytes, rulebook.matcher.bounds, asText);
          const expected = fields.map(({ transforms, texts }, i) =>
            transforms.reduce((made, step) => byStrings(step, made, `f${i}`, aliases[i]!), texts[line]),
          );
          assert.equal(output, expected.map((made) => made + made).join("|"));
        }
      }),
    );
  });

  test.costly("allocate nothing for ASCII lines with values seen before", () => {
    // The library that makes pseudonyms does allocate.
    const names = TRANSFORM_NAMES.filter((name) => name !== "pseudonym");
    const elements = names.flatMap((transform) => [{ text: "|" }, { field: transform, transform }]);
    const rules = [{ name: "a", pattern: elements, output: names.map((transform) => `{${transform}}`).join(" ") }];
    const parsed = parseRules(Buffer.from(JSON.stringify({ rules })), "rules.yaml");
    const rulebook = rulebookOf(parsed);
    const rendering = new TemplateRenderers(rulebook.linePatterns, new Aliases(), "\n").of(0);
    const line = Buffer.from(names.map((_, i) => `|  Mixed ${i} 10.0.0.7:8080 \x1b[1mred\x1b[0m `).join(""));
    const places = names.map((_, i) => line.indexOf(` ${i} 10`) + 1);
    assert.equal(rulebook.matcher.match(line, 0, line.length), 0);
    const bounds = [...rulebook.matcher.bounds];
    const target = Buffer.alloc(1_000);
    const written = (lines: number): void => {
      for (let i = 0; i < lines; i++) {
        // One of ten values.
        for (const place of places) line[place] = 0x30 + (i % 10);
        rendering.take(line, bounds);
        rendering.writeInto(target, 0);
      }
    };
    written(shareOf(300_000));
    const lines = 10_000;
    const growths = Array.from({ length: 21 }, () => {
      const before = process.memoryUsage().heapUsed;
      written(lines);
      return process.memoryUsage().heapUsed - before;
    });
    // The garbage collector may run in some of the rounds.
    const median = growths.sort((a, b) => a - b)[10]!;
    assert.ok(median < lines, `${median} bytes for ${lines} lines`);
  });

  test("change the output but not the captures", () => {
    const line = new Processor({ rulesPath: rulesWith("uppercase") }).normalize("a");
    assert.deepEqual(line?.captures, [{ name: "v", value: "a" }]);
    assert.equal(line?.output, "[A]");
  });

  test("may make a line longer than a single write", async () => {
    const long = "ŉ".repeat(200_000);
    const output = new Collector();
    await new Processor({ rulesPath: rulesWith("uppercase") }).process(Readable.from([`${long}\nb\n`]), output);
    assert.equal(output.bytes.toString(), `[${long.toUpperCase()}]\n[B]\n`);
  });
});

suite("aliases", (test) => {
  const written = async (processor: Processor, log: string): Promise<string> => {
    const output = new Collector();
    await processor.process(Readable.from([log]), output);
    return output.bytes.toString();
  };

  test("write each number alike, whether it comes for the first time or not", () => {
    const numbers = [1, 9, 999, 1000, 1001, 123_456];
    const text = new FieldText();
    let number = 0;
    const step = stepOf(
      { name: "alias" },
      { name: "id", numbers: { of: () => () => number }, numberMark: undefined, pseudonyms: undefined },
    );
    for (const next of [...numbers, ...numbers]) {
      number = next;
      text.begin();
      text.take(Buffer.from("a value"), 0, 7);
      step(text);
      assert.equal(text.bytes.toString("latin1", text.from, text.to), `id#${next}`);
    }
  });

  test("number the values of a field in order of first appearance, anew in each run", async () => {
    const processor = new Processor({ rulesPath: rulesWith("alias") });
    for (let run = 0; run < 2; run++)
      assert.equal(await written(processor, "x\ny\nx\n\n"), "[v#1]\n[v#2]\n[v#1]\n[]\n");
  });

  for (const { name, mayChangeNumber } of TRANSFORMS.filter((transform) => !isName(transform))) {
    test(`have numbers that come through a later transform, or its \`mayChangeNumber\` says that they may not: ${name}`, async () => {
      for (const field of ["u", "user", "request_id", "Ä b", "x".repeat(200)]) {
        for (const number of mayChangeNumber ? [] : [1, 12, 305, 4_294_967_295]) {
          const [before, after, ...more] = aliasThrough({ name }, field, number, NUMBER_MARK).split(NUMBER_MARK);
          const shown = aliasThrough({ name }, field, number, undefined);
          assert.deepEqual([`${before}${number}${after}`, more], [shown, []], `${name} changes ${field}#${number}`);
        }
      }
      const processor = new Processor({ rulesPath: rulesWith(`[alias, ${name}]`) });
      const users = Array.from({ length: 12 }, (_, i) => `user ${i}`);
      const [old, next] = [users, users.with(11, users[0]!)].map((log) => log.map((line) => `${line}\n`).join(""));
      const comparison = await processor.compare(
        { name: "old", input: Readable.from([old!]) },
        { name: "new", input: Readable.from([next!]) },
      );
      const isSame = (await written(processor, old!)) === (await written(processor, next!));
      const kinds = Array.from(comparison.differences(), ({ kind }) => kind).join();
      // Without its number, a changed line may be taken for another one.
      const expected = isSame ? [""] : mayChangeNumber ? ["changed", "removed,added"] : ["changed"];
      assert.ok(expected.includes(kinds), `${kinds}, not ${expected.join(" or ")}`);
      comparison.close();
    });
  }

  test("are shared by fields with the same name, whatever their rule", async () => {
    const rulesPath = rulesFile(`rules:
      - { name: a, pattern: [{ text: "a " }, { field: id, transform: alias }], output: "{id}" }
      - { name: b, pattern: [{ text: "b " }, { field: id, transform: alias }, { text: " " }, { field: x, transform: alias }], output: "{id} {x}" }
    `);
    assert.equal(await written(new Processor({ rulesPath }), "a 1\nb 1 2\na 2\n"), "id#1\nid#1 x#1\nid#2\n");
  });

  test("make runs with different ids equal", async () => {
    const processor = new Processor({ rulesPath: rulesWith("alias") });
    const ids = fc.array(fc.constantFrom("a", "b", "c", "__proto__"), { maxLength: 20 });
    await assertProperty(
      fc.asyncProperty(ids, async (log) => {
        const lines = (rename: (id: string) => string): string => log.map((id) => `${rename(id)}\n`).join("");
        const [old, now] = [lines((id) => id), lines((id) => `other ${id}`)];
        assert.equal(await written(processor, old), await written(processor, now));
        const comparison = await processor.compare(
          { name: "old", input: Readable.from([old]) },
          { name: "new", input: Readable.from([now]) },
        );
        assert.deepEqual([...comparison.differences()], []);
        comparison.close();
      }),
    );
  });

  test("are matched by one thread, as are sequences", async () => {
    const path = `${folder()}/large.log`;
    writeFileSync(path, "x\n");
    truncateSync(path, 70 * 1024 * 1024);
    const log = { name: path, path, open: () => Readable.from([]), failure: (error: unknown) => error };
    const sink = { write: async () => {} };
    const isSerial = async (file: string): Promise<boolean> => {
      const options = { unmatched: "pass", explain: undefined, signal: undefined } as const;
      return (await createRun(readRules(file).rulebook, [log], sink, options, 2)) instanceof Normalization;
    };
    assert.equal(await isSerial(rulesWith("trim")), false);
    assert.equal(await isSerial(rulesWith("[trim, alias]")), true);
    const following = `rules: [{ name: a, pattern: [{ text: a }], output: a, sequence: { followers: [{ pattern: [{ text: b }] }] } }]`;
    assert.equal(await isSerial(rulesFile(following)), true);
  });
});

suite("escape sequences", (test) => {
  const rows: readonly (readonly [string, string])[] = [
    ["\x1b[31mred\x1b[39m", "red"],
    ["\x1b[38;5;208mx\x1b[m", "x"],
    ["\x1b[?25lx\x1b[2K\x1b[10;4Hy", "xy"],
    ["\x1b]0;title\x07x", "x"],
    ["\x1b]8;;https://x.org\x1b\\link\x1b]8;;\x1b\\", "link"],
    ["\x1bPq#0\x1b\\x", "x"],
    ["\x1b(Bx\x1b=y", "xy"],
    ["\x1b[31", ""],
    ["a\x1b", "a"],
    ["\x1b]no end", "no end"],
    ["\x1b\x1b[1mx", "x"],
    ["no escapes", "no escapes"],
    ["\x1b[\xe9", "\xe9"],
  ];
  for (const [text, expected] of rows) {
    test(`are removed from ${JSON.stringify(text)}`, () => {
      assert.equal(stripAnsi(Buffer.from(text, "latin1")).toString("latin1"), expected);
    });
  }

  test("without an end are not searched again and again", () => {
    const hostile = Buffer.from("\x1b]".repeat(500_000));
    assert.equal(stripAnsi(hostile).length, 0);
  });
});
