// How commands are named and defined. clipanion's options, their validation, help, completions and the manual page all
// read these definitions. commands/ has a file for each command, with its options and texts.
import { type OptionDefinition, type Options, option } from "../../library/option-definitions.ts";
import { didYouMean, nearest } from "../../text/messages/nearest.ts";
import { listed } from "../../text/messages/phrases.ts";
import { printable } from "../../text/messages/printable.ts";

/** The commands with a name, which is the first word on the command line, and what each does. In the order of help. */
export const COMMAND_SENTENCES = {
  suggest: "Writes rules for logs that have none yet.",
  import: "Writes rules that do what the patterns of another tool do.",
  export: "Writes rules as patterns of another tool.",
  init: "Writes a commented rules file to start from.",
  check: "Checks a rules file and its examples, also against logs.",
  why: "Explains why a rule won a line, or why no rule matches it.",
  fields: "Shows what fields capture, and which of them vary from run to run.",
  report: "Writes an HTML page that shows what rules make of logs and lets you try them.",
  diff: "Compares two logs by their normalized lines.",
  trace: "Groups the lines of several logs by id and sorts them by time.",
  stats: "Adds up the statistics of several runs.",
  completion: "Writes a shell script that completes commands and options.",
  help: "Shows the help of the program or of one command, or where the schema of rules files is.",
} as const;

export type NamedWord = keyof typeof COMMAND_SENTENCES;

export const NAMED_WORDS = Object.keys(COMMAND_SENTENCES) as readonly NamedWord[];

export function commandNamed(word: string | undefined): NamedWord | undefined {
  return NAMED_WORDS.find((name) => name === word);
}

/** What other programs call a command, and what it is here. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ["compare", "diff"],
  ["explain", "why"],
  ["lint", "check"],
  ["merge", "trace --merge"],
  ["validate", "check"],
]);

export function unknownCommand(word: string): string {
  return `unknown command '${printable(word)}'${didYouMean(meantCommand(word))}`;
}

/** Whether a word may be meant as a command: it has no dot or slash, as most logs have. */
export function isLikeCommand(word: string): boolean {
  return /^[a-z]+$/i.test(word);
}

export function unknownWord(word: string): string {
  if (meantCommand(word) !== undefined) return unknownCommand(word);
  return `'${printable(word)}' is neither a log nor a command`;
}

function meantCommand(word: string): string | undefined {
  return OTHER_WORDS.get(word) ?? nearest(word, NAMED_WORDS);
}

export interface CommandDefinition {
  /** The name of the command. The plain command has none. */
  readonly word?: string;
  /** The arguments, as help shows them after the name. */
  readonly synopsis: string;
  readonly sentence: string;
  readonly examples: readonly (readonly [what: string, line: string])[];
  /** The options, by the name of the property that holds the value. */
  readonly options: Options;
  /** The option that the first operand stands for, if it is not given. */
  readonly operandFor?: string;
  /** All allowed operands, if they are not files. */
  readonly operandChoices?: readonly string[];
  readonly notes: readonly string[];
}

/** The options of every command. They are handled first, because people with a wrong command line need help. */
export const BUILT_IN = {
  help: option("-h, --help", "Show this text."),
  version: option("-v, --version", "Show the version."),
};

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

/** The description of an option in help and the manual page: its sentence, its choices and its default. */
export function descriptionOf({ sentence, choices, unless, needs, ...option }: OptionDefinition): string {
  const any = (words: readonly string[]): string => listed(words, "or");
  const facts = [
    option.repeatable && "may be repeated",
    choices && any(choices),
    option.default && `default ${option.default}`,
    option.required && (unless === undefined ? "required" : `required without ${any(unless)}`),
    needs && `needs ${any([needs, ...(unless ?? [])])}`,
    option.excludes && `not with ${any(option.excludes)}`,
    option.idleWith && `no effect with ${any(option.idleWith)}`,
  ].filter((fact) => fact !== undefined);
  return facts.length === 0 ? sentence : `${sentence} (${facts.join("; ")})`;
}
