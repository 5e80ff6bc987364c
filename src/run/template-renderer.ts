// The outputs of rules. `TemplateRenderer` makes them of captures. `PlainLines` writes lines of nothing else, and
// `OutputText` has them for lines that put them into JSON.

import type { LineReader } from "../io/line-reader.ts";
import type { OutputBuffer } from "../io/output-buffer.ts";
import type { Template } from "../rules/notation.ts";
import type { ValueNumbers } from "../rules/transforms/transform-registry.ts";
import { copyBytes } from "../text/bytes/copy.ts";
import type { NumberList } from "../text/collections/numbers.ts";
import type { Masker } from "../text/masks/masker.ts";
import { Aliases, FieldTransformer } from "./field-transformer.ts";
import type { LineMatch, LineWriter, WriterOptions } from "./line-writer.ts";
import type { LinePattern } from "./rulebook.ts";

/** A longer output is not made as a whole, but in pieces. */
const MAX_WHOLE_OUTPUT_BYTES = 64 * 1024;

/** Renders a rule's template, or a follower's, with the captures of one line after the other. */
export class TemplateRenderer {
  /** The template's literals and the ending, and where each literal ends. */
  private readonly text: Buffer;
  private readonly ends: readonly number[];
  /** The field after each literal but the last. */
  private readonly slots: readonly number[];
  private readonly transformer: FieldTransformer | undefined;

  /** The texts of the fields: field i is `sources[i]` from `bounds[2 * i]` up to `bounds[2 * i + 1]`. */
  private readonly sources: readonly Buffer[];
  private bounds: readonly number[] = [];
  /** Used as `sources` if the fields have no transforms: the line's bytes, for each field. */
  private readonly untransformed: Buffer[] = [];
  private bytes: Buffer = Buffer.alloc(0);

  constructor({ literals, slots }: Template, transformer: FieldTransformer | undefined, ending = "") {
    const texts = literals.with(-1, Buffer.concat([literals.at(-1)!, Buffer.from(ending)]));
    this.text = Buffer.concat(texts);
    let end = 0;
    this.ends = texts.map(({ length }) => {
      end += length;
      return end;
    });
    this.slots = slots;
    this.transformer = transformer;
    this.sources = transformer?.sources ?? this.untransformed;
  }

  /** Takes the captures of a line. `bytes` and `bounds` must not change until they are written. */
  take(bytes: Buffer, bounds: readonly number[]): void {
    const { transformer } = this;
    if (transformer !== undefined) {
      this.bounds = transformer.transform(bytes, bounds).bounds;
      return;
    }
    this.bounds = bounds;
    // Most lines lie in the same chunk as the line before.
    if (bytes === this.bytes) return;
    this.bytes = bytes;
    for (const slot of this.slots) this.untransformed[slot] = bytes;
  }

  get length(): number {
    let { length } = this.text;
    for (const slot of this.slots) length += this.bounds[2 * slot + 1]! - this.bounds[2 * slot]!;
    return length;
  }

  /** Adds the numbers that are missing from the texts of the fields, in the order of the template. */
  addMissingNumbers(numbers: NumberList): void {
    const { transformer } = this;
    if (transformer === undefined) return;
    for (const slot of this.slots) {
      const number = transformer.missingNumber(slot);
      if (number > 0) numbers.push(number);
    }
  }

  /** There must be room for `length` bytes. */
  writeInto(target: Uint8Array, at: number): void {
    const { text, ends, slots, sources, bounds } = this;
    let from = 0;
    let to = at;
    for (let i = 0; i < slots.length; i++) {
      const slot = slots[i]!;
      copyBytes(text, from, ends[i]!, target, to);
      to += ends[i]! - from;
      from = ends[i]!;
      copyBytes(sources[slot]!, bounds[2 * slot]!, bounds[2 * slot + 1]!, target, to);
      to += bounds[2 * slot + 1]! - bounds[2 * slot]!;
    }
    copyBytes(text, from, text.length, target, to);
  }

  /** The output of a line with these captures, in memory of its own. */
  render(bytes: Buffer, bounds: readonly number[]): Buffer {
    this.take(bytes, bounds);
    const output = Buffer.allocUnsafe(this.length);
    this.writeInto(output, 0);
    return output;
  }

  /** The output in pieces, without copying. They are valid as long as the bytes of the line are. */
  pieces(): Buffer[] {
    const { text, ends, slots, sources, bounds } = this;
    return [
      ...slots.flatMap((slot, i) => [
        text.subarray(ends[i - 1] ?? 0, ends[i]!),
        sources[slot]!.subarray(bounds[2 * slot]!, bounds[2 * slot + 1]!),
      ]),
      text.subarray(ends[slots.length - 1] ?? 0),
    ];
  }

  /** Whether a number is missing from the text of the i-th field of the template. */
  lacksNumber(i: number): boolean {
    return this.transformer !== undefined && this.transformer.missingNumber(this.slots[i]!) > 0;
  }

  /** A long output is never in memory as a whole. */
  write(output: OutputBuffer): void {
    const { length } = this;
    if (length > MAX_WHOLE_OUTPUT_BYTES) output.appendPieces(this.pieces(), length);
    else output.appendMade(this);
  }
}

/** The renderers of line patterns. Each is made at its first use: a short log needs few of many. */
export class TemplateRenderers {
  private readonly linePatterns: readonly LinePattern[];
  private readonly aliases: ValueNumbers;
  private readonly ending: string;
  private readonly made: (TemplateRenderer | undefined)[];

  constructor(linePatterns: readonly LinePattern[], aliases: ValueNumbers = new Aliases(), ending = "") {
    this.linePatterns = linePatterns;
    this.aliases = aliases;
    this.ending = ending;
    this.made = new Array(linePatterns.length);
  }

  of(linePattern: number): TemplateRenderer {
    this.made[linePattern] ??= this.make(this.linePatterns[linePattern]!);
    return this.made[linePattern];
  }

  private make(linePattern: LinePattern): TemplateRenderer {
    const transformer = FieldTransformer.of(linePattern, this.aliases);
    return new TemplateRenderer(linePattern.template, transformer, this.ending);
  }
}

/** Writes the rule's output for each matched line, and unmatched lines unchanged or masked. */
export class PlainLines implements LineWriter {
  private readonly output: OutputBuffer;
  private readonly renderers: TemplateRenderers;
  private readonly masker: Masker | undefined;

  constructor(linePatterns: readonly LinePattern[], output: OutputBuffer, { aliases, masker }: WriterOptions) {
    this.output = output;
    this.renderers = new TemplateRenderers(linePatterns, aliases, "\n");
    this.masker = masker;
  }

  writeMatched({ bytes }: LineReader, { linePattern, bounds }: LineMatch): void {
    const renderer = this.renderers.of(linePattern);
    renderer.take(bytes, bounds);
    renderer.write(this.output);
  }

  writeUnmatched({ bytes, start, end }: LineReader): void {
    const { output, masker } = this;
    if (masker === undefined) output.append(bytes, start, end);
    else if (output.hasRoom(end - start) && output.hasRoom(masker.room(bytes, start, end)))
      output.appendWritten(masker, bytes, start, end);
    else output.appendPieces(masker.pieces(bytes.subarray(start, end)), end - start);
    output.appendNewline();
  }
}

/** What one line after the other becomes, as long as the bytes of the line are valid. */
export class OutputText {
  /** The text is `bytes` from `from` up to `to`; or, if they are given, the pieces, of about `to` bytes. */
  bytes: Buffer = Buffer.allocUnsafeSlow(MAX_WHOLE_OUTPUT_BYTES);
  from = 0;
  to = 0;
  pieces: Iterable<Buffer> | undefined;

  private readonly renderers: TemplateRenderers;
  private readonly masker: Masker | undefined;
  private scratch = this.bytes;

  constructor(linePatterns: readonly LinePattern[], { aliases, masker }: WriterOptions) {
    this.renderers = new TemplateRenderers(linePatterns, aliases);
    this.masker = masker;
  }

  takeMatched({ bytes }: LineReader, { linePattern, bounds }: LineMatch): this {
    const renderer = this.renderers.of(linePattern);
    renderer.take(bytes, bounds);
    const { length } = renderer;
    if (length > MAX_WHOLE_OUTPUT_BYTES) return this.set(NOTHING, 0, length, renderer.pieces());
    renderer.writeInto(this.scratch, 0);
    return this.set(this.scratch, 0, length);
  }

  takeUnmatched({ bytes, start, end, isText }: LineReader): this {
    const { masker } = this;
    const text = end - start > MAX_WHOLE_OUTPUT_BYTES ? bytes.subarray(start, end) : undefined;
    if (masker === undefined || !isText) return this.set(bytes, start, end, text && [text]);
    if (text !== undefined) return this.set(NOTHING, 0, text.length, { [Symbol.iterator]: () => masker.pieces(text) });
    const room = masker.room(bytes, start, end);
    if (room > this.scratch.length) this.scratch = Buffer.allocUnsafeSlow(room);
    return this.set(this.scratch, 0, masker.write(bytes, start, end, this.scratch, 0));
  }

  private set(bytes: Buffer, from: number, to: number, pieces?: Iterable<Buffer>): this {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
    this.pieces = pieces;
    return this;
  }
}

const NOTHING = Buffer.alloc(0);

/** The output of an example. Each is the first line of its own run, so aliases begin with 1. */
export function exampleOutput(linePattern: LinePattern, line: Buffer, bounds: readonly number[]): string {
  return new TemplateRenderers([linePattern]).of(0).render(line, bounds).toString();
}
