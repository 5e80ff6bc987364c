import { DATE_TIMES } from "./date-times.ts";
import type { Random } from "./random.ts";
import { VALUES, type Value } from "./values.ts";

/** A field of a rule. */
export interface Field {
  readonly field: string;
  /** A regular expression for exactly the texts in its place. A timestamp has one, other fields may. */
  readonly expression?: string;
  /** The type that our rules require. Regular expressions require it too; the other engines take any text. */
  readonly parser?: string;
  /** The texts of which it must be one. */
  readonly values?: readonly string[];
  /** The transforms of its text before the output shows it, in this order. */
  readonly transforms?: readonly string[];
}

/** Several sequences. An optional sequence comes with an empty one. */
export interface Alternatives {
  readonly alternatives: readonly (readonly TemplateElement[])[];
}

/** A string is literal text. */
export type TemplateElement = string | Field | Alternatives;

/** A rule: what a line looks like, and its output. */
export interface LineTemplate {
  readonly name: string;
  readonly elements: readonly TemplateElement[];
  readonly output: string;
}

/** A field, and what lines have in its place. */
interface FillableField extends Field {
  readonly make: Value;
}

/** A rule for which lines can be generated. */
export interface FillableTemplate extends LineTemplate {
  readonly elements: readonly (string | FillableField)[];
}

const PLACE = /<([a-z0-9-]+)(?::([a-z0-9-]+))?>/;

/**
 * Makes a template of a line with places like `<user>` or `<client:ip>`, a field's name and the kind of its values.
 * Repeated names get a number. `<timestamp:KIND>` is a date-time of that kind.
 */
export function lineTemplate(name: string, line: string, output: string, values = VALUES): FillableTemplate {
  const seen = new Map<string, number>();
  const pieces = line.split(new RegExp(PLACE, "g"));
  const elements: (string | FillableField)[] = [];
  for (let i = 0; i < pieces.length; i += 3) {
    if (pieces[i] !== "") elements.push(pieces[i]!);
    const own = pieces[i + 1];
    if (own === undefined) break;
    const times = (seen.get(own) ?? 0) + 1;
    seen.set(own, times);
    elements.push(fieldOf(times === 1 ? own : `${own}${times}`, pieces[i + 2] ?? own, values));
  }
  return { name, elements, output };
}

function fieldOf(field: string, kind: string, values: Readonly<Record<string, Value>>): FillableField {
  if (field === "timestamp") return { field, ...DATE_TIMES[kind]! };
  const make = values[kind];
  if (make === undefined) throw new Error(`no values are known for <${field}:${kind}>`);
  return { field, make };
}

/** One line of the template, with new values. */
export function lineOf({ elements }: FillableTemplate, random: Random): string {
  let line = "";
  for (const element of elements) line += typeof element === "string" ? element : element.make(random);
  return line;
}

/** An output that keeps the words of a message and the names of its variable parts. */
export function outputOf(
  message: string,
  kept: readonly string[] = ["user", "method", "status", "state", "word"],
): string {
  return message.replaceAll(new RegExp(PLACE, "g"), (_, field: string) =>
    kept.includes(field) && message.split(`<${field}`).length === 2 ? `{${field}}` : `<${field}>`,
  );
}
