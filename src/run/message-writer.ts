import type { OutputBuffer } from "../io/sink.ts";
import type { JsonRecord } from "../text/records/json-record.ts";

/** A longer text is written in steps. */
export const MAX_WHOLE_TEXT = 64 * 1024;

/** Longer pieces are written in parts of this size. */
const PART_BYTES = 16 * 1024;

/**
 * 1 for each byte that may stand in a JSON string as it is. Others keep their meaning, also those that are not UTF-8.
 */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => Number(byte >= 0x20 && byte !== 0x22 && byte !== 0x5c));

/** Writes records with other messages. */
export class MessageWriter {
  private readonly output: OutputBuffer;

  constructor(output: OutputBuffer) {
    this.output = output;
  }

  /** As `steps`, for a text of at most `MAX_WHOLE_TEXT` bytes, all at once. */
  write(record: JsonRecord, text: Buffer, from: number, to: number): void {
    const { output } = this;
    const { line, start, end } = record;
    if (isWholeMessage(record, text, from, to)) {
      output.append(line, start, end);
    } else {
      output.append(line, start, record.from);
      output.append(record.before, 0, record.before.length);
      if (!output.appendIfAll(PLAIN, text, from, to)) this.addEscaped(text, from, to);
      output.append(record.after, 0, record.after.length);
      output.append(line, record.to, end);
    }
    output.appendNewline();
  }

  /**
   * Writes the record with this text, given in pieces, in place of its message, and a line end. If that is the message,
   * every byte stays. Yields whenever the output is full.
   */
  *steps(record: JsonRecord, pieces: Iterable<Buffer>): Generator<void> {
    const { output } = this;
    const { line, start, end } = record;
    if (isMessage(record, pieces)) {
      output.append(line, start, end);
    } else {
      output.append(line, start, record.from);
      output.append(record.before, 0, record.before.length);
      for (const piece of pieces) yield* this.pieceSteps(piece);
      output.append(record.after, 0, record.after.length);
      output.append(line, record.to, end);
    }
    output.appendNewline();
  }

  private *pieceSteps(piece: Buffer): Generator<void> {
    const { output } = this;
    for (let from = 0; from < piece.length; from += PART_BYTES) {
      const to = Math.min(from + PART_BYTES, piece.length);
      if (!output.appendIfAll(PLAIN, piece, from, to)) this.addEscaped(piece, from, to);
      if (output.isFull) yield;
    }
  }

  private addEscaped(bytes: Buffer, from: number, to: number): void {
    const { output } = this;
    let plain = from;
    for (let at = from; at < to; at++) {
      if (PLAIN[bytes[at]!] === 1) continue;
      output.append(bytes, plain, at);
      output.appendText(JSON.stringify(String.fromCharCode(bytes[at]!)).slice(1, -1));
      plain = at + 1;
    }
    output.append(bytes, plain, to);
  }
}

function isWholeMessage(
  { text: message, textFrom, textTo }: JsonRecord,
  text: Buffer,
  from: number,
  to: number,
): boolean {
  if (textTo - textFrom !== to - from) return false;
  for (let i = from, j = textFrom; i < to; i++, j++) if (text[i] !== message[j]) return false;
  return true;
}

/** Whether the pieces are the message as it is. */
function isMessage({ text, textFrom, textTo }: JsonRecord, pieces: Iterable<Buffer>): boolean {
  let at = textFrom;
  for (const piece of pieces) {
    const to = at + piece.length;
    if (to > textTo || text.compare(piece, 0, piece.length, at, to) !== 0) return false;
    at = to;
  }
  return at === textTo;
}
