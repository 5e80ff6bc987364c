import { LineReader } from "../../io/line-reader.ts";
import type { ReadOptions } from "../../io/line-text.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import { type Log, readLogs } from "../../run/log.ts";
import type { LineConverter } from "../../run/record-builder.ts";
import { LineClassifier } from "../../run/rulebook.ts";
import { type MatchedLines, matchedLinesOf, statisticsOf } from "../../run/statistics.ts";
import { FieldColumns } from "./field-columns.ts";
import { type FieldResult, fieldResults } from "./field-results.ts";
import type { LogIndex } from "./value-counts.ts";

/** What the rules captured in one log or two. */
export interface FieldsResult<Line extends string | Uint8Array = string> {
  /** The counts of each log, in order. */
  readonly logs: readonly MatchedLines[];
  /** In the order of the rules and of the fields in their patterns. */
  readonly fields: readonly FieldResult<Line>[];
}

/**
 * Counts what fields capture in one log or, if there is a second, in both. A log may be several files. Holds a bounded
 * number of values, which `convert` makes. Rejects with a log's read error.
 */
export async function countFields<Line extends string | Uint8Array>(
  source: LoadedRules,
  logs: readonly [readonly Log[], (readonly Log[] | undefined)?],
  { convert, ...options }: ReadOptions & { readonly convert: LineConverter<Line> },
): Promise<FieldsResult<Line>> {
  const columns = new FieldColumns(source.rulebook);
  const counts: MatchedLines[] = [];
  for (const [side, files] of logs.entries()) {
    if (files === undefined) continue;
    counts.push(await readInto(columns, source, files, side as LogIndex, options));
  }
  return { logs: counts, fields: fieldResults(columns.columns.flat(), source, counts.length, convert) };
}

async function readInto(
  columns: FieldColumns,
  { rulebook }: LoadedRules,
  logs: readonly Log[],
  side: LogIndex,
  options: ReadOptions,
): Promise<MatchedLines> {
  const classifier = new LineClassifier(rulebook);
  const reader = new LineReader(options);
  let linesMatched = 0;
  await readLogs(logs, options.signal, async (log) => {
    classifier.begin();
    for await (const _ of reader.read(log.open())) {
      while (reader.next()) {
        const { bytes, start, end } = reader;
        const linePattern = classifier.classify(bytes, start, end, reader.isText);
        if (classifier.countsAsMatched(linePattern)) linesMatched++;
        if (linePattern !== -1) columns.add(linePattern, bytes, classifier.bounds, side);
      }
    }
  });
  options.signal?.throwIfAborted();
  return matchedLinesOf(statisticsOf({ linesProcessed: reader.number, linesMatched }));
}
