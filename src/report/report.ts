import type { LineReader } from "../io/line-reader.ts";
import type { ReadOptions } from "../io/line-text.ts";
import type { LoadedRules } from "../run/load-rules.ts";
import type { Log } from "../run/log.ts";
import { countsAsMatched, type Rulebook } from "../run/rulebook.ts";
import { type Coverage, coverageOf, type LineObserver } from "../tools/check/coverage.ts";
import { FieldColumns } from "../tools/fields/field-columns.ts";
import { collectDiff } from "./collected-diff.ts";
import { collectTrace } from "./collected-trace.ts";
import { fieldFigures, NEW, OLD } from "./field-figures.ts";
import { LineMap } from "./line-map.ts";
import { LineSelection } from "./line-selection.ts";
import type { ReportData, RunFigures } from "./report-data.ts";

/** How many templates of unmatched lines a report has at most. */
const MAX_TEMPLATES = 200;
/** Lines of one template need fewer samples than those of a rule: nothing was captured in them. */
const SAMPLES_OF_TEMPLATE = 5;
/** Values are counted only in the first lines: it takes five times as long as all the rest. */
const MAX_FIELD_LINES = 200_000;

interface ReportOptions extends ReadOptions {
  /** How many lines of each rule the report holds. With 0 it holds no line. */
  readonly samples: number;
  /** Older logs, with which the logs are compared. */
  readonly against: readonly Log[] | undefined;
  /** The fields that may hold a line's id, by which lines are grouped. */
  readonly by: readonly string[] | undefined;
}

/**
 * Reads logs and collects what a report shows of them. They are read several times if there are older logs or ids.
 * Rejects with a log's read error, or with an UnknownFieldError if no rule has any of the fields.
 */
export async function collectReport(
  source: LoadedRules,
  logs: readonly Log[],
  { samples, against, by, ...reading }: ReportOptions,
): Promise<ReportData> {
  const { rulebook, path: name, text } = source;
  const rules = { name, text };
  const nothing = {
    run: undefined,
    fields: [],
    fieldLines: 0,
    diff: undefined,
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
    trace: by && (await collectTrace(rulebook, logs, { ...reading, by })),
    samples: collector.samples.stretches,
    hasAllLines: collector.samples.hasAllLines,
  };
}

/** Keeps samples of the lines, and where unmatched ones are. */
class LineCollector implements LineObserver {
  readonly maps: LineMap[] = [];
  readonly samples: LineSelection;
  lines = 0;
  private readonly linePatterns: Rulebook["linePatterns"];
  private readonly columns: FieldColumns;
  private readonly perRule: number;

  constructor({ linePatterns }: Rulebook, columns: FieldColumns, perRule: number) {
    this.linePatterns = linePatterns;
    this.columns = columns;
    this.perRule = perRule;
    this.samples = new LineSelection({ empty: perRule === 0 });
  }

  begin(): void {
    this.maps.push(new LineMap());
  }

  add(reader: LineReader, _: string, index: number, bounds: readonly number[], template: string | undefined): void {
    if (this.lines++ < MAX_FIELD_LINES && index !== -1) this.columns.add(index, reader.bytes, bounds, NEW);
    const linePattern = this.linePatterns[index];
    this.maps.at(-1)!.add(countsAsMatched(linePattern));
    this.samples.add(reader, {
      file: this.maps.length - 1,
      category: template ?? index,
      perCategory: template === undefined ? this.perRule : Math.min(this.perRule, SAMPLES_OF_TEMPLATE),
      isFollower: linePattern?.isFollower ?? false,
    });
  }
}

function runFigures(coverage: Coverage, maps: readonly LineMap[], logs: readonly Log[]): RunFigures {
  const { statistics, rules, lineTemplates, linesOfOtherTemplates } = coverage;
  const rest = lineTemplates.slice(MAX_TEMPLATES).reduce((sum, { count }) => sum + count, linesOfOtherTemplates);
  return {
    lines: statistics.linesProcessed,
    matched: statistics.linesMatched,
    files: maps.map(({ lines, matched, buckets }, i) => ({ name: logs[i]!.name, lines, matched, buckets })),
    rules: rules.map(({ won, followed }) => ({ won, followed })),
    templates: lineTemplates.slice(0, MAX_TEMPLATES).map(({ template, count, log, line }) => ({
      ...{ template: template.toString(), count, file: log, line },
    })),
    otherUnmatched: rest,
  };
}
