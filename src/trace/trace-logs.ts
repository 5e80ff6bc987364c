import type { Correlation } from "../normalization/correlation.ts";
import type { NamedLog } from "../normalization/log.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import { type CollectorOptions, EventCollector } from "./event-collector.ts";
import { Groups } from "./groups.ts";
import { timeOrder } from "./time-order.ts";
import { Timeline } from "./timeline.ts";

/** Which groups to trace. */
export interface TraceLogsOptions extends CollectorOptions {
  readonly correlation: Correlation;
  /** Only groups with an output that contains these bytes; undefined for all. */
  readonly containing: Buffer | undefined;
}

/** The events with one id. */
export interface TracedGroup {
  readonly id: Buffer;
  /** In order of time; at least one. */
  readonly events: Uint32Array;
}

/** The events of several logs, grouped by id. */
export interface TraceResult {
  readonly timeline: Timeline;
  /** In the order of their first events. May be iterated repeatedly. */
  readonly groups: Iterable<TracedGroup>;
  /** How many lines were left out because no rule matched them. */
  readonly unmatched: number;
  /** How many lines were left out because they have no id. */
  readonly withoutId: number;
}

/** Reads logs and groups their events by id. Rejects with a log's read error. */
export async function traceLogs(
  rulebook: Rulebook,
  logs: readonly NamedLog[],
  options: TraceLogsOptions,
): Promise<TraceResult> {
  const { collector, timeline, order } = await collectEvents(rulebook, logs, options);
  const { events, ids, unmatched, withoutId } = collector;
  const groups = new Groups(order, events, ids.size);
  const { containing } = options;
  const isWanted = (group: TracedGroup): boolean =>
    containing === undefined || group.events.some((event) => events.outputOf(event).includes(containing));
  return {
    timeline,
    groups: {
      *[Symbol.iterator]() {
        for (let place = 0; place < groups.size; place++) {
          const group = { id: ids.bytes(groups.number(place)), events: groups.eventsOf(place) };
          if (isWanted(group)) yield group;
        }
      },
    },
    unmatched,
    withoutId,
  };
}

/** The events of several logs, in order of time. */
export interface MergeResult {
  readonly timeline: Timeline;
  readonly events: Uint32Array;
}

/** Reads logs and puts all their lines in order of time. Rejects with a log's read error. */
export async function mergeLogs(
  rulebook: Rulebook,
  logs: readonly NamedLog[],
  options: Pick<CollectorOptions, "offset" | "signal" | "stripsAnsi" | "masks">,
): Promise<MergeResult> {
  const { timeline, order } = await collectEvents(rulebook, logs, {
    ...options,
    correlation: undefined,
    id: undefined,
  });
  return { timeline, events: order };
}

/** The logs in the order of their names, compared byte by byte. */
function sortedByName(logs: readonly NamedLog[]): NamedLog[] {
  return logs
    .map((log) => ({ log, name: Buffer.from(log.name) }))
    .sort((a, b) => Buffer.compare(a.name, b.name))
    .map(({ log }) => log);
}

async function collectEvents(rulebook: Rulebook, logs: readonly NamedLog[], options: CollectorOptions) {
  const collector = new EventCollector(rulebook, options);
  // Events with equal times stay in the order in which they were read. Sorting the logs makes the result independent of
  // the order in which the caller lists them.
  const sorted = sortedByName(logs);
  await collector.read(sorted);
  const { events } = collector;
  const files = sorted.map(({ name }) => name);
  const rules = rulebook.linePatterns.map(({ name }) => name);
  return {
    collector,
    timeline: new Timeline(events, files, rules),
    order: timeOrder(events),
  };
}
