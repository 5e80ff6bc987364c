import { bracedTexts, isIdentifier } from "./notation.ts";

/**
 * An output template, compiled: `literals[0] slot[0] literals[1] … slot[n-1] literals[n]`, the literals as UTF-8 bytes
 * and always one more than the slots. A slot is the index of a field in the pattern.
 */
export interface Template {
  readonly literals: readonly Uint8Array[];
  readonly slots: readonly number[];
}

/** A placeholder that cannot be filled, and the offset of its `{` in the text. */
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

/** A part of a template's text: a text as it is, or the value of a field. */
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

/**
 * A template that `compileTemplate` reads as these parts with these fields; undefined if none can say them, because a
 * text has the name of a field between braces.
 */
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
