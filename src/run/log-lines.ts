import { LineReader } from "../io/line-reader.ts";
import type { ReadOptions } from "../io/line-text.ts";
import { ChangedFileError } from "../io/read-errors.ts";
import { type Rereadable, RereadableFiles } from "../io/rereadable.ts";
import { reportingSizes } from "../io/source.ts";
import { type Log, readLogs } from "./log.ts";

/** Takes lines in order. */
export interface LineConsumer {
  /** Called before the first line of each log. */
  begin(): void;
  /** `flaw` says why the line holds no text for rules; undefined if it does. */
  add(bytes: Buffer, start: number, end: number, flaw: string | undefined): void;
}

/** How logs are read again and again. */
export interface RereadOptions extends ReadOptions {
  readonly signal: AbortSignal;
  /**
   * Called whenever the logs are read again from the beginning, with their size in bytes. What it returns is called
   * with the number of bytes of each piece that is read.
   */
  readonly onReadAgain?: ((size: number) => (bytes: number) => void) | undefined;
}

/**
 * Logs whose lines can be read again and again. `close` releases the files, and deletes the copies of logs that are not
 * files.
 */
export class LogLines {
  private readonly logs: readonly Log[];
  private readonly options: RereadOptions;
  private readonly files: RereadableFiles;
  private readonly opened: Rereadable[] = [];
  /** How many lines each log had the first time. */
  readonly lineCounts: number[] = [];
  /** The size of all logs, decompressed. */
  private size = 0;

  constructor(logs: readonly Log[], options: RereadOptions) {
    this.logs = logs;
    this.options = options;
    this.files = new RereadableFiles(options.signal);
  }

  /**
   * Gives all lines to the consumer, from the first line of the first log on, the same ones each time. Rejects with a
   * log's read error, with a ChangedFileError if a log no longer has as many lines as the first time, or with the
   * signal's reason.
   */
  async read(consumer: LineConsumer): Promise<void> {
    const { signal, onReadAgain } = this.options;
    const reader = new LineReader(this.options);
    const isFirst = this.opened.length === 0;
    const onBytes = isFirst ? undefined : onReadAgain?.(this.size);
    await readLogs(this.logs, signal, async (log, i) => {
      consumer.begin();
      const chunks = isFirst ? this.firstChunks(i, log) : this.opened[i]!.again();
      const linesBefore = reader.number;
      const lineCount = this.lineCounts[i] ?? Number.POSITIVE_INFINITY;
      for await (const _ of reader.read(reportingSizes(chunks, onBytes))) {
        while (reader.next()) {
          if (reader.number - linesBefore > lineCount) throw new ChangedFileError();
          consumer.add(reader.bytes, reader.start, reader.end, reader.flaw);
        }
      }
      if (signal.aborted) return;
      this.lineCounts[i] ??= reader.number - linesBefore;
      if (reader.number - linesBefore < this.lineCounts[i]!) throw new ChangedFileError();
    });
    signal.throwIfAborted();
  }

  private firstChunks(i: number, log: Log): AsyncIterable<Buffer> {
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
