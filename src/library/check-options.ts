// Checks the arguments of the library: a table has the options of each method.

import { EXPORT_FORMATS } from "../exchange/export/exported.ts";
import { IMPORT_FORMATS } from "../exchange/import/imported.ts";
import { FORMATS, type RecordOptions, UNMATCHED } from "../run/line-writer.ts";
import type { LogPart } from "../run/part-of-logs.ts";
import { nearestOr } from "../text/messages/nearest.ts";
import { described, listed, quoted } from "../text/messages/phrases.ts";
import type { InputOptions } from "../text/records/input-format.ts";
import type { ComparisonOptions } from "../tools/diff/log-diff.ts";
import { GRANULARITIES } from "../tools/suggest/granularity.ts";
import type { MergeOptions } from "../tools/trace/collect-events.ts";
import type { TraceOptions } from "../tools/trace/trace.ts";
import type {
  ExportOptions,
  FieldsOptions,
  ImportOptions,
  InBytes,
  ProcessOptions,
  ProcessorOptions,
  RulesCheckOptions,
  RulesOptions,
  SuggestionOptions,
  TransformOptions,
} from "./options.ts";
import {
  abortSignal,
  type Check,
  fieldNames,
  flag,
  inputFormat,
  jobs,
  key,
  logs,
  object,
  oneOf,
  output,
  part,
  pathOrUrl,
  programName,
  refusalOf,
  rulesFile,
  text,
  textOrBytes,
  timezone,
  wholeNumber,
  writable,
} from "./value-checks.ts";

/** What the options of each method are. Tests try each of them. */
export interface MethodOptions {
  readonly process: ProcessOptions;
  readonly createTransform: TransformOptions;
  readonly records: RecordOptions & InBytes;
  readonly compare: ComparisonOptions & InBytes;
  readonly trace: TraceOptions & InBytes;
  readonly merge: MergeOptions & InBytes;
  readonly check: RulesCheckOptions & InBytes;
  readonly fields: FieldsOptions & InBytes;
  readonly suggest: SuggestionOptions;
  readonly importRules: ImportOptions;
  readonly exportRules: ExportOptions;
}

/** A check of each option. The compiler asks for those that are missing. */
type Checks<Options> = { readonly [Name in keyof Options]-?: Check };

/** The members of the options that are objects. */
const MEMBERS: {
  readonly input: readonly (keyof InputOptions)[];
  readonly part: readonly (keyof LogPart)[];
  readonly [option: string]: readonly string[];
} = { input: ["format", "message"], part: ["number", "count"] };

const RULES: Checks<RulesOptions> = { rules: rulesFile, rulesPath: pathOrUrl };
const PROCESSOR: Checks<ProcessorOptions> = { ...RULES, mask: flag, key };
const LOGS = { input: inputFormat, stripAnsi: flag, signal: abortSignal };
const READ = { ...LOGS, unmatched: oneOf(UNMATCHED) };
const RECORDS = { ...READ, original: flag, timezone };
const WRITE = { ...RECORDS, format: oneOf(FORMATS), explain: writable };
const TRACE = { ...LOGS, timezone, bytes: flag };

/** The options of each method, with their checks. */
const OPTIONS: { readonly [Method in keyof MethodOptions]: Checks<MethodOptions[Method]> } = {
  process: { ...WRITE, jobs, part },
  createTransform: WRITE,
  records: { ...RECORDS, bytes: flag },
  compare: {
    ...LOGS,
    by: fieldNames,
    ignore: fieldNames,
    unordered: flag,
    unmatched: oneOf(["pass", "drop"]),
    bytes: flag,
  },
  trace: { ...TRACE, by: fieldNames, id: textOrBytes, containing: textOrBytes, link: flag },
  merge: TRACE,
  check: { ...LOGS, addExamples: flag, baseline: textOrBytes, against: object, key, bytes: flag },
  fields: { ...LOGS, next: logs, bytes: flag },
  suggest: {
    ...LOGS,
    rules: text,
    rulesPath: pathOrUrl,
    minCount: wholeNumber,
    maxRules: wholeNumber,
    granularity: oneOf(GRANULARITIES),
    keep: fieldNames,
  },
  importRules: { from: oneOf(IMPORT_FORMATS) },
  exportRules: { to: oneOf(EXPORT_FORMATS), program: programName },
};

/** The options that a method cannot do without. */
const REQUIRED: Readonly<Record<string, string>> = { trace: "by", exportRules: "to" };

/**
 * Throws a TypeError for an option that the method does not have or of a wrong type, or a RangeError for a wrong
 * number.
 */
export function checkOptions(method: keyof MethodOptions, options: unknown): void {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new TypeError(`${method}: options must be an object, not ${described(options)}`);
  checkEach(method, options, OPTIONS[method], REQUIRED[method]);
}

function checkEach(method: string, options: object, checks: Readonly<Record<string, Check>>, required?: string): void {
  refuseUnknown(`${method}: unknown option`, options, Object.keys(checks));
  const given = options as Readonly<Record<string, unknown>>;
  for (const [name, check] of Object.entries(checks)) {
    const value = given[name];
    if (value === undefined && name !== required) continue;
    const refusal = check(value);
    if (refusal !== undefined) throw refusalOf(`${method}: ${name}`, value, refusal);
    const members = MEMBERS[name];
    if (members !== undefined) refuseUnknown(`${method}: ${name} has no member`, value as object, members);
  }
}

/** Throws a TypeError for a name that is not one of those that are known. Without a value it means nothing. */
function refuseUnknown(what: string, given: object, known: readonly string[]): void {
  const unknown = Object.entries(given).find(([name, value]) => value !== undefined && !known.includes(name))?.[0];
  if (unknown === undefined) return;
  const help = nearestOr([unknown], known, `expected ${listed(known.map(quoted), "or")}`);
  throw new TypeError(`${what} ${quoted(unknown)}; ${help}`);
}

/** Throws a TypeError for options of `check` that say what becomes of logs, if there are none. */
export function refuseWithoutLogs(options: RulesCheckOptions): void {
  const option = LOG_OPTIONS.find((name) => options[name] !== undefined && options[name] !== false);
  if (option !== undefined) throw new TypeError(`check: ${option} needs a log`);
}

const LOG_OPTIONS = ["against", "addExamples", "baseline"] as const;

/** Throws a TypeError for options of `suggest` with two sets of rules. */
export function refuseTwoRules({ rules, rulesPath }: SuggestionOptions): void {
  if (rules !== undefined && rulesPath !== undefined) throw new TypeError("suggest takes rules or rulesPath, not both");
}

/** Throws a TypeError for a value that is neither a writable stream nor the path or the URL of a file. */
export function checkOutput(method: string, value: unknown): void {
  const refusal = output(value);
  if (refusal !== undefined) throw refusalOf(`${method}: output`, value, refusal);
}

/** Throws a TypeError for a value that is neither a string nor bytes. */
export function checkLine(method: string, line: unknown, name = "line"): void {
  if (typeof line !== "string" && !(line instanceof Uint8Array))
    throw new TypeError(`${method}: ${name} must be a string or a Uint8Array, not ${described(line)}`);
}

/** Throws a TypeError for options of a Processor without rules, unless it masks, or with wrong options. */
export function checkProcessorOptions(method: string, options: unknown): asserts options is ProcessorOptions {
  const { rules, rulesPath, mask } = checkedObject(method, options, PROCESSOR, PROCESSOR_TAKES);
  if (mask !== true || rules !== undefined || rulesPath !== undefined)
    requireOne(method, rules, rulesPath, PROCESSOR_TAKES);
}

/** Throws a TypeError for options without rules or a path, or with both, or with either of the wrong type. */
export function checkRulesOptions(method: string, options: unknown): asserts options is RulesOptions {
  const { rules, rulesPath } = checkedObject(method, options, RULES, RULES_TAKES);
  requireOne(method, rules, rulesPath, RULES_TAKES);
}

const RULES_TAKES = "{ rules } or { rulesPath }";
const PROCESSOR_TAKES = "{ rules }, { rulesPath } or { mask: true }";

function checkedObject<Options>(
  method: string,
  options: unknown,
  checks: Checks<Options>,
  takes: string,
): Partial<Record<keyof Options, unknown>> {
  if (typeof options !== "object" || options === null)
    throw new TypeError(`${method} takes ${takes}, not ${described(options)}`);
  checkEach(method, options, checks);
  return options;
}

function requireOne(method: string, rules: unknown, rulesPath: unknown, takes: string): void {
  if (rules === undefined && rulesPath === undefined)
    throw new TypeError(`${method} takes ${takes}, but got none of these`);
  if (rules !== undefined && rulesPath !== undefined) throw new TypeError(`${method} takes ${takes}, not both`);
}
