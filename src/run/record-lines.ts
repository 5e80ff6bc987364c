import type { OutputBuffer } from "../io/output-buffer.ts";
import type { Masker } from "../text/masks/masker.ts";
import type { JsonRecord } from "../text/records/json-record.ts";
import type { AliasUse, InputLine, LineMatch, LineWriter, WriterOptions } from "./line-writer.ts";
import type { LinePattern } from "./rulebook.ts";
import { MAX_WHOLE_OUTPUT_BYTES, PlainLines, TemplateRenderers } from "./template-renderer.ts";

/**
 * 1 for each byte that may stand in a JSON string as it is. Others keep their meaning, also those that are not UTF-8.
 */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte >= 0x20 && byte !== 0x22 && byte !== 0x5c));

/** What stands in a JSON string for each other byte. */
const ESCAPES = Array.from({ length: 0x80 }, (_, code) =>
  Buffer.from(JSON.stringify(String.fromCharCode(code)).slice(1, -1)),
);

/**
 * Writes each record with the output in place of its message. If that is the message itself, every byte stays. Other
 * lines stay as they are.
 */
export class RecordLines implements LineWriter {
  /** An output may have to be escaped, and numbers cannot be put in later. */
  static readonly marksAliases = false;

  private readonly output: OutputBuffer;
  private readonly renderers: TemplateRenderers;
  private readonly masker: Masker | undefined;
  private scratch = Buffer.allocUnsafeSlow(MAX_WHOLE_OUTPUT_BYTES);

  constructor(
    linePatterns: readonly LinePattern[],
    output: OutputBuffer,
    { aliases }: AliasUse,
    { masker }: WriterOptions,
  ) {
    this.output = output;
    this.renderers = new TemplateRenderers(linePatterns, aliases);
    this.masker = masker;
  }

  writeMatched({ record, bytes }: InputLine, { linePattern, bounds }: LineMatch): void {
    const renderer = this.renderers.of(linePattern);
    renderer.take(bytes, bounds);
    const { length } = renderer;
    if (length > MAX_WHOLE_OUTPUT_BYTES) {
      this.writePieces(record!, renderer.pieces(), length);
    } else {
      renderer.writeInto(this.scratch, 0);
      this.write(record!, this.scratch, 0, length);
    }
  }

  writeUnmatched({ record, isText, bytes, start, end }: InputLine): void {
    const { output, masker } = this;
    if (!isText) {
      output.appendLine(bytes, start, end);
    } else if (masker === undefined) {
      this.write(record!, bytes, start, end);
    } else {
      const text = bytes.subarray(start, end);
      this.writePieces(record!, { [Symbol.iterator]: () => masker.pieces(text) }, end - start);
    }
  }

  private write(record: JsonRecord, text: Buffer, from: number, to: number): void {
    const { output } = this;
    if (isMessage(record, text, from, to)) {
      this.output.appendLine(record.line, record.start, record.end);
    } else if (to - from > MAX_WHOLE_OUTPUT_BYTES) {
      this.writePieces(record, [text.subarray(from, to)], to - from);
    } else {
      this.writeBefore(record);
      if (!output.appendIfAll(PLAIN, text, from, to)) {
        for (const piece of escapedPieces(text, from, to)) output.append(piece, 0, piece.length);
      }
      this.writeAfter(record);
    }
  }

  /** As `write`, for a text in pieces of about `size` bytes in all. They are iterated again. */
  private writePieces(record: JsonRecord, pieces: Iterable<Buffer>, size: number): void {
    if (areMessage(record, pieces)) {
      this.output.appendLine(record.line, record.start, record.end);
    } else {
      this.writeBefore(record);
      this.output.appendPieces(escapedTexts(pieces), size);
      this.writeAfter(record);
    }
  }

  private writeBefore({ line, start, from, before }: JsonRecord): void {
    this.output.append(line, start, from);
    this.output.append(before, 0, before.length);
  }

  private writeAfter({ line, to, end, after }: JsonRecord): void {
    this.output.append(after, 0, after.length);
    this.output.appendLine(line, to, end);
  }
}

function* escapedTexts(texts: Iterable<Buffer>): Generator<Buffer> {
  for (const text of texts) yield* escapedPieces(text, 0, text.length);
}

/** The content of a JSON string that holds the bytes. Those that need no escape stay where they are. */
function* escapedPieces(bytes: Buffer, from: number, to: number): Generator<Buffer> {
  let plain = from;
  for (let at = from; at < to; at++) {
    if (PLAIN[bytes[at]!] === 1) continue;
    yield bytes.subarray(plain, at);
    yield ESCAPES[bytes[at]!]!;
    plain = at + 1;
  }
  yield bytes.subarray(plain, to);
}

/** Whether the text is the message as it is. */
function isMessage({ text: message, textFrom, textTo }: JsonRecord, text: Buffer, from: number, to: number): boolean {
  if (textTo - textFrom !== to - from) return false;
  for (let i = from, j = textFrom; i < to; i++, j++) if (text[i] !== message[j]) return false;
  return true;
}

function areMessage({ text, textFrom, textTo }: JsonRecord, pieces: Iterable<Buffer>): boolean {
  let at = textFrom;
  for (const piece of pieces) {
    const to = at + piece.length;
    if (to > textTo || text.compare(piece, 0, piece.length, at, to) !== 0) return false;
    at = to;
  }
  return at === textTo;
}

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

  writeMatched(line: InputLine, match: LineMatch): void {
    this.writePrefix(line);
    this.texts.writeMatched(line, match);
  }

  writeUnmatched(line: InputLine): void {
    const { criLine, parts, bytes, start, end } = line;
    const isMessage = criLine !== undefined && end - start === criLine.end - criLine.messageFrom;
    if (criLine === undefined) {
      this.output.appendLine(bytes, start, end);
    } else if (this.masks || !isMessage) {
      this.writePrefix(line);
      this.texts.writeUnmatched(line);
    } else if (parts === undefined) {
      this.output.appendLine(criLine.line, criLine.start, criLine.end);
    } else {
      for (const part of parts) this.output.appendLine(part, 0, part.length);
    }
  }

  private writePrefix({ criLine }: InputLine): void {
    this.output.append(criLine!.line, criLine!.start, criLine!.messageFrom);
  }
}
