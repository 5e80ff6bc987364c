import { availableParallelism } from "node:os";
import { UsageError } from "clipanion";
import { nearest } from "../../diagnostics/nearest.ts";
import { printable } from "../../diagnostics/printable.ts";
import { UTC_OFFSET_FORMS, utcOffset } from "../../trace/utc-offset.ts";
import { DASH } from "../inputs/log-inputs.ts";
import { alternatives } from "./definitions.ts";

/** The end of a message that names what was probably meant; nothing if nothing is near. */
export function didYouMean(near: string | undefined): string {
  return near === undefined ? "" : `; did you mean ${near}?`;
}

/** What is said of a value that an option does not take. */
function unsuitable(option: string, suitable: string, text: string): UsageError {
  return new UsageError(`${option} takes ${suitable}, not '${printable(text)}'`);
}

/** The value as one of those that an option takes. Throws a UsageError that lists them if it is none. */
export function parseChoice<T extends string>(option: string, value: string, choices: readonly T[]): T {
  const found = choices.find((one) => one === value);
  if (found !== undefined) return found;
  const { message } = unsuitable(option, alternatives(choices), value);
  throw new UsageError(message + didYouMean(nearest(value, choices)));
}

/** A percentage as an option takes it, exact: its digits as a whole number, and the number of those after the point. */
export interface Percentage {
  readonly text: string;
  readonly digits: bigint;
  readonly decimals: number;
}

/** A percentage without its sign. Throws a UsageError for anything but a decimal number from 0 to 100. */
export function parsePercentage(option: string, text: string): Percentage {
  const [, whole, fraction = ""] = /^(\d{1,3})(?:\.(\d{1,20}))?$/.exec(text) ?? [];
  const percentage = { text, digits: BigInt((whole ?? "") + fraction), decimals: fraction.length };
  if (whole === undefined || percentage.digits > 100n * 10n ** BigInt(percentage.decimals)) {
    throw unsuitable(option, "a percentage from 0 to 100", text);
  }
  return percentage;
}

/** More threads than this is a slip of the finger. */
const MAX_JOBS = 256;

/** A number of threads; `auto` is as many as the system can run at a time. Throws a UsageError for anything else. */
export function parseJobs(option: string, text: string): number {
  if (text === "auto") return availableParallelism();
  const jobs = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (jobs === 0 || jobs > MAX_JOBS) throw unsuitable(option, `a number from 1 to ${MAX_JOBS}, or auto`, text);
  return jobs;
}

/** Takes a whole number from 0 to `max`, and throws a UsageError for anything else. */
export function numberUpTo(max: number): (option: string, text: string) => number {
  return (option, text) => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : -1;
    if (number >= 0 && number <= max) return number;
    throw unsuitable(option, `a number from 0 to ${max}`, text);
  };
}

/** The number of a line, from 1. Throws a UsageError for anything else. */
export function parseLineNumber(option: string, text: string): number {
  if (/^[1-9]\d{0,14}$/.test(text)) return Number(text);
  throw unsuitable(option, "the number of a line, from 1 on", text);
}

/** Seconds east of UTC. Throws a UsageError for what is no zone. */
export function parseTimezone(option: string, text: string): number {
  const offset = utcOffset(text);
  if (offset === undefined) throw unsuitable(option, UTC_OFFSET_FORMS, text);
  return offset;
}

/** The path of a rules file. Throws a UsageError for standard input, which is a log's. */
export function parseRulesPath(_option: string, path: string): string {
  if (path === DASH) throw new UsageError("rules are not read from standard input (-); name their file");
  return path;
}

/** Names of fields, joined by commas. Throws a UsageError if one is empty. */
export function parseFields(option: string, text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.includes("")) throw unsuitable(option, "names of fields, joined by commas", text);
  return names;
}
