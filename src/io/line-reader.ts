import { CARRIAGE_RETURN, NEWLINE } from "../text/bytes/ascii.ts";
import type { CriLine } from "../text/records/cri-line.ts";
import { LineText, type ReadOptions } from "./line-text.ts";
import { allocateLine, LINE_BUFFER_BYTES, LineError, LineTooLongError, resizedForLine } from "./read-errors.ts";

export const BYTE_ORDER_MARK: Buffer = Buffer.from([0xef, 0xbb, 0xbf]);
export const BYTE_ORDER_MARK_BYTES = BYTE_ORDER_MARK.length;

const EMPTY = Buffer.alloc(0);

// A method of a constant is not looked up at each call.
const indexOf: (this: Buffer, byte: number, from: number) => number = EMPTY.indexOf;

/** The length of the byte order mark with which the line begins: 3, or 0 if there is none. */
export function markLength(line: Uint8Array): number {
  return BYTE_ORDER_MARK.every((byte, i) => line[i] === byte) ? BYTE_ORDER_MARK_BYTES : 0;
}

/** What comes before the first line that is read. */
export interface InputStart {
  /** How many lines, in this log and those before it; undefined to count on. */
  readonly linesBefore?: number | undefined;
  /** How many of these lines are in this log; 0 by default. */
  readonly linesInFile?: number | undefined;
  /** How many bytes of its file; 0 by default. At the beginning of a file there may be a byte order mark. */
  readonly bytesInFile?: number | undefined;
}

/** Lines that were not read yet: a chunk from `cursor` on. */
export interface UnreadLines {
  readonly chunk: Buffer;
  /** Another one for each chunk of a reader. */
  readonly chunkNumber: number;
  readonly cursor: number;
}

/** The start of a file in which line numbers begin again. */
export const FIRST_FILE: InputStart = { linesBefore: 0 };

/**
 * Reads inputs one after the other as numbered lines, which may span chunks. A line ends with `\n` or `\r\n`, which the
 * last line of an input may lack. Drops a byte order mark at the beginning of a file.
 *
 * Lines are not copied out of their chunk, so a chunk must not change until `next` has returned false.
 */
export class LineReader extends LineText {
  /** The number of the last line in all inputs, starting at 1. */
  number = 0;
  endsWithReturn = false;

  private readonly signal: AbortSignal | undefined;
  private readonly joiner: CriJoiner | undefined;
  private linesBeforeFile = 0;

  private chunk: Buffer = EMPTY;
  private chunkNumber = 0;
  private cursor = 0;
  /** Where the last line begins in the chunk; negative if it begins before the chunk. */
  private lineStart = 0;
  private bytesBefore = 0;
  private carry: Buffer = Buffer.allocUnsafeSlow(LINE_BUFFER_BYTES);
  private carried = 0;
  private isAtBeginning = true;
  /** Whether what follows the last terminator is a line, too. */
  private hasEnded = false;
  /** Whether nothing follows what was read of the input. */
  private isAtEnd = false;

  /** If `signal` is aborted, the reading ends without an error, and a partial last line is dropped. */
  constructor({ signal, ...options }: ReadOptions) {
    super(options);
    this.signal = signal;
    this.joiner = this.cri && new CriJoiner(this.cri);
  }

  /** The parts from which the last line was joined, as they stood; undefined if it was whole. */
  get parts(): readonly Buffer[] | undefined {
    return this.joiner?.parts;
  }

  /** The number of the last line in its file, starting at 1. */
  get numberInFile(): number {
    return this.number - this.linesBeforeFile;
  }

  /** The offset of the last line in its file, decompressed: of its first part. A byte order mark counts. */
  get offset(): number {
    return this.joiner?.offset ?? this.offsetOfCut;
  }

  /** The offset in the file of the line that `next` will find. */
  get position(): number {
    return this.bytesBefore + this.cursor - this.carried;
  }

  /**
   * Reads one more input to its end. Yields when lines can be taken: call `next` until it returns false. If the input
   * fails, throws its error after all lines before it were taken, including a partial last line.
   */
  async *read(input: AsyncIterable<Buffer>, start?: InputStart): AsyncGenerator<void> {
    const { signal } = this;
    let failure: { readonly error: unknown } | undefined;
    this.begin(start);
    try {
      for await (const chunk of input) {
        this.push(chunk);
        yield;
        if (signal?.aborted) break;
      }
    } catch (error) {
      // An input that an abort ends may complain that it ended too early.
      if (!signal?.aborted) failure = { error };
    }
    if (!signal?.aborted) this.finish();
    // Whole parts that were read make a line even then.
    else if (this.joiner?.isWaiting) this.isAtEnd = true;
    else return;
    yield;
    if (failure !== undefined) throw failure.error;
  }

  // What `read` does, for callers that read the chunks themselves.

  /** All lines of the previous input must have been taken. */
  begin({ linesBefore = this.number, linesInFile = 0, bytesInFile = 0 }: InputStart = {}): void {
    this.number = linesBefore;
    this.linesBeforeFile = this.number - linesInFile;
    this.isAtBeginning = bytesInFile === 0;
    this.hasEnded = false;
    this.isAtEnd = false;
    this.bytesBefore = bytesInFile;
    this.chunk = EMPTY;
    this.cursor = 0;
    this.joiner?.begin();
  }

  /** All lines of the previous chunk must have been taken. */
  push(chunk: Buffer): void {
    this.bytesBefore += this.chunk.length;
    this.chunk = chunk;
    this.chunkNumber++;
    this.cursor = 0;
  }

  /** Ends the input. What follows the last terminator is then a line too. */
  finish(): void {
    this.push(EMPTY);
    this.hasEnded = true;
    this.isAtEnd = true;
  }

  /** Finds the next line. Returns false when all that was read is taken. Throws a LineError without memory for it. */
  next(): boolean {
    const { joiner } = this;
    try {
      if (joiner === undefined ? !this.cut() : !joiner.next(this, this.isAtEnd)) return false;
    } catch (error) {
      throw error instanceof LineTooLongError ? new LineError(this.number + 1, error.message) : error;
    }
    this.number++;
    if (joiner !== undefined) this.takeCriLine(joiner.isCriLine);
    else if (!this.isLine) this.take(this.bytes, this.start, this.end);
    return true;
  }

  // What lies under `next`, for the joiner.

  /** The offset in the file of the line that was cut last, after a byte order mark. */
  get offsetOfCut(): number {
    return this.bytesBefore + this.lineStart;
  }

  /** The rest of the chunk, if others may read its lines, and then call `skip`: they are whole, and their texts. */
  get unread(): UnreadLines | undefined {
    const { chunk, chunkNumber, cursor } = this;
    const isApart = this.carried === 0 && !this.isAtBeginning && this.isLine;
    return isApart ? { chunk, chunkNumber, cursor } : undefined;
  }

  skip(lines: number, bytes: number): void {
    this.number += lines;
    this.cursor += bytes;
  }

  /** Cuts the next line off the chunk. Returns false if no other one ends in it. */
  cut(): boolean {
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
    if (length > this.carry.length || (this.carried === 0 && this.carry.length > LINE_BUFFER_BYTES))
      this.carry = resizedForLine(this.carry, this.carried, length);
    this.chunk.copy(this.carry, this.carried, this.cursor, to);
    this.carried = length;
    this.cursor = to;
  }
}

const RETURN = Buffer.from([CARRIAGE_RETURN]);

/** About what a buffer can hold. */
const MAX_LINE_BYTES = 2 ** 32;

/**
 * Joins lines of the CRI log format that were written in parts. Parts of one stream belong together whatever lines of
 * the other stand between them. The joined line takes the place of its last part, so that others are not held up: the
 * end of a line may never come.
 */
class CriJoiner {
  offset = 0;
  /** Whether the last line is of the format. */
  isCriLine = false;
  /** The parts of the last line, as they stood, if it has several. */
  parts: readonly Buffer[] | undefined;

  private readonly line: CriLine;
  /** By stream. */
  private readonly waiting: (Parts | undefined)[] = [];

  /** Reads lines with `line`, which then is the last line that `next` found, if that is of the format. */
  constructor(line: CriLine) {
    this.line = line;
  }

  begin(): void {
    this.waiting.length = 0;
    this.parts = undefined;
  }

  get isWaiting(): boolean {
    return this.waiting.some((parts) => parts !== undefined);
  }

  /** Makes the next line that of the reader. False if none ends in the chunk. Throws a LineTooLongError. */
  next(lines: LineReader, isAtEnd: boolean): boolean {
    const { line, waiting } = this;
    this.parts = undefined;
    while (lines.cut()) {
      this.offset = lines.offsetOfCut;
      this.isCriLine = line.read(lines.bytes, lines.start, lines.end);
      if (!this.isCriLine || (!line.isPartial && waiting[line.stream] === undefined)) return true;
      waiting[line.stream] ??= new Parts(lines.offsetOfCut);
      const parts = waiting[line.stream]!;
      parts.add(line, lines.endsWithReturn);
      if (line.isPartial) continue;
      this.join(parts, lines);
      return true;
    }
    const [first] = isAtEnd ? waiting.filter((parts) => parts !== undefined).sort((a, b) => a.offset - b.offset) : [];
    if (first !== undefined) this.join(first, lines);
    return first !== undefined;
  }

  private join(parts: Parts, lines: LineReader): void {
    const bytes = parts.join();
    this.waiting[this.waiting.indexOf(parts)] = undefined;
    lines.set(bytes, 0, bytes.length);
    this.isCriLine = this.line.read(bytes, 0, bytes.length);
    this.offset = parts.offset;
    this.parts = parts.lines;
  }
}

class Parts {
  /** Where the first one is in the file. */
  readonly offset: number;
  readonly lines: Buffer[] = [];

  private readonly messageStarts: number[] = [];
  private size = 0;
  /** Whether a carriage return came before the end of the last part. It is text if another part follows. */
  private endsWithReturn = false;

  constructor(offset: number) {
    this.offset = offset;
  }

  add({ line, start, messageFrom, end }: CriLine, endsWithReturn: boolean): void {
    if (this.endsWithReturn) this.lines.push(Buffer.concat([this.lines.pop()!, RETURN]));
    this.size += end - start;
    if (this.size > MAX_LINE_BYTES) throw new LineTooLongError(`too long: its parts have ${this.size} bytes`);
    this.lines.push(Buffer.from(line.subarray(start, end)));
    this.messageStarts.push(messageFrom - start);
    this.endsWithReturn = endsWithReturn;
  }

  /** The line as one: what comes before the message in the last part, and all messages. */
  join(): Buffer {
    const messages = this.lines.map((line, i) => line.subarray(this.messageStarts[i]));
    const pieces = [this.lines.at(-1)!.subarray(0, this.messageStarts.at(-1)), ...messages];
    const joined = allocateLine(pieces.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const piece of pieces) at += piece.copy(joined, at);
    return joined;
  }
}
