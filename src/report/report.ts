import { readFileSync } from "node:fs";
import type { ReadOptions } from "../io/line-text.ts";
import type { LoadedRules } from "../run/loaded-rules.ts";
import type { Log } from "../run/log.ts";
import { type Coverage, coverageOf, type LineObserver } from "../tools/check/coverage.ts";
import { FieldColumns } from "../tools/fields/field-columns.ts";
import type { GoodLogs } from "../tools/news/compare-runs.ts";
import { collectDiff, collectTrace } from "./collected-figures.ts";
import { collectNews } from "./collected-news.ts";
import { fieldFigures, OLD } from "./field-figures.ts";
import { LineCollector, type LineMap, MAX_FIELD_LINES } from "./line-collector.ts";

/** How many templates of unmatched lines a report has at most. */
const MAX_TEMPLATES = 200;

export interface ReportOptions extends ReadOptions {
  /** How many lines of each rule the report holds. With 0 it holds no line. */
  readonly samples: number;
  /** Older logs, with which the logs are compared. */
  readonly against: readonly Log[] | undefined;
  /** Good runs, with which the log of a failed one is compared. */
  readonly good: GoodLogs | undefined;
  /** The fields that may hold a line's id, by which lines are grouped. */
  readonly by: readonly string[] | undefined;
}

/** What a report holds, as JSON in the page. Without logs, in a playground, it has no `run`. */
export type ReportData = Awaited<ReturnType<typeof collectReport>>;
export type RunFigures = ReturnType<typeof runFigures>;

/**
 * Reads logs and collects what a report shows of them. They are read several times if there are older logs or ids.
 * Rejects with a log's read error, or with an UnknownFieldError if no rule has any of the fields.
 */
export async function collectReport(
  source: LoadedRules,
  logs: readonly Log[],
  { samples, against, good, by, ...reading }: ReportOptions,
) {
  const { rulebook } = source;
  const rules = source.files.map(({ path: name, text }) => ({ name, text }));
  const nothing = {
    run: undefined,
    fields: [],
    fieldLines: 0,
    diff: undefined,
    news: undefined,
    trace: undefined,
    samples: [],
    hasAllLines: true,
  };
  if (logs.length === 0) return { rules, ...nothing };
  const columns = new FieldColumns(rulebook);
  const collector = new LineCollector(rulebook, columns, samples);
  const coverage = await coverageOf(rulebook, logs, { ...reading, observers: [collector] });
  if (against !== undefined) {
    let lines = 0;
    const add: LineObserver["add"] = ({ bytes }, _, linePattern, bounds) => {
      if (lines++ < MAX_FIELD_LINES && linePattern !== -1) columns.add(linePattern, bytes, bounds, OLD);
    };
    await coverageOf(rulebook, against, { ...reading, observers: [{ add }] });
  }
  return {
    rules,
    run: runFigures(coverage, collector.maps, logs),
    fields: fieldFigures(columns, source, { isCompared: against !== undefined, withValues: samples > 0 }),
    fieldLines: Math.min(collector.lines, MAX_FIELD_LINES),
    diff: against && (await collectDiff(rulebook, logs, { ...reading, old: against, by })),
    news: good && (await collectNews(logs[0]!, good, reading)),
    trace: by && (await collectTrace(rulebook, logs, { ...reading, by })),
    samples: collector.stretches,
    hasAllLines: collector.hasAllLines,
  };
}

function runFigures(coverage: Coverage, maps: readonly LineMap[], logs: readonly Log[]) {
  const { statistics, rules, lineTemplates, linesOfOtherTemplates } = coverage;
  const rest = lineTemplates
    .slice(MAX_TEMPLATES)
    .reduce((sum, { count, followed }) => sum + count + followed, linesOfOtherTemplates);
  return {
    lines: statistics.linesProcessed,
    matched: statistics.linesMatched,
    files: maps.map(({ lines, matched, buckets }, i) => ({ name: logs[i]!.name, lines, matched, buckets })),
    /** By rule index. */
    rules: rules.map(({ won, followed }) => ({ won, followed })),
    templates: lineTemplates.slice(0, MAX_TEMPLATES).map(({ template, count, followed, log, line }) => ({
      ...{ template: template.toString(), count: count + followed, file: log, line },
    })),
    otherUnmatched: rest,
  };
}

/** Where the build puts the page. Modules of the library and bundles of the command lie in a folder beside it. */
const PAGE = new URL("../page.html", import.meta.url);

/**
 * The HTML of a report: one file with everything in it. The same data gives the same text. Throws the system's error if
 * the page of the build is missing.
 */
export function pageOf(data: ReportData, title: string): string {
  const insertions = { title: escaped(title), figures: figures(data), data: scriptData(data) };
  // What was inserted is not searched, because a log may contain anything.
  return readFileSync(PAGE, "utf8")
    .split(/<!--(title|figures|data)-->/)
    .map((part, i) => (i % 2 === 0 ? part : insertions[part as keyof typeof insertions]))
    .join("");
}

/** JSON that cannot end its element, whatever it holds. */
function scriptData(data: ReportData): string {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** The main figures, for browsers that run no scripts. */
function figures({ run, rules, news }: ReportData): string {
  if (run === undefined)
    return `<p>The rules of ${escaped(rules.map(({ name }) => name).join(", "))}, to try in a browser that runs scripts.</p>`;
  const { lines, matched, files, templates } = run;
  const rows = [
    ...(news?.items ?? []).flatMap((item) =>
      item.kind === "block" ? [[`New, line ${item.lines[0]?.file_line}`, item.lines[0]?.text]] : [],
    ),
    ["Lines", lines],
    ["Lines matched", matched],
    ["Lines without a rule", lines - matched],
    ...files.map((file) => [`${file.name}: lines matched`, `${file.matched} of ${file.lines}`]),
    ...templates.slice(0, 10).map(({ template, count }) => [`Without a rule: ${template}`, count]),
  ];
  const cells = rows.map(
    ([name, figure]) => `<tr><th>${escaped(String(name))}</th><td>${escaped(String(figure))}</td></tr>`,
  );
  return `<h1>normalizer report</h1><table>${cells.join("")}</table><p>The rest of this page needs scripts.</p>`;
}
