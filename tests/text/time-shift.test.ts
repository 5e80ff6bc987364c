import assert from "node:assert/strict";
import fc from "fast-check";
import { timeShift, timeShiftText } from "../../src/text/date-times/time-shift.ts";
import { assertProperty } from "../support/property.ts";
import { suite } from "../support/suite.ts";

suite("an offset of a clock", (test) => {
  for (const [text, seconds, nanoseconds, decimals] of [
    ["+2.5s", 2, 500_000_000, 1],
    ["2.5s", 2, 500_000_000, 1],
    ["-300ms", -1, 700_000_000, 1],
    ["+1h2m", 3720, 0, 0],
    ["-1d1h1m1s1ms1us1ns", -90_062, 998_998_999, 9],
    ["+0.000000001s", 0, 1, 9],
    ["1.5ns", 0, 1, 9],
    ["-0s", 0, 0, 0],
    ["36525d", 3_155_760_000, 0, 0],
  ] as const) {
    test(`is read: ${text}`, () => {
      const read = timeShift(text)!;
      // -0 and 0 are the same here.
      assert.deepEqual({ ...read, seconds: read.seconds + 0 }, { seconds, nanoseconds, decimals });
    });
  }

  for (const text of ["", "+", "2", "2 s", "+-2s", "2.s", ".5s", "1e3s", "2S", "1h ", "36525d1ns", "9999999999s", "1x"])
    test(`is refused: '${text}'`, () => assert.equal(timeShift(text), undefined));

  test("of milliseconds is written so that it is read again", () => {
    assert.deepEqual([-2500, 300, 3_600_000, -3_725_001, 0, 90_000].map(timeShiftText), [
      "-2.5s",
      "+300ms",
      "+1h",
      "-1h2m5.001s",
      "0s",
      "+1m30s",
    ]);
    assertProperty(
      fc.property(fc.integer({ min: -4e9, max: 4e9 }), (milliseconds) => {
        const { seconds, nanoseconds } = timeShift(timeShiftText(milliseconds))!;
        assert.equal(1000 * seconds + nanoseconds / 1e6, milliseconds);
      }),
    );
  });
});
