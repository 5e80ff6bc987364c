// Writes rules as YAML, from values: only here they become text.
import { type Element, type FieldElement, type FieldType, joinedTexts } from "../matcher/pattern.ts";
import { jsonString } from "../text/messages/json.ts";
import { printable } from "../text/messages/printable.ts";
import { nearPlaceholders, parseNotation } from "./notation.ts";
import type { Transform } from "./transforms/transform-registry.ts";

/**
 * The first line of a rules file. Editors with the YAML language server read the address of the schema from it. A path
 * would be one of this machine, or wrong for a command that is installed for all projects.
 */
export const SCHEMA_LINE =
  "# yaml-language-server: $schema=https://unpkg.com/log-line-normalizer@0/schema/rules.schema.json";

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
  readonly items: readonly string[];
  readonly output: string;
}

interface WrittenRule extends WrittenPattern {
  readonly name: string;
  readonly isCatchAll?: boolean;
  /** Its definitions of fields, by their names: mappings in YAML. */
  readonly fields?: ReadonlyMap<string, string>;
  /** What may follow its lines: a value in YAML. */
  readonly sequence?: string | undefined;
  readonly examples: readonly WrittenExample[];
  readonly not?: readonly string[];
}

/** The rule as the lines of a mapping, for `listItem`. */
export function ruleLines(rule: WrittenRule): string[] {
  const { name, items, fields, output, sequence, examples, not = [] } = rule;
  const definitions = [...(fields ?? [])].map(([field, definition]) => `${scalarOf(field)}: ${definition}`);
  return [
    ...commentLines(rule.comments),
    `name: ${scalarOf(name)}`,
    ...(rule.isCatchAll ? ["catch_all: true"] : []),
    `pattern: ${patternText(items)}`,
    ...(definitions.length === 0 ? [] : [`fields: { ${definitions.join(", ")} }`]),
    `output: ${quotedScalar(output)}`,
    ...(sequence === undefined ? [] : [`sequence: ${sequence}`]),
    ...exampleLines(examples),
    ...(not.length === 0 ? [] : ["not:", ...not.map((line) => `  - ${quotedScalar(line)}`)]),
  ];
}

/** A follower as the lines of a mapping, for `listItem`. */
export function followerLines({ comments, items, output }: WrittenPattern): string[] {
  return [...commentLines(comments), `pattern: ${patternText(items)}`, `output: ${quotedScalar(output)}`];
}

export function commentLines(comments: readonly string[]): string[] {
  return comments.map((comment) => (comment === "" ? "#" : `# ${comment}`));
}

export function definitionText(type: FieldType | undefined, transform?: string): string {
  const members = [...(type === undefined ? [] : [typeText(type)]), ...(transform ? [`transform: ${transform}`] : [])];
  return `{ ${members.join(", ")} }`;
}

/** Transforms as the value of a key, with their words written by `word`. */
export function transformText(transforms: readonly Transform[], word = (name: string): string => name): string {
  const steps = transforms.map(({ name, masks }) =>
    masks === undefined ? word(name) : `{ ${word(name)}: [${masks.map(word).join(", ")}] }`,
  );
  return steps.length === 1 ? steps[0]! : `[${steps.join(", ")}]`;
}

function patternText(items: readonly string[]): string {
  return items.length === 1 && /^["']/.test(items[0]!) ? items[0]! : `[${items.join(", ")}]`;
}

/**
 * The elements as items of a list in one line each: texts in notation, and what the notation cannot say. `known` are
 * the types of fields that the file says once, by the fields' names; `quote` writes texts.
 */
export function patternItems(
  elements: readonly Element[],
  known: ReadonlyMap<string, FieldType>,
  quote = quotedScalar,
): string[] {
  return withNotation(elements.map((element) => withoutKnownType(element, known))).map((item) => {
    if (typeof item === "string") return quote(item);
    if ("alternatives" in item) {
      const branches = item.alternatives.map((branch) => patternText(patternItems(branch, known, quote)));
      return isOptional(item) ? `{ optional: ${branches[0]} }` : `{ alternatives: [${branches.join(", ")}] }`;
    }
    if ("text" in item) return `{ text: ${quote(item.text)} }`;
    const { field, type } = item;
    return `{ field: ${quote(field)}${type === undefined ? "" : `, ${typeText(type, quote)}`} }`;
  });
}

/** The lines of the last member of a rule; none without examples. */
export function exampleLines(examples: readonly WrittenExample[]): string[] {
  const lines = examples.flatMap(({ line, output, fields }) => {
    const values = [...(fields ?? [])].map(([field, value]) => `${scalarOf(field)}: ${quotedScalar(value)}`);
    return [
      `  - line: ${quotedScalar(line)}`,
      ...(output === undefined ? [] : [`    output: ${quotedScalar(output)}`]),
      ...(values.length === 0 ? [] : [`    fields: { ${values.join(", ")} }`]),
    ];
  });
  return lines.length === 0 ? [] : ["examples:", ...lines];
}

function withoutKnownType(element: Element, known: ReadonlyMap<string, FieldType>): Element {
  if (!("field" in element)) return element;
  const { field, type } = element;
  const definition = known.get(field);
  if (definition === undefined) return element;
  if (type === undefined) return { field, type: { typeName: "any" } };
  return isSameType(type, definition) ? { field } : element;
}

function isSameType(a: FieldType, b: FieldType): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

function typeText(type: FieldType, quote = quotedScalar): string {
  return "values" in type ? `values: [${type.values.map(quote).join(", ")}]` : `parser: ${type.typeName}`;
}

/** What may be a number, a time or a special value in some version of YAML. */
const AMBIGUOUS = /^(?:\P{L}*|[-+.~\d]\S*|null|true|false|yes|no|on|off|y|n)$/iu;
/** An indicator or a blank at the beginning, what begins a value or a comment, or a colon or a blank at the end. */
const SYNTAX = /^[\s\-?:,[\]{}#&*!|>'"%@`=]|: | #|[:\s]$/;

/**
 * A text as a value in one line of block style: without quotes if every reader of YAML takes it for the same text, and
 * otherwise quoted. The text must not have a line break. In place of a `like` that could be a number itself, it needs
 * no quotes where a number needs none.
 */
export function scalarOf(text: string, like = ""): string {
  if (printable(text) !== text) return yamlText(text);
  const mayBeAmbiguous = text !== "" && like !== "" && AMBIGUOUS.test(like);
  if ((mayBeAmbiguous || !AMBIGUOUS.test(text)) && !SYNTAX.test(text)) return text;
  return /["\\]/.test(text) ? quotedScalar(text) : yamlText(text);
}

/** The same in a list or mapping in brackets, where some characters need quotes anywhere. */
export function flowScalarOf(text: string, like?: string): string {
  return /[,[\]{}]/.test(text) ? quotedScalar(text) : scalarOf(text, like);
}

/** A text as a string of YAML: in single quotes, or as `yamlText` if it has characters that need an escape. */
export function quotedScalar(text: string): string {
  return printable(text) === text ? `'${text.replaceAll("'", "''")}'` : yamlText(text);
}

/** In double quotes: any string of JSON is one of YAML. Contains nothing that a terminal would obey. */
export function yamlText(text: string): string {
  return jsonString(text);
}

type PlainElement = Exclude<Element, { alternatives: unknown }>;

/** The elements as one text; undefined if it would be read, or taken by readers, for others. */
export function notationOf(elements: readonly PlainElement[]): string | undefined {
  const text = elements.map((element) => ("text" in element ? element.text : placeholderOf(element))).join("");
  // Texts may look like placeholders, also together with their neighbours; and names and values may hold anything.
  return isSame(parseNotation(text), elements) && nearPlaceholders(text).length === 0 ? text : undefined;
}

/** The elements with texts in notation in place of those that it can say. */
export function withNotation(elements: readonly Element[]): (string | Element)[] {
  const textOf = (some: readonly Element[]): string | undefined =>
    some.some((one) => "alternatives" in one) ? undefined : notationOf(some as PlainElement[]);
  return runsOf(elements, (element) => !("alternatives" in element)).flatMap((run): (string | Element)[] => {
    // A brace that one text opens may be closed by another, so that only the whole is no placeholder.
    const whole = textOf(run);
    if (whole !== undefined) return [whole];
    return runsOf(run, (one) => textOf([one]) !== undefined).flatMap(
      (some) => textOf(some) ?? some.map((one) => textOf([one]) ?? one),
    );
  });
}

function runsOf(elements: readonly Element[], belongs: (element: Element) => boolean): Element[][] {
  const runs: Element[][] = [];
  let isOpen = false;
  for (const element of elements) {
    const isPart = belongs(element);
    if (isPart && isOpen) runs.at(-1)!.push(element);
    else runs.push([element]);
    isOpen = isPart;
  }
  return runs;
}

export function isOptional({ alternatives }: Extract<Element, { alternatives: unknown }>): boolean {
  return alternatives.length === 2 && alternatives[1]!.length === 0;
}

export function placeholderOf({ field, type }: FieldElement): string {
  if (type === undefined) return `{${field}}`;
  return `{${field}:${"values" in type ? type.values.join("|") : type.typeName}}`;
}

function isSame(parsed: ReturnType<typeof parseNotation>, elements: readonly PlainElement[]): boolean {
  const meant = joinedTexts(elements.map((one) => ("text" in one ? one : { field: one.field, type: one.type })));
  const read = parsed.map((one) => {
    if ("text" in one) return one;
    const { field, type, values } = one;
    return { field, type: values ? { values } : type === undefined ? undefined : { typeName: type } };
  });
  return JSON.stringify(meant) === JSON.stringify(read);
}
