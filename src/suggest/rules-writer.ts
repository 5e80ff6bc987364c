// Writes suggested rules as a rules file.

import { counted } from "../diagnostics/phrases.ts";
import type { Element } from "../matcher/pattern.ts";
import { listItem } from "../rules/edit-rules.ts";
import { isOptional, withNotation } from "../rules/notation.ts";
import { quotedScalar } from "../rules/yaml-scalar.ts";
import type { FieldDefinition } from "./field-definitions.ts";
import type { Header } from "./header.ts";
import type { SuggestedPattern, SuggestedRule, SuggestedRules } from "./suggested-rules.ts";

/** A line that a rule won, and what it gives, unless that depends on a key. */
export interface WrittenExample {
  readonly line: string;
  readonly output: string | undefined;
}

/** What a file of suggested rules says. */
export interface RulesFileText extends SuggestedRules {
  readonly headers: readonly Header[];
  /** By rule. */
  readonly examples: ReadonlyMap<SuggestedRule, WrittenExample>;
  /** How many lines there are in all; shares are of them. If undefined, no comment counts lines. */
  readonly lineCount: number | undefined;
}

const INDENT = "  ";

/** The whole file: definitions of fields, headers, followers and rules. */
export function writeRulesFile(file: RulesFileText): string {
  const { headers, rules, followers, fields } = file;
  const used = headers.flatMap((header, i) =>
    rules.some((rule) => rule.header === i) ? [{ header, name: headerName(i) }] : [],
  );
  const definitions = [...fields].map(([name, definition]) => `  ${name}: ${definitionOf(definition)}`);
  const sections = [
    ...(definitions.length === 0 ? [] : [["fields:", ...definitions]]),
    ...used.map(({ header, name }) => headerLines(header, name, fields)),
    ...(followers.length === 0
      ? []
      : [
          [
            `x-${FOLLOWERS}: &${FOLLOWERS}`,
            ...followers.flatMap((one) => listItem(followerLines(one, fields), INDENT)),
          ],
        ]),
    [
      "rules:",
      ...(rules.length === 0 ? ["  []"] : rules.flatMap((rule) => ["", ...listItem(ruleLines(rule, file), INDENT)])),
    ],
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/**
 * Each rule as the lines of a mapping that can follow the rules of another file. It uses nothing of that file but the
 * definitions of `definedFields`. A comment comes before each if lines are counted.
 */
export function writeRules(file: RulesFileText, definedFields: ReadonlySet<string>): string[][] {
  return file.rules.map((rule) => ruleLines(rule, file, definedFields));
}

function definitionOf({ parser, transform }: FieldDefinition): string {
  const members = [parser && `parser: ${parser}`, transform && `transform: ${transform}`].filter(
    (one) => one !== undefined,
  );
  return `{ ${members.join(", ")} }`;
}

function headerName(index: number): string {
  return index === 0 ? "header" : `header-${index + 1}`;
}

function headerLines({ elements }: Header, name: string, fields: ReadonlyMap<string, FieldDefinition>): string[] {
  const items = itemsOf(elements, fields);
  if (items.length === 1) return [`x-${name}: &${name} ${items[0]}`];
  return [
    `x-${name}:`,
    `  - &${name}`,
    "    alternatives:",
    ...items.map((item, i) => `      ${i === 0 ? "- -" : "  -"} ${item}`),
  ];
}

/** The name of the anchor of all followers. */
const FOLLOWERS = "continued";

function followerLines(
  { draft, content, output }: SuggestedPattern,
  fields: ReadonlyMap<string, FieldDefinition>,
): string[] {
  return [
    `# ${counted(draft.count, "line")}`,
    `pattern: ${patternText(itemsOf(content, fields))}`,
    `output: ${quotedScalar(output)}`,
  ];
}

function patternText(items: readonly string[]): string {
  return items.length === 1 && /^["']/.test(items[0]!) ? items[0]! : `[${items.join(", ")}]`;
}

/** The lines of a rule. Without `definedFields` it uses the header and the fields that the file defines. */
function ruleLines(rule: SuggestedRule, file: RulesFileText, definedFields?: ReadonlySet<string>): string[] {
  const { name, draft, content, output } = rule;
  const { headers, fields, examples, lineCount } = file;
  const header = headers[rule.header];
  const items =
    definedFields === undefined
      ? [...(header === undefined ? [] : [`*${headerName(rule.header)}`]), ...itemsOf(content, fields)]
      : itemsOf(
          [...(header?.elements ?? []), ...content],
          new Map([...definedFields].map((field) => [field, UNKNOWN_DEFINITION])),
        );
  const isKnown = (field: string): boolean =>
    definedFields === undefined ? fields.get(field)?.transform !== undefined : definedFields.has(field);
  const definitions = [...rule.transforms].flatMap(([field, transform]) =>
    isKnown(field) ? [] : [`${field}: ${definitionOf({ transform })}`],
  );
  const example = examples.get(rule);
  return [
    ...(lineCount === undefined ? [] : [`# ${counted(draft.count, "line")}, ${percentage(draft.count, lineCount)}`]),
    `name: ${name}`,
    `pattern: ${patternText(items)}`,
    ...(definitions.length === 0 ? [] : [`fields: { ${definitions.join(", ")} }`]),
    `output: ${quotedScalar(output)}`,
    ...(rule.leads && definedFields === undefined ? [`sequence: { followers: *${FOLLOWERS} }`] : []),
    ...(example === undefined
      ? []
      : [
          "examples:",
          `  - line: ${quotedScalar(example.line)}`,
          ...(example.output === undefined ? [] : [`    output: ${quotedScalar(example.output)}`]),
        ]),
  ];
}

/**
 * Stands for the definition of a field in another file. Its type is not known here, so each placeholder names its own.
 */
const UNKNOWN_DEFINITION: FieldDefinition = { parser: "" };

/** A share of lines in percent. */
function percentage(count: number, all: number): string {
  const percent = (100 * count) / all;
  return percent < 0.1 ? "under 0.1%" : `${percent.toFixed(1)}%`;
}

/** The elements as items of a list in one line each: texts in notation, and what the notation cannot say. */
function itemsOf(elements: readonly Element[], fields: ReadonlyMap<string, FieldDefinition>): string[] {
  return withNotation(elements.map((element) => withoutKnownType(element, fields))).map((item) =>
    typeof item === "string" ? quotedScalar(item) : elementText(item, fields),
  );
}

/** The element without its type, if the file says the type once. */
function withoutKnownType(element: Element, fields: ReadonlyMap<string, FieldDefinition>): Element {
  if (!("field" in element)) return element;
  const { field, kind } = element;
  const known = fields.get(field)?.parser;
  if (kind !== undefined && "parser" in kind && kind.parser === known) return { field };
  return kind === undefined && known !== undefined ? { field, kind: { parser: "any" } } : element;
}

function elementText(element: Element, fields: ReadonlyMap<string, FieldDefinition>): string {
  if ("alternatives" in element) {
    const branches = element.alternatives.map((branch) => patternText(itemsOf(branch, fields)));
    return isOptional(element) ? `{ optional: ${branches[0]} }` : `{ alternatives: [${branches.join(", ")}] }`;
  }
  if ("text" in element) return `{ text: ${quotedScalar(element.text)} }`;
  throw new Error(`the notation can say every field: ${element.field}`);
}
