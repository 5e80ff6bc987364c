import type { Correlation } from "../../run/correlation.ts";
import type { Log } from "../../run/log.ts";
import type { RereadOptions } from "../../run/log-lines.ts";
import type { LineConverter } from "../../run/record-builder.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import type { Interner } from "../../text/collections/interner.ts";
import { LazyItems } from "../../text/collections/lazy-items.ts";
import { NumberLists } from "../../text/collections/numbers.ts";
import { type CollectedEvents, type CollectorOptions, collectEvents, type MergeOptions } from "./collect-events.ts";
import type { EventTable, TraceEvent } from "./event-table.ts";
import { chosenId, type IdChoice, IdGroups } from "./id-groups.ts";
import { IdLinks, type TraceLeftOutLink } from "./id-links.ts";
import type { TraceLink, TraceUnfollowedId } from "./link-search.ts";
import { factsOf, secondsIn, spanOf } from "./span.ts";

export interface TraceOptions extends MergeOptions {
  /** The fields that may hold a line's id. The id is the first of them with a non-empty capture. */
  readonly by?: readonly string[] | undefined;
  /**
   * Returns only the group with this id. Without rules, `by` is left out, and the id is looked for in the lines: in the
   * group are then the lines that have it, and those of the ids that belong to it.
   */
  readonly id?: string | Uint8Array | undefined;
  /** Returns only groups with an output that contains this. */
  readonly containing?: string | Uint8Array | undefined;
  /**
   * Links ids: all ids of a line belong to one group, and so do all lines with any id of the group. Ids that would link
   * too much are left out.
   */
  readonly link?: boolean | undefined;
}

type GroupOrder = "span" | "time" | "events";

export interface GroupOptions
  extends CollectorOptions,
    Pick<TraceOptions, "id" | "containing" | "link">,
    Pick<RereadOptions, "onReadAgain"> {
  /** Whether an id that begins with `id` is enough. */
  readonly takesPrefix?: boolean | undefined;
  /** What the groups are sorted by: `time` by default. */
  readonly sort?: GroupOrder | undefined;
}

/** The numbers of the events that belong to each other by their ids. */
export interface EventGroup extends Pick<TraceGroup<Buffer>, "links"> {
  readonly ids: readonly [Buffer, ...Buffer[]];
  /** In order of time; at least one. */
  readonly order: Uint32Array;
}

/** The events of several logs, grouped by id, and what became of the id that was asked for. */
export interface TracedEvents
  extends CollectedEvents,
    Omit<IdChoice, "number">,
    Omit<Trace<Buffer>, "groups" | "unmatched"> {
  /** May be iterated repeatedly. */
  readonly groups: Iterable<EventGroup>;
  /** If there is no such id, one that was perhaps meant. */
  readonly near: Buffer | undefined;
  /** With how many others an id may share lines and still link them. */
  readonly linkLimit: number;
}

/** Reads logs and groups their events by the ids in the fields of `correlation`. Rejects with a log's read error. */
export async function traceLogs(
  rulebook: Rulebook,
  logs: readonly Log[],
  correlation: Correlation,
  { id: wanted, containing: text, sort = "time", takesPrefix = false, ...options }: GroupOptions,
): Promise<TracedEvents> {
  const [id, containing] = [wanted, text].map((value) => (value === undefined ? undefined : Buffer.from(value)));
  const idGroups = new IdGroups(rulebook, correlation, { id, takesPrefix, link: options.link });
  const collected = await collectEvents(rulebook, logs, idGroups, options);
  const { events, order } = collected;
  const { ids, sets, withoutId } = idGroups;
  const { number, ...choice } = id ? chosenId(ids, id, takesPrefix) : { number: undefined, candidates: [] };
  const links = sets && new IdLinks(sets, number);
  const groupOf = (event: number): number => links?.groups[events.groupOf(event)] ?? events.groupOf(event);
  const groups = groupEvents(order, ids.size, groupOf, events, sort);
  const chosen = number === undefined ? undefined : (links?.groupOf(number) ?? number);
  const numbers = id === undefined ? groups.numbers : groups.numbers.filter((group) => group === chosen);
  return {
    ...collected,
    ...choice,
    groups: {
      *[Symbol.iterator]() {
        for (const group of numbers) {
          const order = groups.members.of(group);
          if (!isContained(containing, events, order)) continue;
          // Without links a group has the number of its id.
          yield { ids: links === undefined ? [ids.bytes(group)] : linkedIds(order, events, ids, links), order };
        }
      },
    },
    withoutId,
    unknownFields: correlation.unknown,
    near: number === undefined && choice.candidates.length === 0 ? idGroups.nearId() : undefined,
    leftOutLinks: links?.leftOut ?? [],
    linkLimit: links?.limit ?? 0,
  };
}

/**
 * Divides events into groups, whose numbers are below `size`. These are sorted by the time from the first to the last
 * event, the longest first; by the number of events, the most first; or by the time of the first event. Equal groups
 * stay in order of time. For the span, groups without times are last.
 */
function groupEvents(
  order: Uint32Array,
  size: number,
  groupOf: (event: number) => number,
  events: EventTable,
  by: GroupOrder,
) {
  // They are looked up in another order than they are stored in.
  const groups = new Uint32Array(order.length);
  for (let event = 0; event < order.length; event++) groups[event] = groupOf(event);
  const members = new NumberLists(size, (take) => {
    for (let i = 0; i < order.length; i++) take(groups[order[i]!]!, order[i]!);
  });
  const isSeen = new Uint8Array(size);
  const numbers: number[] = [];
  for (let i = 0; i < order.length; i++) {
    const group = groups[order[i]!]!;
    if (isSeen[group] === 0) numbers.push(group);
    isSeen[group] = 1;
  }
  if (by === "time") return { numbers, members };
  const keys = Float64Array.from({ length: size }, (_, group) =>
    by === "events" ? members.length(group) : (secondsIn(spanOf(members.of(group), events)) ?? -1),
  );
  return { numbers: numbers.sort((a, b) => keys[b]! - keys[a]!), members };
}

function linkedIds(group: Uint32Array, events: EventTable, ids: Interner, links: IdLinks): EventGroup["ids"] {
  const sets = new Set<number>();
  for (const event of group) sets.add(events.groupOf(event));
  const numbers = new Set<number>();
  for (const set of sets) for (const id of links.idsOf(set)) numbers.add(id);
  return Array.from(numbers, (id) => ids.bytes(id)) as [Buffer, ...Buffer[]];
}

/** Whether an output of some events contains a text, if there is one. */
export function isContained(text: Buffer | undefined, events: EventTable, order: Uint32Array): boolean {
  return text === undefined || order.some((event) => events.outputOf(event).includes(text));
}

/** The events as objects, with their lines and values as `convert` makes them. */
export function traceOf<Line extends string | Uint8Array>(
  { events, groups, unmatched, withoutId, unknownFields, leftOutLinks, unfollowed }: TracedEvents,
  convert: LineConverter<Line>,
): Trace<Line> {
  const lineOf = (bytes: Buffer): Line => convert(bytes, 0, bytes.length);
  return {
    groups: Array.from(groups, ({ ids, order, links }) => ({
      id: lineOf(ids[0]),
      ids: ids.map(lineOf),
      ...(links && { links: links.map((link) => ({ ...link, id: lineOf(link.id), by: lineOf(link.by) })) }),
      ...factsOf(spanOf(order, events), events),
      events: Array.from(order, (event) => events.eventOf(event, convert)),
    })),
    unmatched,
    withoutId,
    unknownFields,
    leftOutLinks: leftOutLinks.map(({ id, others }) => ({ id: lineOf(id), others })),
    ...(unfollowed && {
      unfollowed: unfollowed.map(({ id, other, ...log }) => {
        return { id: lineOf(id), ...(other && { other: lineOf(other) }), ...log };
      }),
    }),
  };
}

/** All events in order of time. Their objects are made during iteration. */
export function eventsOf<Line extends string | Uint8Array>(
  { events, order }: CollectedEvents,
  convert: LineConverter<Line>,
): Iterable<TraceEvent<Line>> {
  return new LazyItems(order.length, function* () {
    for (const event of order) yield events.eventOf(event, convert);
  });
}

/** The events that belong to each other by their ids. */
export interface TraceGroup<Line extends string | Uint8Array = string> {
  /** The first of `ids`. */
  readonly id: Line;
  /** In the order of their first events; one, unless ids are linked. */
  readonly ids: readonly Line[];
  /** Without rules: why the other ids belong to the first. */
  readonly links?: readonly TraceLink<Line>[];
  /** The times of the first and the last event that have one, in ISO 8601; undefined if none has. */
  readonly start: string | undefined;
  readonly end: string | undefined;
  /** The seconds between them. */
  readonly durationSeconds: number | undefined;
  /** The names of its logs, in the order of their first events; twice for a log given twice. */
  readonly files: readonly string[];
  /** In order of time; at least one. */
  readonly events: readonly TraceEvent<Line>[];
}

/** The events of several logs, grouped by id. */
export interface Trace<Line extends string | Uint8Array = string> {
  /** In the order of their first events. */
  readonly groups: readonly TraceGroup<Line>[];
  /** How many lines are in no group because no rule matched them. */
  readonly unmatched: number;
  /** How many lines are in no group because they have no id. */
  readonly withoutId: number;
  /** The names in `by` that no rule has. */
  readonly unknownFields: readonly string[];
  /** Those that share lines with most others first. Empty unless ids are linked. */
  readonly leftOutLinks: readonly TraceLeftOutLink<Line>[];
  /** Without rules: ids that stand beside those of the group and do not belong to it. */
  readonly unfollowed?: readonly TraceUnfollowedId<Line>[];
}
