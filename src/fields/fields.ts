import { LineClassifier } from "../normalization/line-classifier.ts";
import type { NamedLog } from "../normalization/log.ts";
import type { RulesSource } from "../normalization/rules-source.ts";
import { type Statistics, statisticsOf } from "../normalization/statistics.ts";
import { LineReader } from "../streams/line-reader.ts";
import { FieldColumns } from "./field-columns.ts";
import { type FieldReport, fieldReports } from "./field-report.ts";
import type { Side } from "./value-counts.ts";

export interface FieldsOptions {
  /** Aborts the call at once: it rejects with the signal's reason and closes the logs. */
  readonly signal?: AbortSignal | undefined;
  /** Removes colours and other terminal sequences from lines before they are matched. */
  readonly stripAnsi?: boolean | undefined;
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
export async function fieldsOf(
  source: RulesSource,
  logs: readonly [readonly NamedLog[], (readonly NamedLog[] | undefined)?],
  { signal, stripAnsi }: FieldsOptions,
): Promise<FieldsReport> {
  const columns = new FieldColumns(source.rulebook);
  const statistics: Statistics[] = [];
  for (const [side, files] of logs.entries()) {
    if (files === undefined) continue;
    statistics.push(await readInto(columns, source, files, side as Side, { signal, stripAnsi }));
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
  logs: readonly NamedLog[],
  side: Side,
  { signal, stripAnsi }: FieldsOptions,
): Promise<Statistics> {
  const classifier = new LineClassifier(rulebook);
  const reader = new LineReader({ signal, stripsAnsi: stripAnsi });
  let linesMatched = 0;
  const take = (): void => {
    while (reader.next()) {
      const { bytes, start, end } = reader.lines;
      const linePattern = classifier.classify(bytes, start, end);
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
