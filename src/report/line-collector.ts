import type { LineReader } from "../io/line-reader.ts";
import type { LoadedRules } from "../run/loaded-rules.ts";
import type { Log } from "../run/log.ts";
import { asText } from "../run/record-builder.ts";
import { countsAsMatched, type Rulebook } from "../run/rulebook.ts";
import { isUtf8 } from "../text/bytes/utf8.ts";
import type { Coverage, LineObserver } from "../tools/check/coverage.ts";
import type { FieldColumns } from "../tools/fields/field-columns.ts";
import { fieldResults } from "../tools/fields/field-results.ts";
import { findingsOf } from "../tools/fields/findings.ts";
import { LineMap } from "./line-map.ts";

/** Lines of one template need fewer samples than those of a rule: nothing was captured in them. */
const SAMPLES_OF_TEMPLATE = 5;
/** Values are counted only in the first lines: it takes five times as long as all the rest. */
export const MAX_FIELD_LINES = 200_000;

/** Logs of at most this many lines are kept whole, if they are short enough. */
const MAX_LINES = 2000;
/** A report holds at most this many bytes of lines. */
const MAX_BYTES = 450_000;
/** Longer lines are not kept: a few of them would take all the room. */
const MAX_LINE_BYTES = 16 * 1024;

/** A report has at most this many templates of lines without a rule. */
const MAX_TEMPLATES = 200;

/** A line as text or, if it is not UTF-8, as its bytes in base64. */
type SampleLine = string | { readonly base64: string };

interface KeptLine {
  readonly file: number;
  readonly line: number;
  readonly bytes: Buffer;
  /** Whether it is kept even if others are not. */
  readonly isSample: boolean;
}

/**
 * Chooses the lines that a report holds: all of short logs, else the first of each rule and template, with the lines
 * that follow them. Also counts how many are matched, where they are, and what fields captured.
 */
export class LineCollector implements LineObserver {
  /** By log. */
  readonly maps: LineMap[] = [];
  readonly matched: number[] = [];
  lines = 0;
  /** Whether all lines are kept. */
  hasAllLines: boolean;
  private readonly linePatterns: Rulebook["linePatterns"];
  private readonly columns: FieldColumns;
  private readonly perRule: number;
  private readonly marksUnmatched: boolean;
  private readonly counts = new Map<number | string, number>();
  private kept: KeptLine[] = [];
  private keptBytes = 0;
  private sampleBytes = 0;

  /** Keeps `perRule` lines of each rule; with 0 no line at all. Perhaps marks lines without a rule in the maps. */
  constructor({ linePatterns }: Rulebook, columns: FieldColumns, perRule: number, marksUnmatched: boolean) {
    this.marksUnmatched = marksUnmatched;
    this.linePatterns = linePatterns;
    this.columns = columns;
    this.perRule = perRule;
    this.hasAllLines = perRule > 0;
  }

  begin(log: string): void {
    this.maps.push(new LineMap(log));
    this.matched.push(0);
  }

  add(reader: LineReader, _: string, index: number, bounds: readonly number[], template: string | undefined): void {
    if (this.lines++ < MAX_FIELD_LINES && index !== -1) this.columns.add(index, reader.bytes, bounds, NEW);
    const { bytes, start, end, number } = reader;
    const file = this.maps.length - 1;
    const map = this.maps[file]!;
    map.add(number, bytes, start, end);
    if (countsAsMatched(this.linePatterns[index])) this.matched[file]!++;
    else if (this.marksUnmatched) map.mark(number);
    this.keep(reader, index, template);
  }

  private keep({ bytes, start, end, number: line }: LineReader, index: number, template: string | undefined): void {
    const file = this.maps.length - 1;
    const length = end - start;
    if (this.lines > MAX_LINES || length > MAX_LINE_BYTES || this.keptBytes + length > MAX_BYTES) this.keepSamples();
    const isSample =
      length <= MAX_LINE_BYTES &&
      this.sampleBytes + length <= MAX_BYTES &&
      (!this.linePatterns[index]?.isFollower || this.isAfterSample(file, line)) &&
      this.isAmongFirst(index, template);
    if (!isSample && !this.hasAllLines) return;
    this.kept.push({ file, line, bytes: Buffer.from(bytes.subarray(start, end)), isSample });
    this.keptBytes += length;
    if (isSample) this.sampleBytes += length;
  }

  /** The kept lines, those that are neighbours together: later ones may follow earlier ones. */
  get stretches() {
    const stretches: { readonly file: number; readonly line: number; readonly lines: SampleLine[] }[] = [];
    for (const { file, line, bytes } of this.kept) {
      const last = stretches.at(-1);
      if (last !== undefined && last.file === file && last.line + last.lines.length === line)
        last.lines.push(sample(bytes));
      else stretches.push({ file, line, lines: [sample(bytes)] });
    }
    return stretches;
  }

  /** Whether the line before is a sample. A line that follows another is meaningless without it. */
  private isAfterSample(file: number, line: number): boolean {
    const before = this.kept.at(-1);
    return before?.isSample === true && before.file === file && before.line === line - 1;
  }

  private isAmongFirst(index: number, template: string | undefined): boolean {
    const count = this.counts.get(template ?? index) ?? 0;
    if (count >= (template === undefined ? this.perRule : Math.min(this.perRule, SAMPLES_OF_TEMPLATE))) return false;
    this.counts.set(template ?? index, count + 1);
    return true;
  }

  private keepSamples(): void {
    if (!this.hasAllLines) return;
    this.hasAllLines = false;
    this.kept = this.kept.filter(({ isSample }) => isSample);
    this.keptBytes = this.sampleBytes;
  }
}

function sample(bytes: Buffer): SampleLine {
  return isUtf8(bytes) ? bytes.toString() : { base64: bytes.toString("base64") };
}

export type RunFigures = ReturnType<typeof runFigures>;

export function runFigures(coverage: Coverage, { matched, maps }: LineCollector, logs: readonly Log[]) {
  const { statistics, rules, lineTemplates, linesOfOtherTemplates } = coverage;
  const templates = lineTemplates
    .map(({ template, count, followed, log, line }) => ({
      ...{ template: template.toString(), count: count + followed, file: log, line },
    }))
    .sort((a, b) => b.count - a.count);
  const rest = templates.slice(MAX_TEMPLATES).reduce((sum, { count }) => sum + count, linesOfOtherTemplates);
  return {
    lines: statistics.linesProcessed,
    matched: statistics.linesMatched,
    files: logs.map(({ name }, i) => ({ name, lines: maps[i]!.lines, matched: matched[i]! })),
    /** By rule index. */
    rules: rules.map(({ won, followed }) => ({ won, followed })),
    templates: templates.slice(0, MAX_TEMPLATES),
    otherUnmatched: rest,
  };
}

/** The two sides of a comparison of fields. A single log is the new one. */
export const OLD = 1;
export const NEW = 0;

/** What a field of a rule captured; see `FieldResult`. */
export type FieldFigures = ReturnType<typeof fieldFigures>[number];

/** The fields, each with the index of its rule, without those of followers, which the page does not list. */
export function fieldFigures(
  columns: FieldColumns,
  source: LoadedRules,
  { isCompared, withValues }: { readonly isCompared: boolean; readonly withValues: boolean },
) {
  const ofRules = columns.columns.slice(0, source.rules.length);
  const results = fieldResults(findingsOf(ofRules.flat(), source.rules), source, isCompared ? 2 : 1, asText);
  const indexes = ofRules.flatMap((own, index) => own.map(() => index));
  return results.map(({ rule, field, lines, oldLines = lines, distinct, exact, common, type, shown, varies }, i) => ({
    ...{ rule, index: indexes[i]!, field, lines: oldLines, distinct, exact, type, shown, varies },
    common: (withValues ? common : []).map(({ value, cut, count }) => ({ value, cut, count })),
  }));
}
