// Which ids belong to another one. An id that stands beside it on a line does if its other lines are nobody else's:
// none of them has an id that is like the first one, and it does not stand where the first one stands elsewhere. A pid,
// a host or a session shares its lines with many requests, and links none of them. An id that nearly every line of a
// log has tells nothing either.

import { idContext, idKind, isIdBegun, isIdEnded, LineIds } from "../../text/shapes/line-ids.ts";
import { type LineRange, placesOf, type SearchedLine, type SearchedLogs } from "./searched-logs.ts";
import type { TraceLink, TraceUnfollowedId } from "./trace-result.ts";

/** So many times ids lead to further ids. */
const MAX_STEPS = 4;
/** A line with more ids is a list, and these do not belong to each other. */
const MAX_BESIDE = 16;
/** An id is on nearly every line if it is on this share of the events of a log without the wanted one, of so many. */
const COMMON_SHARE = 0.9;
const MIN_COMMON = 3;
/** An id with more events than this is not followed, so that memory is bounded. */
const MAX_EVENTS = 100_000;

type LinePlace = Pick<TraceLink, "file" | "line">;

interface LinkedIds {
  /** Those that have lines of their own. */
  readonly links: readonly TraceLink<Buffer>[];
  /** Those that have lines elsewhere. */
  readonly unfollowed: readonly TraceUnfollowedId<Buffer>[];
  /** By log, the lines of all these ids: pairs of a first and a last one. */
  readonly ranges: readonly (readonly LineRange[])[];
  /** The kinds of ids that are like these. */
  readonly kinds: ReadonlySet<number>;
}

export const NOT_LINKED: LinkedIds = { links: [], unfollowed: [], ranges: [], kinds: new Set() };

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

/** Finds what belongs to an id. */
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
