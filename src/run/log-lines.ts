import { LineReader } from "../io/line-reader.ts";
import type { ReadOptions } from "../io/line-text.ts";
import { ChangedFileError } from "../io/read-errors.ts";
import { type Rereadable, RereadableFiles } from "../io/rereadable.ts";
import { reportingSizes } from "../io/source.ts";
import { type Log, readLogs } from "./log.ts";

/** Takes lines in order. */
export interface LineConsumer {
  begin(): void;
  /** `flaw` says why the line holds no text for rules; undefined if it does. */
  add(bytes: Buffer, start: number, end: number, flaw: string | undefined): void;
}

/** A line that is told to an observer: `bytes` from `from` up to `to`. Valid until the next one. */
export interface ObservedLine {
  /** -1 if no rule matches it. */
  linePattern: number;
  /** Lines that no rule matches have equal keys if they are equal, or equal when they are masked. */
  key: number;
  group: number;
  /** The number of the line among those of its side. */
  index: number;
  bytes: Buffer;
  from: number;
  to: number;
  /**
   * Field i lies from `bounds[first + 2 * i]` up to `bounds[first + 2 * i + 1]` in the bytes. Of a line that no rule
   * matches, these are its numbers as masks find them, up to `last`, which is -1 if they are not known.
   */
  bounds: ArrayLike<number>;
  first: number;
  last: number;
  /** A bit is 0 only if its field, or all beyond `LAST_BIT`, has the text of the line of this pattern before. */
  changed: number;
}

/** How logs are read again and again. */
export interface RereadOptions extends ReadOptions {
  /** Called with the size of logs that are read again; what it returns, with that of each piece. */
  readonly onReadAgain?: ((size: number) => (bytes: number) => void) | undefined;
}

/** Logs that can be opened again and again, all in order. `close` releases the files, and deletes copies. */
export class RereadLogs {
  readonly logs: readonly Log[];
  protected readonly options: RereadOptions;
  private readonly files: RereadableFiles;
  private readonly opened: Rereadable[] = [];
  private size = 0;
  private onBytes: ((bytes: number) => void) | undefined;

  constructor(logs: readonly Log[], options: RereadOptions, maxOpenFiles?: number) {
    this.options = options;
    this.files = new RereadableFiles(options.signal, maxOpenFiles);
    this.logs = logs.map((log, i) => ({ ...log, open: () => this.open(log, i) }));
  }

  private open(log: Log, i: number): AsyncIterable<Buffer> {
    const before = this.opened[i];
    if (before !== undefined) {
      if (i === 0) this.onBytes = this.options.onReadAgain?.(this.size);
      return reportingSizes(before.again(), this.onBytes);
    }
    const opened = this.files.open(log.path, () => log.open());
    this.opened[i] = opened;
    return reportingSizes(opened.chunks, (bytes) => {
      this.size += bytes;
      // A log that is copied is opened by itself, and says what is read of it.
      if (!opened.isCopy) log.onRead?.(bytes);
    });
  }

  close(): void {
    this.files.close();
  }
}

/** The lines of logs, which can be read again and again. */
export class LogLines extends RereadLogs {
  /** How many lines each log had the first time. */
  readonly lineCounts: number[] = [];

  /**
   * Gives all lines to the consumer, in the same order each time. Rejects with a log's read error, with a
   * ChangedFileError if a log no longer has as many lines as the first time, or with the signal's reason.
   */
  async read(consumer: LineConsumer): Promise<void> {
    const { signal } = this.options;
    const reader = new LineReader(this.options);
    await readLogs(this.logs, signal, async (log, i) => {
      consumer.begin();
      const linesBefore = reader.number;
      const lineCount = this.lineCounts[i] ?? Number.POSITIVE_INFINITY;
      for await (const _ of reader.read(log.open())) {
        while (reader.next()) {
          if (reader.number - linesBefore > lineCount) throw new ChangedFileError();
          consumer.add(reader.bytes, reader.start, reader.end, reader.flaw);
        }
      }
      if (signal?.aborted) return;
      this.lineCounts[i] ??= reader.number - linesBefore;
      if (reader.number - linesBefore < this.lineCounts[i]!) throw new ChangedFileError();
    });
    signal?.throwIfAborted();
  }
}
