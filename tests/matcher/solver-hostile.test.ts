// Patterns with types and alternatives, and lines that cost them as much as possible.

import assert from "node:assert/strict";
import fc from "fast-check";
import { Fold } from "../../src/matcher/fold.ts";
import { FailedOffsets, Line } from "../../src/matcher/line.ts";
import { Matcher } from "../../src/matcher/matcher.ts";
import { type Action, actionOf } from "../../src/matcher/parser.ts";
import { Parsers } from "../../src/matcher/parsers.ts";
import { type Element, pattern } from "../../src/matcher/pattern.ts";
import { Literals } from "../../src/matcher/search/literal.ts";
import { TYPE_NAMES, TypeMatchers } from "../../src/matcher/types/type-registry.ts";
import { filled } from "../support/attacks.ts";
import { counted } from "../support/counted.ts";
import { typeReference } from "../support/field-types.ts";
import { parsePattern } from "../support/parse-pattern.ts";
import { assertProperty, sizeUpTo, someOf } from "../support/property.ts";
import { structured } from "../support/solver-arbitraries.ts";
import { suite } from "../support/suite.ts";

/**
 * The bound: for a line of n bytes and each element of the pattern, at most c × n + k bytes are read, and the parsers
 * look at what they remember about the line at most that often. Elements are texts, fields, alternatives, each of their
 * branches, and each byte of the longest of a field's values. Most patterns need a c of at most 10; addresses, which
 * may end in many places, 20.
 */
const PER_BYTE = 24;
const PER_LINE = 400;

/** A line twice as long may take at most this many times the work. */
const GROWTH = 2.3;

function weight(elements: readonly Element[]): number {
  return elements.reduce((sum, element) => {
    if ("alternatives" in element) {
      return element.alternatives.reduce((inner, branch) => inner + 1 + weight(branch), sum + 1);
    }
    const values = "field" in element && element.type !== undefined && "values" in element.type;
    return sum + 1 + (values ? Math.max(...(element.type as { values: string[] }).values.map((v) => v.length)) : 0);
  }, 0);
}

interface Work {
  readonly reads: number;
  /**
   * How often a parser looked at the bounds of the line or recorded a capture. Every call does one of them at least
   * once.
   */
  readonly steps: number;
  readonly isMatch: boolean;
}

/** A pattern's parser with its line, both counting. */
class Measured {
  private readonly line = new Line();
  private readonly match: Action;
  private steps = 0;

  constructor(elements: readonly Element[]) {
    const line = new Proxy(this.line, {
      get: (target, key) => {
        this.steps++;
        return Reflect.get(target, key);
      },
    });
    const fold = new Fold(new Parsers(line, new Literals(line)), new TypeMatchers(line));
    // Ends with alternatives, so that the literal that closes the line is not checked first.
    this.match = actionOf(fold.whole(pattern([...elements, { alternatives: [[]] }])));
  }

  of(text: string): Work {
    const bytes = Buffer.from(text, "latin1");
    const log = counted(bytes);
    this.line.begin(0, bytes.length);
    this.steps = 0;
    const reply = this.match(log.bytes, 0);
    return { reads: log.reads, steps: this.steps, isMatch: reply.status };
  }
}

/**
 * The minimum length of a line, also in multiples of the longest literal, which has no place near the end of the line.
 */
const SHORTEST = sizeUpTo(1_500);
const LITERALS = 6;

function longestText(elements: readonly Element[]): number {
  return elements.reduce((longest, element) => {
    if ("text" in element) return Math.max(longest, element.text.length);
    return "field" in element ? longest : Math.max(longest, ...element.alternatives.map(longestText));
  }, 0);
}

function check(name: string, elements: readonly Element[], line: (length: number) => string, isMatch = false): void {
  const measured = new Measured(elements);
  const elementCount = weight(elements);
  const length = Math.max(SHORTEST, LITERALS * longestText(elements));
  const works = [length, 2 * length].map((length) => {
    const text = line(length);
    const work = measured.of(text);
    for (const kind of ["reads", "steps"] as const) {
      const bound = elementCount * (PER_BYTE * text.length + PER_LINE);
      assert.ok(
        work[kind] <= bound,
        `${name}: ${work[kind]} ${kind} of ${text.length} bytes, ${elementCount} elements`,
      );
    }
    assert.equal(work.isMatch, isMatch, name);
    return work;
  });
  for (const kind of ["reads", "steps"] as const) {
    const [once, twice] = works.map((work) => work[kind]) as [number, number];
    assert.ok(twice <= GROWTH * once + elementCount * PER_LINE, `${name}: ${once} ${kind}, then ${twice}`);
  }
}

const times = (count: number, part: string): string => Array.from({ length: count }, () => part).join(" ");
const a = (count: number): string => "a".repeat(count);

/** A line whose first half opens brackets and whose second half closes them. */
const mirrored =
  (open: string, close: string) =>
  (length: number): string =>
    open.repeat(length / 2) + close.repeat(length / 2);

/** None of the lines matches, because the end of the pattern is missing. */
const ATTACKS: readonly (readonly [name: string, pattern: string, ...lines: ((length: number) => string)[]])[] = [
  ["numbers with anything before each", `${times(6, "x n:number")}<!>`, filled("1"), filled("1a"), filled("12 ")],
  ["numbers side by side", `${times(10, "n:number")}<!>`, filled("1"), filled("1", "a")],
  ["words side by side", `${times(10, "n:word")}<!>`, filled("a"), filled("\x80"), filled("a\xe9\x80"), filled("a ")],
  ["words with blanks", `${times(5, "w:word < >")}<!>`, filled("a "), filled("a"), filled(`${a(sizeUpTo(100))} `)],
  ["hex numbers side by side", `${times(10, "n:hex")}<!>`, filled("0x"), filled("0"), filled("f0x")],
  ["floats side by side", `${times(10, "n:float")}<!>`, filled("1.1e1"), filled("1."), filled("-1"), filled("1e+1.1")],
  ["addresses side by side", `${times(4, "n:ip")}<!>`, filled("1.1.1.1"), filled("::1"), filled("1:"), filled("1")],
  ["addresses and anything", `${times(4, "x n:ip")}<!>`, filled("1.1.1."), filled("::1111:"), filled("255.255.2.1 ")],
  ["many types on digits and dots", "x h:hex f:float n:number i:ip w:word <!>", filled("1.1"), filled("1.1.1.1")],
  ["strings", `${times(6, "q:quoted")}<!>`, filled('"'), filled('""'), filled('\\"')],
  ["strings and anything", `${times(6, "x q:quoted")}<!>`, filled('"'), filled('"\\'), filled('"a" ')],
  ["json side by side", `${times(6, "x j:json")}<!>`, filled("["), filled('["[","[",'), filled("{}"), filled("[]}")],
  ["json that closes", `${times(6, "x j:json")}<!>`, (n) => "[".repeat(n / 2) + "]".repeat(n / 2), filled('{"a":[]}')],
  ["uuids and anything", `${times(4, "x u:uuid")}<!>`, filled("12345678-1234-"), filled("1")],
  ["values that begin each other", `${times(4, "v{a,aa,aaa,aaaa,aaaaa}")} <!>`, filled("a"), filled("ab")],
  ["values and anything", `${times(4, "x v{a,ab,aba,abab,b}")} <!>`, filled("ab"), filled("a")],
  ["20 optional letters", `${times(20, "[<a>]")} <!>`, filled("a")],
  ["20 optional numbers", `${times(20, "[n:number]")} <!>`, filled("1"), filled("1 ")],
  ["20 optional fields", `${times(20, "[x <a>]")} <!>`, filled("a"), filled("ba")],
  ["20 optional fields of any text", `${times(20, "[x]")} <!>`, filled("a")],
  ["optional parts in optional parts", `${"[x <a> ".repeat(20)}${"]".repeat(20)}<!>`, filled("a"), filled("ab")],
  ["optional parts around numbers", `${"[n:number ".repeat(20)}${"]".repeat(20)}<!>`, filled("1")],
  ["branches that begin alike", `${times(4, "x (<aaa>|<aa>|<a>|<aab>|w:word|)")}<!>`, filled("a"), filled("aab")],
  ["branches that begin each other", `x (${times(30, "<a>").replaceAll(" ", "|")}) y <!>`, filled("a")],
  [
    "branches that lead to one",
    `${times(8, "(n:number|h:hex|w:word|x)")}<!>`,
    filled("1"),
    filled("1 "),
    filled("0x1"),
  ],
  ["empty branches", `${times(8, "x (||||)")}<!>`, filled("a")],
  [
    "a long literal after numbers",
    `n:number <${"1".repeat(sizeUpTo(999))}2> m:number <!>`,
    filled("1"),
    filled("1", "2!"),
  ],
  [
    "a long literal after anything",
    `x <${a(sizeUpTo(999))}b> n:number <!>`,
    filled("a"),
    filled(`${a(sizeUpTo(1_000))}b`),
  ],
  [
    "a long literal that nearly stands",
    `x n:number <${"1".repeat(sizeUpTo(500))}2${"1".repeat(sizeUpTo(500))}> y <!>`,
    filled("1"),
  ],
  [
    "a long periodic literal in branches",
    `x (<${"ab".repeat(sizeUpTo(500))}c>|<${"ba".repeat(sizeUpTo(500))}c>) y <!>`,
    filled("ab"),
  ],
  ["a long literal in optional parts", `${times(5, `[<${a(sizeUpTo(500))}>]`)}<!>`, filled("a")],
  ["a literal after words again and again", `${times(3, `w:word <${a(sizeUpTo(300))}>`)} <!>`, filled("a")],
  ["a long literal between numbers and any", `n:number x <${"1".repeat(sizeUpTo(700))}2> y n:number <!>`, filled("1")],
  ["timestamps after anything", "x timestamp y <!>", filled("1"), filled("11:11:11:"), filled("2024-11-15 10:00:02 ")],
  ["timestamps in branches", "x (timestamp|<[> timestamp) y <!>", filled("[11:11:11"), filled("1")],
  ["typed timestamps", `${times(3, "x t:timestamp")}<!>`, filled("11:11:11"), filled("Nov 15 10:00:02 ")],
  ["a type before a literal that is everywhere", "x n:number <a> y <!>", filled("1a"), filled("a")],
  ["a word before a literal that is everywhere", `${times(4, "w:word <a>")}<!>`, filled("a")],
  ["json or nothing between fields, from far and near in turn", "x (j:json|) y <!!> z <!>", mirrored("{", "}")],
  ["json or a text between fields", "x (j:json|<[>) y <]> n:number <!> z <!>", mirrored("[", "]")],
  [
    "branches before a chain of words",
    `x (${times(30, "<a>").replaceAll(" ", "|")}) ${times(30, "w:word < >")} <!>`,
    filled("aaaaaaaa "),
  ],
  ["adjacent fields around a type", "p q r n:number s t u <a> v <!>", filled("1a"), filled("1")],
];

suite("the solver's work bound", (test) => {
  for (const [name, pattern, ...lines] of someOf(ATTACKS, "attacks")) {
    test(`holds for ${name}`, () => {
      for (const line of lines)
        check(`${name} on ${JSON.stringify(line(1).slice(0, 20))}`, parsePattern(pattern), line);
    });
  }

  test("holds for each type with the lines that cost it most", () => {
    for (const type of someOf(TYPE_NAMES, "types")) {
      for (const unit of typeReference(type).hostile.filter(({ length }) => length < 40)) {
        const on = `${type} on ${JSON.stringify(unit)}`;
        check(`anything and ${on}`, parsePattern(`x p:${type} <!>`), filled(unit));
        check(`two of ${on}`, parsePattern(`x p:${type} q:${type} <!>`), filled(unit));
      }
    }
  });

  test("holds if the line matches in the end", () => {
    check("numbers", parsePattern(`${times(6, "x n:number")} <!>`), filled("1", "!"), true);
    check("optional", parsePattern(`${times(20, "[x <a>]")} <!>`), (length) => `${a(20)}${a(length)}!`, true);
    check("timestamp as any text", parsePattern("x timestamp <!>"), filled("11:11:11:", "-!"), true);
  });

  test("holds for random patterns and lines", () => {
    const part = fc.constantFrom(
      "a",
      "1",
      ".",
      ":",
      "11",
      " ",
      '"',
      "[",
      "]",
      "aab",
      "::1",
      "0x1",
      "11:11:11",
      "a1a",
      "\\",
    );
    const unit = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(""));
    assertProperty(
      fc.property(structured, unit, unit, (rule, begin, middle) => {
        const text = begin + filled(middle)(400);
        const { reads, steps } = new Measured(rule).of(text);
        const bound = weight(rule) * (PER_BYTE * text.length + PER_LINE);
        assert.ok(reads <= bound && steps <= bound, `${reads} reads, ${steps} steps of ${text.length} bytes`);
      }),
      { numRuns: 120 },
    );
  });
});

suite("large patterns and lines in the solver", (test) => {
  const matching = (elements: readonly Element[]): ((line: string) => boolean) => {
    const matcher = new Matcher([pattern(elements)]);
    return (line) => matcher.match(Buffer.from(line), 0, line.length) === 0;
  };

  test.costly("may have 1,000 elements in a row without exhausting the stack", () => {
    const of = (part: Element): Element[] => Array.from({ length: 1_000 }, () => part);
    const digit: Element = { field: "d", type: { typeName: "number" } };
    const digits = matching(of(digit));
    assert.ok(digits("1".repeat(1_000)));
    assert.ok(!digits("1".repeat(999)));
    const optional = matching(of({ alternatives: [[{ text: "a" }], []] }));
    assert.ok(optional(a(999)));
    assert.ok(!optional(a(1_001)));
    assert.ok(matching(of({ alternatives: [[{ field: "x" }, { text: "a" }], [digit]] }))("ba1".repeat(500)));
  });

  test.costly("may have alternatives nested 500 deep", () => {
    let nested: Element[] = [{ field: "timestamp" }];
    for (let i = 0; i < 500; i++) nested = [{ text: "a" }, { alternatives: [nested, []] }];
    const match = matching(nested);
    assert.ok(match(a(500)));
    assert.ok(match(`${a(500)}11:11:11`));
    assert.ok(!match(`${a(499)}b`));
  });

  test("are prepared in linear time for 20,000 branches", () => {
    const alternatives = Array.from({ length: 20_000 }, (_, i) => [{ text: `<${i}>` }]);
    assert.ok(matching([{ alternatives }, { field: "x" }])("<19999>a"));
  });

  test.costly("may have more offsets than a Set can hold, and words with more ends than an array should hold", () => {
    const line = new Line();
    const offsets = new FailedOffsets(line);
    line.begin(7, 7 + 2 ** 24 + 64);
    for (let offset = line.start; offset <= line.end; offset += 2) offsets.add(offset);
    assert.ok(offsets.has(line.start) && !offsets.has(line.start + 1));
    assert.equal(offsets.has(line.end), line.end % 2 === 1);
    line.begin(0, 2 ** 24);
    assert.ok(!offsets.has(7));

    const bytes = Buffer.alloc(17_000_000, "a");
    bytes.write(" !", bytes.length - 2);
    const before = process.memoryUsage().rss;
    assert.equal(new Matcher([pattern(parsePattern("w:word < !>"))]).match(bytes, 0, bytes.length), 0);
    assert.ok(process.memoryUsage().rss - before < 60_000_000, "the word's ends were held");
  });
});
