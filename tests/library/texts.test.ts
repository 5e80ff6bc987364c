// Texts in memory: the same bytes as those of a log, and what their outputs hide.
import assert from "node:assert/strict";
import { Readable } from "node:stream";
import fc from "fast-check";
import { Processor, type TextOptions } from "../../src/index.ts";
import { UNMATCHED } from "../../src/run/line-writer.ts";
import { character } from "../support/arbitraries.ts";
import { Collector } from "../support/collector.ts";
import { assertProperty, assertReached } from "../support/property.ts";
import { suite } from "../support/suite.ts";

const RULES = `rules:
  - name: login
    pattern: "{timestamp} login {user}"
    fields: { user: { transform: alias } }
    output: "login {user} {user}"
  - name: took
    pattern: "{what} took {ms:number} ms{rest}"
    fields: { rest: { transform: [mask, trim] }, what: { transform: uppercase } }
    output: "{what}{rest}"
  - name: error
    pattern: "ERROR {id}"
    output: "error"
    sequence: { followers: [{ pattern: "  at {frame}", output: "  at {frame}" }, ""] }
  - { name: panic, pattern: "panic: {id}", output: "panic", sequence: stack_trace }
  - { name: same, pattern: "{a}={a}", output: "=" }
`;
const CATCH_ALL = `${RULES}  - { name: other, pattern: "x{any}", output: "other {any}", catch_all: true }
`;

const piece = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom("\n", "\r\n", "\n\n", "\r", "", "\ufeff", "\x1b[1mx\x1b[0m", "\ud800", "x") },
  fc.constantFrom(
    ...[
      "2025-05-04 10:00:02 login ann",
      "2025-05-04 10:00:02 login bob",
      "dump took 12 ms at 10.0.0.7 ",
      "é took 5 ms",
    ],
    ...[
      "ERROR 7",
      "  at main",
      "panic: 7",
      "\tat com.acme.Main.run(Main.java:12)",
      "a=b",
      "nobody knows 12 from 10.0.0.7",
    ],
  ),
  fc.string({ unit: character, maxLength: 5 }),
);
const options: fc.Arbitrary<TextOptions> = fc.record(
  { stripAnsi: fc.boolean(), unmatched: fc.constantFrom(...UNMATCHED) },
  { requiredKeys: [] },
);

const masked = [RULES, CATCH_ALL].flatMap((rules) => [false, true].map((mask) => new Processor({ rules, mask })));
const processors = [...masked, new Processor({ mask: true })];

/** The lines of a text by the laws of lines: what `split` of a text with one kind of ends gives. */
function linesOf(text: string): string[] {
  const lines = text.replace(/^\ufeff/, "").split("\n");
  const last = lines.pop()!;
  return [...lines.map((line) => line.replace(/\r$/, "")), ...(last === "" ? [] : [last])];
}

suite("normalizeText", (test) => {
  test("gives the bytes that process writes, and explainText the same in lines", async () => {
    let hidden = 0;
    await assertProperty(
      fc.asyncProperty(
        fc.constantFrom(...processors),
        fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
        options,
        async (processor, text, options) => {
          const output = new Collector();
          await processor.process(Readable.from([Buffer.from(text)]), output, options);
          const normalized = processor.normalizeText(text, options);
          assert.equal(normalized, output.text);
          const { lines, hidden: values } = processor.explainText(text, options);
          assert.equal(lines.map((line) => `${line.output}\n`).join(""), normalized);
          for (const { output, parts } of lines) assert.equal(parts.map((part) => part.text).join(""), output);
          if (options.unmatched === undefined && !options.stripAnsi) {
            const originals = linesOf(Buffer.from(text).toString());
            assert.deepEqual(
              lines.map(({ line, original }) => [line, original]),
              originals.map((line, i) => [i + 1, line]),
            );
          }
          hidden += values.length;
        },
      ),
      { numRuns: 2000 },
    );
    assertReached(hidden, 500, "hidden values");
  });

  test("begins aliases anew with each call, and leaves those of normalize alone", () => {
    const processor = new Processor({ rules: RULES });
    const login = (user: string): string => `2025-05-04 10:00:02 login ${user}`;
    assert.equal(processor.normalize(login("ann"))?.output, "login user#1 user#1");
    for (const user of ["bob", "eve"]) assert.equal(processor.normalizeText(login(user)), "login user#1 user#1\n");
    assert.equal(processor.normalize(login("bob"))?.output, "login user#2 user#2");
  });
});

suite("explainText", (test) => {
  test("tells the rule of each line, what its output consists of, and what that hides", () => {
    const processor = new Processor({ rules: RULES, mask: true });
    const text = "dump took 12 ms at 10.0.0.7\nERROR 7\n  at main\n10.0.0.8 and 10.0.0.9\nDUMP took 1 ms\na=\n";
    const { lines, hidden } = processor.explainText(text);
    assert.deepEqual(lines, [
      {
        line: 1,
        original: "dump took 12 ms at 10.0.0.7",
        rule: "took",
        output: "DUMPat <ip>",
        parts: [
          { text: "DUMP", by: "what" },
          { text: "at <ip>", by: "rest" },
        ],
      },
      { line: 2, original: "ERROR 7", rule: "error", output: "error", parts: [{ text: "error" }] },
      {
        line: 3,
        original: "  at main",
        rule: "error",
        output: "  at main",
        parts: [{ text: "  at " }, { text: "main", by: "frame" }],
      },
      {
        line: 4,
        original: "10.0.0.8 and 10.0.0.9",
        rule: undefined,
        output: "<ip> and <ip>",
        parts: [{ text: "<ip>", by: "<ip>" }, { text: " and " }, { text: "<ip>", by: "<ip>" }],
      },
      {
        line: 5,
        original: "DUMP took 1 ms",
        rule: "took",
        output: "DUMP",
        parts: [
          { text: "DUMP", by: "what" },
          { text: "", by: "rest" },
        ],
      },
      { line: 6, original: "a=", rule: "same", output: "=", parts: [{ text: "=" }] },
    ]);
    assert.deepEqual(hidden, [
      { by: "what", count: 1 },
      { by: "ms", count: 2 },
      { by: "rest", count: 1 },
      { by: "id", count: 1 },
      { by: "<ip>", count: 2 },
      { by: "a", count: 1 },
    ]);
  });
});
