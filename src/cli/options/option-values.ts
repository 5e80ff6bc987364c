import { availableParallelism } from "node:os";
import { UsageError } from "clipanion";
import type { Percentage } from "../../library/fail-under.ts";
import type { LogPart } from "../../run/part-of-logs.ts";
import { UTC_OFFSET_FORMS, utcOffset } from "../../text/date-times/zones.ts";
import { nearest } from "../../text/messages/nearest.ts";
import { STANDARD_STREAM } from "../../text/messages/paths.ts";
import { listed, quoted } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";

/** The end of a message that suggests a name. Empty if there is none to suggest. */
export function didYouMean(near: string | undefined): string {
  return near === undefined ? "" : `; did you mean ${quoted(near)}?`;
}

/** The error for a value that an option does not take. */
function wrongValue(option: string, expected: string, text: string): UsageError {
  return new UsageError(`${option} takes ${expected}, not '${printable(text)}'`);
}

/** Returns the value if it is one of the choices. Throws a UsageError that lists them if not. */
export function parseChoice<T extends string>(option: string, value: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === value);
  if (found !== undefined) return found;
  const { message } = wrongValue(option, listed(choices, "or"), value);
  throw new UsageError(message + didYouMean(nearest(value, choices)));
}

/** Parses a percentage, without its sign. Throws a UsageError for anything but a decimal number from 0 to 100. */
export function parsePercentage(option: string, text: string): Percentage {
  const [, whole, fraction = ""] = /^(\d{1,3})(?:\.(\d{1,20}))?$/.exec(text) ?? [];
  const percentage = { text, digits: BigInt((whole ?? "") + fraction), decimals: fraction.length };
  if (whole === undefined || percentage.digits > 100n * 10n ** BigInt(percentage.decimals)) {
    throw wrongValue(option, "a percentage from 0 to 100", text);
  }
  return percentage;
}

/** A larger number of threads is surely a typing error. */
const MAX_JOBS = 256;

/**
 * Parses a number of threads. `auto` is as many as the system can run at a time. Throws a UsageError for anything else.
 */
export function parseJobs(option: string, text: string): number {
  if (text === "auto") return availableParallelism();
  const jobs = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (jobs === 0 || jobs > MAX_JOBS) throw wrongValue(option, `a number from 1 to ${MAX_JOBS}, or auto`, text);
  return jobs;
}

/**
 * Parses `K/N`, part K of N, also with zeros before, as `seq -w` writes them. Throws a UsageError for anything else, or
 * if K is not from 1 to N.
 */
export function parsePart(option: string, text: string): LogPart {
  const [, number, count] = /^0{0,8}([1-9]\d{0,8})\/0{0,8}([1-9]\d{0,8})$/.exec(text) ?? [];
  const part = { number: Number(number), count: Number(count) };
  if (part.number <= part.count) return part;
  throw wrongValue(option, "K/N with K from 1 to N, such as 2/8", text);
}

/** Returns a parser of whole numbers from 0 to `max`, which throws a UsageError for anything else. */
export function parseNumberUpTo(max: number): (option: string, text: string) => number {
  return (option, text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : -1;
    if (number >= 0 && number <= max) return number;
    throw wrongValue(option, `a number from 0 to ${max}`, text);
  };
}

/** What parses a number from 1, `what` in messages. It throws a UsageError for anything else. */
function numberFromOne(what: string): (option: string, text: string) => number {
  return (option, text) => {
    if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
    throw wrongValue(option, `${what} of 1 or more`, text);
  };
}

export const parseCount = numberFromOne("a number");
export const parseLineNumber = numberFromOne("a line number");

/** Returns a time zone. Throws a UsageError for anything else. */
export function parseTimezone(option: string, text: string): string {
  if (utcOffset(text) === undefined) throw wrongValue(option, UTC_OFFSET_FORMS, text);
  return text;
}

/** What returns the path of a file. It throws a UsageError for `-`. In it, `what` is such as "a key is". */
function filePath(what: string): (option: string, path: string) => string {
  return (_, path) => {
    if (path === STANDARD_STREAM) throw new UsageError(`${what} not read from standard input (-); name a file`);
    return path;
  };
}

export const parseRulesPath = filePath("rules are");
export const parseKeyPath = filePath("a key is");
/** A baseline is read and replaced, so it must be a file. */
export const parseBaselinePath = filePath("a baseline is");

/** Parses field names, joined by commas. Throws a UsageError if one is empty. */
export function parseFields(option: string, text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.includes("")) throw wrongValue(option, "field names, joined by commas", text);
  return names;
}
