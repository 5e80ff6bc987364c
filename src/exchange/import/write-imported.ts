// Writes imported rules as a rules file.

import { type Element, type FieldElement, type FieldType, fieldElements } from "../../matcher/pattern.ts";
import { listItem } from "../../rules/edit-rules.ts";
import { templateLiteral } from "../../rules/notation.ts";
import { nameWords, ruleNames, UniqueNames } from "../../rules/rule-names.ts";
import { commentLines, flowScalarOf, patternItems, ruleLines, SCHEMA_LINE, scalarOf } from "../../rules/write-rule.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import { DROPPED } from "./fields.ts";
import {
  type Imported,
  type ImportedRule,
  importLocationText,
  isLeftOut,
  type LeftOutRule,
  type Located,
} from "./imported.ts";

const INDENT = "  ";

type Values = Extract<FieldType, { values: readonly string[] }>;

/** Longer lists of values are written once, under `fields`, not in each pattern. In characters. */
const MAX_INLINE_VALUES = 40;
/** Where lines with values are wrapped. */
const MAX_WIDTH = 120;

/** A rule that was left out is shown up to this many characters. */
const MAX_SOURCE = 1000;

/** The whole file: what it comes from, definitions of fields, and the rules in their order. */
export function writeImported(imported: readonly Located<Imported>[], format: string): string {
  const rules = imported.filter((one): one is Located<ImportedRule> => !isLeftOut(one));
  const left = imported.length - rules.length;
  const definitions = definitionsIn(rules.flatMap(({ elements }) => fieldElements(elements)));
  const names = namesOf(rules);
  const lines = [
    SCHEMA_LINE,
    `# Imported from ${format}: ${counted(rules.length, "rule")}${left === 0 ? "" : `, ${left} left out`}.`,
    ...(definitions.size === 0
      ? []
      : ["", "fields:", ...[...definitions].flatMap(definitionLines).map((line) => INDENT + line)]),
    "",
    rules.length === 0 ? `rules:\n${INDENT}[]` : "rules:",
    ...imported.flatMap((one) => {
      if (isLeftOut(one)) return ["", ...leftOutLines(one).map((line) => INDENT + line)];
      return ["", ...listItem(linesOf(one, names.get(one)!, definitions), INDENT)];
    }),
  ];
  return `${lines.join("\n")}\n`;
}

/** The names of the rules, each once. */
function namesOf(rules: readonly ImportedRule[]): Map<ImportedRule, string> {
  const made = ruleNames(rules.map(({ elements }) => nameWords(textsOf(elements))));
  const unique = new UniqueNames(rules.flatMap(({ name }) => (name === undefined ? [] : [name])));
  const given = new UniqueNames();
  return new Map(rules.map((rule, i) => [rule, rule.name === undefined ? unique.of(made[i]!) : given.of(rule.name)]));
}

function textsOf(elements: readonly Element[]): string[] {
  return elements.flatMap((element) => {
    if ("alternatives" in element) return textsOf(element.alternatives[0] ?? []);
    return "text" in element ? [element.text] : [];
  });
}

/** The lines of a rule, with the comments before it. */
function linesOf(rule: Located<ImportedRule>, name: string, definitions: ReadonlyMap<string, FieldType>): string[] {
  const { location, elements, examples = [], remarks } = rule;
  return ruleLines({
    comments: [importLocationText(location), ...remarks.map(printable)],
    name,
    items: patternItems(elements, definitions),
    ...(rule.fields && { fields: rule.fields }),
    output: rule.output ?? outputOf(elements, name),
    examples,
  });
}

/** The fields in their order; the name of a rule without fields. */
function outputOf(elements: readonly Element[], name: string): string {
  const fields = new Set(fieldElements(elements).map(({ field }) => field));
  fields.delete(DROPPED);
  return fields.size === 0 ? templateLiteral(name) : Array.from(fields, (field) => `{${field}}`).join(" ");
}

/** A rule that was left out, as a comment. */
function leftOutLines({ location, name, source, reason }: Located<LeftOutRule>): string[] {
  const shown = source.length > MAX_SOURCE ? `${source.slice(0, MAX_SOURCE)}…` : source;
  const title = name === undefined ? "Left out" : `Left out: ${printable(name)}`;
  return commentLines([
    `${importLocationText(location)}: ${title}: ${printable(reason)}`,
    ...(shown === "" ? [] : shown.split(/\r?\n/)).map((line) => `  ${printable(line)}`),
  ]);
}

/** The first long list of values of each field, by the field's name. */
function definitionsIn(fields: readonly FieldElement[]): Map<string, Values> {
  const definitions = new Map<string, Values>();
  for (const { field, type } of fields)
    if (field !== DROPPED && isLong(type) && !definitions.has(field)) definitions.set(field, type);
  return definitions;
}

function isLong(type: FieldType | undefined): type is Values {
  if (type === undefined || !("values" in type)) return false;
  return type.values.reduce((sum, { length }) => sum + length + 1, 0) > MAX_INLINE_VALUES;
}

/** A definition of a field: in one line, or with as many values in each line as there is room for. */
function definitionLines([field, { values }]: readonly [string, Values]): string[] {
  const head = `${scalarOf(field)}: { values: [`;
  const items = values.map((value, i) => `${flowScalarOf(value)}${i < values.length - 1 ? "," : "] }"}`);
  const whole = head + items.join(" ");
  if (whole.length <= MAX_WIDTH) return [whole];
  const lines = [head];
  for (const [i, item] of items.entries()) {
    const line = `${lines.at(-1)} ${item}`;
    if (i === 0 || line.length > MAX_WIDTH) lines.push(INDENT + item);
    else lines[lines.length - 1] = line;
  }
  return lines;
}
