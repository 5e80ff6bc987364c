import type { Rulebook } from "../../run/rulebook.ts";
import { type LogIndex, ValueBudget, ValueCounts } from "../../text/collections/value-counts.ts";
import { NarrowestType, TypeTests } from "./narrowest-type.ts";

/** What the fields of one name in one line pattern captured. */
export interface FieldColumn {
  readonly linePattern: number;
  readonly name: string;
  /** Their indexes in the pattern. */
  readonly fields: readonly number[];
  /** How many lines of the pattern each log has. */
  readonly lines: [number, number];
  /** In how many of them the fields captured nothing. */
  readonly empty: [number, number];
  /** The captures that are not empty. */
  readonly values: ValueCounts;
  readonly type: NarrowestType;
}

export class FieldColumns {
  /** By line pattern, in the order of the fields. */
  readonly columns: readonly (readonly FieldColumn[])[];

  constructor({ linePatterns }: Rulebook) {
    const budget = new ValueBudget();
    const tests = new TypeTests();
    this.columns = linePatterns.map(({ pattern }, linePattern) =>
      [...new Set(pattern.fields)].map((name) => ({
        linePattern,
        name,
        fields: pattern.fields.flatMap((field, i) => (field === name ? [i] : [])),
        lines: [0, 0],
        empty: [0, 0],
        values: new ValueCounts(budget),
        type: new NarrowestType(tests),
      })),
    );
  }

  /** Counts the captures of a line. Field i lies from `bounds[2 * i]` up to `bounds[2 * i + 1]` in the bytes. */
  add(linePattern: number, bytes: Buffer, bounds: readonly number[], side: LogIndex): void {
    const columns = this.columns[linePattern]!;
    for (let i = 0; i < columns.length; i++) {
      const { fields, lines, empty, values, type } = columns[i]!;
      lines[side]++;
      let isEmpty = true;
      for (let j = 0; j < fields.length; j++) {
        const from = bounds[2 * fields[j]!]!;
        const to = bounds[2 * fields[j]! + 1]!;
        if (from === to) continue;
        isEmpty = false;
        if (!values.add(bytes, from, to, side)) type.add(bytes, from, to);
      }
      if (isEmpty) empty[side]++;
    }
  }
}
