import type { FieldChange } from "../matcher/machine/outputs.ts";
import {
  FieldText,
  hidesNumber,
  isNumbered,
  type NumberOfValue,
  type Step,
  stepOf,
  type Transform,
  type ValueNumbers,
} from "../rules/transforms/transform-registry.ts";
import { Interner } from "../text/collections/interner.ts";
import type { LinePattern } from "./rulebook.ts";

/** Numbers that stand for values that differ from run to run. Each field numbers its distinct values, starting at 1. */
export class Aliases implements ValueNumbers {
  private readonly tables = new Map<string, Interner>();

  of(field: string): NumberOfValue {
    const table = this.tables.get(field) ?? new Interner();
    this.tables.set(field, table);
    return (bytes, from, to) => table.intern(bytes, from, to) + 1;
  }
}

/** The names of all fields whose values are numbered, as by `alias`. */
export function aliasFields(linePatterns: readonly LinePattern[]): string[] {
  const names = linePatterns.flatMap(({ pattern, transforms = [] }) =>
    pattern.fields.filter((_, i) => transforms[i]?.some(isNumbered)),
  );
  return [...new Set(names)];
}

type TransformedPattern = Pick<LinePattern, "pattern" | "template" | "transforms" | "pseudonyms">;

/** Applies the transforms of a rule to the captures that its template shows. Allocates nothing for lines of ASCII. */
export class FieldTransformer {
  /** Field i that the output shows is `sources[i]` from `bounds[2 * i]` up to `bounds[2 * i + 1]`. */
  readonly sources: Buffer[] = [];
  readonly bounds: number[] = [];

  /** The fields that the template shows as they are, and those that it shows transformed, with the steps for it. */
  private readonly unchanged: readonly number[];
  private readonly changed: readonly number[];
  private readonly steps: readonly (readonly Step[])[];
  /** The number that is missing from a field's text; 0 if none is. */
  private readonly missingNumbers: number[] = [];
  private readonly text = new FieldText();
  private line: Buffer = Buffer.alloc(0);

  private constructor(
    { pattern, template, pseudonyms }: TransformedPattern,
    transforms: readonly (readonly Transform[])[],
    numbers: ValueNumbers,
    numberMark?: Buffer,
  ) {
    const shown = [...new Set(template.slots)];
    const isChanged = (field: number): boolean => (transforms[field] ?? []).length > 0;
    this.unchanged = shown.filter((field) => !isChanged(field));
    this.changed = shown.filter(isChanged);
    this.steps = this.changed.map((field) => {
      const own = transforms[field]!;
      const name = pattern.fields[field]!;
      const made = { name, numbers, numberMark: hidesNumber(own) ? undefined : numberMark, pseudonyms };
      return own.map((transform) => stepOf(transform, made));
    });
    for (const field of shown) this.missingNumbers[field] = 0;
  }

  /** Undefined if no field has transforms. Writes `numberMark` for numbers of aliases, unless others hide them. */
  static of(match: TransformedPattern, numbers: ValueNumbers, numberMark?: Buffer): FieldTransformer | undefined {
    return match.transforms && new FieldTransformer(match, match.transforms, numbers, numberMark);
  }

  /** Transforms the captures of a line. Valid until the next line, and as long as `bytes` does not change. */
  transform(bytes: Buffer, bounds: readonly number[]): this {
    const { unchanged, changed, steps, sources, text, missingNumbers } = this;
    for (let i = 0; i < unchanged.length; i++) {
      const field = unchanged[i]!;
      this.bounds[2 * field] = bounds[2 * field]!;
      this.bounds[2 * field + 1] = bounds[2 * field + 1]!;
    }
    // Most lines lie in the same chunk as the line before.
    if (bytes !== this.line) {
      this.line = bytes;
      for (const field of unchanged) sources[field] = bytes;
    }
    text.begin();
    for (let i = 0; i < changed.length; i++) {
      const field = changed[i]!;
      text.take(bytes, bounds[2 * field]!, bounds[2 * field + 1]!);
      const own = steps[i]!;
      for (let j = 0; j < own.length; j++) own[j]!(text);
      sources[field] = text.bytes;
      this.bounds[2 * field] = text.from;
      this.bounds[2 * field + 1] = text.to;
      missingNumbers[field] = text.missingNumber;
    }
    return this;
  }

  /** A result is valid until the next one. */
  changes(): FieldChange[] {
    const { changed, steps, text } = this;
    return changed.map((field, i) => ({
      field,
      change: (bytes, from, to) => {
        text.begin();
        text.take(bytes, from, to);
        for (const step of steps[i]!) step(text);
        return text;
      },
    }));
  }

  missingNumber(field: number): number {
    return this.missingNumbers[field]!;
  }
}
