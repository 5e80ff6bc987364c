import type { ValueNumbers } from "../../rules/transforms/transform-registry.ts";
import { Aliases } from "../../run/aliases.ts";
import { FieldTransformer } from "../../run/field-transformer.ts";
import type { FieldCapture } from "../../run/record-builder.ts";
import { TemplateRenderers } from "../../run/template-renderer.ts";
import type { SideName } from "./difference.ts";
import { type AliasedValues, withoutDoubled } from "./key-table.ts";
import type { LineKeys } from "./line-keys.ts";

/** The numbers that the aliases of a log, or of a group, have in outputs. */
export class ShownNumbers {
  private readonly values: Uint32Array;
  private readonly numbers: Uint32Array;
  private readonly all: AliasedValues;
  /** Made when it is first needed: most groups are not shown. */
  private made: Map<number, number> | undefined;

  /** `numbers[i]` is the number of `values[i]`. */
  constructor(values: Uint32Array, numbers: Uint32Array, all: AliasedValues) {
    this.values = values;
    this.numbers = numbers;
    this.all = all;
  }

  /** The number of a value, from 1; undefined for a value that has none. */
  of(value: number): number | undefined {
    return this.table.get(value);
  }

  /** Gives a value that was not compared the next number of its field. */
  add(value: number): number {
    const { all, table } = this;
    const field = all.fieldOf(value);
    let number = 1;
    for (const [other, taken] of table) if (all.fieldOf(other) === field) number = Math.max(number, taken + 1);
    table.set(value, number);
    return number;
  }

  private get table(): Map<number, number> {
    this.made ??= new Map(Array.from(this.values, (value, i) => [value, this.numbers[i]!]));
    return this.made;
  }
}

/** A line that was read again. */
interface RereadLine {
  readonly linePattern: number;
  /** The line as it was matched: with or without its terminal sequences. */
  readonly matched: Buffer;
  /** The numbers of the aliases in its output. */
  readonly numbering: ShownNumbers | undefined;
}

/** What a slot of a template shows of a line. */
export interface ShownSlot {
  readonly value: Buffer;
  /** Whether it is the id of the line. */
  readonly isId: boolean;
}

/** Lines as they are shown: with their ids, their ignored fields and the numbers of their aliases. */
export class ShownLines {
  private readonly keys: LineKeys;
  private readonly renderers: TemplateRenderers;
  /** The same for the fields by which lines are compared. Each is made at its first use. */
  private readonly transformers = new Map<number, FieldTransformer | undefined>();
  private side: SideName = "old";
  private numbering: ShownNumbers | undefined;
  /** Numbers the values of fields that are shown but ignored. */
  private readonly ignoredAliases = { old: new Aliases(), new: new Aliases() } as const;

  constructor(keys: LineKeys) {
    this.keys = keys;
    this.renderers = new TemplateRenderers(keys.rulebook.linePatterns, this.numbers);
  }

  /** The numbers of aliases, for the side and the numbering that were set last. */
  private readonly numbers: ValueNumbers = {
    of: (field) => {
      const numberOf = this.keys.values.of(field);
      const ignored = { old: this.ignoredAliases.old.of(field), new: this.ignoredAliases.new.of(field) };
      return (bytes, from, to) => {
        const { numbering } = this;
        const value = numberOf(bytes, from, to) - 1;
        const number = numbering?.of(value);
        if (number !== undefined) return number;
        // The field is ignored, or it holds the id of its group.
        if (this.keys.correlation !== undefined && numbering !== undefined) return numbering.add(value);
        return ignored[this.side](bytes, from, to);
      };
    },
  };

  /** Sets the side, and the numbers of the aliases that are compared. Without them, those of the log's lines count. */
  use(side: SideName, numbering?: ShownNumbers): void {
    this.side = side;
    this.numbering = numbering;
  }

  /** Numbers the aliases of a line that are ignored. All lines of a log must be given, in order, before any output. */
  countAliases(linePattern: number, bytes: Buffer, bounds: readonly number[]): void {
    if (this.keys.showsIgnored(linePattern)) this.renderers.of(linePattern).take(bytes, bounds);
  }

  /** The output of a line of a side. Its key has this output, unless it shows more than what is compared. */
  output(side: SideName, { linePattern, matched, numbering }: RereadLine, key: number): Buffer {
    const { keys } = this;
    const isKey = keys.correlation === undefined && numbering === undefined && !keys.showsIgnored(linePattern);
    const bounds = linePattern === -1 || isKey ? undefined : keys.captures.of(linePattern, matched);
    if (bounds === undefined) return withoutDoubled(keys.table.text(key));
    this.use(side, numbering);
    return this.renderers.of(linePattern).render(matched, bounds);
  }

  /** What the fields of a line captured; empty if no rule matched it. Shares the memory of the line. */
  captures(linePattern: number, line: Buffer): FieldCapture<Buffer>[] {
    const { captures, rulebook } = this.keys;
    const bounds = linePattern === -1 ? undefined : captures.of(linePattern, line);
    if (bounds === undefined) return [];
    const { fields } = rulebook.linePatterns[linePattern]!.pattern;
    return fields.map((name, i) => ({ name, value: line.subarray(bounds[2 * i]!, bounds[2 * i + 1]!) }));
  }

  /** As `captures`; for a line that no rule matched, what masks hide in it, by the names of the masks. */
  hidden(linePattern: number, line: Buffer): readonly FieldCapture<Buffer>[] {
    return linePattern === -1 ? [...(this.keys.masker?.partsOf(line) ?? [])] : this.captures(linePattern, line);
  }

  /** What the template of a line of a side shows, slot by slot, without ignored fields. */
  slots(side: SideName, { linePattern, matched, numbering }: RereadLine): ShownSlot[] {
    const { captures, correlation, ignored } = this.keys;
    const own = ignored.linePatterns[linePattern]!;
    const bounds = captures.of(linePattern, matched) ?? [];
    const capture = (field: number): Buffer => matched.subarray(bounds[2 * field]!, bounds[2 * field + 1]!);
    const idField = correlation === undefined ? -1 : correlation.idField(linePattern, bounds);
    const candidates = idField === -1 ? [] : correlation!.candidates(linePattern);
    this.use(side, numbering);
    if (!this.transformers.has(linePattern)) this.transformers.set(linePattern, FieldTransformer.of(own, this.numbers));
    const transformed = this.transformers.get(linePattern)?.transform(matched, bounds);
    return own.template.slots.map((slot) => {
      const isId = candidates.includes(slot) && capture(slot).equals(capture(idField));
      const source = transformed?.sources[slot];
      if (transformed === undefined || source === matched) return { value: capture(slot), isId };
      // The next line is transformed in the same memory.
      return {
        value: Buffer.from(source!.subarray(transformed.bounds[2 * slot], transformed.bounds[2 * slot + 1])),
        isId,
      };
    });
  }
}
