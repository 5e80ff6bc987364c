// Lines and rules that cost as much as possible. Costs are counted in bytes read, not in time.
import assert from "node:assert/strict";
import { Writable } from "node:stream";
import fc from "fast-check";
import { Processor } from "../src/index.ts";
import { Matcher } from "../src/matcher/matcher.ts";
import { type Element, pattern } from "../src/matcher/pattern.ts";
import { elements as randomElements } from "./support/arbitraries.ts";
import { type Attack, a, DATED, filled, many, PLAIN, parseElements } from "./support/attacks.ts";
import { counted } from "./support/counted.ts";
import { assertProperty, shareOf } from "./support/property.ts";
import { rulesFile, type WrittenRule } from "./support/rules-file.ts";
import { suite } from "./support/suite.ts";

/**
 * The bound: of a line of n bytes, at most c × n + k bytes are read for each element of the rules. For plain fields c
 * is 3: a literal between two fields is searched in one pass that reads at most two words of four bytes at each place,
 * or in a second pass if the first gives up. Where date-times are tried at every byte, c is the cost of the longest of
 * them.
 */
const PER_BYTE = 3;
const PER_BYTE_OF_DATES = 12;
const PER_LINE = 320;

const LENGTHS = [1_000, 2_000, 4_000, 8_000] as const;

/** Returns how many bytes of one line are read. */
function readsOf(matcher: Matcher, line: string): number {
  const bytes = Buffer.from(line);
  const log = counted(bytes);
  matcher.match(log.bytes, 0, bytes.length);
  return log.reads;
}

function check({ rules, line }: Attack, perByte: number): void {
  const matcher = new Matcher(rules.map(pattern));
  const weight = rules.reduce((sum, { length }) => sum + length, 0);
  const reads = LENGTHS.map((length) => {
    const text = line(length);
    const count = readsOf(matcher, text);
    const bound = weight * (perByte * Buffer.byteLength(text) + PER_LINE);
    assert.ok(count <= bound, `${count} reads of ${text.length} bytes for ${weight} elements`);
    return count;
  });
  assert.ok(reads[0]! > 0, "no read was counted");
  assert.ok(reads[3]! <= 9 * reads[0]! + weight * PER_LINE, `grows faster than the line: ${reads}`);
}

suite("work bound", (test) => {
  for (const attack of PLAIN) test(`holds for ${attack.name}`, () => check(attack, PER_BYTE));
  for (const attack of DATED) test(`holds for ${attack.name}`, () => check(attack, PER_BYTE_OF_DATES));

  test("holds for random rules and lines", () => {
    const rules = fc.array(randomElements, { minLength: 1, maxLength: 8 });
    const part = fc.constantFrom(
      "a",
      "b",
      "aab",
      "abab",
      " ",
      "1",
      ":",
      "11:11:11",
      "2024-11-15 10:00:02",
      "Nov 1 ",
      "!",
    );
    const unit = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(""));
    assertProperty(
      fc.property(rules, unit, unit, unit, (rules, begin, middle, end) => {
        const line = begin + filled(middle, end)(1_500);
        const weight = rules.reduce((sum, { length }) => sum + length, 0);
        const reads = readsOf(new Matcher(rules.map(pattern)), line);
        const bound = weight * (PER_BYTE_OF_DATES * line.length + PER_LINE);
        assert.ok(reads <= bound, `${reads} reads of ${line.length} bytes for ${weight} elements`);
      }),
      { numRuns: 500 },
    );
  });
});

/** A stream that accepts everything, and remembers how many bytes there were, the first and the last ones. */
class Sink extends Writable {
  bytes = 0;
  peak = 0;
  head = "";
  tail = "";

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    if (this.bytes === 0) this.head = chunk.subarray(0, 20).toString("latin1");
    this.bytes += chunk.length;
    this.tail = (this.tail + chunk.subarray(-20).toString("latin1")).slice(-20);
    this.peak = Math.max(this.peak, process.memoryUsage.rss());
    setImmediate(done);
  }
}

/** `count` chunks with the same content. */
async function* repeated(chunk: string, count: number): AsyncGenerator<Buffer> {
  for (let i = 0; i < count; i++) yield Buffer.from(chunk);
}

async function* inTurn(...parts: AsyncIterable<Buffer>[]): AsyncGenerator<Buffer> {
  for (const part of parts) yield* part;
}

const rule = (name: string, pattern: readonly Element[], output: string): WrittenRule => ({ name, pattern, output });
const processor = (...rules: WrittenRule[]): Processor => new Processor({ rulesPath: rulesFile(rules) });
const CHUNK = 65_536;

suite("long lines and many lines", (test) => {
  const hostile = [
    rule("recurs", parseElements("x<=1 >y<=2 >z<=3!>u"), "{x}"),
    rule("breaks off", parseElements(`x<${a(60)}b>y`), "{x}"),
    rule("dated", parseElements("x<:>timestamp<...>y"), "{y}"),
    rule("closed", parseElements("x<=>y<!>"), "{y}{x}"),
  ];
  for (const megabytes of [1, shareOf(5)]) {
    test(`of ${megabytes} MB are processed, even if they nearly match`, async () => {
      const output = new Sink();
      const chunks = megabytes * 4;
      const line = inTurn(
        repeated(a(CHUNK), chunks),
        repeated("=1 =2 ".repeat(CHUNK / 6), chunks),
        repeated("11:11:11:".repeat(CHUNK / 9), chunks),
        repeated("11:".repeat(CHUNK / 3), chunks),
        repeated("!\nraw\n", 1),
      );
      const { linesProcessed, linesMatched } = await processor(...hostile).process(line, output);
      assert.deepEqual([linesProcessed, linesMatched], [2, 1]);
      assert.ok(output.head.startsWith("1 =2 =1 =2"), output.head);
      assert.ok(output.tail.endsWith("aaa\nraw\n"), output.tail);
      assert.ok(output.bytes > megabytes * 1_000_000);
    });
  }

  test("of NULs are processed, also by literals with NULs", async () => {
    const output = new Sink();
    const nul = processor(rule("nul", parseElements("x<\0\0a>y<\0>"), "{x}|{y}"));
    await nul.process(inTurn(repeated("\0".repeat(CHUNK), 16), repeated("a\0\0\n", 1)), output);
    assert.equal(output.bytes, 16 * CHUNK - 2 + 1 + 1 + 1);
    assert.ok(output.tail.endsWith("\0|\0\n"));
  });

  test("that are empty are processed by the million", async () => {
    const output = new Sink();
    const statistics = await processor(rule("rest", parseElements("x"), "{x}")).process(
      repeated("\n".repeat(1_000), 1_000),
      output,
    );
    assert.equal(output.bytes, 1_000_000);
    assert.equal(statistics.linesMatched, 1_000_000);
  });
});

suite("large rules", (test) => {
  test("may have 500 fields", () => {
    const names = Array.from({ length: 500 }, (_, i) => `f${i}`);
    const wide = rule(
      "wide",
      names.flatMap((name) => [{ field: name }, { text: "," }]),
      names
        .toReversed()
        .map((name) => `{${name}}`)
        .join(";"),
    );
    const answer = processor(wide).normalize(names.map((name) => `${name},`).join(""));
    assert.equal(answer?.output, names.toReversed().join(";"));
    assert.equal(processor(wide).normalize(names.join(",")), undefined);
  });

  test("may have 1,000 adjacent fields", () => {
    const names = Array.from({ length: 1_000 }, (_, i) => `f${i}`);
    const fields = names.map((field) => ({ field }));
    const adjacent = rule("adjacent", [...fields, { text: "." }], "[{f0}][{f998}][{f999}]");
    assert.equal(processor(adjacent).normalize("abc.")?.output, "[][][abc]");
    assert.equal(processor(adjacent).normalize("abc"), undefined);
    const dated = rule("dated", [...fields.slice(1), { field: "timestamp" }, { text: "." }], "[{f999}][{timestamp}]");
    assert.equal(processor(dated).normalize("at 11:11:11.")?.output, "[at ][11:11:11]");
  });

  test.costly("are prepared in linear time if long literals begin alike", () => {
    // The test is that this ends: comparing the literals at all their places would take hours.
    for (const beginning of ["timestamp", "x"]) {
      const alike = many(60, (i) => `${beginning}<${a(20_000)}${i}>y`);
      const matcher = new Matcher(alike.map(pattern));
      const line = Buffer.from(`2024-11-15 10:00:02${a(20_000)}7b`);
      assert.equal(matcher.match(line, 0, line.length), 7);
    }
    const nested = many(1_500, (i) => `x<p${a(i)}>y`);
    assert.equal(new Matcher(nested.map(pattern)).match(Buffer.from("paab"), 0, 4), 2);
  });

  test.costly("may be 2,000", async () => {
    const rules = Array.from({ length: 2_000 }, (_, i) =>
      rule(`rule ${i}`, parseElements(`timestamp< [service-${i % 50}] event=${i} id=>id< >rest`), `${i}:{id}`),
    );
    const many = processor(...rules);
    for (const i of [0, 1, 49, 50, 1_000, 1_999]) {
      assert.equal(many.normalize(`10:00:02 [service-${i % 50}] event=${i} id=a7 ok`)?.output, `${i}:a7`);
    }
    assert.equal(many.normalize("10:00:02 [service-1] event=2 id=a7 ok"), undefined);
    const output = new Sink();
    const log = Array.from(
      { length: 2_000 },
      (_, i) => `10:00:02 [service-${i % 50}] event=${i} id=${a(i % 100)} ok\n`,
    );
    const { linesMatched } = await many.process(repeated(log.join(""), 1), output);
    assert.equal(linesMatched, 2_000);
  });

  test("may be 2,000 that share a prefix, with a line that has it", () => {
    const rules = Array.from({ length: 2_000 }, (_, i) =>
      rule(`rule ${i}`, parseElements(`x<a>y<b>z<c${i}!>w`), "{w}"),
    );
    const many = processor(...rules);
    assert.equal(many.normalize(`${"abc1".repeat(2_000)}`), undefined);
    assert.equal(many.normalize(`${"abc1".repeat(2_000)}c1999!w`)?.rule, "rule 1999");
  });

  /** How much the process may grow while it writes far more than that. */
  const ROOM = 100_000_000;

  test("may have a template of thousands of placeholders and a large capture, as output is streamed", async () => {
    const output = new Sink();
    const times = 5_000;
    const copies = processor(rule("copies", parseElements("<[>x<]>"), "{x}".repeat(times)));
    const before = process.memoryUsage.rss();
    await copies.process(inTurn(repeated("[", 1), repeated("x".repeat(10_000), 3), repeated("]\n", 1)), output);
    assert.equal(output.bytes, times * 30_000 + 1);
    assert.ok(output.peak - before < ROOM, `${output.peak - before} bytes were held`);
  });

  test.costly("may have such a template for JSON, too, with characters to be escaped", async () => {
    const output = new Sink();
    const times = 5_000;
    const copies = processor(rule("copies", parseElements("<[>x<]>"), "{x}".repeat(times)));
    const before = process.memoryUsage.rss();
    const input = inTurn(repeated("[", 1), repeated(`${"x".repeat(9_999)}"`, 3), repeated("]\n", 1));
    await copies.process(input, output, { format: "json" });
    assert.ok(output.bytes > times * 30_003);
    assert.ok(output.tail.endsWith('\\""}\n'), output.tail);
    assert.ok(output.peak - before < ROOM, `${output.peak - before} bytes were held`);
  });

  for (const [size, times] of [
    [1_000_000, 160],
    [20_000, 8_000],
  ] as const) {
    test(`may have a constant of ${size} bytes in each of ${times} lines, as output is streamed`, async () => {
      const output = new Sink();
      const constant = processor(rule("constant", parseElements("x"), `${"c".repeat(size)}.`));
      const before = process.memoryUsage.rss();
      const { linesMatched } = await constant.process(repeated("\n".repeat(times), 1), output);
      assert.equal(linesMatched, times);
      assert.equal(output.bytes, times * (size + 2));
      assert.ok(output.tail.endsWith("c.\n"));
      assert.ok(output.peak - before < ROOM, `${output.peak - before} bytes were held`);
    });
  }

  test.costly("keep no more of a log in memory than its longest line", async () => {
    const output = new Sink();
    const rules = processor(rule("pair", parseElements("x<=>y"), "{y}={x}"));
    const before = process.memoryUsage.rss();
    const log = inTurn(
      repeated(`key=${"value".repeat(200)}\n`.repeat(65), 2_000),
      repeated("k".repeat(CHUNK), 100),
      repeated("=v\n", 1),
    );
    await rules.process(log, output);
    assert.equal(output.bytes, 2_000 * 65 * 1_005 + 100 * CHUNK + 3);
    assert.ok(output.peak - before < ROOM, `${output.peak - before} bytes were held`);
  });
});
