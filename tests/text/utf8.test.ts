// Node's own check is the reference.
import assert from "node:assert/strict";
import { isUtf8 as isUtf8OfNode } from "node:buffer";
import fc from "fast-check";
import { characterLength, isUtf8 } from "../../src/text/bytes/utf8.ts";
import { character } from "../support/arbitraries.ts";
import { assertProperty } from "../support/property.ts";
import { suite } from "../support/suite.ts";

/** Bytes at which some rule of UTF-8 changes, and a neighbour of each. */
const EDGES = [
  0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef,
  0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff,
];

suite("UTF-8", (test) => {
  test("is what Node takes for it, for all sequences of bytes at which a rule changes", () => {
    const check = (bytes: number[]): void => {
      assert.equal(isUtf8(Uint8Array.from(bytes)), isUtf8OfNode(Uint8Array.from(bytes)), `${bytes}`);
      if (bytes.length < 4) for (const byte of EDGES) check([...bytes, byte]);
    };
    check([]);
  });

  test("is what Node takes for it, for every character and each of its beginnings", () => {
    for (let code = 0; code <= 0x10ffff; code += code < 0x11000 ? 1 : 61) {
      if (code >= 0xd800 && code <= 0xdfff) continue;
      const bytes = Buffer.from(String.fromCodePoint(code));
      assert.equal(characterLength(bytes, 0), bytes.length);
      for (let length = 1; length < bytes.length; length++) assert.equal(isUtf8(bytes.subarray(0, length)), false);
    }
  });

  test("is what Node takes for it, for random texts with random faults", () => {
    const faulty = fc
      .tuple(fc.string({ unit: character }), fc.nat(), fc.integer({ min: 0, max: 255 }))
      .map(([text, at, byte]) => {
        const bytes = Buffer.from(text);
        if (bytes.length > 0) bytes[at % bytes.length] = byte;
        return bytes;
      });
    assertProperty(fc.property(faulty, (bytes) => isUtf8(bytes) === isUtf8OfNode(bytes)));
  });
});
