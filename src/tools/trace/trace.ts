import type { Correlation } from "../../run/correlation.ts";
import type { Log } from "../../run/log.ts";
import type { RereadOptions } from "../../run/log-lines.ts";
import type { LineConverter } from "../../run/record-builder.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import type { Interner } from "../../text/collections/interner.ts";
import { LazyItems } from "../../text/collections/lazy-items.ts";
import { type CollectedEvents, type CollectorOptions, collectEvents, type MergeOptions } from "./collect-events.ts";
import { EventGroups, type GroupOrder } from "./event-order.ts";
import type { EventTable, TraceEvent } from "./event-table.ts";
import { IdGroups } from "./id-groups.ts";
import { IdLinks } from "./id-links.ts";
import type { LinkedIds } from "./link-search.ts";
import { Span, secondsText } from "./span.ts";
import type { Trace, TraceLink } from "./trace-result.ts";
import { chosenId } from "./wanted-id.ts";

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

/** The events as objects, with their lines and values as `convert` makes them. */
export function traceOf<Line extends string | Uint8Array>(
  { events, groups, unmatched, withoutId, unknownFields, links, found }: TracedEvents,
  convert: LineConverter<Line>,
): Trace<Line> {
  const span = new Span(events);
  const lineOf = (bytes: Buffer): Line => convert(bytes, 0, bytes.length);
  return {
    groups: Array.from(groups, ({ ids, order, links }) => {
      const { start, end, files } = span.measure(order).facts();
      return {
        id: lineOf(ids[0]),
        ids: ids.map(lineOf),
        ...(links && { links: links.map((link) => ({ ...link, id: lineOf(link.id), by: lineOf(link.by) })) }),
        start,
        end,
        durationSeconds: start === undefined ? undefined : Number(secondsText(span)),
        files,
        events: Array.from(order, (event) => events.eventOf(event, convert)),
      };
    }),
    unmatched,
    withoutId,
    unknownFields,
    leftOutLinks: (links?.leftOut ?? []).map(({ id, others }) => ({ id: lineOf(id), others })),
    ...(found && {
      unfollowed: found.unfollowed.map(({ id, other, ...log }) => {
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

/** The events of several logs, grouped by id. */
export interface TracedEvents extends CollectedEvents {
  /** May be iterated repeatedly. */
  readonly groups: Iterable<EventGroup>;
  /** How many lines were left out because they have no id. */
  readonly withoutId: number;
  /** The id that was chosen because it alone begins with the wanted one. */
  readonly taken: Buffer | undefined;
  /** The ids that begin with the wanted one, if that is none itself and there are several; sorted by their bytes. */
  readonly candidates: readonly Buffer[];
  /** If there is no such id, one that was perhaps meant. */
  readonly near: Buffer | undefined;
  /** The fields by which lines were to be grouped and that no rule has. */
  readonly unknownFields: readonly string[];
  /** How ids are linked; undefined if they are not. */
  readonly links: IdLinks | undefined;
  /** What was found without rules. */
  readonly found?: LinkedIds | undefined;
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
  const choice = id && chosenId(ids, id, takesPrefix);
  const links = sets && new IdLinks(sets, choice?.number);
  const groups = new EventGroups(order, events, links?.size ?? ids.size, links?.groups);
  const ranks = groups.ranksBy(sort);
  const isChosen = (group: number): boolean => {
    if (choice?.number === undefined) return choice === undefined;
    return group === (links === undefined ? choice.number : links.groupOf(choice.number));
  };
  return {
    ...collected,
    groups: {
      *[Symbol.iterator]() {
        for (const rank of ranks) {
          if (!isChosen(groups.numbers[rank]!)) continue;
          const order = groups.members.of(rank);
          if (isContained(containing, events, order)) yield { ids: idsOf(order, events, ids, links), order };
        }
      },
    },
    withoutId,
    taken: choice?.taken,
    candidates: choice?.candidates ?? [],
    unknownFields: correlation.unknown,
    near: choice?.number === undefined && choice?.candidates.length === 0 ? idGroups.nearId() : undefined,
    links,
  };
}

/** The ids of a group's events. */
function idsOf(group: Uint32Array, events: EventTable, ids: Interner, links: IdLinks | undefined): EventGroup["ids"] {
  if (links === undefined) return [ids.bytes(events.groupOf(group[0]!))];
  const numbers = new Set<number>();
  let last = -1;
  for (const event of group) {
    const set = events.groupOf(event);
    if (set !== last) links.forEachId(set, (id) => numbers.add(id));
    last = set;
  }
  return Array.from(numbers, (id) => ids.bytes(id)) as [Buffer, ...Buffer[]];
}

/** Whether an output of some events contains a text, if there is one. */
export function isContained(text: Buffer | undefined, events: EventTable, order: Uint32Array): boolean {
  return text === undefined || order.some((event) => events.outputOf(event).includes(text));
}
