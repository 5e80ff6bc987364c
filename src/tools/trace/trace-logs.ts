import type { Log } from "../../run/log.ts";
import type { Rulebook } from "../../run/rulebook.ts";
import type { Interner } from "../../text/collections/interner.ts";
import { type CollectorOptions, EventCollector, type UntriedLine } from "./event-collector.ts";
import type { EventTable } from "./event-table.ts";
import { type GroupOrder, groupOrder } from "./group-order.ts";
import { Groups } from "./groups.ts";
import { chosenId } from "./id-choice.ts";
import { IdGroups, type IdOptions } from "./id-groups.ts";
import { IdLinks } from "./id-links.ts";
import { timeOrder } from "./time-order.ts";
import { Timeline } from "./timeline.ts";

/** Which groups to trace. */
interface TraceLogsOptions extends CollectorOptions, IdOptions {
  /** Only groups with an output that contains these bytes; undefined for all. */
  readonly containing?: Buffer | undefined;
  /** What the groups are sorted by: `time` by default. */
  readonly sort?: GroupOrder | undefined;
}

/** What became of the lines that were read. */
interface LineCounts {
  readonly lines: number;
  /** How many of them no rule was tried on, because they hold no text for rules, and the first of these. */
  readonly untried: number;
  readonly firstUntried: UntriedLine | undefined;
}

/** The events that belong to each other by their ids. */
export interface TracedGroup {
  /** In the order of their first events; one, unless ids are linked. */
  readonly ids: readonly [Buffer, ...Buffer[]];
  /** In order of time; at least one. */
  readonly events: Uint32Array;
}

/** The events of several logs, grouped by id. */
export interface TraceResult extends LineCounts {
  readonly timeline: Timeline;
  /** May be iterated repeatedly. */
  readonly groups: Iterable<TracedGroup>;
  /** How many lines were left out because no rule matched them. */
  readonly unmatched: number;
  /** How many lines were left out because they have no id. */
  readonly withoutId: number;
  /** The id that was chosen because it alone begins with what was asked for. */
  readonly taken: Buffer | undefined;
  /**
   * The ids that begin with what was asked for, if that is not an id itself and there are several; sorted by their
   * bytes.
   */
  readonly candidates: readonly Buffer[];
  /** If there is no such id, one that was perhaps meant. */
  readonly near: Buffer | undefined;
  /** How ids are linked; undefined if they are not. */
  readonly links: IdLinks | undefined;
}

/** Reads logs and groups their events by id. Rejects with a log's read error. */
export async function traceLogs(
  rulebook: Rulebook,
  logs: readonly Log[],
  options: TraceLogsOptions,
): Promise<TraceResult> {
  const idGroups = new IdGroups(rulebook, options);
  const { collector, timeline, order } = await collectEvents(rulebook, logs, idGroups, options);
  const { ids, sets, withoutId } = idGroups;
  const { events } = timeline;
  const choice = options.id && chosenId(ids, options.id, options.takesPrefix ?? false);
  const links = sets && new IdLinks(sets, choice?.number);
  const groups = new Groups(order, events, links?.size ?? ids.size, links?.groups);
  const ranks = groupOrder(groups, events, options.sort ?? "time");
  const { containing } = options;
  const isContaining = (group: Uint32Array): boolean =>
    containing === undefined || group.some((event) => events.outputOf(event).includes(containing));
  const isChosen = (group: number): boolean => {
    if (choice?.number === undefined) return choice === undefined;
    return group === (links === undefined ? choice.number : links.groupOf(choice.number));
  };
  return {
    timeline,
    groups: {
      *[Symbol.iterator]() {
        for (const rank of ranks) {
          if (!isChosen(groups.number(rank))) continue;
          const group = groups.eventsOf(rank);
          if (isContaining(group)) yield { ids: idsOf(group, events, ids, links), events: group };
        }
      },
    },
    unmatched: collector.unmatched,
    ...countsOf(collector),
    withoutId,
    taken: choice?.isPrefix && choice.number !== undefined ? ids.bytes(choice.number) : undefined,
    candidates: choice?.candidates ?? [],
    near: choice?.number === undefined && choice?.candidates.length === 0 ? idGroups.nearId() : undefined,
    links,
  };
}

/** The ids of a group's events. */
function idsOf(group: Uint32Array, events: EventTable, ids: Interner, links: IdLinks | undefined): TracedGroup["ids"] {
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

/** The events of several logs, in order of time. */
interface MergeResult extends LineCounts {
  readonly timeline: Timeline;
  readonly events: Uint32Array;
}

/** Reads logs and puts all their lines in order of time. Rejects with a log's read error. */
export async function mergeLogs(
  rulebook: Rulebook,
  logs: readonly Log[],
  options: CollectorOptions,
): Promise<MergeResult> {
  const { collector, timeline, order } = await collectEvents(rulebook, logs, undefined, options);
  return { timeline, events: order, ...countsOf(collector) };
}

function countsOf({ lines, untried, firstUntried }: EventCollector): LineCounts {
  return { lines, untried, firstUntried };
}

/** The logs in the order of their names, compared byte by byte. */
function sortedByName(logs: readonly Log[]): Log[] {
  return logs
    .map((log) => ({ log, name: Buffer.from(log.name) }))
    .sort((a, b) => Buffer.compare(a.name, b.name))
    .map(({ log }) => log);
}

async function collectEvents(
  rulebook: Rulebook,
  logs: readonly Log[],
  groups: IdGroups | undefined,
  options: CollectorOptions,
) {
  const collector = new EventCollector(rulebook, groups, options);
  // Events with equal times stay in the order in which they were read. Sorting the logs makes the result independent of
  // the order in which the caller lists them.
  const sorted = sortedByName(logs);
  await collector.read(sorted);
  const { events } = collector;
  const files = sorted.map(({ name }) => name);
  return { collector, timeline: new Timeline(collector, files, rulebook.linePatterns), order: timeOrder(events) };
}
