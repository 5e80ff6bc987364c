import { LineReader } from "../../io/line-reader.ts";
import type { ReadOptions } from "../../io/line-text.ts";
import { changedFiles, type EditedTexts, textsOf } from "../../run/edited-rules.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import { type Log, readLogs } from "../../run/log.ts";
import type { LineConverter } from "../../run/record-builder.ts";
import { LineClassifier } from "../../run/rulebook.ts";
import { type MatchedLines, matchedLinesOf, statisticsOf } from "../../run/statistics.ts";
import type { LogIndex } from "../../text/collections/value-counts.ts";
import { applyFindings } from "./apply-findings.ts";
import { FieldColumns } from "./field-columns.ts";
import { type FieldResult, fieldResults } from "./field-results.ts";
import { findingsOf } from "./findings.ts";

/** What the rules captured in one log or two. */
export interface FieldsResult<Line extends string | Uint8Array = string> {
  /** The counts of each log, in order. */
  readonly logs: readonly MatchedLines[];
  /** In the order of the rules and of the fields in their patterns. */
  readonly fields: readonly FieldResult<Line>[];
  /** What became of the edits; undefined if none was asked for. */
  readonly edits: FieldsEdits | undefined;
}

/** Edits that were made, or left to people. */
export interface FieldsEdits extends EditedTexts {
  readonly made: number;
  /** No place was found where these change nothing else. */
  readonly left: number;
  /** How many examples have another output now. */
  readonly changedExamples: number;
}

/**
 * Counts what fields capture in one log, or in the runs of one work: the first of these is compared with all others. A
 * run may be several files. Holds a bounded number of values. Also returns the rules files with edits. Rejects with a
 * log's read error.
 */
export async function countFields<Line extends string | Uint8Array>(
  source: LoadedRules,
  runs: readonly (readonly Log[])[],
  {
    convert,
    inPlace,
    ...reading
  }: ReadOptions & { readonly convert: LineConverter<Line>; readonly inPlace?: boolean | undefined },
) {
  const columns = new FieldColumns(source.rulebook);
  const logs: MatchedLines[] = [];
  for (const [run, files] of runs.entries())
    logs.push(await readInto(columns, source, files, run === 0 ? 0 : 1, reading));
  const findings = findingsOf(columns.columns.flat(), source.rules);
  const edited = inPlace ? applyFindings(source, findings) : undefined;
  const fields = fieldResults(findings, source, runs.length, convert, edited?.applied);
  const left = fields.filter(({ edit }) => edit?.made === false).length;
  const edits = edited && {
    ...{ made: edited.applied.size, left, changedExamples: edited.changedExamples },
    ...textsOf(edited.source),
  };
  const result: FieldsResult<Line> = { logs, fields, edits };
  return { result, changes: edited === undefined ? [] : changedFiles(source, edited.source) };
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
