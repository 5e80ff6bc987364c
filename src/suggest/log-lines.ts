// The lines of several logs, to be read more than once.

import type { NamedLog } from "../normalization/log.ts";
import { LineReader } from "../streams/line-reader.ts";
import { type Rereadable, rereadable } from "../streams/rereadable.ts";

/** Takes lines in order. */
export interface LineTaker {
  /** Called before the first line of each log. */
  begin(): void;
  add(bytes: Buffer, start: number, end: number): void;
}

/** Logs whose lines can be read again and again. `close` lets go of them. */
export class LogLines {
  private readonly logs: readonly NamedLog[];
  private readonly signal: AbortSignal;
  private readonly stripsAnsi: boolean;
  private readonly opened: Rereadable[] = [];

  constructor(logs: readonly NamedLog[], signal: AbortSignal, stripsAnsi: boolean) {
    this.logs = logs;
    this.signal = signal;
    this.stripsAnsi = stripsAnsi;
  }

  /** Reads all lines. The first time, the logs themselves are read. Rejects with a log's read error, or the signal's reason. */
  async read(taker: LineTaker): Promise<void> {
    const reader = new LineReader({ stripsAnsi: this.stripsAnsi });
    for (const [i, log] of this.logs.entries()) {
      taker.begin();
      try {
        const known = this.opened[i];
        const opened = known ?? rereadable(log.path, () => log.open(), this.signal);
        this.opened[i] = opened;
        await reader.read(known === undefined ? opened.chunks : opened.again(), () => {
          while (reader.next()) taker.add(reader.lines.bytes, reader.lines.start, reader.lines.end);
        });
      } catch (error) {
        throw log.failure(error);
      }
      this.signal.throwIfAborted();
    }
  }

  close(): void {
    for (const opened of this.opened) opened.close();
  }
}
