import { nearest } from "../diagnostics/nearest.ts";
import { quoted } from "../diagnostics/quoted.ts";
import type { LinePattern } from "./rulebook.ts";

/** Lines are to be grouped by fields, and no rule has any of them. */
export class UnknownFieldError extends Error {
  override readonly name = "UnknownFieldError";

  constructor(names: readonly string[], known: readonly string[]) {
    const near = names.map((name) => nearest(name, known)).find((one) => one !== undefined);
    const listed = names.map(quoted).join(" or ");
    super(`no rule has a field ${listed}${near === undefined ? "" : `; did you mean ${quoted(near)}?`}`);
  }
}

/** More names than any log has for its ids. */
const MAX_NAMES = 16;

/** Which field of a line holds the id that ties it to other lines. */
export class Correlation {
  /** For each kind its fields of the given names, in the order of the names and, of one name, in that of the pattern. */
  private readonly fields: readonly (readonly number[])[];

  /** The names that no rule has, so that they find nothing. */
  readonly unknown: readonly string[];

  /** Throws an UnknownFieldError if no rule has any of the names, and a RangeError for more than 16. */
  constructor(linePatterns: readonly LinePattern[], names: readonly string[]) {
    if (names.length > MAX_NAMES) throw new RangeError(`lines are grouped by at most ${MAX_NAMES} fields`);
    const known = new Set(linePatterns.flatMap(({ pattern }) => pattern.fields));
    this.unknown = names.filter((name) => !known.has(name));
    if (this.unknown.length === names.length) throw new UnknownFieldError(names, [...known]);
    this.fields = linePatterns.map(({ pattern }) =>
      names.flatMap((name) => pattern.fields.flatMap((field, i) => (field === name ? [i] : []))),
    );
  }

  /** All fields of a kind that may hold an id. */
  candidates(linePattern: number): readonly number[] {
    return this.fields[linePattern]!;
  }

  /** The first of them that captured something, which is the line's id; -1 if none did. */
  idField(linePattern: number, bounds: readonly number[]): number {
    for (const field of this.fields[linePattern]!) if (bounds[2 * field + 1]! > bounds[2 * field]!) return field;
    return -1;
  }
}
