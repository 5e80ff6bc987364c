// Writes suggested rules as a rules file.

import { escapedJson, printable } from "../diagnostics/printable.ts";
import type { Element } from "../matcher/pattern.ts";
import { notationOf } from "../rules/notation.ts";
import type { Header } from "./header.ts";
import type { FieldDefinition, SuggestedPattern, SuggestedRule, SuggestedRules } from "./suggested-rules.ts";

/** A line that a rule won, and what it gives. */
export interface WrittenExample {
  readonly line: string;
  readonly output: string;
}

export interface RulesFileText extends SuggestedRules {
  readonly headers: readonly Header[];
  /** By rule. */
  readonly examples: ReadonlyMap<SuggestedRule, WrittenExample>;
  /** How many lines there are in all; shares are of them. */
  readonly lineCount: number;
}

/** The whole file. */
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
      : [[`x-${FOLLOWERS}: &${FOLLOWERS}`, ...followers.flatMap((one) => asItem(followerLines(one, fields)))]]),
    ["rules:", ...(rules.length === 0 ? ["  []"] : rules.flatMap((rule) => ["", ...asItem(ruleLines(rule, file))]))],
  ];
  return `${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/**
 * Each rule as the lines of a mapping that can follow the rules of another file: all is said in the rule itself, but for the
 * fields that the other file defines. A comment comes before each.
 */
export function writeRules(file: RulesFileText, definedFields: ReadonlySet<string>): string[][] {
  return file.rules.map((rule) => ruleLines(rule, file, definedFields));
}

function asItem(lines: readonly string[]): string[] {
  const first = lines.findIndex((line) => !line.startsWith("#"));
  return lines.map((line, i) => `  ${i < first ? "" : i === first ? "- " : "  "}${line}`);
}

function definitionOf({ parser, isMasked }: FieldDefinition): string {
  return `{ ${[...(parser === undefined ? [] : [`parser: ${parser}`]), ...(isMasked ? ["transform: mask"] : [])].join(", ")} }`;
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
    `# ${counted(draft.count)}`,
    `pattern: ${patternText(itemsOf(content, fields))}`,
    `output: ${yamlText(output)}`,
  ];
}

function patternText(items: readonly string[]): string {
  return items.length === 1 && /^["']/.test(items[0]!) ? items[0]! : `[${items.join(", ")}]`;
}

function counted(count: number): string {
  return `${count} ${count === 1 ? "line" : "lines"}`;
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
          new Map([...definedFields].map((field) => [field, OTHER_TYPE])),
        );
  const isKnown = (field: string): boolean =>
    definedFields === undefined ? fields.get(field)?.isMasked === true : definedFields.has(field);
  const own = rule.masked.filter((field) => !isKnown(field));
  const definitions = own.map((field) => `${field}: ${definitionOf({ isMasked: true })}`);
  const example = examples.get(rule);
  return [
    `# ${counted(draft.count)}, ${share(draft.count, lineCount)}`,
    `name: ${name}`,
    `pattern: ${patternText(items)}`,
    ...(definitions.length === 0 ? [] : [`fields: { ${definitions.join(", ")} }`]),
    `output: ${yamlText(output)}`,
    ...(rule.leads && definedFields === undefined ? [`sequence: { followers: *${FOLLOWERS} }`] : []),
    ...(example === undefined
      ? []
      : ["examples:", `  - line: ${yamlText(example.line)}`, `    output: ${yamlText(example.output)}`]),
  ];
}

/** What is known of a field that another file defines: its type may be any, so each placeholder says its own. */
const OTHER_TYPE: FieldDefinition = { parser: "", isMasked: false };

function share(count: number, all: number): string {
  const percent = (100 * count) / all;
  return percent < 0.1 ? "under 0.1%" : `${percent.toFixed(1)}%`;
}

/** The elements as items of a list in one line each: texts in notation, and what the notation cannot say. */
function itemsOf(elements: readonly Element[], fields: ReadonlyMap<string, FieldDefinition>): string[] {
  const items: string[] = [];
  let said: Exclude<Element, { alternatives: unknown }>[] = [];
  const endText = (): void => {
    if (said.length > 0) items.push(yamlText(notationOf(said)!));
    said = [];
  };
  for (const written of elements) {
    const element = withoutKnownType(written, fields);
    if (!("alternatives" in element)) {
      if (notationOf([...said, element]) === undefined) endText();
      if (notationOf([element]) !== undefined) {
        said.push(element);
        continue;
      }
    }
    endText();
    items.push(elementText(element, fields));
  }
  endText();
  return items;
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
    const branches = element.alternatives.map((branch) => {
      const items = itemsOf(branch, fields);
      return items.length === 1 ? items[0]! : `[${items.join(", ")}]`;
    });
    return `{ alternatives: [${branches.join(", ")}] }`;
  }
  if ("text" in element) return `{ text: ${yamlText(element.text)} }`;
  throw new Error(`the notation can say every field: ${element.field}`);
}

/** A text as a scalar of YAML: in single quotes, or in double quotes if it has characters that need an escape. */
export function yamlText(text: string): string {
  return printable(text) === text ? `'${text.replaceAll("'", "''")}'` : escapedJson(JSON.stringify(text));
}
