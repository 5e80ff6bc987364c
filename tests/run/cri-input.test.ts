// Lines of Kubernetes' CRI log format. The second opinion reads them with a regular expression and joins texts.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { Readable } from "node:stream";
import fc from "fast-check";
import { type ProcessOptions, Processor } from "../../src/index.ts";
import { LineReader } from "../../src/io/line-reader.ts";
import { CriLine } from "../../src/text/records/cri-line.ts";
import { Collector } from "../support/collector.ts";
import { hosted } from "../support/command-host.ts";
import { folder } from "../support/folder.ts";
import { assertProperty, shareOf } from "../support/property.ts";
import { suite } from "../support/suite.ts";

const CRI = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d) (stdout|stderr) ([FP])(?::[^ ]*)? )(.*)$/s;

/** A line as rules see it. */
interface Expected {
  readonly offset: number;
  /** Undefined for a line of no such format. */
  readonly prefix: string | undefined;
  readonly text: string;
  /** The lines of the log that it is. */
  readonly parts: readonly string[];
}

interface Waiting {
  readonly offset: number;
  readonly parts: string[];
  text: string;
  prefix: string;
  /** A carriage return before the end of the last part. It belongs to the message if another part follows. */
  returned: string;
}

/** The lines of a log by the words of the documentation. Each character is a byte. */
function expectedLines(log: string): Expected[] {
  const mark = log.startsWith("\xef\xbb\xbf") ? 3 : 0;
  const lines: Expected[] = [];
  const waiting = new Map<string, Waiting>();
  let offset = mark;
  for (const [whole, content, end] of log.slice(mark).matchAll(/([^\n]*?)(\r?\n|$)/g)) {
    if (whole === "") continue;
    const [, prefix, stream, tag, message] = CRI.exec(content!) ?? [];
    if (prefix === undefined) {
      lines.push({ offset, prefix, text: content!, parts: [content!] });
    } else {
      const before = waiting.get(stream!) ?? { offset, parts: [], text: "", prefix: "", returned: "" };
      if (before.returned !== "") before.parts.push(`${before.parts.pop()}${before.returned}`);
      before.parts.push(content!);
      before.text += before.returned + message!;
      before.prefix = prefix;
      before.returned = end === "\r\n" ? "\r" : "";
      if (tag === "F") {
        lines.push({ ...before });
        waiting.delete(stream!);
      } else {
        waiting.set(stream!, before);
      }
    }
    offset += whole!.length;
  }
  return [...lines, ...[...waiting.values()].sort((a, b) => a.offset - b.offset)];
}

const processor = new Processor({
  rules: `
rules:
  - { name: pair, pattern: "{a}={b}", output: "{b}={a}" }
  - { name: lead, pattern: "lead {a}", output: "lead", sequence: { followers: ["at {place}"] } }
`,
});

async function written(chunks: readonly Buffer[], options: ProcessOptions = {}): Promise<string> {
  const output = new Collector();
  await processor.process([{ name: "log", input: Readable.from(chunks) }], output, {
    input: { format: "cri" },
    ...options,
  });
  return output.bytes.toString("latin1");
}

/** Cuts at these places. */
function cut(bytes: Buffer, places: readonly number[]): Buffer[] {
  const ends = [...places.map((place) => place % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return ends.map((end, i) => Buffer.from(bytes.subarray(ends[i - 1] ?? 0, end)));
}

const time = fc.constantFrom("2016-10-06T00:17:09.669794202Z", "2016-10-06T00:17:09Z", "2016-10-06T00:17:09.1+02:00");
const text = fc
  .array(fc.constantFrom("a", "=", "lead ", "at ", "\r", " ", "", "\xe9", "\0", "F", "P ", "\x1b[1m"), { maxLength: 4 })
  .map((parts) => parts.join(""));
const criLine = fc
  .tuple(time, fc.constantFrom("stdout", "stdout", "stderr"), fc.constantFrom("F", "P", "P", "F:x", "P:x:", "P:"), text)
  .map((parts) => parts.join(" "));
const otherLine = fc.oneof(
  text,
  fc.constantFrom(
    "2016-10-06T00:17:09Z stdout F",
    "2016-10-06T00:17:09.Z stdout F a=",
    "2016-10-06T00:17:09Z stdin F a=",
    "2016-10-06 00:17:09Z stdout F a=",
    "2016-10-06T00:17:09Z stdout PF a=",
    "2016-10-06T00:17:09Z  stdout F a=",
    "2016-10-06T00:17:09Z stdout F:a=",
    "2016-10-06T00:17:09+0200 stdout F a=",
    " 2016-10-06T00:17:09Z stdout F a=",
  ),
);
const log = fc
  .tuple(
    fc.constantFrom("", "", "\xef\xbb\xbf"),
    fc.array(
      fc.tuple(
        fc.oneof({ weight: 5, arbitrary: criLine }, { weight: 1, arbitrary: otherLine }),
        fc.constantFrom("\n", "\n", "\r\n"),
      ),
      { maxLength: 10 },
    ),
    fc.oneof(fc.constant(""), criLine, otherLine),
  )
  .map(([mark, lines, rest]) => mark + lines.flat().join("") + rest);

suite("a line of the CRI log format", (test) => {
  test("is what the expression says, wherever it lies", () => {
    assertProperty(
      fc.property(fc.oneof(criLine, otherLine), fc.string(), (line, around) => {
        const bytes = Buffer.from(around + line + around, "latin1");
        const read = new CriLine();
        const isLine = read.read(bytes, around.length, around.length + line.length);
        const [, prefix, stream, tag] = CRI.exec(line) ?? [];
        assert.equal(isLine, prefix !== undefined);
        if (prefix === undefined) return;
        assert.equal(read.messageFrom, around.length + prefix.length);
        assert.equal(read.stream, Number(stream === "stderr"));
        assert.equal(read.isPartial, tag === "P");
      }),
      { numRuns: 1000 },
    );
  });
});

suite("lines of the CRI log format", (test) => {
  test("are joined and written as documented, whatever they are", async () => {
    await assertProperty(
      fc.asyncProperty(log, fc.array(fc.nat(), { maxLength: 4 }), async (content, places) => {
        const chunks = cut(Buffer.from(content, "latin1"), places);
        const lines = expectedLines(content);
        const [plain, only, json] = [
          await written(chunks),
          await written(chunks, { unmatched: "only" }),
          (await written(chunks, { format: "json" })).split("\n").slice(0, -1),
        ];
        let follows = false;
        const outputs = lines.map(({ prefix, text }) => {
          const bytes = Buffer.from(text, "latin1");
          const isFollower = follows && prefix !== undefined && text.startsWith("at ");
          if (isFollower) return prefix + text;
          const made = prefix === undefined ? undefined : processor.normalize(bytes);
          // An empty line ends no sequence.
          follows = made?.rule === "lead" || (follows && prefix !== undefined && text === "");
          return made && prefix + Buffer.from(made.output).toString("latin1");
        });
        const unmatched = (i: number): string => lines[i]!.parts.map((part) => `${part}\n`).join("");
        assert.equal(plain, outputs.map((output, i) => (output === undefined ? unmatched(i) : `${output}\n`)).join(""));
        assert.equal(only, outputs.map((output, i) => (output === undefined ? unmatched(i) : "")).join(""));
        assert.equal(json.length, lines.length);
        for (const [i, one] of json.entries()) {
          const { line, offset, prefix } = JSON.parse(one);
          assert.deepEqual(
            { line, offset, prefix },
            { line: i + 1, offset: lines[i]!.offset, prefix: lines[i]!.prefix },
          );
        }
        const input = { name: "log", input: Readable.from(chunks) };
        const records = processor.records(input, { input: { format: "cri" }, bytes: true });
        let i = 0;
        for await (const { prefix } of records)
          assert.equal(prefix && Buffer.from(prefix).toString("latin1"), lines[i++]!.prefix);
        assert.equal(i, lines.length);
      }),
      { numRuns: 600 },
    );
  });

  test("differ in nothing from the same lines that were never cut", async () => {
    const options = { input: { format: "cri" } } as const;
    await assertProperty(
      fc.asyncProperty(log, fc.array(fc.nat(), { maxLength: 2 }), async (content, places) => {
        const lines = expectedLines(content);
        // An end that is missing stays missing: only the last lines can lack it.
        const whole = lines.map(({ prefix = "", text }) => `${prefix}${text}\r\n`).join("");
        const source = (name: string, log: string) => ({
          name,
          input: Readable.from(cut(Buffer.from(log, "latin1"), places)),
        });
        const comparison = await processor.compare(
          source("old", content),
          source("new", `\xef\xbb\xbf${whole}`),
          options,
        );
        try {
          assert.deepEqual([...comparison.differences()], []);
          assert.equal(comparison.summary.same, lines.length);
        } finally {
          comparison.close();
        }
      }),
    );
  });

  test("are shown by diff as rules see them", async () => {
    const part = (tag: string, text: string): string => `2016-10-06T00:17:09Z stdout ${tag} ${text}\n`;
    const source = (name: string, log: string) => ({ name, input: Readable.from([log]) });
    const comparison = await processor.compare(
      source("old", `${part("P", "a")}${part("F", "=b")}${part("F", "x")}`),
      source("new", `${part("P", "a")}${part("F", "=c")}${part("P", "y")}`),
      { input: { format: "cri" } },
    );
    const told = [...comparison.differences()].flatMap((one) =>
      one.kind === "changed" ? [[one.old.original, one.old.output, one.new.output]] : [one.kind],
    );
    comparison.close();
    assert.deepEqual(told, [["a=b", "b=a", "c=a"], "removed", "added"]);
  });

  test("are not lost if the reading is ended before their ends", async () => {
    const stop = new AbortController();
    const reader = new LineReader({ signal: stop.signal, input: { format: "cri" } });
    const texts: string[] = [];
    async function* input(): AsyncGenerator<Buffer> {
      yield Buffer.from("2016-10-06T00:17:09Z stdout P be\n2016-10-06T00:17:09Z stdout P gun\n2016-10-06T00:17:09Z st");
      stop.abort();
    }
    for await (const _ of reader.read(input()))
      while (reader.next()) texts.push(reader.bytes.toString("utf8", reader.start, reader.end));
    assert.deepEqual(texts, ["begun"]);
  });

  test("take time and memory linear in their parts", async () => {
    const tiny = "2016-10-06T00:17:09Z stdout P \n".repeat(shareOf(200_000));
    assert.equal(await written([Buffer.from(tiny)]), tiny);
    const parts = shareOf(1000);
    const long = `2016-10-06T00:17:09Z stdout P ${"x".repeat(16_000)}\n`.repeat(parts);
    const end = "2016-10-06T00:17:10Z stdout F =y\n";
    const out = await written([Buffer.from(long + end)]);
    assert.equal(out, `2016-10-06T00:17:10Z stdout F y=${"x".repeat(16_000 * parts)}\n`);
  });

  test("are not held up by the other stream", async () => {
    const chunks: string[] = [];
    const output = new Collector();
    async function* input(): AsyncGenerator<Buffer> {
      yield Buffer.from("2016-10-06T00:17:09Z stdout P password: \n2016-10-06T00:17:09Z stderr F a=b\n");
      chunks.push(output.text);
      yield Buffer.from("2016-10-06T00:17:09Z stdout F ok\n");
    }
    await processor.process([{ name: "log", input: input() }], output, { input: { format: "cri" } });
    assert.deepEqual(chunks, ["2016-10-06T00:17:09Z stderr F b=a\n"]);
  });

  test.costly("come out the same with several threads, and are no parts of a log", async () => {
    const cwd = folder();
    writeFileSync(`${cwd}/rules.yaml`, 'rules: [{ name: all, pattern: "{a}=", output: "{a}" }]\n');
    const lines =
      "2016-10-06T00:17:09Z stdout P a\n2016-10-06T00:17:09Z stderr F b=\n2016-10-06T00:17:09Z stdout F =\n";
    writeFileSync(`${cwd}/log`, lines.repeat(60_000));
    const args = ["-qr", "rules.yaml", "--input", "cri", "log"];
    const [one, four] = [await hosted(args, cwd), await hosted(["--jobs", "4", ...args], cwd)];
    assert.equal(
      one.stdout.toString(),
      "2016-10-06T00:17:09Z stderr F b\n2016-10-06T00:17:09Z stdout F a\n".repeat(60_000),
    );
    assert.ok(one.stdout.equals(four.stdout));
    const part = await hosted(["--part", "1/2", ...args], cwd);
    assert.equal(part.exit, 2);
    assert.match(part.stderr.toString(), /^normalizer: .*cri/);
  });

  test("without colours are those whose message has changed", async () => {
    const log =
      "2016-10-06T00:17:09Z stdout P \x1b[\n2016-10-06T00:17:09Z stdout F 1mx\n2016-10-06T00:17:09Z stdout P x\n";
    const out = await written([Buffer.from(log)], { stripAnsi: true });
    assert.equal(out, "2016-10-06T00:17:09Z stdout F x\n2016-10-06T00:17:09Z stdout P x\n");
  });
});
