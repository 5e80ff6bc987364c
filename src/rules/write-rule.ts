// Writes rules as YAML. What a rule consists of is given as values; only here they become text.

import type { Element, FieldType } from "../matcher/pattern.ts";
import { isOptional, withNotation } from "./write-notation.ts";
import { quotedScalar, scalarOf } from "./yaml-scalar.ts";

/** A line that a rule wins, with what it gives. */
export interface WrittenExample {
  readonly line: string;
  readonly output?: string | undefined;
  /** What fields capture, by their names. */
  readonly fields?: ReadonlyMap<string, string> | undefined;
}

/** A line pattern and its output, as they are written. */
interface WrittenPattern {
  /** Comments before it: printable lines without the sign of a comment. */
  readonly comments: readonly string[];
  /** From `patternItems`. */
  readonly items: readonly string[];
  readonly output: string;
}

/** A rule as it is written. */
interface WrittenRule extends WrittenPattern {
  readonly name: string;
  /** What it says of its fields, by their names: mappings in YAML. */
  readonly fields?: ReadonlyMap<string, string>;
  /** The anchor of its followers. */
  readonly followers?: string | undefined;
  readonly examples: readonly WrittenExample[];
  /** Lines that the rule must not win. */
  readonly not?: readonly string[];
}

/** The rule as the lines of a mapping, for `listItem`. */
export function ruleLines(rule: WrittenRule): string[] {
  const { name, items, fields, output, followers, examples, not = [] } = rule;
  const definitions = [...(fields ?? [])].map(([field, definition]) => `${scalarOf(field)}: ${definition}`);
  return [
    ...commentLines(rule.comments),
    `name: ${scalarOf(name)}`,
    `pattern: ${patternText(items)}`,
    ...(definitions.length === 0 ? [] : [`fields: { ${definitions.join(", ")} }`]),
    `output: ${quotedScalar(output)}`,
    ...(followers === undefined ? [] : [`sequence: { followers: *${followers} }`]),
    ...(examples.length === 0 ? [] : ["examples:", ...examples.flatMap(exampleLines)]),
    ...(not.length === 0 ? [] : ["not:", ...not.map((line) => `  - ${quotedScalar(line)}`)]),
  ];
}

/** A follower as the lines of a mapping, for `listItem`. */
export function followerLines({ comments, items, output }: WrittenPattern): string[] {
  return [...commentLines(comments), `pattern: ${patternText(items)}`, `output: ${quotedScalar(output)}`];
}

/** Lines of a comment. */
export function commentLines(comments: readonly string[]): string[] {
  return comments.map((comment) => (comment === "" ? "#" : `# ${comment}`));
}

/** What is said of a field, as a mapping. */
export function definitionText(type: FieldType | undefined, transform?: string): string {
  const members = [...(type === undefined ? [] : [typeText(type)]), ...(transform ? [`transform: ${transform}`] : [])];
  return `{ ${members.join(", ")} }`;
}

/** The items of a pattern as the value of a key. */
function patternText(items: readonly string[]): string {
  return items.length === 1 && /^["']/.test(items[0]!) ? items[0]! : `[${items.join(", ")}]`;
}

/**
 * The elements as items of a list in one line each: texts in notation, and what the notation cannot say. `known` are
 * the types of fields that the file says once, by the fields' names.
 */
export function patternItems(elements: readonly Element[], known: ReadonlyMap<string, FieldType>): string[] {
  return withNotation(elements.map((element) => withoutKnownType(element, known))).map((item) =>
    typeof item === "string" ? quotedScalar(item) : elementText(item, known),
  );
}

function exampleLines({ line, output, fields }: WrittenExample): string[] {
  const values = [...(fields ?? [])].map(([field, value]) => `${scalarOf(field)}: ${quotedScalar(value)}`);
  return [
    `  - line: ${quotedScalar(line)}`,
    ...(output === undefined ? [] : [`    output: ${quotedScalar(output)}`]),
    ...(values.length === 0 ? [] : [`    fields: { ${values.join(", ")} }`]),
  ];
}

/** The element without its type, if the file says that once. */
function withoutKnownType(element: Element, known: ReadonlyMap<string, FieldType>): Element {
  if (!("field" in element)) return element;
  const { field, type } = element;
  const definition = known.get(field);
  if (definition === undefined) return element;
  if (type === undefined) return { field, type: { typeName: "any" } };
  return isSameType(type, definition) ? { field } : element;
}

/** Whether two types are the same, with their values in the same order. */
export function isSameType(a: FieldType, b: FieldType): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function elementText(element: Element, known: ReadonlyMap<string, FieldType>): string {
  if ("alternatives" in element) {
    const branches = element.alternatives.map((branch) => patternText(patternItems(branch, known)));
    return isOptional(element) ? `{ optional: ${branches[0]} }` : `{ alternatives: [${branches.join(", ")}] }`;
  }
  if ("text" in element) return `{ text: ${quotedScalar(element.text)} }`;
  const { field, type } = element;
  return `{ field: ${quotedScalar(field)}${type === undefined ? "" : `, ${typeText(type)}`} }`;
}

function typeText(type: FieldType): string {
  return "values" in type ? `values: [${type.values.map(quotedScalar).join(", ")}]` : `parser: ${type.typeName}`;
}
