import type { Template } from "../../rules/template.ts";
import { UnknownFieldError } from "../../run/correlation.ts";
import type { FieldTransformer } from "../../run/field-transformer.ts";
import type { LinePattern } from "../../run/rulebook.ts";
import { TemplateRenderer } from "../../run/template-renderer.ts";
import { ID_MARK } from "./key-table.ts";

/** Fields that are left out of the comparison, although outputs show them. */
export class IgnoredFields {
  /** The line patterns with the templates that lines are compared by: without the ignored fields. */
  readonly linePatterns: readonly LinePattern[];

  /** The names of ignored fields that no output shows. */
  readonly hidden: readonly string[];

  /** By line pattern: the indexes of the ignored fields that its output shows. */
  private readonly fields: readonly ReadonlySet<number>[];

  /** Throws an UnknownFieldError if no rule has one of the names. */
  constructor(linePatterns: readonly LinePattern[], names: readonly string[]) {
    const known = new Set(linePatterns.flatMap(({ pattern }) => pattern.fields));
    const unknown = names.filter((name) => !known.has(name));
    if (unknown.length > 0) throw new UnknownFieldError(unknown, [...known]);
    this.fields = linePatterns.map(
      ({ pattern, template }) => new Set(template.slots.filter((slot) => names.includes(pattern.fields[slot]!))),
    );
    const shown = new Set(
      linePatterns.flatMap(({ pattern }, i) => [...this.fields[i]!].map((f) => pattern.fields[f]!)),
    );
    this.hidden = names.filter((name) => !shown.has(name));
    this.linePatterns = linePatterns.map((linePattern, i) => {
      const ignored = this.fields[i]!;
      if (ignored.size === 0) return linePattern;
      return { ...linePattern, template: withoutFields(linePattern.template, [...ignored]) };
    });
  }

  /** Whether the output of a line pattern shows an ignored field. */
  isShownBy(linePattern: number): boolean {
    return this.fields[linePattern]!.size > 0;
  }
}

/** Renderers for the templates of all line patterns: whole, and with `ID_MARK` in place of fields that hold an id. */
export class MaskedRenderers {
  private readonly linePatterns: readonly LinePattern[];
  private readonly transformerOf: (linePattern: LinePattern) => FieldTransformer | undefined;
  /** By line pattern, and by the set of its candidates that are masked: bit i stands for candidate i. */
  private readonly renderers: (TemplateRenderer | undefined)[][];

  /** `transformerOf` makes what applies the transforms of a line pattern. */
  constructor(
    linePatterns: readonly LinePattern[],
    transformerOf: (linePattern: LinePattern) => FieldTransformer | undefined,
  ) {
    this.linePatterns = linePatterns;
    this.transformerOf = transformerOf;
    this.renderers = linePatterns.map((linePattern) => [this.makeRenderer(linePattern, linePattern.template)]);
  }

  /** Renders the whole template. */
  whole(linePattern: number): TemplateRenderer {
    return this.renderers[linePattern]![0]!;
  }

  /** Renders the template with `ID_MARK` for each candidate field whose bit is set. */
  masked(linePattern: number, candidates: readonly number[], bits: number): TemplateRenderer {
    const renderers = this.renderers[linePattern]!;
    renderers[bits] ??= this.makeMasked(this.linePatterns[linePattern]!, candidates, bits);
    return renderers[bits];
  }

  private makeMasked(linePattern: LinePattern, candidates: readonly number[], bits: number): TemplateRenderer {
    const fields = candidates.filter((_, i) => bits & (1 << i));
    return this.makeRenderer(linePattern, replaced(linePattern.template, fields, Buffer.from(ID_MARK)));
  }

  private makeRenderer(linePattern: LinePattern, template: Template): TemplateRenderer {
    return new TemplateRenderer(template, this.transformerOf(linePattern), "");
  }
}

/** The template without some fields. */
function withoutFields(template: Template, fields: readonly number[]): Template {
  return replaced(template, fields, Buffer.alloc(0));
}

/** The template with a text in place of some fields. */
function replaced({ literals, slots }: Template, fields: readonly number[], text: Uint8Array): Template {
  const left: Uint8Array[] = [literals[0]!];
  const leftSlots: number[] = [];
  for (const [i, slot] of slots.entries()) {
    const next = literals[i + 1]!;
    if (fields.includes(slot)) {
      left.push(Buffer.concat([left.pop()!, text, next]));
    } else {
      left.push(next);
      leftSlots.push(slot);
    }
  }
  return { literals: left, slots: leftSlots };
}
