import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { DamagedLogError, type ProcessOptions, Processor, type Statistics } from "../../src/index.ts";
import { isCompressed } from "../../src/io/decompress.ts";
import type { Element } from "../../src/matcher/pattern.ts";
import { elements, lineFor } from "../support/arbitraries.ts";
import { Collector } from "../support/collector.ts";
import { assertProperty, assertReached, caseCount, someOf } from "../support/property.ts";
import { referenceLines, referenceRun } from "../support/reference.ts";
import { rulesFile, type WrittenFollower, type WrittenRule } from "../support/rules-file.ts";
import { suite } from "../support/suite.ts";

type Chunks = readonly Uint8Array[];

async function* stream(chunks: Chunks): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

interface Processed extends Statistics {
  /** Latin-1 text, as in `records`. */
  readonly lines: string;
  readonly records: string;
}

async function processed(
  processor: Processor,
  inputs: readonly Chunks[],
  options: ProcessOptions = {},
): Promise<Processed> {
  const [output, explain] = [new Collector(), new Collector()];
  const statistics = await processor.process(inputs.map(stream), output, { explain, ...options });
  return { ...statistics, lines: output.bytes.toString("latin1"), records: explain.bytes.toString("latin1") };
}

/** The bytes in pieces, cut at these places. */
function cutAt(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const sorted = [0, ...[...places].sort((a, b) => a - b), bytes.length];
  return sorted.slice(1).map((end, i) => bytes.subarray(sorted[i], end));
}

/** A template with the fields that occur once in the pattern, and with braces and other bytes between them. */
function outputFor(pattern: readonly Element[]): fc.Arbitrary<string> {
  const names = pattern.flatMap((element) => ("field" in element ? [element.field] : []));
  const single = names.filter((name) => names.indexOf(name) === names.lastIndexOf(name)).map((name) => `{${name}}`);
  return fc
    .array(fc.constantFrom(...single, ...single, "{ ", "}", "{}", "[", " = ", "é", "$1", "$&", "\\"), { maxLength: 6 })
    .map((parts) => parts.join(""));
}

const catchAll = fc.oneof({ weight: 3, arbitrary: fc.constant(false) }, { weight: 1, arbitrary: fc.constant(true) });

const someRules: fc.Arbitrary<WrittenRule[]> = fc
  .array(
    elements.chain((pattern) =>
      fc
        .tuple(outputFor(pattern), catchAll)
        .map(([output, catch_all]) => ({ pattern, output, ...(catch_all && { catch_all }) })),
    ),
    { maxLength: 6 },
  )
  .map((rules) => rules.map((rule, i) => ({ name: `rule ${i}`, ...rule })));

/** The same rules, some with followers whose patterns are those of other rules, so that a line may be either. */
const rulesWithSequences: fc.Arbitrary<WrittenRule[]> = someRules.chain((rules) => {
  if (rules.length === 0) return fc.constant(rules);
  const follower = fc
    .tuple(fc.constantFrom(...rules), fc.boolean())
    .map(([{ pattern, output }, stays]): WrittenFollower => (stays ? { pattern } : { pattern, output }));
  const followers = rules.map(() => fc.array(follower, { maxLength: 2 }));
  return fc
    .tuple(...followers)
    .map((drawn) =>
      rules.map((rule, i) => (drawn[i]!.length === 0 ? rule : { ...rule, sequence: { followers: drawn[i]! } })),
    );
});

/**
 * A log of lines that the rules match, nearly match or don't match, with all line ends and the bytes that surround
 * them.
 */
function logFor(rules: readonly WrittenRule[]): fc.Arbitrary<Buffer> {
  const line = rules.length === 0 ? fc.string({ maxLength: 5 }) : lineFor(rules.map(({ pattern }) => pattern));
  const piece = fc.oneof(
    { weight: 6, arbitrary: line.map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.constantFrom("\r", "\ufeff", "\n", "\0").map((text) => Buffer.from(text)) },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)) },
  );
  const end = fc.constantFrom("\n", "\n", "\r\n", "\r\r\n", "", "\n\n").map((text) => Buffer.from(text));
  const body = fc.array(fc.tuple(piece, end), { maxLength: 12 }).map((pairs) => Buffer.concat(pairs.flat()));
  return fc
    .tuple(fc.constantFrom("", "", "\ufeff"), body)
    .map(([mark, bytes]) => Buffer.concat([Buffer.from(mark), bytes]))
    .filter((bytes) => !isCompressed(bytes));
}

const cuts = fc.array(fc.nat(), { maxLength: 10 });
const pieces = (bytes: Uint8Array, places: readonly number[]): Uint8Array[] =>
  cutAt(
    bytes,
    places.map((place) => place % (bytes.length + 1)),
  );

suite("chunks", (test) => {
  const rules = `
rules:
  - name: level
    pattern: [{ field: timestamp }, { text: " é " }, { field: message }, { text: "\\U0001F600" }]
    output: "{message}|{timestamp}"
`;
  const log = "\ufeff2024-11-15 10:00 é a\r\r\nx\r\n\n2024-11-15 10:00:02 é é 😀\r\n\ufeff\r😀\r";
  const inputs: Record<string, Buffer> = {
    "plain text": Buffer.from(log),
    "text that ends with a terminator": Buffer.from("\ufeff\r\n"),
    "a byte order mark": Buffer.from("\ufeff"),
    "the half of a byte order mark": Buffer.from([0xef, 0xbb]),
    "the half of gzip's magic": Buffer.from([0x1f]),
    "what is nearly gzip": Buffer.from([0x1f, 0x8a, 0x8b, 0x0a]),
    gzip: gzipSync(log),
    "gzip of two members": Buffer.concat([gzipSync("\ufeffa\r"), gzipSync("\nb")]),
    "gzip of nothing": gzipSync(""),
    "gzip and the zeros of a tape": Buffer.concat([gzipSync("a\n"), Buffer.alloc(20)]),
  };
  for (const [name, bytes] of Object.entries(inputs)) {
    test(`may be cut anywhere in ${name}`, async () => {
      const processor = new Processor({ rulesPath: rulesFile(rules) });
      const whole = await processed(processor, [[bytes]]);
      // Every place, alone and with another soon after it; and some of all other pairs.
      const near = Array.from({ length: bytes.length + 1 }, (_, i) =>
        [i, i + 1, i + 2, i + 3].map((j) => [i, j]),
      ).flat();
      const place = fc.nat(bytes.length);
      for (const places of [...someOf(near, name), ...fc.sample(fc.tuple(place, place), caseCount(100))]) {
        assert.deepEqual(await processed(processor, [cutAt(bytes, places)]), whole, `cut at ${places}`);
      }
      const bytewise = Array.from(bytes, (byte) => Uint8Array.of(byte));
      assert.deepEqual(await processed(processor, [bytewise]), whole, "a byte at a time");
    });
  }

  test("and strings give the same lines", async () => {
    const { lines, linesProcessed, linesMatched } = await processed(new Processor({ rulesPath: rulesFile(rules) }), [
      [inputs["plain text"]!],
    ]);
    const expected = "2024-11-15 10:00 é a\r\nx\n\né |2024-11-15 10:00:02\n\ufeff\r😀\r\n";
    assert.equal(Buffer.from(lines, "latin1").toString(), expected);
    assert.deepEqual([linesProcessed, linesMatched], [5, 1]);
  });

  test("cut anywhere give the same result for any log and rules, as does gzip", async () => {
    const anything = someRules.chain((rules) => fc.tuple(fc.constant(rules), logFor(rules), cuts, cuts));
    await assertProperty(
      fc.asyncProperty(anything, async ([rules, log, places, others]) => {
        const processor = new Processor({ rulesPath: rulesFile(rules) });
        const whole = await processed(processor, [[log]]);
        assert.deepEqual(await processed(processor, [pieces(log, places)]), whole);
        assert.deepEqual(await processed(processor, [pieces(gzipSync(log), others)]), whole);
      }),
      { numRuns: 100 },
    );
  });
});

suite("the reference", (test) => {
  test("gives the same bytes for any rules, logs and treatment of unmatched lines", async () => {
    const anything = rulesWithSequences.chain((rules) =>
      fc.tuple(
        fc.constant(rules),
        fc.array(logFor(rules), { maxLength: 3 }),
        cuts,
        fc.constantFrom("pass" as const, "drop" as const, "only" as const),
      ),
    );
    let matched = 0;
    await assertProperty(
      fc.asyncProperty(anything, async ([rules, logs, places, unmatched]) => {
        const processor = new Processor({ rulesPath: rulesFile(rules) });
        const inputs = logs.map((log) => pieces(log, places));
        const got = await processed(processor, inputs, { unmatched });
        const expected = referenceRun(rules, logs, unmatched);
        matched += expected.matched;
        assert.deepEqual(got, {
          lines: expected.lines,
          records: expected.records,
          linesProcessed: expected.processed,
          linesMatched: expected.matched,
          matchRate: expected.processed === 0 ? 0 : expected.matched / expected.processed,
          rules: rules.map(({ name, catch_all }, rule) => ({
            ...{ name, lines: expected.ruleLines[rule]! },
            ...(catch_all && { catchAll: true }),
          })),
        });
      }),
      { numRuns: 200 },
    );
    assertReached(matched, 30, "lines were matched");
  });

  test("gives the same output for a line as normalize", async () => {
    const anything = someRules.chain((rules) => fc.tuple(fc.constant(rules), logFor(rules)));
    await assertProperty(
      fc.asyncProperty(anything, async ([rules, log]) => {
        const processor = new Processor({ rulesPath: rulesFile(rules) });
        const lines = referenceLines(log).map((line) => {
          const bytes = Buffer.from(line, "latin1");
          return Buffer.from(processor.normalize(bytes)?.output ?? bytes).toString("latin1");
        });
        assert.equal(lines.map((line) => `${line}\n`).join(""), referenceRun(rules, [log], "pass").lines);
      }),
      { numRuns: 50 },
    );
  });
});

suite("bytes", (test) => {
  // NULs often bring line ends and marks next to each other.
  const byte = fc.oneof(fc.constantFrom(0, 0x0a, 0x0d, 0xef, 0xbb, 0xbf, 0xff), fc.nat(255));
  const bytes = fc.array(byte, { maxLength: 60 }).map((list) => Buffer.from(list));

  test("of unmatched lines come out as they went in, with uniform line ends", async () => {
    const unmatchable = "rules: [{ name: a, pattern: [{ field: x }, { text: '0123456789abcdef' }], output: '' }]";
    for (const rules of ["rules: []", unmatchable]) {
      const processor = new Processor({ rulesPath: rulesFile(rules) });
      await assertProperty(
        fc.asyncProperty(bytes, cuts, async (log, places) => {
          fc.pre(!isCompressed(log));
          const { lines, linesMatched } = await processed(processor, [pieces(log, places)]);
          const unmarked = log
            .toString("latin1")
            .replace(/^\xef\xbb\xbf/, "")
            .replaceAll("\r\n", "\n");
          assert.equal(lines, unmarked === "" || unmarked.endsWith("\n") ? unmarked : `${unmarked}\n`);
          assert.equal(linesMatched, 0);
        }),
        { numRuns: 200 },
      );
    }
  });

  test("that are captured and written come out as they went in", async () => {
    const rules = "rules: [{ name: a, pattern: [{ field: x }, { text: é }, { field: y }], output: '{x}é{y}' }]";
    const processor = new Processor({ rulesPath: rulesFile(rules) });
    await assertProperty(
      fc.asyncProperty(bytes, bytes, async (x, y) => {
        const line = Buffer.concat([Buffer.from("."), x, Buffer.from("é"), y, Buffer.from(".")]);
        fc.pre(!line.includes(0x0a));
        const { lines, linesMatched } = await processed(processor, [[line]]);
        assert.equal(lines, `${line.toString("latin1")}\n`);
        assert.equal(linesMatched, 1);
      }),
      { numRuns: 100 },
    );
  });
});

suite("damaged gzip", (test) => {
  const processor = (): Processor => new Processor({ rulesPath: rulesFile("rules: []") });
  const log = Array.from({ length: 3_000 }, (_, i) => `${(i * 7919) % 3_001} ${"x".repeat(i % 9)}\n`).join("");
  const packed = gzipSync(log);
  /** What is written, and whether the log was complete. */
  const attempt = async (chunks: Chunks): Promise<{ lines: string; whole: boolean }> => {
    const output = new Collector();
    const whole = await processor()
      .process(stream(chunks), output)
      .then(
        () => true,
        (error) => {
          assert.ok(error instanceof DamagedLogError, String(error));
          return false;
        },
      );
    return { lines: output.text, whole };
  };

  test("that is cut gives a beginning of the log, and no less if it is cut later", async () => {
    let longest = 0;
    const ends = Array.from({ length: packed.length - 2 }, (_, i) => i + 2);
    const isNear = (end: number): boolean => end < 30 || end > packed.length - 30;
    const tried = someOf(
      ends.filter((end) => isNear(end) || end % 97 === 0),
      "cuts",
    );
    for (const end of [...tried, packed.length - 1].sort((a, b) => a - b)) {
      const { lines, whole } = await attempt([packed.subarray(0, end)]);
      assert.equal(whole, false, `cut at ${end}`);
      assert.ok(log.startsWith(lines) || log.startsWith(lines.slice(0, -1)), `cut at ${end}`);
      assert.ok(lines.length >= longest - 1, `cut at ${end}`);
      longest = lines.length;
      assert.deepEqual(await attempt(pieces(packed.subarray(0, end), [end >> 1, end >> 2])), { lines, whole });
    }
    assert.ok(longest >= log.length);
  });

  test("with a changed byte is reported, unless the byte has no meaning", async () => {
    await assertProperty(
      fc.asyncProperty(
        fc.integer({ min: 2, max: packed.length - 1 }),
        fc.integer({ min: 1, max: 255 }),
        async (at, bits) => {
          const damaged = Buffer.from(packed);
          damaged[at]! ^= bits;
          const { lines, whole } = await attempt([damaged]);
          if (whole) assert.equal(lines, log, "damage that is not reported");
        },
      ),
      { numRuns: 50 },
    );
  });
});

suite("the treatment of unmatched lines", (test) => {
  test("divides the lines of pass, each with its record, between drop and only", async () => {
    const anything = someRules.chain((rules) =>
      fc.tuple(fc.constant(rules), fc.array(logFor(rules), { maxLength: 2 })),
    );
    const numbered = ({ lines, records }: Processed): [number, string][] => {
      const numbers = [...records.matchAll(/^EXPLAIN: Line (\d+): /gm)].map(([, number]) => Number(number));
      const written = lines.split("\n").slice(0, -1);
      assert.equal(written.length, numbers.length, "a record for each line");
      return numbers.map((number, i) => [number, written[i]!]);
    };
    await assertProperty(
      fc.asyncProperty(anything, async ([rules, logs]) => {
        const processor = new Processor({ rulesPath: rulesFile(rules) });
        const inputs = logs.map((log) => [log]);
        const pass = await processed(processor, inputs);
        const drop = await processed(processor, inputs, { unmatched: "drop" });
        const only = await processed(processor, inputs, { unmatched: "only" });
        const together = [...numbered(drop), ...numbered(only)].sort(([a], [b]) => a - b);
        // What a catch-all makes of a line is seen in pass alone.
        const caught = new Set(
          [...pass.records.matchAll(/ (\d+): .*\(catch-all\)$/gm)].map(([, line]) => Number(line)),
        );
        const notCaught = ([number]: [number, string]): boolean => !caught.has(number);
        assert.deepEqual(together.filter(notCaught), numbered(pass).filter(notCaught));
        const originals = logs.flatMap(referenceLines);
        for (const [number, line] of numbered(only)) assert.equal(line, originals[number - 1]);
        assert.deepEqual(
          together.map(([number]) => number),
          Array.from(together, (_, i) => i + 1),
        );
        for (const { linesProcessed, linesMatched } of [pass, drop, only]) {
          assert.equal(linesProcessed, together.length);
          assert.equal(linesMatched, numbered(drop).length);
          assert.equal(linesProcessed - linesMatched, numbered(only).length);
        }
      }),
      { numRuns: 50 },
    );
  });
});

suite("properties of the specification", (test) => {
  const word = fc.string({ unit: fc.constantFrom(..."abcXYZ0189/-_.é😀{}$|"), minLength: 1, maxLength: 8 });
  const stamp = fc.constantFrom("2024-11-15 10:00:02", "2024-11-15T10:00:02.123Z", "Nov 15 10:00:02", "1731664802.5");
  const rules = `
rules:
  - name: arrow
    pattern:
      [{ field: timestamp }, { text: " " }, { field: method }, { text: " " }, { field: path }, { text: " -> " },
       { field: status }, { text: ", " }, { field: duration }]
    output: "[{method}:{path},status:{status}]"
  - name: pairs
    pattern:
      [{ text: "[" }, { field: timestamp }, { text: "] status=" }, { field: status }, { text: " token=" }, { field: token },
       { text: " path=" }, { field: path }, { text: " method=" }, { field: method }, { text: ";" }]
    output: "[{method}:{path},status:{status}]"
`;

  test("1: the same values under the same templates give the same lines, whatever the format", async () => {
    const processor = new Processor({ rulesPath: rulesFile(rules) });
    await assertProperty(
      fc.asyncProperty(
        stamp,
        stamp,
        word,
        word,
        word,
        word,
        word,
        async (t1, t2, method, path, status, duration, token) => {
          const arrow = `${t1} ${method} ${path} -> ${status}, ${duration}`;
          const pairs = `[${t2}] status=${status} token=${token} path=${path} method=${method};`;
          const { lines, records } = await processed(processor, [[Buffer.from(`${arrow}\n${pairs}\n`)]]);
          const expected = `[${method}:${path},status:${status}]\n`;
          assert.equal(Buffer.from(lines, "latin1").toString(), expected + expected);
          assert.equal(records, "EXPLAIN: Line 1: Matched rule 'arrow'\nEXPLAIN: Line 2: Matched rule 'pairs'\n");
        },
      ),
      { numRuns: 100 },
    );
  });

  test("2: logs that differ only in unreferenced fields give the same output", async () => {
    const processor = new Processor({ rulesPath: rulesFile(rules) });
    const kept = fc.array(fc.tuple(fc.boolean(), word, word, word), { maxLength: 8 });
    const changing = fc.array(fc.tuple(stamp, word), { minLength: 8, maxLength: 8 });
    await assertProperty(
      fc.asyncProperty(kept, changing, changing, async (lines, one, other) => {
        const log = (values: readonly (readonly [string, string])[]): Buffer =>
          Buffer.from(
            lines
              .map(([arrow, method, path, status], i) => {
                const [time, value] = values[i]!;
                return arrow
                  ? `${time} ${method} ${path} -> ${status}, ${value}\n`
                  : `[${time}] status=${status} token=${value} path=${path} method=${method};\n`;
              })
              .join(""),
          );
        const first = await processed(processor, [[log(one)]]);
        assert.deepEqual(await processed(processor, [[log(other)]]), first);
        assert.equal(first.linesMatched, lines.length);
      }),
      { numRuns: 100 },
    );
  });
});
