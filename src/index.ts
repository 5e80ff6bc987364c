// The public types use types of Node.js. TypeScript 6 and later do not load those unless told to.
/// <reference types="node" preserve="true" />

export type {
  CheckChange,
  CheckChangedLine,
  CheckChanges,
  CheckRenamedRule,
} from "./check/against.ts";
export type { BaselineResult } from "./check/baseline.ts";
export type { CheckCoverage, CheckExamples, CheckResult, CheckUnmatchedLines } from "./check/check.ts";
export type { CheckFinding, CheckFindingCode } from "./check/finding.ts";
export type { ComparisonOptions } from "./comparison/compared-logs.ts";
export type { Comparison } from "./comparison/comparison.ts";
export type {
  ComparisonDifference,
  ComparisonItem,
  ComparisonLine,
  ComparisonRule,
  ComparisonSummary,
} from "./comparison/difference.ts";
export type { ExportedRule, ExportFormat, ExportResult } from "./export/exported.ts";
export type { FieldResultEdit } from "./fields/field-report.ts";
export type { FieldResult, FieldsResult } from "./fields/fields.ts";
export type { ImportResult } from "./import/import.ts";
export type { ImportFile, ImportFormat, ImportLocation } from "./import/imported.ts";
export { ImportError } from "./import/imported.ts";
export { UnknownFieldError } from "./normalization/correlation.ts";
export type { RecordOptions } from "./normalization/line-writer.ts";
export type { LineRecord, RecordTime } from "./normalization/read-records.ts";
export type { CapturedFields, FieldCapture, NormalizedLine } from "./normalization/record-builder.ts";
export type { RunStatistics, Statistics, StatisticsRule } from "./normalization/statistics.ts";
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
} from "./options.ts";
export { exportRules, importRules } from "./other-tools.ts";
export { Processor } from "./processor.ts";
export type { RulesIssue, RulesIssueCode } from "./rules/rules-error.ts";
export { RulesError } from "./rules/rules-error.ts";
export type { ReadOptions } from "./streams/line-text.ts";
export type { LogPart } from "./streams/log-part.ts";
export {
  BaselineError,
  ChangedFileError,
  CopyError,
  DamagedLogError,
  LineError,
  LogError,
} from "./streams/read-errors.ts";
export type { LogStream } from "./streams/source.ts";
export type { SuggestionGranularity } from "./suggest/granularity.ts";
export type { Suggestion, SuggestionFlaw, SuggestionUnmatchedLines } from "./suggest/suggest.ts";
export type { MergeOptions } from "./trace/event-collector.ts";
export type { TraceEvent, TraceEventTime } from "./trace/timeline.ts";
export type { Trace, TraceGroup, TraceLeftOutLink, TraceOptions } from "./trace/trace.ts";
export { MissingKeyError } from "./transforms/pseudonyms.ts";
export type { ExplainedLine } from "./why/explained-line.ts";
