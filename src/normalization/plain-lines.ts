import type { OutputBuffer } from "../streams/output-buffer.ts";
import type { AliasUse, LineWriter } from "./line-writer.ts";
import { type Rendering, renderingsOf } from "./rendering.ts";
import type { LineKind } from "./rulebook.ts";

/** Writes for each line the output of its rule, and lines that no rule matches as they are. */
export class PlainLines implements LineWriter {
  private readonly output: OutputBuffer;
  private readonly renderings: readonly Rendering[];
  /** What the line that is begun is written by, and its next piece. */
  private begun: Rendering | undefined;
  private piece = 0;

  constructor(kinds: readonly LineKind[], output: OutputBuffer, { aliases, marks }: AliasUse) {
    this.output = output;
    this.renderings = renderingsOf(kinds, aliases, "\n", marks);
  }

  matched(kind: number, _: number, bytes: Buffer, start: number, end: number, bounds: readonly number[]): boolean {
    const rendering = this.renderings[kind]!;
    rendering.take(bytes, bounds);
    if (rendering.write(this.output, end - start)) return true;
    this.begun = rendering;
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
