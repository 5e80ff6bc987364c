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

export interface LinkedIds {
  /** Those that have lines of their own. */
  readonly links: readonly TraceLink<Buffer>[];
  /** Those that have lines elsewhere. */
  readonly unfollowed: readonly TraceUnfollowedId<Buffer>[];
  /** By log, the lines of all these ids: pairs of a first and a last one. */
  readonly ranges: readonly (readonly LineRange[])[];
  /** The kinds of ids that are like these. */
  readonly kinds: ReadonlySet<number>;
}

/** What is known of an id beside the wanted one. */
interface Neighbour {
  readonly id: string;
  readonly by: string;
  readonly place: LinePlace;
  state: "new" | "linked" | "shared" | "common";
  /** If it is shared: with which id. If it is common: in which log. */
  reason: string;
  /** By log, how many events it has that no linked id has, and where these are. */
  readonly counts: Map<number, number>;
  events: { readonly log: number; readonly range: LineRange }[];
  /** The ids beside it there. */
  readonly beside: Map<string, LinePlace>;
}

/** What an event of one or several lines has. Ids are in Latin-1. */
interface EventIds {
  first: number;
  last: number;
  /** Whether it has the wanted id. */
  isWanted: boolean;
  /** Its other ids, and the lines that they are on. */
  ids: Map<string, number>;
  /** Those that are like the wanted one. */
  like: string[];
}

// For most lines. Nothing is added to these.
const NO_IDS: EventIds["ids"] = new Map();
const NONE_LIKE: string[] = [];

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
      const linked = open.filter((one) => this.isLinked(one));
      const { size } = this.neighbours;
      for (const { id: by, beside } of linked) for (const [id, place] of beside) this.addNeighbour(id, by, place);
      open = [...this.neighbours.values()].slice(size);
    }
    const links: TraceLink<Buffer>[] = [];
    const unfollowed: TraceUnfollowedId<Buffer>[] = [];
    for (const { id: text, by, place, state, reason } of this.neighbours.values()) {
      const id = bytesOf(text);
      if (state === "linked") links.push({ id, by: bytesOf(by), ...place });
      else if (state === "shared") unfollowed.push({ id, other: bytesOf(reason) });
      else if (state === "common") unfollowed.push({ id, file: reason });
    }
    return { links, unfollowed, ranges: this.ranges.map(inOrder), kinds: this.kinds };
  }

  private place(log: number, line: number): LinePlace {
    return { file: this.logs.logs[log]!.name, line };
  }

  private addNeighbour(id: string, by: string, place: LinePlace): void {
    if (this.neighbours.has(id)) return;
    const found = { counts: new Map(), events: [], beside: new Map() };
    this.neighbours.set(id, { id, by, place, state: "new", reason: "", ...found });
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
    const event: EventIds = { first: number, last: number, isWanted: false, ids: NO_IDS, like: NONE_LIKE };
    const places: number[] = [];
    for (const at of placesOf(id, bytes, start, end)) {
      if (!isIdBegun(bytes, at, start) || !isIdEnded(bytes, at, at + id.length, end)) continue;
      places.push(at);
      contexts.add(idContext(bytes, at, start));
    }
    event.isWanted = places.length > 0;
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
      if (known === undefined && event.ids.size > MAX_BESIDE) continue;
      if (event.ids === NO_IDS) event.ids = new Map();
      event.ids.set(text, number);
      if (!kinds.has(kind)) continue;
      if (known?.state === "new" && contexts.has(idContext(bytes, placeFrom, start))) share(known, text);
      if (event.like === NONE_LIKE) event.like = [];
      if (known?.state !== "new") event.like.push(text);
    }
    return event;
  }

  private takeEvent(log: number, { isWanted, first, last, ids, like }: EventIds): void {
    const known: Neighbour[] = [];
    for (const id of ids.keys()) if (this.neighbours.has(id)) known.push(this.neighbours.get(id)!);
    if (isWanted || known.some(({ state }) => state === "linked")) return;
    this.others[log]!++;
    if (known.length === 0) return;
    const other = like.find((id) => (this.neighbours.get(id)?.state ?? "shared") === "shared");
    for (const one of known) {
      if (one.state !== "new") continue;
      if (other !== undefined) share(one, other);
      else if (one.events.length === MAX_EVENTS) this.setCommon(one, log);
      else {
        one.counts.set(log, (one.counts.get(log) ?? 0) + 1);
        one.events.push({ log, range: [first, last] });
        if (ids.size <= MAX_BESIDE && one.beside.size < MAX_EVENTS)
          for (const [id, line] of ids) one.beside.set(id, this.place(log, line));
      }
    }
  }

  private setCommon(one: Neighbour, log: number): void {
    one.state = "common";
    one.reason = this.logs.logs[log]!.name;
    one.events = [];
  }

  /** Whether an id that was looked for in all logs belongs to the wanted one, and has events of its own. */
  private isLinked(one: Neighbour): boolean {
    if (one.state !== "new" || one.events.length === 0) return false;
    for (const [log, count] of one.counts) {
      const others = this.others[log]!;
      if (others < MIN_COMMON || count < COMMON_SHARE * others) continue;
      this.setCommon(one, log);
      return false;
    }
    one.state = "linked";
    const bytes = bytesOf(one.id);
    this.kinds.add(idKind(bytes, 0, bytes.length));
    for (const { log, range } of one.events) this.ranges[log]!.push(range);
    return true;
  }
}

function share(one: Neighbour, other: string): void {
  one.state = "shared";
  one.reason = other;
  one.events = [];
}

function join(event: EventIds, line: EventIds): void {
  event.last = line.last;
  event.isWanted ||= line.isWanted;
  if (event.ids === NO_IDS) event.ids = line.ids;
  else for (const [id, number] of line.ids) if (!event.ids.has(id)) event.ids.set(id, number);
  if (event.like.length === 0) event.like = line.like;
  else event.like.push(...line.like);
}

function bytesOf(id: string): Buffer {
  return Buffer.from(id, "latin1");
}

function inOrder(ranges: readonly LineRange[]): LineRange[] {
  return [...ranges].sort(([a], [b]) => a - b);
}
