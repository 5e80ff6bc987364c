import { Line } from "../../matcher/line.ts";
import { RunType } from "../../matcher/types/type-matcher.ts";
import { TYPES, TYPES_OF_FORMATS, TypeMatchers, type TypeName } from "../../matcher/types/type-registry.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import { type LogIndex, ValueBudget, ValueCounts } from "../../text/collections/value-counts.ts";

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
    const tests = typeTests();
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

/** All texts of most other types are also words. */
const WIDEST = "word";

/** A type, and whether a whole value has it: exactly as a pattern that is one field of this type would say. */
interface TypeTest {
  readonly name: TypeName;
  readonly has: (bytes: Buffer, from: number, to: number) => boolean;
}

/** Tests of the types, narrow ones first: in the order of the registry, but the widest last. */
function typeTests(): TypeTest[] {
  const line = new Line();
  const ends: number[] = [];
  const types = TYPES.filter(({ name }) => !TYPES_OF_FORMATS.has(name));
  types.sort((a, b) => Number(a.name === WIDEST) - Number(b.name === WIDEST));
  return types.map(({ name }) => {
    const type = new TypeMatchers(line).of({ typeName: name });
    const has: TypeTest["has"] = (bytes, from, to) => {
      line.begin(from, to);
      if (type instanceof RunType) return type.runEnd(bytes, from, to) === to;
      const count = type.ends(bytes, from, to, ends);
      for (let i = 0; i < count; i++) if (ends[i] === to) return true;
      return false;
    };
    return { name, has };
  });
}

/** Finds the narrowest type that all values of a field have. */
class NarrowestType {
  private readonly tests: readonly TypeTest[];
  /** Those of the types that all values have so far. */
  private possible: readonly TypeTest[];

  constructor(tests: readonly TypeTest[]) {
    this.tests = tests;
    this.possible = tests;
  }

  /** Takes another value. Values that were taken before need not be taken again. */
  add(bytes: Buffer, from: number, to: number): void {
    const has = (type: TypeTest): boolean => type.has(bytes, from, to);
    if (!this.possible.every(has)) this.possible = this.possible.filter(has);
  }

  /** The name of the type, or undefined if the values may be any text, or if there was none. */
  get name(): TypeName | undefined {
    return this.possible.length === this.tests.length ? undefined : this.possible[0]?.name;
  }
}
