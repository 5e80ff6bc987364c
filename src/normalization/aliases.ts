import { Interner } from "../collections/interner.ts";

/** What stands for values that differ from run to run: for each field their numbers, in the order of first sight. */
export class Aliases {
  private readonly tables = new Map<string, Interner>();

  /** `field#1` for the first value of the field that is asked for, `field#2` for the next that is another, and so on. */
  of(field: string, value: Buffer): string {
    let table = this.tables.get(field);
    if (table === undefined) {
      table = new Interner();
      this.tables.set(field, table);
    }
    return `${field}#${table.intern(value, 0, value.length) + 1}`;
  }
}
