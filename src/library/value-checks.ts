// What the value of an option may be: a check for each sort of values.
import type { Writable } from "node:stream";
import { PROGRAM_NAME } from "../exchange/export/exported.ts";
import { isPlainObject } from "../rules/rules-text.ts";
import { UTC_OFFSET_FORMS, utcOffset } from "../text/date-times/zones.ts";
import { described } from "../text/messages/phrases.ts";
import { INPUT_FORMATS } from "../text/records/input-format.ts";

/** What is wrong with an option, if it is more than what is expected instead of the whole value. */
interface Refusal {
  readonly expected: string;
  /** Whether it is a number out of range. */
  readonly isRange?: boolean;
  /** The part of the value that is wrong, by what follows the option's name; without it, the value itself. */
  readonly part?: readonly [place: string, value: unknown];
}

/** Returns undefined for an allowed value, and otherwise a phrase for what is expected. */
export type Check = (value: unknown) => string | Refusal | undefined;

export const flag: Check = (value) => (typeof value === "boolean" ? undefined : "true or false");
export const text: Check = (value) => (typeof value === "string" ? undefined : "a string");
export const textOrBytes: Check = (value) =>
  typeof value === "string" || value instanceof Uint8Array ? undefined : "a string or a Uint8Array";
export const key: Check = (value) =>
  (typeof value === "string" || value instanceof Uint8Array) && value.length > 0
    ? undefined
    : "a string or a Uint8Array that is not empty";
export const object: Check = (value) =>
  typeof value === "object" && value !== null ? undefined : "{ rules } or { rulesPath }";
export const abortSignal: Check = (value) => (value instanceof AbortSignal ? undefined : "an AbortSignal");
export const writable: Check = (value) => (isWritable(value) ? undefined : "a writable stream");

export const timezone: Check = (value) => {
  if (typeof value !== "string") return "a string";
  return utcOffset(value) === undefined ? { expected: UTC_OFFSET_FORMS, isRange: true } : undefined;
};

export const inputFormat: Check = (value) => {
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

export const fieldNames: Check = (value) => {
  if (!Array.isArray(value) || value.length === 0) return "an array of one or more field names";
  const wrong = value.findIndex((name) => typeof name !== "string");
  return wrong === -1 ? undefined : { expected: "the name of a field", part: [`[${wrong}]`, value[wrong]] };
};

export const rulesFile: Check = (value) =>
  typeof value === "string" || isPlainObject(value)
    ? undefined
    : "the text of a rules file, or its contents as an object";

export const pathOrUrl: Check = (value) =>
  typeof value === "string" || value instanceof URL ? pathRefusal(value) : "a path or a URL";

export const wholeNumber: Check = (value) => {
  if (isCount(value)) return undefined;
  return { expected: "a whole number from 1 on", isRange: typeof value === "number" };
};

export const jobs: Check = (value) => {
  if (value === "auto" || (typeof value === "number" && Number.isInteger(value) && value >= 1)) return undefined;
  return { expected: 'a whole number from 1 on, or "auto"', isRange: typeof value === "number" };
};

export const part: Check = (value) => {
  const { number, count } = Object(value) as Partial<Record<string, unknown>>;
  if (typeof number !== "number" || typeof count !== "number") return "{ number, count }, two numbers";
  if (!isCount(count)) return { expected: "a whole number from 1 on", isRange: true, part: [".count", count] };
  if (isCount(number) && number <= count) return undefined;
  return { expected: `a whole number from 1 to ${count}`, isRange: true, part: [".number", number] };
};

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
}

export const programName: Check = (value) =>
  typeof value === "string" && PROGRAM_NAME.test(value) ? undefined : "a name of printable ASCII characters";

/** `givenLogs` checks the logs. */
export const logs: Check = () => undefined;

export const output: Check = (value) => {
  if (typeof value === "string") return pathRefusal(value);
  const isOutput = value instanceof URL ? pathRefusal(value) === undefined : isWritable(value);
  return isOutput ? undefined : "a writable stream of Node.js, or the path or URL of a file";
};

export function oneOf(values: readonly string[]): Check {
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

/** The error for a value that a check refuses. `option` begins the message. */
export function refusalOf(option: string, value: unknown, refusal: string | Refusal): TypeError | RangeError {
  const {
    expected,
    isRange = false,
    part = ["", value],
  } = typeof refusal === "string" ? { expected: refusal } : refusal;
  const message = `${option}${part[0]} must be ${expected}, not ${described(part[1])}`;
  return isRange ? new RangeError(message) : new TypeError(message);
}
