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

/** The names of all fields. */
export function fieldsOf(linePatterns: readonly LinePattern[]): string[] {
  return [...new Set(linePatterns.flatMap(({ pattern }) => pattern.fields))];
}

/** No log is expected to have more names for its ids. */
const MAX_NAMES = 16;

/** Finds the id that ties a line to others: the first of the given fields that captured something. */
export class Correlation {
  /** Indexes of the fields that may hold an id, by line pattern: in the order of the names, then of the pattern. */
  private readonly fields: readonly (readonly number[])[];

  /** The names that no rule has. */
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

  /** All fields of a line pattern that may hold an id. */
  candidates(linePattern: number): readonly number[] {
    return this.fields[linePattern]!;
  }

  /** The field that holds the line's id: the first candidate with a non-empty capture, or -1 if there is none. */
  idField(linePattern: number, bounds: readonly number[]): number {
    for (const field of this.fields[linePattern]!) if (bounds[2 * field + 1]! > bounds[2 * field]!) return field;
    return -1;
  }
}
