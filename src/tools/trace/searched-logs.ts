// Logs that are read several times.

import { FIRST_FILE, LineReader } from "../../io/line-reader.ts";
import { type Log, readLogs } from "../../run/log.ts";
import { RereadLogs, type RereadOptions } from "../../run/log-lines.ts";
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

/** Logs that are searched line by line, again and again. */
export class SearchedLogs extends RereadLogs {
  constructor(logs: readonly Log[], options: RereadOptions) {
    super(logs, options, MAX_OPEN_FILES);
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
