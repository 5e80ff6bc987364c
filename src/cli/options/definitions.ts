// What the table of commands is made of. clipanion's options, their validation, help, completions and the manual page all
// read these, so a new option is one entry in `commands.ts` and its use.

/** One option. */
export interface OptionDefinition {
  readonly long: `--${string}`;
  readonly short?: `-${string}`;
  /** What stands for the value, `FILE`. An option without one is a flag. */
  readonly metavariable?: string;
  /** The values that it takes, where they are few. */
  readonly choices?: readonly string[];
  /** The value as if it was given. */
  readonly default?: string;
  /** Makes of the text what the command works with. Throws a UsageError, which names the option, for what it does not take. */
  readonly parse?: (option: string, text: string) => unknown;
  /** The command does not run without it: the message that says so. */
  readonly required?: string;
  /** Refused if given twice: people would expect the second value to be added. Of other options the last one counts. */
  readonly once?: true;
  readonly sentence: string;
}

/** One command. */
export interface CommandDefinition {
  /** The word that names it; the plain command has none. */
  readonly word?: string;
  /** How it is called: what follows its name. */
  readonly synopsis: string;
  readonly sentence: string;
  readonly examples: readonly (readonly [what: string, line: string])[];
  /** By the name of the property that holds the value. */
  readonly options: Readonly<Record<string, OptionDefinition>>;
  /** The values of its operand, where that is not a file. */
  readonly operandChoices?: readonly string[];
  readonly notes: readonly string[];
}

/** The value of an option as the command gets it: a flag is a boolean, an option that was not given is undefined. */
export type OptionValue<D> = D extends { metavariable: string }
  ? ParsedValue<D> | (D extends { default: string } | { required: string } ? never : undefined)
  : boolean;

type ParsedValue<D> = D extends { parse: (option: string, text: string) => infer Value }
  ? Value
  : D extends { choices: readonly (infer Choice)[] }
    ? Choice
    : string;

/** The options that every command has. They are answered before all others: help is for people whose command line is wrong. */
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

/** How a command is called: `normalizer diff`. */
export function nameOf({ word }: CommandDefinition): string {
  return word === undefined ? "normalizer" : `normalizer ${word}`;
}

/** What people read about an option: its sentence, and which values it takes. */
export function descriptionOf({ sentence, choices, default: usual, required }: OptionDefinition): string {
  const facts = [
    ...(choices === undefined ? [] : [alternatives(choices)]),
    ...(usual === undefined ? [] : [`default ${usual}`]),
    ...(required === undefined ? [] : ["required"]),
  ];
  return facts.length === 0 ? sentence : `${sentence} (${facts.join("; ")})`;
}

/** `text, json or github`. */
export function alternatives(choices: readonly string[]): string {
  return choices.length < 2 ? choices.join("") : `${choices.slice(0, -1).join(", ")} or ${choices.at(-1)}`;
}
