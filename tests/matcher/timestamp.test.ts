import assert from "node:assert/strict";
import fc from "fast-check";
import { dateTimeEnds, everyDateTimeEnd } from "../../src/text/date-times/date-time-ends.ts";
import { watchViews } from "../support/counted.ts";
import { assertProperty, someOf } from "../support/property.ts";
import { suite } from "../support/suite.ts";
import { ALPHABET, edits, plausible, textsOf } from "../support/timestamp-edits.ts";
import { everyOracleEnd, none, oracleEnds, oracleShapes, shapes } from "../support/timestamp-oracle.ts";

const examples = shapes.flatMap((shape) => shape.examples);

/**
 * The maximum number of bytes that one call may read, where a word counts as four. A whole date-time with its zone and
 * its ends takes about 60.
 */
const MAX_READS = 80;

const buffer: number[] = [];

function endsWithin(bytes: Uint8Array, at: number, end: number, find = dateTimeEnds): number[] {
  return buffer.slice(0, find(bytes, at, end, buffer));
}

function endsOf(line: string, at = 0, find = dateTimeEnds): number[] {
  return endsWithin(Buffer.from(line, "latin1"), at, line.length, find);
}

/** Checks the ends at `at` of a line between other bytes. */
function assertEnds(line: string, at = 0, before = "", after = ""): void {
  const start = before.length;
  const bytes = Buffer.from(before + line + after, "latin1");
  for (const [find, oracle] of [
    [dateTimeEnds, oracleEnds],
    [everyDateTimeEnd, everyOracleEnd],
  ] as const) {
    const actual = endsWithin(bytes, start + at, start + line.length, find).map((end) => end - start);
    assertSame(actual, oracle(line, at), line, at);
  }
}

/** Says otherwise which forms of timestamps.json are there. */
function assertSame(actual: readonly number[], expected: readonly number[], line: string, at: number): void {
  if (actual.join() === expected.join()) return;
  const shown = [actual, expected].map((all) => all.map((end) => JSON.stringify(line.slice(at, end))).join(", "));
  const forms = oracleShapes(line, at).join(", ") || "none";
  assert.fail(
    `in ${JSON.stringify(line)} at ${at}, src/text/date-times/ finds ${shown[0] || "nothing"}; tests/support/timestamps.json, which has all forms, allows ${shown[1] || "nothing"} (of its forms that begin there: ${forms})`,
  );
}

/** A line that begins at `start` of an endless buffer, counting the reads inside and outside of it. */
function watched(line: string, start = 0): { bytes: Uint8Array; reads: () => number; outside: () => number } {
  let reads = 0;
  let outside = 0;
  const own = Uint8Array.from(Buffer.from(line, "latin1"));
  const onRead = (at: number, count: number): void => {
    reads += count;
    if (!(at >= start && at + count <= start + own.length)) outside++;
  };
  watchViews(own.buffer, onRead, start);
  const bytes = new Proxy(own, {
    get(target, key) {
      // A view reads the buffer itself.
      if (key === "buffer" || key === "byteOffset" || key === "length") return Reflect.get(target, key, target);
      onRead(Number(key), 1);
      return target[Number(key) - start];
    },
  });
  return { bytes, reads: () => reads, outside: () => outside };
}

const SURROUNDINGS = ["", "0", "9", "a", "Z", "T", ":", ".", "-", "+", " ", "\n", "M", "00:00", " UTC", " PM", "Sun "];

const character = fc.constantFrom(...ALPHABET);
const oneOf = (list: string) => fc.constantFrom(...list.split("|"));
const digitRun = (min: number, max: number) =>
  fc.array(fc.constantFrom(..."0123456789"), { minLength: min, maxLength: max }).map((run) => run.join(""));

const tails = [...new Set(shapes.flatMap((shape) => shape.tails))].map(textsOf);

/** A text of a shape, with some of its own tails or those of other shapes. */
const dated = fc
  .constantFrom(...shapes)
  .chain((shape) => fc.tuple(textsOf(shape.core), ...shape.tails.map((tail) => fc.option(textsOf(tail)))))
  .map((parts) => parts.map((part) => part ?? "").join(""));

const damaged = fc
  .tuple(fc.oneof(dated, fc.constantFrom(...examples)), fc.nat(), fc.nat(3), character)
  .map(([text, place, edit, other]) => {
    const i = place % (text.length + 1);
    const [head, tail] = [text.slice(0, i), text.slice(i)];
    if (edit === 0) return head + tail.slice(1);
    if (edit === 1) return head + other + tail.slice(1);
    if (edit === 2) return head + other + tail;
    return head + tail.slice(1, 2) + tail.slice(0, 1) + tail.slice(2);
  });

const fragment = fc.oneof(
  fc
    .tuple(fc.constantFrom(...examples), fc.nat(30), fc.nat(30))
    .map(([text, from, size]) => text.slice(from, from + size)),
  digitRun(1, 21),
  digitRun(1, 2),
  character,
  oneOf("Jan|Feb|May|Jun|June|Jul|July|Sep|Sept|Sepy|Dec|dec|Mayo|Octo"),
  oneOf("Mon|Tue|Wed|Thu|Fri|Sat|Sun|Sunday|mon"),
  oneOf(" UTC| CEST| AKDT|Z| Z| POST| UTCX| UTC_| GMT+1|+01|-0130| +02:00| -12"),
  oneOf("AM| pm| a.m.|PM.| P.M|A M|  AM| AMX|p.m.x"),
  fc.tuple(fc.constantFrom(".", ",", ":"), digitRun(0, 12)).map((parts) => parts.join("")),
  oneOf("10:00:02|24:59:69|25:00:00|1:02:03|10:60:00|10:00|2024-11-15|2024/1/5| 2024|, "),
  ...tails,
);

/** Lines full of date-times and near misses. */
const line = fc
  .array(
    fc.oneof({ weight: 3, arbitrary: dated }, { weight: 3, arbitrary: damaged }, { weight: 4, arbitrary: fragment }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .chain((parts) =>
    fc.tuple(...parts.map((part) => fc.tuple(fc.constant(part), fc.constantFrom("", "", " ", "-", "T")))),
  )
  .map((parts) => parts.flat().join(""));

const surroundings = fc.constantFrom(...SURROUNDINGS);

suite("timestamps", (test) => {
  test("include every example as a whole", () => {
    for (const text of examples) {
      assertEnds(text);
      assert.equal(endsOf(text)[0], text.length, text);
      assert.equal(endsOf(`${text} x`)[0], text.length, `${text} x`);
    }
  });

  test("do not start in texts that are none", () => {
    for (const text of none) assert.deepEqual(endsOf(text), [], text);
  });

  test("do not occur in an empty line", () => {
    assert.deepEqual(endsOf(""), []);
    assert.deepEqual(endsWithin(Buffer.from("10:00:02"), 8, 8), []);
  });

  test("have all their ends, the longest first", () => {
    assert.deepEqual(endsOf("2024-11-15 10:00:02.123 UTC x"), [27, 23, 16, 10]);
    assert.deepEqual(endsOf("11/15/2024 10:00:02 AM UTC"), [26, 22, 19, 16]);
    assert.deepEqual(endsOf("2024-11-15T10:00:02Z"), [20, 16]);
    assert.deepEqual(endsOf("Fri Nov 15 10:00:02 UTC 2024"), [28, 19]);
  });

  test("also lie, for a typed field, before what may belong to the text that follows", () => {
    for (const [text, ...ends] of [
      ["Sep 28 23:53:19.614: x", 19, 15],
      ["2023-03-28 03:09:25,112] x", 23, 19, 16, 10],
      ["2024-11-15T10:00:02.123+02:00", 29, 26, 23, 19, 16],
      ["11/15/2024 10:00:02 a.m. x", 24, 23, 19, 16],
      ["10:00:02.614Z", 8],
      ["1731664802.614", 14],
    ] as const) {
      assert.deepEqual(endsOf(text, 0, everyDateTimeEnd), ends, text);
    }
  });

  test("do not take a request for a zone, or a word for AM", () => {
    assert.deepEqual(endsOf("2024-11-15 10:00:02 POST /"), [19, 16, 10]);
    assert.deepEqual(endsOf("2024-11-15 10:00:02 -12 /"), [19, 16, 10]);
    assert.deepEqual(endsOf("10:00:02 AMX"), [8]);
  });

  test.costly("do not depend on what is outside the line", () => {
    for (const text of examples) {
      for (let end = 0; end <= text.length; end++) {
        const line = text.slice(0, end);
        assertEnds(line, 0, "", text.slice(end));
        for (const other of SURROUNDINGS) assertEnds(line, 0, other, other);
      }
    }
  });

  test.costly("agree with the expressions one edit away from every example", () => {
    for (const text of someOf(examples, "edited examples")) {
      for (const edit of edits(text)) assertEnds(edit);
    }
  });

  test("agree with the expressions for every shape with what may follow it", () => {
    for (const [first] of shapes.map((shape) => shape.examples)) {
      const stem = first!.replace(/(?<=:\d\d:\d\d)[.,:]\d+/, "").replace(/ ?(?:[AP]M|[A-Z]{3}|Z|[+-]\d\d:?\d\d)$/, "");
      for (const fraction of ["", ".5", ",123", ":1234", ".1234567890"]) {
        for (const tail of ["", "Z", "+02:00", "+02:003", " -0130", " UTC", " a.m.", "PM.", "x"]) {
          for (const after of ["", ":00"]) assertEnds(stem + fraction + tail + after);
        }
      }
    }
  });

  // What only the code knows may look like no example, not even one edit away.
  test.costly("agree with the expressions in all that might be a date and a time", () => {
    for (const text of plausible()) {
      // Most of these texts are no date-times. Those that the code misses are found by the other tests.
      if (endsOf(text, 0, everyDateTimeEnd).length > 0) assertEnds(text);
    }
  });

  test.costly("agree with the expressions at every position of a line", () => {
    assertProperty(
      fc.property(surroundings, line, surroundings, (before, text, after) => {
        for (let at = 0; at <= text.length; at++) {
          assertEnds(text, at, before, after);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test.costly("are tested with lines that hit and narrowly miss every shape", () => {
    const hits = new Map<string, number>();
    const count = (of: Map<string, number>, shape: string) => of.set(shape, (of.get(shape) ?? 0) + 1);
    for (const text of fc.sample(line, 5000)) for (const shape of oracleShapes(text, 0)) count(hits, shape);
    const misses = new Map<string, number>();
    for (const { shape, examples } of shapes) {
      for (const edit of examples.flatMap((text) => [...edits(text)])) {
        if (!oracleShapes(edit, 0).includes(shape)) count(misses, shape);
      }
    }
    for (const { shape } of shapes) {
      assert.ok((hits.get(shape) ?? 0) >= 10, `${shape} is hit ${hits.get(shape) ?? 0} times`);
      assert.ok((misses.get(shape) ?? 0) >= 10, `${shape} is missed ${misses.get(shape) ?? 0} times`);
    }
  });

  test(`read at most ${MAX_READS} bytes, all inside the line`, () => {
    const hostile = [
      ...["1", "11:", "1:", "11/", "1.", "11-", "11 ", "Nov ", "Sun ", "AM", "A", "I1", " ", "1111-", "11:11:11."],
      ...examples.flatMap((text) => [text, text.slice(0, 10), text.slice(0, 16), `${text}.`, `${text} `]),
    ].map((text) => text.repeat(200));
    for (const text of [
      ...hostile,
      ...someOf(examples, "edited examples").flatMap((text) => [...edits(text)]),
      ...examples.map((t) => `${t}.11111111111 UTC`),
    ]) {
      const { bytes, reads, outside } = watched(text);
      endsWithin(bytes, 0, text.length, everyDateTimeEnd);
      assert.ok(reads() <= MAX_READS, `${reads()} bytes of ${text.slice(0, 60)}`);
      assert.equal(outside(), 0, text.slice(0, 60));
    }
  });

  test("are ruled out after two bytes of other text", () => {
    for (const text of [
      "INFO 2024",
      "GET / HTTP",
      "ERROR x",
      "[10:00:02]",
      "jun 14",
      "\xe9",
      " 10:00:02",
      "W",
      "x2024-11-15",
    ]) {
      const { bytes, reads } = watched(text);
      assert.deepEqual(endsWithin(bytes, 0, text.length), []);
      assert.ok(reads() <= 2, `${reads()} bytes of ${text}`);
    }
  });

  test("may have positions beyond 4 GiB", () => {
    for (const start of [2 ** 31 - 5, 2 ** 32 - 5, 2 ** 32 + 1]) {
      for (const text of examples) {
        const { bytes } = watched(text, start);
        const ends = endsWithin(bytes, start, start + text.length, everyDateTimeEnd).map((end) => end - start);
        assert.deepEqual(ends, everyOracleEnd(text, 0), text);
      }
    }
  });
});
