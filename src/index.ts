// The public types speak of Node's. TypeScript 6 and later don't look for those unless they are told to.
/// <reference types="node" preserve="true" />
export type { Checked, CheckOptions } from "./check/check.ts";
export type { Coverage, Loss, RuleCoverage } from "./check/coverage.ts";
export type { Expectation, Finding, FindingCode, Level, RuleReference } from "./check/finding.ts";
export type { Shape } from "./check/shapes.ts";
export type { Comparison, ComparisonOptions } from "./comparison/comparison.ts";
export type {
  Added,
  Changed,
  ChangedCount,
  ComparedLine,
  ComparisonSummary,
  Count,
  Difference,
  FieldChange,
  Gap,
  GroupIds,
  Occurrences,
  Removed,
  Same,
  SideSummary,
  WholeGroup,
} from "./comparison/difference.ts";
export { UnknownFieldError } from "./normalization/correlation.ts";
export type { Format } from "./normalization/line-writer.ts";
export type { Unmatched } from "./normalization/normalization.ts";
export type { Capture, LineRecord, NormalizedLine } from "./normalization/recording.ts";
export type { Statistics } from "./normalization/statistics.ts";
export type { LogSource, ProcessFilesOptions, ProcessOptions, ProcessorOptions, ReadOptions } from "./options.ts";
export { Processor } from "./processor.ts";
export type { Issue, IssueCode } from "./rules/rules-error.ts";
export { RulesError } from "./rules/rules-error.ts";
export { DamagedGzipError } from "./streams/gunzip.ts";
export { ChangedFileError } from "./streams/line-file.ts";
export { LineError } from "./streams/line-reader.ts";
export { CopyError } from "./streams/rereadable.ts";
export type { Input } from "./streams/text-bytes.ts";
export type { TraceEvent } from "./trace/timeline.ts";
export type { MergeOptions, Trace, TraceGroup, TraceOptions } from "./trace/trace.ts";
export type { CaptureSpan, Decision, ExplainedLine, LosingRule, NearbyRule } from "./why/explanation.ts";
