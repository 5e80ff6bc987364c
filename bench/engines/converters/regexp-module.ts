import type { TransformName } from "../../../src/rules/transforms/transform-registry.ts";
import type { LineTemplate } from "../../workloads/line-template.ts";
import { type Capture, type ConvertibleRule, convertibleRules, type OutputField } from "./convertible-rule.ts";
import { LAZY, regularExpression, type Spelling } from "./regular-expression.ts";

/** How text is represented in the strings that the expressions run on. */
export type Encode = (text: string) => string;

export const asText: Encode = (text) => text;

/** UTF-8 read as Latin-1, one character for each byte. */
export const asLatin1: Encode = (text) => Buffer.from(text).toString("latin1");

/** Transforms as methods of strings, if they are any. An alias is different, because it has a memory. */
const METHODS: Readonly<Partial<Record<TransformName, string>>> = {
  lowercase: ".toLowerCase()",
  uppercase: ".toUpperCase()",
  trim: ".trim()",
  strip_ansi: '.replace(/\\x1b\\[[\\d;]*[A-Za-z]/g, "")',
  digits_to_n: '.replace(/\\d+/g, "N")',
};

/** Numbers the values of a field in order of first appearance. An empty value stays empty. */
const ALIASES = `function aliasesOf(field) {
  const known = new Map();
  return (text) => {
    if (text === "") return "";
    let alias = known.get(text);
    if (alias === undefined) known.set(text, (alias = \`\${field}#\${known.size + 1}\`));
    return alias;
  };
}
`;

/** How a module writes the capture of a field and a group of the match. */
interface Groups {
  readonly spelling: Spelling;
  readonly value: (capture: Capture) => string;
}

/**
 * The source of a module that exports `rules`: pairs of an expression and an output function, in order of precedence,
 * as a careful programmer writes them. Only what the output needs is captured.
 */
export function regexpModule(templates: readonly LineTemplate[], encode: Encode): string {
  const spelling: Spelling = {
    ...LAZY,
    literal: (text) => LAZY.literal(encode(text)),
    typed: (capture) => capture.expression && encode(capture.expression),
  };
  return moduleOf(templates, () => ({ spelling, value: ({ number }) => `m[${number}]` }), encode);
}

/** The same with a named group for every field, even if the output does not need it, as most people write them. */
export function namedRegexpModule(templates: readonly LineTemplate[]): string {
  return moduleOf(templates, namedGroups, asText);
}

function moduleOf(templates: readonly LineTemplate[], groups: () => Groups, encode: Encode): string {
  const rules = convertibleRules(templates);
  const pairs = rules.map((rule) => {
    const { spelling, value } = groups();
    return `[/^${regularExpression(rule, spelling)}$/, (m) => \`${outputOf(rule, encode, value)}\`]`;
  });
  return `${aliases(rules)}export const rules = [\n${pairs.map((pair) => `  ${pair},\n`).join("")}];\n`;
}

/** A function for each field that has aliases, shared by all rules. */
function aliases(rules: readonly ConvertibleRule[]): string {
  const shown = rules.flatMap(({ output }) => output.filter((piece) => typeof piece === "object"));
  const fields = new Set(shown.filter(({ transforms }) => transforms.includes("alias")).map(({ field }) => field));
  if (fields.size === 0) return "";
  return ALIASES + [...fields].map((field) => `const ${aliasOf(field)} = aliasesOf("${field}");\n`).join("");
}

function aliasOf(field: string): string {
  return `alias_${identifier(field)}`;
}

/** The inside of a template literal. */
function outputOf({ output }: ConvertibleRule, encode: Encode, value: Groups["value"]): string {
  return output
    .map((piece) =>
      typeof piece === "string" ? encode(piece).replaceAll(/[\\`$]/g, "\\$&") : `\${${shown(piece, value)}}`,
    )
    .join("");
}

function shown({ field, captures, mayLack, transforms }: OutputField, value: Groups["value"]): string {
  const values = captures.map(value);
  const text = mayLack ? `(${values.join(" ?? ")} ?? "")` : values[0]!;
  return transforms.reduce((source, transform) => {
    if (transform === "alias") return `${aliasOf(field)}(${source})`;
    const method = Object.entries(METHODS).find(([name]) => name === transform)?.[1];
    if (method === undefined) throw new Error(`no method is known for the transform ${transform}`);
    return source + method;
  }, text);
}

/** The groups of one expression. A name may occur only once, so repeated ones get a number. */
function namedGroups(): Groups {
  const names = new Map<Capture, string>();
  const nameOf = (capture: Capture): string => {
    const known = names.get(capture);
    if (known !== undefined) return known;
    const taken = [...names.keys()].filter(({ field }) => field === capture.field).length;
    const name = identifier(capture.field) + (taken === 0 ? "" : `_${taken + 1}`);
    names.set(capture, name);
    return name;
  };
  return {
    spelling: { ...LAZY, captured: (expression, capture) => `(?<${nameOf(capture)}>${expression})` },
    value: (capture) => `m.groups.${nameOf(capture)}`,
  };
}

/** Names of fields may contain hyphens, names of groups may not. */
function identifier(field: string): string {
  return field.replaceAll("-", "_");
}
