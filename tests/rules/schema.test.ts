// The schema is for editors, but the loader decides. Both must agree on every file, except where only the loader can
// know.
import assert from "node:assert/strict";
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { parseDocument, stringify } from "yaml";
import { pageWithRegistries, schemaWithRegistries } from "../../scripts/write-registries.ts";
import { ANY_TYPE, TYPE_NAMES } from "../../src/matcher/types/type-registry.ts";
import { ISSUE_CODES, RulesError, type RulesIssue, type RulesIssueCode } from "../../src/rules/rules-error.ts";
import { STARTER } from "../../src/rules/starter.ts";
import { TRANSFORM_NAMES } from "../../src/rules/transforms/transform-registry.ts";
import { SCHEMA_LINE } from "../../src/rules/write-rule.ts";
import { hosted } from "../support/command-host.ts";
import { ISSUE_ROWS } from "../support/issue-rows.ts";
import { parseRules } from "../support/parsed-rules.ts";
import { assertProperty, assertReached } from "../support/property.ts";
import { rulesFiles } from "../support/schema-arbitraries.ts";
import { Edited, readSchema, SCHEMA_PATH } from "../support/schema-editor.ts";
import { suite } from "../support/suite.ts";

/** Issues that keep a file from being read as values. A schema is about values, so it is not asked. */
const TEXT_ISSUES: readonly RulesIssueCode[] = [
  "NOT_UTF8",
  "NOT_YAML",
  "MULTIPLE_DOCUMENTS",
  "DUPLICATE_KEY",
  "ALIAS_BOMB",
];

/** Issues that a schema cannot express, because they concern more than one value. */
const CROSS_VALUE_ISSUES: readonly RulesIssueCode[] = [
  "TOO_MANY_FIELDS",
  "TRANSFORM_CONFLICT",
  "UNKNOWN_PLACEHOLDER",
  "AMBIGUOUS_PLACEHOLDER",
  "SPAN_END",
];

/** Issues that a schema can express. For two of these codes, one form each is the loader's alone. */
const SHARED_ISSUES: readonly RulesIssueCode[] = [
  ...(["MISSING_KEY", "MISSING_VALUE", "WRONG_TYPE", "EMPTY_VALUE", "LINE_BREAK", "FIELD_BRACE"] as const),
  ...(["ELEMENT_KIND", "UNKNOWN_TYPE", "UNKNOWN_TRANSFORM", "UNKNOWN_KEY"] as const),
];

function isPlaceholder(file: string, { line, column, code }: RulesIssue): boolean {
  return (
    ["EMPTY_VALUE", "UNKNOWN_TYPE", "FIELD_BRACE"].includes(code) &&
    file
      .split("\n")
      [line - 1]!.slice(column - 1)
      .replace(/^'/, "")
      .startsWith("{")
  );
}

function isShared({ code, message }: RulesIssue): boolean {
  // Only the pattern knows whether it has a field that an example names, and values have no tags.
  if (code === "UNKNOWN_KEY" && message.startsWith("the rule has no field ")) return false;
  if (code === "WRONG_TYPE" && message.includes(" is a value with the tag ")) return false;
  if (code === "WRONG_TYPE" && message === "the name of a field is not text") return false;
  return SHARED_ISSUES.includes(code);
}

interface Verdict {
  readonly issues: readonly RulesIssue[];
  /** Whether the schema must accept the file. Undefined if it is not asked. */
  readonly accepted: boolean | undefined;
}

/** What the loader says about a file, and what the schema must say. */
function verdictOf(file: string | Uint8Array): Verdict {
  try {
    parseRules(Buffer.from(file), "rules.yaml");
    return { issues: [], accepted: true };
  } catch (error) {
    if (!(error instanceof RulesError)) throw error;
    const { issues, omitted } = error;
    const isUnread = issues.some(({ code }) => TEXT_ISSUES.includes(code));
    const isRefused = issues.some(isShared);
    return { issues, accepted: isUnread || (omitted > 0 && !isRefused) ? undefined : !isRefused };
  }
}

function assertSameVerdict(file: string | Uint8Array): Verdict {
  const verdict = verdictOf(file);
  const edited = new Edited(file);
  if (verdict.accepted !== undefined) {
    const problems = edited.withTextsForNulls().problems();
    const reported = verdict.issues.map(({ line, column, code }) => `${line}:${column} ${code}`);
    assert.equal(problems.length === 0, verdict.accepted, `schema: ${problems}\nloader: ${reported}\n${file}`);
    assert.ok(edited.isYaml());
  }
  return verdict;
}

suite("the schema of rules files", (test) => {
  test("is in the package", () => {
    const root = fileURLToPath(new URL("../..", import.meta.url));
    assert.equal(SCHEMA_PATH, `${root}schema/rules.schema.json`);
    const { files } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { files: string[] };
    assert.ok(files.includes("schema"));
  });
  test("is where the command says", async () => {
    const { exit, stdout, stderr } = await hosted(["help", "schema"], ROOT);
    assert.deepEqual([exit, stdout.toString(), stderr.toString()], [0, `${realpathSync(SCHEMA_PATH)}\n`, ""]);
  });
  test("is where rules files that are written say", () => {
    const { name, version, exports } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"));
    const path = Object.keys(exports as object).find((path) => path.startsWith("./schema/"))!;
    const address = `https://unpkg.com/${name}@${version.split(".")[0]}/${path.slice(2)}`;
    assert.equal(SCHEMA_LINE, `# yaml-language-server: $schema=${address}`);
    assert.ok(STARTER.startsWith(`${SCHEMA_LINE}\n`));
  });
  test("completes patterns that it accepts, once their fields have names", () => {
    const { notation } = readSchema().definitions as {
      notation: { defaultSnippets: { label: string; body: string }[] };
    };
    for (const { label, body } of notation.defaultSnippets) {
      const pattern = body.replace(/\$\{\d:([^}]+)\}/g, "$1");
      assert.equal(pattern, label);
      const file = `rules:\n  - name: a\n    pattern: ${pattern}\n    output: x\n`;
      assert.ok(new Edited(file).isAccepted(), file);
      assert.equal(verdictOf(file).accepted, true, file);
    }
    assert.ok(notation.defaultSnippets.length > TYPE_NAMES.length);
  });
  test("describes types and transforms as the registries and docs/reference/rules.md do (else run npm run write:registries)", () => {
    assert.deepEqual(readSchema(), schemaWithRegistries(JSON.stringify(readSchema())));
    const page = readFileSync(`${ROOT}docs/reference/rules.md`, "utf8");
    for (const name of [...TYPE_NAMES, ANY_TYPE, ...TRANSFORM_NAMES])
      assert.ok(page.includes(`\n| \`${name}\` | `), name);
    assert.equal(page, pageWithRegistries(page));
  });
  test("accepts their names in any case, and no others", () => {
    for (const [key, names] of [
      ["parser", [...TYPE_NAMES, ANY_TYPE]] as const,
      ["transform", TRANSFORM_NAMES] as const,
    ]) {
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
  test("accepts its own examples where it shows them", () => {
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
    const [{ line, column, help }] = verdictOf(file).issues as [RulesIssue];
    assert.equal(`${line}:${column} ${help}`, "5:9 did you mean 'field'?");
  });
  test("catches errors at the place that the loader gives", () => {
    for (const [file, place] of ISSUE_ROWS) {
      const { issues, accepted } = verdictOf(file);
      // For a missing or extra key, the schema points at the whole mapping and the loader at one of its keys.
      if (accepted !== false || /MISSING|KIND/.test(issues[0]!.code)) continue;
      if (issues[0]!.message === "a key in a rule is not text") continue;
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
  test("takes a plain null for nothing, as an editor does, and a quoted one for text, as the loader does", () => {
    for (const written of ["null", "~", "NULL", "Null"]) {
      const file = (text: string) => `rules:\n- name: a\n  pattern: [text: ${text}]\n  output: ${text}\n`;
      assert.equal(verdictOf(file(written)).accepted, true);
      const message = "must be string,number,boolean";
      const problems = new Edited(file(written)).problems();
      for (const place of ["3:19", "4:11"]) assert.ok(problems.includes(`${place} ${message}`), place);
      assert.ok(new Edited(file(`'${written}'`)).isAccepted());
    }
  });
  test("takes a tagged value for what YAML makes of it", () => {
    // Nobody writes either by accident. YAML reads the first as a number and the second as an empty text.
    for (const output of ["!!int 5", "!!str"]) {
      const file = `rules:\n  - name: a\n    pattern: [{ text: a }]\n    output: ${output}\n`;
      assert.equal(verdictOf(file).issues.length, 1);
      assert.ok(new Edited(file).isAccepted());
    }
  });
});

/** Whether the schema accepts a field with these keys besides its name. */
function fieldWith(lines: string): boolean {
  return new Edited(`rules: [{ name: a, pattern: [{ field: a, ${lines} }], output: x }]`).isAccepted();
}

function accepts(file: unknown): boolean {
  return new Edited(stringify(file)).isAccepted();
}

/** The examples of all properties in a schema that have some. */
function examplesOf(schema: object): Record<string, unknown[]> {
  const { properties } = schema as { properties: Record<string, { examples?: unknown[] }> };
  const found = Object.entries(properties).flatMap(([key, { examples }]) => (examples ? [[key, examples]] : []));
  assert.ok(found.length > 0);
  return Object.fromEntries(found);
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The files of the project below a folder whose names have this ending. */
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

const ONE_RULE = "name: a, pattern: [{ text: a }], output: ''";
const ACCEPTED = [
  "rules: []",
  "x-: { a: 1 }\nx-b:\nrules: []",
  `rules: [{ ${ONE_RULE}, x-a: , description: }]`,
  `rules: [{ ${ONE_RULE}, description: "a\\nb" }]`,
  ...["true", "false", "True", "'FALSE'"].map((truth) => `rules: [{ ${ONE_RULE}, catch_all: ${truth} }]`),
  `rules: [{ ${ONE_RULE}, examples: [], not: [] }]`,
  `rules: [{ ${ONE_RULE}, examples: [{ line: "" }, { line: 7, output: 007, fields: {} }], not: ["", true] }]`,
  `rules: [{ ${ONE_RULE}, sequence: { followers: [{ pattern: [{ field: x }] }, { pattern: [{ text: y }], output: on }] } }]`,
  `rules: [{ ${ONE_RULE}, sequence: { followers: ['', { pattern: '' }, { pattern: [], output: x }] } }]`,
  `rules: [{ ${ONE_RULE}, sequence: stack_trace }]`,
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
  ...["{ mask: n }", "[trim, { mask: [UUID, ip, ip] }, alias]", "MASK"].map(
    (transform) => `rules: [{ name: a, pattern: [{ field: a, transform: ${transform} }], output: '' }]`,
  ),
  ...[
    "{}",
    "{ a: {} }",
    "{ a: { parser: Any, transform: [], description: }, b: { values: [1], transform: trim } }",
  ].map((fields) => `fields: ${fields}\nrules: [{ ${ONE_RULE}, fields: ${fields} }]`),
  "x-a: [&text { text: a }, &of [*text]]\nrules: [{ name: a, pattern: *of, output: '' }, { name: b, pattern: [*text], output: '' }]",
];
const REFUSED = [
  "[]",
  "rules: ~",
  "rules: { }",
  "x-a: []",
  "rules: [{ }]",
  "rules: [[]]",
  ...["", "yes", "1", "tRUE", "[true]"].map((value) => `rules: [{ ${ONE_RULE}, catch_all: ${value} }]`),
  `rules: [{ ${ONE_RULE}, examples: }]`,
  `rules: [{ ${ONE_RULE}, examples: { line: a } }]`,
  `rules: [{ ${ONE_RULE}, examples: [a] }]`,
  `rules: [{ ${ONE_RULE}, examples: [{ }] }]`,
  `rules: [{ ${ONE_RULE}, examples: [{ output: a }] }]`,
  `rules: [{ ${ONE_RULE}, examples: [{ line: a, x-a: b }] }]`,
  `rules: [{ ${ONE_RULE}, examples: [{ line: }] }]`,
  `rules: [{ ${ONE_RULE}, examples: [{ line: "a\\n" }] }]`,
  `rules: [{ ${ONE_RULE}, examples: [{ line: a, output: }] }]`,
  `rules: [{ ${ONE_RULE}, examples: [{ line: a, output: [] }] }]`,
  `rules: [{ ${ONE_RULE}, examples: [{ line: a, fields: }] }]`,
  `rules: [{ ${ONE_RULE}, examples: [{ line: a, fields: [a] }] }]`,
  `rules: [{ name: a, pattern: [{ field: a }], output: '', examples: [{ line: a, fields: { a: } }] }]`,
  `rules: [{ name: a, pattern: [{ field: a }], output: '', examples: [{ line: a, fields: { a: "\\n" } }] }]`,
  `rules: [{ ${ONE_RULE}, not: a }]`,
  `rules: [{ ${ONE_RULE}, not: [[]] }]`,
  `rules: [{ ${ONE_RULE}, not: ["a\\nb"] }]`,
  `rules: [{ ${ONE_RULE}, sequence: }]`,
  `rules: [{ ${ONE_RULE}, sequence: [] }]`,
  `rules: [{ ${ONE_RULE}, sequence: stack_traces }]`,
  `rules: [{ ${ONE_RULE}, sequence: { followers: stack_trace } }]`,
  `rules: [{ ${ONE_RULE}, sequence: { } }]`,
  `rules: [{ ${ONE_RULE}, sequence: { followers: [], x-a: 1 } }]`,
  `rules: [{ ${ONE_RULE}, sequence: { followers: } }]`,
  `rules: [{ ${ONE_RULE}, sequence: { followers: [] } }]`,
  `rules: [{ ${ONE_RULE}, sequence: { followers: ["a\\nb"] } }]`,
  `rules: [{ ${ONE_RULE}, sequence: { followers: ["{a:nubmer}"] } }]`,
  ...["''", "[a, '']", "'{a:nubmer}'", "'x {a:b|}'", "'{{a:|b}}'", "['{a:b||c}']", '"a\\n"', "{ a: b }", "[[a]]"].map(
    (pattern) => `rules: [{ name: a, pattern: ${pattern}, output: '' }]`,
  ),
  ...["[]", "{ a: }", "{ a: number }", "{ a: { field: b } }", "{ '{a}': {} }", "{ a: { values: [] } }"].map(
    (fields) => `fields: ${fields}\nrules: [{ ${ONE_RULE}, fields: ${fields} }]`,
  ),
  `rules: [{ ${ONE_RULE}, sequence: { followers: [{ output: '' }] } }]`,
  `rules: [{ ${ONE_RULE}, sequence: { followers: [{ pattern: [{ text: a }], output: }] } }]`,
  `rules: [{ ${ONE_RULE}, sequence: { followers: [{ pattern: [{ text: a }], output: "\\n" }] } }]`,
  `rules: [{ ${ONE_RULE}, sequence: { followers: [{ pattern: [{ text: a }], name: a }] } }]`,
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
    ...[
      "{ mask: }",
      "{ mask: [] }",
      "{ mask: word }",
      "{ mask: [ip, [n]] }",
      "{ trim: n }",
      "{ mask: n, trim: n }",
    ].map((transform) => `field: a, transform: ${transform}`),
    ...["alternatives: ", "alternatives: a", "alternatives: [[[]]]", "alternatives: ['{a:b|}']"],
    ...["optional: ", "optional: { text: a }", "optional: [[]]", "optional: [{ }]", "optional: [{ optional: [] }]"],
  ].map((element) => `rules: [{ name: a, pattern: [{ ${element} }], output: '' }]`),
];

suite("the loader and the schema", (test) => {
  test("divide the codes into the loader's own and those of both", () => {
    assert.deepEqual(new Set([...TEXT_ISSUES, ...CROSS_VALUE_ISSUES, ...SHARED_ISSUES]), new Set(ISSUE_CODES));
  });

  for (const path of [...filesIn("tests/cases", "rules.yaml"), ...filesIn("examples", "rules.yaml")]) {
    test(`agree on ${path}`, () => void assertSameVerdict(readFileSync(ROOT + path)));
  }
  const pages = [
    "README.md",
    "CONTRIBUTING.md",
    "ARCHITECTURE.md",
    ...filesIn("docs", ".md"),
    ...filesIn("examples", ".md"),
  ];
  for (const page of pages) {
    for (const [i, file] of rulesFilesOn(page).entries())
      test(`agree on block ${i + 1} of ${page}`, () => void assertSameVerdict(file));
  }
  test("are compared on the rules files of several pages", () => {
    assert.ok(rulesFilesOn("README.md").length > 0);
    assert.ok(rulesFilesOn("docs/reference/rules.md").length > 1);
  });

  for (const [file, place, code] of ISSUE_ROWS) {
    const shown = JSON.stringify(Buffer.from(file).toString()).slice(0, 100);
    test(`agree on ${code} at ${place} of ${shown}`, () => {
      const { accepted } = assertSameVerdict(file);
      if (TEXT_ISSUES.includes(code)) assert.equal(accepted, undefined);
      if (CROSS_VALUE_ISSUES.includes(code)) assert.equal(accepted, true);
    });
  }

  for (const file of ACCEPTED)
    test(`both accept ${file}`, () => assert.deepEqual(assertSameVerdict(file), { issues: [], accepted: true }));
  for (const file of REFUSED) test(`both refuse ${file}`, () => assert.equal(assertSameVerdict(file).accepted, false));

  test("differ on a field of an example that the pattern lacks, which only the loader sees", () => {
    const { issues, accepted } = assertSameVerdict(
      `rules: [{ ${ONE_RULE}, examples: [{ line: a, fields: { b: c } }] }]`,
    );
    assert.deepEqual([issues.length, accepted], [1, true]);
  });

  test("agree on random files, some of them damaged", () => {
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
    for (const [verdict, count] of Object.entries(seen)) assertReached(count, 3, verdict);
  });
});
