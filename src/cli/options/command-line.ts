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
  const options = Object.entries<OptionDefinition>(definition.options);
  abstract class CommandBase extends Command<Context> {
    static readonly definition = { sentence: COMMAND_SENTENCES[definition.word!], ...definition };

    constructor() {
      super();
      // clipanion looks for options among the properties of an instance.
      for (const [name, option] of options) Object.assign(this, { [name]: clipanionOption(option) });
    }

    async tell(find: (bar: ReadingBar) => Promise<Found>): Promise<number> {
      const { format, quiet } = this as unknown as { readonly format?: string; readonly quiet?: boolean };
      const bar = ReadingBar.on(this.context.stderr, quiet);
      return tell(this.context, await find(bar).finally(bar.end), format, quiet);
    }

    filesRead(logs: readonly Pick<LogInput, "file">[], except?: string): LogInput["file"][] {
      const values = this as unknown as Readonly<Record<string, unknown>>;
      const paths = options.flatMap(([name, { file }]) => {
        if (file !== "read" || name === except) return [];
        const given = [values[name] ?? []].flat().map(String);
        return given.length === 0 && name === definition.operandFor ? this.context.operands.slice(0, 1) : given;
      });
      return [...paths, ...logs.map(({ file }) => file)];
    }
  }
  return CommandBase as unknown as ReturnType<typeof commandBase<D>>;
}

function clipanionOption(option: OptionDefinition): unknown {
  const { long, required, unless = [], once, default: usual } = option;
  const names = namesOf(option);
  const isFlag = option.metavariable === undefined;
  const parsed = (text: unknown): unknown => parseText(optionValue(option), String(text), long);
  return Option.makeCommandOption({
    definition: (builder) => builder.addOption({ names, arity: isFlag ? 0 : 1, allowBinding: !isFlag }),
    transformer: (_builder, _key, { options }) => {
      const given = options.flatMap(({ name, value }) => (names.includes(name) ? [value] : []));
      if (isFlag) return given.at(-1) ?? false;
      if (
        required !== undefined &&
        given.length === 0 &&
        !options.some(({ name }) => unless.some((one) => one === name))
      )
        throw new UsageError(required(options));
      if (option.repeatable) return given.map(parsed);
      if (once && given.length > 1) throw new UsageError(`${long} is given more than once; it takes one value`);
      const text = given.at(-1) ?? usual;
      return text === undefined ? undefined : parsed(text);
    },
  });
}

/** Returns the first built-in option among the options, if there is one. Throws a UsageError if it has a value. */
export function requestedBuiltIn(options: readonly OptionWord[]): keyof typeof BUILT_IN | undefined {
  const isHelp = ({ name }: OptionWord): boolean => namesOf(BUILT_IN.help).includes(name);
  const found = options.find((word) => isHelp(word) || namesOf(BUILT_IN.version).includes(word.name));
  if (found?.value !== undefined) throw new UsageError(`${found.name} takes no value`);
  return found && (isHelp(found) ? "help" : "version");
}

/** The command with the values of its options. Throws a UsageError if one is wrong, or several are together. */
export function parseCommand(
  cli: Cli<Context>,
  { definition }: CommandClass,
  words: readonly OptionWord[],
  context: Context,
): Command<Context> {
  refuseWrong(words, optionsOf(definition));
  const args = words.flatMap(({ name, value }) => {
    if (value === undefined) return name;
    return value.startsWith("-") ? `${name}=${value}` : [name, value];
  });
  const command = cli.process(args, context);
  const values = { ...command } as Readonly<Record<string, unknown>>;
  const { options, operandFor } = definition;
  const given = Object.entries(options).map(([property, option]) => {
    const isGiven = words.some(({ name }) => namesOf(option).includes(name));
    return { ...option, property, name: option.long, isGiven, value: values[property] };
  });
  const isOperandFor = given.some(({ property, isGiven }) => property === operandFor && !isGiven);
  // What is missing then is said first.
  if (isOperandFor && context.operands.length === 0) return command;
  const clash = clashOf(given, context.operands.length > (isOperandFor ? 1 : 0));
  if (clash !== undefined) throw new UsageError(clash);
  if (values.quiet !== true) for (const note of idleNotes(given)) writeNote(context, note);
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

interface OptionWord {
  readonly name: string;
  readonly value?: string;
}

/** Splits arguments into options and operands. Treats an unknown option as a flag. */
export function splitArguments(args: readonly string[], options: readonly OptionDefinition[]) {
  const end = args.includes("--") ? args.indexOf("--") : args.length;
  const words = args.slice(0, end).flatMap((arg) => splitShortOptions(arg, options) ?? [arg]);
  const withValue = new Set(options.filter(({ metavariable }) => metavariable !== undefined).flatMap(namesOf));
  const split = { options: [] as OptionWord[], operands: [] as string[] };
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
