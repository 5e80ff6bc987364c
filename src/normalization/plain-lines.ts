import type { OutputBuffer } from "../streams/output-buffer.ts";
import { Aliases } from "./aliases.ts";
import type { LineWriter } from "./line-writer.ts";
import { type Rendering, renderingsOf } from "./rendering.ts";
import type { LineKind } from "./rulebook.ts";

/** Writes of each line the output of its rule; those that no rule matches as they are. */
export class PlainLines implements LineWriter {
  private readonly output: OutputBuffer;
  private readonly renderings: readonly Rendering[];
  /** Of the line that is begun, and the next piece of it. */
  private begun: Rendering | undefined;
  private piece = 0;

  constructor(kinds: readonly LineKind[], output: OutputBuffer) {
    this.output = output;
    this.renderings = renderingsOf(kinds, new Aliases());
  }

  won(kind: number, _: number, bytes: Buffer, start: number, end: number, bounds: readonly number[]): boolean {
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

  writeOn(): boolean {
    this.piece = this.begun!.writeFrom(this.piece, this.output);
    if (this.piece !== -1) return false;
    this.begun = undefined;
    return true;
  }

  hold(): void {
    this.begun?.hold();
  }
}
