import { IDENTIFIER, NAME } from "./notation.ts";

/**
 * An output template, compiled: `literals[0] slot[0] literals[1] … slot[n-1] literals[n]`, the literals as UTF-8 bytes
 * and always one more than the slots. A slot is the index of a field in the pattern.
 */
export interface Template {
  readonly literals: readonly Uint8Array[];
  readonly slots: readonly number[];
}

/** A placeholder that cannot be filled; `offset` is that of its `{` in the text. */
export interface TemplateProblem {
  readonly code: "UNKNOWN_PLACEHOLDER" | "AMBIGUOUS_PLACEHOLDER";
  readonly name: string;
  readonly offset: number;
}

/** `{{identifier}}`, or anything else between two braces. Matches in time linear in the template. */
const BRACED = new RegExp(`\\{(?:\\{(${NAME})\\}\\}|([^{}]*)\\})`, "g");
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
): { readonly template: Template } | { readonly problems: readonly TemplateProblem[] } {
  const indexes = indexesOf(fields);
  const literals: Uint8Array[] = [];
  const slots: number[] = [];
  const problems: TemplateProblem[] = [];
  let literal = "";
  let copied = 0;
  BRACED.lastIndex = 0;
  for (let found = BRACED.exec(text); found !== null; found = BRACED.exec(text)) {
    const [, doubled, name = ""] = found;
    const offset = found.index;
    if (doubled !== undefined) {
      if (indexes.has(doubled)) {
        // An ordinary brace, then a placeholder.
        BRACED.lastIndex = offset + 1;
      } else {
        literal += `${text.slice(copied, offset)}{${doubled}}`;
        copied = BRACED.lastIndex;
      }
      continue;
    }
    const index = indexes.get(name);
    if (index === undefined) {
      if (IDENTIFIER.test(name)) problems.push({ code: "UNKNOWN_PLACEHOLDER", name, offset });
    } else if (index === TWICE) {
      problems.push({ code: "AMBIGUOUS_PLACEHOLDER", name, offset });
    } else {
      literals.push(encoder.encode(literal + text.slice(copied, offset)));
      slots.push(index);
      literal = "";
      copied = BRACED.lastIndex;
    }
  }
  literals.push(encoder.encode(literal + text.slice(copied)));
  return problems.length > 0 ? { problems } : { template: { literals, slots } };
}

function indexesOf(fields: readonly string[]): Map<string, number> {
  const indexes = new Map<string, number>();
  for (const [index, field] of fields.entries()) indexes.set(field, indexes.has(field) ? TWICE : index);
  return indexes;
}

/** A part of a template's text: a text as it is, or the value of a field. */
export type TemplatePart = string | { readonly field: string };

const PLACEHOLDER = new RegExp(`\\{(${NAME})\\}`, "g");

/** The names between braces in a text. */
export function bracedNames(text: string): string[] {
  return Array.from(text.matchAll(PLACEHOLDER), ([, name]) => name!);
}

/** A text as a template writes it: what would be read as a placeholder is between two braces. */
export function templateLiteral(text: string): string {
  return text.replace(PLACEHOLDER, "{{$1}}");
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
  if ("problems" in compiled) return undefined;
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
