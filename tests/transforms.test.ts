import assert from "node:assert/strict";
import { truncateSync, writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import fc from "fast-check";
import { Processor } from "../src/index.ts";
import { rulebookOf } from "../src/normalization/rulebook.ts";
import { SerialRun } from "../src/normalization/run.ts";
import { loadRules } from "../src/rules/load-rules.ts";
import type { Transform } from "../src/rules/transform.ts";
import { stripAnsi } from "../src/streams/strip-ansi.ts";
import { runOf } from "../src/threads/run-of.ts";
import { Collector } from "./support/collector.ts";
import { folder } from "./support/folder.ts";
import { rulesFile } from "./support/rules-file.ts";
import { suite } from "./support/suite.ts";

/** A rule that shows what one field captured, in brackets. */
const rulesWith = (transform: string): string =>
  rulesFile(`rules: [{ name: a, pattern: [{ field: v, transform: ${transform} }], output: "[{v}]" }]`);

const transformed = (transform: string, text: string | Uint8Array): string | Uint8Array => {
  const processor = new Processor({ rulesPath: rulesWith(transform) });
  return typeof text === "string" ? processor.normalize(text)!.output : processor.normalize(text)!.output;
};

suite("transforms", (test) => {
  const rows: readonly (readonly [Transform | "[trim, uppercase]" | "[alias, uppercase]", string, string])[] = [
    ["lowercase", "GET Ä", "[get ä]"],
    ["uppercase", "straße", "[STRASSE]"],
    ["trim", " \t a b \r", "[a b]"],
    ["trim", "  ", "[]"],
    ["strip_ansi", "\x1b[1;31mred\x1b[0m", "[red]"],
    ["digits_to_n", "req-17 of 2005: é9", "[req-N of N: éN]"],
    ["alias", "anything", "[v#1]"],
    ["[trim, uppercase]", " a ", "[A]"],
    ["[alias, uppercase]", "a", "[V#1]"],
  ];
  for (const [transform, text, expected] of rows) {
    test(`${transform} of ${JSON.stringify(text)}`, () => assert.equal(transformed(transform, text), expected));
  }

  test("of bytes that are not UTF-8 change ASCII alone", () => {
    const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "latin1"));
    assert.deepEqual(transformed("uppercase", latin1("caf\xe9")), latin1("[CAF\xe9]"));
    assert.deepEqual(transformed("digits_to_n", latin1("\xe9 12")), latin1("[\xe9 N]"));
    assert.deepEqual(transformed("trim", latin1(" \xa0 ")), latin1("[\xa0]"));
  });

  test("of what is longer than a string can be are made in pieces, between which no character and no number is cut", () => {
    const text = `x${"é7".repeat(1_500_000)}${"1".repeat(3_000_000)}`;
    assert.ok(transformed("uppercase", text) === `[${text.toUpperCase()}]`);
    assert.ok(transformed("digits_to_n", text) === `[x${"éN".repeat(1_500_000)}]`);
  });

  test("change the output and not the captures", () => {
    const line = new Processor({ rulesPath: rulesWith("uppercase") }).normalize("a");
    assert.deepEqual(line?.captures, [{ name: "v", value: "a" }]);
    assert.equal(line?.output, "[A]");
  });

  test("may make a line longer than what is written at once", async () => {
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

  test("number the values of a field in the order of first sight, in each run anew", async () => {
    const processor = new Processor({ rulesPath: rulesWith("alias") });
    for (let run = 0; run < 2; run++)
      assert.equal(await written(processor, "x\ny\nx\n\n"), "[v#1]\n[v#2]\n[v#1]\n[]\n");
  });

  test("are shared by fields of one name, whatever rule they are of", async () => {
    const rulesPath = rulesFile(`rules:
      - { name: a, pattern: [{ text: "a " }, { field: id, transform: alias }], output: "{id}" }
      - { name: b, pattern: [{ text: "b " }, { field: id, transform: alias }, { text: " " }, { field: x, transform: alias }], output: "{id} {x}" }
    `);
    assert.equal(await written(new Processor({ rulesPath }), "a 1\nb 1 2\na 2\n"), "id#1\nid#1 x#1\nid#2\n");
  });

  test("make runs with other ids the same", async () => {
    const processor = new Processor({ rulesPath: rulesWith("alias") });
    const ids = fc.array(fc.constantFrom("a", "b", "c", "__proto__"), { maxLength: 20 });
    await fc.assert(
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

  test("and sequences are matched by one thread, however large the log is", async () => {
    const path = `${folder()}/large.log`;
    writeFileSync(path, "x\n");
    truncateSync(path, 70 * 1024 * 1024);
    const log = { path, open: () => Readable.from([]), failure: (error: unknown) => error };
    const sink = { write: async () => {} };
    const isSerial = async (file: string): Promise<boolean> => {
      const options = { unmatched: "pass", explain: undefined, signal: undefined } as const;
      return (await runOf(rulebookOf(loadRules(file)), [log], sink, options, 2)) instanceof SerialRun;
    };
    assert.equal(await isSerial(rulesWith("alias")), true);
    assert.equal(await isSerial(rulesWith("trim")), false);
    const following = `rules: [{ name: a, pattern: [{ text: a }], output: a, sequence: { followers: [{ pattern: [{ text: b }] }] } }]`;
    assert.equal(await isSerial(rulesFile(following)), true);
  });
});

suite("sequences for terminals", (test) => {
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
    test(JSON.stringify(text), () => {
      assert.equal(stripAnsi(Buffer.from(text, "latin1")).toString("latin1"), expected);
    });
  }

  test("that have no end are not looked for again and again", () => {
    const hostile = Buffer.from("\x1b]".repeat(500_000));
    assert.equal(stripAnsi(hostile).length, 0);
  });
});
