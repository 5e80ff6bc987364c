import type { LineReader } from "../io/line-reader.ts";
import type { OutputBuffer } from "../io/output-buffer.ts";
import { equalBytes } from "../text/bytes/copy.ts";
import type { JsonRecord } from "../text/records/json-record.ts";
import type { LineMatch, LineWriter, WriterOptions } from "./line-writer.ts";
import type { LinePattern } from "./rulebook.ts";
import { OutputText, PlainLines } from "./template-renderer.ts";

/** 1 for each byte that may stand in a JSON string as it is, also where it is not UTF-8. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte >= 0x20 && byte !== 0x22 && byte !== 0x5c));

/** What stands in a JSON string for each other byte. */
const ESCAPES = Array.from({ length: 0x80 }, (_, code) =>
  Buffer.from(JSON.stringify(String.fromCharCode(code)).slice(1, -1)),
);

/** Writes each record with the output in place of its message. If that is the message itself, every byte stays. */
export class RecordLines implements LineWriter {
  private readonly output: OutputBuffer;
  private readonly text: OutputText;

  constructor(linePatterns: readonly LinePattern[], output: OutputBuffer, options: WriterOptions) {
    this.output = output;
    this.text = new OutputText(linePatterns, options);
  }

  writeMatched(line: LineReader, match: LineMatch): void {
    this.write(line.record!, this.text.takeMatched(line, match));
  }

  writeUnmatched(line: LineReader): void {
    if (line.isText) this.write(line.record!, this.text.takeUnmatched(line));
    else this.output.appendLine(line.bytes, line.start, line.end);
  }

  private write(record: JsonRecord, { bytes, from, to, pieces }: OutputText): void {
    const { output } = this;
    if (pieces === undefined ? isMessage(record, bytes, from, to) : areMessage(record, pieces)) {
      output.appendLine(record.line, record.start, record.end);
      return;
    }
    output.append(record.line, record.start, record.from);
    output.appendReady(record.before);
    if (pieces !== undefined) output.appendPieces(escapedTexts(pieces), to - from);
    else if (!output.appendIfAll(PLAIN, bytes, from, to))
      for (const piece of escapedPieces(bytes, from, to)) output.appendReady(piece);
    output.appendReady(record.after);
    output.appendLine(record.line, record.to, record.end);
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

function isMessage({ text: message, textFrom, textTo }: JsonRecord, text: Buffer, from: number, to: number): boolean {
  return textTo - textFrom === to - from && equalBytes(text, from, message, textFrom, to - from);
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

/** Lines of the CRI log format with the output as message. A joined one has the tags of its last part. */
export class CriLines implements LineWriter {
  private readonly output: OutputBuffer;
  private readonly texts: PlainLines;
  private readonly masks: boolean;

  constructor(linePatterns: readonly LinePattern[], output: OutputBuffer, options: WriterOptions) {
    this.output = output;
    this.texts = new PlainLines(linePatterns, output, options);
    this.masks = options.masker !== undefined;
  }

  writeMatched(line: LineReader, match: LineMatch): void {
    this.writePrefix(line);
    this.texts.writeMatched(line, match);
  }

  writeUnmatched(line: LineReader): void {
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

  private writePrefix({ criLine }: LineReader): void {
    this.output.append(criLine!.line, criLine!.start, criLine!.messageFrom);
  }
}
