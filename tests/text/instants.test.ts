import assert from "node:assert/strict";
import fc from "fast-check";
import { dateTimeEnds } from "../../src/text/date-times/date-time-ends.ts";
import { DateTimeReader } from "../../src/text/date-times/date-time-reader.ts";
import { shiftOf, UNRESOLVED } from "../../src/text/date-times/written-date.ts";
import { examples, refused } from "../support/instant-examples.ts";
import { knownShapes, type Meaning, meaningOf } from "../support/instant-oracle.ts";
import { damagedDateTimes, dated } from "../support/instant-texts.ts";
import { assertProperty, someOf } from "../support/property.ts";
import { suite } from "../support/suite.ts";
import { edits } from "../support/timestamp-edits.ts";
import { none, shapes } from "../support/timestamp-oracle.ts";

const FLAGS = 15;
const SURROUNDINGS = ["", "0", "9", "a", "Z", ":", ".", "-", " ", "\n", "00:00", " UTC", " PM", "Sun "];

interface Read extends Omit<Meaning, "other"> {}

const ANOTHER = Buffer.from("11/05/2024 01:02:03.456 PM +01:00");

/** What a reader makes of a text between other bytes, after it has read another date-time. */
function readBetween(before: string, text: string, after: string, offset = 0): Read | undefined {
  const reader = new DateTimeReader(offset);
  reader.read(ANOTHER, 0, ANOTHER.length);
  const from = before.length;
  if (!reader.read(Buffer.from(before + text + after, "latin1"), from, from + text.length)) return undefined;
  const { seconds, nanoseconds, decimals, open } = reader;
  return { seconds, nanoseconds, decimals, flags: open & FLAGS };
}

function read(text: string, offset = 0): Read | undefined {
  return readBetween("", text, "", offset);
}

const ends: number[] = [];

/** What the reader must make of a text. */
function expected(text: string, offset = 0): Read | undefined {
  const count = dateTimeEnds(Buffer.from(text, "latin1"), 0, text.length, ends);
  if (count === 0 || ends[0] !== text.length) return undefined;
  const meaning = meaningOf(text, offset);
  if (meaning === undefined) return undefined;
  const { other: _, ...read } = meaning;
  return read;
}

/** The instant that the table of examples, made by hand, gives. */
function stated(instant: string, open: string): Read {
  const fraction = /\.(\d+)Z/.exec(instant)?.[1] ?? "";
  const flags = open.split(" ").filter((name) => name !== "") as (keyof typeof UNRESOLVED)[];
  return {
    seconds: Date.parse(instant.replace(/\.\d+/, "")) / 1000,
    nanoseconds: Number(fraction.padEnd(9, "0")),
    decimals: fraction.length,
    flags: flags.reduce((all, name) => all | UNRESOLVED[name], 0),
  };
}

suite("instants", (test) => {
  test("have every example in the table, and every shape in the oracle", () => {
    const texts = new Set(examples.map(([text]) => text));
    const withDates = shapes.filter(({ shape }) => shape !== "time");
    for (const { shape, examples } of withDates) {
      for (const text of examples)
        assert.ok(texts.has(text), `tests/support/instant-examples.ts lacks ${text}, an example of ${shape}`);
    }
    assert.deepEqual(
      knownShapes,
      withDates.map(({ shape }) => shape),
      "the shapes of tests/support/instant-oracle.ts, in the order of timestamps.json",
    );
  });

  test("are what the date-time says", () => {
    for (const [text, instant, open = ""] of examples) {
      assert.deepEqual(read(text), stated(instant, open), text);
      assert.deepEqual(expected(text), stated(instant, open), `${text}, by the oracle`);
    }
  });

  test("are refused for a date without a valid day, and the previous instant stays", () => {
    const reader = new DateTimeReader(0);
    reader.read(Buffer.from("2024-11-15"), 0, 10);
    for (const text of [...refused, ...none]) {
      assert.ok(!reader.read(Buffer.from(text, "latin1"), 0, text.length), text);
      assert.equal(reader.seconds, Date.UTC(2024, 10, 15) / 1000);
    }
  });

  test("are in the reader's time zone unless the text names one", () => {
    const noon = Date.UTC(2024, 10, 15, 12) / 1000;
    assert.equal(read("2024-11-15 12:00:00", 5400)?.seconds, noon - 5400);
    assert.equal(read("2024-11-15", -3600)?.seconds, noon - 12 * 3600 + 3600);
    assert.equal(read("2024-11-15 12:00:00Z", 5400)?.seconds, noon);
    assert.equal(read("Fri Nov 15 12:00:00 CET 2024", 5400)?.seconds, noon - 3600);
    assert.equal(read("1731664802", 5400)?.seconds, 1731664802);
  });

  test("agree with the oracle on date-times of all shapes", () => {
    const offset = fc.integer({ min: -14 * 4, max: 14 * 4 }).map((quarters) => quarters * 900);
    assertProperty(
      fc.property(dated, offset, (text, seconds) => assert.deepEqual(read(text, seconds), expected(text, seconds))),
      { numRuns: 2_000 },
    );
  });

  test("are tested with date-times, most of which name a day that exists", () => {
    let instants = 0;
    for (const text of fc.sample(dated, 2000)) if (read(text) !== undefined) instants++;
    assert.ok(instants > 1200, `${instants} of 2000`);
  });

  test("agree with the recogniser on text that is no date-time", () => {
    assertProperty(
      fc.property(damagedDateTimes, (text) => assert.deepEqual(read(text), expected(text))),
      { numRuns: 1_000 },
    );
    assertProperty(
      fc.property(fc.string({ unit: "binary-ascii" }), (text) => assert.deepEqual(read(text), expected(text))),
    );
  });

  test("agree with both one edit away from every example", () => {
    const examples = shapes.flatMap(({ examples }) => examples);
    for (const text of someOf(examples, "edited examples")) {
      for (const edit of edits(text))
        assert.deepEqual(
          read(edit),
          expected(edit),
          `${JSON.stringify(edit)} in src/text/date-times/, and by instant-oracle.ts`,
        );
    }
  });

  test("are read from the start of a longer date-time too, whatever surrounds it", () => {
    for (const [text] of examples) {
      for (let end = 0; end <= text.length; end++) {
        const part = text.slice(0, end);
        const alone = read(part);
        assert.deepEqual(alone, expected(part), part);
        assert.deepEqual(readBetween("", part, text.slice(end)), alone, part);
        for (const other of SURROUNDINGS) assert.deepEqual(readBetween(other, part, other), alone, `${other}${part}`);
      }
    }
  });

  test("are read without looking at a byte outside the range", () => {
    for (const [text] of examples) {
      for (let end = 0; end <= text.length; end++) {
        const bytes = new Proxy(Buffer.from(text, "latin1"), {
          get(target, key) {
            const i = Number(key);
            assert.ok(i >= 3 && i < end, `byte ${String(key)} of ${end} of ${text}`);
            return target[i];
          },
        });
        if (end >= 3) new DateTimeReader(0).read(bytes, 3, end);
      }
    }
  });

  test("keep the shift to the UTC day where something is open", () => {
    const reader = new DateTimeReader(-12 * 3600);
    for (const [text, shift] of [
      ["Jan  1 00:30:00 +0100", -1],
      ["Dec 31 11:59:59", 0],
      ["Dec 31 12:00:00", 1],
      ["05/11/2024 24:30:00 -99:99", 5],
      ["05/11/2024 00:30:00 +99:99", -5],
      ["05/11/2024 99:99", 4],
      ["05/15/2024 99:99", 0],
      ["2024-11-15 23:00:00", 0],
    ] as const) {
      assert.ok(reader.read(Buffer.from(text), 0, text.length));
      assert.equal(shiftOf(reader.open), shift, text);
      assert.ok(reader.open >= 0 && reader.open <= 255);
    }
  });
});
