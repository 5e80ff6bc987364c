import { isNumbered, type NumberOfValue, type ValueNumbers } from "../rules/transforms/transform-registry.ts";
import { Interner } from "../text/collections/interner.ts";
import { NumberList } from "../text/collections/numbers.ts";
import type { LinePattern } from "./rulebook.ts";

/** Numbers that stand for values that differ from run to run. Each field numbers its distinct values, starting at 1. */
export class Aliases implements ValueNumbers {
  private readonly tables = new Map<string, Interner>();

  /** What numbers the values of a field. A new value gets the next number. */
  of(field: string): NumberOfValue {
    const table = this.tables.get(field) ?? new Interner();
    this.tables.set(field, table);
    return (bytes, from, to) => table.intern(bytes, from, to) + 1;
  }

  /** The length in bytes of a field's value, by its number. */
  lengthOf(field: string, number: number): number {
    return this.tables.get(field)!.lengthOf(number - 1);
  }

  /** Writes a field's value, by its number, at `target[at]`. */
  writeInto(field: string, number: number, target: Uint8Array, at: number): void {
    this.tables.get(field)!.writeInto(number - 1, target, at);
  }
}

/** The names of all fields whose values are numbered, as by `alias`, without duplicates. */
export function aliasFields(linePatterns: readonly LinePattern[]): string[] {
  const names = linePatterns.flatMap(({ pattern, transforms = [] }) =>
    pattern.fields.filter((_, i) => transforms[i]?.some(isNumbered)),
  );
  return [...new Set(names)];
}

/** Each mark takes three numbers: its place in the piece of output, its field's index, and its provisional number. */
export const NUMBERS_PER_MARK = 3;

/** The places in a piece of output where the numbers of aliases are missing. */
export interface PieceMarks {
  /** The marks in order, `NUMBERS_PER_MARK` numbers each. */
  readonly numbers: Uint32Array;
  /** The values that no earlier piece had, one after the other in the order of their marks, and where each ends. */
  readonly values: Uint8Array;
  readonly ends: Uint32Array;
}

/**
 * Marks the places where an output lacks the numbers of aliases. A worker that matches a part of a log cannot know
 * these numbers, because they depend on the values before the part. So it gives each value a provisional number of its
 * own, and sends the value along with the first mark that has this number.
 */
export class AliasMarks {
  readonly aliases = new Aliases();

  private readonly fields: readonly string[];
  /** How many values of each field were sent. */
  private readonly sent: number[];
  /** The marks that `take` has not returned yet. Their places count from `base`. */
  private readonly marks = new NumberList();
  private base = 0;
  /** The length of the output whose marks were taken. */
  private covered = 0;

  constructor(fields: readonly string[]) {
    this.fields = fields;
    this.sent = fields.map(() => 0);
  }

  /** The index of a field in marks. */
  indexOf(field: string): number {
    return this.fields.indexOf(field);
  }

  /** Marks that a number is missing after the first `position` bytes of the whole output. */
  add(position: number, field: number, number: number): void {
    const { marks } = this;
    if (marks.length === 0) this.base = position;
    marks.push(position - this.base);
    marks.push(field);
    marks.push(number);
  }

  /** Removes and returns the marks of the next `size` bytes of output. */
  take(size: number): PieceMarks {
    const { marks, sent } = this;
    const from = this.covered - this.base;
    this.covered += size;
    let count = 0;
    while (count < marks.length && marks.at(count) <= from + size) count += NUMBERS_PER_MARK;
    const numbers = marks.values().slice(0, count);
    // Where the marks begin whose values have not been sent.
    const unsent: number[] = [];
    let length = 0;
    for (let i = 0; i < count; i += NUMBERS_PER_MARK) {
      numbers[i]! -= from;
      const field = numbers[i + 1]!;
      const number = numbers[i + 2]!;
      if (number <= sent[field]!) continue;
      sent[field] = number;
      unsent.push(i);
      length += this.aliases.lengthOf(this.fields[field]!, number);
    }
    marks.removeFirst(count);
    return { numbers, ...this.valuesOf(numbers, unsent, length) };
  }

  /** The values of some marks, which have `length` bytes in all. */
  private valuesOf(
    numbers: Uint32Array,
    marks: readonly number[],
    length: number,
  ): Pick<PieceMarks, "values" | "ends"> {
    const values = new Uint8Array(length);
    const ends = new Uint32Array(marks.length);
    let at = 0;
    for (const [i, mark] of marks.entries()) {
      const field = this.fields[numbers[mark + 1]!]!;
      const number = numbers[mark + 2]!;
      this.aliases.writeInto(field, number, values, at);
      at += this.aliases.lengthOf(field, number);
      ends[i] = at;
    }
    return { values, ends };
  }
}
