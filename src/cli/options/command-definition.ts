// How commands are defined. clipanion's options, their validation, help, completions and the manual page all read these
// definitions.
import type { OptionDefinition, Options } from "../../library/option-definitions.ts";
import { listed } from "../../text/messages/phrases.ts";

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
  help: { long: "--help", short: "-h", sentence: "Show this text." },
  version: { long: "--version", short: "-v", sentence: "Show the version." },
} as const satisfies Record<string, OptionDefinition>;

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
