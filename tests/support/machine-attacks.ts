// Rules and lines that cost the WebAssembly module as much as possible: where its work is bounded by fuel or by its own
// tables, and not by the parsers' memory of failures.
import type { Element } from "../../src/matcher/pattern.ts";
import { a, filled } from "./attacks.ts";
import { parsePattern } from "./parse-pattern.ts";
import { oneOf, times } from "./typed-attacks.ts";

export interface MachineAttack {
  readonly name: string;
  readonly rules: readonly (readonly Element[])[];
  readonly line: (length: number) => string;
}

const list = (count: number, part: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => part(i)).join();

/** A pattern that nothing ends, and what its lines repeat. */
const UNENDED: readonly (readonly [name: string, pattern: string, ...units: string[]])[] = [
  ["a word, then any text up to what never leads on", "w:word y <a> n:number", "a", "a1"],
  ["words and any texts in turns", `${times(5, "w:word y <a>")} n:number`, "a"],
  ...[40, 1_000, 4_095].flatMap((length) => [
    [`a text of ${length} bytes that breaks off at its end`, `x <${a(length - 1)}b> n:number`, "a"] as const,
    [
      `a text of ${length} bytes that breaks off in its middle`,
      `x <${a(length >> 1)}b${a(length >> 1)}> n:number`,
      "a",
    ] as const,
    [`texts of ${length} bytes in a row`, times(20, `x <${a(length - 1)}b>`), "a"] as const,
    [`a text of ${length} bytes that stands everywhere`, `x <${a(length)}> n:number`, "a"] as const,
    [`a word, then a text of ${length} bytes`, `x w:word <${a(length - 1)}b> n:number`, "a"] as const,
    [
      `texts of ${length} bytes in alternatives`,
      `x (<${a(length)}>|<${a(length - 1)}b>|<${a(length - 20)}c>) y:number`,
      "a",
    ] as const,
    [`values of ${length} bytes`, `x v{${list(24, (i) => `${a(length - i - 1)}b`)}} n:number`, "a"] as const,
    [
      `values of ${length} bytes that stand everywhere`,
      `x v{${list(24, (i) => a(length - i))}} n:number`,
      "a",
    ] as const,
    [
      `a search for ${length} bytes in alternatives, deep`,
      `${"(x ".repeat(50)}<${a(length - 1)}b>${"|<c>)".repeat(50)}`,
      "a",
    ] as const,
  ]),
  ["values that the host lists", times(2, `x v{${list(100, (i) => a(i + 1))}}`), "a"],
  ["quoted texts", "x q:quoted y q:quoted n:number", '"', '"a', '""', '"\\'],
  ["JSON", "x j:json y j:json n:number", "[", "[]", "{}", "[1,"],
  ["addresses", "x i:ip y i:ip n:json", "1.", "1.1.1.1", "::", "1:", "f"],
  ["alternatives, 200 deep", `x ${"(<a>|<b> ".repeat(99)}${")".repeat(99)}`, "b", "ab"],
  ["optional words", times(90, "[w:word]"), "a"],
  ["optional searches", times(90, "[x <a> n:number]"), "a", "a1"],
  ["decimals", times(5, "f:float x"), "1", "1.1", "1e1"],
  ["a long chain of texts and numbers", `x ${times(500, "<a> n:number")}`, "a1"],
  [
    "many branches of which none begins",
    `x [<a>] ${oneOf(300, (i) => `<${String.fromCharCode(98 + (i % 20))}${i}>`)}`,
    "a",
  ],
];

/** Rules whose anchors are found again and again, alone or together. */
const ANCHORED: readonly MachineAttack[] = [
  {
    name: "anchors that repeat",
    rules: Array.from({ length: 300 }, (_, i) => parsePattern(`x <abcdefghij${i}> y <!>`)),
    line: (length) => Array.from({ length: length / 13 }, (_, i) => `abcdefghij${i % 300}`).join(""),
  },
  {
    name: "anchors of which one is in all others",
    rules: Array.from({ length: 300 }, (_, i) => parsePattern(`x <abcdefghij> y <${i}> z <${(i * 7) % 300}!>`)),
    line: (length) => Array.from({ length: length / 13 }, (_, i) => `abcdefghij${i % 300}`).join(""),
  },
  {
    name: "anchors of few bytes on a line of nothing else",
    rules: Array.from({ length: 200 }, (_, i) =>
      parsePattern(`x <${"ab"[i & 1]}${"ab"[(i >> 1) & 1]}> n${i}:number <${i}>`),
    ),
    line: filled("ab"),
  },
  {
    // Of an anchor of sixteen bytes, three words are hashed, and the bytes between them are not.
    name: "anchors of one hash",
    rules: Array.from({ length: 300 }, (_, i) =>
      parsePattern(`x <abcd${10 + (i % 90)}efgh${10 + (i >> 3)}ijkl> y <!>`),
    ),
    line: filled("abcd10efgh10ijkl"),
  },
];

export const MACHINE_ATTACKS: readonly MachineAttack[] = [
  ...UNENDED.flatMap(([name, pattern, ...units]) =>
    units.map((unit) => ({
      name: `${name} on ${JSON.stringify(unit)}`,
      rules: [parsePattern(`<!?> ${pattern} <!> e{?}`)],
      line: (length: number) => `!?${filled(unit)(length)}`,
    })),
  ),
  ...ANCHORED,
];
