// The only file that knows how clipanion reads a command line. It works around what clipanion does not do well:
// - Operands cost clipanion quadratic time, half a second for a thousand logs. So clipanion gets only the options.
// - clipanion reads `-qr FILE` as two flags, and `-05:00` as an option. `splitArguments` takes both apart.
// - clipanion finds `--help` only before the first operand, and lays it out for 80 columns. `requestedBuiltIn` and
//   manual/ answer first.
// - clipanion reports errors on standard output, exits with 1 and suggests no names. `refuseWrong` finds what it would
//   refuse.

import { type Cli, type CommandClass as ClipanionClass, Command, Option } from "clipanion";
import type { CommandRun } from "../../library/command-run.ts";
import type { LogInput } from "../../library/inputs.ts";
import {
  clashOf,
  idleNotes,
  type OptionDefinition,
  type OptionValues,
  optionValue,
} from "../../library/option-definitions.ts";
import { parseText, UsageError } from "../../library/option-values.ts";
import type { Found } from "../../library/outputs.ts";
import { didYouMean, nearest } from "../../text/messages/nearest.ts";
import { printable } from "../../text/messages/printable.ts";
import { type Context, tell, writeNote } from "../context.ts";
import { ReadingBar } from "../progress.ts";
import {
  BUILT_IN,
  COMMAND_SENTENCES,
  type CommandDefinition,
  type NamedWord,
  namesOf,
  optionsOf,
} from "./command-definition.ts";

export type CommandClass = ClipanionClass<Context> & { readonly definition: CommandDefinition };

type OwnDefinition = Omit<CommandDefinition, "word" | "sentence"> &
  ({ readonly word: NamedWord } | { readonly word?: undefined; readonly sentence: string });

interface CommandMethods extends Pick<CommandRun, "filesRead"> {
  /** Tells what is found, in the format of the command. Meanwhile, a bar shows the progress. */
  tell(find: (bar: ReadingBar) => Promise<Found>): Promise<number>;
}

/** The base class of a command, whose instances have a property for the value of each option. */
export function commandBase<const D extends OwnDefinition>(
  definition: D,
): (abstract new () => Command<Context> & OptionValues<D["options"]> & CommandMethods) & {
  readonly definition: CommandDefinition;
} {
  abstract class CommandBase extends Command<Context> {
    static readonly definition = { sentence: COMMAND_SENTENCES[definition.word!], ...definition };

    constructor() {
      super();
      // clipanion looks for options among the properties of an instance.
      for (const [name, option] of Object.entries(definition.options))
        Object.assign(this, { [name]: clipanionOption(option) });
    }

    async tell(find: (bar: ReadingBar) => Promise<Found>): Promise<number> {
      const { format, quiet } = this as unknown as { readonly format: string; readonly quiet?: boolean };
      const bar = ReadingBar.on(this.context.stderr, quiet);
      return tell(this.context, await find(bar).finally(bar.end), format, quiet);
    }

    filesRead(logs: readonly Pick<LogInput, "file">[], except?: string): LogInput["file"][] {
      const values = this as unknown as Readonly<Record<string, unknown>>;
      const { options, operandFor } = definition;
      const paths = Object.entries<OptionDefinition>(options)
        .filter(([name, { file }]) => file === "read" && name !== except)
        .flatMap(([name]) => {
          const given = [values[name] ?? []].flat();
          return given.length === 0 && name === operandFor ? this.context.operands.slice(0, 1) : given;
        });
      return [...paths.map(String), ...logs.map(({ file }) => file)];
    }
  }
  return CommandBase as unknown as ReturnType<typeof commandBase<D>>;
}

function clipanionOption(option: OptionDefinition): unknown {
  const { long, required, unless, once, default: usual } = option;
  const names = namesOf(option);
  const isFlag = option.metavariable === undefined;
  const parsed = (text: unknown): unknown => parseText(optionValue(option), String(text), long);
  return Option.makeCommandOption({
    definition: (builder) => builder.addOption({ names, arity: isFlag ? 0 : 1, allowBinding: !isFlag }),
    transformer: (_builder, _key, { options }) => {
      const given = options.flatMap(({ name, value }) => (names.includes(name) ? [value] : []));
      if (isFlag) return given.at(-1) ?? false;
      const mayBeMissing =
        required === undefined || options.some(({ name }) => unless?.some((other) => other === name));
      if (given.length === 0 && !mayBeMissing) throw new UsageError(required(options));
      if (option.repeatable) return given.map(parsed);
      if (once && given.length > 1) throw new UsageError(`${long} is given more than once; it takes one value`);
      const text = given.at(-1) ?? usual;
      return text === undefined ? undefined : parsed(text);
    },
  });
}

/** Returns the first built-in option among the options, if there is one. Throws a UsageError if it has a value. */
export function requestedBuiltIn(options: readonly OptionWord[]): keyof typeof BUILT_IN | undefined {
  for (const { name, value } of options) {
    const found = (["help", "version"] as const).find((builtIn) => namesOf(BUILT_IN[builtIn]).includes(name));
    if (found === undefined) continue;
    if (value !== undefined) throw new UsageError(`${name} takes no value`);
    return found;
  }
  return undefined;
}

/** The command with the values of its options. Throws a UsageError if one is wrong, or several are together. */
export function parseCommand(
  cli: Cli<Context>,
  { definition }: CommandClass,
  options: readonly OptionWord[],
  context: Context,
): Command<Context> {
  refuseWrong(options, optionsOf(definition));
  const words = options.flatMap(({ name, value }) => {
    if (value === undefined) return name;
    return value.startsWith("-") ? `${name}=${value}` : [name, value];
  });
  const command = cli.process(words, context);
  const given = new Set(options.map(({ name }) => name));
  const values = { ...command } as Readonly<Record<string, unknown>>;
  const idle = refuseCombinations(definition, given, values, context.operands);
  if (values.quiet !== true) for (const note of idle) writeNote(context, note);
  return command;
}

/** Throws a UsageError for the first option that is unknown, has a value but takes none, or has none but takes one. */
function refuseWrong(words: readonly OptionWord[], options: readonly OptionDefinition[]): void {
  for (const { name, value } of words) {
    const option = options.find((one) => namesOf(one).includes(name));
    if (option === undefined) {
      const near = name.startsWith("--") ? nearest(name, options.flatMap(namesOf)) : undefined;
      throw new UsageError(`unknown option '${printable(name)}'${didYouMean(near)}`);
    }
    const isFlag = option.metavariable === undefined;
    if (isFlag && value !== undefined) throw new UsageError(`${name} takes no value`);
    if (!isFlag && value === undefined) throw new UsageError(`${name} needs a value`);
  }
}

/** Throws a UsageError for an option without what it needs, or with what it excludes. Returns notes on idle ones. */
function refuseCombinations(
  { options, operandFor }: CommandDefinition,
  given: ReadonlySet<string>,
  values: Readonly<Record<string, unknown>>,
  operands: readonly string[],
): string[] {
  const isGiven = (option: OptionDefinition): boolean => namesOf(option).some((name) => given.has(name));
  const isOperandFor = operandFor !== undefined && !isGiven(options[operandFor]!);
  // What is missing then is said first.
  if (isOperandFor && operands.length === 0) return [];
  const all = Object.entries(options).map(([property, option]) => {
    return { ...option, name: option.long, isGiven: isGiven(option), value: values[property] };
  });
  const clash = clashOf(all, operands.length > (isOperandFor ? 1 : 0));
  if (clash !== undefined) throw new UsageError(clash);
  return idleNotes(all);
}

interface OptionWord {
  readonly name: string;
  readonly value?: string;
}

interface Arguments {
  readonly options: OptionWord[];
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
    const [name, next] = [word.split("=", 1)[0]!, words[i + 1]];
    if (!isOptionLike(word)) split.operands.push(word);
    else if (name !== word) split.options.push({ name, value: word.slice(name.length + 1) });
    // A number may be negative, and no option begins with a digit.
    else if (withValue.has(name) && next !== undefined && (!isOptionLike(next) || /^-\d/.test(next))) {
      split.options.push({ name, value: next });
      i++;
    } else split.options.push({ name });
  }
  split.operands.push(...args.slice(end + 1));
  return split;
}

function isOptionLike(word: string): boolean {
  return word.startsWith("-") && word !== "-";
}

/** Splits `-qr` into `-q -r`, and `-j2` into `-j 2`. Returns undefined for any other word. */
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
