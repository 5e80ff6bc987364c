import assert from "node:assert/strict";
import fc from "fast-check";
import { civilDay, daysOf, formatInstant, isDay, SECONDS_PER_DAY } from "../../src/text/date-times/calendar.ts";
import { DateTimeReader } from "../../src/text/date-times/date-time-reader.ts";
import { nearestYear, otherOrder, UNRESOLVED, withYear } from "../../src/text/date-times/written-date.ts";
import { meaningOf } from "../support/instant-oracle.ts";
import { openDated } from "../support/instant-texts.ts";
import { assertProperty } from "../support/property.ts";
import { suite } from "../support/suite.ts";

const at = (instant: string) => Date.parse(instant) / 1000;

/** The instant, and what it leaves open. */
function read(text: string, offset = 0): { seconds: number; open: number } | undefined {
  const reader = new DateTimeReader(offset);
  return reader.read(Buffer.from(text), 0, text.length) ? reader : undefined;
}

const offset = fc.integer({ min: -14 * 4, max: 14 * 4 }).map((quarters) => quarters * 900);
const instant = fc.integer({ min: at("1970-01-01T00:00Z"), max: at("2100-01-01T00:00Z") });

/** Date-times that leave this open, with the reader's time zone. */
const openIn = (flag: number) =>
  fc.tuple(openDated, offset).filter(([text, zone]) => ((read(text, zone)?.open ?? 0) & flag) !== 0);

suite("instants without a year", (test) => {
  test("keep the day and the time that are written, whatever the time zone", () => {
    for (const [text, year, instant] of [
      ["Jun 14 15:16:01", 2005, "2005-06-14T15:16:01Z"],
      ["Jan  1 00:30:00 +0100", 2024, "2023-12-31T23:30:00Z"],
      ["Dec 31 23:30:00 -0100", 2023, "2024-01-01T00:30:00Z"],
      ["Dec 31 24:00:00", 2023, "2024-01-01T00:00:00Z"],
      ["Feb 29 12:00:00", 2024, "2024-02-29T12:00:00Z"],
      ["Feb 29 12:00:00", 2023, "2023-03-01T12:00:00Z"],
      ["Feb 28 23:30:00 -0100", 2023, "2023-03-01T00:30:00Z"],
      ["Mar  1 00:30:00 +0100", 2023, "2023-02-28T23:30:00Z"],
    ] as const) {
      const { seconds, open } = read(text)!;
      assert.equal(withYear(seconds, open, year), at(instant), text);
    }
  });

  test("agree with the oracle in any year", () => {
    assertProperty(
      fc.property(openIn(UNRESOLVED.year), fc.integer({ min: 0, max: 9999 }), ([text, zone], year) => {
        const { seconds, open } = read(text, zone)!;
        assert.equal(withYear(seconds, open, year), meaningOf(text, zone, year)?.seconds);
      }),
      { numRuns: 200 },
    );
  });

  test("get the nearest year around the turn of the year", () => {
    for (const [text, reference, instant] of [
      ["Dec 31 23:59:59", "2024-01-01T00:00:00Z", "2023-12-31T23:59:59Z"],
      ["Jan  1 00:00:01", "2023-12-31T00:00:00Z", "2024-01-01T00:00:01Z"],
      ["Jul  1 00:00:00", "2024-07-20T00:00:00Z", "2024-07-01T00:00:00Z"],
      ["Jan  1 00:30:00 +0100", "2024-01-01T00:00:00Z", "2023-12-31T23:30:00Z"],
      // As far from July 2 in 2023 as in 2022.
      ["Jul  2 00:00:00", "2022-12-31T12:00:00Z", "2022-07-02T00:00:00Z"],
    ] as const) {
      const { seconds, open } = read(text)!;
      assert.equal(nearestYear(seconds, open, at(reference)), at(instant), text);
    }
  });

  test("are no nearer in any other year", () => {
    assertProperty(
      fc.property(openIn(UNRESOLVED.year), instant, ([text, zone], reference) => {
        const { seconds, open } = read(text, zone)!;
        const year = new Date(reference * 1000).getUTCFullYear();
        const [best] = [-2, -1, 0, 1, 2]
          .map((years) => meaningOf(text, zone, year + years)!.seconds)
          .sort((a, b) => Math.abs(a - reference) - Math.abs(b - reference) || a - b);
        assert.equal(nearestYear(seconds, open, reference), best);
      }),
      { numRuns: 200 },
    );
  });

  test("do not change if they are already in that year", () => {
    assertProperty(
      fc.property(openIn(UNRESOLVED.year), instant, ([text, zone], reference) => {
        const { seconds, open } = read(text, zone)!;
        assert.equal(withYear(seconds, open, 2000), seconds);
        const nearest = nearestYear(seconds, open, reference);
        assert.equal(nearestYear(nearest, open, nearest), nearest);
      }),
    );
  });
});

suite("instants with another order of day and month", (test) => {
  test("put the day first, or the year first if it is short", () => {
    for (const [text, instant] of [
      ["05/11/2024 10:00:02", "2024-11-05T10:00:02Z"],
      ["12/1/2024 00:30:00 +01:00", "2024-01-11T23:30:00Z"],
      ["05/11/2024 24:30:00", "2024-11-06T00:30:00Z"],
      ["05/11 10:00:02", "2000-11-05T10:00:02Z"],
      ["11/06/09 10:00:02", "2011-06-09T10:00:02Z"],
      ["02/11/30 10:00:02 PM", "2002-11-30T22:00:02Z"],
    ] as const) {
      const { seconds, open } = read(text)!;
      assert.ok(open & UNRESOLVED.order, text);
      assert.equal(otherOrder(seconds, open), at(instant), text);
    }
  });

  test("agree with the oracle", () => {
    assertProperty(
      fc.property(openIn(UNRESOLVED.order), ([text, zone]) => {
        const { seconds, open } = read(text, zone)!;
        assert.equal(otherOrder(seconds, open), meaningOf(text, zone)?.other);
      }),
      { numRuns: 200 },
    );
  });

  test("come back to the same instant if the day is put first and back, in another year too", () => {
    assertProperty(
      fc.property(openIn(UNRESOLVED.order), fc.integer({ min: 1, max: 9999 }), ([text, zone], year) => {
        const { seconds, open } = read(text, zone)!;
        fc.pre((open & UNRESOLVED.shortYear) === 0);
        assert.equal(otherOrder(otherOrder(seconds, open), open), seconds);
        if ((open & UNRESOLVED.year) === 0) return;
        const other = otherOrder(seconds, open);
        assert.equal(otherOrder(withYear(seconds, open, year), open), withYear(other, open, year));
      }),
    );
  });
});

suite("instants as text", (test) => {
  test("have as many decimals as requested", () => {
    const seconds = at("2024-11-15T10:00:01Z");
    assert.equal(formatInstant(seconds, 123_000_000, 0), "2024-11-15T10:00:01Z");
    assert.equal(formatInstant(seconds, 123_000_000, 3), "2024-11-15T10:00:01.123Z");
    assert.equal(formatInstant(seconds, 1, 9), "2024-11-15T10:00:01.000000001Z");
    assert.equal(formatInstant(seconds, 999_999_999, 1), "2024-11-15T10:00:01.9Z");
  });

  test("agree with `Date` where it has the range", () => {
    const last = 8_640_000_000_000;
    assertProperty(
      fc.property(fc.oneof(fc.integer({ min: -last, max: last }), instant), (seconds) => {
        assert.equal(formatInstant(seconds, 0, 3), new Date(seconds * 1000).toISOString());
      }),
      { numRuns: 200 },
    );
  });

  test("reach from the first year to the last", () => {
    assert.equal(formatInstant(read("0000-01-01 00:00:00")!.seconds, 0, 0), "0000-01-01T00:00:00Z");
    assert.equal(formatInstant(read("0000-01-01 00:00:00", 1)!.seconds, 0, 0), "-000001-12-31T23:59:59Z");
    assert.equal(formatInstant(read("9999-12-31 23:59:59")!.seconds, 0, 0), "9999-12-31T23:59:59Z");
    assert.equal(formatInstant(read("9999-12-31 24:00:00")!.seconds, 0, 0), "+010000-01-01T00:00:00Z");
  });
});

suite("instants and days", (test) => {
  test("count days as `Date` does", () => {
    for (let days = daysOf(-1, 1, 1); days <= daysOf(2500, 1, 1); days++) {
      const { year, month, day } = civilDay(days);
      if (daysOf(year, month, day) !== days || !isDay(year, month, day)) assert.fail(`day ${days}`);
      if (days % 7 !== 0) continue;
      const date = new Date(days * SECONDS_PER_DAY * 1000);
      assert.deepEqual([year, month, day], [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()]);
    }
  });

  test("accept no day that does not exist", () => {
    for (const year of [0, 1900, 2000, 2023, 2024]) {
      for (let month = -1; month <= 14; month++) {
        for (let day = -1; day <= 33; day++) {
          const date = new Date(0);
          date.setUTCFullYear(year, month - 1, day);
          assert.equal(isDay(year, month, day), date.getUTCMonth() === month - 1 && date.getUTCDate() === day);
        }
      }
    }
  });
});
