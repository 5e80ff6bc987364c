// What the tests know of each field type, written without the code that they test: what its texts are, examples, and
// what matching one may cost.
import { isIP } from "node:net";
import fc from "fast-check";
import type { TypeName } from "../../src/matcher/types/type-registry.ts";
import { everyOracleEnd } from "./timestamp-oracle.ts";

interface TypeReference {
  /** Where texts that start at `at` in a Latin-1 line may end, the largest first. */
  readonly ends: (line: string, at: number) => number[];
  /** Lines that start with a text of the type, with all of its ends, the largest first. */
  readonly good: Readonly<Record<string, readonly number[]>>;
  /** Lines that start with no text of the type. */
  readonly bad: readonly string[];
  /** Pieces for random lines: parts of texts, and near misses. */
  readonly pieces: readonly string[];
  /** Types that match all or many of its texts, for patterns of which one may match all that another does. */
  readonly wider: readonly TypeName[];
  /** Some texts with few letters, for random patterns. */
  readonly short: readonly string[];
  /** What costs it most when repeated. */
  readonly hostile: readonly string[];
  /** The maximum number of bytes read for each byte of a line, asked at all places, and of ends tried. */
  readonly work: { readonly reads: number; readonly ends: number };
  /** The maximum number of ends at one start. Undefined if its texts are parts of runs, which have any number. */
  readonly mostEnds: number | undefined;
  /** Whether it remembers what it read. Without a memory a start costs the same whatever the length of the line. */
  readonly remembers: boolean;
}

const MAC = "00:1a:2b:3c:4d:5e";
/** A name with a value, as `pairs` has them. */
const PAIR = `[\\w.-]+=(?:"(?:[^"\\\\]|\\\\.)*"|'(?:[^'\\\\]|\\\\.)*'|[^ \\t\\n\\v\\f\\r"'][^ \\t\\n\\v\\f\\r]*|)`;
const UUID = "123e4567-e89b-12d3-A456-426614174000";

/** Whether a Latin-1 line from `at` to `to` is a text of a type that may end there. */
type IsText = (line: string, at: number, to: number) => boolean;

const whole =
  (expression: RegExp): IsText =>
  (line, at, to) =>
    expression.test(line.slice(at, to));

/** The ends of a type that is defined text by text. Tries each one. */
const endsOf =
  (isText: IsText) =>
  (line: string, at: number): number[] =>
    placesAfter(line, at).filter((to) => isText(line, at, to));

/** The end of the longest text. */
const longestOf = (expression: RegExp): TypeReference["ends"] => {
  const ends = endsOf(whole(expression));
  return (line, at) => ends(line, at).slice(0, 1);
};

const isWord = whole(/^[^ \t\n\v\f\r]+$/);

const REFERENCES: Readonly<Record<TypeName, TypeReference>> = {
  number: {
    ends: endsOf(whole(/^\d+$/)),
    good: { "7": [1], "120 ms": [3, 2, 1], "12ab": [2, 1], "007": [3, 2, 1], "1.5": [1] },
    bad: ["", "-1", "+1", " 1", "a1", ".5", "\xb2"],
    pieces: ["0", "9", "123", "/", ":", "a", "-", " ", "\xb2"],
    wider: ["word", "float", "hex"],
    short: ["1", "12", "111", "0"],
    hostile: ["1", "1234567890123456 ", "1 "],
    work: { reads: 10, ends: 1 },
    mostEnds: undefined,
    remembers: true,
  },
  float: {
    ends: endsOf(whole(/^[+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][+-]?\d+)?$/)),
    good: {
      "1": [1],
      "12.34": [5, 4, 2, 1],
      "-1.5e3,": [6, 4, 2],
      "+.5": [3],
      "1e5.7": [3, 1],
      "1.2.3": [3, 1],
      "6.02E+23": [8, 7, 4, 3, 1],
      "1e+": [1],
      "1.": [1],
      "1.e5": [1],
      "5e": [1],
    },
    bad: ["", "+", "-", ".", "-.", "e5", "+-1", "-e1", ".e1", "inf", "NaN", " 1"],
    pieces: ["0", "1", "22", ".", ".", "e", "E", "+", "-", "1.5", "e-7", ",", "x", " "],
    wider: ["word"],
    short: ["1", "-1", "1.1", ".1", "1e1", "12.1e-1"],
    hostile: ["1", "1.", "1e", "1e+", "+", "-1", ".1", `${"1".repeat(1_000)}.`, `${"1".repeat(700)}.1e+`, "1.1e1"],
    work: { reads: 32, ends: 3 },
    mostEnds: undefined,
    remembers: true,
  },
  hex: {
    ends: endsOf(whole(/^(?:0[xX])?[0-9a-fA-F]+$/)),
    good: { "0": [1], ff00: [4, 3, 2, 1], "0x1F": [4, 3, 1], "0Xag": [3, 1], "0x": [1], "00x1": [2, 1], fg: [1] },
    bad: ["", "x1", "g", "-1", "#ff", " 0x1", "Xf"],
    pieces: ["0", "0x", "0X", "x", "1", "f", "A", "9a", "g", "@", "`", ":", "-", " "],
    wider: ["word"],
    short: ["1", "0x1", "a", "1b", "aa", "0"],
    hostile: ["0", "0x", "f", "0x1", "00x", `0x${"f".repeat(1_000)}`, "0X0x"],
    work: { reads: 20, ends: 2 },
    mostEnds: undefined,
    remembers: true,
  },
  word: {
    ends: endsOf((line, at, to) => isWord(line, at, to) && !/[\x80-\xbf]/.test(line[to] ?? "")),
    good: {
      "ab c": [2, 1],
      "a\xc3\xa9!": [4, 3, 1],
      "\xe2\x82\xac": [3],
      "-\t": [1],
      "\x80\xbf": [2],
      "a\0b\x1f": [4, 3, 2, 1],
    },
    bad: ["", " a", "\ta", "\na", "\va", "\fa", "\ra"],
    pieces: ["a", ".", "\0", "\x1f", "\x7f", "\x80", "\xbf", "\xc3\xa9", "\xc0", "\xe2\x82\xac", " ", "\t", "\v", "\r"],
    wider: [],
    short: ["a", "ab", "1", "é", "a.", "[", '"'],
    hostile: ["a", "\x80", "\xc3\xa9", `${"a".repeat(1_000)} `, "a ", " "],
    work: { reads: 14, ends: 1 },
    mostEnds: undefined,
    remembers: true,
  },
  whitespace: {
    ends: endsOf(whole(/^[ \t\n\v\f\r]+$/)),
    good: { " a": [1], "  \tb": [3, 2, 1], "\v\f\r\n ": [5, 4, 3, 2, 1], " \u00a0": [1] },
    bad: ["", "a ", "\0 ", "\x1f", "\xa0", "\u0085"],
    pieces: [" ", "  ", "\t", "\v", "\r", "\xa0", "\b", "\x0e", "!", "a"],
    wider: [],
    short: [" ", "  ", "\t "],
    hostile: [" ", "\t", "a", `${" ".repeat(1_000)}a`, " a"],
    work: { reads: 14, ends: 1 },
    mostEnds: undefined,
    remembers: true,
  },
  ip: {
    ends: endsOf((line, at, to) => isIP(line.slice(at, to)) > 0 && !line.slice(at, to).includes("%")),
    good: {
      "127.0.0.1:80": [9],
      "10.20.30.40": [11, 10],
      "1.2.3.256": [8, 7],
      "1.2.3.00": [7],
      "0.0.0.0": [7],
      "1.2.3.4.5": [7],
      "::": [2],
      "::1": [3, 2],
      "fe80::1ff%eth0": [9, 8, 7, 6],
      "1:2:3:4:5:6:7:8": [15],
      "1:2:3:4:5:6:7::": [15],
      "1:2:3:4:5:6:7:8:9": [15],
      "1:2:3:4:5:6:1.2.3.45": [20, 19],
      "1:2:3:4:5:6:7:1.2.3.4": [15],
      "::ffff:1.2.3.4": [14, 8, 6, 5, 4, 3, 2],
      "::1:2:3:4:5:6:7:8": [15, 13, 11, 9, 7, 5, 3, 2],
      "1::2::3": [4, 3],
      "::12345": [6, 5, 4, 3, 2],
    },
    bad: [
      ...["", "1", "1.2.3", "1.2.3.", "010.1.1.1", "1.2.03.4", "256.1.1.1", "1.2.1000.4", ".1.2.3.4", "1..2.3"],
      ...[":", ":1", ":1::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:", "12345::", "g::", "1:2:3:4:5:1.2.3.4", "[::1]"],
    ],
    pieces: [
      ...["1", "0", "25", "255", "256", "ab", "F", "ffff", "12345", ".", ".", ":", ":", "::", "g", "-"],
      ...["1.2.3.4", "10.0.", "0.0.0.", "1:2:3:4:5:6:", "a:b:c:d:", "1:1:", "::ffff:", "1.2.3.", "%1"],
    ],
    wider: ["word"],
    short: ["1.1.1.1", "::", "::1", "1.1.1.12", "a::1", "::1.1.1.1"],
    hostile: ["1", "1.", "255.", "1:", ":", "::", "ffff:", "::1:", "1.1.1.1", "1:1:1:1:1:1:1:1.1.1.1", "1::1.2.3.4:"],
    work: { reads: 60, ends: 40 },
    mostEnds: 40,
    remembers: false,
  },
  mac: {
    ends: endsOf(
      whole(/^(?:[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}|[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4})$/i),
    ),
    good: {
      [MAC]: [17],
      [`${MAC}0`]: [17],
      [`${MAC}:08:00`]: [17],
      "00-1A-2B-3C-4D-5E": [17],
      "001a.2b3c.4d5e.": [14],
    },
    bad: [
      "",
      MAC.slice(0, 16),
      MAC.replaceAll(":", ""),
      MAC.replace(":", "-"),
      MAC.replace("a", "g"),
      "001a.2b3c:4d5e",
    ],
    pieces: ["00", ":", "-", ".", "1a:2B", "001a", ".2b3c", ":3c:4d:5e", "1", "G", MAC],
    wider: ["word", "hex"],
    short: [MAC, "aa-aa-aa-aa-aa-aa", "1111.1111.1111"],
    hostile: ["1", "11:", "11-", MAC, "1111.", MAC.slice(0, 16)],
    work: { reads: 24, ends: 1 },
    mostEnds: 1,
    remembers: false,
  },
  uuid: {
    ends: endsOf(whole(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)),
    good: { [UUID]: [36], [`${UUID}0`]: [36], [UUID.toLowerCase()]: [36] },
    bad: ["", UUID.slice(0, 35), UUID.replaceAll("-", ""), `{${UUID}}`, UUID.replace("e", "g"), UUID.replace("-", "_")],
    pieces: ["12345678", "-", "abcd", "-12d3", "-426614174000", "1", "G", "123e4567-e89b-12d3-A456-", UUID],
    wider: ["word", "hex"],
    short: [UUID.toLowerCase(), UUID.toUpperCase()],
    hostile: ["1", "1-", UUID, "12345678-", UUID.slice(0, 35)],
    work: { reads: 36, ends: 1 },
    mostEnds: 1,
    remembers: false,
  },
  quoted: {
    ends: endsOf(whole(/^"(?:[^"\\]|\\.)*"$/s)),
    good: { '""': [2], '"a" b"': [3], '"a\\"b"c': [6], '"\\\\"x"': [4], '"\n\0"': [4] },
    bad: ["", '"', '"a', '"\\"', '"\\', "a", '\\"a"', "'a'", ' ""'],
    pieces: ['"', '"', "\\", "\\\\", '\\"', "a", "\n", "\0", "\xe9", "'"],
    wider: [],
    short: ['""', '"a"', '"\\""', '" "', '"1"'],
    hostile: ['"', '\\"', '"\\', '"\\"', "\\", '"a', `"${'\\"'.repeat(700)}`, `"${"\\".repeat(701)}`, '""\\\\"'],
    work: { reads: 8, ends: 1 },
    mostEnds: 1,
    remembers: true,
  },
  json: {
    ends: endsOf((line, at, to) => closesAt(line.slice(at, to)) === to - at),
    good: {
      "{}": [2],
      '{"a": [1, {}]}}': [14],
      "[[]]": [4],
      '["]"]': [5],
      '["\\"]"]': [7],
      "{x}{": [3],
      "[\\]": [3],
    },
    bad: ["", "{", "[", "]", "{]", "[}", "[a, b", "[{]}", '["]', '["\\"]', '"{}"', "1", "null", " {}", "a{}"],
    pieces: ["{", "}", "[", "]", "[", "]", '"', '"', "\\", '\\"', "a", "{}", '"]"', '{"a":', "\xe9"],
    wider: [],
    short: ["[]", "{}", "[1]", '["]"]', '{"a":[1]}', "[[] ]"],
    hostile: [
      ...["{", "[", "{}", "{]", "[{", '["', '"[', '["[",', '["\\"', '{\\"', '{"\\"', '"\\"{', '{"a":', "{\\", '{{"}'],
      `${'"{\\'.repeat(40)}"${"a".repeat(300)}`,
      `${'{\\"'.repeat(300)}"${"a".repeat(900)}`,
      `${'{\\"'.repeat(300)}"${"a".repeat(900)}}`,
      `${"{".repeat(500)}${"}".repeat(500)}`,
      `${"{".repeat(500)}${"}".repeat(499)}]`,
      `${"{".repeat(500)}"${"{".repeat(500)}"${"}".repeat(900)}`,
      `${'["'.repeat(300)}${'"]'.repeat(300)}`,
    ],
    work: { reads: 13, ends: 1 },
    mostEnds: 1,
    remembers: true,
  },
  pairs: {
    ends: longestOf(new RegExp(`^${PAIR}(?:[ \\t\\n\\v\\f\\r]+${PAIR})*$`, "s")),
    good: {
      "a=1": [3],
      "a=": [2],
      "a= b=\t ": [5],
      "a.b-c_1=x=y d": [11],
      'a="1 2" b=3 ,': [11],
      "a='1\\' 2'\nb": [9],
      'a="\\\\" b="c"d': [12],
      'a=1 b="c': [6],
      "a=1  b=2;": [9],
      'a=b"c d"': [5],
    },
    bad: ["", "a", "=1", " a=1", '"a"=1', "a =1", "a:1", "a/b=1"],
    pieces: ["a", "b.c", "=", "=", " ", "\t", '"', "'", "\\", "1", "/", "a=1", ' b="x', "c='", "\xa0"],
    wider: [],
    short: ["a=", "a=1", 'a="1 1"', "a=1 b=", "a='\\''"],
    hostile: [
      "a",
      "a=",
      "a=1 ",
      "a ",
      '"',
      'a="',
      "a='\\'",
      `a="${"b=1 ".repeat(300)}`,
      "a=1  ",
      `a= ${"a".repeat(500)}`,
    ],
    work: { reads: 40, ends: 1 },
    mostEnds: 1,
    remembers: true,
  },
  iptables: {
    ends: longestOf(/^[A-Z]+(?:=[^ \t\n\v\f\r]*)?(?: [A-Z]+(?:=[^ \t\n\v\f\r]*)?)+$/),
    good: {
      "IN=eth0 OUT= DF X": [17],
      "A B": [3],
      "A= B=  C": [5],
      "A=1 B=2 c=3": [7],
      "A=b=c D=\xa0 E ": [11],
      "AB C1": [4],
    },
    bad: ["", "A", "A=1", "A  B", "a=1 B=2", "A=1\tB=2", "A1 B", " A B", "=1 A"],
    pieces: ["A", "BC", "=", "=", " ", " ", "\t", "a", "1", "A=1 ", " B=", "\xc9"],
    wider: [],
    short: ["A B", "A= B=", "A=1 B=1 C"],
    hostile: ["A", "A ", "A=", "A= ", "A=1 B=2 ", `A=${"1".repeat(500)} `, `A ${"B".repeat(500)}`],
    work: { reads: 24, ends: 1 },
    mostEnds: 1,
    remembers: true,
  },
  cef: {
    ends: longestOf(/^[\w.]+=(?:[^=\\]|\\[=\\rn/])*(?: [\w.]+=(?:[^=\\]|\\[=\\rn/])*)*(?<! )$/s),
    good: {
      "a=1": [3],
      "a=": [2],
      "a.b=one two  c_1=three ": [22],
      "a=1\\=2\\\\ b=\\n\\r": [15],
      "a=1\\x": [3],
      "a=1 b\\x=2": [5],
      "a=1 n,me=2": [8],
      "a=1 n,m=2 b=3": [7],
      "a= b=c=d": [6],
      "a=1 \\= b=2": [10],
    },
    bad: ["", "a", "a b=1", "a-b=1", "=1", " a=1", "\\=1"],
    pieces: ["a", "n", "=", "=", " ", "  ", "\\", "\\=", "\\n", "\\q", "|", "/", "b=", " c=1", "\t", "\xe9"],
    wider: [],
    short: ["a=", "a=1", "a=1 1", "a=1 b=1 1", "a=\\="],
    hostile: ["a", "a=", "a=1 ", "a ", "\\=", "a=\\=", `a=${" ".repeat(500)}`, `a=1 ${"b".repeat(500)}`, "a=1 b"],
    work: { reads: 24, ends: 1 },
    mostEnds: 1,
    remembers: true,
  },
  column: {
    ends: longestOf(/^(?:[^|\\]|\\[|\\])+$/s),
    good: { "a b|c": [3], "a\\|b\\\\|c": [6], "a\\b": [1], "\\||": [2], "\0\n\xe9|": [3], "a\\": [1] },
    bad: ["", "|", "|a", "\\", "\\a", "\\ |"],
    pieces: ["a", " ", "|", "|", "\\", "\\|", "\\\\", "\xe9", "="],
    wider: [],
    short: ["a", "1", "a 1", "\\|"],
    hostile: ["a", "a ", "\\|", "\\\\", "a|", `${"a".repeat(500)}|`, "\\"],
    work: { reads: 24, ends: 1 },
    mostEnds: 1,
    remembers: true,
  },
  uptime: {
    ends: endsOf(whole(/^\[(?=[^.]{5}) {0,4}\d{1,12}\.\d{6}\]$/)),
    good: {
      "[12345.678901] x": [14],
      "[123456789012.000000]": [21],
      "[    0.000000]": [14],
      "[ 1234.567890]]": [14],
      "[   12345.000000]": [17],
    },
    bad: [
      ...[
        "",
        "[1234.567890]",
        "[1234567890123.567890]",
        "[12345.67890]",
        "[12345.6789012]",
        "[12345.678901",
        "12345.678901]",
      ],
      ...["[     .000000]", "[  1 2.000000]", "[     0.000000]", " [12345.678901]"],
    ],
    pieces: ["[", "]", ".", " ", "    ", "12345", "1", "678901", "[12345.678901]", "[   ", "0.000000]", "x"],
    wider: [],
    short: ["[11111.111111]", "[    1.111111]"],
    hostile: ["[", "[1", "[ ", "[11111.", "[    1.111111", "[11111.111111]"],
    work: { reads: 40, ends: 1 },
    mostEnds: 1,
    remembers: false,
  },
  timestamp: {
    ends: everyOracleEnd,
    good: {
      "2024-11-15 10:00:02 x": [19, 16, 10],
      "10:00:02,5": [10, 8],
      "10:00:02.1234567890": [8],
      "10:00:02.5x": [8],
      "2024-11-15T10:00:02.614+02:00": [29, 26, 23, 19, 16],
      "11/15/2024 10:00:02.5 a.m. UTC": [30, 26, 25, 21, 19, 16],
      "1731664802.614": [14],
    },
    bad: ["", "x", "2024", " 10:00:02"],
    pieces: [
      "2024-11-15",
      " ",
      "T",
      "10:00:02",
      ".123",
      "Z",
      " UTC",
      "15/Nov/2024:",
      "1",
      "Nov 15 ",
      "x",
      "1731664802",
    ],
    wider: [],
    short: [
      "11:11:11",
      "2024-11-15",
      "2024-11-15 10:00:02",
      "10:00:02.1",
      "11:11:11:11 a.m.",
      "2024-11-15T11:11:11.11+11:11",
      "1731664802",
      "Nov 15 10:00:02",
    ],
    hostile: ["1", "11:", "2024-11-15 10:00:02 ", "Nov "],
    work: { reads: 60, ends: 4 },
    mostEnds: 7,
    remembers: false,
  },
};

/** What is known of the type with this name. Throws if there is no such type. */
export function typeReference(name: string): TypeReference {
  const reference = Object.entries(REFERENCES).find(([known]) => known === name);
  if (reference === undefined) throw new Error(`tests/support/field-types.ts has no entry for the type ${name}`);
  return reference[1];
}

/** Lines made of a type's pieces. */
export function typeLines(name: string, maxLength = 12): fc.Arbitrary<string> {
  const { pieces } = typeReference(name);
  return fc.array(fc.constantFrom(...pieces), { maxLength }).map((chosen) => chosen.join(""));
}

/** The `ends` of a list of values. */
export function valuesEnds(texts: readonly string[], line: string, at: number): number[] {
  return placesAfter(line, at).filter((to) => texts.includes(line.slice(at, to)));
}

function placesAfter(line: string, at: number): number[] {
  return Array.from({ length: line.length - at }, (_, i) => line.length - i);
}

const CLOSING: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/** The length of the bracketed text at the start of a text, or -1 if there is none. */
function closesAt(text: string): number {
  if (!((text[0] ?? "") in CLOSING)) return -1;
  const awaited: string[] = [];
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|./gs)) {
    if (token === '"') return -1;
    if (token in CLOSING) awaited.push(CLOSING[token]!);
    if ((token === "}" || token === "]") && awaited.pop() !== token) return -1;
    if (awaited.length === 0) return index + 1;
  }
  return -1;
}
