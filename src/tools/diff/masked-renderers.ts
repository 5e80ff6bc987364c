import type { Template } from "../../rules/template.ts";
import type { FieldTransformer } from "../../run/field-transformer.ts";
import { replacedFields } from "../../run/ignored-fields.ts";
import type { LinePattern } from "../../run/rulebook.ts";
import { TemplateRenderer } from "../../run/template-renderer.ts";
import { ID_MARK } from "./key-table.ts";

/** The template with `ID_MARK` in place of these fields. */
export function maskedTemplate({ template }: LinePattern, fields: readonly number[]): Template {
  return replacedFields(template, fields, Buffer.from(ID_MARK));
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
    return this.makeRenderer(linePattern, maskedTemplate(linePattern, fields));
  }

  private makeRenderer(linePattern: LinePattern, template: Template): TemplateRenderer {
    return new TemplateRenderer(template, this.transformerOf(linePattern));
  }
}
