// Logs that are read several times.

import { FIRST_FILE, LineReader } from "../../io/line-reader.ts";
import type { ReadOptions } from "../../io/line-text.ts";
import { type Rereadable, RereadableFiles } from "../../io/rereadable.ts";
import { reportingSizes } from "../../io/source.ts";
import { type Log, readLogs } from "../../run/log.ts";
import type { RereadOptions } from "../../run/log-lines.ts";
import { DateTimeReader } from "../../text/date-times/date-time-reader.ts";
import { type Belonging, EventReader } from "../../text/events/event-reader.ts";
import { HeaderTime } from "./line-time.ts";

/** The numbers of the first and the last of some lines. */
export type LineRange = readonly [first: number, last: number];

export type TakeId = (bytes: Uint8Array, from: number, to: number) => void;

/** How many logs stay open. */
const MAX_OPEN_FILES = 32;

/** A line, and whether it belongs to the event of the lines before it. */
export interface SearchedLine {
  readonly log: number;
  readonly number: number;
  /** The whole line, also of a record. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
  readonly belonging: Belonging;
  readonly isFrame: boolean;
}

/** How logs are searched, and who is told of it. */
export type SearchOptions = ReadOptions & Pick<RereadOptions, "onReadAgain">;

/** Logs that can be read again and again. `close` must be called at the end. */
export class SearchedLogs {
  readonly logs: readonly Log[];
  private readonly options: SearchOptions;
  private readonly files: RereadableFiles;
  private readonly opened: Rereadable[] = [];
  /** The size of all logs, decompressed. */
  private size = 0;
  private onBytes: ((bytes: number) => void) | undefined;

  constructor(logs: readonly Log[], options: SearchOptions) {
    this.options = options;
    this.files = new RereadableFiles(options.signal, MAX_OPEN_FILES);
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

  /** Reads all lines. Rejects with a log's read error. */
  async read(take: (line: SearchedLine) => void): Promise<void> {
    const reader = new LineReader(this.options);
    const events = new EventReader({ indented: true });
    const header = new HeaderTime(new DateTimeReader(0));
    await readLogs(this.logs, this.options.signal, async (log, i) => {
      if (!log.continues) events.begin();
      for await (const _ of reader.read(log.open(), FIRST_FILE)) {
        while (reader.next()) {
          const hasHead = header.read(reader.bytes, reader.start, reader.end);
          const belonging = events.read(reader.bytes, reader.start, reader.end, hasHead);
          take({ log: i, number: reader.number, ...wholeLine(reader), belonging, isFrame: events.role === "frame" });
        }
      }
    });
    this.options.signal?.throwIfAborted();
  }

  close(): void {
    this.files.close();
  }
}

/** The line as it stands in the log: ids are often in other fields of a record than its message. */
export function wholeLine({
  record,
  criLine,
  isText,
  bytes,
  start,
  end,
}: LineReader): Pick<SearchedLine, "bytes" | "start" | "end"> {
  if (record !== undefined && isText) return { bytes: record.line, start: record.start, end: record.end };
  if (criLine !== undefined) return { bytes: criLine.line, start: criLine.start, end: criLine.end };
  return { bytes, start, end };
}

/** Where a text occurs in a line. An empty one does not. */
export function* placesOf(text: Buffer, bytes: Buffer, start: number, end: number): Iterable<number> {
  if (text.length === 0 || end - start < text.length) return;
  const line = bytes.subarray(start, end);
  for (let at = line.indexOf(text); at !== -1; at = line.indexOf(text, at + text.length)) yield start + at;
}
