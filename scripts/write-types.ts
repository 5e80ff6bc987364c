// Updates the schema and docs/reference/rules.md from the registry of field types. Run `npm run write:types` after changing the
// registry. A test fails if either is outdated.

import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { ANY_TYPE, TYPE_NAMES, TYPES } from "../src/matcher/types/registry.ts";

const SCHEMA = fileURLToPath(new URL("../schema/rules.schema.json", import.meta.url));
const PAGE = fileURLToPath(new URL("../docs/reference/rules.md", import.meta.url));

/** The parts of the schema that are written. */
interface Schema {
  readonly definitions: {
    readonly type: { readonly anyOf: [object, object] };
    readonly notation: { pattern: string };
    readonly notation_or_nothing: { pattern: string };
  };
}

const NAMES = [...TYPE_NAMES, ANY_TYPE];

/** Returns the schema with the types of the registry. */
export function schemaWithTypes(schema: string): object {
  const parsed = JSON.parse(schema) as Schema;
  const [names, inAnyCase] = parsed.definitions.type.anyOf;
  Object.assign(names, {
    enum: NAMES,
    enumDescriptions: [
      ...TYPES.map(({ description, samples }) => {
        const sentence = `${description.charAt(0).toUpperCase()}${description.slice(1)}`.replaceAll("`", "'");
        return `${sentence}: ${samples.map((sample) => `'${sample}'`).join(", ")}.`;
      }),
      "Any text, as a field without a type.",
    ],
  });
  const anyCase = NAMES.map((name) => Array.from(name, (letter) => `[${letter.toUpperCase()}${letter}]`).join(""));
  const types = `(?:${anyCase.join("|")})`;
  Object.assign(inAnyCase, { pattern: `^(?=.*[A-Z])${types}$` });

  const identifier = "[A-Za-z_][A-Za-z0-9_]*";
  const unknownType = `(?!${types}\\})${identifier}`;
  const emptyValue = "(?:\\|[^{}]*|[^{}]*\\|\\|[^{}]*|[^{}]*\\|)";
  const sound = `^(?![^]*\\{${identifier}:(?:${unknownType}|${emptyValue})\\})`;
  parsed.definitions.notation.pattern = `${sound}[^\\n]+$`;
  parsed.definitions.notation_or_nothing.pattern = `${sound}[^\\n]*$`;
  return parsed;
}

/** Returns the page with a row for each type of the registry. */
export function pageWithTypes(page: string): string {
  const rows = TYPES.map(({ name, description, samples }) => {
    return `| \`${name}\` | ${description} | ${samples.map((sample) => `\`${sample}\``).join(", ")} |\n`;
  });
  rows.push(`| \`${ANY_TYPE}\` | any text, as a field without a type: it overrides \`fields\` | |\n`);
  return page.replace(/(?<=^\| `parser` \|.*\n\|---.*\n)(?:\|.*\n)*/m, () => rows.join(""));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(SCHEMA, JSON.stringify(schemaWithTypes(readFileSync(SCHEMA, "utf8")), null, 2));
  writeFileSync(PAGE, pageWithTypes(readFileSync(PAGE, "utf8")));
  execFileSync("npx", ["biome", "format", "--write", SCHEMA], { stdio: "inherit" });
}
