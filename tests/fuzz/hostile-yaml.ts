import fc from "fast-check";

/** Names that every object has by inheritance. */
export const OBJECT_NAMES = ["__proto__", "constructor", "prototype", "toString", "hasOwnProperty", "valueOf", "then"];

/** Rules files with a text at one place. */
const PLACES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `rules: ${text}\n`,
  (text) => `x-a: ${text}\nrules: []\n`,
  (text) => `rules: []\n${text}\n`,
  (text) => rule(text, "[{ field: f }]", "'{f}'"),
  (text) => rule("a", text, "x"),
  (text) => rule("a", `[{ text: ${text} }]`, "x"),
  (text) => rule("a", `[{ field: ${text} }, { text: a }]`, "x"),
  (text) => rule("a", `[{ field: f, values: [a, ${text}] }]`, "x"),
  (text) => rule("a", `[{ field: f, parser: ${text} }]`, "x"),
  (text) => rule("a", `[{ alternatives: [[{ text: a }], ${text}] }]`, "x"),
  (text) => rule("a", "[{ field: f }]", text),
  (text) => `${rule("a", "[{ field: f }]", "x")}    examples: [{ line: ${text}, fields: { ${text}: b } }]\n`,
  (text) =>
    `${rule("a", "[{ field: f }]", "x")}    sequence: { followers: [{ pattern: [{ text: a }], output: ${text} }] }\n`,
];

function rule(name: string, pattern: string, output: string): string {
  return `rules:\n  - name: ${name}\n    pattern: ${pattern}\n    output: ${output}\n`;
}

const count = fc.oneof(fc.nat(12), fc.nat(300), fc.nat(20_000));

/** Aliases of aliases: each level stands for several times the one before. */
const bomb = fc.tuple(fc.nat(30), fc.integer({ min: 1, max: 12 }), fc.boolean()).map(([levels, width, isUsed]) => {
  const items = Array.from({ length: levels }, (_, i) => `&a${i + 1} [${Array(width).fill(`*a${i}`).join(", ")}]`);
  return `[&a0 x, ${items.join(", ")}${isUsed ? `, *a${levels}` : ""}]`;
});
const nested = fc
  .tuple(fc.constantFrom("[]", "{}", "- ", "? ", "{a: }", "[{ optional: ", "[[", "!t ", "&a "), count, count)
  .map(([unit, opened, closed]) => unit.charAt(0).repeat(opened) + unit.slice(1).repeat(closed));
const deep = fc
  .tuple(fc.constantFrom<[string, string]>(["[", "]"], ["{a: ", "}"], ["[{ optional: [", "]}]"]), fc.nat(120))
  .map(([[open, close], depth]) => `${open.repeat(depth)}${close.repeat(depth)}`);
const scalar = fc
  .tuple(
    fc.constantFrom("x", "é", "😀", " ", "{f}", "{x}", "\\x41", "''", "\\", "a: ", "# ", "\u202e", "\x1b", "\r", "\n "),
    fc.oneof(fc.nat(100), fc.nat(2_000), fc.nat(60_000)),
    fc.constantFrom<[string, string]>(['"', '"'], ["'", "'"], ["", ""], ["|\n      ", ""], [">-\n      ", ""]),
  )
  .map(([unit, times, [open, close]]) => open + unit.repeat(times) + close);
const name = fc.constantFrom(...OBJECT_NAMES, "<<", "? ", "=", "y", "*a", "&a x", "!!binary aGk=", "!!js/function 'x'");
const mapping = fc
  .array(fc.tuple(name, fc.constantFrom("x", "[]", "{ polluted: yes }", "*a", "&a { b: c }", "~")), { maxLength: 6 })
  .map((entries) => `{ ${entries.map(([key, value]) => `${key}: ${value}`).join(", ")} }`);
const repeatedKeys = fc
  .tuple(name, fc.constantFrom("{ KEY: x, KEY: y }", "{ KEY: x, ? KEY : y, 'KEY': z }", "{ 'KEY': [{ KEY: a }] }"))
  .map(([key, form]) => form.replaceAll("KEY", key));
const tagged = fc.constantFrom(
  "!!set { a, b }",
  "!!omap [a: 1]",
  "!!timestamp 2001-01-01",
  "!<tag:yaml.org,2002:str> a",
  "!!str [a]",
  "!!map x",
  "%TAG ! tag:x,2000:",
  "%YAML 1.1\n---\na",
  "--- a\n--- b",
  "...\n",
  "{ <<: [*a, *b] }",
);

const text = fc.oneof(bomb, nested, deep, scalar, name, mapping, repeatedKeys, tagged);

/** Many rules that are alike or the same. */
const many = fc
  .tuple(fc.oneof(fc.nat(50), fc.nat(2_000)), fc.constantFrom("r", "r#", "__proto__"), fc.constantFrom("a#", "a", "#"))
  .map(
    ([rules, name, text]) =>
      `rules:\n${Array.from({ length: rules }, (_, i) => `  - { name: '${name}', pattern: [{ field: x }, { text: '${text}' }, { field: f }], output: '{f}' }\n`.replaceAll("#", String(i))).join("")}`,
  );

/** Rules files that are expensive or dangerous to read, or only look so. */
export const hostileYaml: fc.Arbitrary<string> = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.constantFrom(...PLACES), text).map(([place, text]) => place(text)) },
  { weight: 1, arbitrary: many },
);
