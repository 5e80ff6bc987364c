// Finds the lines of an id without rules, and the ids that belong to it. The logs are read several times, so that only
// what belongs to the id is held in memory.

import { FIRST_FILE, LineReader } from "../../io/line-reader.ts";
import type { ReadOptions } from "../../io/line-text.ts";
import { type Rereadable, RereadableFiles } from "../../io/rereadable.ts";
import { type Log, readLogs } from "../../run/log.ts";
import { Interner } from "../../text/collections/interner.ts";
import { DateTimeReader } from "../../text/date-times/date-time-reader.ts";
import { type Belonging, EventReader } from "../../text/events/event-reader.ts";
import { idEnd, isIdBegun, isWholeId, LineIds } from "../../text/shapes/line-ids.ts";
import { inOrder } from "./collect-events.ts";
import { HeaderTime } from "./line-time.ts";
import { type LinkedIds, LinkSearch } from "./link-search.ts";
import { chosenId, type IdChoice, NearId } from "./wanted-id.ts";

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

/** Logs that can be read again and again. `close` must be called at the end. */
export class SearchedLogs {
  readonly logs: readonly Log[];
  private readonly options: ReadOptions;
  private readonly files: RereadableFiles;
  private readonly opened: Rereadable[] = [];

  constructor(logs: readonly Log[], options: ReadOptions) {
    this.options = options;
    this.files = new RereadableFiles(options.signal, MAX_OPEN_FILES);
    this.logs = inOrder(logs).map((log, i) => ({ ...log, open: () => this.open(log, i) }));
  }

  private open(log: Log, i: number): AsyncIterable<Buffer> {
    const before = this.opened[i];
    if (before !== undefined) return before.again();
    this.opened[i] = this.files.open(log.path, () => log.open());
    return this.opened[i].chunks;
  }

  /** Reads all lines. Calls `begin` for each log that does not continue the one before. Rejects with a read error. */
  async read(take: (line: SearchedLine) => void, begin = () => {}): Promise<void> {
    const reader = new LineReader(this.options);
    const events = new EventReader({ indented: true });
    const header = new HeaderTime(new DateTimeReader(0));
    await readLogs(this.logs, this.options.signal, async (log, i) => {
      if (!log.continues) {
        events.begin();
        begin();
      }
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
function wholeLine({ record, criLine, isText, bytes, start, end }: LineReader): Pick<SearchedLine, "bytes" | "start" | "end"> {
  if (record !== undefined && isText) return { bytes: record.line, start: record.start, end: record.end };
  if (criLine !== undefined) return { bytes: criLine.line, start: criLine.start, end: criLine.end };
  return { bytes, start, end };
}

/** What was found of an id. */
export interface FoundId extends Pick<IdChoice, "isPrefix" | "candidates"> {
  /** Undefined if there is none, or if several begin with the wanted text. */
  readonly id: Buffer | undefined;
  /** If there is none, one that was perhaps meant. */
  readonly near: Buffer | undefined;
  readonly linked: LinkedIds | undefined;
}

/** Looks for an id, or for the only one that begins with the wanted text, and for those that belong to it. */
export async function searchId(logs: SearchedLogs, wanted: Buffer): Promise<FoundId> {
  const { choice, ids } = await chosenIn(logs, wanted);
  const { isPrefix, candidates, number } = choice;
  if (number === undefined) {
    const near = candidates.length === 0 ? await nearId(logs, wanted) : undefined;
    return { id: undefined, isPrefix, candidates, near, linked: undefined };
  }
  const id = ids.bytes(number);
  return { id, isPrefix, candidates, near: undefined, linked: await new LinkSearch(logs, id).search() };
}

/** The id that is, or begins with, the wanted text. If no id does, it may also be the end of one. */
async function chosenIn(logs: SearchedLogs, wanted: Buffer): Promise<{ choice: IdChoice; ids: Interner }> {
  const whole = new Interner();
  const ends = new Interner();
  await logs.read(({ bytes, start, end }) => {
    for (const at of placesOf(wanted, bytes, start, end)) {
      if (!isIdBegun(bytes, at, start)) continue;
      const ids = isWholeId(bytes, at, start) ? whole : ends;
      ids.intern(bytes, at, idEnd(bytes, at, wanted.length, end));
    }
  });
  const ids = whole.size > 0 ? whole : ends;
  return { choice: chosenId(ids, wanted, true), ids };
}

/** Where a text occurs in a line. An empty one does not. */
export function* placesOf(text: Buffer, bytes: Buffer, start: number, end: number): Iterable<number> {
  if (text.length === 0 || end - start < text.length) return;
  const line = bytes.subarray(start, end);
  for (let at = line.indexOf(text); at !== -1; at = line.indexOf(text, at + text.length)) yield start + at;
}

async function nearId(logs: SearchedLogs, wanted: Buffer): Promise<Buffer | undefined> {
  const near = new NearId(wanted);
  const ids = new LineIds();
  await logs.read(({ bytes, start, end }) => {
    ids.begin(bytes, start, end);
    while (ids.next()) near.note(bytes, ids.placeFrom, ids.placeTo);
  });
  return near.found;
}
