// Files of other tools: written from parts that say something, with hostile texts at all their places, and damaged.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { damagedBytes } from "./damage.ts";
import { OBJECT_NAMES } from "./hostile-yaml.ts";
import { LOG_FILES } from "./sources.ts";

const FIXTURES = ["import", "rulebases"].flatMap((name) => {
  const folder = fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));
  return readdirSync(folder)
    .filter((file) => !file.endsWith(".log"))
    .sort()
    .map((file) => readFileSync(join(folder, file)));
});

/** Texts that mean something in YAML, in templates, in XML, in patterns, or to a terminal. */
const ODD_TEXTS = [
  ...[
    "{a}",
    "{{a}}",
    "{",
    "}",
    "{a:number}",
    "{a|b}",
    "'",
    '"',
    "\\",
    "#",
    " #",
    ": ",
    "- ",
    "? ",
    "&a",
    "*a",
    "!!x",
    "|",
    ">",
  ],
  ...[
    "%",
    "@",
    "`",
    "~",
    "null",
    "yes",
    "1.0",
    "007",
    "[",
    "]",
    ",",
    "<<",
    "---",
    "...",
    " ",
    "\t",
    "  ",
    "",
    "x",
    "a b",
  ],
  ...[
    "é",
    "😀",
    "\u202e",
    "\u2028",
    "\u0085",
    "\ufeff",
    "\x1b[31m",
    "\x00",
    "\x7f",
    "\ufffe",
    "\r",
    "\n",
    "&amp;",
    "<b>",
    "-->",
    "]]>",
  ],
  ...["$", "$" + "{a}", "$PROGRAM", "$(x)", "timestamp", "blanks", "_", "a".repeat(300), ...OBJECT_NAMES],
];
const odd = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...ODD_TEXTS) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 8 }) },
);
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("a", "b", "a.b", "[u][v]", "host", "A", "T") },
  { weight: 1, arbitrary: odd },
);

function texts(part: fc.Arbitrary<string>, maxLength = 8): fc.Arbitrary<string> {
  return fc.array(part, { maxLength }).map((parts) => parts.join(""));
}

const expression = texts(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        "\\d+",
        "\\S+",
        ".*",
        ".*?",
        '[^"]*',
        "a",
        " ",
        "\\s*",
        "\\.",
        "^",
        "$",
        "|",
        "?",
        "+",
        "*",
      ),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        "(",
        ")",
        "(?:",
        "(?<a>",
        "(?=",
        "(?>",
        "(?i)",
        "[",
        "]",
        "{2}",
        "{1,",
        "\\b",
        "\\x41",
        "\\",
      ),
    },
    { weight: 1, arbitrary: odd },
  ),
);
const named = fc
  .tuple(
    fc.constantFrom(
      "INT",
      "WORD",
      "DATA",
      "GREEDYDATA",
      "IP",
      "LOGLEVEL",
      "TIMESTAMP_ISO8601",
      "COMBINEDAPACHELOG",
      "A",
      "T",
      "NONE",
    ),
    name,
  )
  .map(([type, field]) => `%{${type}${field === "" ? "" : `:${field}`}}`);
const grokPattern = texts(
  fc.oneof(
    { weight: 3, arbitrary: named },
    { weight: 2, arbitrary: expression },
    { weight: 2, arbitrary: fc.constantFrom(" ", ": ", "job ", "done") },
  ),
);

const grokLines = fc
  .array(
    fc
      .tuple(
        fc.oneof(
          fc.constantFrom("A ", "T ", "", "X "),
          name.map((one) => `${one} `),
        ),
        grokPattern,
      )
      .map((pair) => pair.join("")),
    { maxLength: 6 },
  )
  .map((lines) => lines.join("\n"));

const quotedText = fc
  .tuple(fc.constantFrom('"', "'"), grokPattern)
  .map(([quote, text]) => quote + text.replaceAll(quote, `\\${quote}`) + quote);
const logstash = fc
  .tuple(fc.array(quotedText, { minLength: 1, maxLength: 3 }), name, quotedText)
  .map(
    ([patterns, target, definition]) =>
      `filter {\n  if "${target}" in [tags] {\n  grok {\n match => { "${target}" => [${patterns.join(", ")}] }\n pattern_definitions => { "T" => ${definition} }\n  }\n  }\n}\n`,
  );

const pipeline = fc
  .record({
    field: fc.oneof(fc.constant("message"), odd),
    patterns: fc.array(grokPattern, { maxLength: 3 }),
    pattern_definitions: fc.dictionary(name, grokPattern, { maxKeys: 2 }),
  })
  .map((grok) => JSON.stringify({ description: "x", processors: [{ grok }] }, undefined, 1));

const dissectPattern = texts(
  fc.oneof(
    fc
      .tuple(fc.constantFrom("", "", "+", "?", "&"), fc.oneof(name, odd), fc.constantFrom("", "/1", "->", "|int", "#3"))
      .map((parts) => `%{${parts.join("")}}`),
    fc.constantFrom(" ", ": ", ",", "x"),
    odd,
  ),
);
const dissectors = fc
  .tuple(dissectPattern, odd, odd, fc.constantFrom("pattern", "tokenizer"))
  .chain(([pattern, field, other, key]) =>
    fc.constantFrom(
      `${pattern}\n${other}`,
      `dissect { mapping => { "${field}" => '${pattern}' } convert_datatype => { ${other} => "int" } }`,
      JSON.stringify({
        processors: [{ dissect: { [key]: pattern, field, append_separator: other, target_prefix: other } }],
      }),
    ),
  );

const parser = fc
  .tuple(
    fc.constantFrom(
      "ANYSTRING",
      "EMAIL",
      "ESTRING",
      "FLOAT",
      "HOSTNAME",
      "IPvANY",
      "NUMBER",
      "OPTIONALSET",
      "QSTRING",
      "SET",
      "STRING",
      "NLSTRING",
      "X",
    ),
    name,
    odd,
  )
  .map(([type, field, parameter]) => `@${type}:${field}:${parameter}@`);
const pcre = fc.tuple(name, expression).map(([field, one]) => `@PCRE:${field}:${one}@`);
const databasePattern = texts(fc.oneof(parser, pcre, fc.constantFrom(" ", ": ", "a", "@@"), odd));
const databaseRule = fc.record({
  id: odd,
  patterns: fc.array(databasePattern, { maxLength: 3 }),
  values: fc.array(fc.tuple(fc.oneof(name, fc.constant("MESSAGE")), odd), { maxLength: 2 }),
  messages: fc.array(fc.tuple(odd, odd, name, odd), { maxLength: 2 }),
  more: fc.constantFrom("", ' context-id="a"', ' context-id="a" context-timeout="1"'),
});
const database = fc
  .tuple(
    fc.array(databasePattern, { maxLength: 2 }),
    fc.array(databaseRule, { maxLength: 4 }),
    fc.constantFrom("3", "4", "5", "6"),
  )
  .map(([programs, rules, version]) => {
    const list = (patterns: readonly string[]): string =>
      `<patterns>${patterns.map((one) => `<pattern>${xml(one)}</pattern>`).join("")}</patterns>`;
    const written = rules.map(({ id, patterns, values, messages, more }) => {
      const examples = messages.map(
        ([program, text, field, value]) =>
          `<example><test_message program="${xml(program)}">${xml(text)}</test_message><test_values><test_value name="${xml(field)}">${xml(value)}</test_value></test_values></example>`,
      );
      return `<rule id="${xml(id)}"${more}>${list(patterns)}<values>${values.map(([field, value]) => `<value name="${xml(field)}">${xml(value)}</value>`).join("")}</values><examples>${examples.join("")}</examples></rule>`;
    });
    return `<?xml version="1.0"?>\n<patterndb version="${version}"><ruleset name="r">${list(programs)}<rules>${written.join("\n")}</rules></ruleset></patterndb>\n`;
  });

function xml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("\n", "&#10;");
}

const TYPES =
  "alpha char-to char-sep date-iso date-rfc3164 float ipv4 json literal number op-quoted-string quoted-string rest string string-to whitespace word @t @u cef repeat none".split(
    " ",
  );
const short = fc
  .tuple(name, fc.constantFrom(...TYPES), fc.constantFrom("", ":,", ": ", ":\\x20", "{}", '{"quoting.mode":"none"}'))
  .map((parts) => `%${parts[0]}:${parts[1]}${parts[2]}%`);
const long = fc.letrec<{ one: object; list: object[] }>((tie) => ({
  list: fc.array(tie("one"), { maxLength: 3 }),
  one: fc.oneof(
    { maxDepth: 4 },
    fc.record({ type: fc.constantFrom(...TYPES), name, extradata: odd, text: odd }, { requiredKeys: ["type"] }),
    fc.record({ type: fc.constant("alternative"), parser: tie("list") }),
    fc.record({
      type: fc.constant("string"),
      "matching.permitted": fc.oneof(odd, fc.constant([{ class: "digit" }])),
      "quoting.char.end": odd,
    }),
  ),
}));
const rulebasePattern = texts(
  fc.oneof(
    short,
    fc.oneof(long.one, long.list).map((one) => `%${JSON.stringify(one)}%`),
    fc.constantFrom(" ", ": ", "a", "%%"),
    odd,
  ),
);
const rulebase = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.tuple(odd, rulebasePattern).map(([tag, pattern]) => `rule=${tag}:${pattern}`) },
      fc.tuple(fc.constantFrom("t", "u"), rulebasePattern).map(([type, pattern]) => `type=@${type}:${pattern}`),
      rulebasePattern.map((pattern) => `prefix=${pattern}`),
      fc.tuple(odd, name, odd).map(([tag, field, value]) => `annotate=${tag}:+${field}="${value}"`),
      odd.map((text) => `# ${text}`),
    ),
    { maxLength: 8 },
  )
  .map((lines) => `version=2\n${lines.join("\n")}\n`);

const PIECES = [
  ...ODD_TEXTS,
  "%{INT:a}",
  "%{A}",
  "@PCRE:a:",
  "@ESTRING:a: @",
  "%a:word%",
  "%{+a/2->} ",
  "</rule>",
  "<pattern>",
  "&#xD800;",
  "<!ENTITY a 'b'>",
  "rule=",
  "match =>",
  '"grok"',
];

const written = fc
  .oneof(grokLines, logstash, pipeline, dissectors, database, rulebase)
  .map((text) => Buffer.from(text));

/** Bytes that are a file of another tool, almost one, or anything else. */
export const foreignBytes: fc.Arbitrary<Buffer> = fc.oneof(
  { weight: 6, arbitrary: written },
  { weight: 3, arbitrary: damagedBytes(written, PIECES, 2) },
  { weight: 4, arbitrary: damagedBytes(fc.constantFrom(...FIXTURES), PIECES) },
  { weight: 1, arbitrary: damagedBytes(fc.constantFrom(...LOG_FILES), PIECES) },
);

/** Names of files, as a shell may pass them. */
export const foreignNames = fc.oneof(fc.constantFrom("a.grok", "b.xml", "-"), odd);
