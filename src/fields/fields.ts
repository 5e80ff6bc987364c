import { LineClassifier } from "../normalization/line-classifier.ts";
import { type Log, readLogs } from "../normalization/log.ts";
import type { LineConverter } from "../normalization/record-builder.ts";
import type { RulesSource } from "../normalization/rules-source.ts";
import { type Statistics, statisticsOf } from "../normalization/statistics.ts";
import { LineReader } from "../streams/line-reader.ts";
import type { ReadOptions } from "../streams/line-text.ts";
import { FieldColumns } from "./field-columns.ts";
import { type CountedValue, type FieldReport, fieldReports } from "./field-report.ts";
import type { LogIndex } from "./value-counts.ts";

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
      const { bytes, start, end } = reader.lines;
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

/** What the fields of one name captured, for callers of the library. */
export interface FieldResult<Line extends string | Uint8Array = string> extends Omit<FieldReport, "common"> {
  /** The most frequent values, or the beginnings of long ones. */
  readonly common: readonly (Omit<CountedValue, "bytes"> & { readonly value: Line })[];
}

/** What the rules captured, for callers of the library. */
export interface FieldsResult<Line extends string | Uint8Array = string> extends Omit<FieldsReport, "path" | "fields"> {
  /** In the order of the rules and of the fields in their patterns. */
  readonly fields: readonly FieldResult<Line>[];
}

/** As `fieldsOf`, for callers of the library. */
export async function fieldsInForm<Line extends string | Uint8Array>(
  source: RulesSource,
  logs: Parameters<typeof countFields>[1],
  { form, ...options }: ReadOptions & { readonly form: LineConverter<Line> },
): Promise<FieldsResult<Line>> {
  const report = await countFields(source, logs, options);
  const fields = report.fields.map(({ common, ...field }) => ({
    ...field,
    common: common.map(({ bytes, ...value }) => ({ value: form(bytes, 0, bytes.length), ...value })),
  }));
  return { logs: report.logs, fields };
}
