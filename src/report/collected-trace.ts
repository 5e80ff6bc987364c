import type { ReadOptions } from "../io/line-text.ts";
import { Correlation } from "../run/correlation.ts";
import type { Log } from "../run/log.ts";
import type { Rulebook } from "../run/rulebook.ts";
import { Elapsed } from "../tools/trace/elapsed.ts";
import { EventRange } from "../tools/trace/event-range.ts";
import type { Timeline } from "../tools/trace/timeline.ts";
import { type TracedGroup, traceLogs } from "../tools/trace/trace-logs.ts";
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
    timeline,
    groups: found,
    withoutId,
  } = await traceLogs(rulebook, logs, { ...reading, correlation, sort: "span" });
  const range = new EventRange(timeline.events, timeline.files.length);
  const groups: GroupFigures[] = [];
  let count = 0;
  for (const group of found) {
    if (count < MAX_GROUPS) groups.push(groupFigures(group, timeline, range));
    count++;
  }
  return { by, files: timeline.files, count, withoutId, groups };
}

function groupFigures({ ids, events: order }: TracedGroup, timeline: Timeline, range: EventRange): GroupFigures {
  const { events } = timeline;
  range.measure(order);
  const { first, last } = range;
  const elapsed = new Elapsed(events);
  const span = (): number => {
    const { seconds, nanoseconds } = elapsed.between(first, last);
    return seconds + nanoseconds / 1e9;
  };
  const event = (event: number): GroupEvent => ({
    time: events.hasTime(event) ? timeline.epochMs(event) : undefined,
    file: events.fileOf(event),
    line: events.lineOf(event),
    output: events.outputOf(event).toString().slice(0, MAX_TEXT),
  });
  return {
    id: ids[0].toString(),
    span: first === -1 ? undefined : span(),
    count: order.length,
    events: Array.from(order.subarray(0, MAX_EVENTS), event),
  };
}
