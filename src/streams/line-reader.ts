import { LineCutter, LineTooLongError } from "./line-cutter.ts";
import { LineError } from "./read-errors.ts";
import { stripAnsi } from "./strip-ansi.ts";

/** Where an input stands among all that is read. */
export interface Place {
  readonly linesBefore: number | undefined;
  /** Whether it begins a file, and may so begin with a byte order mark. */
  readonly isBeginning: boolean;
}

const AFTER_THE_LAST: Place = { linesBefore: undefined, isBeginning: true };

interface LineReaderOptions {
  readonly signal?: AbortSignal | undefined;
  readonly stripsAnsi?: boolean | undefined;
}

/** Reads inputs as one stream of lines, which it numbers. */
export class LineReader {
  /** Where the line lies that `next` found last. */
  readonly lines = new LineCutter();
  /** The number of that line, from 1. */
  number = 0;

  private readonly signal: AbortSignal | undefined;
  private readonly stripsAnsi: boolean;
  private taking = false;

  /**
   * Once the signal is aborted the inputs end by themselves; what they break off is no line then, and no error. Lines may
   * be freed of colours and other sequences for terminals.
   */
  constructor({ signal, stripsAnsi = false }: LineReaderOptions) {
    this.signal = signal;
    this.stripsAnsi = stripsAnsi;
  }

  /** Finds the next line; false when all lines that were read so far are taken. */
  next(): boolean {
    const { lines } = this;
    if (!lines.next()) return false;
    this.number++;
    if (this.stripsAnsi) lines.replace(stripAnsi(lines.bytes.subarray(lines.start, lines.end)));
    return true;
  }

  /**
   * Reads one more input to its end. After each chunk `take` is called, which asks for lines until there are none, and is
   * waited for before the next chunk is. Rejects with the error of the input, when what it gave before is taken, a line that
   * it broke off included; or at once with the error of `take`, or a LineError for a line that cannot be held.
   *
   * Lines are numbered on from the last input unless it is told how many come before.
   */
  async read(
    input: AsyncIterable<Buffer>,
    take: () => Promise<void> | void,
    { linesBefore, isBeginning }: Place = AFTER_THE_LAST,
  ): Promise<void> {
    const { lines, signal } = this;
    lines.begin({ isBeginning });
    this.number = linesBefore ?? this.number;
    this.taking = false;
    try {
      for await (const chunk of input) {
        lines.push(chunk);
        await this.taken(take);
        if (signal?.aborted) return;
      }
    } catch (error) {
      if (error instanceof LineTooLongError) throw new LineError(this.number + 1, error.message);
      if (this.taking) throw error;
      // An input that is told to end may say that it ended too early.
      if (signal?.aborted) return;
      await this.takeLast(take);
      throw error;
    }
    if (!signal?.aborted) await this.takeLast(take);
  }

  private async takeLast(take: () => Promise<void> | void): Promise<void> {
    this.lines.finish();
    await this.taken(take);
  }

  private async taken(take: () => Promise<void> | void): Promise<void> {
    this.taking = true;
    await take();
    this.taking = false;
  }
}
