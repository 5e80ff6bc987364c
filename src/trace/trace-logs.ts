import type { Correlation } from "../normalization/correlation.ts";
import type { NamedLog } from "../normalization/log.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import { EventCollector, type Wanted } from "./event-collector.ts";
import { Groups } from "./groups.ts";
import { timeOrder } from "./time-order.ts";
import { Timeline } from "./timeline.ts";

/** What is wanted of a trace. */
export interface TraceWanted extends Wanted {
  readonly correlation: Correlation;
  /** Only groups in which an output holds these bytes. */
  readonly containing: Buffer | undefined;
}

/** The events that have one id. */
export interface TracedGroup {
  readonly id: Buffer;
  /** In the order of time; at least one. */
  readonly events: Uint32Array;
}

/** The events of several logs, gathered by their ids. */
export interface Traced {
  readonly timeline: Timeline;
  /** In the order of their first events. May be read again. */
  readonly groups: Iterable<TracedGroup>;
  /** How many lines were left out: those that no rule matched, and those that have no id. */
  readonly unmatched: number;
  readonly withoutId: number;
}

/** Reads logs and gathers their events by ids. Rejects with the failure of a log. */
export async function traceLogs(rulebook: Rulebook, logs: readonly NamedLog[], wanted: TraceWanted): Promise<Traced> {
  const { gathering: collector, timeline, order } = await gathered(rulebook, logs, wanted);
  const { events, ids, unmatched, withoutId } = collector;
  const groups = new Groups(order, events, ids.size);
  const { containing } = wanted;
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

/** Events in the order of time. */
export interface Merged {
  readonly timeline: Timeline;
  readonly events: Uint32Array;
}

/** Reads logs and puts all their lines in the order of time. Rejects with the failure of a log. */
export async function mergeLogs(
  rulebook: Rulebook,
  logs: readonly NamedLog[],
  wanted: Pick<Wanted, "offset" | "signal" | "stripsAnsi">,
): Promise<Merged> {
  const { timeline, order } = await gathered(rulebook, logs, { ...wanted, correlation: undefined, id: undefined });
  return { timeline, events: order };
}

/** Logs in the order of their names, byte by byte: what comes of them does not depend on how they were listed. */
function inNameOrder(logs: readonly NamedLog[]): NamedLog[] {
  return logs
    .map((log) => ({ log, name: Buffer.from(log.name) }))
    .sort((a, b) => Buffer.compare(a.name, b.name))
    .map(({ log }) => log);
}

async function gathered(rulebook: Rulebook, logs: readonly NamedLog[], wanted: Wanted) {
  const collector = new EventCollector(rulebook, wanted);
  // Of events at the same time those that were read first come first, so the order of reading must not be that of the caller.
  const inOrder = inNameOrder(logs);
  await collector.read(inOrder);
  const { events } = collector;
  const files = inOrder.map(({ name }) => name);
  const rules = rulebook.linePatterns.map(({ name }) => name);
  return {
    gathering: collector,
    timeline: new Timeline(events, files, rules),
    order: timeOrder(events),
  };
}
