import { type Coverage, coverageOf, type LineObserver } from "../check/coverage.ts";
import type { NamedLog } from "../normalization/log.ts";
import { countsAsUnmatched, type Rulebook } from "../normalization/rulebook.ts";
import type { RulesSource } from "../normalization/rules-source.ts";
import type { LineReader } from "../streams/line-reader.ts";
import { LineMap } from "./line-map.ts";
import type { ReportData, RunFigures } from "./report-data.ts";
import { Samples } from "./samples.ts";

/** How many templates of unmatched lines a report has at most. */
const MAX_TEMPLATES = 200;
/** Lines of one template need fewer samples than those of a rule: nothing was captured in them. */
const SAMPLES_OF_TEMPLATE = 5;

interface ReportOptions {
  readonly stripAnsi: boolean;
  /** How many lines of each rule the report holds. With 0 it holds no line. */
  readonly samples: number;
}

/** Reads logs once and collects what a report shows of them. Rejects with a log's read error. */
export async function collectReport(
  source: RulesSource,
  logs: readonly NamedLog[],
  { stripAnsi, samples }: ReportOptions,
): Promise<ReportData> {
  const rules = { name: source.path, text: source.text };
  if (logs.length === 0) return { rules, run: undefined, samples: [], hasAllLines: true };
  const collector = new LineCollector(source.rulebook, samples);
  const coverage = await coverageOf(source.rulebook, logs, { stripAnsi, observers: [collector] });
  return {
    rules,
    run: runFigures(coverage, collector.maps, logs),
    samples: collector.samples.stretches,
    hasAllLines: collector.samples.hasAllLines,
  };
}

/** Keeps samples of the lines, and where unmatched ones are. */
class LineCollector implements LineObserver {
  readonly maps: LineMap[] = [];
  readonly samples: Samples;
  private readonly linePatterns: Rulebook["linePatterns"];
  private readonly perRule: number;

  constructor({ linePatterns }: Rulebook, perRule: number) {
    this.linePatterns = linePatterns;
    this.perRule = perRule;
    this.samples = new Samples({ empty: perRule === 0 });
  }

  begin(): void {
    this.maps.push(new LineMap());
  }

  add(reader: LineReader, _: string, index: number, __: readonly number[], template: string | undefined): void {
    const linePattern = this.linePatterns[index];
    this.maps.at(-1)!.add(linePattern !== undefined && !countsAsUnmatched(linePattern));
    this.samples.add(reader, {
      file: this.maps.length - 1,
      kind: template === undefined ? `rule ${index}` : `template ${template}`,
      perKind: template === undefined ? this.perRule : Math.min(this.perRule, SAMPLES_OF_TEMPLATE),
      isFollower: linePattern?.isFollower ?? false,
    });
  }
}

function runFigures(coverage: Coverage, maps: readonly LineMap[], logs: readonly NamedLog[]): RunFigures {
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
