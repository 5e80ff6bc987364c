// The file of known lines, which check has as its baseline and diff as its good runs.

import assert from "node:assert/strict";
import fc from "fast-check";
import { BaselineError } from "../../src/io/read-errors.ts";
import { exampleOf, formatKnownLines, parseKnownLines, type WrittenLine } from "../../src/run/known-lines.ts";
import { hostileBytes } from "../support/hostile-bytes.ts";
import { assertProperty } from "../support/property.ts";
import { suite } from "../support/suite.ts";

const HEADER = "# normalizer known lines, version 2: an example of each kind\n";
const OF_RUNS = "# normalizer known lines, version 2, of 4 good runs: an example of each kind\n";
const OLD_HEADER = "# normalizer baseline\n";

const parsed = (text: string | Uint8Array) => parseKnownLines(Buffer.from(text as string));
const errorOf = (text: string | Uint8Array): BaselineError | undefined => {
  try {
    parsed(text);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof BaselineError, String(error));
    return error;
  }
};

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");

/** A kind, with its text as its shape, so that kinds differ where texts do. */
const kind = (text: Uint8Array, figures: Partial<WrittenLine> = {}): WrittenLine => ({
  ...{ shape: text, text: Buffer.from(text), lines: undefined, runs: undefined, fixed: [], values: new Map() },
  ...figures,
});

const kinds = fc.uniqueArray(
  fc.record({
    text: hostileBytes,
    lines: fc.integer({ min: 4, max: 1_000_000 }),
    runs: fc.integer({ min: 1, max: 4 }),
    fixed: fc.uniqueArray(fc.integer({ min: 1, max: 16 }), { maxLength: 3 }),
    values: fc.array(fc.tuple(fc.integer({ min: 1, max: 16 }), fc.constant(["0", "10", "1.2.3"])), { maxLength: 2 }),
  }),
  { maxLength: 8, selector: ({ text }) => latin1(text) },
);

suite("a file of known lines", (test) => {
  test("holds any bytes, printable and one a line, and is read back exactly", () => {
    assertProperty(
      fc.property(kinds, fc.boolean(), (given, isWindows) => {
        const lines = given.map((line) =>
          kind(line.text, { ...line, text: Buffer.from(line.text), values: new Map(line.values) }),
        );
        const text = formatKnownLines(lines, 4);
        assert.match(text, /^(?:[^\p{Cc}\p{Bidi_Control}\u2028\u2029]*(?:\t[0-9a-z.:; ]+)?\n)*$/u);
        // Editors remove these blanks.
        assert.doesNotMatch(text, /[ \u00a0]\n/);
        const file = parsed(isWindows ? `\ufeff${text.replaceAll("\n", "\r\n")}` : text);
        assert.equal(file.runs, 4);
        const back = file.lines.map(({ text, lines, runs = 4, fixed, values }) => ({
          ...{ text: latin1(text), lines: lines ?? runs, runs },
          ...{ fixed, values: [...values] },
        }));
        const sorted = [...lines].sort((a, b) => Buffer.compare(a.text, b.text));
        const expected = sorted.map(({ text, lines, runs, fixed, values }) => ({
          ...{ text: latin1(text), lines, runs, fixed, values: [...values] },
        }));
        assert.deepEqual(back, expected);
      }),
      { numRuns: 500 },
    );
  });

  test("does not depend on the order of kinds", () => {
    assertProperty(
      fc.property(fc.uniqueArray(hostileBytes, { maxLength: 8, selector: latin1 }), (all) => {
        const lines = all.map((text) => kind(text));
        assert.equal(formatKnownLines(lines.toReversed()), formatKnownLines(lines));
      }),
      { numRuns: 300 },
    );
  });

  test("may be edited: order, repetitions, empty lines and comments do not matter", () => {
    const { lines, runs } = parsed(`${HEADER}b\n\n# a note\na\nb\n${HEADER}c`);
    assert.deepEqual(
      lines.map(({ text, line }) => [text.toString(), line]),
      [
        ["b", 2],
        ["a", 5],
        ["b", 6],
        ["c", 8],
      ],
    );
    assert.equal(runs, 1);
    assert.equal(parsed("").lines.length, 0);
    assert.equal(parsed(OLD_HEADER).areTemplates, true);
  });

  const figures = "figures are written as: 12 lines; 3 runs; fixed 1 2; 3: 10 20";
  const REFUSED: readonly (readonly [string, string])[] = [
    ["a\n", "1:1: is not a file of known lines: it does not begin with '# normalizer known lines, version 2'"],
    ["# normalizer known lines, version 3\n", "1:35: is of version 3; this program reads up to 2"],
    [`${HEADER}a\n<<<<<<< HEAD\n`, "3:1: a merge left a conflict here"],
    [`${OLD_HEADER}=======\n`, "2:1: a merge left a conflict here"],
    [`${HEADER}é\\q\n`, "2:2: a backslash that is not part of an escape; write it twice"],
    [`${OLD_HEADER}a\\x4\n`, "2:2: a backslash that is not part of an escape; write it twice"],
    [`${OF_RUNS}é\t2 lines; tow runs\n`, `2:12: ${figures}`],
    [`${OF_RUNS}a\t\n`, `2:3: ${figures}`],
    [`${OF_RUNS}a\t1; x\n`, `2:3: ${figures}`],
    [`${OF_RUNS}a\t5 runs\n`, "2:3: these are more runs than the file is of, by its first line: 4"],
    [`${OF_RUNS}a\t0 lines\n`, "2:3: a kind with none of them has no line"],
  ];
  for (const [text, message] of REFUSED) {
    test(`is refused if it holds ${JSON.stringify(text.replace(/^#.*\n(?=.)/, ""))}`, () => {
      assert.equal(errorOf(text)?.message, `baseline:${message}`);
    });
  }

  test("is read or refused whatever byte is damaged", () => {
    const sound = Buffer.from(
      formatKnownLines(
        [
          kind(Buffer.from("#a \x1b \\ é"), { lines: 12, runs: 3, fixed: [1, 2] }),
          kind(Buffer.from("b 1\t2 "), { values: new Map([[1, ["0", "10"]]]) }),
        ],
        4,
      ),
    );
    assert.equal(errorOf(sound), undefined);
    let refused = 0;
    const check = (damaged: Uint8Array): void => {
      const error = errorOf(damaged);
      if (error === undefined) return;
      refused++;
      const lines = Buffer.from(damaged).toString().split("\n");
      assert.ok(error.line >= 1 && error.line <= lines.length);
      assert.ok(error.column >= 1 && error.column <= lines[error.line - 1]!.length + 1, error.message);
    };
    for (let at = 0; at < sound.length; at++) {
      check(sound.subarray(0, at));
      check(Buffer.concat([sound.subarray(0, at), sound.subarray(at + 1)]));
      for (const byte of [0, 0x09, 0x0a, 0x0d, 0x20, 0x23, 0x30, 0x3b, 0x3c, 0x5c, 0x78, 0x80, 0xff]) {
        check(Buffer.from(sound.with(at, byte)));
        check(Buffer.concat([sound.subarray(0, at), Buffer.from([byte]), sound.subarray(at)]));
      }
    }
    assert.ok(refused > 100, String(refused));
  });
});

suite("the example of a kind", (test) => {
  const example = (line: string): string => exampleOf(Buffer.from(line)).toString();

  test("is the line without colours, and without what a CI service wrote before it", () => {
    assert.equal(example("2025-05-04T10:00:02.123Z \x1b[32mok\x1b[0m 12 tests  "), "ok 12 tests");
    assert.equal(example("web-1  | ready"), "ready");
  });

  test("is the whole line if its kind were another one without the time", () => {
    const line = "2025-05-04 10:00:02 2025-05-04 10:00:03 twice";
    assert.equal(example(line), line);
  });
});
