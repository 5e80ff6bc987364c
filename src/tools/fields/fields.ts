import { LineReader } from "../../io/line-reader.ts";
import type { ReadOptions } from "../../io/line-text.ts";
import { type Log, readLogs } from "../../run/log.ts";
import type { LineConverter } from "../../run/record-builder.ts";
import { LineClassifier } from "../../run/rulebook.ts";
import type { RulesSource } from "../../run/rules-source.ts";
import { type MatchedLines, matchedLinesOf, type Statistics, statisticsOf } from "../../run/statistics.ts";
import { FieldColumns } from "./field-columns.ts";
import { type CountedValue, type FieldReport, fieldReports } from "./field-report.ts";
import type { LogIndex } from "./value-counts.ts";
import type { Doubt } from "./variation.ts";

/** What the rules captured in one log or two. */
export interface FieldsReport {
  readonly path: string;
  /** The logs' statistics, in order. */
  readonly logs: readonly Statistics[];
  /** In the order of the rules and of the fields in their patterns. */
  readonly fields: readonly FieldReport[];
}

/**
 * Counts what fields capture in one log or, if there is a second, in both. A log may be several files. Holds a bounded
 * number of values. Rejects with a log's read error.
 */
export async function countFields(
  source: RulesSource,
  logs: readonly [readonly Log[], (readonly Log[] | undefined)?],
  options: ReadOptions,
): Promise<FieldsReport> {
  const columns = new FieldColumns(source.rulebook);
  const statistics: Statistics[] = [];
  for (const [side, files] of logs.entries()) {
    if (files === undefined) continue;
    statistics.push(await readInto(columns, source, files, side as LogIndex, options));
  }
  return {
    path: source.path,
    logs: statistics,
    fields: fieldReports(columns.columns.flat(), source, statistics.length),
  };
}

async function readInto(
  columns: FieldColumns,
  { rulebook }: RulesSource,
  logs: readonly Log[],
  side: LogIndex,
  options: ReadOptions,
): Promise<Statistics> {
  const classifier = new LineClassifier(rulebook);
  const reader = new LineReader(options);
  let linesMatched = 0;
  const take = (): void => {
    while (reader.next()) {
      const { bytes, start, end } = reader;
      const linePattern = classifier.classify(bytes, start, end, reader.isText);
      if (classifier.countsAsMatched(linePattern)) linesMatched++;
      if (linePattern === -1) continue;
      columns.add(linePattern, bytes, classifier.bounds, side);
    }
  };
  await readLogs(logs, options.signal, (log) => {
    classifier.begin();
    return reader.read(log.open(), take);
  });
  options.signal?.throwIfAborted();
  return statisticsOf({ linesProcessed: reader.number, linesMatched });
}

/** What the fields of one name captured, with the member names of the JSON that `fields` writes. */
export interface FieldResult<Line extends string | Uint8Array = string>
  extends Omit<FieldReport, "lines" | "empty" | "common" | "variation" | "unclear"> {
  /** In how many lines it captured something. */
  readonly lines: number;
  /** Of these, the lines of each log; undefined for a single log. */
  readonly oldLines: number | undefined;
  readonly newLines: number | undefined;
  /** In how many lines of the rule it captured nothing. */
  readonly empty: number;
  /** Of these, the lines of each log; undefined for a single log. */
  readonly oldEmpty: number | undefined;
  readonly newEmpty: number | undefined;
  /** The most frequent values, or the beginnings of long ones. */
  readonly common: readonly (Omit<CountedValue, "bytes"> & { readonly value: Line })[];
  /**
   * The share of new values, and the share that chance would make new; undefined for a single log, or if a log has
   * none.
   */
  readonly newShare: number | undefined;
  readonly chanceShare: number | undefined;
  /**
   * Why it is unclear whether the values vary from run to run: there are few of them, or chance would hardly make any
   * new. Undefined unless it is.
   */
  readonly unclear: Doubt | undefined;
}

/** What the rules captured, for callers of the library. */
export interface FieldsResult<Line extends string | Uint8Array = string> {
  /** The counts of each log, in order. */
  readonly logs: readonly MatchedLines[];
  /** In the order of the rules and of the fields in their patterns. */
  readonly fields: readonly FieldResult<Line>[];
}

/** Counts what the rules captured, for callers of the library. `convert` makes the values. */
export async function convertedFields<Line extends string | Uint8Array>(
  source: RulesSource,
  logs: Parameters<typeof countFields>[1],
  { convert, ...options }: ReadOptions & { readonly convert: LineConverter<Line> },
): Promise<FieldsResult<Line>> {
  const report = await countFields(source, logs, options);
  return { logs: report.logs.map(matchedLinesOf), fields: report.fields.map((field) => fieldResult(field, convert)) };
}

/** A report with the member names of the JSON. `convert` makes the values. */
export function fieldResult<Line extends string | Uint8Array>(
  { lines, empty, common, variation, unclear, ...report }: FieldReport,
  convert: LineConverter<Line>,
): FieldResult<Line> {
  const isCompared = lines.length > 1;
  return {
    ...report,
    lines: sum(lines),
    oldLines: isCompared ? lines[0] : undefined,
    newLines: lines[1],
    empty: sum(empty),
    oldEmpty: isCompared ? empty[0] : undefined,
    newEmpty: empty[1],
    common: common.map(({ bytes, ...value }) => ({ value: convert(bytes, 0, bytes.length), ...value })),
    newShare: variation?.newShare,
    chanceShare: variation?.chanceShare,
    unclear: unclear?.reason,
  };
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
