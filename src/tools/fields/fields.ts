import { LineReader } from "../../io/line-reader.ts";
import type { ReadOptions } from "../../io/line-text.ts";
import { type EditedTexts, textsOf } from "../../run/edited-rules.ts";
import type { LoadedRules } from "../../run/loaded-rules.ts";
import { type Log, readLogs } from "../../run/log.ts";
import type { LineConverter } from "../../run/record-builder.ts";
import { LineClassifier } from "../../run/rulebook.ts";
import { type MatchedLines, matchedLinesOf, statisticsOf } from "../../run/statistics.ts";
import type { LogIndex } from "../../text/collections/value-counts.ts";
import type { AppliedFindings } from "./apply-findings.ts";
import { FieldColumns } from "./field-columns.ts";
import { type FieldResult, fieldResults } from "./field-results.ts";
import { type FieldFinding, findingsOf } from "./findings.ts";

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

interface Analysis {
  /** The counts of each run, in order. */
  readonly runs: readonly MatchedLines[];
  /** In the order of the rules and of the fields in their patterns. */
  readonly findings: readonly FieldFinding[];
}

/**
 * Counts what fields capture in one log, or in the runs of one work: the first of these is compared with all others. A
 * run may be several files. Holds a bounded number of values. Rejects with a log's read error.
 */
export async function analyse(
  source: LoadedRules,
  runs: readonly (readonly Log[])[],
  options: ReadOptions,
): Promise<Analysis> {
  const columns = new FieldColumns(source.rulebook);
  const counts: MatchedLines[] = [];
  for (const [run, files] of runs.entries())
    counts.push(await readInto(columns, source, files, run === 0 ? 0 : 1, options));
  return { runs: counts, findings: findingsOf(columns.columns.flat(), source.rules) };
}

/** The result of an analysis, with values that `convert` makes, and of edits if there are any. */
export function fieldsResult<Line extends string | Uint8Array>(
  { runs, findings }: Analysis,
  source: LoadedRules,
  convert: LineConverter<Line>,
  edited?: AppliedFindings,
): FieldsResult<Line> {
  const fields = fieldResults(findings, source, runs.length, convert, edited?.applied);
  const left = fields.filter(({ edit }) => edit?.made === false).length;
  const edits = edited && {
    ...{ made: edited.applied.size, left, changedExamples: edited.changedExamples },
    ...textsOf(edited.source),
  };
  return { logs: runs, fields, edits };
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
