import type { OutputBuffer } from "../io/sink.ts";
import type { Masker } from "../text/masks/masker.ts";
import type { AliasUse, InputLine, LineMatch, LineWriter, WriterOptions } from "./line-writer.ts";
import { MAX_WHOLE_TEXT, MessageWriter } from "./message-writer.ts";
import type { LinePattern } from "./rulebook.ts";
import { TemplateRenderers } from "./template-renderer.ts";

/** Writes each record with the output in place of its message. Other lines stay as they are. */
export class RecordLines implements LineWriter {
  /** An output may have to be escaped, and numbers cannot be put in later. */
  static readonly marksAliases = false;

  private readonly output: OutputBuffer;
  private readonly renderers: TemplateRenderers;
  private readonly masker: Masker | undefined;
  private readonly messages: MessageWriter;
  private scratch = Buffer.allocUnsafeSlow(MAX_WHOLE_TEXT);
  /** The steps that write the unfinished record. */
  private unfinished: Generator<void> | undefined;

  constructor(
    linePatterns: readonly LinePattern[],
    output: OutputBuffer,
    { aliases }: AliasUse,
    { masker }: WriterOptions,
  ) {
    this.output = output;
    this.renderers = new TemplateRenderers(linePatterns, aliases, "");
    this.masker = masker;
    this.messages = new MessageWriter(output);
  }

  /** Does nothing: a record says by itself where it is from. */
  begin(): void {}

  writeMatched({ record, bytes }: InputLine, { linePattern, bounds }: LineMatch): boolean {
    const renderer = this.renderers.of(linePattern);
    renderer.take(bytes, bounds);
    const { length } = renderer;
    if (length > MAX_WHOLE_TEXT) {
      renderer.hold();
      return this.write(this.messages.steps(record!, renderer.pieces()));
    }
    renderer.writeInto(this.scratch, 0);
    this.messages.write(record!, this.scratch, 0, length);
    return true;
  }

  writeUnmatched({ record, isText, bytes, start, end }: InputLine): boolean {
    const { output, masker } = this;
    if (isText && masker === undefined && end - start <= MAX_WHOLE_TEXT) {
      this.messages.write(record!, bytes, start, end);
      return true;
    }
    if (isText) {
      const text = bytes.subarray(start, end);
      const pieces = masker === undefined ? [text] : { [Symbol.iterator]: () => masker.pieces(text) };
      return this.write(this.messages.steps(record!, pieces));
    }
    output.append(bytes, start, end);
    output.appendNewline();
    return true;
  }

  resume(): boolean {
    return this.unfinished!.next().done === true;
  }

  /** Does nothing: the bounds of an unfinished line are already its own. */
  hold(): void {}

  private write(steps: Generator<void>): boolean {
    this.unfinished = steps;
    return this.resume();
  }
}
