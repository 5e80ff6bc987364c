// The only file that knows how clipanion reads a command line. It does here what clipanion does not do well:
// - Operands cost clipanion quadratic time, half a second for a thousand logs. So it gets the options alone.
// - It takes `-qr FILE` for two flags, and `-05:00` for an option. `argumentsApart` rewrites both.
// - It finds `--help` only before the first operand, and writes it for 80 columns. `builtInAsked` and manual/ answer before it.
// - It reports errors on standard output with 1 and suggests no near name. `refusal` puts its reasons into our words.
import { type Cli, type CommandClass as ClipanionClass, Command, Option, UsageError } from "clipanion";
import { nearest } from "../../diagnostics/nearest.ts";
import { printable } from "../../diagnostics/printable.ts";
import type { Context } from "../context.ts";
import {
  BUILT_IN,
  type CommandDefinition,
  namesOf,
  type OptionDefinition,
  type OptionValue,
  optionsOf,
} from "./definitions.ts";
import { didYouMean, parseChoice } from "./option-values.ts";

/** A command as clipanion makes it, from its definition. */
export type CommandClass = ClipanionClass<Context> & { readonly definition: CommandDefinition };

type OptionValues<D extends CommandDefinition> = {
  -readonly [Name in keyof D["options"]]: OptionValue<D["options"][Name]>;
};

/** What a command's class extends: it has a property for each option of the definition, with the value that it was given. */
export function defined<const D extends CommandDefinition>(
  definition: D,
): (abstract new () => Command<Context> & OptionValues<D>) & { readonly definition: D } {
  abstract class Defined extends Command<Context> {
    static readonly definition = definition;

    constructor() {
      super();
      // clipanion finds options among the properties of an instance.
      for (const [name, option] of Object.entries(definition.options))
        Object.assign(this, { [name]: clipanionOption(option) });
    }
  }
  return Defined as unknown as ReturnType<typeof defined<D>>;
}

/** The option as clipanion knows it, which puts the value in its place. */
function clipanionOption(option: OptionDefinition): unknown {
  const names = namesOf(option);
  const isFlag = option.metavariable === undefined;
  return Option.makeCommandOption({
    definition: (builder) => builder.addOption({ names, arity: isFlag ? 0 : 1, allowBinding: !isFlag }),
    transformer: (_builder, _key, { options }) => {
      const given = options.flatMap(({ name, value }) => (names.includes(name) ? [value] : []));
      return isFlag ? (given.at(-1) ?? false) : textValue(option, given);
    },
  });
}

function textValue(
  { long, once, required, choices, parse, default: usual }: OptionDefinition,
  given: string[],
): unknown {
  if (once && given.length > 1) throw new UsageError(`${long} is given more than once; it takes one value`);
  const text = given.at(-1) ?? usual;
  if (text === undefined) {
    if (required !== undefined) throw new UsageError(required);
    return undefined;
  }
  if (choices !== undefined) return parseChoice(long, text, choices);
  return parse === undefined ? text : parse(long, text);
}

/** Which of the options that every command has is asked for first. Throws a UsageError if it has a value. */
export function builtInAsked(options: readonly string[]): keyof typeof BUILT_IN | undefined {
  for (const option of options) {
    const [name = "", value] = option.split("=", 2);
    const asked = (["help", "version"] as const).find((each) => namesOf(BUILT_IN[each]).includes(name));
    if (asked === undefined) continue;
    if (value !== undefined) throw new UsageError(`${name} takes no value`);
    return asked;
  }
  return undefined;
}

/** The command with the values of its options. Throws a UsageError for options that it does not take. */
export function parsedCommand(
  cli: Cli<Context>,
  command: CommandClass,
  options: string[],
  context: Context,
): Command<Context> {
  try {
    return cli.process(options, context);
  } catch (error) {
    if (!(error instanceof Error) || error instanceof UsageError) throw error;
    throw new UsageError(refusal(error, optionsOf(command.definition).flatMap(namesOf)));
  }
}

/** What is wrong with options that clipanion refused. */
function refusal(error: Error, known: readonly string[]): string {
  for (const reason of [...reasonsOf(error), error.message]) {
    const [, unvalued] = /^Not enough arguments to option (\S+)\.$/.exec(reason) ?? [];
    if (unvalued !== undefined) return `${unvalued} needs a value`;
    const [, written] = /^(?:Unsupported|Invalid) option name \("(.*)"\)/s.exec(reason) ?? [];
    const name = written?.split("=")[0];
    if (name === undefined) continue;
    if (known.includes(name)) return `${printable(name)} takes no value`;
    const near = name.startsWith("--") ? nearest(name, known) : undefined;
    return `unknown option '${printable(name)}'${didYouMean(near)}`;
  }
  return printable(error.message.split("\n")[0]!);
}

/** The reasons for which a command refused, as clipanion's errors carry them. */
function reasonsOf(error: Error): string[] {
  if (!("candidates" in error) || !Array.isArray(error.candidates)) return [];
  return error.candidates.flatMap(({ reason }: { reason?: unknown }) => (typeof reason === "string" ? [reason] : []));
}

/** A command line taken apart. */
export interface Arguments {
  /** Options and their values, as clipanion takes them. */
  readonly options: string[];
  /** All the rest. */
  readonly operands: string[];
}

/** Takes arguments apart. An option that is unknown is taken for a flag. */
export function argumentsApart(args: readonly string[], options: readonly OptionDefinition[]): Arguments {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const words = args.slice(0, end).flatMap((arg) => lettersApart(arg, options) ?? [arg]);
  const valued = new Set(options.filter(({ metavariable }) => metavariable !== undefined).flatMap(namesOf));
  const apart: Arguments = { options: [], operands: [] };
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (!word.startsWith("-") || word === "-") {
      apart.operands.push(word);
      continue;
    }
    const value = valued.has(word) ? words[i + 1] : undefined;
    if (value === undefined) apart.options.push(word);
    else {
      // A number may be negative, and no option begins with a digit.
      apart.options.push(...(/^-\d/.test(value) ? [`${word}=${value}`] : [word, value]));
      i++;
    }
  }
  apart.operands.push(...args.slice(end + 1));
  return apart;
}

/**
 * `-qr rules.yaml` as `-q -r rules.yaml`, and `-j2` as `-j 2`: as in other programs, what stands behind the letter of an
 * option with a value is its value. Undefined for any other word.
 */
function lettersApart(arg: string, options: readonly OptionDefinition[]): string[] | undefined {
  if (!/^-[a-z]./i.test(arg)) return undefined;
  const apart: string[] = [];
  for (let i = 1; i < arg.length; i++) {
    const name = `-${arg[i]}`;
    const option = options.find(({ short }) => short === name);
    if (option === undefined) return undefined;
    apart.push(name);
    const rest = arg.slice(i + 1);
    if (option.metavariable !== undefined && rest !== "") return rest.startsWith("=") ? undefined : [...apart, rest];
  }
  return apart;
}
