import type { Masker } from "../masks/masker.ts";
import type { OutputBuffer } from "../streams/output-buffer.ts";
import type { AliasUse, LinePlace, LineWriter, WriterOptions } from "./line-writer.ts";
import type { LinePattern } from "./rulebook.ts";
import { type TemplateRenderer, TemplateRenderers } from "./template-renderer.ts";

/** Writes the rule's output for each matched line, and unmatched lines unchanged or masked. */
export class PlainLines implements LineWriter {
  private readonly output: OutputBuffer;
  private readonly renderers: TemplateRenderers;
  /** The renderer of the unfinished line, and the piece that it writes next. */
  private unfinished: TemplateRenderer | undefined;
  private piece = 0;
  private readonly masker: Masker | undefined;
  /** The steps that write the unfinished line, if it is masked. */
  private steps: Generator<void> | undefined;

  constructor(
    linePatterns: readonly LinePattern[],
    output: OutputBuffer,
    { aliases, marks }: AliasUse,
    { masker }: WriterOptions,
  ) {
    this.output = output;
    this.renderers = new TemplateRenderers(linePatterns, aliases, "\n", marks);
    this.masker = masker;
  }

  /** Does nothing: a plain line does not say where it is from. */
  begin(): void {}

  writeMatched(
    linePattern: number,
    _: LinePlace,
    bytes: Buffer,
    start: number,
    end: number,
    bounds: readonly number[],
  ): boolean {
    const renderer = this.renderers.of(linePattern);
    renderer.take(bytes, bounds);
    if (renderer.write(this.output, end - start)) return true;
    this.unfinished = renderer;
    this.piece = 0;
    return false;
  }

  writeUnmatched(_: number, __: LinePlace, bytes: Buffer, start: number, end: number): boolean {
    const { output, masker } = this;
    if (masker === undefined) {
      output.append(bytes, start, end);
    } else if (output.hasRoom(end - start) && output.hasRoom(masker.room(bytes, start, end))) {
      output.appendWritten(masker, bytes, start, end);
    } else {
      this.steps = this.maskedSteps(masker.pieces(bytes.subarray(start, end)));
      return this.resume();
    }
    output.appendNewline();
    return true;
  }

  resume(): boolean {
    if (this.steps !== undefined) {
      if (this.steps.next().done !== true) return false;
      this.steps = undefined;
      return true;
    }
    this.piece = this.unfinished!.writeFrom(this.piece, this.output);
    if (this.piece !== -1) return false;
    this.unfinished = undefined;
    return true;
  }

  hold(): void {
    this.unfinished?.hold();
  }

  /** Writes a masked line. Yields whenever the output is full. */
  private *maskedSteps(pieces: Iterable<Buffer>): Generator<void> {
    const { output } = this;
    for (const piece of pieces) {
      output.append(piece, 0, piece.length);
      if (output.isFull) yield;
    }
    output.appendNewline();
  }
}
