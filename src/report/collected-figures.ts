import type { ReadOptions } from "../io/line-text.ts";
import { Correlation } from "../run/correlation.ts";
import type { Log } from "../run/log.ts";
import { asText } from "../run/record-builder.ts";
import type { Rulebook } from "../run/rulebook.ts";
import { Comparison } from "../tools/diff/comparison.ts";
import type { ComparisonDifference, ComparisonLine, FieldChange, GroupIds } from "../tools/diff/difference.ts";
import { LogDiff } from "../tools/diff/log-diff.ts";
import type { EventTable } from "../tools/trace/event-table.ts";
import { Span } from "../tools/trace/span.ts";
import { type EventGroup, traceLogs } from "../tools/trace/trace.ts";

/** How many differences a report has at most, and how many characters of each text. */
const MAX_ITEMS = 500;
const MAX_DIFF_TEXT = 1000;

/** The old logs and how they are compared. */
interface DiffOptions extends ReadOptions {
  readonly old: readonly Log[];
  readonly by: readonly string[] | undefined;
}

/** A line that one log lacks, or that has other values in it. Its type says which. */
export type DiffItem = ReturnType<typeof diffItem>;

/** Compares logs with older ones. Rejects as `LogDiff.of` does. */
export async function collectDiff(rulebook: Rulebook, next: readonly Log[], { old, ...options }: DiffOptions) {
  const comparison = new Comparison(await LogDiff.of(rulebook, old, next, options), asText);
  try {
    return figuresOf(comparison);
  } finally {
    comparison.close();
  }
}

function figuresOf(comparison: Comparison) {
  const { same, old, new: next } = comparison.summary;
  const items: DiffItem[] = [];
  let isCut = false;
  for (const difference of comparison.differences()) {
    for (const item of itemsOf(difference)) {
      isCut = items.length === MAX_ITEMS;
      if (isCut) break;
      items.push(item);
    }
    if (isCut) break;
  }
  return { same, onlyOld: old.only, onlyNew: next.only, items, isCut };
}

function* itemsOf(difference: ComparisonDifference<string>): Generator<DiffItem> {
  const { group, kind } = difference;
  // Only comparisons that ignore the order have counts, and a report does not make these.
  if (kind === "count" || kind === "changed_count") return;
  if ("lines" in difference)
    for (const line of difference.lines)
      yield kind === "removed_group" ? diffItem(group, line, undefined) : diffItem(group, undefined, line);
  else
    yield diffItem(
      group,
      "old" in difference ? difference.old : undefined,
      "new" in difference ? difference.new : undefined,
      "fields" in difference ? difference.fields : [],
    );
}

function diffItem(
  group: GroupIds<string> | undefined,
  old: ComparisonLine<string> | undefined,
  next: ComparisonLine<string> | undefined,
  fields: readonly FieldChange<string>[] = [],
) {
  const lineOf = ({ file, line, output }: ComparisonLine<string>) => ({
    place: `${file}:${line}`,
    output: cut(output),
  });
  return {
    group: group && idsOf(group),
    old: old && lineOf(old),
    new: next && lineOf(next),
    fields: fields.map((field) => ({ name: field.name, old: cut(field.old), new: cut(field.new) })),
  };
}

function idsOf({ old, new: next }: GroupIds<string>): string {
  return cut(old === undefined || next === undefined || old === next ? (old ?? next ?? "") : `${old} → ${next}`);
}

function cut(text: string): string {
  return text.length > MAX_DIFF_TEXT ? `${text.slice(0, MAX_DIFF_TEXT)}…` : text;
}

/** How many groups a report has at most, how many events of each, and how many characters of their texts. */
const MAX_GROUPS = 200;
const MAX_EVENTS = 200;
const MAX_EVENT_TEXT = 300;

/** The lines of logs by their ids. */
export type TraceFigures = Awaited<ReturnType<typeof collectTrace>>;
/** The lines of one id. */
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
  const span = new Span(events);
  const all = [...traced.groups];
  const groups = all.slice(0, MAX_GROUPS).map((group) => groupFigures(group, events, span.measure(group.order)));
  return { by, files: events.files, count: all.length, withoutId, groups };
}

function groupFigures({ ids, order }: EventGroup, events: EventTable, span: Span) {
  return {
    id: ids[0].toString(),
    /** In seconds; undefined without times. */
    span: span.first === -1 ? undefined : span.seconds + span.nanoseconds / 1e9,
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
