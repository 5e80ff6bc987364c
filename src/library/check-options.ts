// Checks the arguments of the library: a table has the options of each method.

import { described } from "../text/messages/phrases.ts";
import type { InputOptions } from "../text/records/input-format.ts";
import * as OPTION from "./option-definitions.ts";
import { clashOf } from "./option-definitions.ts";
import * as VALUE from "./option-values.ts";
import type { MethodOptions, ProcessorOptions, RulesOptions } from "./options.ts";

/** An option that a command has, too, or what one takes that only the library has. */
type LibraryOption = OPTION.OptionDefinition | VALUE.OptionValue;
type KnownOptions = Readonly<Record<string, LibraryOption>>;
type Checked<Options> = { readonly [Name in keyof Options]-?: LibraryOption };

/** The options --input and --message in one. */
const INPUT: VALUE.OptionValue = {
  takes: "{ format, message }",
  accepts: VALUE.isObject,
  checkParts(input: InputOptions, name) {
    const members = { format: OPTION.INPUT, message: OPTION.MESSAGE };
    checkEach(input, members, `${name}.`, "format");
    VALUE.refuseUnknown(`${name} has no member`, input, Object.keys(members));
  },
};

const RULES: Checked<RulesOptions> = {
  rules: { ...OPTION.RULES_OR_OPERAND, value: VALUE.RULES_TEXT },
  rulesPath: OPTION.RULES_OR_OPERAND,
};
const PROCESSOR: Checked<ProcessorOptions> = {
  ...RULES,
  mask: OPTION.MASK,
  key: { ...OPTION.KEY_FILE_OF_RULES, value: VALUE.KEY },
};
const READ = { input: INPUT, stripAnsi: OPTION.STRIP_ANSI, signal: VALUE.SIGNAL };
const READ_RUNS = { input: INPUT, signal: VALUE.SIGNAL };
const RECORDS = { ...READ, unmatched: OPTION.UNMATCHED_LINES, original: OPTION.ORIGINAL, timezone: OPTION.TIMEZONE };
const WRITE = { ...RECORDS, timezone: OPTION.TIMEZONE_OF_JSON, format: OPTION.FORMAT, explain: VALUE.WRITABLE };
const TEXT = { stripAnsi: OPTION.STRIP_ANSI, unmatched: OPTION.UNMATCHED_LINES };
const TRACE = {
  ...READ,
  timezone: { ...OPTION.LOG_TIMEZONES, value: VALUE.LOG_ZONES },
  clock: { ...OPTION.CLOCK, value: VALUE.LOG_SHIFTS },
  bytes: VALUE.FLAG,
};

export const OPTIONS: { readonly [Method in keyof MethodOptions]: Checked<MethodOptions[Method]> } = {
  process: { ...WRITE, jobs: OPTION.JOBS, part: OPTION.PART },
  createTransform: WRITE,
  records: { ...RECORDS, bytes: VALUE.FLAG },
  normalizeText: TEXT,
  explainText: TEXT,
  compare: {
    ...READ,
    by: VALUE.FIELD_NAMES,
    ignore: OPTION.IGNORE,
    unordered: OPTION.UNORDERED,
    unmatched: OPTION.COMPARED_UNMATCHED,
    summary: OPTION.SUMMARY,
    bytes: VALUE.FLAG,
  },
  compareRuns: { ...READ_RUNS, ignore: OPTION.IGNORE, bytes: VALUE.FLAG },
  trace: { ...TRACE, by: VALUE.FIELD_NAMES, ...OPTION.GROUPS },
  merge: TRACE,
  check: {
    ...READ,
    ...OPTION.EXAMPLES,
    baseline: { ...OPTION.BASELINE, value: VALUE.LINE_TEXT },
    against: { ...OPTION.AGAINST, value: VALUE.OTHER_RULES },
    key: VALUE.KEY,
    bytes: VALUE.FLAG,
  },
  fields: { ...READ, next: VALUE.LOGS, inPlace: OPTION.EDIT_IN_PLACE, bytes: VALUE.FLAG },
  suggest: { ...READ, rules: VALUE.TEXT, rulesPath: VALUE.RULES_PATH, ...OPTION.SUGGEST },
  importRules: OPTION.IMPORT,
  exportRules: OPTION.EXPORT,
};

/** The options that a method cannot do without; `trace` needs `by` with rules. */
const REQUIRED: Readonly<Record<string, string>> = { exportRules: "to" };

/**
 * Throws a TypeError for an option that the method does not have, of a wrong type, without what it needs or with what
 * it excludes, or a RangeError for a wrong number. `logs` are those of a method that may do without.
 */
export function checkOptions(
  method: keyof MethodOptions,
  options: unknown,
  logs?: readonly unknown[],
  required = REQUIRED[method],
): void {
  if (!VALUE.isObject(options) || Array.isArray(options))
    throw new TypeError(`${method}: options must be an object, not ${described(options)}`);
  VALUE.refuseUnknown(`${method}: unknown option`, options, Object.keys(OPTIONS[method]));
  checkEach(options, OPTIONS[method], `${method}: `, required, logs?.length !== 0);
}

/** Checks options, whose names have a prefix in messages. */
function checkEach(options: object, known: KnownOptions, prefix: string, required?: string, hasLog = true): void {
  const values = options as Readonly<Record<string, unknown>>;
  const defined = Object.entries(known).flatMap(([name, option]) => {
    const value = values[name];
    const taken = "takes" in option ? option : OPTION.optionValue(option);
    if (value !== undefined || name === required) VALUE.checkValue(taken, value, prefix + name);
    return "takes" in option ? [] : [{ ...option, name, isGiven: value !== undefined && value !== false, value }];
  });
  const clash = clashOf(defined, hasLog);
  if (clash !== undefined) throw new TypeError(prefix + clash);
}

/** Throws a TypeError for a value that is neither a writable stream nor the path or the URL of a file. */
export function checkOutput(method: string, value: unknown): void {
  const other = "a writable stream of Node.js, or the path or URL of a file";
  const refusal = VALUE.isFile(value) ? VALUE.pathRefusal(value) : VALUE.isWritable(value) ? undefined : other;
  if (refusal === undefined) return;
  const expected = typeof value === "string" ? refusal : other;
  throw new TypeError(`${method}: output must be ${expected}, not ${described(value)}`);
}

export function checkArgument(
  method: string,
  name: string,
  { takes, accepts }: VALUE.OptionValue,
  value: unknown,
): void {
  if (!accepts(value)) throw new TypeError(`${method}: ${name} must be ${takes}, not ${described(value)}`);
}

/** Throws a TypeError for options of a Processor without rules, unless it masks, or with wrong options. */
export function checkProcessorOptions(method: string, options: unknown): asserts options is ProcessorOptions {
  checkRules(method, options, PROCESSOR, "{ rules }, { rulesPath } or { mask: true }");
}

/** Throws a TypeError for options without rules or a path, or with both, or with either of the wrong type. */
export function checkRulesOptions(method: string, options: unknown): asserts options is RulesOptions {
  checkRules(method, options, RULES, "{ rules } or { rulesPath }");
}

function checkRules(method: string, options: unknown, known: KnownOptions, takes: string): void {
  if (!VALUE.isObject(options)) throw new TypeError(`${method} takes ${takes}, not ${described(options)}`);
  VALUE.refuseUnknown(`${method}: unknown option`, options, Object.keys(known));
  checkEach(options, known, `${method}: `);
  const { rules, rulesPath, mask } = options as Partial<Record<string, unknown>>;
  if (rules !== undefined && rulesPath !== undefined) throw new TypeError(`${method} takes ${takes}, not both`);
  if (rules === undefined && rulesPath === undefined && mask !== true)
    throw new TypeError(`${method} takes ${takes}, but got none of these`);
}
