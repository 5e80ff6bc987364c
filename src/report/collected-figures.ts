import type { ReadOptions } from "../io/line-text.ts";
import { Correlation } from "../run/correlation.ts";
import type { Log } from "../run/log.ts";
import { asText } from "../run/record-builder.ts";
import type { Rulebook } from "../run/rulebook.ts";
import { Comparison } from "../tools/diff/comparison.ts";
import type { ComparisonDifference, ComparisonLine, GroupIds } from "../tools/diff/difference.ts";
import { LogDiff } from "../tools/diff/log-diff.ts";
import type { EventTable } from "../tools/trace/event-table.ts";
import { Span } from "../tools/trace/span.ts";
import { type EventGroup, traceLogs } from "../tools/trace/trace.ts";
import type { DiffFigures, DiffItem, DiffLine, GroupEvent, GroupFigures, TraceFigures } from "./report-data.ts";

/** How many differences a report has at most, and how many characters of each text. */
const MAX_ITEMS = 500;
const MAX_DIFF_TEXT = 1000;

/** The old logs and how they are compared. */
interface DiffOptions extends ReadOptions {
  readonly old: readonly Log[];
  readonly by: readonly string[] | undefined;
}

/** Compares logs with older ones. Rejects as `LogDiff.of` does. */
export async function collectDiff(
  rulebook: Rulebook,
  next: readonly Log[],
  { old, ...options }: DiffOptions,
): Promise<DiffFigures> {
  const comparison = new Comparison(await LogDiff.of(rulebook, old, next, options), asText);
  try {
    return figuresOf(comparison);
  } finally {
    comparison.close();
  }
}

function figuresOf(comparison: Comparison): DiffFigures {
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
  switch (difference.kind) {
    case "removed":
    case "added":
    case "changed":
      yield {
        group: groupOf(difference.group),
        old: "old" in difference ? diffLine(difference.old) : undefined,
        new: "new" in difference ? diffLine(difference.new) : undefined,
        fields: "fields" in difference ? difference.fields.map(fieldOf) : [],
      };
      return;
    case "removed_group":
    case "added_group":
      for (const line of difference.lines) {
        const shown = diffLine(line);
        const isOld = difference.kind === "removed_group";
        yield {
          group: groupOf(difference.group),
          old: isOld ? shown : undefined,
          new: isOld ? undefined : shown,
          fields: [],
        };
      }
      return;
    // Only comparisons that ignore the order have counts, and a report does not make these.
    case "count":
    case "changed_count":
      return;
  }
}

function groupOf(group: GroupIds<string> | undefined): string | undefined {
  if (group === undefined) return undefined;
  const { old, new: next } = group;
  return cut(old === undefined || next === undefined || old === next ? (old ?? next ?? "") : `${old} → ${next}`);
}

function diffLine({ file, line, output }: ComparisonLine<string>): DiffLine {
  return { place: `${file}:${line}`, output: cut(output) };
}

function fieldOf({ name, old, new: next }: { readonly name: string; readonly old: string; readonly new: string }) {
  return { name, old: cut(old), new: cut(next) };
}

function cut(text: string): string {
  return text.length > MAX_DIFF_TEXT ? `${text.slice(0, MAX_DIFF_TEXT)}…` : text;
}

/** How many groups a report has at most, how many events of each, and how many characters of their texts. */
const MAX_GROUPS = 200;
const MAX_EVENTS = 200;
const MAX_EVENT_TEXT = 300;

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
    output: events.outputOf(event).toString().slice(0, MAX_EVENT_TEXT),
  });
  return {
    id: ids[0].toString(),
    span: span.first === -1 ? undefined : span.seconds + span.nanoseconds / 1e9,
    count: order.length,
    events: Array.from(order.subarray(0, MAX_EVENTS), event),
  };
}
