import {
  BACKSLASH,
  countDigits,
  IN_JSON,
  JSON_FORMS,
  LAST_ASCII,
  MAX_DIGITS,
  NEWLINE,
  writeDigits,
} from "../text/bytes/ascii.ts";
import { copyBytes, copyPlain } from "../text/bytes/copy.ts";
import { viewOf, wordView } from "../text/bytes/machine-words.ts";
import { JsonWriter } from "../text/messages/json.ts";
import { TextLayout } from "../text/messages/text-layout.ts";
import type { Sink } from "./sink.ts";

/** From this size on, the buffer should be written. */
const FULL_BYTES = 256 * 1024;

/** Pieces from this size on are not copied. */
const LARGE_PIECE_BYTES = 32 * 1024;

const MAX_BYTES_PER_UNIT = 3;

/** Writes what it makes of `source` from `from` up to `to` at `target[at]`, and returns the end. */
interface RangeWriter {
  write(source: Uint8Array, from: number, to: number, target: Uint8Array, at: number): number;
}

/** Collects small pieces of output into writes of about 256 KiB. Large pieces are passed on without being copied. */
export class OutputBuffer {
  private bytes: Buffer = Buffer.allocUnsafeSlow(FULL_BYTES + LARGE_PIECE_BYTES);
  private words = viewOf(this.bytes);
  private length = 0;
  private bytesBefore = 0;
  /** Full buffers, large pieces, and pieces that are not made yet. They come before `bytes`. */
  private segments: (Buffer | Iterable<Buffer>)[] = [];

  /** Whether the buffer should be written before more is added. */
  get isFull(): boolean {
    return this.length >= FULL_BYTES || this.segments.length > 0;
  }

  get position(): number {
    return this.bytesBefore + this.length;
  }

  /** Adds the bytes of `source` from `from` up to `to`. They must not change until the buffer is written. */
  append(source: Uint8Array, from: number, to: number): void {
    const count = to - from;
    if (count >= LARGE_PIECE_BYTES) {
      this.close();
      this.segments.push(Buffer.from(source.buffer, source.byteOffset + from, count));
      this.bytesBefore += count;
      return;
    }
    if (this.length + count > this.bytes.length) this.close();
    copyBytes(source, from, to, this.bytes, this.length);
    this.length += count;
  }

  get room(): number {
    return this.bytes.length - this.length;
  }

  /** Adds an output of at most 64 KiB. */
  appendMade(output: { readonly length: number; writeInto(target: Uint8Array, at: number): void }): void {
    const { length } = output;
    if (!this.hasRoom(length)) this.close();
    output.writeInto(this.bytes, this.length);
    this.length += length;
  }

  /** Adds bytes for which there is room. They may change afterwards. */
  appendCopy(source: Uint8Array, from: number, to: number): void {
    copyBytes(source, from, to, this.bytes, this.length);
    this.length += to - from;
  }

  /**
   * Adds pieces that have about `size` bytes in all. If these are many, they are made only as they are written, so that
   * they are never in memory all at once. What they are made of must not change until then.
   */
  appendPieces(pieces: Iterable<Buffer>, size: number): void {
    if (size >= LARGE_PIECE_BYTES) {
      this.close();
      this.segments.push(pieces);
    } else {
      for (const piece of pieces) this.append(piece, 0, piece.length);
    }
  }

  appendText(text: string): void {
    if (!this.hasRoom(MAX_BYTES_PER_UNIT * text.length)) {
      const bytes = Buffer.from(text);
      this.append(bytes, 0, bytes.length);
      return;
    }
    // Most short texts are ASCII. A loop writes them faster than a method of the runtime.
    const { bytes, length } = this;
    for (let i = 0; i < text.length; i++) {
      const unit = text.charCodeAt(i);
      if (unit > LAST_ASCII) {
        this.length = length + bytes.write(text, length);
        return;
      }
      bytes[length + i] = unit;
    }
    this.length = length + text.length;
  }

  /** Adds a non-negative integer, with leading zeros if it has fewer than `width` digits. */
  appendNumber(number: number, width: number): void {
    if (!this.hasRoom(Math.max(width, MAX_DIGITS))) this.close();
    const end = this.length + Math.max(width, countDigits(number));
    writeDigits(number, this.bytes, this.length, end);
    this.length = end;
  }

  appendReady(text: Buffer, from = 0): void {
    this.append(text, from, text.length);
  }

  /** Adds bytes as a JSON string holds them. Returns false if they do not fit, or are not all printable ASCII. */
  appendInJson(source: Uint8Array, from: number, to: number): boolean {
    const { bytes, length } = this;
    if (!this.hasRoom(2 * (to - from))) return false;
    const plain = copyPlain(wordView(source), from, to, this.words, length);
    let end = length + plain;
    for (let i = from + plain; i < to; i++) {
      const byte = source[i]!;
      const form = JSON_FORMS[byte]!;
      if (form !== IN_JSON.plain) {
        if (form === IN_JSON.other) return false;
        bytes[end++] = BACKSLASH;
      }
      bytes[end++] = byte;
    }
    this.length = end;
    return true;
  }

  /** Adds the bytes if `accepted[byte]` is 1 for all of them. Otherwise adds nothing and returns false. */
  appendIfAll(accepted: Uint8Array, source: Uint8Array, from: number, to: number): boolean {
    if (!this.hasRoom(to - from)) {
      for (let i = from; i < to; i++) if (accepted[source[i]!] === 0) return false;
      this.append(source, from, to);
      return true;
    }
    const { bytes, length } = this;
    for (let i = from, j = length; i < to; i++, j++) {
      const byte = source[i]!;
      if (accepted[byte] === 0) return false;
      bytes[j] = byte;
    }
    this.length = length + to - from;
    return true;
  }

  hasRoom(count: number): boolean {
    return this.length + count <= this.bytes.length;
  }

  /** Adds what `writer` makes of a range. The caller must know that it fits, for example from `hasRoom`. */
  appendWritten(writer: RangeWriter, source: Uint8Array, from: number, to: number): void {
    this.length = writer.write(source, from, to, this.bytes, this.length);
  }

  appendLine(source: Uint8Array, from: number, to: number): void {
    this.append(source, from, to);
    this.appendNewline();
  }

  appendNewline(): void {
    if (this.length === this.bytes.length) this.close();
    this.bytes[this.length++] = NEWLINE;
  }

  /** Empties the buffer into a sink. Nothing may be added meanwhile. Rejects if the sink does. */
  async flush(sink: Sink): Promise<void> {
    const { segments, bytes, length } = this;
    this.segments = [];
    this.bytesBefore += length;
    this.length = 0;
    for (const segment of segments) {
      if (Buffer.isBuffer(segment)) await sink.write(segment);
      else this.bytesBefore += await writePieces(segment, sink);
    }
    if (length > 0) await sink.write(bytes.subarray(0, length));
  }

  private close(): void {
    if (this.length === 0) return;
    this.segments.push(this.bytes.subarray(0, this.length));
    this.bytes = Buffer.allocUnsafeSlow(FULL_BYTES + LARGE_PIECE_BYTES);
    this.words = viewOf(this.bytes);
    this.bytesBefore += this.length;
    this.length = 0;
  }
}

async function writePieces(pieces: Iterable<Buffer>, sink: Sink): Promise<number> {
  const made = new OutputBuffer();
  for (const piece of pieces) {
    made.append(piece, 0, piece.length);
    if (made.isFull) await made.flush(sink);
  }
  await made.flush(sink);
  return made.position;
}

/** 1 for each byte that is printable ASCII or a tab. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) => Number((byte >= 0x20 && byte <= 0x7e) || byte === 0x09));

/** Collects text for people, and writes it in large pieces. */
export class TextOutput extends TextLayout {
  private readonly collected = new OutputBuffer();
  readonly json = new JsonWriter(this.collected);
  private readonly sink: Sink;

  /** Wraps the text to `width` columns if it is given. */
  constructor(sink: Sink, hasColors: boolean, width?: number) {
    super({ hasColors, width });
    this.sink = sink;
  }

  get isFull(): boolean {
    return this.collected.isFull;
  }

  /** Adds a non-negative integer, with leading zeros if it has fewer than `width` digits. */
  number(number: number, width = 1): void {
    if (this.columns === Number.POSITIVE_INFINITY) this.collected.appendNumber(number, width);
    else this.text(String(number).padStart(width, "0"));
  }

  /** Adds a line of a log, as it is, and a newline. The sink makes it safe for a terminal, if it leads to one. */
  logLine(bytes: Uint8Array, from: number, to: number): void {
    this.collected.appendLine(bytes, from, to);
  }

  async flush(): Promise<void> {
    await this.collected.flush(this.sink);
  }

  protected override put(text: string): void {
    this.collected.appendText(text);
  }

  protected override putBytes(bytes: Buffer, from: number, to: number): void {
    this.collected.append(bytes, from, to);
  }

  protected override putIfPlain(bytes: Buffer, from: number, to: number): boolean {
    return this.collected.appendIfAll(PLAIN, bytes, from, to);
  }
}
