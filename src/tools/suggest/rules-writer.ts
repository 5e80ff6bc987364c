// Writes suggested rules as a rules file.

import type { FieldType } from "../../matcher/pattern.ts";
import { listItem } from "../../rules/edit-rules.ts";
import {
  definitionText,
  followerLines,
  patternItems,
  ruleLines,
  SCHEMA_LINE,
  type WrittenExample,
} from "../../rules/write-rule.ts";
import { counted } from "../../text/messages/phrases.ts";
import type { Header } from "./header.ts";
import type { FieldDefinition, SuggestedRule, SuggestedRules } from "./suggested-rules.ts";

/** What a file of suggested rules says. */
export interface RulesFileText extends SuggestedRules {
  readonly headers: readonly Header[];
  /** By rule. */
  readonly examples: ReadonlyMap<SuggestedRule, WrittenExample>;
  /** How many lines there are in all; shares are of them. If undefined, no comment counts lines. */
  readonly lineCount: number | undefined;
}

const INDENT = "  ";
/** The name of the anchor of all followers. */
const FOLLOWERS = "continued";
/** What may follow the lines of a rule. */
const SEQUENCES = { own: `{ followers: *${FOLLOWERS} }`, trace: "stack_trace" } as const;

/** The whole file: the address of its schema, definitions of fields, headers, followers and rules. */
export function writeRulesFile(file: RulesFileText): string {
  const { headers, rules, followers, fields } = file;
  const types = typesOf(fields);
  const definitions = [...fields].map(
    ([name, { transform }]) => `  ${name}: ${definitionText(types.get(name), transform)}`,
  );
  const following = followers.map(({ draft, content, output }) =>
    followerLines({ comments: [counted(draft.count, "line")], items: patternItems(content, types), output }),
  );
  const items = (all: readonly string[][]): string[] => all.flatMap((lines) => listItem(lines, INDENT));
  const sections = [
    [SCHEMA_LINE],
    maskedComments(file).map((comment) => `# ${comment}`),
    definitions.length === 0 ? [] : ["fields:", ...definitions],
    ...headers.map((header, i) =>
      rules.some((rule) => rule.header === i) ? headerLines(header, headerName(i), types) : [],
    ),
    following.length === 0 ? [] : [`x-${FOLLOWERS}: &${FOLLOWERS}`, ...items(following)],
    rules.length === 0 ? ["rules: []"] : ["rules:", ...rules.flatMap((rule) => ["", ...items([linesOf(rule, file)])])],
  ];
  const filled = sections.filter(({ length }) => length > 0);
  return `${filled.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}

/**
 * Each rule as the lines of a mapping that can follow the rules of another file. It uses nothing of that file but the
 * definitions of `definedFields`. A comment comes before each if lines are counted.
 */
export function writeRules(file: RulesFileText, definedFields: ReadonlySet<string>): string[][] {
  return file.rules.map((rule) => linesOf(rule, file, definedFields));
}

/** The summary names so many fields that may hide what matters. If there are more, a comment names all. */
export const MAX_NAMED_MASKS = 4;

function maskedComments({ maskedFields }: RulesFileText): string[] {
  return maskedFields.length > MAX_NAMED_MASKS ? [`masked: ${maskedFields.join(", ")}`] : [];
}

/** What the file says once about the types of fields, by their names. */
function typesOf(fields: ReadonlyMap<string, FieldDefinition>): Map<string, FieldType> {
  return new Map(
    [...fields].flatMap(([name, { typeName }]) => (typeName === undefined ? [] : [[name, { typeName }] as const])),
  );
}

function headerName(index: number): string {
  return index === 0 ? "header" : `header-${index + 1}`;
}

function headerLines(header: Header, name: string, types: ReadonlyMap<string, FieldType>): string[] {
  const items = patternItems(header, types);
  if (items.length === 1) return [`x-${name}: &${name} ${items[0]}`];
  return [
    `x-${name}:`,
    `  - &${name}`,
    "    alternatives:",
    ...items.map((item, i) => `      ${i === 0 ? "- -" : "  -"} ${item}`),
  ];
}

/** Stands for the type of a field that another file defines. It is not known, so each placeholder names its type. */
const UNKNOWN_KIND: FieldType = { typeName: "" };

/** The lines of a rule. Without `definedFields` it uses the header and the fields that the file defines. */
function linesOf(rule: SuggestedRule, file: RulesFileText, definedFields?: ReadonlySet<string>): string[] {
  const { name, draft, content, output, followers } = rule;
  const { headers, fields, examples, lineCount } = file;
  const header = headers[rule.header];
  const isOwn = definedFields === undefined;
  const isKnown = (field: string): boolean =>
    isOwn ? fields.get(field)?.transform !== undefined : definedFields.has(field);
  const types = isOwn ? typesOf(fields) : new Map([...definedFields].map((field) => [field, UNKNOWN_KIND]));
  const share =
    lineCount === undefined ? [] : [`${counted(draft.count, "line")}, ${percentage(draft.count, lineCount)}`];
  const example = examples.get(rule);
  return ruleLines({
    comments: [...(!isOwn && rule === file.rules[0] ? maskedComments(file) : []), ...share],
    name,
    isCatchAll: rule.pattern.isCatchAll ?? false,
    items: [
      ...(isOwn && header !== undefined ? [`*${headerName(rule.header)}`] : []),
      ...patternItems([...(isOwn ? [] : (header ?? [])), ...content], types),
    ],
    fields: new Map(
      [...rule.masked].filter((field) => !isKnown(field)).map((field) => [field, definitionText(undefined, "mask")]),
    ),
    output,
    sequence: isOwn && followers !== undefined ? SEQUENCES[followers] : undefined,
    examples: example === undefined ? [] : [example],
  });
}

/** A share of lines in percent. */
function percentage(count: number, all: number): string {
  const percent = (100 * count) / all;
  return percent < 0.1 ? "under 0.1%" : `${percent.toFixed(1)}%`;
}
