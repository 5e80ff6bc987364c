import { type Definition, UsageError } from "clipanion";
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

/** A percentage as an option takes it. Throws a UsageError if it is none. */
export function percentageOption(option: string, value: string): number {
  const number = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
  if (number <= 100) return number;
  throw new UsageError(`${option} takes a percentage from 0 to 100, not '${printable(value)}'`);
}

/** The names of all options, long and short. */
export function optionNames({ options }: Definition): string[] {
  return [...options.flatMap(({ definition }) => definition.split(" ")[0]!.split(",")), "--help", "--version"];
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
    return `unknown option '${printable(name)}'${didYouMean(nearest(name, options))}`;
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
