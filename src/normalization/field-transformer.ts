import { FieldText } from "../transforms/field-text.ts";
import { hidesNumber, type Step, stepOf, type Transform } from "../transforms/transform-registry.ts";
import type { AliasMarks, ValueNumbers } from "./aliases.ts";
import type { LinePattern } from "./rulebook.ts";

/** What a transformer needs of a line pattern. */
type TransformedPattern = Pick<LinePattern, "pattern" | "template" | "transforms" | "pseudonyms">;

/** The captures of a line after its rule's transforms. */
export interface TransformedCaptures {
  /** Field i is `sources[i]` from `bounds[2 * i]` up to `bounds[2 * i + 1]`, if the rule's output shows it. */
  readonly sources: readonly Buffer[];
  readonly bounds: readonly number[];
}

const NOTHING = Buffer.alloc(0);

/** Applies the transforms of a rule to the captures that its template shows. Allocates nothing for lines of ASCII. */
export class FieldTransformer implements TransformedCaptures {
  /** By field: the line itself, or a buffer if a transform wrote a new text. */
  readonly sources: Buffer[] = [];
  readonly bounds: number[] = [];
  /** If given, aliases are written without their numbers, and `mark` records where the numbers belong. */
  readonly marks: AliasMarks | undefined;

  /** The fields that the template shows, and the steps that transform each of them. */
  private readonly shown: readonly number[];
  private readonly steps: readonly (readonly Step[])[];
  /** The index of each field in `marks`. */
  private readonly markFields: readonly number[];
  /** The number that is missing from a field's text; 0 if none is. */
  private readonly missingNumbers: number[] = [];
  private readonly text = new FieldText();

  private constructor(
    { pattern, template, pseudonyms }: TransformedPattern,
    transforms: readonly (readonly Transform[])[],
    aliases: () => ValueNumbers,
    marks: AliasMarks | undefined,
    numberMark: Buffer | undefined,
  ) {
    this.shown = [...new Set(template.slots)];
    this.steps = this.shown.map((field) => {
      const name = pattern.fields[field]!;
      const numberOf = (bytes: Uint8Array, from: number, to: number) => aliases().numberOf(name, bytes, from, to);
      const own = transforms[field] ?? [];
      const made = { name, numberOf, numberMark: hidesNumber(own) ? undefined : numberMark, pseudonyms };
      return own.map((transform) => stepOf(transform, made));
    });
    this.marks = marks;
    this.markFields = marks === undefined ? [] : pattern.fields.map((name) => marks.indexOf(name));
  }

  /**
   * A transformer for the fields of a line pattern, or undefined if no field has transforms. `aliases` is called for
   * each alias, so the result may change between lines. With `marks`, `alias` must be the last transform of its field.
   */
  static of(match: TransformedPattern, aliases: () => ValueNumbers, marks?: AliasMarks): FieldTransformer | undefined {
    return match.transforms && new FieldTransformer(match, match.transforms, aliases, marks, marks && NOTHING);
  }

  /**
   * A transformer that writes `numberMark` instead of the numbers of aliases, unless a later transform of the field
   * hides the number. `missingNumber` has the numbers.
   */
  static unnumbered(
    match: TransformedPattern,
    aliases: () => ValueNumbers,
    numberMark: Buffer,
  ): FieldTransformer | undefined {
    return match.transforms && new FieldTransformer(match, match.transforms, aliases, undefined, numberMark);
  }

  /** Transforms the captures of a line. Valid until the next line, and as long as `bytes` does not change. */
  transform(bytes: Buffer, bounds: readonly number[]): this {
    const { shown, steps, sources, text } = this;
    text.begin();
    for (let i = 0; i < shown.length; i++) {
      const field = shown[i]!;
      text.take(bytes, bounds[2 * field]!, bounds[2 * field + 1]!);
      const own = steps[i]!;
      for (let j = 0; j < own.length; j++) own[j]!(text);
      sources[field] = text.source;
      this.bounds[2 * field] = text.from;
      this.bounds[2 * field + 1] = text.to;
      this.missingNumbers[field] = text.missingNumber;
    }
    return this;
  }

  /** The number that is missing from the field's text, or 0. */
  missingNumber(field: number): number {
    return this.missingNumbers[field]!;
  }

  /** Marks the number that is missing from the field's text, if any. The text ends at `position` of the output. */
  mark(field: number, position: number): void {
    const number = this.missingNumber(field);
    if (number > 0) this.marks?.add(position, this.markFields[field]!, number);
  }
}
