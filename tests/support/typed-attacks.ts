// Patterns with types, alternatives and values, and lines that cost them as much as possible, for the tests that count
// steps of the parsers and of the module.
import type { Element } from "../../src/matcher/pattern.ts";
import { a } from "./attacks.ts";
import { sizeUpTo } from "./property.ts";

/**
 * The number of elements: texts, fields, alternatives, each of their branches, and each byte of the longest of a
 * field's values.
 */
export function weight(elements: readonly Element[]): number {
  return elements.reduce((sum, element) => {
    if ("alternatives" in element) {
      return element.alternatives.reduce((inner, branch) => inner + 1 + weight(branch), sum + 1);
    }
    const values = "field" in element && element.type !== undefined && "values" in element.type;
    return sum + 1 + (values ? Math.max(...(element.type as { values: string[] }).values.map((v) => v.length)) : 0);
  }, 0);
}

export const times = (count: number, part: string): string => Array.from({ length: count }, () => part).join(" ");
export const oneOf = (count: number, part: (i: number) => string): string =>
  `(${Array.from({ length: count }, (_, i) => part(i)).join("|")})`;

/** A pattern, and what its lines repeat. None of the lines matches, because the end of the pattern is missing. */
export const TYPED: readonly (readonly [name: string, pattern: string, ...units: string[]])[] = [
  ["many optional letters", times(sizeUpTo(300), "[<a>]"), "a"],
  ["many optional numbers", times(sizeUpTo(100), "[n:number]"), "1"],
  ["many optional fields", times(sizeUpTo(100), "[x <a>]"), "a", "ba"],
  ["many optional fields of any text", times(sizeUpTo(300), "[x]"), "a"],
  ["one of three types, many times", times(sizeUpTo(50), "(n:number|h:hex|w:word)"), "1", "f0x1"],
  ["many branches", `x ${oneOf(sizeUpTo(300), (i) => `<${i}>`)}`, "1", "123"],
  ["many branches that begin each other", `x ${oneOf(sizeUpTo(300), (i) => `<${a(i + 1)}>`)} y`, "a"],
  ["many empty branches", `x ${oneOf(sizeUpTo(300), () => "")}`, "a"],
  ["optional texts, deep", `x ${"[<a> ".repeat(sizeUpTo(400))}${"]".repeat(sizeUpTo(400))}`, "a"],
  ["optional fields, deep", `${"[x <a> ".repeat(sizeUpTo(100))}${"]".repeat(sizeUpTo(100))}`, "a", "ba"],
  ["alternatives, deep", `x ${"(n:number|<a> ".repeat(sizeUpTo(100))}${")".repeat(sizeUpTo(100))}`, "a", "1", "1a"],
  ["timestamps in alternatives, deep", `${"x (timestamp|<1> ".repeat(20)}${")".repeat(20)}`, "11:11:11:"],
  ["a long text that breaks off", `x (<${a(sizeUpTo(300))}b>|<${a(sizeUpTo(299))}c>) y`, "a"],
  ["a long periodic text", `x (<${"ab".repeat(sizeUpTo(300))}c>|<${"ba".repeat(sizeUpTo(300))}c>) y`, "ab"],
  ["a long periodic text in optional parts", times(5, `x [<${"aab".repeat(sizeUpTo(100))}>] n:word`), "aab"],
  ["a long text after words", times(3, `w:word <${a(sizeUpTo(100))}>`), "a"],
  ["numbers", times(10, "n:number"), "1"],
  ["numbers of all types", times(3, "f:float h:hex n:number w:word"), "1", "1.1e1"],
  ["numbers of all types after anything", times(3, "x f:float h:hex n:number w:word"), "1", "1.1e1", "0x1", "1 "],
  ["words", `x ${times(10, "w:word")}`, "a", "\x80", "a\xe9\x80", "a "],
  ["strings and json", times(4, "x q:quoted j:json"), '"', '\\"', '["[",', "[", "{}", '"[]"{"a":'],
  [
    "values that begin each other",
    times(4, `x v{${Array.from({ length: 40 }, (_, i) => a(i + 1))}}`),
    "a",
    `${a(39)}b`,
  ],
  ["periodic values", times(4, "x v{ab,aba,abab,ababab,abababa,b,ba}"), "ab", "a"],
  ["date-times back to back", `x ${times(4, "t:timestamp")}`, "11:11:11", "2024-11-15 10:00:02", "1731664802"],
  ["date-times after anything", times(4, "x t:timestamp"), "11:11:11", "Nov 15 10:00:02 ", "2024-11-15 10:00:02 UTC "],
  ["a timestamp after anything", "x timestamp y t:timestamp", "11:11:11:", "1"],
];
