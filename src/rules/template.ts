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
