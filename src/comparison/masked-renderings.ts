import type { Aliases } from "../normalization/aliases.ts";
import { FieldTransformer } from "../normalization/field-transformer.ts";
import type { LinePattern } from "../normalization/rulebook.ts";
import { TemplateRenderer } from "../normalization/template-renderer.ts";
import type { Template } from "../rules/template.ts";

/** Stands for an id in a form, in which nothing else has a line end. */
export const MASK = "\n";

/** Renderings of the templates of all kinds of lines: whole, and with a mark in the place of fields that hold an id. */
export class MaskedRenderings {
  private readonly linePatterns: readonly LinePattern[];
  private readonly aliases: () => Aliases;
  /** For each kind its renderings, by the masked ones of its candidates: bit i stands for candidate i. */
  private readonly renderers: (TemplateRenderer | undefined)[][];

  /** `aliases` gives those of the log whose line is being rendered. */
  constructor(linePatterns: readonly LinePattern[], aliases: () => Aliases) {
    this.linePatterns = linePatterns;
    this.aliases = aliases;
    this.renderers = linePatterns.map((linePattern) => [this.rendering(linePattern, linePattern.template)]);
  }

  /** Of the template as it is. */
  whole(linePattern: number): TemplateRenderer {
    return this.renderers[linePattern]![0]!;
  }

  /** Of the template with a mark for each of the candidates, fields of the kind, whose bit is set. */
  masked(linePattern: number, candidates: readonly number[], bits: number): TemplateRenderer {
    const renderers = this.renderers[linePattern]!;
    renderers[bits] ??= this.masking(this.linePatterns[linePattern]!, candidates, bits);
    return renderers[bits];
  }

  private masking(linePattern: LinePattern, candidates: readonly number[], bits: number): TemplateRenderer {
    const fields = candidates.filter((_, i) => bits & (1 << i));
    return this.rendering(linePattern, masked(linePattern.template, fields));
  }

  private rendering(linePattern: LinePattern, template: Template): TemplateRenderer {
    return new TemplateRenderer(template, FieldTransformer.of(linePattern, this.aliases), "");
  }
}

/** A template with a mark in the place of some fields. */
function masked({ literals, slots }: Template, fields: readonly number[]): Template {
  const left: Uint8Array[] = [literals[0]!];
  const leftSlots: number[] = [];
  for (const [i, slot] of slots.entries()) {
    const next = literals[i + 1]!;
    if (fields.includes(slot)) {
      left.push(Buffer.concat([left.pop()!, Buffer.from(MASK), next]));
    } else {
      left.push(next);
      leftSlots.push(slot);
    }
  }
  return { literals: left, slots: leftSlots };
}
