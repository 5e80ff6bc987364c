import { LineClassifier } from "../normalization/line-classifier.ts";
import type { Log } from "../normalization/log.ts";
import type { LineConverter } from "../normalization/record-builder.ts";
import type { RulesSource } from "../normalization/rules-source.ts";
import { type Statistics, statisticsOf } from "../normalization/statistics.ts";
import type { InputOptions } from "../records/input-format.ts";
import { LineReader } from "../streams/line-reader.ts";
import { FieldColumns } from "./field-columns.ts";
import { type CountedValue, type FieldReport, fieldReports } from "./field-report.ts";
import type { LogIndex } from "./value-counts.ts";

/** How logs are read. */
export interface FieldsReading {
  /** Aborts the call at once: it rejects with the signal's reason and closes the logs. */
  readonly signal?: AbortSignal | undefined;
  /** Removes colours and other terminal sequences from lines before they are matched. */
  readonly stripAnsi?: boolean | undefined;
  readonly input?: InputOptions | undefined;
}

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
  { signal, stripAnsi, input }: FieldsReading,
): Promise<FieldsReport> {
  const columns = new FieldColumns(source.rulebook);
  const statistics: Statistics[] = [];
  for (const [side, files] of logs.entries()) {
    if (files === undefined) continue;
    statistics.push(await readInto(columns, source, files, side as LogIndex, { signal, stripAnsi, input }));
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
  { signal, stripAnsi, input }: FieldsReading,
): Promise<Statistics> {
  const classifier = new LineClassifier(rulebook);
  const reader = new LineReader({ signal, stripsAnsi: stripAnsi, input });
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
  for (const log of logs) {
    classifier.begin();
    try {
      await reader.read(log.open(), take);
    } catch (error) {
      throw log.failure(error);
    }
  }
  signal?.throwIfAborted();
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
  { form, ...options }: FieldsReading & { readonly form: LineConverter<Line> },
): Promise<FieldsResult<Line>> {
  const report = await countFields(source, logs, options);
  const fields = report.fields.map(({ common, ...field }) => ({
    ...field,
    common: common.map(({ bytes, ...value }) => ({ value: form(bytes, 0, bytes.length), ...value })),
  }));
  return { logs: report.logs, fields };
}
