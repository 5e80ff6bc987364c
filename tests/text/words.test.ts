// Bytes that are copied, compared, or read several at a time.

import assert from "node:assert/strict";
import fc from "fast-check";
import { Matcher } from "../../src/matcher/matcher.ts";
import { pattern } from "../../src/matcher/pattern.ts";
import { copyBytes, equalBytes } from "../../src/text/bytes/copy.ts";
import { wordView } from "../../src/text/bytes/machine-words.ts";
import { assertProperty } from "../support/property.ts";
import { suite } from "../support/suite.ts";

suite("words", (test) => {
  test("a view shows the bytes of its own buffer, also after views of others, and where the buffer is part of one", () => {
    const buffers = ["first", "second", "third"].map((text) => Buffer.from(`x${text}`).subarray(1));
    for (const i of [0, 1, 0, 2, 2, 1, 0]) {
      const words = wordView(buffers[i]!);
      assert.equal(words.byteLength, buffers[i]!.length);
      assert.equal(words.getUint8(0), buffers[i]![0]);
    }
  });

  test("copies are what the runtime copies, whatever their length and place, and nothing beside them changes", () => {
    const place = fc.nat({ max: 9 });
    const length = fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 400 }));
    assertProperty(
      fc.property(place, place, length, (from, at, length) => {
        const source = Buffer.from(Array.from({ length: 420 }, (_, i) => (i * 7) & 0xff));
        const expected = Buffer.alloc(430, 0xee);
        source.copy(expected, at, from, from + length);
        const copy = Buffer.alloc(430, 0xee);
        copyBytes(source, from, from + length, copy, at);
        assert.deepEqual(copy, expected);
      }),
    );
  });

  test("bytes are equal if all are, whatever their length and place", () => {
    const place = fc.nat({ max: 9 });
    const length = fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 160 }));
    const change = fc.option(fc.nat({ max: 1000 }));
    assertProperty(
      fc.property(place, place, length, change, (from, at, length, change) => {
        const source = Buffer.from(Array.from({ length: 170 }, (_, i) => (i * 7) & 0xff));
        const target = Buffer.alloc(180, 0xee);
        source.copy(target, at, from, from + length);
        if (change !== null && length > 0) target[at + (change % length)]! ^= 0x80;
        assert.equal(equalBytes(source, from, target, at, length), change === null || length === 0);
      }),
      { numRuns: 2_000 },
    );
  });

  test("a literal of any length is found where it stands, and not where any one byte differs", () => {
    for (let length = 1; length <= 21; length++) {
      const literal = "abcdefghijklmnopqrstu".slice(0, length);
      const matcher = new Matcher([pattern([{ text: literal }, { field: "rest" }])]);
      const inside = new Matcher([pattern([{ field: "a" }, { text: literal }, { field: "b" }])]);
      const line = Buffer.from(`${literal}!`);
      assert.equal(matcher.match(line, 0, line.length), 0);
      assert.equal(inside.match(line, 0, line.length), 0);
      for (let i = 0; i < length; i++) {
        const other = Buffer.from(line);
        other[i] = 0xff;
        assert.equal(matcher.match(other, 0, other.length), -1, `${literal} without its byte ${i}`);
        assert.equal(inside.match(other, 0, other.length), -1, `${literal} without its byte ${i}`);
      }
    }
  });
});
