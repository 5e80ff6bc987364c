import type { ReadOptions } from "../io/line-text.ts";
import { Correlation } from "../run/correlation.ts";
import type { Log } from "../run/log.ts";
import type { Rulebook } from "../run/rulebook.ts";
import type { EventTable } from "../tools/trace/event-table.ts";
import { Span } from "../tools/trace/span.ts";
import { type EventGroup, traceLogs } from "../tools/trace/trace.ts";
import type { GroupEvent, GroupFigures, TraceFigures } from "./report-data.ts";

/** How many groups a report has at most, how many events of each, and how many characters of their texts. */
const MAX_GROUPS = 200;
const MAX_EVENTS = 200;
const MAX_TEXT = 300;

/** The lines of logs by their ids, the groups that took longest first. Rejects as `trace` does. */
export async function collectTrace(
  rulebook: Rulebook,
  logs: readonly Log[],
  { by, ...reading }: ReadOptions & { readonly by: readonly string[] },
): Promise<TraceFigures> {
  const correlation = new Correlation(rulebook.linePatterns, by);
  const {
    events,
    groups: found,
    withoutId,
  } = await traceLogs(rulebook, logs, correlation, { ...reading, sort: "span" });
  const span = new Span(events);
  const groups: GroupFigures[] = [];
  let count = 0;
  for (const group of found) {
    if (count < MAX_GROUPS) groups.push(groupFigures(group, events, span.measure(group.order)));
    count++;
  }
  return { by, files: events.files, count, withoutId, groups };
}

function groupFigures({ ids, order }: EventGroup, events: EventTable, span: Span): GroupFigures {
  const event = (event: number): GroupEvent => ({
    time: events.hasTime(event) ? events.epochMsOf(event) : undefined,
    file: events.fileOf(event),
    line: events.lineOf(event),
    output: events.outputOf(event).toString().slice(0, MAX_TEXT),
  });
  return {
    id: ids[0].toString(),
    span: span.first === -1 ? undefined : span.seconds + span.nanoseconds / 1e9,
    count: order.length,
    events: Array.from(order.subarray(0, MAX_EVENTS), event),
  };
}
