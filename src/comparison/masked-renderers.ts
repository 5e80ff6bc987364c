import { NEWLINE } from "../bytes/ascii.ts";
import type { FieldTransformer } from "../normalization/field-transformer.ts";
import type { LinePattern } from "../normalization/rulebook.ts";
import { TemplateRenderer } from "../normalization/template-renderer.ts";
import type { Template } from "../rules/template.ts";

/** Replaces an id in an output. Line breaks of outputs are doubled, so no output has this text otherwise. */
export const ID_MARK = "\n=";

/** Replaces the number of an alias in an output. */
export const NUMBER_MARK = "\n#";

/** Writes a text with each line break doubled at `target[at]`, and returns the end. */
export function writeDoubled(text: Uint8Array, target: Uint8Array, at: number): number {
  let to = at;
  for (const byte of text) {
    target[to++] = byte;
    if (byte === NEWLINE) target[to++] = byte;
  }
  return to;
}

/** The text that `writeDoubled` wrote. */
export function withoutDoubled(bytes: Buffer): Buffer {
  if (!bytes.includes(NEWLINE)) return bytes;
  const text = Buffer.allocUnsafe(bytes.length);
  let to = 0;
  for (let from = 0; from < bytes.length; from++) {
    text[to++] = bytes[from]!;
    if (bytes[from] === NEWLINE) from++;
  }
  return text.subarray(0, to);
}

/** The number of line breaks in a text. */
export function countLineBreaks(text: Uint8Array): number {
  let count = 0;
  for (let at = text.indexOf(NEWLINE); at !== -1; at = text.indexOf(NEWLINE, at + 1)) count++;
  return count;
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
export function withoutFields(template: Template, fields: readonly number[]): Template {
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
