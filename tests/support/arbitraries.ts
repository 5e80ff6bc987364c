import fc from "fast-check";
import type { Element } from "../../src/matcher/pattern.ts";

/** Any character but the halves of one. fast-check takes a second to make its own of this kind. */
export const character: fc.Arbitrary<string> = fc
  .oneof(fc.integer({ min: 0, max: 0xff }), fc.integer({ min: 0, max: 0x10_ffff - 0x800 }))
  .map((code) => String.fromCodePoint(code < 0xd800 ? code : code + 0x800));

/** Texts of few letters, so that literals recur, overlap and almost match. */
const literal = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: fc.constantFrom("a", "b", " "), minLength: 1, maxLength: 3 }) },
  { weight: 2, arbitrary: fc.constantFrom("aab", "aabaab", "abab", " [", "] ", ":", "1", "é", "😀", "\0") },
);

const field = fc.constantFrom("timestamp", "x", "y", "z");

const anyElements: fc.Arbitrary<Element[]> = fc.array(
  fc.oneof(
    literal.map((text) => ({ text })),
    field.map((field) => ({ field })),
  ),
  { minLength: 1, maxLength: 7 },
);

/** Rules that begin with a date-time, with literals that occur inside date-times too, so that they try many splits. */
const datedElements: fc.Arbitrary<Element[]> = fc
  .tuple(
    fc.constantFrom<Element[]>([], [{ text: "[" }], [{ field: "x" }, { text: " " }], [{ field: "x" }]),
    fc.array(
      fc.tuple(
        fc
          .constantFrom(" ", ":", "0", "1", "-", ":0", "10", " 1", "0:0", "a", " a", "b", "2 ", "2 a", "02 a")
          .map((text) => ({ text })),
        field.map((field) => ({ field })),
      ),
      { minLength: 1, maxLength: 3 },
    ),
    fc.boolean(),
  )
  .map(([before, after, closed]) => {
    const rule = [...before, { field: "timestamp" }, ...after.flat()];
    return closed ? rule.slice(0, -1) : rule;
  });

export const elements: fc.Arbitrary<Element[]> = fc.oneof(anyElements, datedElements);

/**
 * Words of many lengths that are prefixes, suffixes and parts of each other, so that few substrings distinguish rules.
 */
const word = fc.constantFrom(
  ...["connection from ", "connection closed by ", "disconnection from ", "closed by remote ", " from remote "],
  ...[" port ", " at port ", "port", ": ", " ", "=", "user=", " user=", "user=root", "aaaaaaaa", "aaaaaaaaaaaa", "é="],
);

/** Many similar rules. */
export const similarRules: fc.Arbitrary<Element[][]> = fc.array(
  fc
    .tuple(
      fc.constantFrom<Element[]>([], [{ field: "timestamp" }, { text: " " }], [{ field: "x" }]),
      fc.array(
        fc.oneof(
          word.map((text) => ({ text })),
          field.map((field) => ({ field })),
        ),
        { minLength: 1, maxLength: 6 },
      ),
    )
    .map((parts) => parts.flat()),
  { minLength: 3, maxLength: 40 },
);

const dateTime = fc.constantFrom(
  "2024-11-15 10:00:02",
  "2024-11-15 10:00:02.123",
  "2024-11-15T10:00:02Z",
  "2024-11-15",
  "10:00:02",
  "Jun 14 15:16:01",
  "1731664802",
  "11:11:11:11:11",
  "2024-11-15 10:00:02 +0000",
  "1/1/2024 1:00:02 AM",
);

const filling = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom("a", "b", " ", "1"), maxLength: 4 }) },
  { weight: 2, arbitrary: dateTime },
  { weight: 1, arbitrary: fc.tuple(dateTime, literal, dateTime).map((parts) => parts.join("")) },
  { weight: 1, arbitrary: fc.constantFrom("é", "😀", "\0", "\xa0") },
);

/** Lines that some pattern matches or nearly matches, and random ones. */
export function lineFor(patterns: readonly (readonly Element[])[]): fc.Arbitrary<string> {
  const filled = fc
    .constantFrom(...patterns)
    .chain((pattern) =>
      fc
        .tuple(...pattern.map((element) => ("text" in element ? fc.constant(element.text) : filling)))
        .map((parts) => parts.join("")),
    );
  const spoiled = fc
    .tuple(filled, fc.nat(), fc.nat({ max: 3 }), filling)
    .map(
      ([line, at, cut, extra]) =>
        line.slice(0, at % (line.length + 1)) + extra + line.slice((at % (line.length + 1)) + cut),
    );
  return fc.oneof(
    filled,
    spoiled,
    fc.array(fc.oneof(literal, filling), { maxLength: 8 }).map((parts) => parts.join("")),
  );
}
