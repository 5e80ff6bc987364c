import { isNumbered, type NumberOfValue, type ValueNumbers } from "../rules/transforms/transform-registry.ts";
import { Interner } from "../text/collections/interner.ts";
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
}

/** The names of all fields whose values are numbered, as by `alias`, without duplicates. */
export function aliasFields(linePatterns: readonly LinePattern[]): string[] {
  const names = linePatterns.flatMap(({ pattern, transforms = [] }) =>
    pattern.fields.filter((_, i) => transforms[i]?.some(isNumbered)),
  );
  return [...new Set(names)];
}
