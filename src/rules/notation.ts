// What braces mean. In a pattern, `{time} {level:INFO|WARN} took {ms:number} ms` is a short form of the list of
// elements. It has no escapes: a literal `{id}` must be written as an element. Some texts with braces are probably
// meant as placeholders. They stay texts, because a line may well contain them. In an output, `{id}` stands for a
// field's value, and `{{id}}` for the text.
import { ANY_TYPE, TYPE_NAMES } from "../matcher/types/type-registry.ts";
import { quoted } from "../text/messages/phrases.ts";
import { TRANSFORM_NAMES } from "./transforms/transform-registry.ts";

/** `{name}`, `{name:type}` or `{name:a|b}` in a text. */
export interface Placeholder {
  readonly field: string;
  /** The name after the colon, which may be no type. */
  readonly type?: string;
  readonly values?: readonly string[];
  /** Whether it is more likely a reference to a pattern of grok, after a percent sign: `%{NUMBER:ms}`. */
  readonly isOfGrok: boolean;
  /** The placeholder as written, and where it begins in the text, in code units. */
  readonly source: string;
  readonly offset: number;
}

/** Takes a text in notation apart. Texts are not empty and never next to each other. */
export function parseNotation(text: string): ({ readonly text: string } | Placeholder)[] {
  const parts: ({ readonly text: string } | Placeholder)[] = [];
  let copied = 0;
  for (const { content, start, end } of bracedTexts(text)) {
    const asked = placeholderIn(content);
    if (asked === undefined) continue;
    if (start > copied) parts.push({ text: text.slice(copied, start) });
    parts.push({ ...asked, isOfGrok: isOfGrok(text, start, content), source: text.slice(start, end), offset: start });
    copied = end;
  }
  if (copied < text.length) parts.push({ text: text.slice(copied) });
  return parts;
}

function placeholderIn(content: string): Pick<Placeholder, "field" | "type" | "values"> | undefined {
  const colon = content.indexOf(":");
  const field = colon === -1 ? content : content.slice(0, colon);
  if (!isIdentifier(field)) return undefined;
  if (colon === -1) return { field };
  const asked = content.slice(colon + 1);
  if (asked.includes("|")) return { field, values: asked.split("|") };
  return isIdentifier(asked) ? { field, type: asked } : undefined;
}

export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(text);
}

/** A text between two braces, in which there is no brace. */
interface BracedText {
  readonly content: string;
  /** From its `{`, in code units, to the offset after its `}`. */
  readonly start: number;
  readonly end: number;
  /** Whether it has a second brace on each side: `{{content}}`. */
  readonly isDoubled: boolean;
}

/** From left to right, in time linear in the text. */
export function* bracedTexts(text: string): Generator<BracedText> {
  for (const { 0: braced, 1: content, index: start } of text.matchAll(/\{([^{}]*)\}/g)) {
    const end = start + braced.length;
    yield { content: content!, start, end, isDoubled: text[start - 1] === "{" && text[end] === "}" };
  }
}

export function bracedIdentifiers(text: string): string[] {
  return Array.from(bracedTexts(text), ({ content }) => content).filter(isIdentifier);
}

/** Each `{` that is never closed, with the text up to the next brace, from right to left, in linear time. */
export function* unclosedBraces(text: string): Generator<Pick<BracedText, "content" | "start">> {
  let closing = 0;
  let next = text.length;
  for (const { 0: sign, index: start } of [...text.matchAll(/[{}]/g)].reverse()) {
    if (sign === "}") closing++;
    else if (closing > 0) closing--;
    else yield { content: text.slice(start + 1, next), start };
    next = start;
  }
}

/** What to do with patterns in grok's notation. */
export const IMPORT_GROK =
  "this is grok's notation; put the pattern into a file and take it over: normalizer import --from grok FILE";

const OF_GROK = "braces hold the name of a field here";

function isOfGrok(text: string, start: number, content: string): boolean {
  return text[start - 1] === "%" && /^[A-Z][A-Z0-9_]*(:[\w.@[\]-]*)*$/.test(content);
}

/** A text in a pattern that is nearly a placeholder, or a placeholder that is probably none. */
export interface NearPlaceholder {
  /** The text as written, and where it begins, in code units. */
  readonly source: string;
  readonly start: number;
  /** Why it is none, as a main clause, and what to write for a field. */
  readonly reason: string;
  readonly help: string;
}

/** One name that is no identifier, such as `request-id`. */
const OTHER_NAME = /^[^\s:,"'|]+$/;

/** In other tools these begin a reference in braces, which a line may contain as it is. */
const SIGILS = ["$", "%", "#"];

/** The shortest beginning of a transform's name that is taken for it. */
const MIN_WORD = 3;

const TYPES: readonly string[] = [ANY_TYPE, ...TYPE_NAMES];

/** From left to right. */
export function nearPlaceholders(text: string): NearPlaceholder[] {
  if (!text.includes("{")) return [];
  return [...nearInBraces(text), ...nearUnclosed(text)].sort((a, b) => a.start - b.start);
}

function* nearInBraces(text: string): Generator<NearPlaceholder> {
  let isGrok = false;
  for (const { content, start, end, isDoubled } of bracedTexts(text)) {
    if (isOfGrok(text, start, content)) {
      // One says it of all.
      if (!isGrok) yield { source: text.slice(start, end), start, reason: OF_GROK, help: IMPORT_GROK };
      isGrok = true;
      continue;
    }
    if (placeholderIn(content) !== undefined) continue;
    if (OTHER_NAME.test(content)) {
      yield { source: text.slice(start, end), start, ...otherName(content) };
      continue;
    }
    const slip = slipIn(content);
    // In templates of other tools, two braces make a placeholder.
    const more = isDoubled ? 1 : 0;
    if (slip === undefined || hasSigil(text, start - more)) continue;
    yield { source: text.slice(start - more, end + more), start: start - more, ...slip };
  }
}

function* nearUnclosed(text: string): Generator<NearPlaceholder> {
  for (const { content, start } of unclosedBraces(text)) {
    const written = /^\S+/.exec(content)?.[0] ?? "";
    const { type, field } = placeholderIn(written) ?? {};
    if (field === undefined || (type !== undefined && !isType(type)) || hasSigil(text, start)) continue;
    yield { source: `{${written}`, start, reason: "the brace is not closed", help: `for a field ${write(written)}` };
  }
}

function hasSigil(text: string, start: number): boolean {
  return SIGILS.includes(text[start - 1] ?? "");
}

/** In any case. */
export function isType(name: string): boolean {
  return TYPES.includes(name.toLowerCase());
}

function write(content: string): string {
  return `write ${quoted(`{${content}}`)}`;
}

type Slip = Pick<NearPlaceholder, "reason" | "help">;

function otherName(name: string): Slip {
  return {
    reason: "only letters, digits and '_' make a name in braces",
    help: `for a field of that name write the element { field: ${quoted(name)} }`,
  };
}

function slipIn(content: string): Slip | undefined {
  const [first = "", ...others] = content.split(":");
  const meant = others.length === 0 ? first.trim() : `${first.trim()}:${others.join(":").trim()}`;
  const { field, type } = placeholderIn(meant) ?? {};
  if (field !== undefined && (type === undefined || isType(type)))
    return { reason: "there are blanks in it", help: `for a field ${write(meant)}` };
  const name = meant.slice(0, -1);
  if (meant.endsWith(":") && isIdentifier(name))
    return {
      reason: "no type follows the colon",
      help: `for a field ${write(name)} or, with its type, '{${name}:number}'`,
    };
  const words = meant.split("|").map((word) => word.trim());
  if (words.length === 1 || !words.every((word) => /^[\w.-]+$/.test(word))) return undefined;
  const choice = `for a choice without a field write the element { alternatives: [${words.join(", ")}] }`;
  const isTransform = transformCalled(words[1]!) !== undefined;
  return {
    reason: isTransform ? "transforms are not part of a placeholder" : "no name of a field comes first",
    help: isTransform
      ? `for a field ${write(words[0]!)}, and its transform in the 'fields' of the rule`
      : `for a field ${write(`name:${words.join("|")}`)}; ${choice}`,
  };
}

/** The transform that is probably meant: other tools say `upper` for `uppercase`. */
export function transformCalled(word: string): string | undefined {
  return word.length < MIN_WORD ? undefined : TRANSFORM_NAMES.find((name) => name.startsWith(word.toLowerCase()));
}

/** `literals[0] slot[0] literals[1] … literals[n]`: texts in UTF-8, and the indexes of fields. */
export interface Template {
  readonly literals: readonly Uint8Array[];
  readonly slots: readonly number[];
}

interface TemplateIssue {
  readonly code: "UNKNOWN_PLACEHOLDER" | "AMBIGUOUS_PLACEHOLDER";
  readonly name: string;
  readonly offset: number;
}

const TWICE = -1;
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * Compiles a template against the fields of its rule's pattern. From left to right, `{name}` of a field is a
 * placeholder; `{{name}}` of no field gives `{name}`; `{name}` of no field is a problem if it is an identifier; every
 * other brace is an ordinary character.
 */
export function compileTemplate(
  text: string,
  fields: readonly string[],
): { readonly template: Template } | { readonly issues: readonly TemplateIssue[] } {
  const indexes = indexesOf(fields);
  const literals: Uint8Array[] = [];
  const slots: number[] = [];
  const issues: TemplateIssue[] = [];
  let literal = "";
  let copied = 0;
  for (const { content: name, start, end, isDoubled } of bracedTexts(text)) {
    const index = indexes.get(name);
    if (index === TWICE) {
      issues.push({ code: "AMBIGUOUS_PLACEHOLDER", name, offset: start });
    } else if (index !== undefined) {
      literals.push(encoder.encode(literal + text.slice(copied, start)));
      slots.push(index);
      literal = "";
      copied = end;
    } else if (isIdentifier(name) && isDoubled) {
      literal += text.slice(copied, start - 1) + text.slice(start, end);
      copied = end + 1;
    } else if (isIdentifier(name)) {
      issues.push({ code: "UNKNOWN_PLACEHOLDER", name, offset: start });
    }
  }
  literals.push(encoder.encode(literal + text.slice(copied)));
  return issues.length > 0 ? { issues } : { template: { literals, slots } };
}

function indexesOf(fields: readonly string[]): Map<string, number> {
  const indexes = new Map<string, number>();
  for (const [index, field] of fields.entries()) indexes.set(field, indexes.has(field) ? TWICE : index);
  return indexes;
}

export type TemplatePart = string | { readonly field: string };

/** A text as a template writes it: what would be read as a placeholder is between two braces. */
export function templateLiteral(text: string): string {
  let literal = "";
  let copied = 0;
  for (const { content, start, end } of bracedTexts(text)) {
    if (!isIdentifier(content)) continue;
    literal += `${text.slice(copied, start)}{${text.slice(start, end)}}`;
    copied = end;
  }
  return literal + text.slice(copied);
}

/** A template that reads as these parts; undefined if a text has the name of a field between braces. */
export function templateText(parts: readonly TemplatePart[], fields: readonly string[]): string | undefined {
  const wanted: (string | { readonly field: string })[] = [""];
  for (const part of parts) {
    if (typeof part === "string") wanted.push(`${wanted.pop()}${part}`);
    else wanted.push(part, "");
  }
  const text = wanted.map((part) => (typeof part === "string" ? templateLiteral(part) : `{${part.field}}`)).join("");
  const compiled = compileTemplate(text, fields);
  if ("issues" in compiled) return undefined;
  const { literals, slots } = compiled.template;
  const isSaid =
    wanted.length === literals.length + slots.length &&
    wanted.every((part, index) =>
      typeof part === "string"
        ? part === decoder.decode(literals[index / 2])
        : part.field === fields[slots[(index - 1) / 2]!],
    );
  return isSaid ? text : undefined;
}
