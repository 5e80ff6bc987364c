import { readFileSync } from "node:fs";
import type { ReadOptions } from "../io/line-text.ts";
import { Correlation } from "../run/correlation.ts";
import type { LoadedRules } from "../run/loaded-rules.ts";
import type { Log } from "../run/log.ts";
import type { Rulebook } from "../run/rulebook.ts";
import { coverageOf, type LineObserver } from "../tools/check/coverage.ts";
import { FieldColumns } from "../tools/fields/field-columns.ts";
import type { GoodLogs } from "../tools/news/good-runs.ts";
import type { EventTable } from "../tools/trace/event-table.ts";
import { secondsIn, spanOf } from "../tools/trace/span.ts";
import { type EventGroup, traceLogs } from "../tools/trace/trace.ts";
import { collectDiff } from "./collected-diff.ts";
import { collectNews, LineOutputs } from "./collected-news.ts";
import { fieldFigures, LineCollector, MAX_FIELD_LINES, OLD, runFigures } from "./line-collector.ts";
import { LineMap } from "./line-map.ts";
import { markup } from "./markup.ts";
import { summaryMarkup } from "./summary.ts";

interface ReportOptions extends ReadOptions {
  /** How many lines of each rule the report holds. With 0 it holds no line. */
  readonly samples: number;
  /** Older logs, with which the logs are compared. */
  readonly against: readonly Log[] | undefined;
  /** Good runs, with which the log of a failed one is compared. */
  readonly good: GoodLogs | undefined;
  /** The fields that may hold a line's id, by which lines are grouped. */
  readonly by: readonly string[] | undefined;
  /** Whether rules are given. Otherwise there are only some to begin with. */
  readonly hasRules: boolean;
}

/** Without logs, in a playground, it has no `run`. */
export type ReportData = Awaited<ReturnType<typeof collectFigures>>["data"];

/**
 * Reads logs and collects what a report shows of them. They are read several times if there are older logs or ids.
 * Rejects with a log's read error, or with an UnknownFieldError if no rule has any of the fields.
 */
export async function collectReport(source: LoadedRules, logs: readonly Log[], options: ReportOptions) {
  const { data, maps, changed } = await collectFigures(source, logs, options);
  const { run, diff, news } = data;
  if (run === undefined) {
    const names = data.rules.map(({ name }) => name).join(", ");
    const text = `The rules of ${names}, to try in a browser that runs scripts.`;
    return { data, summary: markup`<p>${text}</p>` };
  }
  return { data, summary: summaryMarkup({ run, diff, news, changed, logs: maps.new, old: maps.old }) };
}

async function collectFigures(
  source: LoadedRules,
  logs: readonly Log[],
  { samples, against, good, by, hasRules, ...reading }: ReportOptions,
) {
  const { rulebook } = source;
  const rules = source.files.map(({ path: name, text }) => ({ name, text }));
  const maps: { old: LineMap[]; new: LineMap[] } = { old: [], new: [] };
  const nothing = {
    ...{ run: undefined, fields: [], fieldLines: 0, diff: undefined, news: undefined, trace: undefined },
    ...{ samples: [], hasAllLines: true },
  };
  if (logs.length === 0) return { data: { rules, hasRules, ...nothing }, maps, changed: "" };
  const columns = new FieldColumns(rulebook);
  const collector = new LineCollector(rulebook, columns, samples, against === undefined && good === undefined);
  maps.new = collector.maps;
  const news = good && (await collectNews(logs[0]!, good, reading, hasRules ? rulebook : undefined));
  const outputs = new LineOutputs(rulebook, hasRules && news !== undefined ? news.shown : new Set());
  const coverage = await coverageOf(rulebook, logs, { ...reading, observers: [collector, outputs] });
  if (news !== undefined) for (const line of news.told) maps.new[0]!.mark(line);
  if (against !== undefined) {
    let lines = 0;
    const begin = (log: string): void => void maps.old.push(new LineMap(log));
    const add: LineObserver["add"] = ({ bytes, start, end, number }, _, linePattern, bounds) => {
      if (lines++ < MAX_FIELD_LINES && linePattern !== -1) columns.add(linePattern, bytes, bounds, OLD);
      maps.old.at(-1)!.add(number, bytes, start, end);
    };
    await coverageOf(rulebook, against, { ...reading, observers: [{ begin, add }] });
  }
  // What is new is marked already, if that is asked for, too.
  const marked = { old: maps.old, new: good === undefined ? maps.new : [] };
  const compared = against && (await collectDiff(rulebook, logs, { ...reading, old: against, by, maps: marked }));
  const data = {
    rules,
    hasRules,
    run: runFigures(coverage, collector, logs),
    fields: fieldFigures(columns, source, { isCompared: against !== undefined, withValues: samples > 0 }),
    fieldLines: Math.min(collector.lines, MAX_FIELD_LINES),
    diff: compared?.figures,
    news: news && { items: news.items, places: news.places, left: news.left, outputs: outputs.outputs },
    trace: by && (await collectTrace(rulebook, logs, { ...reading, by })),
    samples: collector.stretches,
    hasAllLines: collector.hasAllLines,
  };
  return { data, maps, changed: compared?.changed ?? "" };
}

/** How many groups a report has at most, how many events of each, and how many characters of their texts. */
const MAX_GROUPS = 200;
const MAX_EVENTS = 200;
const MAX_EVENT_TEXT = 300;

export type TraceFigures = Awaited<ReturnType<typeof collectTrace>>;
export type GroupFigures = TraceFigures["groups"][number];

/** The lines of logs by their ids, the groups that took longest first. Rejects as `trace` does. */
async function collectTrace(
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

/** Where the build puts the page. Modules of the library and bundles of the command lie in a folder beside it. */
const PAGE = new URL("../page.html", import.meta.url);

/** The page. The same data gives the same text. Throws the system's error if the page of the build is missing. */
export function pageOf({ data, summary }: Awaited<ReturnType<typeof collectReport>>, title: string): string {
  // So it cannot end its element, whatever it holds.
  const script = JSON.stringify(data).replaceAll("<", "\\u003c");
  const insertions = { title: markup`${title}`, summary, figures: figures(data), data: script };
  // What was inserted is not searched, because a log may contain anything.
  return readFileSync(PAGE, "utf8")
    .split(/<!--(title|summary|figures|data)-->/)
    .map((part, i) => (i % 2 === 0 ? part : insertions[part as keyof typeof insertions]))
    .join("");
}

/** The main figures, for browsers that run no scripts. */
function figures({ run, news }: ReportData): string {
  if (run === undefined) return "";
  const { lines, matched, files, templates } = run;
  const rows = [
    ...(news?.items ?? []).flatMap((item) =>
      item.kind === "block" ? [[`New, line ${item.lines[0]?.fileLine}`, item.lines[0]?.text]] : [],
    ),
    ["Lines", lines],
    ["Lines matched", matched],
    ["Lines without a rule", lines - matched],
    ...files.map((file) => [`${file.name}: lines matched`, `${file.matched} of ${file.lines}`]),
    ...templates.slice(0, 10).map(({ template, count }) => [`Without a rule: ${template}`, count]),
  ];
  const cells = rows.map(([name, figure]) => markup`<tr><th>${name!}</th><td>${figure ?? ""}</td></tr>`);
  return `<table class="figures">${cells.join("")}</table><p>The rest of this page needs scripts.</p>`;
}
