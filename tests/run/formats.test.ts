// What holds for each format of lines. What only JSON has is tested in json-lines.test.ts.
import assert from "node:assert/strict";
import { Readable, Writable } from "node:stream";
import fc from "fast-check";
import { type LineRecord, Processor } from "../../src/index.ts";
import { FORMATS, type Format } from "../../src/run/line-writer.ts";
import { INPUT_FORMATS, type InputFormat } from "../../src/text/records/input-format.ts";
import { Collector } from "../support/collector.ts";
import { assertProperty } from "../support/property.ts";
import { anyOptions, together } from "../support/run-options.ts";
import { suite } from "../support/suite.ts";

const linesOf = (written: string): string[] => written.split("\n").slice(0, -1);

/** What formats show of a line, under the names that its record has for it. */
interface Shown {
  readonly output: string;
  readonly rule?: string | undefined;
  readonly line?: number;
}

/** How a line of each input format has a text, and the text of such a line. */
const INPUTS: Readonly<Record<InputFormat, { of: (text: string) => string; textOf: (line: string) => string }>> = {
  lines: { of: (text) => text, textOf: (line) => line },
  json: { of: (text) => JSON.stringify({ n: 1, log: text, last: "é" }), textOf: (line) => JSON.parse(line).log },
  cri: {
    of: (text) => `2016-10-06T00:17:09Z stdout F ${text}`,
    textOf: (line) => line.replace("2016-10-06T00:17:09Z stdout F ", ""),
  },
};

/** All of it that is in what each format writes. */
const SHOWN: Readonly<Record<Format, (written: string, input: InputFormat) => Shown[]>> = {
  lines: (written, input) => linesOf(written).map((line) => ({ output: INPUTS[input].textOf(line) })),
  json: (written, input) =>
    linesOf(written)
      .map((text) => JSON.parse(text))
      .map((object) => (input === "json" ? object.normalized : object))
      .map(({ output, rule, line }) => ({ output, rule: rule ?? undefined, line })),
};

/** The record's values of the members that the other object has. */
function shownOf(record: LineRecord, shown: Shown): Shown {
  const { output, rule, line } = record;
  return { output, ...("rule" in shown && { rule }), ...("line" in shown && { line }) };
}

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
/** A log in an input format. */
const log = fc
  .tuple(fc.array(line, { maxLength: 8 }), fc.constantFrom(...INPUT_FORMATS))
  .map(([lines, format]) => ({ format, text: lines.map((text) => `${INPUTS[format].of(text)}\n`).join("") }));

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

    test(`shows the lines as records have them: ${format}`, () =>
      assertProperty(
        fc.asyncProperty(log, anyOptions, fc.boolean(), async (log, written, mask) => {
          const processor = new Processor({ rules: RULES, mask });
          const output = new Collector();
          const { format: _, ...options } = { ...written, input: { format: log.format } };
          await processor.process(Readable.from([log.text]), output, together({ ...options, format }));
          const shown = SHOWN[format](output.text, log.format);
          const records: LineRecord[] = [];
          for await (const record of processor.records(Readable.from([log.text]), options)) records.push(record);
          assert.equal(shown.length, records.length);
          for (const [i, one] of shown.entries()) assert.deepEqual(one, shownOf(records[i]!, one));
        }),
        { numRuns: 100 },
      ));
  }
});
