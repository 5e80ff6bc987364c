import type { OutputBuffer } from "../streams/output-buffer.ts";
import type { AliasUse, LineWriter } from "./line-writer.ts";
import type { LinePattern } from "./rulebook.ts";
import { type TemplateRenderer, TemplateRenderers } from "./template-renderer.ts";

/** Writes the rule's output for each matched line, and unmatched lines unchanged. */
export class PlainLines implements LineWriter {
  private readonly output: OutputBuffer;
  private readonly renderers: TemplateRenderers;
  /** The renderer of the unfinished line, and the piece that it writes next. */
  private unfinished: TemplateRenderer | undefined;
  private piece = 0;

  constructor(linePatterns: readonly LinePattern[], output: OutputBuffer, { aliases, marks }: AliasUse) {
    this.output = output;
    this.renderers = new TemplateRenderers(linePatterns, aliases, "\n", marks);
  }

  writeMatched(
    linePattern: number,
    _: number,
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

  writeUnmatched(_: number, bytes: Buffer, start: number, end: number): boolean {
    this.output.append(bytes, start, end);
    this.output.appendNewline();
    return true;
  }

  resume(): boolean {
    this.piece = this.unfinished!.writeFrom(this.piece, this.output);
    if (this.piece !== -1) return false;
    this.unfinished = undefined;
    return true;
  }

  hold(): void {
    this.unfinished?.hold();
  }
}
