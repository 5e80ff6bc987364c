// What holds for each format of lines. What only JSON has is tested in json-lines.test.ts.
import assert from "node:assert/strict";
import { Readable, Writable } from "node:stream";
import fc from "fast-check";
import { Processor } from "../src/index.ts";
import { FORMATS, type Format } from "../src/normalization/line-writer.ts";
import { Collector } from "./support/collector.ts";
import { assertProperty } from "./support/property.ts";
import { writingOptions } from "./support/run-options.ts";
import { suite } from "./support/suite.ts";

const linesOf = (written: string): string[] => written.split("\n").slice(0, -1);

/** The outputs of rules in what each format writes of lines. */
const OUTPUTS: Readonly<Record<Format, (written: string) => string[]>> = {
  lines: linesOf,
  json: (written) => linesOf(written).map((line) => JSON.parse(line).output),
};

const RULES = `
rules:
  - name: level
    pattern: "{level:INFO|WARN} {id} {message}"
    output: "{id} <{message}> {message}"
    fields: { id: { transform: alias } }
  - name: trace
    pattern: "Traceback"
    output: "trace"
    sequence: { followers: [{ pattern: "  {frame}", output: "+{frame}" }] }
`;

/** More than the buffer of an output holds, also as one capture. */
const LONG = "longer ".repeat(50_000);

const line = fc.oneof(
  fc.constantFrom(
    "INFO 7 up",
    "WARN 8 down 12 ms",
    "Traceback",
    "  at x",
    "",
    "raw 12",
    "\x1b[1mINFO 7 up\x1b[0m",
    "\té",
  ),
  { weight: 1, arbitrary: fc.constantFrom(`INFO 7 ${LONG}`, LONG) },
);
const log = fc.array(line, { maxLength: 8 }).map((lines) => lines.map((text) => `${text}\n`).join(""));

suite("each format", (test) => {
  for (const format of FORMATS) {
    test(`is right for each of several concurrent calls, with lines that take several writes: ${format}`, async () => {
      const processor = new Processor({
        rules: { rules: [{ name: "long", pattern: "{a} {b} {c}", output: "{a} {b} {c} {b}" }] },
      });
      // Captures lie elsewhere in each.
      const logs = ["a", "b".repeat(90), "c".repeat(9_000)].map(
        (letter) => `${letter} ${LONG.replaceAll(" ", "-")} ${letter}\n${letter}\n${LONG}\n`,
      );
      const written = async (text: string): Promise<string> => {
        const chunks: Buffer[] = [];
        const output = new Writable({
          highWaterMark: 16,
          write(chunk: Buffer, _encoding, done) {
            chunks.push(chunk);
            setImmediate(done);
          },
        });
        await processor.process(Readable.from([text]), output, { format });
        return Buffer.concat(chunks).toString();
      };
      const alone: string[] = [];
      for (const text of logs) alone.push(await written(text));
      assert.deepEqual(await Promise.all(logs.map(written)), alone);
    });

    test(`writes the outputs of the lines that records have: ${format}`, () =>
      assertProperty(
        fc.asyncProperty(log, writingOptions, fc.boolean(), async (text, options, mask) => {
          const processor = new Processor({ rules: RULES, mask });
          const output = new Collector();
          await processor.process(Readable.from([text]), output, { ...options, format });
          const { format: _, ...recordOptions } = options;
          const expected: string[] = [];
          for await (const record of processor.records(Readable.from([text]), recordOptions))
            expected.push(record.output);
          assert.deepEqual(OUTPUTS[format](output.text), expected);
        }),
        { numRuns: 200 },
      ));
  }
});
