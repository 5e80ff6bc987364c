// Arguments as people write them, in the forms that clipanion takes.
import type { OptionManual } from "./command-manual.ts";

/** The names of options, long and short. */
export function optionNames(options: readonly OptionManual[]): string[] {
  return options.flatMap(({ long, short }) => (short === undefined ? [long] : [short, long]));
}

/** The same arguments, without letters in one word and values that look like options. */
export function plainArguments(args: readonly string[], options: readonly OptionManual[]): string[] {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const apart = args.slice(0, end).flatMap((arg) => lettersApart(arg, options) ?? [arg]);
  return [...negativeValuesJoined(apart, options), ...args.slice(end)];
}

/**
 * `-qr rules.yaml` as `-q -r rules.yaml`, and `-j2` as `-j 2`: clipanion takes letters in one word for flags, also where one
 * needs a value. As everywhere, what stands behind a letter that takes a value is the value. Undefined for what is no letters of options.
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
 * an option, and no option begins with a digit.
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
