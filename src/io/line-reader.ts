// Chunks in, numbered lines out. `LineCutter` finds the lines in chunks; `LineReader` holds the loop over these.

import { NEWLINE } from "../text/bytes/ascii.ts";
import type { CriLine } from "../text/records/cri-line.ts";
import type { JsonRecord } from "../text/records/json-record.ts";
import { CriJoiner } from "./cri-joiner.ts";
import { LineText, type ReadOptions } from "./line-text.ts";
import { allocateLine, LineError, LineTooLongError } from "./read-errors.ts";

const CARRIAGE_RETURN = 0x0d;
export const BYTE_ORDER_MARK: Buffer = Buffer.from([0xef, 0xbb, 0xbf]);
export const BYTE_ORDER_MARK_BYTES = BYTE_ORDER_MARK.length;

/** The usual size of the buffer for a line that spans chunks. It grows for a longer line and shrinks after it. */
const CARRY_BYTES = 64 * 1024;

const EMPTY = Buffer.alloc(0);

// Held here, because the prototype of buffers has so many methods that optimised code looks one up anew at each call.
const indexOf: (this: Buffer, byte: number, from: number) => number = EMPTY.indexOf;

/** A text, from `start` up to `end`. */
interface Text {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/**
 * Cuts chunks of bytes into lines, which may span chunks. A line ends with `\n` or `\r\n`, which the last line of an
 * input may lack. Drops a byte order mark at the beginning of an input.
 *
 * Lines are not copied out of their chunk, so a chunk must not change until `next` has returned false.
 */
export class LineCutter {
  /** The last line is `bytes` from `start` up to `end`, without its terminator. Valid until `next` is called. */
  bytes: Buffer = EMPTY;
  start = 0;
  end = 0;
  /** Whether its terminator begins with a carriage return. */
  endsWithReturn = false;

  private chunk: Buffer = EMPTY;
  private cursor = 0;
  /** Where the last line begins in the chunk; negative if it begins before the chunk. */
  private lineStart = 0;
  /** How many bytes of the file came before the chunk. */
  private bytesBefore = 0;
  private carry: Buffer = Buffer.allocUnsafeSlow(CARRY_BYTES);
  private carried = 0;
  private isAtBeginning = true;
  private hasEnded = false;

  /**
   * Begins a file, or a part of one that begins with a line after `bytesBefore` bytes. All lines of the previous one
   * must have been taken.
   */
  begin(bytesBefore: number): void {
    this.isAtBeginning = bytesBefore === 0;
    this.hasEnded = false;
    this.bytesBefore = bytesBefore;
    this.chunk = EMPTY;
    this.cursor = 0;
  }

  /** The offset in the file of the line that `next` will find. */
  get position(): number {
    return this.bytesBefore + this.cursor - this.carried;
  }

  /** The offset in the file of the last line, after a byte order mark. */
  get offset(): number {
    return this.bytesBefore + this.lineStart;
  }

  /** Adds the next chunk. All lines of the previous one must have been taken. */
  push(chunk: Buffer): void {
    this.bytesBefore += this.chunk.length;
    this.chunk = chunk;
    this.cursor = 0;
  }

  /** Ends the input. What follows the last terminator is then a line too. */
  finish(): void {
    this.push(EMPTY);
    this.hasEnded = true;
  }

  /**
   * Finds the next line. Returns false if no other line ends in the chunk, and keeps the rest for the next chunk.
   * Throws a LineTooLongError if there is no room for the rest.
   */
  next(): boolean {
    const newline = indexOf.call(this.chunk, NEWLINE, this.cursor);
    this.lineStart = this.cursor - this.carried;
    if (newline === -1) {
      this.endsWithReturn = false;
      this.keep(this.chunk.length);
      return this.hasEnded && this.setCarried() && this.end > this.start;
    }
    if (this.carried === 0) {
      this.setLine(this.chunk, this.cursor, newline);
    } else {
      this.keep(newline);
      this.setCarried();
    }
    this.cursor = newline + 1;
    this.endsWithReturn = this.end > this.start && this.bytes[this.end - 1] === CARRIAGE_RETURN;
    if (this.endsWithReturn) this.end--;
    return true;
  }

  /** Replaces the last line by another text. */
  replace({ bytes, start, end }: Text): void {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
  }

  private setCarried(): boolean {
    const length = this.carried;
    this.carried = 0;
    this.setLine(this.carry, 0, length);
    return length > 0;
  }

  private setLine(bytes: Buffer, start: number, end: number): void {
    // Most lines lie in the same chunk as the line before. Assigning an object costs more than comparing it.
    if (bytes !== this.bytes) this.bytes = bytes;
    this.start = start;
    this.end = end;
    if (!this.isAtBeginning) return;
    this.isAtBeginning = false;
    const mark = markLength(bytes.subarray(start, end));
    this.start += mark;
    this.lineStart += mark;
  }

  private keep(to: number): void {
    const length = this.carried + to - this.cursor;
    if (length > this.carry.length || (this.carried === 0 && this.carry.length > CARRY_BYTES)) this.resize(length);
    this.chunk.copy(this.carry, this.carried, this.cursor, to);
    this.carried = length;
    this.cursor = to;
  }

  /** Doubles the size, so that growing takes time linear in the line. Returns to the usual size after a long line. */
  private resize(length: number): void {
    let size = CARRY_BYTES;
    while (size < length) size *= 2;
    const carry = allocateLine(size);
    this.carry.copy(carry, 0, 0, this.carried);
    this.carry = carry;
  }
}

/** The length of the byte order mark with which the line begins: 3, or 0 if there is none. */
export function markLength(line: Uint8Array): number {
  return BYTE_ORDER_MARK.every((byte, i) => line[i] === byte) ? BYTE_ORDER_MARK_BYTES : 0;
}

/** What comes before an input. It begins with a line. */
export interface InputStart {
  /** The number of lines in all inputs before it; undefined to continue from the last input. */
  readonly linesBefore: number | undefined;
  /** The number of these lines that are in its file. */
  readonly linesInFile: number;
  /** The number of bytes in its file. At the beginning of a file there may be a byte order mark. */
  readonly bytesInFile: number;
}

const NEXT_FILE: InputStart = { linesBefore: undefined, linesInFile: 0, bytesInFile: 0 };

/** The start of a file in which line numbers begin again. */
export const FIRST_FILE: InputStart = { linesBefore: 0, linesInFile: 0, bytesInFile: 0 };

/** Reads inputs one after the other as numbered lines. */
export class LineReader {
  /** Holds the last line that `next` found. */
  private readonly lines = new LineCutter();
  /** The number of that line in all inputs, starting at 1. */
  number = 0;
  /** The number of lines in the inputs before the file. */
  private linesBeforeFile = 0;

  private readonly signal: AbortSignal | undefined;
  private readonly text: LineText;
  /** Makes the texts of lines, if they are not the lines themselves. */
  private readonly otherText: LineText | undefined;
  /** Joins lines that were written in parts, if lines are those of the CRI log format. */
  private readonly joiner: CriJoiner | undefined;
  /** Whether nothing follows what was read of the input. */
  private isAtEnd = false;
  private isTaking = false;

  /**
   * The texts that rules see, as the options say, take the place of the lines. If `signal` is aborted, the reading ends
   * without an error, and a partial last line is dropped.
   */
  constructor({ signal, ...options }: ReadOptions) {
    this.signal = signal;
    this.text = new LineText(options);
    this.otherText = this.text.isLine ? undefined : this.text;
    this.joiner = this.text.criLine && new CriJoiner(this.text.criLine);
  }

  /** The text of the last line, from `start` up to `end`. Valid until `next` is called. */
  get bytes(): Buffer {
    return this.lines.bytes;
  }

  get start(): number {
    return this.lines.start;
  }

  get end(): number {
    return this.lines.end;
  }

  /** The offset in the file of the line that `next` will find. */
  get position(): number {
    return this.lines.position;
  }

  /** Whether the last line has a text. A record without a message has none; then the record itself takes its place. */
  get isText(): boolean {
    return this.text.isText;
  }

  /** Why the last line has no text, in words that follow the name of the line. */
  get flaw(): string | undefined {
    return this.text.flaw;
  }

  /** The record that the last line is, if lines are records and `isText` is true. */
  get record(): JsonRecord | undefined {
    return this.text.record;
  }

  /** The last line, if lines are those of the CRI log format and `isText` is true. */
  get criLine(): CriLine | undefined {
    return this.text.isText ? this.text.criLine : undefined;
  }

  /** The parts from which that line was joined, as they stood; undefined if it was whole. */
  get parts(): readonly Buffer[] | undefined {
    return this.joiner?.parts;
  }

  /** The number of the last line in its file, starting at 1. */
  get numberInFile(): number {
    return this.number - this.linesBeforeFile;
  }

  /** The offset of the last line in its file, decompressed: of its first part. A byte order mark counts. */
  get offset(): number {
    return this.joiner?.offset ?? this.lines.offset;
  }

  /** Finds the next line. Returns false when all lines read so far are taken. */
  next(): boolean {
    const { lines, joiner, otherText } = this;
    if (joiner === undefined ? !lines.next() : !joiner.next(lines, this.isAtEnd)) return false;
    this.number++;
    if (otherText !== undefined) {
      if (joiner === undefined) otherText.read(lines.bytes, lines.start, lines.end);
      else otherText.takeCriLine(lines.bytes, lines.start, lines.end, joiner.isCriLine);
      lines.replace(otherText);
    }
    return true;
  }

  /**
   * Reads one more input to its end. Calls `take` after each chunk and waits for it before reading on; `take` must call
   * `next` until it returns false. If the input fails, rejects with its error after all lines before it were taken,
   * including a partial last line. Rejects at once with an error of `take`, or with a LineError if a line is too long.
   */
  async read(
    input: AsyncIterable<Buffer>,
    take: () => Promise<void> | void,
    { linesBefore, linesInFile, bytesInFile }: InputStart = NEXT_FILE,
  ): Promise<void> {
    const { lines, signal } = this;
    lines.begin(bytesInFile);
    this.joiner?.begin();
    this.isAtEnd = false;
    this.number = linesBefore ?? this.number;
    this.linesBeforeFile = this.number - linesInFile;
    this.isTaking = false;
    try {
      for await (const chunk of input) {
        lines.push(chunk);
        await this.runTake(take);
        if (signal?.aborted) return await this.takeWaiting(take);
      }
    } catch (error) {
      if (error instanceof LineTooLongError) throw new LineError(this.number + 1, error.message);
      if (this.isTaking) throw error;
      // An input that an abort ends may complain that it ended too early.
      if (signal?.aborted) return await this.takeWaiting(take);
      await this.takeLast(take);
      throw error;
    }
    if (signal?.aborted) await this.takeWaiting(take);
    else await this.takeLast(take);
  }

  /** Takes lines of which whole parts were read. */
  private async takeWaiting(take: () => Promise<void> | void): Promise<void> {
    if (!this.joiner?.isWaiting) return;
    this.isAtEnd = true;
    await this.runTake(take);
  }

  private async takeLast(take: () => Promise<void> | void): Promise<void> {
    this.lines.finish();
    this.isAtEnd = true;
    await this.runTake(take);
  }

  private async runTake(take: () => Promise<void> | void): Promise<void> {
    this.isTaking = true;
    await take();
    this.isTaking = false;
  }
}
