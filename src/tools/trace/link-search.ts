// Which ids belong to another one. An id that stands beside it on a line does if its other lines are nobody else's:
// none of them has an id that is like the first one, and it does not stand where the first one stands elsewhere. A pid,
// a host or a session shares its lines with many requests, and links none of them. An id that nearly every line of a
// log has tells nothing either.

import { FIRST_FILE, LineReader } from "../../io/line-reader.ts";
import { type Log, readLogs } from "../../run/log.ts";
import { RereadLogs, type RereadOptions } from "../../run/log-lines.ts";
import { DateTimeReader } from "../../text/date-times/date-time-reader.ts";
import { type Belonging, EventReader } from "../../text/events/event-reader.ts";
import { idContext, idKind, isIdBegun, isIdEnded, LineIds } from "../../text/shapes/line-ids.ts";
import { HeaderTime } from "./line-time.ts";

/** So many times ids lead to further ids. */
const MAX_STEPS = 4;
/** A line with more ids is a list, and these do not belong to each other. */
const MAX_BESIDE = 16;
/** An id is on nearly every line if it is on this share of the events of a log without the wanted one, of so many. */
const COMMON_SHARE = 0.9;
const MIN_COMMON = 3;
/** An id with more events than this is not followed, so that memory is bounded. */
const MAX_EVENTS = 100_000;

/** An id that stands beside those of a group, and that others have, too. */
export interface TraceUnfollowedId<Line extends string | Uint8Array = string> {
  readonly id: Line;
  /** Another id, like the one that was asked for, that shares lines with it; it may be the id itself. */
  readonly other?: Line;
  /** The log of which it is on nearly every line. */
  readonly file?: string;
}

/** An id that belongs to another one, `by`, because it stands beside it in this line of a log. */
export interface TraceLink<Line extends string | Uint8Array = string> {
  readonly id: Line;
  readonly by: Line;
  readonly file: string;
  readonly line: number;
}

type LinePlace = Pick<TraceLink, "file" | "line">;

interface LinkedIds {
  /** Those that have lines of their own. */
  readonly links: readonly TraceLink<Buffer>[];
  /** Those that have lines elsewhere. */
  readonly unfollowed: readonly TraceUnfollowedId<Buffer>[];
  /** By log, the lines of all these ids. */
  readonly ranges: readonly (readonly LineRange[])[];
  /** The kinds of ids that are like these. */
  readonly kinds: ReadonlySet<number>;
}

/** What is known of an id beside the wanted one. Ids are in Latin-1. */
interface Neighbour extends LinePlace {
  readonly id: string;
  readonly by: string;
  isLinked: boolean;
  /** Why it is not followed: another id has its lines, too, or it is on nearly every line of a log. */
  reason: { readonly other: string } | { readonly file: string } | undefined;
  /** Its events that no linked id has. */
  events: { readonly log: number; readonly range: LineRange }[];
  /** The ids beside it there. */
  readonly beside: Map<string, LinePlace>;
}

/** What an event of one or several lines has. */
interface EventIds {
  readonly first: number;
  last: number;
  /** Whether it has the wanted id. */
  isWanted: boolean;
  /** Its other ids, and the lines that they are on. */
  readonly ids: Map<string, number>;
  /** Those that are like the wanted one. */
  readonly like: string[];
}

export class LinkSearch {
  private readonly logs: SearchedLogs;
  private readonly id: Buffer;
  private readonly neighbours = new Map<string, Neighbour>();
  private readonly ranges: LineRange[][];
  /** The kinds of the ids that the wanted one is in, and where it stands. */
  private readonly kinds = new Set<number>();
  private readonly contexts = new Set<number>();
  /** By log, how many events have no linked id. */
  private readonly others: Uint32Array;
  private readonly lineIds = new LineIds();

  constructor(logs: SearchedLogs, id: Buffer) {
    this.logs = logs;
    this.id = id;
    this.ranges = logs.logs.map(() => []);
    this.others = new Uint32Array(logs.logs.length);
  }

  /** Rejects with a log's read error. */
  async search(): Promise<LinkedIds> {
    const wanted = this.id.toString("latin1");
    await this.readEvents((log, { isWanted, first, last, ids }) => {
      if (!isWanted) return;
      this.ranges[log]!.push([first, last]);
      if (ids.size <= MAX_BESIDE) for (const [id, line] of ids) this.addNeighbour(id, wanted, this.place(log, line));
    });
    if (this.kinds.size === 0) this.kinds.add(idKind(this.id, 0, this.id.length));
    let open = [...this.neighbours.values()];
    for (let step = 1; step <= MAX_STEPS && open.length > 0; step++) {
      this.others.fill(0);
      await this.readEvents((log, event) => this.takeEvent(log, event));
      for (const one of open) this.settle(one);
      const { size } = this.neighbours;
      for (const { isLinked, id: by, beside } of open)
        if (isLinked) for (const [id, place] of beside) this.addNeighbour(id, by, place);
      open = [...this.neighbours.values()].slice(size);
    }
    const links: TraceLink<Buffer>[] = [];
    const unfollowed: TraceUnfollowedId<Buffer>[] = [];
    for (const { id: text, by, file, line, isLinked, reason } of this.neighbours.values()) {
      const id = bytesOf(text);
      if (isLinked) links.push({ id, by: bytesOf(by), file, line });
      else if (reason !== undefined)
        unfollowed.push("other" in reason ? { id, other: bytesOf(reason.other) } : { id, ...reason });
    }
    for (const own of this.ranges) own.sort(([a], [b]) => a - b);
    return { links, unfollowed, ranges: this.ranges, kinds: this.kinds };
  }

  private place(log: number, line: number): LinePlace {
    return { file: this.logs.logs[log]!.name, line };
  }

  private addNeighbour(id: string, by: string, place: LinePlace): void {
    if (this.neighbours.has(id)) return;
    const found = { isLinked: false, reason: undefined, events: [], beside: new Map() };
    this.neighbours.set(id, { id, by, ...place, ...found });
  }

  private async readEvents(take: (log: number, event: EventIds) => void): Promise<void> {
    let log = 0;
    /** An event, and lines that belong to it if a later line does. */
    let lines: EventIds[] = [];
    const end = (): void => {
      for (const event of lines) take(log, event);
      lines = [];
    };
    await this.logs.read((line) => {
      if (line.log !== log || line.belonging === "no") end();
      log = line.log;
      lines.push(this.idsOn(line));
      if (line.belonging === "yes") for (const one of lines.splice(1)) join(lines[0]!, one);
    });
    end();
  }

  private idsOn({ bytes, start, end, number, isFrame }: SearchedLine): EventIds {
    const { lineIds, id, kinds, contexts } = this;
    const places: number[] = [];
    for (const at of placesOf(id, bytes, start, end)) {
      if (!isIdBegun(bytes, at, start) || !isIdEnded(bytes, at, at + id.length, end)) continue;
      places.push(at);
      contexts.add(idContext(bytes, at, start));
    }
    const ids = new Map<string, number>();
    const like: string[] = [];
    const event: EventIds = { first: number, last: number, isWanted: places.length > 0, ids, like };
    if (isFrame) return event;
    lineIds.begin(bytes, start, end);
    while (lineIds.next()) {
      const { placeFrom, placeTo } = lineIds;
      const kind = idKind(lineIds.bytes, lineIds.from, lineIds.to);
      if (places.some((at) => at < placeTo && at + id.length > placeFrom)) {
        kinds.add(kind);
        continue;
      }
      const text = lineIds.text;
      const known = this.neighbours.get(text);
      // A list is known by one id too many.
      if (known === undefined && ids.size > MAX_BESIDE) continue;
      ids.set(text, number);
      if (!kinds.has(kind)) continue;
      const isOpen = known !== undefined && isNew(known);
      if (isOpen && contexts.has(idContext(bytes, placeFrom, start))) leave(known, { other: text });
      if (known === undefined || !isNew(known)) like.push(text);
    }
    return event;
  }

  private takeEvent(log: number, { isWanted, first, last, ids, like }: EventIds): void {
    const known = [...ids.keys()].flatMap((id) => this.neighbours.get(id) ?? []);
    if (isWanted || known.some(({ isLinked }) => isLinked)) return;
    this.others[log]!++;
    const other = like.find((id) => this.neighbours.get(id)?.isLinked !== true && !this.isCommon(id));
    for (const one of known) {
      if (!isNew(one)) continue;
      if (other !== undefined) leave(one, { other });
      else if (one.events.length === MAX_EVENTS) leave(one, { file: this.place(log, 0).file });
      else {
        one.events.push({ log, range: [first, last] });
        if (ids.size <= MAX_BESIDE && one.beside.size < MAX_EVENTS)
          for (const [id, line] of ids) one.beside.set(id, this.place(log, line));
      }
    }
  }

  private isCommon(id: string): boolean {
    const { reason } = this.neighbours.get(id) ?? {};
    return reason !== undefined && "file" in reason;
  }

  /** Links an id that was looked for in all logs, if it belongs to the wanted one and has events of its own. */
  private settle(one: Neighbour): void {
    const { events } = one;
    if (!isNew(one) || events.length === 0) return;
    const counts = new Uint32Array(this.others.length);
    for (const { log } of events) counts[log]!++;
    const isNearlyAll = (count: number, log: number): boolean =>
      count > 0 && this.others[log]! >= MIN_COMMON && count >= COMMON_SHARE * this.others[log]!;
    const common = counts.findIndex(isNearlyAll);
    if (common !== -1) {
      leave(one, { file: this.place(common, 0).file });
      return;
    }
    one.isLinked = true;
    const bytes = bytesOf(one.id);
    this.kinds.add(idKind(bytes, 0, bytes.length));
    for (const { log, range } of events) this.ranges[log]!.push(range);
  }
}

function isNew({ isLinked, reason }: Neighbour): boolean {
  return !isLinked && reason === undefined;
}

function leave(one: Neighbour, reason: NonNullable<Neighbour["reason"]>): void {
  one.reason = reason;
  one.events = [];
}

function join(event: EventIds, line: EventIds): void {
  event.last = line.last;
  event.isWanted ||= line.isWanted;
  for (const [id, number] of line.ids) if (!event.ids.has(id)) event.ids.set(id, number);
  event.like.push(...line.like);
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id, "latin1");
}

/** The numbers of the first and the last of some lines. */
export type LineRange = readonly [first: number, last: number];

export type TakeId = (bytes: Uint8Array, from: number, to: number) => void;

/** How many logs stay open. */
const MAX_OPEN_FILES = 32;

/** A line, and whether it belongs to the event of the lines before it. */
interface SearchedLine {
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
