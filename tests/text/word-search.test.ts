// Searches by words of four bytes beside loops over bytes, also where a word goes on after the range or the bytes.
import assert from "node:assert/strict";
import fc from "fast-check";
import {
  endOfDigits,
  endOfNonBlanks,
  firstBelow,
  firstIndexOf,
  lastIndexOf,
} from "../../src/text/bytes/word-search.ts";
import { assertProperty } from "../support/property.ts";
import { suite } from "../support/suite.ts";

const WHITE_SPACE = [0x09, 0x0a, 0x0b, 0x0c, 0x0d, 0x20];

/** Bytes next to those that are looked for, and any other. */
const byte = fc.oneof(
  fc.constantFrom(..."0123456789"),
  fc.constantFrom(..."\x00\x08\x09\x0a\x0d\x0e\x1f \x21/:@AZaz\x7f\x80\xb0\xb9\xfa\xff"),
  fc.nat(0xff).map((code) => String.fromCharCode(code)),
);

/** Mostly digits or mostly letters, so that runs are long. */
const text = fc.oneof(
  fc.array(fc.oneof({ weight: 12, arbitrary: fc.constantFrom(..."0459") }, byte), { maxLength: 40 }),
  fc.array(fc.oneof({ weight: 12, arbitrary: fc.constantFrom(..."az\x80\xff!") }, byte), { maxLength: 40 }),
  fc.array(byte, { maxLength: 40 }),
);

/** Bytes inside a larger buffer, and a range of them. */
const ranges = fc.tuple(text, fc.nat(40), fc.nat(40), fc.nat(5)).map(([characters, a, b, before]) => {
  const whole = Buffer.from(`${"7".repeat(before)}${characters.join("")}77777`, "latin1");
  const bytes = whole.subarray(before, before + characters.length);
  const from = Math.min(a, b, bytes.length);
  return { bytes, from, to: Math.min(Math.max(a, b), bytes.length) };
});

function firstWhere(bytes: Buffer, from: number, to: number, isFound: (byte: number) => boolean): number {
  for (let i = from; i < to; i++) if (isFound(bytes[i]!)) return i;
  return to;
}

suite("words of four bytes", (test) => {
  test("find the end of digits and of non-blanks", () => {
    assertProperty(
      fc.property(ranges, ({ bytes, from, to }) => {
        const digits = firstWhere(bytes, from, to, (byte) => byte < 0x30 || byte > 0x39);
        assert.equal(endOfDigits(bytes, from, to), digits);
        const word = firstWhere(bytes, from, to, (byte) => WHITE_SPACE.includes(byte));
        assert.equal(endOfNonBlanks(bytes, from, to), word);
      }),
      { numRuns: 20_000 },
    );
  });

  test("find a byte more than 2 GiB away", () => {
    // Pages that are only read take no memory.
    const bytes = Buffer.from(new ArrayBuffer(2 ** 31 + 2000));
    bytes[2 ** 31 + 1000] = 7;
    assert.equal(firstIndexOf(7, bytes, 0, bytes.length), 2 ** 31 + 1000);
    assert.equal(firstIndexOf(8, bytes, 0, bytes.length), bytes.length);
  });

  test("find a byte, and one below a bound", () => {
    assertProperty(
      fc.property(ranges, fc.nat(0xff), fc.nat(0x80), ({ bytes, from, to }, wanted, bound) => {
        assert.equal(
          firstIndexOf(wanted, bytes, from, to),
          firstWhere(bytes, from, to, (byte) => byte === wanted),
        );
        assert.equal(
          firstBelow(bound, bytes, from, to),
          firstWhere(bytes, from, to, (byte) => byte < bound),
        );
        const last = bytes.subarray(from, to).lastIndexOf(wanted);
        assert.equal(lastIndexOf(wanted, bytes, from, to), last === -1 ? from - 1 : from + last);
      }),
      { numRuns: 20_000 },
    );
  });
});
