import { Interner } from "../collections/interner.ts";
import type { LineKind } from "./rulebook.ts";

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
export function aliasFields(kinds: readonly LineKind[]): string[] {
  const names = kinds.flatMap(({ pattern, transforms = [] }) =>
    pattern.fields.filter((_, i) => transforms[i]?.includes("alias")),
  );
  return [...new Set(names)];
}
