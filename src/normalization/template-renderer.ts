import type { Template } from "../rules/template.ts";
import { interleave } from "../streams/interleave.ts";
import type { OutputBuffer } from "../streams/output-buffer.ts";
import type { Aliases, AliasMarks } from "./aliases.ts";
import { FieldTransformer } from "./field-transformer.ts";
import type { LinePattern } from "./rulebook.ts";

/** The output of a kind of line, made ready to be written for one line after the other, with an ending after each. */
export class TemplateRenderer {
  /** The template's literals, one after the other. */
  private readonly text: Buffer;
  /** Where each literal ends. */
  private readonly ends: readonly number[];
  /** The field that comes after each literal but the last. */
  private readonly slots: readonly number[];
  private readonly transformer: FieldTransformer | undefined;

  /** What is written: field i lies at `bounds[2 * i]` to `bounds[2 * i + 1]` of `sources[i]`. */
  private readonly sources: readonly Buffer[];
  private bounds: readonly number[] = [];
  /** The source of all fields if nothing transforms them. */
  private readonly own: Buffer[] = [];
  private bytes: Buffer = Buffer.alloc(0);

  constructor({ literals, slots }: Template, transformer: FieldTransformer | undefined, ending = "\n") {
    this.text = Buffer.concat([...literals, Buffer.from(ending)]);
    let end = 0;
    this.ends = literals.map(({ length }) => {
      end += length;
      return end;
    });
    this.slots = slots;
    this.transformer = transformer;
    this.sources = transformer?.sources ?? this.own;
  }

  /** Takes what the fields of a line captured, which must stay as it is until it is written, or held. */
  take(bytes: Buffer, bounds: readonly number[]): void {
    const { transformer } = this;
    if (transformer !== undefined) {
      this.bounds = transformer.transform(bytes, bounds).bounds;
      return;
    }
    this.bounds = bounds;
    // Many lines lie in one chunk.
    if (bytes === this.bytes) return;
    this.bytes = bytes;
    for (const slot of this.slots) this.own[slot] = bytes;
  }

  /** Keeps the places of what was taken; the bytes must stay as they are nevertheless. */
  hold(): void {
    this.bounds = [...this.bounds];
  }

  /** How many bytes there are to be written. */
  get length(): number {
    let { length } = this.text;
    for (const slot of this.slots) length += this.bounds[2 * slot + 1]! - this.bounds[2 * slot]!;
    return length;
  }

  /** Writes all at `target[at]`, where there is room for it. */
  writeInto(target: Uint8Array, at: number): void {
    interleave(this.text, this.ends, this.slots, this.sources, this.bounds, target, at);
  }

  /** All there is to be written, in pieces, which hold as long as the bytes that were taken do. */
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

  /**
   * Writes all at once; false, and nothing is written, when there may be no room, or there are aliases to be marked. No
   * capture is longer than `most`.
   */
  write(output: OutputBuffer, most: number): boolean {
    if (this.transformer?.marks !== undefined) return false;
    const room = this.transformer === undefined ? this.text.length + this.slots.length * most : this.length;
    if (!output.hasRoom(room)) return false;
    output.interleave(this.text, this.ends, this.slots, this.sources, this.bounds);
    return true;
  }

  /**
   * Writes the template's pieces from the given one on, a piece being a literal and the capture after it. Gives the piece
   * to go on with when the output is full before the end, else -1.
   */
  writeFrom(piece: number, output: OutputBuffer): number {
    const { text, ends, slots, sources, bounds, transformer } = this;
    let from = piece === 0 ? 0 : ends[piece - 1]!;
    for (let i = piece; i < slots.length; i++) {
      if (output.full) return i;
      output.append(text, from, ends[i]!);
      from = ends[i]!;
      const slot = slots[i]!;
      output.append(sources[slot]!, bounds[2 * slot]!, bounds[2 * slot + 1]!);
      transformer?.mark(slot, output.position);
    }
    if (output.full) return slots.length;
    output.append(text, from, text.length);
    return -1;
  }
}

/** The renderings of kinds of lines, by their indexes. With `marks` those are given the numbers of aliases. */
export function renderersOf(
  linePatterns: readonly LinePattern[],
  aliases: Aliases,
  ending?: string,
  marks?: AliasMarks,
): TemplateRenderer[] {
  return linePatterns.map(
    (linePattern) =>
      new TemplateRenderer(
        linePattern.template,
        FieldTransformer.of(linePattern, () => aliases, marks),
        ending,
      ),
  );
}
