// What options take: how a text of a command line becomes the value, which values callers of the library may pass, and
// what both are told about a wrong one.
import { PROGRAM_NAME } from "../exchange/export/exported.ts";
import { isPlainObject } from "../rules/rules-text.ts";
import type { LogPart } from "../run/part-of-logs.ts";
import { TIME_SHIFT_FORMS, timeShift } from "../text/date-times/time-shift.ts";
import { UTC_OFFSET_FORMS, utcOffset } from "../text/date-times/zones.ts";
import { didYouMean, nearest, nearestOr } from "../text/messages/nearest.ts";
import { OTHER_LOGS, STANDARD_STREAM } from "../text/messages/paths.ts";
import { described, listed, quoted } from "../text/messages/phrases.ts";
import { printable } from "../text/messages/printable.ts";

/** What an option takes. `T` is the type of its value in a command. */
export interface OptionValue<T = unknown> {
  /** What messages say that it takes: `a number of 1 or more`. */
  readonly takes: string;
  /** The same for a command line, if the text has another form than the value in a program. */
  readonly takesText?: string;
  readonly choices?: readonly string[];
  /** Returns the value of a text, or undefined for a wrong one. Without it, the text is the value. */
  readonly read?: (text: string) => T | undefined;
  readonly accepts: (value: unknown) => boolean;
  /** The type of values that are out of range if they are wrong. Wrong values of other types are of a wrong type. */
  readonly range?: "number" | "string";
  /** Checks the parts of a value that the library takes. Throws the errors of `checkValue`. */
  readonly checkParts?: (value: never, name: string) => void;
}

export class UsageError extends Error {
  override readonly name = "UsageError";
}

export const TOO_FEW_RUNS = "takes two or more logs of the same work; name another one";

/** Returns the value of a text. Throws a UsageError that begins with the option's name for a wrong one. */
export function parseText<T>(option: OptionValue<T>, text: string, name: string): T {
  const { takes, takesText = takes, read, accepts } = option;
  const value = read === undefined ? text : read(text);
  if (value !== undefined && accepts(value)) return value as T;
  throw new UsageError(refusal(option, takesText, text, `'${printable(text)}'`, name));
}

/** Throws a TypeError that begins with the option's name for a wrong value, or a RangeError for one out of range. */
export function checkValue(option: OptionValue, value: unknown, name: string): void {
  const { takes, accepts, range, checkParts } = option;
  if (!accepts(value)) {
    const message = refusal(option, takes, value, described(value), name);
    throw typeof value === range ? new RangeError(message) : new TypeError(message);
  }
  checkParts?.(value as never, name);
}

function refusal({ choices }: OptionValue, takes: string, value: unknown, shown: string, name: string): string {
  const meant = choices === undefined || typeof value !== "string" ? undefined : nearest(value, choices);
  return `${name} takes ${takes}, not ${shown}${didYouMean(meant)}`;
}

/** Throws a TypeError for a name that is not one of those that are known. Without a value it means nothing. */
export function refuseUnknown(what: string, given: object, known: readonly string[]): void {
  const unknown = Object.entries(given).find(([name, value]) => value !== undefined && !known.includes(name))?.[0];
  if (unknown === undefined) return;
  const help = nearestOr([unknown], known, `expected ${listed(known.map(quoted), "or")}`);
  throw new TypeError(`${what} ${quoted(unknown)}; ${help}`);
}

export function choiceOf<const T extends string>(choices: readonly T[]): OptionValue<T> {
  return { takes: listed(choices, "or"), choices, accepts: (value) => choices.some((choice) => choice === value) };
}

export const FLAG: OptionValue<boolean> = { takes: "true or false", accepts: (value) => typeof value === "boolean" };

/** A larger number of threads is surely a typing error. */
const MAX_JOBS = 256;

export const THREADS: OptionValue<number | "auto"> = {
  takes: `a number from 1 to ${MAX_JOBS}, or auto`,
  read: (text) => (text === "auto" ? text : wholeNumber(text)),
  accepts: (value) => value === "auto" || isNumberIn(value, 1, MAX_JOBS),
  range: "number",
};

export const COUNT = /* @__PURE__ */ numberIn("a number of 1 or more", 1);
export const LINE_NUMBER = /* @__PURE__ */ numberIn("a line number of 1 or more", 1);

function numberIn(takes: string, min: number, max?: number): OptionValue<number> {
  return { takes, read: wholeNumber, accepts: (value) => isNumberIn(value, min, max), range: "number" };
}

/** A number from 0. The text may have zeros before. */
export function numberUpTo(max: number): OptionValue<number> {
  const read = (text: string): number | undefined => wholeNumber(text.replace(/^0+(?=\d)/, ""));
  return { ...numberIn(`a number from 0 to ${max}`, 0, max), read };
}

function wholeNumber(text: string): number | undefined {
  return /^(?:0|[1-9]\d{0,14})$/.test(text) ? Number(text) : undefined;
}

function isNumberIn(value: unknown, min: number, max = Number.MAX_SAFE_INTEGER): boolean {
  return Number.isInteger(value) && (value as number) >= min && (value as number) <= max;
}

/** An exact percentage: all its digits as one whole number, and how many of them are decimals. `97.5` is 975 with 1. */
export interface Percentage {
  readonly text: string;
  readonly digits: bigint;
  readonly decimals: number;
}

export const PERCENTAGE: OptionValue<Percentage> = {
  takes: "a percentage from 0 to 100",
  read(text) {
    const [, whole, fraction = ""] = /^(\d{1,3})(?:\.(\d{1,20}))?$/.exec(text) ?? [];
    return whole === undefined ? undefined : { text, digits: BigInt(whole + fraction), decimals: fraction.length };
  },
  accepts: (value) => (value as Percentage).digits <= 100n * 10n ** BigInt((value as Percentage).decimals),
};

/** Part K of N. The text may have zeros before, as `seq -w` writes them. */
export const LOG_PART: OptionValue<LogPart> = {
  takesText: "K/N with K from 1 to N, such as 2/8",
  read(text) {
    const [, number, count] = /^0{0,8}([1-9]\d{0,8})\/0{0,8}([1-9]\d{0,8})$/.exec(text) ?? [];
    const part = { number: Number(number), count: Number(count) };
    return part.number <= part.count ? part : undefined;
  },
  takes: "{ number, count }, two numbers",
  accepts(value) {
    const { number, count } = Object(value) as Partial<LogPart>;
    return typeof number === "number" && typeof count === "number";
  },
  checkParts(part: LogPart, name) {
    const { number, count } = part;
    checkValue(COUNT, count, `${name}.count`);
    checkValue(numberIn(`a number from 1 to ${count}`, 1, count), number, `${name}.number`);
    refuseUnknown(`${name} has no member`, part, ["number", "count"]);
  },
};

export const TEXT: OptionValue<string> = { takes: "a string", accepts: isString };
export const FIELD_NAME: OptionValue<string> = { takes: "the name of a field", accepts: isString };

export const FIELD_NAMES: OptionValue<string[]> = {
  takesText: "field names, joined by commas",
  read: (text) => (namesIn(text).includes("") ? undefined : namesIn(text)),
  takes: "an array of one or more field names",
  accepts: (value) => Array.isArray(value) && value.length > 0,
  checkParts(names: readonly unknown[], name) {
    for (const [i, one] of names.entries()) checkValue(FIELD_NAME, one, `${name}[${i}]`);
  },
};

export function namesIn(text: string): string[] {
  return text.split(",").map((name) => name.trim());
}

export const ZONE = /* @__PURE__ */ timeValue(UTC_OFFSET_FORMS, utcOffset);
const SHIFT = /* @__PURE__ */ timeValue(TIME_SHIFT_FORMS, timeShift);

function timeValue(takes: string, read: (text: string) => unknown): OptionValue<string> {
  return { takes, accepts: (value) => isString(value) && read(value) !== undefined, range: "string" };
}

type OfLog = readonly [log: string, text: string];

/** The value of a log. It refuses these names of logs. */
function ofLog({ takes, accepts }: OptionValue, takesText: string, refused: readonly string[]): OptionValue<OfLog> {
  return {
    ...{ takes, takesText },
    read(text) {
      const at = text.lastIndexOf("=");
      return at === -1 ? [OTHER_LOGS, text] : [text.slice(0, at), text.slice(at + 1)];
    },
    accepts: (value) => !refused.includes((value as OfLog)[0]) && accepts((value as OfLog)[1]),
  };
}

/** The zone of a log, or of all that are not named. */
export const LOG_ZONE = /* @__PURE__ */ ofLog(ZONE, `${UTC_OFFSET_FORMS}, or FILE=ZONE with one`, [""]);
export const LOG_SHIFT = /* @__PURE__ */ ofLog(SHIFT, `FILE=OFFSET, with ${TIME_SHIFT_FORMS}`, ["", OTHER_LOGS]);

/** The zones of logs, or one for all. */
export const LOG_ZONES: OptionValue = {
  takes: `${UTC_OFFSET_FORMS}, or an object with those of logs`,
  accepts: (value) => ZONE.accepts(value) || isPlainObject(value),
  range: "string",
  checkParts: (value: string | object, name) => checkOfLogs(ZONE, isString(value) ? {} : value, name),
};

export const LOG_SHIFTS: OptionValue = {
  takes: "an object with the offsets of logs",
  accepts: isPlainObject,
  checkParts: (value: object, name) => checkOfLogs(SHIFT, value, name),
};

function checkOfLogs(option: OptionValue, texts: object, name: string): void {
  for (const [log, text] of Object.entries(texts)) checkValue(option, text, `${name} of ${quoted(log)}`);
}

export const ASCII_NAME: OptionValue<string> = {
  takes: "a name of printable ASCII characters",
  accepts: (value) => isString(value) && PROGRAM_NAME.test(value),
};

export const LINE_TEXT: OptionValue<string> = { takes: "a string or a Uint8Array", accepts: isStringOrBytes };

export const KEY: OptionValue = {
  takes: "a string or a Uint8Array that is not empty",
  accepts: (value) => isStringOrBytes(value) && value.length > 0,
};

// Files and what else the library takes.

/** The path of a rules file. The library also takes URLs, and a list where an option is repeated. */
export const RULES_PATH: OptionValue<string> = {
  takesText: "a path",
  read: (path) => namedFile(path, "rules are"),
  takes: "a path or a URL, or an array of one or more",
  accepts: (value) => [value].flat().length > 0 && [value].flat().every(isFile),
  checkParts(files: string | URL | readonly (string | URL)[], name) {
    for (const file of [files].flat()) {
      const takes = pathRefusal(file);
      if (takes !== undefined) checkValue({ takes, accepts: () => false }, file, name);
    }
  },
};

export const KEY_PATH = /* @__PURE__ */ readFile("a key is");
/** A baseline is read and replaced, so it must be a file. */
export const BASELINE_PATH = /* @__PURE__ */ readFile("a baseline is");
export const ACCEPTED_PATH = /* @__PURE__ */ readFile("accepted changes are");

function readFile(what: string): OptionValue<string> {
  return { takes: "a path", read: (path) => namedFile(path, what), accepts: isString };
}

/** Returns the path. Throws a UsageError for `-`. In it, `what` is such as "a key is". */
function namedFile(path: string, what: string): string {
  if (path === STANDARD_STREAM) throw new UsageError(`${what} not read from standard input (-); name a file`);
  return path;
}

export const RULES_TEXT: OptionValue = {
  takes: "the text of a rules file, or its contents as an object",
  accepts: (value) => isString(value) || isPlainObject(value),
};
/** `checkRulesOptions` checks the rules. */
export const OTHER_RULES: OptionValue = { takes: "{ rules } or { rulesPath }", accepts: isObject };
/** `givenLogs` checks the logs. */
export const LOGS: OptionValue = { takes: "logs", accepts: () => true };
export const WRITABLE: OptionValue = { takes: "a writable stream", accepts: isWritable };
export const SIGNAL: OptionValue = { takes: "an AbortSignal", accepts: (value) => value instanceof AbortSignal };

/** Why a path or a URL cannot be that of a file: a phrase for what is expected. Undefined if it can. */
export function pathRefusal(file: string | URL): string | undefined {
  if (typeof file === "string") return file.includes("\0") ? "a path without NUL characters" : undefined;
  const { protocol, hostname, pathname } = file;
  if (protocol === "file:" && hostname === "" && !/%(?:00|2f)/i.test(pathname)) return undefined;
  return "a path or the URL of a file of this system";
}

/** Whether a value is a path or a URL, which need not be that of a file. */
export function isFile(value: unknown): value is string | URL {
  return isString(value) || value instanceof URL;
}

export function isWritable(value: unknown): boolean {
  const { write, on } = Object(value) as Record<string, unknown>;
  return isObject(value) && typeof write === "function" && typeof on === "function";
}

export function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}

function isStringOrBytes(value: unknown): value is string | Uint8Array {
  return isString(value) || value instanceof Uint8Array;
}
