import assert from "node:assert/strict";
import fc from "fast-check";
import { DateTimeReader } from "../../src/text/date-times/date-time-reader.ts";
import { damagedDateTimes, dated } from "../support/instant-texts.ts";
import { assertProperty } from "../support/property.ts";
import { suite } from "../support/suite.ts";

function readBy(reader: DateTimeReader, text: string) {
  const bytes = Buffer.from(`9${text}9`, "latin1");
  const isRead = reader.read(bytes, 1, bytes.length - 1);
  const { seconds, nanoseconds, decimals, open } = reader;
  return isRead ? { seconds, nanoseconds, decimals, open } : undefined;
}

/** A text, and variants of it that differ in a few characters, mostly in digits. */
const alike = fc
  .tuple(
    fc.oneof(dated, damagedDateTimes),
    fc.array(fc.array(fc.tuple(fc.nat(40), fc.constantFrom(..."0123456789059:. +")), { maxLength: 3 }), {
      maxLength: 6,
    }),
  )
  .map(([text, changes]) => [
    text,
    ...changes.map((some) => {
      const characters = [...text];
      for (const [place, character] of some) {
        const at = place % characters.length;
        if (/\d/.test(characters[at] ?? "") || character === ":") characters[at] = character;
      }
      return characters.join("");
    }),
  ]);

suite("date-times that are written like the one before", (test) => {
  test("are read as if they were the first", () => {
    assertProperty(
      fc.property(alike, fc.constantFrom(0, -12_600), (texts, offset) => {
        const reader = new DateTimeReader(offset);
        for (const text of texts)
          assert.deepEqual(readBy(reader, text), readBy(new DateTimeReader(offset), text), text);
      }),
      { numRuns: 1_000 },
    );
  });

  test("differ if their seconds or fractions differ", () => {
    const reader = new DateTimeReader(0);
    for (let second = 0; second < 100; second++) {
      const two = String(second).padStart(2, "0");
      for (const text of [
        `2024-11-15 10:00:${two}`,
        `2024-11-15 10:00:${two}.5`,
        `2024-11-15 10:00:${two},500 +01:00`,
      ]) {
        assert.deepEqual(readBy(reader, text), readBy(new DateTimeReader(0), text), text);
        assert.deepEqual(readBy(reader, text), readBy(new DateTimeReader(0), text), text);
      }
    }
  });
});
