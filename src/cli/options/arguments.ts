// Arguments as people write them, in the forms that clipanion takes.
import type { OptionManual } from "../manual/command-manual.ts";

/** The names of options, long and short. */
export function optionNames(options: readonly OptionManual[]): string[] {
  return options.flatMap(({ long, short }) => (short === undefined ? [long] : [short, long]));
}

/** A command line taken apart. */
export interface Arguments {
  /** Options and their values, as clipanion takes them. */
  readonly options: string[];
  /** All the rest. clipanion is not asked for it: its time grows with the square of what it is given, and logs may be thousands. */
  readonly operands: string[];
}

/** Takes arguments apart. An option that there is not is one without a value. */
export function argumentsApart(args: readonly string[], options: readonly OptionManual[]): Arguments {
  const plain = plainArguments(args, options);
  const end = plain.includes("--") ? plain.indexOf("--") : plain.length;
  const valued = new Set(optionNames(options.filter(({ value }) => value !== undefined)));
  const apart: Arguments = { options: [], operands: [] };
  for (let i = 0; i < end; i++) {
    const arg = plain[i]!;
    if (!arg.startsWith("-") || arg === "-") {
      apart.operands.push(arg);
      continue;
    }
    apart.options.push(arg);
    if (valued.has(arg) && i + 1 < end) apart.options.push(plain[++i]!);
  }
  apart.operands.push(...plain.slice(end + 1));
  return apart;
}

/** The same arguments, but each short option is a word of its own, and no value looks like an option. */
function plainArguments(args: readonly string[], options: readonly OptionManual[]): string[] {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const apart = args.slice(0, end).flatMap((arg) => lettersApart(arg, options) ?? [arg]);
  return [...negativeValuesJoined(apart, options), ...args.slice(end)];
}

/**
 * `-qr rules.yaml` as `-q -r rules.yaml`, and `-j2` as `-j 2`: clipanion takes letters in one word for flags, even one that
 * needs a value. As in other programs, what stands behind such a letter is its value. Undefined for a word of anything else.
 */
function lettersApart(arg: string, options: readonly OptionManual[]): string[] | undefined {
  if (!/^-[a-z]./i.test(arg)) return undefined;
  const apart: string[] = [];
  for (let i = 1; i < arg.length; i++) {
    const name = `-${arg[i]}`;
    const option = options.find(({ short }) => short === name);
    if (option === undefined) return undefined;
    apart.push(name);
    const rest = arg.slice(i + 1);
    if (option.value !== undefined && rest !== "") return rest.startsWith("=") ? undefined : [...apart, rest];
  }
  return apart;
}

/**
 * `--timezone -05:00` as `--timezone=-05:00`, for options that take a value: clipanion takes all that begins with a dash for
 * an option; no option of this program begins with a digit.
 */
function negativeValuesJoined(args: readonly string[], options: readonly OptionManual[]): string[] {
  const valued = new Set(options.flatMap(({ long, value }) => (value === undefined ? [] : [long])));
  const joined: string[] = [];
  for (const arg of args) {
    const option = joined.at(-1);
    if (/^-\d/.test(arg) && option !== undefined && valued.has(option)) joined[joined.length - 1] = `${option}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}
