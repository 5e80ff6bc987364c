// How commands are defined. clipanion's options, their validation, help, completions and the manual page all read these
// definitions. So a new option takes one entry in the definition of its command and the code that uses it.
import { listed } from "../../text/messages/phrases.ts";

/** An option on a command line: its name, and its value as it is written, or whether a flag is set. */
export interface GivenOption {
  readonly name: string;
  readonly value: unknown;
}

/** One option. */
export interface OptionDefinition {
  readonly long: `--${string}`;
  readonly short?: `-${string}`;
  /** The placeholder for the value, such as `FILE`. An option without one is a flag. */
  readonly metavariable?: string;
  /** What the run does with the file, if the value is the path of one. No file that is read may be written over. */
  readonly file?: "read" | "written";
  /** All allowed values, if they are few. */
  readonly choices?: readonly string[];
  /** The text that is used if the option is not given. */
  readonly default?: string;
  /**
   * Turns the text into the value that the command uses. Throws a UsageError that names the option for a wrong text.
   */
  readonly parse?: (option: string, text: string) => unknown;
  /** The message for a missing option, if the command requires it. It may depend on the options that are given. */
  readonly required?: (given: readonly GivenOption[]) => string;
  /** The flag with which a required option may be missing. */
  readonly unless?: `--${string}`;
  /** What must be given beside the option. */
  readonly needs?: "a log" | OtherOption;
  /** What must not be given beside the option, because one of the two would then do nothing. */
  readonly excludes?: readonly OtherOption[];
  /**
   * Whether giving the option twice is an error, because people would expect both to count. Otherwise the last one
   * counts.
   */
  readonly once?: true;
  /** Whether the option may be given several times. Its value is then the list of all values, which may be empty. */
  readonly repeatable?: true;
  readonly sentence: string;
}

/** An option that another one needs or excludes: with this value, or else with any. */
export interface OtherOption {
  readonly option: Pick<OptionDefinition, "long" | "metavariable">;
  readonly value?: string;
}

/** One command. */
export interface CommandDefinition {
  /** The name of the command. The plain command has none. */
  readonly word?: string;
  /** The arguments, as help shows them after the name. */
  readonly synopsis: string;
  readonly sentence: string;
  readonly examples: readonly (readonly [what: string, line: string])[];
  /** The options, by the name of the property that holds the value. */
  readonly options: Readonly<Record<string, OptionDefinition>>;
  /** The option that the first operand stands for, if it is not given. */
  readonly operandFor?: string;
  /** All allowed operands, if they are not files. */
  readonly operandChoices?: readonly string[];
  readonly notes: readonly string[];
}

/**
 * The type of an option's value: boolean for a flag, a list for a repeatable option, and undefined for an option that
 * was not given and has no default.
 */
export type OptionValue<D> = D extends { repeatable: true }
  ? readonly ParsedValue<D>[]
  : D extends { metavariable: string }
    ? ParsedValue<D> | (D extends { unless: string } ? undefined : D extends Given ? never : undefined)
    : boolean;

type Given = { default: string } | { required: (given: readonly GivenOption[]) => string };

type ParsedValue<D> = D extends { parse: (option: string, text: string) => infer Value }
  ? Value
  : D extends { choices: readonly (infer Choice)[] }
    ? Choice
    : string;

/** The options of every command. They are handled first, because people with a wrong command line need help. */
export const BUILT_IN = {
  help: { long: "--help", short: "-h", sentence: "Show this text." },
  version: { long: "--version", short: "-v", sentence: "Show the version." },
} as const satisfies Record<string, OptionDefinition>;

/** All options of a command, the built-in ones last. */
export function optionsOf({ options }: CommandDefinition): OptionDefinition[] {
  return [...Object.values(options), ...Object.values(BUILT_IN)];
}

/** The names of an option, the short one first. */
export function namesOf({ long, short }: OptionDefinition): string[] {
  return short === undefined ? [long] : [short, long];
}

/** The words that run a command: `normalizer diff`. */
export function commandName({ word }: Pick<CommandDefinition, "word">): string {
  return word === undefined ? "normalizer" : `normalizer ${word}`;
}

/** What an option needs, as messages and help say it: `a log`, `--rules FILE`, `--format json`. */
export function neededWords(needs: "a log" | OtherOption): string {
  if (needs === "a log") return needs;
  const { option, value = option.metavariable } = needs;
  return value === undefined ? option.long : `${option.long} ${value}`;
}

/** What an option excludes, as messages and help say it: `--merge`, `--format json`. */
export function excludedWords({ option, value }: OtherOption): string {
  return value === undefined ? option.long : `${option.long} ${value}`;
}

/** The description of an option in help and the manual page: its sentence, its choices and its default. */
export function descriptionOf({
  sentence,
  choices,
  default: usual,
  required,
  unless,
  needs,
  excludes,
  repeatable,
}: OptionDefinition): string {
  const facts = [
    ...(repeatable ? ["may be repeated"] : []),
    ...(choices === undefined ? [] : [listed(choices, "or")]),
    ...(usual === undefined ? [] : [`default ${usual}`]),
    ...(required === undefined ? [] : [unless === undefined ? "required" : `required without ${unless}`]),
    ...(needs === undefined ? [] : [`needs ${neededWords(needs)}`]),
    ...(excludes === undefined ? [] : [`not with ${listed(excludes.map(excludedWords), "or")}`]),
  ];
  return facts.length === 0 ? sentence : `${sentence} (${facts.join("; ")})`;
}
