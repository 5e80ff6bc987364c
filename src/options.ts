// The options of the library, and the checks of its arguments.
import type { Writable } from "node:stream";
import type { CheckOptions } from "./check/check.ts";
import type { ComparisonOptions } from "./comparison/compared-logs.ts";
import { UTC_OFFSET_FORMS, utcOffset } from "./date-times/utc-offset.ts";
import { nearest } from "./diagnostics/nearest.ts";
import { described, listed, quoted } from "./diagnostics/phrases.ts";
import { EXPORT_FORMATS, type ExportFormat, PROGRAM_NAME } from "./export/exported.ts";
import { IMPORT_FORMATS, type ImportFormat } from "./import/imported.ts";
import { FORMATS, type Format, type RecordOptions, UNMATCHED } from "./normalization/line-writer.ts";
import { INPUT_FORMATS, type InputOptions } from "./records/input-format.ts";
import { isPlainObject } from "./rules/rules-text.ts";
import type { ReadOptions } from "./streams/line-text.ts";
import type { LogPart } from "./streams/log-part.ts";
import type { LogStream } from "./streams/source.ts";
import { GRANULARITIES } from "./suggest/granularity.ts";
import type { SuggestionSettings } from "./suggest/suggest.ts";
import type { MergeOptions } from "./trace/event-collector.ts";
import type { TraceOptions } from "./trace/trace.ts";
import { KeyedPseudonyms, type Pseudonyms } from "./transforms/pseudonyms.ts";

/** A log: a path, a URL or a stream. The second form also gives it a name, which its lines then carry as their file. */
export type LogSource = string | URL | LogStream | { readonly name: string; readonly input: string | URL | LogStream };

/** One log, or several in order. */
export type LogSources = LogSource | readonly LogSource[];

/** The contents of a rules file as an object, from a YAML or JSON parser or written in code. */
export interface RulesObject {
  readonly rules: readonly unknown[];
  readonly [key: string]: unknown;
}

/** Rules, or the path of their file. */
export type RulesOptions =
  | {
      /** The path of the rules file, which is read at once. */
      readonly rulesPath: string | URL;
      readonly rules?: undefined;
    }
  | {
      /** The text of a rules file, or its contents as an object. */
      readonly rules: string | RulesObject;
      readonly rulesPath?: undefined;
    };

/** What names the transform `pseudonym` gives. */
export interface PseudonymKeyOptions {
  /** The key. A text stands for its bytes in UTF-8. */
  readonly key?: string | Uint8Array | undefined;
}

/** The rules of a Processor, and what becomes of lines that none of them matches. */
export type ProcessorOptions =
  | (RulesOptions &
      PseudonymKeyOptions & {
        /**
         * Whether lines that no rule matches are masked: their times, ids, addresses and numbers become `<time>`,
         * `<uuid>`, `<ip>`, `<mac>`, `<hex>` and `<n>`. They still count as unmatched.
         */
        readonly mask?: boolean | undefined;
      })
  | {
      /** Masks all lines: without rules, none is matched. */
      readonly mask: true;
      readonly rules?: undefined;
      readonly rulesPath?: undefined;
      readonly key?: undefined;
    };

/** Asks for results as bytes. */
export interface InBytes {
  readonly bytes: true;
}

/** Asks for results as text. Bytes that are not UTF-8 become the replacement character. */
export interface InText {
  readonly bytes?: false | undefined;
}

/** How a log is read and written. `original` and `timezone` are for `json`. */
export interface TransformOptions extends RecordOptions {
  /** How lines are written: `lines` by default, which are the outputs of the rules. */
  readonly format?: Format | undefined;
  /** The stream for explain records. The record of a line is written before the line. */
  readonly explain?: Writable | undefined;
}

/**
 * How logs are read and written. If `explain` is the output itself, the explain records are written among the lines.
 */
export interface ProcessOptions extends TransformOptions {
  /**
   * The number of threads that match large regular files: 1 (the default) or more, or `auto` for as many as the system
   * can run at a time. The output does not depend on it.
   */
  readonly jobs?: number | "auto" | undefined;
  /**
   * Reads only one of `count` nearly equal parts of all logs together; the first has the number 1. The logs must be
   * files that are not compressed. The outputs of all parts, one after the other, are the output of the logs, and their
   * statistics add up. Rules must not use the transform `alias`.
   */
  readonly part?: LogPart | undefined;
}

/** What is checked besides the rules. */
export interface RulesCheckOptions extends CheckOptions, PseudonymKeyOptions {
  /** Older rules. With logs, tells which lines they treat differently. Rejects with a RulesError if they are wrong. */
  readonly against?: RulesOptions | undefined;
}

/** In what fields are counted. */
export interface FieldsOptions extends ReadOptions {
  /** The log of a second run that does the same. */
  readonly next?: LogSources | undefined;
}

/** How files of other tools are read. */
export interface ImportOptions {
  /** What the files are. Without it, the files tell. */
  readonly from?: ImportFormat | undefined;
}

/** What rules are exported to. */
export interface ExportOptions {
  /** What to write. */
  readonly to: ExportFormat;
  /** The program whose messages the rules are for: printable ASCII. Without it, they are for those of all programs. */
  readonly program?: string | undefined;
}

/** What rules are suggested. At most one of `rules` and `rulesPath` may be given. */
export interface SuggestionOptions extends SuggestionSettings {
  /** The text of a rules file. Only lines that its rules leave get new ones. */
  readonly rules?: string | undefined;
  /** The path of such a file. */
  readonly rulesPath?: string | URL | undefined;
}

/** What is wrong with an option, if it is more than what is expected instead of the whole value. */
interface Refusal {
  readonly expected: string;
  /** Whether it is a number out of range. */
  readonly isRange?: boolean;
  /** The part of the value that is wrong, by what follows the option's name; without it, the value itself. */
  readonly part?: readonly [place: string, value: unknown];
}

/** Returns undefined for an allowed value, and otherwise a phrase for what is expected. */
type Check = (value: unknown) => string | Refusal | undefined;

const flag: Check = (value) => (typeof value === "boolean" ? undefined : "true or false");
const text: Check = (value) => (typeof value === "string" ? undefined : "a string");
const textOrBytes: Check = (value) =>
  typeof value === "string" || value instanceof Uint8Array ? undefined : "a string or a Uint8Array";
const key: Check = (value) =>
  (typeof value === "string" || value instanceof Uint8Array) && value.length > 0
    ? undefined
    : "a string or a Uint8Array that is not empty";
const object: Check = (value) =>
  typeof value === "object" && value !== null ? undefined : "{ rules } or { rulesPath }";
const abortSignal: Check = (value) => (value instanceof AbortSignal ? undefined : "an AbortSignal");
const writable: Check = (value) => (isWritable(value) ? undefined : "a writable stream");

const timezone: Check = (value) => {
  if (typeof value !== "string") return "a string";
  return utcOffset(value) === undefined ? { expected: UTC_OFFSET_FORMS, isRange: true } : undefined;
};

const inputFormat: Check = (value) => {
  const formats = INPUT_FORMATS.join(", ");
  if (typeof value !== "object" || value === null)
    return `{ format, message }, with a format of ${formats} and perhaps the name of a field`;
  const { format, message } = value as Record<string, unknown>;
  if (!INPUT_FORMATS.some((known) => known === format))
    return { expected: `one of ${formats}`, part: [".format", format] };
  if (message === undefined) return undefined;
  const part = [".message", message] as const;
  if (format !== "json") return { expected: "left out, unless the format is json", part };
  return typeof message === "string" ? undefined : { expected: "the name of a field", part };
};

const fieldNames: Check = (value) => {
  if (!Array.isArray(value) || value.length === 0) return "an array of one or more field names";
  const wrong = value.findIndex((name) => typeof name !== "string");
  return wrong === -1 ? undefined : { expected: "the name of a field", part: [`[${wrong}]`, value[wrong]] };
};

const rulesFile: Check = (value) =>
  typeof value === "string" || isPlainObject(value)
    ? undefined
    : "the text of a rules file, or its contents as an object";

const pathOrUrl: Check = (value) =>
  typeof value === "string" || value instanceof URL ? pathRefusal(value) : "a path or a URL";

const count: Check = (value) => {
  if (isCount(value)) return undefined;
  return { expected: "a whole number from 1 on", isRange: typeof value === "number" };
};

const jobs: Check = (value) => {
  if (value === "auto" || (typeof value === "number" && Number.isInteger(value) && value >= 1)) return undefined;
  return { expected: 'a whole number from 1 on, or "auto"', isRange: typeof value === "number" };
};

const part: Check = (value) => {
  const { number, count } = Object(value) as Partial<Record<string, unknown>>;
  if (typeof number !== "number" || typeof count !== "number") return "{ number, count }, two numbers";
  if (!isCount(count)) return { expected: "a whole number from 1 on", isRange: true, part: [".count", count] };
  if (isCount(number) && number <= count) return undefined;
  return { expected: `a whole number from 1 to ${count}`, isRange: true, part: [".number", number] };
};

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
}

const programName: Check = (value) =>
  typeof value === "string" && PROGRAM_NAME.test(value) ? undefined : "a name of printable ASCII characters";

/** `givenLogs` checks the logs. */
const logs: Check = () => undefined;

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
    minCount: count,
    maxRules: count,
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

function refusalOf(option: string, value: unknown, refusal: string | Refusal): TypeError | RangeError {
  const {
    expected,
    isRange = false,
    part = ["", value],
  } = typeof refusal === "string" ? { expected: refusal } : refusal;
  const message = `${option}${part[0]} must be ${expected}, not ${described(part[1])}`;
  return isRange ? new RangeError(message) : new TypeError(message);
}

/** Throws a TypeError for a name that is not one of those that are known. Without a value it means nothing. */
function refuseUnknown(what: string, given: object, known: readonly string[]): void {
  const unknown = Object.entries(given).find(([name, value]) => value !== undefined && !known.includes(name))?.[0];
  if (unknown === undefined) return;
  const near = nearest(unknown, known);
  const help = near === undefined ? `expected ${listed(known.map(quoted), "or")}` : `did you mean ${quoted(near)}?`;
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
export function checkOutput(method: string, output: unknown): void {
  const refusal = outputRefusal(output);
  if (refusal !== undefined) throw refusalOf(`${method}: output`, output, refusal);
}

function outputRefusal(output: unknown): string | undefined {
  if (typeof output === "string") return pathRefusal(output);
  const isOutput = output instanceof URL ? pathRefusal(output) === undefined : isWritable(output);
  return isOutput ? undefined : OUTPUT_FORMS;
}

const OUTPUT_FORMS = "a writable stream of Node.js, or the path or URL of a file";

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

const ENCODER = new TextEncoder();

/** The names that the options ask for. */
export function pseudonymsOf({ key }: PseudonymKeyOptions): Pseudonyms | undefined {
  // Not `Buffer.from`, whose memory is part of that of others.
  return key === undefined ? undefined : new KeyedPseudonyms(typeof key === "string" ? ENCODER.encode(key) : key);
}

function oneOf(values: readonly string[]): Check {
  return (value) => (values.includes(value as string) ? undefined : `one of ${values.join(", ")}`);
}

/** Why a path or a URL cannot be that of a file: a phrase for what is expected. Undefined if it can. */
export function pathRefusal(file: string | URL): string | undefined {
  if (typeof file === "string") return file.includes("\0") ? "a path without NUL characters" : undefined;
  const { protocol, hostname, pathname } = file;
  const isFile = protocol === "file:" && hostname === "" && !/%(?:00|2f)/i.test(pathname);
  return isFile ? undefined : "a path or the URL of a file of this system";
}

function isWritable(value: unknown): value is Writable {
  if (typeof value !== "object" || value === null) return false;
  const { write, on } = value as Record<string, unknown>;
  return typeof write === "function" && typeof on === "function";
}
