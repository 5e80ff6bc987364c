// What options take: how a text of a command line becomes the value, which values callers of the library may pass, and
// what both are told about a wrong one.
import { PROGRAM_NAME } from "../exchange/export/exported.ts";
import { isPlainObject } from "../rules/rules-text.ts";
import type { LogPart } from "../run/part-of-logs.ts";
import type { Percentage } from "../run/statistics-text.ts";
import { UTC_OFFSET_FORMS, utcOffset } from "../text/date-times/zones.ts";
import { didYouMean, nearest, nearestOr } from "../text/messages/nearest.ts";
import { STANDARD_STREAM } from "../text/messages/paths.ts";
import { described, listed, quoted } from "../text/messages/phrases.ts";
import { printable } from "../text/messages/printable.ts";

/** What an option of a command takes. */
export interface TextValue<T = unknown> {
  /** What messages say that the option takes: `a number of 1 or more`. */
  readonly takes: string;
  /** The same for the text, if it has another form than the value in a program. */
  readonly takesText?: string;
  /** All allowed texts, if they are few. */
  readonly choices?: readonly string[];
  /** Returns the value, or undefined for a wrong text. */
  readonly parse: (text: string) => T | undefined;
}

/** What an option of the library takes. */
export interface CallerValue {
  readonly takes: string;
  readonly choices?: readonly string[];
  readonly accepts: (value: unknown) => boolean;
  /** The type of values that are out of range if they are wrong. Wrong values of other types are of a wrong type. */
  readonly range?: "number" | "string";
  /** Checks the parts of an accepted value. Throws the errors of `checkValue`. */
  readonly checkParts?: (value: never, name: string) => void;
}

/** The error for a command line that cannot be run. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** Returns the value of a text. Throws a UsageError that begins with the option's name for a wrong one. */
export function parseText<T>(value: TextValue<T>, text: string, name: string): T {
  const parsed = value.parse(text);
  if (parsed !== undefined) return parsed;
  throw new UsageError(
    refusal(name, value.takesText ?? value.takes, `'${printable(text)}'`) + suggestion(value.choices, text),
  );
}

/** Throws a TypeError that begins with the option's name for a wrong value, or a RangeError for one out of range. */
export function checkValue(option: CallerValue, value: unknown, name: string): void {
  const { takes, choices, accepts, range, checkParts } = option;
  if (!accepts(value)) {
    const message = refusal(name, takes, described(value)) + suggestion(choices, value);
    throw typeof value === range ? new RangeError(message) : new TypeError(message);
  }
  checkParts?.(value as never, name);
}

function refusal(name: string, takes: string, shown: string): string {
  return `${name} takes ${takes}, not ${shown}`;
}

function suggestion(choices: readonly string[] | undefined, value: unknown): string {
  return choices === undefined || typeof value !== "string" ? "" : didYouMean(nearest(value, choices));
}

/** Throws a TypeError for a name that is not one of those that are known. Without a value it means nothing. */
export function refuseUnknown(what: string, given: object, known: readonly string[]): void {
  const unknown = Object.entries(given).find(([name, value]) => value !== undefined && !known.includes(name))?.[0];
  if (unknown === undefined) return;
  const help = nearestOr([unknown], known, `expected ${listed(known.map(quoted), "or")}`);
  throw new TypeError(`${what} ${quoted(unknown)}; ${help}`);
}

export function choiceOf<const T extends string>(choices: readonly T[]): TextValue<T> & CallerValue {
  return {
    takes: listed(choices, "or"),
    choices,
    parse: (text) => choices.find((choice) => choice === text),
    accepts: (value) => choices.some((choice) => choice === value),
  };
}

export const FLAG: CallerValue = { takes: "true or false", accepts: (value) => typeof value === "boolean" };

// Numbers.

/** A larger number of threads is surely a typing error. */
const MAX_JOBS = 256;

export const THREADS: TextValue<number | "auto"> & CallerValue = {
  takes: `a number from 1 to ${MAX_JOBS}, or auto`,
  parse: (text) => (text === "auto" ? text : numberIn(text, /^[1-9]\d{0,2}$/, MAX_JOBS)),
  accepts: (value) => value === "auto" || isNumberFrom1(value, MAX_JOBS),
  range: "number",
};

export const COUNT = /* @__PURE__ */ numberFrom1("a number");
export const LINE_NUMBER = /* @__PURE__ */ numberFrom1("a line number");

function numberFrom1(what: string): TextValue<number> & CallerValue {
  return {
    takes: `${what} of 1 or more`,
    parse: (text) => numberIn(text, /^[1-9]\d{0,14}$/),
    accepts: (value) => isNumberFrom1(value),
    range: "number",
  };
}

export function numberUpTo(max: number): TextValue<number> {
  return { takes: `a number from 0 to ${max}`, parse: (text) => numberIn(text, /^\d{1,15}$/, max) };
}

function numberIn(text: string, form: RegExp, max = Number.POSITIVE_INFINITY): number | undefined {
  return form.test(text) && Number(text) <= max ? Number(text) : undefined;
}

function isNumberFrom1(value: unknown, max = Number.MAX_SAFE_INTEGER): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= max;
}

/** A percentage, without its sign. */
export const PERCENTAGE: TextValue<Percentage> = {
  takes: "a percentage from 0 to 100",
  parse(text) {
    const [, whole, fraction = ""] = /^(\d{1,3})(?:\.(\d{1,20}))?$/.exec(text) ?? [];
    const percentage = { text, digits: BigInt((whole ?? "") + fraction), decimals: fraction.length };
    const isInRange = whole !== undefined && percentage.digits <= 100n * 10n ** BigInt(percentage.decimals);
    return isInRange ? percentage : undefined;
  },
};

/** Part K of N. The text may have zeros before, as `seq -w` writes them. */
export const LOG_PART: TextValue<LogPart> & CallerValue = {
  takesText: "K/N with K from 1 to N, such as 2/8",
  parse(text) {
    const [, number, count] = /^0{0,8}([1-9]\d{0,8})\/0{0,8}([1-9]\d{0,8})$/.exec(text) ?? [];
    const part = { number: Number(number), count: Number(count) };
    return part.number <= part.count ? part : undefined;
  },
  takes: "{ number, count }",
  accepts: isObject,
  checkParts(part: LogPart, name) {
    const { number, count } = part;
    checkValue(COUNT, count, `${name}.count`);
    const accepts = (value: unknown): boolean => isNumberFrom1(value, count);
    checkValue({ takes: `a number from 1 to ${count}`, accepts, range: "number" }, number, `${name}.number`);
    refuseUnknown(`${name} has no member`, part, ["number", "count"]);
  },
};

// Texts.

export const ZONE: TextValue<string> & CallerValue = {
  takes: UTC_OFFSET_FORMS,
  parse: (text) => (utcOffset(text) === undefined ? undefined : text),
  accepts: (value) => typeof value === "string" && utcOffset(value) !== undefined,
  range: "string",
};

export const FIELD_NAME: TextValue<string> & CallerValue = {
  takes: "the name of a field",
  parse: (text) => text,
  accepts: isString,
};

/** Names of fields: on a command line joined by commas. */
export const FIELD_NAMES: TextValue<string[]> & CallerValue = {
  takesText: "field names, joined by commas",
  parse(text) {
    const names = text.split(",").map((name) => name.trim());
    return names.includes("") ? undefined : names;
  },
  takes: "an array of one or more field names",
  accepts: (value) => Array.isArray(value) && value.length > 0,
  checkParts(names: readonly unknown[], name) {
    for (const [i, one] of names.entries()) checkValue(FIELD_NAME, one, `${name}[${i}]`);
  },
};

export const ASCII_NAME: TextValue<string> & CallerValue = {
  takes: "a name of printable ASCII characters",
  parse: (text) => (PROGRAM_NAME.test(text) ? text : undefined),
  accepts: (value) => typeof value === "string" && PROGRAM_NAME.test(value),
};

export const TEXT: CallerValue = { takes: "a string", accepts: isString };

/** Part of a line. */
export const LINE_TEXT: TextValue<string> & CallerValue = {
  takes: "a string or a Uint8Array",
  parse: (text) => text,
  accepts: isStringOrBytes,
};

export const KEY: CallerValue = {
  takes: "a string or a Uint8Array that is not empty",
  accepts: (value) => isStringOrBytes(value) && value.length > 0,
};

// Files.

/** The path of a rules file, which the library also takes as a URL. */
export const RULES_PATH: TextValue<string> & CallerValue = {
  takes: "a path or a URL",
  parse: filePath("rules are"),
  accepts: (value) => typeof value === "string" || value instanceof URL,
  checkParts(file: string | URL, name) {
    checkValue({ takes: pathRefusal(file) ?? "", accepts: () => pathRefusal(file) === undefined }, file, name);
  },
};

export const KEY_PATH: TextValue<string> = { takes: "a path", parse: filePath("a key is") };
/** A baseline is read and replaced, so it must be a file. */
export const BASELINE_PATH: TextValue<string> = { takes: "a path", parse: filePath("a baseline is") };

/** What returns the path of a file. It throws a UsageError for `-`. In it, `what` is such as "a key is". */
function filePath(what: string): (path: string) => string {
  return (path) => {
    if (path === STANDARD_STREAM) throw new UsageError(`${what} not read from standard input (-); name a file`);
    return path;
  };
}

export const RULES_TEXT: CallerValue = {
  takes: "the text of a rules file, or its contents as an object",
  accepts: (value) => typeof value === "string" || isPlainObject(value),
};

/** `checkRulesOptions` checks the rules. */
export const OTHER_RULES: CallerValue = { takes: "{ rules } or { rulesPath }", accepts: isObject };
/** `givenLogs` checks the logs. */
export const LOGS: CallerValue = { takes: "logs", accepts: () => true };
export const WRITABLE: CallerValue = { takes: "a writable stream", accepts: isWritable };
export const SIGNAL: CallerValue = { takes: "an AbortSignal", accepts: (value) => value instanceof AbortSignal };

/** Why a path or a URL cannot be that of a file: a phrase for what is expected. Undefined if it can. */
export function pathRefusal(file: string | URL): string | undefined {
  if (typeof file === "string") return file.includes("\0") ? "a path without NUL characters" : undefined;
  const { protocol, hostname, pathname } = file;
  const isFile = protocol === "file:" && hostname === "" && !/%(?:00|2f)/i.test(pathname);
  return isFile ? undefined : "a path or the URL of a file of this system";
}

export function isWritable(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { write, on } = value as Record<string, unknown>;
  return typeof write === "function" && typeof on === "function";
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function isString(value: unknown): boolean {
  return typeof value === "string";
}

function isStringOrBytes(value: unknown): value is string | Uint8Array {
  return typeof value === "string" || value instanceof Uint8Array;
}
