import type { LineTemplate } from "../../workloads/line-template.ts";
import { type Capture, type ConvertibleRule, convertibleRules } from "./convertible-rule.ts";
import { LAZY, regularExpression, type Spelling } from "./regular-expression.ts";

/** How text stands in the strings that the expressions run on. */
export type Encode = (text: string) => string;

export const asText: Encode = (text) => text;

/** UTF-8 read as latin1: a character a byte. */
export const asLatin1: Encode = (text) => Buffer.from(text).toString("latin1");

/**
 * The rules as the source of a module that exports `rules`: pairs of an expression and a function for the output, the
 * most specific first, as a careful person writes them. Only what the output needs is captured.
 */
export function regexpModule(templates: readonly LineTemplate[], encode: Encode): string {
  const spelling = { ...LAZY, literal: (text: string) => LAZY.literal(encode(text)) };
  return moduleOf(templates, spelling, encode, ({ number }) => `m[${number}]`);
}

/** The same with a named group for every field, whether or not the output needs it, as most people write them. */
export function namedRegexpModule(templates: readonly LineTemplate[]): string {
  const spelling: Spelling = { ...LAZY, captured: (expression, { field }) => `(?<${groupName(field)}>${expression})` };
  return moduleOf(templates, spelling, asText, ({ field }) => `m.groups.${groupName(field)}`);
}

function moduleOf(
  templates: readonly LineTemplate[],
  spelling: Spelling,
  encode: Encode,
  value: (capture: Capture) => string,
): string {
  const pairs = convertibleRules(templates).map(
    (rule) => `[/^${regularExpression(rule, spelling)}$/, (m) => \`${outputOf(rule, encode, value)}\`]`,
  );
  return `export const rules = [\n${pairs.map((pair) => `  ${pair},\n`).join("")}];\n`;
}

/** The inside of a template literal. */
function outputOf({ output }: ConvertibleRule, encode: Encode, value: (capture: Capture) => string): string {
  return output
    .map((piece) => (typeof piece === "string" ? encode(piece).replaceAll(/[\\`$]/g, "\\$&") : `\${${value(piece)}}`))
    .join("");
}

/** Fields may have a hyphen in their names, groups may not. */
function groupName(field: string): string {
  return field.replaceAll("-", "_");
}
