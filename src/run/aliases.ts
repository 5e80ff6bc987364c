import { isNumbered, type NumberOfValue, type ValueNumbers } from "../rules/transforms/transform-registry.ts";
import { countDigits, writeDigits } from "../text/bytes/ascii.ts";
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

  /** A field's value, by its number, without copying. */
  valueOf(field: string, number: number): Buffer {
    return this.tables.get(field)!.bytes(number - 1);
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
const NUMBERS_PER_MARK = 3;

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
    const values: Buffer[] = [];
    const ends: number[] = [];
    for (let i = 0; i < count; i += NUMBERS_PER_MARK) {
      numbers[i]! -= from;
      const field = numbers[i + 1]!;
      const number = numbers[i + 2]!;
      if (number <= sent[field]!) continue;
      sent[field] = number;
      const value = this.aliases.valueOf(this.fields[field]!, number);
      values.push(value);
      ends.push((ends.at(-1) ?? 0) + value.length);
    }
    marks.removeFirst(count);
    // In memory of its own: what is sent takes all the memory that it lies in along.
    return { numbers, values: new Uint8Array(Buffer.concat(values)), ends: Uint32Array.from(ends) };
  }
}

/** Puts the numbers of aliases into the outputs of workers. Outputs must come in the order of the log. */
export class AliasNumbers {
  /** By field. */
  private readonly numberOf: readonly NumberOfValue[];
  /** The final numbers by worker and field. Entry i of a list belongs to the worker's provisional number i + 1. */
  private readonly finalNumbers = new Map<object, readonly NumberList[]>();
  private completed: Buffer = Buffer.alloc(0);

  constructor(fields: readonly string[], aliases: Aliases) {
    this.numberOf = fields.map((field) => aliases.of(field));
  }

  /** A worker's output with the missing numbers filled in. The result is valid until the next call. */
  complete(bytes: Uint8Array, marks: PieceMarks, worker: object): Buffer {
    const { numbers } = marks;
    this.resolve(marks, worker);
    let length = bytes.length;
    for (let i = 0; i < numbers.length; i += NUMBERS_PER_MARK) length += countDigits(numbers[i + 2]!);
    if (length > this.completed.length) this.completed = Buffer.allocUnsafeSlow(length);
    const { completed } = this;
    let from = 0;
    let at = 0;
    for (let i = 0; i < numbers.length; i += NUMBERS_PER_MARK) {
      const to = numbers[i]!;
      const number = numbers[i + 2]!;
      // A loop is faster than `set` for so few bytes, because a view of shared memory is slow to make.
      while (from < to) completed[at++] = bytes[from++]!;
      const end = at + countDigits(number);
      writeDigits(number, completed, at, end);
      at = end;
    }
    while (from < bytes.length) completed[at++] = bytes[from++]!;
    return completed.subarray(0, length);
  }

  /** Replaces the provisional number of each mark by the final one. */
  private resolve({ numbers, values, ends }: PieceMarks, worker: object): void {
    const known = this.finalNumbers.get(worker) ?? this.numberOf.map(() => new NumberList());
    this.finalNumbers.set(worker, known);
    let valueIndex = 0;
    let from = 0;
    for (let i = 0; i < numbers.length; i += NUMBERS_PER_MARK) {
      const field = numbers[i + 1]!;
      const provisional = numbers[i + 2]!;
      const finals = known[field]!;
      if (provisional > finals.length) {
        const to = ends[valueIndex++]!;
        finals.push(this.numberOf[field]!(values, from, to));
        from = to;
      }
      numbers[i + 2] = finals.at(provisional - 1);
    }
  }
}
