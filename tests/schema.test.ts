// The schema is for editors, the loader decides. They give one verdict on a file, apart from what is the loader's own.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { parseDocument, stringify } from "yaml";
import { pageWithTypes, schemaWithTypes } from "../scripts/write-types.ts";
import { ANY_TYPE, TYPE_NAMES } from "../src/matcher/types/registry.ts";
import { parseRules } from "../src/rules/parse-rules.ts";
import { TRANSFORMS } from "../src/rules/rule.ts";
import { ISSUE_CODES, type Issue, type IssueCode, RulesError } from "../src/rules/rules-error.ts";
import { ROWS } from "./support/problem-rows.ts";
import { assertProperty, caseCount } from "./support/property.ts";
import { rulesFiles } from "./support/schema-arbitraries.ts";
import { Edited, readSchema, SCHEMA_PATH } from "./support/schema-editor.ts";
import { suite } from "./support/suite.ts";

/** What keeps a file from being read as values. A schema is about values, and isn't asked. */
const OF_THE_TEXT: readonly IssueCode[] = ["NOT_UTF8", "NOT_YAML", "MULTIPLE_DOCUMENTS", "DUPLICATE_KEY", "ALIAS_BOMB"];

/** What takes more than one value to see, so that a schema can't say it. */
const OF_SEVERAL_VALUES: readonly IssueCode[] = [
  "TOO_MANY_FIELDS",
  "TRANSFORM_CONFLICT",
  "UNKNOWN_PLACEHOLDER",
  "AMBIGUOUS_PLACEHOLDER",
];

/** What a schema can say. Of two of these codes one form each is the loader's alone. */
const OF_BOTH: readonly IssueCode[] = [
  ...(["MISSING_KEY", "MISSING_VALUE", "WRONG_TYPE", "EMPTY_VALUE", "LINE_BREAK", "FIELD_BRACE"] as const),
  ...(["ELEMENT_KIND", "UNKNOWN_TYPE", "UNKNOWN_TRANSFORM", "UNKNOWN_KEY"] as const),
];

function isPlaceholder(file: string, { line, column, code }: Issue): boolean {
  return (
    ["EMPTY_VALUE", "UNKNOWN_TYPE", "FIELD_BRACE"].includes(code) &&
    file
      .split("\n")
      [line - 1]!.slice(column - 1)
      .replace(/^'/, "")
      .startsWith("{")
  );
}

function isOfBoth({ code, message }: Issue): boolean {
  // Of a field in an example only the pattern knows whether it is there; and values have no tags.
  if (code === "UNKNOWN_KEY" && message.startsWith("the rule has no field ")) return false;
  if (code === "WRONG_TYPE" && message.includes(" is a value with the tag ")) return false;
  if (code === "WRONG_TYPE" && message === "the name of a field is not a text") return false;
  return OF_BOTH.includes(code);
}

interface Verdict {
  readonly issues: readonly Issue[];
  /** Whether the schema is to accept the file; undefined where it isn't asked. */
  readonly accepted: boolean | undefined;
}

/** What the loader says of a file, and what the schema has to. */
function verdictOf(file: string | Uint8Array): Verdict {
  try {
    parseRules(Buffer.from(file), "rules.yaml");
    return { issues: [], accepted: true };
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    const { issues, omitted } = error;
    const isUnread = issues.some(({ code }) => OF_THE_TEXT.includes(code));
    const isRefused = issues.some(isOfBoth);
    return { issues, accepted: isUnread || (omitted > 0 && !isRefused) ? undefined : !isRefused };
  }
}

function assertSameVerdict(file: string | Uint8Array): Verdict {
  const verdict = verdictOf(file);
  const edited = new Edited(file);
  if (verdict.accepted !== undefined) {
    const problems = edited.withTextsForNulls().problems();
    const told = verdict.issues.map(({ line, column, code }) => `${line}:${column} ${code}`);
    assert.equal(problems.length === 0, verdict.accepted, `schema: ${problems}\nloader: ${told}\n${file}`);
    assert.ok(edited.isYaml());
  }
  return verdict;
}

suite("the schema of rules files", (test) => {
  test("is in the package", () => {
    const root = fileURLToPath(new URL("..", import.meta.url));
    assert.equal(SCHEMA_PATH, `${root}schema/rules.schema.json`);
    const { files } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { files: string[] };
    assert.ok(files.includes("schema"));
  });
  test("tells of the types what the registry does, and so does docs/rules.md: else run npm run write:types", () => {
    assert.deepEqual(readSchema(), schemaWithTypes(JSON.stringify(readSchema())));
    const page = readFileSync(`${ROOT}docs/rules.md`, "utf8");
    for (const name of [...TYPE_NAMES, ANY_TYPE]) assert.ok(page.includes(`\n| \`${name}\` | `), name);
    assert.equal(page, pageWithTypes(page));
  });
  test("names the transforms that there are", () => {
    const { transform } = readSchema().definitions as Record<string, { anyOf: [{ enum: string[] }] }>;
    assert.deepEqual(transform!.anyOf[0].enum, TRANSFORMS);
  });
  test("takes their names in any case, and no others", () => {
    for (const [key, names] of [["parser", [...TYPE_NAMES, ANY_TYPE]] as const, ["transform", TRANSFORMS] as const]) {
      for (const name of names) {
        const capital = name.charAt(0).toUpperCase() + name.slice(1);
        for (const written of [name, name.toUpperCase(), capital]) assert.ok(fieldWith(`${key}: ${written}`), written);
        for (const written of [`${name}s`, `x${capital}`, `' ${name}'`, `"${capital}\\n"`, name.slice(1)]) {
          assert.ok(!fieldWith(`${key}: ${written}`), written);
        }
      }
    }
  });
  test("describes each of its parts", () => {
    const bare: string[] = [];
    const look = (schema: object, path: string) => {
      for (const [key, value] of Object.entries(schema)) {
        if (value === null || typeof value !== "object" || key === "dependencies" || key === "examples") continue;
        const holds = ["properties", "patternProperties", "definitions"].includes(key);
        for (const [name, part] of holds ? Object.entries(value as Record<string, { description: string }>) : []) {
          if (!/\w.*\.$/.test(part.description)) bare.push(`${path}/${key}/${name}`);
          look(part, `${path}/${key}/${name}`);
        }
        if (!holds) look(value, `${path}/${key}`);
      }
    };
    look(readSchema(), "");
    assert.deepEqual(bare, []);
    for (const [, { anyOf }] of Object.entries(readSchema().definitions as Record<string, { anyOf?: object[] }>)) {
      for (const named of (anyOf ?? []) as { enum?: string[]; enumDescriptions?: string[] }[]) {
        assert.equal(named.enumDescriptions?.length, named.enum?.length);
      }
    }
  });
  test("shows examples that it accepts where they are shown", () => {
    const rule = { name: "a", pattern: [{ text: "a" }], output: "" };
    const { rules } = examplesOf(readSchema());
    for (const example of rules!) assert.ok(accepts({ rules: example }));
    const { rule: inRule, element, follower, example } = readSchema().definitions as Record<string, object>;
    for (const [key, values] of Object.entries(examplesOf(inRule!))) {
      for (const value of values) assert.ok(accepts({ rules: [{ ...rule, [key]: value }] }), key);
    }
    for (const [key, values] of Object.entries(examplesOf(element!))) {
      const rest = ["parser", "values", "transform"].includes(key) ? { field: "a" } : {};
      for (const value of values) assert.ok(accepts({ rules: [{ ...rule, pattern: [{ ...rest, [key]: value }] }] }));
    }
    for (const [key, values] of Object.entries(examplesOf(follower!))) {
      const sequence = (value: unknown) => ({ followers: [{ pattern: rule.pattern, [key]: value }] });
      for (const value of values) assert.ok(accepts({ rules: [{ ...rule, sequence: sequence(value) }] }), key);
    }
    for (const [key, values] of Object.entries(examplesOf(example!))) {
      for (const value of values) assert.ok(accepts({ rules: [{ ...rule, examples: [{ line: "a", [key]: value }] }] }));
    }
  });

  test("catches a typo at its place", () => {
    const file = "rules:\n  - name: get\n    pattern:\n      - text: GET\n      - feild: path\n    output: x\n";
    assert.ok(new Edited(file).problems().includes("5:9 must NOT have additional properties"));
    const [{ line, column, help }] = verdictOf(file).issues as [Issue];
    assert.equal(`${line}:${column} ${help}`, "5:9 did you mean 'field'?");
  });
  test("catches what is wrong at the place that the loader tells", () => {
    for (const [file, place] of ROWS) {
      const { issues, accepted } = verdictOf(file);
      // What is missing or too much has its place in the schema at the whole, and at one of its keys with the loader.
      if (accepted !== false || /MISSING|KIND/.test(issues[0]!.code)) continue;
      if (issues[0]!.message === "a key in a rule is not a text") continue;
      // The loader points at the placeholder in a text, and at the key of a mapping.
      if (isPlaceholder(String(file), issues[0]!)) continue;
      assert.ok(
        new Edited(file)
          .withTextsForNulls()
          .problems()
          .some((problem) => problem.startsWith(`${place} `)),
        `${place} of ${file}`,
      );
    }
  });
  test("takes a plain null for nothing, as an editor does; quotes make it a text for both", () => {
    for (const written of ["null", "~", "NULL", "Null"]) {
      const file = (text: string) => `rules:\n- name: a\n  pattern: [text: ${text}]\n  output: ${text}\n`;
      assert.equal(verdictOf(file(written)).accepted, true);
      const message = "must be string,number,boolean";
      const problems = new Edited(file(written)).problems();
      for (const place of ["3:19", "4:11"]) assert.ok(problems.includes(`${place} ${message}`), place);
      assert.ok(new Edited(file(`'${written}'`)).isAccepted());
    }
  });
  test("takes a tag for what YAML makes of it", () => {
    // Neither is written by chance; YAML gives a number for the first and an empty text for the second.
    for (const output of ["!!int 5", "!!str"]) {
      const file = `rules:\n  - name: a\n    pattern: [{ text: a }]\n    output: ${output}\n`;
      assert.equal(verdictOf(file).issues.length, 1);
      assert.ok(new Edited(file).isAccepted());
    }
  });
});

/** Whether the schema accepts a field with this beside it. */
function fieldWith(lines: string): boolean {
  return new Edited(`rules: [{ name: a, pattern: [{ field: a, ${lines} }], output: x }]`).isAccepted();
}

function accepts(file: unknown): boolean {
  return new Edited(stringify(file)).isAccepted();
}

/** The examples of a schema's properties that have some. */
function examplesOf(schema: object): Record<string, unknown[]> {
  const { properties } = schema as { properties: Record<string, { examples?: unknown[] }> };
  const found = Object.entries(properties).flatMap(([key, { examples }]) => (examples ? [[key, examples]] : []));
  assert.ok(found.length > 0);
  return Object.fromEntries(found);
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** The files of the project below a folder whose names end so. */
function filesIn(folder: string, end: string): string[] {
  return readdirSync(`${ROOT}${folder}`, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(end))
    .map((path) => `${folder}/${path}`);
}

/** The YAML blocks of a page that are rules files. */
function rulesFilesOn(page: string): string[] {
  return [...readFileSync(`${ROOT}${page}`, "utf8").matchAll(/^```yaml[^\n]*\n(.*?)^```$/gms)]
    .map(([, block]) => block!)
    .filter((block) => {
      const { contents } = parseDocument(block);
      return contents?.toJSON()?.rules !== undefined;
    });
}

const ONE = "name: a, pattern: [{ text: a }], output: ''";
const GOOD = [
  "rules: []",
  "x-: { a: 1 }\nx-b:\nrules: []",
  `rules: [{ ${ONE}, x-a: , description: }]`,
  `rules: [{ ${ONE}, description: "a\\nb" }]`,
  `rules: [{ ${ONE}, examples: [], not: [] }]`,
  `rules: [{ ${ONE}, examples: [{ line: "" }, { line: 7, output: 007, fields: {} }], not: ["", true] }]`,
  `rules: [{ ${ONE}, sequence: { followers: [{ pattern: [{ field: x }] }, { pattern: [{ text: y }], output: on }] } }]`,
  "rules: [{ name: 1.0, pattern: [{ text: 007 }, { field: on }, { field: .inf, values: [1e3, .nan, yes] }], output: 0x1F }]",
  "rules: [{ name: a, pattern: [{ alternatives: [[], [{ optional: [{ text: a }] }]] }], output: '' }]",
  "rules: [{ name: a, pattern: [{ field: a, transform: [Trim, ALIAS] }, { transform: trim, field: b }], output: '' }]",
  'rules: [{ name: "a\\r", pattern: [{ text: "\\r\\u2028" }], output: "\\r" }]',
  ...[
    "a",
    "7",
    "'{a:Number} {b:any} {c:d|e} {f: g} {h:} {{i}}'",
    "[a, { optional: ' in {ms:number}' }]",
    '"{a:1} \\r"',
  ].map((pattern) => `rules: [{ name: a, pattern: ${pattern}, output: '' }]`),
  "rules: [{ name: a, pattern: [{ alternatives: ['', a, [b], []] }], output: '', sequence: { followers: ['{x}', 7] } }]",
  "rules: [{ name: a, pattern: [{ field: a, transform: [], parser: any }], output: '' }]",
  ...[
    "{}",
    "{ a: {} }",
    "{ a: { parser: Any, transform: [], description: }, b: { values: [1], transform: trim } }",
  ].map((fields) => `fields: ${fields}\nrules: [{ ${ONE}, fields: ${fields} }]`),
  "x-a: [&text { text: a }, &of [*text]]\nrules: [{ name: a, pattern: *of, output: '' }, { name: b, pattern: [*text], output: '' }]",
];
const BAD = [
  "[]",
  "rules: ~",
  "rules: { }",
  "x-a: []",
  "rules: [{ }]",
  "rules: [[]]",
  `rules: [{ ${ONE}, examples: }]`,
  `rules: [{ ${ONE}, examples: { line: a } }]`,
  `rules: [{ ${ONE}, examples: [a] }]`,
  `rules: [{ ${ONE}, examples: [{ }] }]`,
  `rules: [{ ${ONE}, examples: [{ output: a }] }]`,
  `rules: [{ ${ONE}, examples: [{ line: a, x-a: b }] }]`,
  `rules: [{ ${ONE}, examples: [{ line: }] }]`,
  `rules: [{ ${ONE}, examples: [{ line: "a\\n" }] }]`,
  `rules: [{ ${ONE}, examples: [{ line: a, output: }] }]`,
  `rules: [{ ${ONE}, examples: [{ line: a, output: [] }] }]`,
  `rules: [{ ${ONE}, examples: [{ line: a, fields: }] }]`,
  `rules: [{ ${ONE}, examples: [{ line: a, fields: [a] }] }]`,
  `rules: [{ name: a, pattern: [{ field: a }], output: '', examples: [{ line: a, fields: { a: } }] }]`,
  `rules: [{ name: a, pattern: [{ field: a }], output: '', examples: [{ line: a, fields: { a: "\\n" } }] }]`,
  `rules: [{ ${ONE}, not: a }]`,
  `rules: [{ ${ONE}, not: [[]] }]`,
  `rules: [{ ${ONE}, not: ["a\\nb"] }]`,
  `rules: [{ ${ONE}, sequence: }]`,
  `rules: [{ ${ONE}, sequence: [] }]`,
  `rules: [{ ${ONE}, sequence: { } }]`,
  `rules: [{ ${ONE}, sequence: { followers: [], x-a: 1 } }]`,
  `rules: [{ ${ONE}, sequence: { followers: } }]`,
  `rules: [{ ${ONE}, sequence: { followers: [] } }]`,
  `rules: [{ ${ONE}, sequence: { followers: [''] } }]`,
  `rules: [{ ${ONE}, sequence: { followers: ["a\\nb"] } }]`,
  `rules: [{ ${ONE}, sequence: { followers: ["{a:nubmer}"] } }]`,
  ...["''", "[a, '']", "'{a:nubmer}'", "'x {a:b|}'", "'{{a:|b}}'", "['{a:b||c}']", '"a\\n"', "{ a: b }", "[[a]]"].map(
    (pattern) => `rules: [{ name: a, pattern: ${pattern}, output: '' }]`,
  ),
  ...["[]", "{ a: }", "{ a: number }", "{ a: { field: b } }", "{ '{a}': {} }", "{ a: { values: [] } }"].map(
    (fields) => `fields: ${fields}\nrules: [{ ${ONE}, fields: ${fields} }]`,
  ),
  `rules: [{ ${ONE}, sequence: { followers: [{ output: '' }] } }]`,
  `rules: [{ ${ONE}, sequence: { followers: [{ pattern: [] }] } }]`,
  `rules: [{ ${ONE}, sequence: { followers: [{ pattern: [{ text: a }], output: }] } }]`,
  `rules: [{ ${ONE}, sequence: { followers: [{ pattern: [{ text: a }], output: "\\n" }] } }]`,
  `rules: [{ ${ONE}, sequence: { followers: [{ pattern: [{ text: a }], name: a }] } }]`,
  ...[
    ...["text: a, optional: [{ text: b }]", "text: a, alternatives: [[]]", "field: a, alternatives: [[]]"],
    ...["field: a, optional: [{ text: b }]", "alternatives: [[]], optional: [{ text: b }]"],
    ...[
      "parser: number",
      "values: [a]",
      "transform: trim",
      "text: a, values: [b]",
      "optional: [{ text: a }], transform: trim",
    ],
    ...["field: a, parser: ", "field: a, parser: 1", "field: a, parser: [number]", "field: a, parser: ''"],
    ...["field: a, values: ", "field: a, values: { a: b }", "field: a, values: [[a]]", 'field: a, values: ["a\\n"]'],
    ...["field: a, transform: ", "field: a, transform: [[trim]]", "field: a, transform: { }"],
    ...["field: a, transform: 1", "field: a, transform: [trim, '']"],
    ...["alternatives: ", "alternatives: a", "alternatives: [[[]]]", "alternatives: ['{a:b|}']"],
    ...["optional: ", "optional: { text: a }", "optional: [[]]", "optional: [{ }]", "optional: [{ optional: [] }]"],
  ].map((element) => `rules: [{ name: a, pattern: [{ ${element} }], output: '' }]`),
];

suite("one verdict of loader and schema", (test) => {
  test("each code is the loader's own or of both", () => {
    assert.deepEqual(new Set([...OF_THE_TEXT, ...OF_SEVERAL_VALUES, ...OF_BOTH]), new Set(ISSUE_CODES));
  });

  for (const path of [...filesIn("tests/cases", "rules.yaml"), ...filesIn("examples", "rules.yaml")]) {
    test(path, () => void assertSameVerdict(readFileSync(ROOT + path)));
  }
  const pages = [
    "README.md",
    "CONTRIBUTING.md",
    "ARCHITECTURE.md",
    ...filesIn("docs", ".md"),
    ...filesIn("examples", ".md"),
  ];
  for (const page of pages) {
    for (const [i, file] of rulesFilesOn(page).entries()) test(`${page}, ${i + 1}`, () => void assertSameVerdict(file));
  }
  test("the pages hold rules files", () => {
    assert.ok(rulesFilesOn("README.md").length > 0);
    assert.ok(rulesFilesOn("docs/rules.md").length > 1);
  });

  for (const [file, place, code] of ROWS) {
    const shown = JSON.stringify(Buffer.from(file).toString()).slice(0, 100);
    test(`${code} at ${place} of ${shown}`, () => {
      const { accepted } = assertSameVerdict(file);
      if (OF_THE_TEXT.includes(code)) assert.equal(accepted, undefined);
      if (OF_SEVERAL_VALUES.includes(code)) assert.equal(accepted, true);
    });
  }

  for (const file of GOOD) test(file, () => assert.deepEqual(assertSameVerdict(file), { issues: [], accepted: true }));
  for (const file of BAD) test(file, () => assert.equal(assertSameVerdict(file).accepted, false));

  test("a field of an example that the pattern lacks is seen by the loader alone", () => {
    const { issues, accepted } = assertSameVerdict(`rules: [{ ${ONE}, examples: [{ line: a, fields: { b: c } }] }]`);
    assert.deepEqual([issues.length, accepted], [1, true]);
  });

  test("random files, some of them damaged", () => {
    const seen = { good: 0, bad: 0, ownProblems: 0 };
    const nulls = fc.constantFrom("", "null", "~");
    assertProperty(
      fc.property(rulesFiles, nulls, (value, nullStr) => {
        const { issues, accepted } = assertSameVerdict(stringify(value, { nullStr, aliasDuplicateObjects: false }));
        if (issues.length === 0) seen.good++;
        else if (accepted === false) seen.bad++;
        else seen.ownProblems++;
      }),
      { numRuns: 600 },
    );
    for (const [verdict, count] of Object.entries(seen)) assert.ok(count > caseCount(10), `${verdict}: ${count}`);
  });
});
