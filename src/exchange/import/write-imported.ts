// Writes imported rules as a rules file.

import type { Element, FieldType } from "../../matcher/pattern.ts";
import { listItem } from "../../rules/edit-rules.ts";
import { nameWords, ruleNames, UniqueNames } from "../../rules/rule-names.ts";
import { templateLiteral } from "../../rules/template.ts";
import { commentLines, patternItems, ruleLines } from "../../rules/write-rule.ts";
import { counted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";
import { DROPPED } from "./blanks.ts";
import { type Imported, type ImportedRule, importLocationText, isLeftOut, type LeftOutRule } from "./imported.ts";
import { definitionLines, definitionsIn, fieldElementsIn } from "./shared-values.ts";

const INDENT = "  ";

/** A rule that was left out is shown up to this many characters. */
const MAX_SOURCE = 1000;

/** The whole file: what it comes from, definitions of fields, and the rules in their order. */
export function writeImported(imported: readonly Imported[], format: string): string {
  const rules = imported.filter((one): one is ImportedRule => !isLeftOut(one));
  const left = imported.length - rules.length;
  const definitions = definitionsIn(rules.flatMap(({ elements }) => fieldElementsIn(elements)));
  const names = namesOf(rules);
  const lines = imported.flatMap((one) => [
    "",
    ...(isLeftOut(one)
      ? leftOutLines(one).map((line) => INDENT + line)
      : listItem(linesOf(one, names.get(one)!, definitions), INDENT)),
  ]);
  const sections = [
    commentLines([
      `Imported from ${format}: ${counted(rules.length, "rule")}${left === 0 ? "" : `, ${left} left out`}.`,
    ]),
    ...(definitions.size === 0 ? [] : [["fields:", ...definitionLines(definitions).map((line) => INDENT + line)]]),
    ["rules:", ...(rules.length === 0 ? [`${INDENT}[]`] : []), ...lines],
  ];
  return `${sections.map((section) => section.join("\n")).join("\n\n")}\n`;
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
function linesOf(rule: ImportedRule, name: string, definitions: ReadonlyMap<string, FieldType>): string[] {
  const { location, elements, examples, remarks } = rule;
  return ruleLines({
    comments: [importLocationText(location), ...remarks.map(printable)],
    name,
    items: patternItems(elements, definitions),
    output: rule.output ?? outputOf(elements, name),
    examples,
  });
}

/** The fields in their order; the name of a rule without fields. */
function outputOf(elements: readonly Element[], name: string): string {
  const fields = new Set(
    fieldElementsIn(elements)
      .map(({ field }) => field)
      .filter((field) => field !== DROPPED),
  );
  if (fields.size === 0) return templateLiteral(name);
  return [...fields].map((field) => `{${field}}`).join(" ");
}

/** A rule that was left out, as a comment. */
function leftOutLines({ location, name, source, reason }: LeftOutRule): string[] {
  const shown = source.length > MAX_SOURCE ? `${source.slice(0, MAX_SOURCE)}…` : source;
  const title = name === undefined ? "Left out" : `Left out: ${printable(name)}`;
  return commentLines([
    `${importLocationText(location)}: ${title}: ${printable(reason)}`,
    ...shown.split(/\r?\n/).map((line) => `  ${printable(line)}`),
  ]);
}
