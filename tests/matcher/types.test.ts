import assert from "node:assert/strict";
import fc from "fast-check";
import { RunType, type TypeMatcher } from "../../src/matcher/types/type-matcher.ts";
import { TYPE_NAMES, TYPES, typeEntry } from "../../src/matcher/types/type-registry.ts";
import { ValueAutomaton } from "../../src/matcher/types/value-automaton.ts";
import { ValuesType } from "../../src/matcher/types/values-type.ts";
import { LINE_END } from "../../src/text/bytes/byte-set.ts";
import { typeLines, typeReference, valuesEnds } from "../support/field-types.ts";
import { assertProperty, assertReached, shareOf } from "../support/property.ts";
import { suite } from "../support/suite.ts";
import { endsAt, LINE, triedEnds, WatchedLine } from "../support/type-reading.ts";

const latin1 = (text: string) => Buffer.from(text, "latin1");

/** Where lines begin, including beyond 2 and 4 GiB. */
const starts = fc.constantFrom(0, 1, 1_000, 2 ** 31 - 5, 2 ** 32 - 5, 2 ** 32 + 1);

/** The places of a line of this length in any order, each at least once. */
function orders(length: number): fc.Arbitrary<number[]> {
  const places = Array.from({ length: length + 1 }, (_, at) => at);
  const shuffled = fc.shuffledSubarray(places, { minLength: length + 1, maxLength: length + 1 });
  return fc.oneof(
    fc.constant(places),
    fc.constant(places.toReversed()),
    fc.tuple(shuffled, shuffled).map(([first, second]) => [...first, ...second]),
  );
}

const asked = (lines: fc.Arbitrary<string>) =>
  lines.chain((line) => fc.tuple(fc.constant(line), starts, orders(line.length)));

/** Long enough for the memories of a line to use several of their blocks. */
const paddings = fc.constantFrom(
  "",
  "",
  "1".repeat(50),
  "\\".repeat(41),
  "a".repeat(70),
  '\\"'.repeat(30),
  "[".repeat(33),
);
const padded = (lines: fc.Arbitrary<string>) => fc.tuple(lines, paddings, lines).map((parts) => parts.join(""));

/**
 * Checks that a type gives the expected answers at all places of a line, asked in some order, and reads nothing else.
 */
function check(
  type: TypeMatcher,
  line: string,
  start: number,
  order: number[],
  expected: (at: number) => number[],
): void {
  const watched = new WatchedLine(line, start);
  LINE.begin(start, watched.end);
  for (const at of order) {
    const ends = endsAt(type, watched.bytes, start + at, watched.end).map((end) => end - start);
    assert.deepEqual(ends, expected(at), `${JSON.stringify(line)} at ${at}`);
    if (!(type instanceof RunType)) continue;
    const run = type.runEnd(watched.bytes, start + at, watched.end);
    assert.equal(run, ends.length === 0 ? -1 : start + ends[0]!);
  }
  assert.equal(watched.outside, 0, JSON.stringify(line));
}

suite("types", (test) => {
  test("are known by their names", () => {
    for (const name of TYPE_NAMES) {
      const { make } = typeEntry(name);
      assert.equal(typeEntry(name).name, name);
      assert.notEqual(make(LINE), make(LINE), "each has a memory of its own");
    }
    for (const name of ["", "numbers", "values", "constructor", " number", "Number"]) {
      assert.throws(
        () => typeEntry(name),
        (error: unknown) => error instanceof RangeError,
      );
    }
  });

  for (const { name, samples, bytes, acceptsAll, make } of TYPES) {
    test(`recognise their own samples: ${name}`, () => {
      for (const sample of samples) {
        const line = Buffer.from(sample);
        LINE.begin(0, line.length);
        assert.equal(endsAt(make(LINE), line, 0, line.length)[0], line.length, sample);
      }
    });

    test(`have texts of only the bytes that they declare: ${name}`, () => {
      const lines = fc.oneof(padded(typeLines(name)), fc.constantFrom(...Object.keys(typeReference(name).good)));
      assertProperty(
        fc.property(lines, (text) => {
          const line = latin1(text);
          LINE.begin(0, line.length);
          const type = make(LINE);
          for (let at = 0; at < line.length; at++) {
            const longest = endsAt(type, line, at, line.length)[0] ?? at;
            for (let i = at; i < longest; i++) assert.equal(bytes[line[i]!], 1, `${line[i]} in ${text}`);
          }
        }),
      );
    });

    if (!acceptsAll) continue;
    test(`accept every text of their bytes: ${name}`, () => {
      const own = Array.from({ length: 256 }, (_, byte) => byte).filter((byte) => bytes[byte] === 1);
      assertProperty(
        fc.property(fc.array(fc.constantFrom(...own), { minLength: 1 }), (text) => {
          const line = Buffer.from(text);
          LINE.begin(0, line.length);
          assert.equal(endsAt(make(LINE), line, 0, line.length)[0], line.length);
        }),
      );
    });
  }

  for (const name of TYPE_NAMES) {
    const { good, bad } = typeReference(name);
    const type = typeEntry(name).make(LINE);

    test(`agree with the examples of ${name}`, () => {
      const endsOf = (line: string): number[] => {
        LINE.begin(0, line.length);
        return endsAt(type, latin1(line), 0, line.length);
      };
      for (const [line, ends] of Object.entries(good)) assert.deepEqual(endsOf(line), ends, JSON.stringify(line));
      for (const line of bad) assert.deepEqual(endsOf(line), [], JSON.stringify(line));
    });

    test.costly(
      `agree with its reference one byte, or one separator everywhere, away from the examples of ${name}`,
      () => {
        const agrees = (line: string): void => {
          LINE.begin(0, line.length);
          const expected = typeReference(name).ends(line, 0);
          assert.deepEqual(endsAt(type, latin1(line), 0, line.length), expected, JSON.stringify(line));
        };
        for (const example of Object.keys(good)) {
          for (let byte = 0; byte < 256; byte++) {
            const other = String.fromCharCode(byte);
            for (let i = 0; i < example.length; i++) agrees(example.slice(0, i) + other + example.slice(i + 1));
            for (const separator of new Set(example.match(/[^A-Za-z0-9]/g)))
              agrees(example.replaceAll(separator, other));
          }
        }
      },
    );

    test(`agree with the examples of ${name} cut anywhere, before bytes that would continue them`, () => {
      for (const line of [...Object.keys(good), ...bad]) {
        for (let end = 0; end <= line.length; end++) {
          const expected = typeReference(name).ends(line.slice(0, end), 0);
          LINE.begin(0, end);
          assert.deepEqual(endsAt(type, latin1(line), 0, end), expected, JSON.stringify(line.slice(0, end)));
        }
      }
    });

    test(`agree with their definition at all places of a line, asked in any order: ${name}`, () => {
      let hits = 0;
      assertProperty(
        fc.property(asked(fc.oneof(typeLines(name), padded(typeLines(name, 5)))), ([line, start, order]) => {
          const expected = Array.from({ length: line.length + 1 }, (_, at) => typeReference(name).ends(line, at));
          for (const { length } of expected) if (length > 0) hits++;
          check(type, line, start, order, (at) => expected[at]!);
        }),
        { numRuns: 300 },
      );
      assertReached(hits, 20, "texts");
    });
  }
});

suite("types: json", (test) => {
  test("may nest as deep as a number has bits, and deeper", () => {
    const type = typeEntry("json").make(LINE);
    const endsOf = (text: string): number[] => {
      LINE.begin(0, text.length);
      return endsAt(type, latin1(text), 0, text.length);
    };
    for (const depth of [1, 29, 30, 31, 32, 33, 64, 65, 1000]) {
      const opening = "[{".repeat(depth).slice(0, depth);
      const closing = Array.from(opening.replaceAll("[", "]").replaceAll("{", "}")).reverse().join("");
      assert.deepEqual(endsOf(`${opening}${closing}]`), [2 * depth]);
      assert.deepEqual(endsOf(opening + closing.slice(0, -1)), []);
      assert.deepEqual(endsOf(`${opening + closing.slice(0, -1)}}`), []);
    }
  });
});

suite("types: what is known beforehand", (test) => {
  for (const name of TYPE_NAMES) {
    const type = typeEntry(name).make(LINE);

    test(`the first byte of a text is one of those declared: ${name}`, () => {
      assertProperty(
        fc.property(typeLines(name), (line) => {
          LINE.begin(0, line.length);
          const bytes = latin1(line);
          for (let at = 0; at < line.length; at++) {
            if (endsAt(type, bytes, at, line.length).length > 0)
              assert.equal(type.first[bytes[at]!], 1, line.slice(at));
          }
        }),
        { numRuns: 100 },
      );
      assert.equal(type.first[LINE_END], 0);
    });

    if (!(type instanceof RunType)) continue;

    test(`an end inside a run comes before one of the inner bytes: ${name}`, () => {
      assertProperty(
        fc.property(typeLines(name), (line) => {
          LINE.begin(0, line.length);
          const bytes = latin1(line);
          for (let at = 0; at < line.length; at++) {
            for (const end of endsAt(type, bytes, at, line.length).slice(1)) assert.equal(type.inner[bytes[end]!], 1);
          }
        }),
        { numRuns: 100 },
      );
    });

    const { members } = type;
    if (members === undefined) continue;

    test(`a run ends at the first byte that is no member: ${name}`, () => {
      assertProperty(
        fc.property(typeLines(name), (line) => {
          LINE.begin(0, line.length);
          const bytes = latin1(line);
          for (let at = 0; at < line.length; at++) {
            const stop = bytes.findIndex((byte, i) => i >= at && members[byte] === 0);
            const end = stop === -1 ? line.length : stop;
            assert.equal(type.runEnd(bytes, at, line.length), end === at ? -1 : end);
          }
        }),
        { numRuns: 100 },
      );
    });
  }
});

suite("types: runs", (test) => {
  for (const name of TYPE_NAMES) {
    const type = typeEntry(name).make(LINE);
    if (!(type instanceof RunType)) continue;

    test(`of two starts in a run, the later has all ends of the earlier that lie beyond it: ${name}`, () => {
      let pairs = 0;
      assertProperty(
        fc.property(typeLines(name), (line) => {
          LINE.begin(0, line.length);
          const bytes = latin1(line);
          const ends = Array.from(bytes, (_, at) => endsAt(type, bytes, at, bytes.length));
          const runs = Array.from(bytes, (_, at) => type.runEnd(bytes, at, bytes.length));
          for (let b = 0; b < line.length; b++) {
            for (let a = 0; a < b; a++) {
              if (runs[a] === -1 || runs[a] !== runs[b]) continue;
              pairs++;
              const shared = ends[a]!.filter((end) => end > b);
              assert.deepEqual(ends[b], shared, `${JSON.stringify(line)} at ${a} and ${b}`);
            }
          }
        }),
        { numRuns: 100 },
      );
      assertReached(pairs, 20, "pairs");
    });

    test(`no end is missed by skipping what a run has failed with: ${name}`, () => {
      assertProperty(
        fc.property(asked(typeLines(name)), ([line, start, order]) => {
          LINE.begin(start, start + line.length);
          const places = order.map((at) => start + at);
          const tried = new Set(triedEnds(type, new WatchedLine(line, start), places));
          const all = new Set(order.flatMap((at) => typeReference(name).ends(line, at)).map((end) => start + end));
          assert.deepEqual([...tried].sort(), [...all].sort(), JSON.stringify(line));
        }),
        { numRuns: 200 },
      );
    });

    test(`a byte is in at most three runs: ${name}`, () => {
      assertProperty(
        fc.property(typeLines(name, 20), (line) => {
          LINE.begin(0, line.length);
          const bytes = latin1(line);
          const around = Array.from(bytes, () => new Set<number>());
          for (let at = 0; at < line.length; at++) {
            const run = type.runEnd(bytes, at, bytes.length);
            for (let i = at; i < run; i++) around[i]!.add(run);
          }
          for (const { size } of around) assert.ok(size <= 3, JSON.stringify(line));
        }),
        { numRuns: 100 },
      );
    });
  }

  for (const name of TYPE_NAMES) {
    const type = typeEntry(name).make(LINE);
    const most = typeReference(name).mostEnds;
    if (most === undefined) {
      test(`texts of ${name} are parts of runs`, () => void assert.ok(type instanceof RunType));
      continue;
    }

    test(`a start of ${name} has at most ${most} ends`, () => {
      const lines = [
        ...Object.keys(typeReference(name).good),
        ...typeReference(name).hostile.map((unit) => unit.repeat(50)),
      ];
      if (name === "ip") lines.push("::1111:2222:3333:4444:5555:6666:7777", "::1:2:3:4:5:255.255.255.255");
      for (const line of [...lines, ...fc.sample(typeLines(name, 20), 300)]) {
        LINE.begin(0, line.length);
        const bytes = latin1(line);
        for (let at = 0; at < Math.min(line.length, 40); at++) {
          const ends = endsAt(type, bytes, at, bytes.length);
          assert.ok(ends.length <= most, `${ends.length} ends in ${line.slice(0, 60)} at ${at}`);
        }
      }
    });
  }
});

const upwards = (length: number) => Array.from({ length }, (_, at) => at);

/** Orders in which the last answer of a type does not help with the next. */
const ORDERS: Readonly<Record<string, (length: number) => number[]>> = {
  backwards: (length) => upwards(length).reverse(),
  "in leaps": (length) => upwards(length).map((i) => (i * 7_919) % length),
  "from both ends": (length) => upwards(length).map((i) => (i % 2 === 0 ? i >> 1 : length - 1 - (i >> 1))),
};

suite("types: work bound", (test) => {
  /** Checks that asking at all places of a line, in some order, costs no more than its length allows. */
  const measure = (name: string, type: TypeMatcher, unit: string, length: number, order: number[]): void => {
    const { reads, ends } = typeReference(name).work;
    const line = new WatchedLine(unit.repeat(length / unit.length + 1).slice(0, length));
    LINE.begin(line.start, line.end);
    const tried = triedEnds(type, line, order).length;
    const of = `of ${length} bytes of ${JSON.stringify(unit.slice(0, 40))}`;
    assert.ok(line.reads <= reads * length + 100, `${line.reads} reads ${of}`);
    assert.ok(tried <= ends * length, `${tried} ends ${of}`);
  };

  for (const name of TYPE_NAMES) {
    const type = typeEntry(name).make(LINE);
    const length = typeReference(name).remembers ? shareOf(20_000) : shareOf(2_000);
    test(`holds for ${name} in a hostile line of ${length} bytes`, () => {
      for (const unit of typeReference(name).hostile) measure(name, type, unit, length, upwards(length));
    });
    const tenth = Math.floor(length / 10) + 1;
    for (const [order, places] of Object.entries(ORDERS)) {
      test(`holds for ${name} in hostile lines asked ${order}`, () => {
        for (const unit of typeReference(name).hostile) measure(name, type, unit, tenth, places(tenth));
      });
    }
    test(`holds for ${name} in random lines, asked in any order`, () => {
      const unit = typeLines(name, 8).filter((line) => line !== "");
      assertProperty(
        fc.property(unit, fc.constantFrom(...Object.values(ORDERS)), (unit, order) => {
          measure(name, type, unit, 500, order(500));
        }),
        { numRuns: 40 },
      );
    });
  }
});

suite("types: values", (test) => {
  const endsOf = (texts: readonly string[], line: string, at = 0) => {
    LINE.begin(0, line.length);
    return endsAt(new ValuesType(LINE, texts.map(latin1)), latin1(line), at, line.length);
  };

  test("agree with the examples", () => {
    assert.deepEqual(endsOf(["GET", "POST", "GETALL", "G"], "GETALLx"), [6, 3, 1]);
    assert.deepEqual(endsOf(["GET", "GET", ""], "GET"), [3]);
    assert.deepEqual(endsOf(["GET"], "GE"), []);
    assert.deepEqual(endsOf(["GET"], "get"), []);
    assert.deepEqual(endsOf(["\xff\0", "\0", "\xff"], "\xff\0"), [2, 1]);
    assert.deepEqual(endsOf([], "a"), []);
    assert.deepEqual(endsOf([""], ""), []);
    assert.deepEqual(endsOf(["a"], "a", 1), []);
  });

  test("agree with the list at all places of a line", () => {
    const texts = (maxLength: number) =>
      fc.array(fc.constantFrom("a", "b", "ab", "\0", "\xff", "\xfe"), { maxLength }).map((parts) => parts.join(""));
    assertProperty(
      fc.property(fc.array(texts(4), { maxLength: 12 }), asked(texts(12)), (list, [line, start, order]) => {
        check(new ValuesType(LINE, list.map(latin1)), line, start, order, (at) => valuesEnds(list, line, at));
      }),
      { numRuns: 100 },
    );
  });

  test("cost a few reads for each byte if there are thousands of them", () => {
    const list = Array.from({ length: 5_000 }, (_, i) => `service-${i}`);
    const type = new ValuesType(LINE, list.map(latin1));
    for (const name of list) {
      LINE.begin(0, name.length);
      assert.equal(endsAt(type, latin1(name), 0, name.length)[0], name.length);
    }
    const line = new WatchedLine("service-4999service-".repeat(50));
    LINE.begin(line.start, line.end);
    for (let at = 0; at < line.end; at++) endsAt(type, line.bytes, at, line.end);
    assert.ok(line.reads <= 3 * line.end, `${line.reads} reads of ${line.end} bytes`);
    assert.equal(line.outside, 0);
  });

  test("cost linear time if a long one nearly matches everywhere, and stay correct", () => {
    const long = "a".repeat(800);
    const list = [`${long}b`, "aa", "a", "ab", `${long.slice(0, 200)}b`];
    const type = new ValuesType(LINE, list.map(latin1));
    const text = `${"a".repeat(1_200)}b${"a".repeat(400)}`;
    const line = new WatchedLine(text);
    LINE.begin(line.start, line.end);
    for (let at = 0; at <= line.end; at++) {
      assert.deepEqual(endsAt(type, line.bytes, at, line.end), valuesEnds(list, text, at));
    }
    assert.ok(line.reads < 4 * line.end, `${line.reads} reads`);
  });

  test("found by the automaton are those of the list", () => {
    const texts = fc
      .array(fc.constantFrom("a", "b", "ab", "\0"), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join(""));
    assertProperty(
      fc.property(
        fc.array(texts, { maxLength: 8 }),
        fc.array(texts, { maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        (list, parts, order) => {
          const line = parts.join("");
          LINE.begin(0, line.length);
          const automaton = new ValueAutomaton(LINE, list.map(latin1));
          for (let i = 0; i < 20; i++) {
            const at = order.next().value! % (line.length + 1);
            const ends: number[] = [];
            const count = automaton.ends(latin1(line), at, ends);
            assert.deepEqual(ends.slice(0, count), valuesEnds(list, line, at));
          }
        },
      ),
      { numRuns: 200 },
    );
  });
});

suite("types: memory of a line", (test) => {
  test("is cleared by reset, for another line at the same place", () => {
    for (const name of TYPE_NAMES) {
      const type = typeEntry(name).make(LINE);
      assertProperty(
        fc.property(fc.array(padded(typeLines(name, 4)), { maxLength: 4 }), (lines) => {
          const width = Math.max(0, ...lines.map(({ length }) => length));
          for (const line of lines.map((text) => text.padEnd(width))) {
            LINE.begin(0, width);
            for (const at of [0, 1, width >> 1]) {
              if (at > width) continue;
              assert.deepEqual(
                endsAt(type, latin1(line), at, width),
                typeReference(name).ends(line, at),
                JSON.stringify(line),
              );
            }
          }
        }),
        { numRuns: 30 },
      );
    }
  });

  test("holds a very long line, and the line after it", () => {
    const size = shareOf(1_000_000);
    const json = typeEntry("json").make(LINE);
    const word = typeEntry("word").make(LINE) as RunType;
    for (const line of [`${"[".repeat(size)}${"]".repeat(size)}`, `${"[".repeat(size)}{}`, "[[]]"]) {
      const bytes = latin1(line);
      const closed = line.endsWith("]");
      LINE.begin(0, bytes.length);
      assert.deepEqual(endsAt(json, bytes, 0, bytes.length), closed ? [bytes.length] : []);
      assert.deepEqual(endsAt(json, bytes, 1, bytes.length), closed ? [bytes.length - 1] : []);
      assert.equal(word.runEnd(bytes, 0, bytes.length), bytes.length);
    }
  });
});
