// Updates the schema and docs/reference/rules.md from the registries of field types and of transforms, and adds the
// options to docs/reference/command.md that it lacks. Run `npm run write:registries` after changing one of them. A test
// fails if the schema or a page is outdated.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { COMMANDS } from "../src/cli/named.ts";
import { commandName, descriptionOf, namesOf } from "../src/cli/options/command-definition.ts";
import type { OptionDefinition } from "../src/library/option-definitions.ts";
import { LAW } from "../src/matcher/precedence.ts";
import { ANY_TYPE, TYPE_NAMES, TYPES } from "../src/matcher/types/type-registry.ts";
import { TRANSFORM_NAMES, TRANSFORMS } from "../src/rules/transforms/transform-registry.ts";
import { MASK_DESCRIPTIONS, MASK_NAMES } from "../src/text/masks/varying-parts.ts";

const SCHEMA = fileURLToPath(new URL("../schema/rules.schema.json", import.meta.url));
const PAGE = fileURLToPath(new URL("../docs/reference/rules.md", import.meta.url));
const COMMAND_PAGE = fileURLToPath(new URL("../docs/reference/command.md", import.meta.url));

/** Names in small letters with their descriptions, and the same names with capital letters. */
interface Names {
  readonly anyOf: [names: object, inAnyCase: object];
}

/** Patterns in one text. Editors offer the snippets, in which a reader fills in the fields. */
interface Notation {
  pattern: string;
  defaultSnippets: object[];
}

/** The parts of the schema that are written. */
interface Schema {
  readonly properties: { readonly rules: { description: string } };
  readonly definitions: {
    readonly type: Names;
    readonly transform_name: Names;
    readonly mask_name: Names;
    readonly notation: Notation;
    readonly notation_or_nothing: Notation;
  };
}

/** Returns the schema with the types and transforms of the registries. */
export function schemaWithRegistries(schema: string): object {
  const parsed = JSON.parse(schema) as Schema;
  parsed.properties.rules.description = `The rules. If several match a line, ${LAW}. 'rules: []' is a file without rules.`;
  const { type, transform_name, mask_name, notation, notation_or_nothing } = parsed.definitions;
  const typeNames = [...TYPE_NAMES, ANY_TYPE];
  const typeSentences = [
    ...TYPES.map(({ description, samples }) => `${sentence(description)}: ${samples.map(quoted).join(", ")}.`),
    "Any text, as a field without a type.",
  ];
  writeNames(type, typeNames, typeSentences);
  writeNames(
    transform_name,
    TRANSFORM_NAMES,
    TRANSFORMS.map((entry) => {
      if (!("sample" in entry)) return sentence(entry.description);
      const [text, result] = entry.sample;
      return `${sentence(entry.description)} ${quoted(text)} becomes ${quoted(result)}.`;
    }),
  );
  writeNames(
    mask_name,
    MASK_NAMES,
    MASK_NAMES.map((name) => `${sentence(MASK_DESCRIPTIONS[name])}: '<${name}>'.`),
  );

  const identifier = "[A-Za-z_][A-Za-z0-9_]*";
  const unknownType = `(?!${inAnyCase(typeNames)}\\})${identifier}`;
  const emptyValue = "(?:\\|[^{}]*|[^{}]*\\|\\|[^{}]*|[^{}]*\\|)";
  const sound = `^(?![^]*\\{${identifier}:(?:${unknownType}|${emptyValue})\\})`;
  notation.pattern = `${sound}[^\\n]+$`;
  notation_or_nothing.pattern = `${sound}[^\\n]*$`;
  const snippets = [
    snippet("{timestamp} {level:INFO|WARN} {message}", "A field, one with its texts, and another field.", [
      ...["timestamp", "level", "INFO|WARN", "message"],
    ]),
    ...typeNames.map((name, i) => snippet(`{name:${name}}`, typeSentences[i]!, ["name"])),
    snippet("{name:a|b}", "One of these texts.", ["name", "a|b"]),
  ];
  for (const one of [notation, notation_or_nothing]) one.defaultSnippets = snippets;
  return parsed;
}

/** Returns the page with a row for each type and each transform of the registries. */
export function pageWithRegistries(page: string): string {
  const types = TYPES.map(({ name, description, samples }) => row(name, description, samples.map(code).join(", ")));
  types.push(row(ANY_TYPE, "any text, as a field without a type: it overrides `fields`", ""));
  const transforms = TRANSFORMS.map((entry) => {
    return row(entry.name, entry.description, "sample" in entry ? entry.sample.map(code).join(" → ") : "");
  });
  return withRows(withRows(page, "parser", types), "transform", transforms);
}

/**
 * Returns the page of the commands with a row for each option that it lacks, after the option before it. Rows that are
 * there stay as they are, because they have links and more words than help has.
 */
export function pageWithOptions(page: string): string {
  const sections = page.split(/^(?=## )/m).map((section) => {
    const command = COMMANDS.find((one) => section.startsWith(`## ${commandName(one)}\n`));
    let last = /^\| Option \|.*\n\|---.*\n/m.exec(section)?.[0] ?? "";
    if (command === undefined || last === "") return section;
    let text = section;
    for (const option of Object.values(command.options)) {
      const cell = `| ${optionCell(option)} |`;
      const found = text.split("\n").find((line) => line.startsWith(cell));
      const row = found === undefined ? `${cell} ${descriptionOf(withCode(option))} |\n` : `${found}\n`;
      if (found === undefined) text = text.replace(last, () => last + row);
      last = row;
    }
    return text;
  });
  return sections.join("");
}

/** The option with its choices and its default as code. */
function withCode({ choices, default: usual, ...option }: OptionDefinition): OptionDefinition {
  const texts = choices === undefined ? {} : { choices: choices.map(code) };
  return { ...option, ...texts, ...(usual === undefined ? {} : { default: code(usual) }) };
}

/** The names of an option, as the first column of a table shows them. */
export function optionCell(option: OptionDefinition): string {
  const [last = "", ...others] = namesOf(option).reverse();
  return [...others, [last, option.metavariable ?? []].flat().join(" ")].map(code).join(", ");
}

/** A pattern for editors, in quotes, with the words that a reader replaces. */
function snippet(label: string, description: string, words: readonly string[]): object {
  let text = label;
  for (const [i, word] of words.entries())
    text = text.replace(new RegExp(`(?<=[{:])${word.replace("|", "\\|")}`), `\${${i + 1}:${word}}`);
  return { label: `"${label}"`, description, body: `"${text}"` };
}

function writeNames({ anyOf: [small, capital] }: Names, names: readonly string[], descriptions: string[]): void {
  Object.assign(small, { enum: names, enumDescriptions: descriptions });
  Object.assign(capital, { pattern: `^(?=.*[A-Z])${inAnyCase(names)}$` });
}

/** An expression for the names in small and capital letters. */
function inAnyCase(names: readonly string[]): string {
  const letters = (name: string): string => name.replace(/[a-z]/g, (letter) => `[${letter.toUpperCase()}${letter}]`);
  return `(?:${names.map(letters).join("|")})`;
}

/** The description for an editor: without Markdown, and with a capital letter. */
function sentence(description: string): string {
  const plain = description.replaceAll("`", "'").replace(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}

function quoted(text: string): string {
  return `'${text}'`;
}

function code(text: string): string {
  return `\`${text}\``;
}

function row(name: string, description: string, samples: string): string {
  return `| ${code(name)} | ${description} | ${samples === "" ? "" : `${samples} `}|\n`;
}

/** The page with other rows in the table whose first heading this is. */
function withRows(page: string, heading: string, rows: readonly string[]): string {
  return page.replace(new RegExp(`(?<=^\\| \`${heading}\` \\|.*\\n\\|---.*\\n)(?:\\|.*\\n)*`, "m"), () =>
    rows.join(""),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(SCHEMA, JSON.stringify(schemaWithRegistries(readFileSync(SCHEMA, "utf8")), null, 2));
  writeFileSync(PAGE, pageWithRegistries(readFileSync(PAGE, "utf8")));
  writeFileSync(COMMAND_PAGE, pageWithOptions(readFileSync(COMMAND_PAGE, "utf8")));
  execFileSync("npx", ["biome", "format", "--write", SCHEMA], { stdio: "inherit" });
}
