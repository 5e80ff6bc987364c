// Rules with lines that cost them as much as possible, for the tests that count reads and for the bench.
import type { PlainElement } from "./oracle.ts";

/** The elements of a pattern: `x`, `timestamp` and other words are fields, and text in `<>` is a literal. */
export const parseElements = (written: string): PlainElement[] =>
  [...written.matchAll(/<([^>]*)>|(\w+)/g)].map(([, text, field]) =>
    field === undefined ? { text: text! } : { field },
  );

export interface Attack {
  readonly name: string;
  readonly rules: readonly (readonly PlainElement[])[];
  /** A line of about this many bytes. */
  readonly line: (length: number) => string;
}

/** A line that repeats one text up to a length, followed by an end. */
export const filled =
  (unit: string, end = "") =>
  (length: number) =>
    unit.repeat(Math.ceil(length / unit.length)) + end;

/** This many rules, which differ by their number. */
export const many = (count: number, written: (i: number) => string): PlainElement[][] =>
  Array.from({ length: count }, (_, i) => parseElements(written(i)));
export const a = (count: number): string => "a".repeat(count);

/** Attacks without date-times. */
export const PLAIN: readonly Attack[] = [
  {
    name: "literals that recur and never complete",
    rules: [parseElements("p<=1 >q<=2 >r<=3 >s<=4 >t<=5>u")],
    line: filled("=1 =2 =3 "),
  },
  {
    name: "two literals that begin alike, on a line that is their beginning over and over",
    rules: [parseElements(`x<${a(60)}b>y`), parseElements(`x<${a(60)}c>y`)],
    line: filled("a"),
  },
  {
    name: "two literals of which one stands at every place and leads nowhere",
    rules: [parseElements(`x<${a(60)}>y<Q>`), parseElements("x<z>y")],
    line: filled("a"),
  },
  {
    name: "two periodic literals that begin alike",
    rules: [parseElements(`x<${"ab".repeat(40)}1>y`), parseElements(`x<${"ab".repeat(40)}2>y`)],
    line: filled("ab"),
  },
  { name: "100 literals of one letter", rules: [parseElements("x<a>".repeat(100))], line: filled("a") },
  {
    name: "100 literals of one letter, and one that never comes",
    rules: [parseElements(`${"x<a>".repeat(100)}y<b>z`)],
    line: filled("a"),
  },
  { name: "a literal that breaks off at its end", rules: [parseElements(`x<${a(99)}b>y`)], line: filled("a") },
  { name: "a literal that breaks off at its beginning", rules: [parseElements(`x<b${a(99)}>y`)], line: filled("a") },
  {
    name: "a literal that breaks off in its middle",
    rules: [parseElements(`x<${a(50)}b${a(50)}>y`)],
    line: filled("a"),
  },
  {
    name: "a literal that breaks off now at its beginning, now at its end",
    rules: [parseElements(`x<${a(30)}b${a(30)}>y`)],
    line: filled(`${a(60)}b${a(29)}c${a(29)}b${a(60)}`),
  },
  {
    name: "a periodic literal on a periodic line",
    rules: [parseElements(`x<${"ab".repeat(40)}c>y<d>z`)],
    line: filled("ab"),
  },
  {
    name: "a literal that comes at the end only, and one that doesn't come",
    rules: [parseElements(`x<${a(40)}b>y<${a(40)}c>z`)],
    line: filled("a", "b"),
  },
  {
    name: "rules that share a start",
    rules: many(50, (i) => `x<${a(20)}>y<a${"b".repeat(i + 1)}>z`),
    line: filled("a"),
  },
  { name: "literals that begin each other", rules: many(50, (i) => `x<${a(i + 1)}>y<!>z`), line: filled("a") },
  { name: "literals that begin alike", rules: many(50, (i) => `x<${a(i + 1)}b>y`), line: filled("a") },
  { name: "literals that end each other", rules: many(50, (i) => `x<b${a(i + 1)}>y`), line: filled("a") },
  {
    name: "literals that break off in their middle",
    rules: many(50, (i) => `x<${a(i + 1)}b${a(50 - i)}>y`),
    line: filled(`${a(50)}c`),
  },
  {
    name: "rules that differ in their closing literal only",
    rules: many(50, (i) => `x<=>y<${a(i)}b${a(50)}>`),
    line: filled("a", `=${a(70)}`),
  },
  {
    name: "a tree of rules of which none completes",
    rules: many(64, (i) => `${[..."012345"].map((_, bit) => `x<${(i >> bit) & 1 ? "a" : "b"}>`).join("")}z<!>y`),
    line: filled("ab"),
  },
  {
    name: "a tree of rules that come to their end at once",
    rules: many(64, (i) => `${[..."012345"].map((_, bit) => `x<${(i >> bit) & 1 ? "ba" : "ab"}>`).join("")}z<${i}!>`),
    line: filled("ab", "!"),
  },
  { name: "adjacent fields", rules: [parseElements(`${"x ".repeat(100)}<abc>y`)], line: filled("ab") },
  {
    name: "rules of adjacent fields",
    rules: many(50, (i) => `${"x ".repeat(i + 1)}<${a(i + 1)}b>y`),
    line: filled("a"),
  },
];

/** Attacks in which all rules match except for date-times, which are searched for up to the end of the line. */
export const DATED: readonly Attack[] = [
  {
    name: "times that follow one another",
    rules: [parseElements("x timestamp<...>y")],
    line: filled("11:11:11:", "-..."),
  },
  {
    name: "times after a literal that recurs",
    rules: [parseElements("x<:>timestamp<...>y")],
    line: filled("11:11:11:", "-..."),
  },
  {
    name: "times before a literal that almost comes",
    rules: [parseElements("x<1>timestamp<:11:11!>y")],
    line: filled("11:11:11:", "-:11:11!"),
  },
  {
    name: "times before a literal of as many",
    rules: [parseElements(`x timestamp<${"11:".repeat(99)}!>y`)],
    line: filled("11:", "!"),
  },
  {
    name: "date-times that almost end the line",
    rules: [parseElements("x< >timestamp")],
    line: filled("2024-11-15 10:00:02 ", "x"),
  },
  {
    name: "date-times, and then what came before them",
    rules: [parseElements("x<:>timestamp<:>y<!>z<?>u")],
    line: (length) => `a:b:!?${filled("11:11:11:")(length)}`,
  },
  {
    name: "date-times, and literals of which the last came before them",
    rules: [parseElements("x timestamp<:>p<1:>q<11:>r<:1>s<!>t")],
    line: (length) => `:1:11::1!${filled("11:11:11:")(length)}`,
  },
  { name: "digits alone", rules: [parseElements("x timestamp< >y<!>z")], line: filled("1", " !") },
  {
    name: "digits before a long literal of digits",
    rules: [parseElements(`x timestamp<${"1".repeat(60)}2>y`)],
    line: filled("1", "2"),
  },
  {
    name: "names of months and days",
    rules: [parseElements("x timestamp<!>y")],
    line: filled("Fri Nov 15 10:00:02.123 CET 2024 ", "!"),
  },
  {
    name: "the longest date-times",
    rules: [parseElements("x timestamp<!>y")],
    line: filled("Friday, November 15, 2024 10:00:02.123456789 PM +01:00", ".!"),
  },
  {
    name: "a date-time that begins the line and has many ends",
    rules: [parseElements("timestamp< >p< >q< >r<!>s")],
    line: (length) => `2024-11-15 10:00:02.123 PM +0100${" a".repeat(length / 2)}`,
  },
  {
    name: "two timestamps",
    rules: [parseElements("x<[>timestamp<]>timestamp<!>y")],
    line: filled("[11:11:11]", "[-]!"),
  },
  {
    name: "adjacent fields before a timestamp",
    rules: [parseElements(`${"x ".repeat(50)}timestamp<...>y`)],
    line: filled("11:11:11:", "-..."),
  },
  {
    name: "rules with timestamps that share a start",
    rules: many(30, (i) => `timestamp< >x<:>y<${"1".repeat(i + 1)}!>z`),
    line: (length) => `2024-11-15 10:00:02 ${"11:11:11:".repeat(length / 9)}`,
  },
];
