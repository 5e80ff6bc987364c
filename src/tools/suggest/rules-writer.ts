// Writes suggested rules as a rules file.

import { type FieldType, pattern } from "../../matcher/pattern.ts";
import { listItem } from "../../rules/edit-rules.ts";
import { isInNameOnly } from "../../rules/in-name-only.ts";
import {
  definitionText,
  followerLines,
  patternItems,
  ruleLines,
  SCHEMA_LINE,
  type WrittenExample,
} from "../../rules/write-rule.ts";
import { counted } from "../../text/messages/phrases.ts";
import type { LineHeader } from "./line-header.ts";
import type { FieldDefinition, SuggestedPattern, SuggestedRule, SuggestedRules } from "./suggested-rules.ts";

/** What a file of suggested rules says. */
export interface RulesFileText extends SuggestedRules {
  readonly headers: readonly LineHeader[];
  /** By rule. */
  readonly examples: ReadonlyMap<SuggestedRule, WrittenExample>;
  /** How many lines there are in all; shares are of them. If undefined, no comment counts lines. */
  readonly lineCount: number | undefined;
}

const INDENT = "  ";

/** The whole file: the address of its schema, definitions of fields, headers, followers and rules. */
export function writeRulesFile(file: RulesFileText): string {
  const { headers, rules, followers, fields, maskedFields } = file;
  const used = headers.flatMap((header, i) =>
    rules.some((rule) => rule.header === i) ? [{ header, name: headerName(i) }] : [],
  );
  const types = typesOf(fields);
  const definitions = [...fields].map(
    ([name, { transform }]) => `  ${name}: ${definitionText(types.get(name), transform)}`,
  );
  const sections = [
    ...(maskedFields.length <= MAX_NAMED_MASKS ? [] : [[`# ${maskedComment(file)}`]]),
    ...(definitions.length === 0 ? [] : [["fields:", ...definitions]]),
    ...used.map(({ header, name }) => headerLines(header, name, types)),
    ...(followers.length === 0
      ? []
      : [
          [
            `x-${FOLLOWERS}: &${FOLLOWERS}`,
            ...followers.flatMap((one) => listItem(followerLines(writtenFollower(one, types)), INDENT)),
          ],
        ]),
    rules.length === 0
      ? ["rules: []"]
      : ["rules:", ...rules.flatMap((rule) => ["", ...listItem(linesOf(rule, file), INDENT)])],
  ];
  return `${SCHEMA_LINE}\n\n${sections.map((lines) => lines.join("\n")).join("\n\n")}\n`;
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

function maskedComment({ maskedFields }: RulesFileText): string {
  return `masked: ${maskedFields.join(", ")}`;
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

function headerLines({ elements }: LineHeader, name: string, types: ReadonlyMap<string, FieldType>): string[] {
  const items = patternItems(elements, types);
  if (items.length === 1) return [`x-${name}: &${name} ${items[0]}`];
  return [
    `x-${name}:`,
    `  - &${name}`,
    "    alternatives:",
    ...items.map((item, i) => `      ${i === 0 ? "- -" : "  -"} ${item}`),
  ];
}

/** Stands for the followers that are the lines of a stack trace. */
const STACK_TRACE = "stack_trace";
/** The name of the anchor of all followers. */
const FOLLOWERS = "continued";

function writtenFollower({ draft, content, output }: SuggestedPattern, types: ReadonlyMap<string, FieldType>) {
  return { comments: [counted(draft.count, "line")], items: patternItems(content, types), output };
}

function sequenceOf({ followers }: SuggestedRule): string | undefined {
  if (followers === "trace") return STACK_TRACE;
  return followers === "own" ? `{ followers: *${FOLLOWERS} }` : undefined;
}

/** Whether a rule matches in name only. It is written as a catch-all, so that its lines do not count as matched. */
export function isCatchAll({ header, content }: SuggestedRule, { headers }: Pick<RulesFileText, "headers">): boolean {
  return isInNameOnly(pattern([...(headers[header]?.elements ?? []), ...content]));
}

/** The lines of a rule. Without `definedFields` it uses the header and the fields that the file defines. */
function linesOf(rule: SuggestedRule, file: RulesFileText, definedFields?: ReadonlySet<string>): string[] {
  const { name, draft, content, output } = rule;
  const { headers, fields, examples, lineCount } = file;
  const header = headers[rule.header];
  const isKnown = (field: string): boolean =>
    definedFields === undefined ? fields.get(field)?.transform !== undefined : definedFields.has(field);
  const example = examples.get(rule);
  return ruleLines({
    comments: [
      ...(definedFields !== undefined && rule === file.rules[0] && file.maskedFields.length > MAX_NAMED_MASKS
        ? [maskedComment(file)]
        : []),
      ...(lineCount === undefined ? [] : [`${counted(draft.count, "line")}, ${percentage(draft.count, lineCount)}`]),
    ],
    name,
    isCatchAll: isCatchAll(rule, file),
    items:
      definedFields === undefined
        ? [...(header === undefined ? [] : [`*${headerName(rule.header)}`]), ...patternItems(content, typesOf(fields))]
        : patternItems(
            [...(header?.elements ?? []), ...content],
            new Map([...definedFields].map((field) => [field, UNKNOWN_KIND])),
          ),
    fields: new Map(
      [...rule.masked].filter((field) => !isKnown(field)).map((field) => [field, definitionText(undefined, "mask")]),
    ),
    output,
    sequence: definedFields === undefined ? sequenceOf(rule) : undefined,
    examples: example === undefined ? [] : [example],
  });
}

/**
 * Stands for the type of a field that another file defines. It is not known here, so each placeholder names its type.
 */
const UNKNOWN_KIND: FieldType = { typeName: "" };

/** A share of lines in percent. */
function percentage(count: number, all: number): string {
  const percent = (100 * count) / all;
  return percent < 0.1 ? "under 0.1%" : `${percent.toFixed(1)}%`;
}
