import { Interner } from "../collections/interner.ts";
import { NumberList } from "../collections/number-list.ts";
import type { LinePattern } from "./rulebook.ts";

/** What stands for values that differ from run to run: for each field their numbers, in the order of first sight. */
export class Aliases {
  private readonly tables = new Map<string, Interner>();

  /** Gives `bytes[from]` to `bytes[to]` 1 if it is the field's first value, 2 if it is the next that is another, and so on. */
  numberOf(field: string, bytes: Uint8Array, from: number, to: number): number {
    let table = this.tables.get(field);
    if (table === undefined) {
      table = new Interner();
      this.tables.set(field, table);
    }
    return table.intern(bytes, from, to) + 1;
  }

  /** How many bytes the value of a field has that has this number. */
  lengthOf(field: string, number: number): number {
    return this.tables.get(field)!.lengthOf(number - 1);
  }

  /** Writes that value at `target[at]`. */
  writeInto(field: string, number: number, target: Uint8Array, at: number): void {
    this.tables.get(field)!.writeInto(number - 1, target, at);
  }
}

/** The names of the fields that have aliases, each once. */
export function aliasFields(linePatterns: readonly LinePattern[]): string[] {
  const names = linePatterns.flatMap(({ pattern, transforms = [] }) =>
    pattern.fields.filter((_, i) => transforms[i]?.includes("alias")),
  );
  return [...new Set(names)];
}

/** How many numbers a mark has. */
export const MARK = 3;

/** Where a piece of output lacks the numbers of aliases. */
export interface Marks {
  /** Of each mark the place in the piece, the index of the field, and the marking side's own number for the value. */
  readonly places: Uint32Array;
  /** The values that no piece has told before, one after the other in the order of their marks, and where each ends. */
  readonly values: Uint8Array;
  readonly ends: Uint32Array;
}

/**
 * Notes where an output lacks the numbers of aliases. Whoever matches a part of a log cannot know them: they depend on the
 * values before the part. Numbers of its own stand for the values, which are told once.
 */
export class AliasMarks {
  readonly aliases = new Aliases();

  private readonly fields: readonly string[];
  /** How many values of each field were told. */
  private readonly told: number[];
  /** The marks that were not taken, their places counted from `base`. */
  private readonly marks = new NumberList();
  private base = 0;
  /** How many bytes of output the taken marks cover. */
  private covered = 0;

  constructor(fields: readonly string[]) {
    this.fields = fields;
    this.told = fields.map(() => 0);
  }

  /** The index of a field. */
  indexOf(field: string): number {
    return this.fields.indexOf(field);
  }

  /** Notes that the number of a value of the field with this index is to come after so many bytes of the whole output. */
  add(position: number, field: number, number: number): void {
    const { marks } = this;
    if (marks.length === 0) this.base = position;
    marks.push(position - this.base);
    marks.push(field);
    marks.push(number);
  }

  /** Takes the marks of the next so many bytes of the output. */
  take(size: number): Marks {
    const { marks, told } = this;
    const from = this.covered - this.base;
    this.covered += size;
    let count = 0;
    while (count < marks.length && marks.at(count) <= from + size) count += MARK;
    const places = marks.values().slice(0, count);
    // The marks whose values are to be told.
    const untold: number[] = [];
    let length = 0;
    for (let i = 0; i < count; i += MARK) {
      places[i]! -= from;
      const field = places[i + 1]!;
      const number = places[i + 2]!;
      if (number <= told[field]!) continue;
      told[field] = number;
      untold.push(i);
      length += this.aliases.lengthOf(this.fields[field]!, number);
    }
    marks.removeFirst(count);
    return { places, ...this.valuesOf(places, untold, length) };
  }

  /** The values of some marks, of so many bytes together. */
  private valuesOf(places: Uint32Array, marks: readonly number[], length: number): Pick<Marks, "values" | "ends"> {
    const values = new Uint8Array(length);
    const ends = new Uint32Array(marks.length);
    let at = 0;
    for (const [i, mark] of marks.entries()) {
      const field = this.fields[places[mark + 1]!]!;
      const number = places[mark + 2]!;
      this.aliases.writeInto(field, number, values, at);
      at += this.aliases.lengthOf(field, number);
      ends[i] = at;
    }
    return { values, ends };
  }
}
