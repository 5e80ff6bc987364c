import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { compose } from "../../src/rules/yaml/compose.ts";
import { resolveYamlAliases, type YamlNode } from "../../src/rules/yaml/node.ts";
import { readSimpleYaml } from "../../src/rules/yaml/simple-yaml.ts";
import { assertProperty, assertReached } from "../support/property.ts";
import { suite } from "../support/suite.ts";

// What the YAML library makes of a text is the oracle.

/** Checks the reading of a text, and returns whether it is simple. */
function agrees(text: string): boolean {
  const simple = readSimpleYaml(text);
  if (simple === undefined) return false;
  const { root, broken, second } = compose(text);
  assert.deepEqual({ broken, second }, { broken: [], second: [] }, JSON.stringify(text));
  assert.deepEqual(withEnds(simple.root, text), withEnds(root!, text), JSON.stringify(text));
  if (simple.hasYamlAliases) return true;
  const { issues, targets } = resolveYamlAliases(root);
  assert.deepEqual({ issues, targets }, { issues: [], targets: new Map() }, JSON.stringify(text));
  return true;
}

/** The node with ends in its first line. Further down, comments may belong to a list or mapping or not. */
function withEnds(node: YamlNode, text: string): unknown {
  const newline = text.indexOf("\n", node.start);
  const end = Math.min(node.end, newline < 0 ? text.length : newline);
  if (node.kind === "seq") return { ...node, end, items: node.items.map((item) => withEnds(item, text)) };
  if (node.kind !== "map") return { ...node, end };
  const items = node.items.map(({ key, value }) => [withEnds(key, text), value && withEnds(value, text)]);
  return { ...node, end, items };
}

const EXAMPLES = readdirSync("examples", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".yaml"))
  .map((path) => readFileSync(`examples/${path}`, "utf8"));

const SIMPLE: readonly (readonly [what: string, text: string])[] = [
  ["a list in the column of its key", "rules:\n- name: a\n- name: b\n"],
  ["a list in the column of its key, before another key", "a:\n- b\n- c\nd: e\n"],
  ["lists and mappings one column right of their keys", "a:\n b: c\n d:\n  - e\nf:\n - g\n"],
  ["a list right of its key", "rules:\n    - name: a\n      x: b\n    - c\n"],
  ["lists in lists", "- - a\n  - b\n-\n  - c\n- - - d\n"],
  ["comments and empty lines", "# a\n\na: # b\n  # c\n\n  - d # e\n # f\n  - 'g' # h\n\n#i"],
  ["a last line without a line end", "a: b"],
  ["Windows line ends", "a:\r\n  - b: c\r\n\r\n    d: 'e'\r\n  - f\r\n"],
  ["texts in quotes", `a: "b: #c '"\nd: 'e "f" it''s \\n'\n"g h": ''\n'i': ""\n`],
  ["escapes", String.raw`a: "\"\\\/\b\t\n\r\u00e9\ud83d\ude00 b\\"`],
  ["texts without quotes", "a: b c:d e#f -g {h} [i] 'j' \"k\"\nl: it's ~ null 12 é\u00a0\n"],
  ["spaces after texts", "a:   b   \nc: 'd'  \n"],
  [
    "flow lists and mappings",
    "a: [b, 'c', \"d\", [e], {f: g, h: [i]}, ]\nj: {}\nk: []\nl: { m : n, 'o':p, \"q\":[r] }\n",
  ],
  ["flow over several lines", "a: [\n    b,\n  c\n  ]\nd: { e: f,\n\n     g:\n   h }\n"],
  [
    "an object as JSON",
    JSON.stringify({ rules: [{ name: "a", pattern: [{ text: "b\u2028\\" }, { field: "c" }] }] }, null, 2),
  ],
  ["texts that begin with a dot, a dash or a colon", "- a: .\n  b: -1\n- :c\n- ...\n- ---\n- .d.\n- text: -->\n"],
  ["a text over two lines", "a: b\n  c\nd:\n- e (\n  f)  \n   g # h\n"],
  ["a text in quotes over two lines", "a: \"b\n  c\"\nd: 'e ''f''  \n   g'\n"],
  [
    "anchors and aliases",
    "a: &b c\nd: &e\n  - *b\nf: *e\ng: &h { i: *b, j: [*e, *e ] }\nk: &l\n- m\n- &n\n  o: p\n- &q 'r'\n",
  ],
];

const NOT_SIMPLE: readonly (readonly [what: string, text: string])[] = [
  ["an empty text", ""],
  ["comments alone", "# a\n"],
  ["a text alone", "a\n"],
  ["a value that is missing", "a:\nb: c\n"],
  ["an item that is missing", "a:\n  -\n  - b\n"],
  ["a duplicate key", "a: b\na: c\n"],
  ["a duplicate key in braces", "a: {b: c, b: d}\n"],
  ["a text over lines of which one is empty", "a: b\n\n  c\n"],
  ["a text over two lines of which one has a colon", "a: b\n  c: d\n"],
  ["a text in quotes over lines of which one is empty", 'a: "b\n\n  c"\n'],
  ["a text in quotes that goes on at the margin", "a:\n  b: 'c\n  d'\n"],
  ["a text in quotes over lines of which one is blank", "a: 'b\n \n  c'\n"],
  ["an escaped line end", 'a: "b\\\n  c"\n'],
  ["the end of a document in brackets", "[\n...]\n"],
  ["a dash alone", "a: -\n"],
  ["a text below its key", "a:\n  b\n"],
  ["a block text", "a: |\n  b\n"],
  ["a tag", "a: !!str b\n"],
  ["an explicit key", "? a\n: b\n"],
  ["a key without a value in braces", "a: {b}\n"],
  ["a pair in brackets", "a: [b: c]\n"],
  ["a tab before a comment", "a: b\t# c\n"],
  ["a tab as indentation", "a:\n\tb: c\n"],
  ["a second document", "a: b\n---\nc: d\n"],
  ["the end of a document", "a: b\n...\n"],
  ["a directive", "%YAML 1.2\n---\na: b\n"],
  ["a byte order mark", "\ufeffa: b\n"],
  ["a NUL", "a: b\0\n"],
  ["a carriage return within a line", "a: b\rc\n"],
  ["a mapping in the line of a key", "a: b: c\n"],
  ["a list in the line of a key", "a: - b\n"],
  ["an entry too far right", "a: b\n  c: d\n"],
  ["an entry between two columns", "a:\n    b: c\n  d: e\n"],
  ["an item after a mapping", "a: b\n- c\n"],
  ["a bracket that is not closed", "a: [b\n"],
  ["a bracket at the margin", "a: [\nb]\n"],
  ["an anchor before a key", "- &a b: c\n"],
  ["an anchor of an alias", "a: &b c\nd: &e *b\n"],
  ["an alias as a key", "a: &b c\n*b : d\n"],
  ["an escape that JSON lacks", String.raw`a: "\e\0\N\_\ b"`],
  ["a code point of two digits", String.raw`a: "\x41"`],
  ["an unknown escape", String.raw`a: "\z"`],
  ["a code point of eight digits", String.raw`a: "\U0001f600"`],
  ["a quote that is not closed", "a: 'b\n"],
  ["text after a quote", "a: 'b' c\n"],
  ["deep nesting", `${"- ".repeat(40)}a\n`],
  ["mappings nested deeper than the stack", Array.from({ length: 6000 }, (_, i) => `${" ".repeat(i)}a:`).join("\n")],
  ["deep nesting in brackets", `a: ${"[".repeat(40)}${"]".repeat(40)}\n`],
];

/** What texts in YAML are made of, and what only looks so. */
const PIECES = [
  "a",
  "b",
  "a: ",
  "b: ",
  "- ",
  "\n",
  "\n",
  "\n  ",
  "\n    ",
  "  ",
  " ",
  ":",
  "-",
  ",",
  ", ",
  "[",
  "]",
  "{",
  "}",
]
  .concat([
    "'",
    '"',
    "'a'",
    '"b"',
    '"\\n"',
    "\\",
    "#",
    " # c",
    "&x ",
    "*x",
    "*x ",
    "!",
    "|",
    ">",
    "?",
    "? ",
    "%",
    "@",
    "`",
    "~",
  ])
  .concat([
    "\t",
    "\r",
    "\r\n",
    "---",
    "...",
    ".",
    "é",
    "\u00a0",
    "\u0085",
    "\u2028",
    "\0",
    "\ufeff",
    "😀",
    "0",
    "<<",
    "=",
  ]);
const pieces = fc.array(fc.constantFrom(...PIECES), { maxLength: 16 }).map((some) => some.join(""));

/** A document that is simple, or nearly. */
const documents = fc
  .letrec<{ value: string[]; list: string[]; mapping: string[]; flow: string }>((tie) => {
    const scalar = fc.constantFrom(
      "a",
      "b c",
      "it's",
      "'d: #'",
      '"e\\n{f}"',
      "''",
      "*x",
      "12",
      "g#h",
      "-i",
      "a:b",
      ".",
      "-->",
      ":x",
      "...",
      "a\n      b",
      "'c\n      d'",
    );
    const end = fc.constantFrom("", "", "", " ", " # c", "\n", "\n# d", "\n    # e");
    const key = fc.constantFrom("k", "l", "m-n", "'o p'", '"q"', "r ");
    const below = (lines: string[], indent: string) => lines.map((line) => indent + line);
    const indent = fc.constantFrom("  ", "  ", "    ", " ", "");
    const anchor = fc.constantFrom("", "", "", " &x");
    const inline = fc.oneof({ weight: 3, arbitrary: scalar }, tie("flow"));
    return {
      flow: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom("[]", "{}", "[a, b]", "{ a: b }"),
        fc.array(fc.oneof(scalar, tie("flow")), { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
        fc
          .tuple(
            fc.array(fc.tuple(key, fc.oneof(scalar, tie("flow"))), { maxLength: 3 }),
            fc.constantFrom(", ", ",", ",\n   "),
          )
          .map(([pairs, comma]) => `{ ${pairs.map(([k, v]) => `${k}: ${v}`).join(comma)} }`),
      ),
      list: fc
        .array(
          fc.oneof(
            fc.tuple(inline, end).map(([text, rest]) => [`- ${text}${rest}`]),
            tie("value").map(([first = "", ...rest]) => [`- ${first}`, ...below(rest, "  ")]),
            fc.tuple(anchor, tie("value"), indent).map(([name, lines, by]) => [`-${name}`, ...below(lines, by)]),
          ),
          { minLength: 1, maxLength: 3 },
        )
        .map((items) => items.flat()),
      mapping: fc
        .array(
          fc.oneof(
            fc.tuple(key, anchor, inline, end).map(([name, mark, text, rest]) => [`${name}:${mark} ${text}${rest}`]),
            fc
              .tuple(key, anchor, tie("value"), indent)
              .map(([name, mark, lines, by]) => [`${name}:${mark}`, ...below(lines, by)]),
          ),
          { minLength: 1, maxLength: 3 },
        )
        .map((entries) => entries.flat()),
      value: fc.oneof({ maxDepth: 4 }, tie("mapping"), tie("list")),
    };
  })
  .value.chain((lines) => fc.constantFrom("\n", "\n", "\n", "\r\n").map((end) => lines.join(end)));

/** A text with a few pieces put in, or over others. */
const changed = (texts: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      texts,
      fc.array(fc.tuple(fc.nat(), fc.nat(3), fc.constantFrom("", ...PIECES)), { minLength: 1, maxLength: 3 }),
    )
    .map(([text, changes]) =>
      changes.reduce((now, [place, over, piece]) => {
        const at = place % (now.length + 1);
        return now.slice(0, at) + piece + now.slice(at + over);
      }, text),
    );

suite("simple YAML", (test) => {
  test("includes the examples", () => {
    assert.ok(EXAMPLES.length > 2);
    for (const text of EXAMPLES) assert.ok(agrees(text), text);
  });
  for (const [what, text] of SIMPLE) test(`includes ${what}`, () => assert.ok(agrees(text)));
  for (const [what, text] of NOT_SIMPLE) test(`excludes ${what}`, () => assert.equal(agrees(text), false));

  test("is read as by the library, whatever the text", () => {
    assertProperty(
      fc.property(pieces, (text) => void agrees(text)),
      { numRuns: 10_000 },
    );
  });
  test("is read as by the library in documents, of which many are simple", () => {
    let simple = 0;
    const count = (text: string): void => {
      if (agrees(text)) simple++;
    };
    assertProperty(fc.property(documents, count), { numRuns: 3000 });
    assertReached(simple, 375, "simple documents");
  });
  test("is read as by the library in changed documents", () => {
    assertProperty(
      fc.property(changed(fc.oneof(documents, fc.constantFrom(...EXAMPLES))), (text) => void agrees(text)),
      {
        numRuns: 5000,
      },
    );
  });
});
