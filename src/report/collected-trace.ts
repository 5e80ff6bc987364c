import type { ReadOptions } from "../io/line-text.ts";
import { Correlation } from "../run/correlation.ts";
import type { Log } from "../run/log.ts";
import type { Rulebook } from "../run/rulebook.ts";
import type { EventTable } from "../tools/trace/event-table.ts";
import { secondsIn, spanOf } from "../tools/trace/span.ts";
import { type EventGroup, traceLogs } from "../tools/trace/trace.ts";

/** How many groups a report has at most, how many events of each, and how many characters of their texts. */
const MAX_GROUPS = 200;
const MAX_EVENTS = 200;
const MAX_EVENT_TEXT = 300;

export type TraceFigures = Awaited<ReturnType<typeof collectTrace>>;
export type GroupFigures = TraceFigures["groups"][number];

/** The lines of logs by their ids, the groups that took longest first. Rejects as `trace` does. */
export async function collectTrace(
  rulebook: Rulebook,
  logs: readonly Log[],
  { by, ...reading }: ReadOptions & { readonly by: readonly string[] },
) {
  const correlation = new Correlation(rulebook.linePatterns, by);
  const traced = await traceLogs(rulebook, logs, correlation, { ...reading, sort: "span" });
  const { events, withoutId } = traced;
  const all = [...traced.groups];
  const groups = all.slice(0, MAX_GROUPS).map((group) => groupFigures(group, events));
  return { by, files: events.files, count: all.length, withoutId, groups };
}

function groupFigures({ ids, order }: EventGroup, events: EventTable) {
  return {
    id: ids[0].toString(),
    /** In seconds; undefined without times. */
    span: secondsIn(spanOf(order, events)),
    count: order.length,
    /** The first ones, in order of time, which is in milliseconds since 1970. A file is an index. */
    events: Array.from(order.subarray(0, MAX_EVENTS), (event) => ({
      time: events.hasTime(event) ? events.epochMsOf(event) : undefined,
      file: events.fileOf(event),
      line: events.lineOf(event),
      output: events.outputOf(event).toString().slice(0, MAX_EVENT_TEXT),
    })),
  };
}
