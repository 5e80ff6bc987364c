import type { OutputBuffer } from "../streams/output-buffer.ts";
import type { AliasUse, LineWriter } from "./line-writer.ts";
import type { LinePattern } from "./rulebook.ts";
import { renderersOf, type TemplateRenderer } from "./template-renderer.ts";

/** Writes for each line the output of its rule, and lines that no rule matches as they are. */
export class PlainLines implements LineWriter {
  private readonly output: OutputBuffer;
  private readonly renderers: readonly TemplateRenderer[];
  /** What the line that is begun is written by, and its next piece. */
  private begun: TemplateRenderer | undefined;
  private piece = 0;

  constructor(linePatterns: readonly LinePattern[], output: OutputBuffer, { aliases, marks }: AliasUse) {
    this.output = output;
    this.renderers = renderersOf(linePatterns, aliases, "\n", marks);
  }

  matched(
    linePattern: number,
    _: number,
    bytes: Buffer,
    start: number,
    end: number,
    bounds: readonly number[],
  ): boolean {
    const renderer = this.renderers[linePattern]!;
    renderer.take(bytes, bounds);
    if (renderer.write(this.output, end - start)) return true;
    this.begun = renderer;
    this.piece = 0;
    return false;
  }

  unmatched(_: number, bytes: Buffer, start: number, end: number): boolean {
    this.output.append(bytes, start, end);
    this.output.appendNewline();
    return true;
  }

  resume(): boolean {
    this.piece = this.begun!.writeFrom(this.piece, this.output);
    if (this.piece !== -1) return false;
    this.begun = undefined;
    return true;
  }

  hold(): void {
    this.begun?.hold();
  }
}
