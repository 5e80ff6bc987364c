import type { NumberOfValue, ValueNumbers } from "../../rules/transforms/transform-registry.ts";
import { Aliases } from "../../run/aliases.ts";
import { FieldTransformer } from "../../run/field-transformer.ts";
import type { LinePattern } from "../../run/rulebook.ts";
import { TemplateRenderer } from "../../run/template-renderer.ts";
import { copyBytes } from "../../text/bytes/copy.ts";
import { Interner } from "../../text/collections/interner.ts";
import { NumberList } from "../../text/collections/numbers.ts";
import type { SideName } from "./difference.ts";

/** The values that aliases stand for, in both logs. Fields of one name share their values. */
export class AliasedValues implements ValueNumbers {
  private readonly values = new Interner();
  /** The index of each value's field. */
  private readonly fields = new NumberList();
  private readonly fieldIndexes = new Map<string, number>();

  /** The number of distinct values. They are numbered from 0. */
  get count(): number {
    return this.values.size;
  }

  /** What gives the values of a field their numbers, plus one. */
  of(field: string): NumberOfValue {
    const { values, fields, fieldIndexes } = this;
    const { store } = values;
    const index = fieldIndexes.get(field) ?? fieldIndexes.size;
    fieldIndexes.set(field, index);
    // No name of a field has a line end.
    const prefix = Buffer.from(`${index}\n`);
    return (bytes, from, to) => {
      const length = prefix.length + to - from;
      store.reserve(length);
      copyBytes(prefix, 0, prefix.length, store.block, store.at);
      copyBytes(bytes, from, to, store.block, store.at + prefix.length);
      const value = values.internReserved(length);
      if (value === fields.length) fields.push(index);
      return value + 1;
    };
  }

  /** The index of the value's field. */
  fieldOf(value: number): number {
    return this.fields.at(value);
  }
}

/** The numbers that the aliases of a log, or of a group, have in outputs. */
export class ShownNumbers {
  private readonly values: Uint32Array;
  private readonly numbers: Uint32Array;
  private readonly all: AliasedValues;
  /** Made when it is first needed: most groups are not shown. */
  private table: ReadonlyMap<number, number> | undefined;
  /** Numbers of values that were not compared. */
  private readonly later = new Map<number, number>();

  /** `numbers[i]` is the number of `values[i]`. */
  constructor(values: Uint32Array, numbers: Uint32Array, all: AliasedValues) {
    this.values = values;
    this.numbers = numbers;
    this.all = all;
  }

  /** The number of a value, from 1; undefined for a value that was not compared. */
  of(value: number): number | undefined {
    this.table ??= new Map(Array.from(this.values, (value, i) => [value, this.numbers[i]!]));
    return this.table.get(value);
  }

  /** Gives a value that was not compared the next number of its field. */
  next(value: number): number {
    const known = this.later.get(value);
    if (known !== undefined) return known;
    const { all, later, values, numbers } = this;
    const field = all.fieldOf(value);
    let last = 0;
    for (const [i, other] of values.entries()) if (all.fieldOf(other) === field) last = Math.max(last, numbers[i]!);
    for (const [other, number] of later) if (all.fieldOf(other) === field) last = Math.max(last, number);
    later.set(value, last + 1);
    return last + 1;
  }
}

/** The outputs of lines as they are shown: with their ids, their ignored fields and the numbers of their aliases. */
export class ShownOutputs {
  private readonly renderers: readonly TemplateRenderer[];
  private readonly values: AliasedValues;
  private readonly isGrouped: boolean;
  private side: SideName = "old";
  private numbering: ShownNumbers | undefined;
  /** Numbers the values of fields that are shown but ignored. */
  private readonly ignoredAliases = { old: new Aliases(), new: new Aliases() } as const;

  constructor(linePatterns: readonly LinePattern[], values: AliasedValues, isGrouped: boolean) {
    this.values = values;
    this.isGrouped = isGrouped;
    this.renderers = linePatterns.map(
      (linePattern) => new TemplateRenderer(linePattern.template, FieldTransformer.of(linePattern, this.numbers)),
    );
  }

  /** The numbers of aliases, for the side and the numbering that were set last. */
  readonly numbers: ValueNumbers = {
    of: (field) => {
      const numberOf = this.values.of(field);
      const ignored = { old: this.ignoredAliases.old.of(field), new: this.ignoredAliases.new.of(field) };
      return (bytes, from, to) => {
        const { numbering } = this;
        const value = numberOf(bytes, from, to) - 1;
        const number = numbering?.of(value);
        if (number !== undefined) return number;
        // The field is ignored, or it holds the id of its group.
        if (this.isGrouped && numbering !== undefined) return numbering.next(value);
        return ignored[this.side](bytes, from, to);
      };
    },
  };

  /** Sets the side, and the numbers of the aliases that are compared. Without them, those of the log's lines count. */
  use(side: SideName, numbering: ShownNumbers | undefined): void {
    this.side = side;
    this.numbering = numbering;
  }

  /** Gives the aliases of a line numbers, as all lines of a log must be, in order, before any output is asked for. */
  countAliases(linePattern: number, bytes: Buffer, bounds: readonly number[]): void {
    this.renderers[linePattern]!.take(bytes, bounds);
  }

  /** The output of a line. */
  of(linePattern: number, line: Buffer, bounds: readonly number[]): Buffer {
    return this.renderers[linePattern]!.render(line, bounds);
  }
}
