import type { Template } from "../rules/notation.ts";
import { nearestOr } from "../text/messages/nearest.ts";
import { namesInWords, quoted } from "../text/messages/phrases.ts";
import type { LinePattern } from "./rulebook.ts";

/** No rule has any of the fields by which lines should be grouped. */
export class UnknownFieldError extends Error {
  override readonly name = "UnknownFieldError";

  constructor(names: readonly string[], known: readonly string[]) {
    const message = `no rule has a field ${names.map(quoted).join(" or ")}`;
    const help = nearestOr(names, known, `the fields are ${namesInWords(known)}`);
    super(known.length === 0 ? message : `${message}; ${help}`);
  }
}

export function fieldsOf(linePatterns: readonly LinePattern[]): string[] {
  return [...new Set(linePatterns.flatMap(({ pattern }) => pattern.fields))];
}

/** No log is expected to have more names for its ids. */
const MAX_NAMES = 16;

/** Finds the id that ties a line to others: the first of the given fields that captured something. */
export class Correlation {
  /** Indexes of the fields that may hold an id, by line pattern: in the order of the names, then of the pattern. */
  private readonly fields: readonly (readonly number[])[];

  readonly unknown: readonly string[];

  /** Throws an UnknownFieldError if no rule has any of the names, and a RangeError if there are more than 16. */
  constructor(linePatterns: readonly LinePattern[], names: readonly string[]) {
    if (names.length > MAX_NAMES) throw new RangeError(`lines can be grouped by at most ${MAX_NAMES} fields`);
    const known = fieldsOf(linePatterns);
    this.unknown = names.filter((name) => !known.includes(name));
    if (this.unknown.length === names.length) throw new UnknownFieldError(names, known);
    this.fields = linePatterns.map(({ pattern }) =>
      names.flatMap((name) => pattern.fields.flatMap((field, i) => (field === name ? [i] : []))),
    );
  }

  candidates(linePattern: number): readonly number[] {
    return this.fields[linePattern]!;
  }

  /** The field that holds the line's id: the first candidate with a non-empty capture, or -1 if there is none. */
  idField(linePattern: number, bounds: readonly number[]): number {
    for (const field of this.fields[linePattern]!) if (bounds[2 * field + 1]! > bounds[2 * field]!) return field;
    return -1;
  }
}

/** Fields that are left out of a comparison, although outputs show them. */
export class IgnoredFields {
  /** The line patterns with the templates that lines are compared by: without the ignored fields. */
  readonly linePatterns: readonly LinePattern[];

  /** The names of ignored fields that no output shows. */
  readonly hidden: readonly string[];

  /** By line pattern: whether its output shows an ignored field. */
  readonly areShown: readonly boolean[];

  /** Throws an UnknownFieldError if no rule has one of the names. */
  constructor(linePatterns: readonly LinePattern[], names: readonly string[]) {
    const known = fieldsOf(linePatterns);
    const unknown = names.filter((name) => !known.includes(name));
    if (unknown.length > 0) throw new UnknownFieldError(unknown, known);
    const ignored = linePatterns.map(
      ({ pattern, template }) => new Set(template.slots.filter((slot) => names.includes(pattern.fields[slot]!))),
    );
    this.areShown = ignored.map(({ size }) => size > 0);
    const shown = linePatterns.flatMap(({ pattern }, i) => [...ignored[i]!].map((field) => pattern.fields[field]));
    this.hidden = names.filter((name) => !shown.includes(name));
    this.linePatterns = linePatterns.map((linePattern, i) => {
      const template = replacedFields(linePattern.template, [...ignored[i]!], Buffer.alloc(0));
      return this.areShown[i] ? { ...linePattern, template } : linePattern;
    });
  }
}

/** The template with a text in place of some fields. */
export function replacedFields({ literals, slots }: Template, fields: readonly number[], text: Uint8Array): Template {
  const left: Uint8Array[] = [literals[0]!];
  const leftSlots: number[] = [];
  for (const [i, slot] of slots.entries()) {
    const next = literals[i + 1]!;
    if (fields.includes(slot)) {
      left.push(Buffer.concat([left.pop()!, text, next]));
    } else {
      left.push(next);
      leftSlots.push(slot);
    }
  }
  return { literals: left, slots: leftSlots };
}
