import type { CriLine } from "../records/cri-line.ts";
import type { JsonRecord } from "../records/json-record.ts";
import { CriJoiner } from "./cri-joiner.ts";
import { LineCutter, LineTooLongError } from "./line-cutter.ts";
import { LineText, type ReadOptions } from "./line-text.ts";
import { LineError } from "./read-errors.ts";

/** What comes before an input. It begins with a line. */
export interface Place {
  /** The number of lines in all inputs before it; undefined to continue from the last input. */
  readonly linesBefore: number | undefined;
  /** The number of these lines that are in its file. */
  readonly linesInFile: number;
  /** The number of bytes in its file. At the beginning of a file there may be a byte order mark. */
  readonly bytesInFile: number;
}

const NEXT_FILE: Place = { linesBefore: undefined, linesInFile: 0, bytesInFile: 0 };

/** The place of a file in which line numbers begin anew. */
export const FIRST_FILE: Place = { linesBefore: 0, linesInFile: 0, bytesInFile: 0 };

/** Reads inputs one after the other as numbered lines. */
export class LineReader {
  /** Holds the last line that `next` found. */
  readonly lines = new LineCutter();
  /** The number of that line in all inputs, from 1 on. */
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

  /** The number of the last line in its file, from 1 on. */
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
    { linesBefore, linesInFile, bytesInFile }: Place = NEXT_FILE,
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
