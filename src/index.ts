// The public types use types of Node.js. TypeScript 6 and later do not load those unless told to.
/// <reference types="node" preserve="true" />

export type { ExportedRule, ExportFormat, ExportResult } from "./exchange/export/exported.ts";
export type { ImportResult } from "./exchange/import/import.ts";
export type { ImportFile, ImportFormat, ImportLocation } from "./exchange/import/imported.ts";
export { ImportError } from "./exchange/import/imported.ts";
export type { ReadOptions } from "./io/line-text.ts";
export {
  BaselineError,
  ChangedFileError,
  CopyError,
  DamagedLogError,
  LineError,
  LogError,
} from "./io/read-errors.ts";
export type { LogStream } from "./io/source.ts";
export type { ClaimedComparison } from "./library/claimed-comparison.ts";
export { exportRules, importRules } from "./library/exchange.ts";
export type {
  ExportOptions,
  FieldsOptions,
  ImportOptions,
  LogSource,
  LogSources,
  ProcessOptions,
  ProcessorOptions,
  PseudonymKeyOptions,
  RulesCheckOptions as CheckOptions,
  RulesObject,
  RulesOptions,
  SuggestionOptions,
  TransformOptions,
} from "./library/options.ts";
export { Processor } from "./library/processor.ts";
export type { RulesIssue, RulesIssueCode } from "./rules/rules-error.ts";
export { RulesError } from "./rules/rules-error.ts";
export { MissingKeyError } from "./rules/transforms/pseudonyms.ts";
export { UnknownFieldError } from "./run/correlation.ts";
export type { RecordOptions } from "./run/line-writer.ts";
export type { LogPart } from "./run/part-of-logs.ts";
export type { LineRecord, RecordTime } from "./run/read-records.ts";
export type { CapturedFields, FieldCapture, NormalizedLine } from "./run/record-builder.ts";
export type { ComingLine, RunDifferences } from "./run/run-differences.ts";
export type { RunStatistics, Statistics, StatisticsRule } from "./run/statistics.ts";
export type { ExplainedText, ExplainedTextLine, HiddenValues, OutputPart, TextOptions } from "./run/text-lines.ts";
export type { CheckExamples } from "./tools/check/add-examples.ts";
export type { BaselineResult, CheckCoverage, CheckResult, CheckUnmatchedLines } from "./tools/check/check-result.ts";
export type { CheckFinding, CheckFindingCode } from "./tools/check/finding.ts";
export type {
  CheckChange,
  CheckChangedLine,
  CheckChanges,
  CheckRenamedRule,
} from "./tools/check/rules-comparison.ts";
export type { CheckUpdates } from "./tools/check/update-examples.ts";
export type {
  Change as ComparisonChange,
  ComparisonClaim,
  Distribution as ComparisonDistribution,
  Frequency as ComparisonFrequency,
} from "./tools/claims/claim.ts";
export type { Comparison } from "./tools/diff/comparison.ts";
export type {
  ComparisonDifference,
  ComparisonItem,
  ComparisonLine,
  ComparisonRule,
  ComparisonSummary,
} from "./tools/diff/difference.ts";
export type { ComparisonOptions } from "./tools/diff/log-diff.ts";
export type { FieldResult, FieldResultEdit } from "./tools/fields/field-results.ts";
export type { FieldsResult } from "./tools/fields/fields.ts";
export type {
  Folded as RunFoldedLines,
  GoodLine as RunGoodLine,
  NewsChange as RunChange,
  NewsLine as RunLine,
  NewsRate as RunRate,
  NewsSummary as RunSummary,
  NotReached as RunNotReached,
} from "./tools/news/news-items.ts";
export type { RunBlock, RunComparison, RunComparisonOptions, RunItem } from "./tools/news/run-comparison.ts";
export type { SuggestionGranularity } from "./tools/suggest/granularity.ts";
export type { Suggestion, SuggestionFlaw, SuggestionUnmatchedLines } from "./tools/suggest/suggest.ts";
export type { ByLog, ClockOptions } from "./tools/trace/clocks.ts";
export type { MergeOptions } from "./tools/trace/collect-events.ts";
export type { TraceEvent, TraceEventTime } from "./tools/trace/event-table.ts";
export type { TraceLeftOutLink } from "./tools/trace/id-links.ts";
export type { TraceLink, TraceUnfollowedId } from "./tools/trace/link-search.ts";
export type { Trace, TraceGroup, TraceOptions } from "./tools/trace/trace.ts";
export type { ExplainedLine } from "./tools/why/explanation.ts";
