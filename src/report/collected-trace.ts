import type { NamedLog } from "../normalization/log.ts";
import { asText } from "../normalization/record-builder.ts";
import type { Rulebook } from "../normalization/rulebook.ts";
import { type TraceGroup, trace } from "../trace/trace.ts";
import type { TraceFigures } from "./report-data.ts";

/** How many groups a report has at most, how many events of each, and how many characters of their texts. */
const MAX_GROUPS = 200;
const MAX_EVENTS = 200;
const MAX_TEXT = 300;

/** The lines of logs by their ids, the groups that took longest first. Rejects as `trace` does. */
export async function collectTrace(
  rulebook: Rulebook,
  logs: readonly NamedLog[],
  { by, stripAnsi }: { readonly by: readonly string[]; readonly stripAnsi: boolean },
): Promise<TraceFigures> {
  const { groups, withoutId } = await trace(rulebook, logs, { by, stripAnsi }, asText);
  const files = [...new Set(logs.map(({ name }) => name))];
  const slowest = [...groups].sort((a, b) => (b.duration ?? -1) - (a.duration ?? -1)).slice(0, MAX_GROUPS);
  return {
    by,
    files,
    count: groups.length,
    withoutId,
    groups: slowest.map(({ id, duration, events }: TraceGroup) => ({
      id,
      span: duration,
      count: events.length,
      events: events.slice(0, MAX_EVENTS).map(({ time, file, line, output }) => ({
        time: time === undefined ? undefined : Date.parse(time),
        file: files.indexOf(file),
        line,
        output: output.slice(0, MAX_TEXT),
      })),
    })),
  };
}
