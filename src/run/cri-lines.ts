import type { OutputBuffer } from "../io/sink.ts";
import type { AliasUse, InputLine, LineMatch, LineWriter, WriterOptions } from "./line-writer.ts";
import type { LinePattern } from "./rulebook.ts";
import { PlainLines } from "./template-renderer.ts";

/**
 * Writes lines of the CRI log format, each with the output in place of its message. A line that was joined from parts
 * becomes one, with the time and the tags of its last part; if no rule matches it, its parts stay as they are. Lines of
 * no such format stay as they are, too.
 */
export class CriLines implements LineWriter {
  static readonly marksAliases = PlainLines.marksAliases;

  private readonly output: OutputBuffer;
  private readonly texts: PlainLines;
  private readonly masks: boolean;

  constructor(linePatterns: readonly LinePattern[], output: OutputBuffer, aliasUse: AliasUse, options: WriterOptions) {
    this.output = output;
    this.texts = new PlainLines(linePatterns, output, aliasUse, options);
    this.masks = options.masker !== undefined;
  }

  /** Does nothing: a line does not say where it is from. */
  begin(): void {}

  writeMatched(line: InputLine, match: LineMatch): boolean {
    this.writePrefix(line);
    return this.texts.writeMatched(line, match);
  }

  writeUnmatched(line: InputLine): boolean {
    const { criLine, parts, bytes, start, end } = line;
    if (criLine === undefined) {
      this.writeWhole(bytes, start, end);
      return true;
    }
    const isMessage = end - start === criLine.end - criLine.messageFrom;
    if (this.masks || !isMessage) {
      this.writePrefix(line);
      return this.texts.writeUnmatched(line);
    }
    if (parts === undefined) this.writeWhole(criLine.line, criLine.start, criLine.end);
    else for (const part of parts) this.writeWhole(part, 0, part.length);
    return true;
  }

  resume(): boolean {
    return this.texts.resume();
  }

  hold(): void {
    this.texts.hold();
  }

  private writePrefix({ criLine }: InputLine): void {
    this.output.append(criLine!.line, criLine!.start, criLine!.messageFrom);
  }

  private writeWhole(bytes: Buffer, start: number, end: number): void {
    this.output.append(bytes, start, end);
    this.output.appendNewline();
  }
}
