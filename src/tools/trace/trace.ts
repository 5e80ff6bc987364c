import type { Correlation } from "../../run/correlation.ts";
import type { Log } from "../../run/log.ts";
import type { RereadOptions } from "../../run/log-lines.ts";
import type { LineConverter } from "../../run/record-builder.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import type { Interner } from "../../text/collections/interner.ts";
import { LazyItems } from "../../text/collections/lazy-items.ts";
import { type CollectedEvents, type CollectorOptions, collectEvents, type MergeOptions } from "./collect-events.ts";
import { type GroupOrder, groupEvents } from "./event-order.ts";
import type { EventTable, TraceEvent } from "./event-table.ts";
import { IdGroups } from "./id-groups.ts";
import { IdLinks } from "./id-links.ts";
import { factsOf, spanOf } from "./span.ts";
import type { Trace, TraceLeftOutLink, TraceLink, TraceUnfollowedId } from "./trace-result.ts";
import { chosenId, type IdChoice } from "./wanted-id.ts";

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

/** Which groups to trace. */
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
export interface EventGroup {
  /** In the order of their first events; one, unless ids are linked. */
  readonly ids: readonly [Buffer, ...Buffer[]];
  /** In order of time; at least one. */
  readonly order: Uint32Array;
  /** Without rules: why the other ids belong to the first. */
  readonly links?: readonly TraceLink<Buffer>[];
}

/** The events of several logs, grouped by id, and what became of the id that was asked for. */
export interface TracedEvents extends CollectedEvents, Omit<IdChoice, "number"> {
  /** May be iterated repeatedly. */
  readonly groups: Iterable<EventGroup>;
  /** How many lines were left out because they have no id. */
  readonly withoutId: number;
  /** If there is no such id, one that was perhaps meant. */
  readonly near: Buffer | undefined;
  /** The fields by which lines were to be grouped and that no rule has. */
  readonly unknownFields: readonly string[];
  /** The ids that link nothing, as they share lines with more than `linkLimit` others. */
  readonly leftOutLinks: readonly TraceLeftOutLink<Buffer>[];
  readonly linkLimit: number;
  /** Without rules: the ids that have lines elsewhere. */
  readonly unfollowed?: readonly TraceUnfollowedId<Buffer>[];
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
          if (isContained(containing, events, order)) yield { ids: idsOf(order, events, ids, links), order };
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

/** The ids of a group's events. */
function idsOf(group: Uint32Array, events: EventTable, ids: Interner, links: IdLinks | undefined): EventGroup["ids"] {
  if (links === undefined) return [ids.bytes(events.groupOf(group[0]!))];
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
