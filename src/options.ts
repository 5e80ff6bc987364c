// What callers of the library hand in beside logs, and what is said of arguments of the wrong kind.
import type { Writable } from "node:stream";
import { quoted } from "./diagnostics/quoted.ts";
import { FORMATS, type Format, UNMATCHED, type Unmatched } from "./normalization/line-writer.ts";
import { isPlainObject } from "./rules/rules-text.ts";

/** Rules as they stand in a rules file, parsed: by a YAML or JSON parser, or written in code. */
export interface RulesObject {
  readonly rules: readonly unknown[];
  readonly [key: string]: unknown;
}

/** What a Processor is made of: rules, or the path of their file. */
export type ProcessorOptions =
  | {
      /** The rules file, which is read at once. */
      readonly rulesPath: string | URL;
      readonly rules?: undefined;
    }
  | {
      /** The text of a rules file, or what it holds as an object. */
      readonly rules: string | RulesObject;
      readonly rulesPath?: undefined;
    };

/** How logs are read, whatever becomes of their lines. */
export interface ReadOptions {
  /** What becomes of lines that no rule matches: `pass` (the default), `drop` or `only`, which drops all others. */
  readonly unmatched?: Unmatched | undefined;
  /** Frees lines of colours and other sequences for terminals before they are matched, so that they come out without them. */
  readonly stripAnsi?: boolean | undefined;
  /** Ends the call at once, with the signal's reason as the error, and lets go of the logs. */
  readonly signal?: AbortSignal | undefined;
}

/** Answers in bytes. */
export interface InBytes {
  readonly bytes: true;
}

/** Answers in text. What is not UTF-8 becomes the replacement character. */
export interface InText {
  readonly bytes?: false | undefined;
}

/** How a log is read and written. */
export interface TransformOptions extends ReadOptions {
  /** How lines are written: `lines` (the default), each by its rule's output; or `json`, an object for each. */
  readonly format?: Format | undefined;
  /** Where explain records are written, each before its line. */
  readonly explain?: Writable | undefined;
}

/** How logs are read and written. Explain records stand among the lines if `explain` is the output itself. */
export interface ProcessOptions extends TransformOptions {
  /**
   * How many threads match large regular files: 1 (the default) or more, or `auto` for as many as the system can run at a
   * time. What is written is the same.
   */
  readonly jobs?: number | "auto" | undefined;
}

/** Says what is wrong with a value, or nothing. */
type Check = (value: unknown) => string | Error | undefined;

const flag: Check = (value) => (typeof value === "boolean" ? undefined : "true or false");
const text: Check = (value) => (typeof value === "string" ? undefined : "a text");
const textOrBytes: Check = (value) =>
  typeof value === "string" || value instanceof Uint8Array ? undefined : "a text or a Uint8Array";
const abortSignal: Check = (value) => (value instanceof AbortSignal ? undefined : "an AbortSignal");
const writable: Check = (value) => (isWritable(value) ? undefined : "a writable stream");

const fieldNames: Check = (value) => {
  const isList = Array.isArray(value) && value.length > 0;
  return isList && value.every((name) => typeof name === "string")
    ? undefined
    : "a list of one or more names of fields";
};

const jobs: Check = (value) => {
  if (value === "auto" || (typeof value === "number" && Number.isInteger(value) && value >= 1)) return undefined;
  const takes = 'a whole number from 1 on, or "auto"';
  return typeof value === "number" ? new RangeError(`jobs is ${takes}, not ${value}`) : takes;
};

const LOGS = { stripAnsi: flag, signal: abortSignal };
const READ = { ...LOGS, unmatched: oneOf(UNMATCHED) };
const WRITE = { ...READ, format: oneOf(FORMATS), explain: writable };
const TRACE = { ...LOGS, timezone: text, bytes: flag };

/** What the options of each method take. */
const OPTIONS = {
  process: { ...WRITE, jobs },
  createTransform: WRITE,
  records: { ...READ, bytes: flag },
  compare: { ...LOGS, by: fieldNames, unordered: flag, unmatched: oneOf(["pass", "drop"]), bytes: flag },
  trace: { ...TRACE, by: fieldNames, id: textOrBytes, containing: textOrBytes },
  merge: TRACE,
  check: { ...LOGS, bytes: flag },
} satisfies Record<string, Readonly<Record<string, Check>>>;

/** Throws a TypeError for options that a method does not take, or a RangeError for a number that is none of threads. */
export function checkOptions(method: keyof typeof OPTIONS, options: unknown): void {
  if (typeof options !== "object" || options === null || Array.isArray(options))
    throw new TypeError(`${method} takes its options as an object, not ${described(options)}`);
  const given = options as Readonly<Record<string, unknown>>;
  for (const [name, check] of Object.entries<Check>(OPTIONS[method])) {
    const value = given[name];
    const isRequired = method === "trace" && name === "by";
    const wrong = value === undefined && !isRequired ? undefined : check(value);
    if (wrong instanceof Error) throw wrong;
    if (wrong !== undefined) throw new TypeError(`${method}: ${name} is ${wrong}, not ${described(value)}`);
  }
}

/** Throws a TypeError for what is no stream to be written to. */
export function checkOutput(method: string, output: unknown): void {
  if (!isWritable(output))
    throw new TypeError(`${method} takes a writable stream of Node.js as its output, not ${described(output)}`);
}

/** Throws a TypeError for what is no line. */
export function checkLine(method: string, line: unknown): void {
  if (typeof line !== "string" && !(line instanceof Uint8Array))
    throw new TypeError(`${method} takes a line as text or as a Uint8Array, not ${described(line)}`);
}

/** Throws a TypeError for what no rules can be read from. */
export function checkProcessorOptions(method: string, options: unknown): asserts options is ProcessorOptions {
  const takes = `${method} takes { rules } or { rulesPath }`;
  if (typeof options !== "object" || options === null) throw new TypeError(`${takes}, not ${described(options)}`);
  const { rules, rulesPath } = options as Record<string, unknown>;
  if (rules === undefined && rulesPath === undefined) throw new TypeError(`${takes}, and was given neither`);
  if (rules !== undefined && rulesPath !== undefined) throw new TypeError(`${takes}, not both`);
  if (rulesPath !== undefined && typeof rulesPath !== "string" && !(rulesPath instanceof URL))
    throw new TypeError(`${method}: rulesPath is a path or a URL, not ${described(rulesPath)}`);
  if (rules === undefined || typeof rules === "string") return;
  if (!isPlainObject(rules))
    throw new TypeError(
      `${method}: rules is the text of a rules file, or the object it holds, not ${described(rules)}`,
    );
}

/** What a value is, in words. */
export function described(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quoted(value);
    case "number":
    case "bigint":
    case "boolean":
    case "undefined":
      return String(value);
    case "object": {
      if (value === null) return "null";
      if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
      const name: unknown = value.constructor?.name;
      return typeof name !== "string" || name === "" || name === "Object" ? "an object" : `a ${name}`;
    }
    default:
      return `a ${typeof value}`;
  }
}

function oneOf(values: readonly string[]): Check {
  return (value) => (values.includes(value as string) ? undefined : `one of ${values.join(", ")}`);
}

function isWritable(value: unknown): value is Writable {
  if (typeof value !== "object" || value === null) return false;
  const { write, on } = value as Record<string, unknown>;
  return typeof write === "function" && typeof on === "function";
}
