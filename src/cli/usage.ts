import { availableParallelism } from "node:os";
import { Option, UsageError } from "clipanion";
import { nearest } from "../diagnostics/nearest.ts";
import { printable } from "../diagnostics/printable.ts";

/** One of the texts that an option takes. Throws a UsageError that lists them if it is none. */
export function choice<T extends string>(option: string, value: string, choices: readonly T[]): T {
  const found = choices.find((one) => one === value);
  if (found !== undefined) return found;
  const near = nearest(value, choices);
  const listed = `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
  throw new UsageError(`${option} takes ${listed}, not '${printable(value)}'${didYouMean(near)}`);
}

/** A percentage as an option takes it, exact: its digits as a whole number, and the number of those after the point. */
export interface Percentage {
  readonly text: string;
  readonly digits: bigint;
  readonly decimals: number;
}

/** Throws a UsageError for anything but a decimal number from 0 to 100. */
export function percentageOption(option: string, text: string): Percentage {
  const [, whole, fraction = ""] = /^(\d{1,3})(?:\.(\d{1,20}))?$/.exec(text) ?? [];
  const percentage = { text, digits: BigInt((whole ?? "") + fraction), decimals: fraction.length };
  if (whole === undefined || percentage.digits > 100n * 10n ** BigInt(percentage.decimals)) {
    throw new UsageError(`${option} takes a percentage from 0 to 100, not '${printable(text)}'`);
  }
  return percentage;
}

/** More threads than this is a slip of the finger. */
const MOST_JOBS = 256;

/** A number of threads; `auto` is as many as the system can run at a time. Throws a UsageError for anything else. */
export function jobsOption(option: string, text: string): number {
  if (text === "auto") return availableParallelism();
  const jobs = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  if (jobs === 0 || jobs > MOST_JOBS) {
    throw new UsageError(`${option} takes a number from 1 to ${MOST_JOBS}, or auto, not '${printable(text)}'`);
  }
  return jobs;
}

/** A whole number from 0 on. Throws a UsageError for anything else. */
export function numberOption(option: string, text: string, most: number): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : -1;
  if (number < 0 || number > most) {
    throw new UsageError(`${option} takes a number from 0 to ${most}, not '${printable(text)}'`);
  }
  return number;
}

/** Names of fields between commas. Throws a UsageError if one is empty. */
export function fieldsOption(option: string, text: string): string[] {
  const names = text.split(",").map((name) => name.trim());
  if (names.includes(""))
    throw new UsageError(`${option} takes names of fields with commas between them, not '${printable(text)}'`);
  return names;
}

/** The option of all commands that take their rules by it. */
export function rulesOption(): string | undefined {
  return Option.String("--rules,-r", { description: "FILE The rules, in YAML. Needed." });
}

/** The option of all commands that read logs. */
export function stripAnsiOption(): boolean {
  return Option.Boolean("--strip-ansi", false, {
    description: "Remove terminal colours and the like from lines before they are matched.",
  });
}

/** What is wrong with a command line that clipanion refused, in this program's words. */
export function refusal(error: Error, options: readonly string[]): string {
  for (const reason of [...reasonsOf(error), error.message]) {
    const [, unvalued] = /^Not enough arguments to option (\S+)\.$/.exec(reason) ?? [];
    if (unvalued !== undefined) return `${unvalued} needs a value`;
    const [, written] = /^(?:Unsupported|Invalid) option name \("(.*)"\)/s.exec(reason) ?? [];
    const name = written?.split("=")[0];
    if (name === undefined) continue;
    if (options.includes(name)) return `${printable(name)} takes no value`;
    const near = name.startsWith("--") ? nearest(name, options) : undefined;
    return `unknown option '${printable(name)}'${didYouMean(near)}`;
  }
  return printable(error.message.split("\n")[0]!);
}

/** The reasons for which each command refused, as clipanion's errors carry them. */
function reasonsOf(error: Error): string[] {
  if (!("candidates" in error) || !Array.isArray(error.candidates)) return [];
  return error.candidates.flatMap(({ reason }: { reason?: unknown }) => (typeof reason === "string" ? [reason] : []));
}

function didYouMean(near: string | undefined): string {
  return near === undefined ? "" : `; did you mean ${near}?`;
}
