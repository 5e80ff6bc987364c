// The only file that knows how clipanion reads a command line. It works around what clipanion does not do well:
// - Operands cost clipanion quadratic time, half a second for a thousand logs. So clipanion gets only the options.
// - clipanion reads `-qr FILE` as two flags, and `-05:00` as an option. `splitArguments` rewrites both.
// - clipanion finds `--help` only before the first operand, and lays it out for 80 columns. `requestedBuiltIn` and
//   manual/ answer first.
// - clipanion reports errors on standard output, exits with 1 and suggests no names. `refusalMessage` rewords its
//   errors.
import { type Cli, type CommandClass as ClipanionClass, Command, Option, UsageError } from "clipanion";
import type { FileReference } from "../../io/same-file.ts";
import { nearest } from "../../text/messages/nearest.ts";
import { printable } from "../../text/messages/printable.ts";
import type { Context } from "../context.ts";
import {
  BUILT_IN,
  type CommandDefinition,
  excludedWords,
  type GivenOption,
  namesOf,
  neededWords,
  type OptionDefinition,
  type OptionValue,
  type OtherOption,
  optionsOf,
} from "./option-definition.ts";
import { didYouMean, parseChoice } from "./option-values.ts";

/** The class of a command, as clipanion expects it, with its definition. */
export type CommandClass = ClipanionClass<Context> & { readonly definition: CommandDefinition };

type OptionValues<D extends CommandDefinition> = {
  -readonly [Name in keyof D["options"]]: OptionValue<D["options"][Name]>;
};

interface FilesRead<D extends CommandDefinition> {
  /** The files that options name and the run reads, except for one option, and its logs. */
  filesRead(logs: readonly { readonly file: FileReference }[], except?: keyof D["options"]): FileReference[];
}

/**
 * Returns the base class of a command. Its instances have a property for each option, which holds the option's value.
 */
export function commandBase<const D extends CommandDefinition>(
  definition: D,
): (abstract new () => Command<Context> & OptionValues<D> & FilesRead<D>) & { readonly definition: D } {
  abstract class CommandBase extends Command<Context> {
    static readonly definition = definition;

    constructor() {
      super();
      // clipanion looks for options among the properties of an instance.
      for (const [name, option] of Object.entries(definition.options))
        Object.assign(this, { [name]: clipanionOption(option) });
    }

    filesRead(logs: readonly { readonly file: FileReference }[], except?: string): FileReference[] {
      const values = this as unknown as Readonly<Record<string, unknown>>;
      const { options, operandFor } = definition;
      const paths = Object.entries<OptionDefinition>(options)
        .filter(([name, { file }]) => file === "read" && name !== except)
        .flatMap(([name]) => values[name] ?? (name === operandFor ? this.context.operands.slice(0, 1) : []));
      return [...paths.map(String), ...logs.map(({ file }) => file)];
    }
  }
  return CommandBase as unknown as ReturnType<typeof commandBase<D>>;
}

/** The option for clipanion, which replaces it by the value. */
function clipanionOption(option: OptionDefinition): unknown {
  const names = namesOf(option);
  const isFlag = option.metavariable === undefined;
  return Option.makeCommandOption({
    definition: (builder) => builder.addOption({ names, arity: isFlag ? 0 : 1, allowBinding: !isFlag }),
    transformer: (_builder, _key, { options }) => {
      const given = options.flatMap(({ name, value }) => (names.includes(name) ? [value] : []));
      if (option.repeatable) return given.map((text) => parsed(option, String(text)));
      if (isFlag) return given.at(-1) ?? false;
      if (given.length === 0) refuseMissing(option, options);
      return textValue(option, given);
    },
  });
}

/** Throws a UsageError for a missing option if the command requires it beside the given ones. */
function refuseMissing({ required, unless }: OptionDefinition, given: readonly GivenOption[]): void {
  if (required !== undefined && !given.some(({ name }) => name === unless)) throw new UsageError(required(given));
}

function textValue(option: OptionDefinition, given: string[]): unknown {
  const { long, once, default: usual } = option;
  if (once && given.length > 1) throw new UsageError(`${long} is given more than once; it takes one value`);
  const text = given.at(-1) ?? usual;
  return text === undefined ? undefined : parsed(option, text);
}

function parsed({ long, choices, parse }: OptionDefinition, text: string): unknown {
  if (choices !== undefined) return parseChoice(long, text, choices);
  return parse === undefined ? text : parse(long, text);
}

/** Returns the first built-in option among the options, if there is one. Throws a UsageError if it has a value. */
export function requestedBuiltIn(options: readonly string[]): keyof typeof BUILT_IN | undefined {
  for (const option of options) {
    const [name = "", value] = option.split("=", 2);
    const found = (["help", "version"] as const).find((builtIn) => namesOf(BUILT_IN[builtIn]).includes(name));
    if (found === undefined) continue;
    if (value !== undefined) throw new UsageError(`${name} takes no value`);
    return found;
  }
  return undefined;
}

/**
 * Returns the command with the values of its options. Throws a UsageError for an unknown option, a wrong value, an
 * option without what it needs, or one with what it excludes.
 */
export function parseCommand(
  cli: Cli<Context>,
  command: CommandClass,
  options: string[],
  context: Context,
): Command<Context> {
  const { definition } = command;
  try {
    const parsed = cli.process(options, context);
    // No value begins like an option.
    const given = new Set(options.map((word) => word.split("=")[0]!));
    refuseCombinations(definition, { given, values: { ...parsed } }, context.operands);
    return parsed;
  } catch (error) {
    if (!(error instanceof Error) || error instanceof UsageError) throw error;
    throw new UsageError(refusalMessage(error, optionsOf(definition).flatMap(namesOf)));
  }
}

/** The options of a command line: names that are given, and the values of all options by their properties. */
interface ParsedOptions {
  readonly given: ReadonlySet<string>;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Throws a UsageError for an option without what it needs, or with what it excludes. */
function refuseCombinations(
  { options, operandFor }: CommandDefinition,
  { given, values }: ParsedOptions,
  operands: readonly string[],
): void {
  const isGiven = (option: OptionDefinition): boolean => namesOf(option).some((name) => given.has(name));
  const isOperandFor = operandFor !== undefined && !isGiven(options[operandFor]!);
  // What is missing then is said first.
  if (isOperandFor && operands.length === 0) return;
  const hasLog = operands.length > (isOperandFor ? 1 : 0);
  const isThere = ({ option: { long }, value }: OtherOption): boolean => {
    const [property, other] = Object.entries(options).find(([, one]) => one.long === long)!;
    return value === undefined ? isGiven(other) : values[property] === value;
  };
  for (const option of Object.values(options).filter(isGiven)) {
    const { long, needs, excludes = [] } = option;
    if (needs !== undefined && !(needs === "a log" ? hasLog : isThere(needs)))
      throw new UsageError(`${long} needs ${neededWords(needs)}`);
    const excluded = excludes.find(isThere);
    if (excluded !== undefined) throw new UsageError(`${long} and ${excludedWords(excluded)} exclude each other`);
  }
}

/** The message for options that clipanion refused. */
function refusalMessage(error: Error, known: readonly string[]): string {
  for (const reason of [...reasonsOf(error), error.message]) {
    const [, incomplete] = /^Not enough arguments to option (\S+)\.$/.exec(reason) ?? [];
    if (incomplete !== undefined) return `${incomplete} needs a value`;
    const [, written] = /^(?:Unsupported|Invalid) option name \("(.*)"\)/s.exec(reason) ?? [];
    const name = written?.split("=")[0];
    if (name === undefined) continue;
    if (known.includes(name)) return `${printable(name)} takes no value`;
    const near = name.startsWith("--") ? nearest(name, known) : undefined;
    return `unknown option '${printable(name)}'${didYouMean(near)}`;
  }
  return printable(error.message.split("\n")[0]!);
}

/** The reasons that an error of clipanion's carries. */
function reasonsOf(error: Error): string[] {
  if (!("candidates" in error) || !Array.isArray(error.candidates)) return [];
  return error.candidates.flatMap(({ reason }: { reason?: unknown }) => (typeof reason === "string" ? [reason] : []));
}

/** A command line, split into options and operands. */
interface Arguments {
  /** Options and their values, in a form that clipanion understands. */
  readonly options: string[];
  readonly operands: string[];
}

/** Splits arguments into options and operands. Treats an unknown option as a flag. */
export function splitArguments(args: readonly string[], options: readonly OptionDefinition[]): Arguments {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const words = args.slice(0, end).flatMap((arg) => splitShortOptions(arg, options) ?? [arg]);
  const withValue = new Set(options.filter(({ metavariable }) => metavariable !== undefined).flatMap(namesOf));
  const split: Arguments = { options: [], operands: [] };
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (!word.startsWith("-") || word === "-") {
      split.operands.push(word);
      continue;
    }
    const value = withValue.has(word) ? words[i + 1] : undefined;
    if (value === undefined) split.options.push(word);
    else {
      // A number may be negative, and no option begins with a digit.
      split.options.push(...(/^-\d/.test(value) ? [`${word}=${value}`] : [word, value]));
      i++;
    }
  }
  split.operands.push(...args.slice(end + 1));
  return split;
}

/**
 * Splits `-qr` into `-q -r`, and `-j2` into `-j 2`: as in other programs, the rest of the word after an option with a
 * value is that value. Returns undefined for any other word.
 */
function splitShortOptions(arg: string, options: readonly OptionDefinition[]): string[] | undefined {
  if (!/^-[a-z]./i.test(arg)) return undefined;
  const split: string[] = [];
  for (let i = 1; i < arg.length; i++) {
    const name = `-${arg[i]}`;
    const option = options.find(({ short }) => short === name);
    if (option === undefined) return undefined;
    split.push(name);
    const rest = arg.slice(i + 1);
    if (option.metavariable !== undefined && rest !== "") return rest.startsWith("=") ? undefined : [...split, rest];
  }
  return split;
}
